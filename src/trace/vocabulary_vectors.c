/* Words about the rows of a matrix as vectors: how long they are, how alike, how moved, what their
 * moments are. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <math.h>
#include <string.h>

/* ---- how alike the first row is to each, and each to that beside it ---- */

static Node *cosines_of_first(Graph *g, Node *a)
{
    return cosines(g, row_range(g, a, 0, 1), a);
}

static Node *row_cosines(Graph *g, Node *a, Node *b)
{
    Node **each = arena_alloc(g->arena, (size_t)rows_of(a), sizeof(Node *));
    for (int i = 0; i < rows_of(a); i++)
        each[i] = cosines(g, row_range(g, a, i, 1), row_range(g, b, i, 1));
    return stack(g, each, rows_of(a));
}

/* ---- what words contribute, beside the weights that they have ---- */

/* The last row of the step "attention" beside it: the weights, on average over the heads. */
static Place weight_of(const Look *s, int word)
{
    Look attention = look_there(s, "attention");
    return place_here(&attention, attention.step->rows.count - 1, word);
}

static double unlikeness(const Look *s, Place p)
{
    return fabs(number_at(p) - number_at(weight_of(s, p.col)));
}

static Place unlike_weight(const Look *s)
{
    return weight_of(s, word_place(s, "unlike").col);
}

/* ---- rows less their mean, over their deviation ---- */

/* Whether the numbers of a row were all equal: they have become 0. */
static bool is_flat(const Look *s, Place p)
{
    return s->step->node->inputs[2]->value.data[p.row] == 0;
}

static Node *variance_of_rows(Graph *g, Node *a)
{
    return row_variance(g, a, row_mean(g, a));
}

static double off_one(const Look *s, Place p)
{
    (void)s;
    return fabs(number_at(p) - 1);
}

/* ---- the largest of the last row's cells that are not masked ---- */

/* Its largest cell is that of the word which the step "contributions" beside it is about. */
static double is_top_itself(const Look *s)
{
    Look about = look_there(s, "contributions");
    return !strcmp(s->step->cols.labels[word_place(s, "top").col], about.step->rows.labels[0]);
}

const Word vector_words[] = {
    {"first-length", DECIMAL, .of = {"lengths", .make = {row_lengths}}, .row = FIRST, .col = FIRST},
    {"longest", ROW, .of = {"lengths", .make = {row_lengths}}},
    {"shortest", ROW, .of = {"lengths", .make = {row_lengths}}, .extreme = SMALLEST},
    {"longest-ties", WHOLE, .ties = "longest"},
    {"shortest-ties", WHOLE, .ties = "shortest"},
    {"longest-at-start", DECIMAL, .at = "/step-0/embeddings",
     .of = {"lengths", .make = {row_lengths}}, .row_of = "longest"},
    {"alike", ROW, .in = ABOVE_DIAGONAL, .of = {"cosines", .make = {cosines_of_rows}},
     .cols = row_axis},
    {"alike-ties", WHOLE, .ties = "alike"},
    {"second-cosine", DECIMAL, .of = {"first-cosines", .make = {cosines_of_first}}, .row = FIRST,
     .col = SECOND},
    {"last-cosine", DECIMAL, .of = {"first-cosines", .make = {cosines_of_first}}, .row = FIRST,
     .col = LAST},
    {"turned", ROW, .of = {"turned", .pair = row_cosines, .with = "input|embeddings"},
     .extreme = SMALLEST},
    {"turned-ties", WHOLE, .ties = "turned"},
    {"cosine-to-static", DECIMAL, .of = {"cosine", .pair = cosines, .with = "static"}, .row = FIRST,
     .col = FIRST},
    {"least", DECIMAL, .in = ABOVE_DIAGONAL, .extreme = SMALLEST, .rows = numbers_from_1,
     .cols = numbers_from_1},
    {"moved", ROW, .of = {"added-lengths", .input = 2, .make = {row_lengths}}},
    {"moved-was", DECIMAL, .of = {"lengths-before", .input = 1, .make = {row_lengths}},
     .row_of = "moved"},
    {"unlike", COL, .value = unlikeness},
    {"unlike-by", DECIMAL, .value = unlikeness, .by_value = true},
    {"unlike-weight", DECIMAL, .place = unlike_weight},
    {"flat", HOW_MANY, .col = FIRST, .among = is_flat},
    {"mean-off", DIGITS, .of = {"means", .make = {row_mean}}, .but = is_flat, .extreme = FARTHEST,
     .by_value = true},
    {"variance-off", DIGITS, .of = {"variances", .make = {variance_of_rows}}, .but = is_flat,
     .value = off_one, .by_value = true},
    {"last-seen", HOW_MANY, .row = LAST, .seen = true},
    {"top", COL, .row = LAST, .seen = true},
    {"second", COL, .row = LAST, .seen = true, .after = "top"},
    {"bottom", COL, .row = LAST, .seen = true, .extreme = SMALLEST},
    {"top-two", DECIMAL, .sum = "top + second"},
    {"top-itself", WHOLE, .number = is_top_itself},
    {0},
};
