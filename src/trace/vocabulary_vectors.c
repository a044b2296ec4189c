/* Words about the rows of a matrix as vectors: how long they are, how alike, how moved, what their
 * moments are. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

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
#include "trace/vocabulary_vectors.list"
    {0}};
