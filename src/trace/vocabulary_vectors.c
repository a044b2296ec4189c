/* Words about the rows of a matrix as vectors: how long they are, how alike, how moved, what their
 * moments are. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <math.h>
#include <string.h>

/* ---- lengths ---- */

/* The longest row of how the embeddings changed, and how long it was at the start. */
static Place longest_at_start(const Look *s)
{
    Look start = look_at(s, "/step-0/embeddings");
    return place_in(measured(&start, (Quantity){"lengths", .make = row_lengths}),
                    word_place(s, "longest").row, 0);
}

/* "the longest is that of “hit”, 4.10, the shortest that of “the”, 2.05" */
static void say_lengths(const Look *s, Text *out)
{
    Place most = word_place(s, "longest"), least = word_place(s, "shortest");
    if (look_equal(number_at(most), number_at(least))) {
        text_add(out, s->step->rows.count == 1 ? "its length is "
                      : most.row == least.row  ? "all have the length "
                                               : "all have a length of about ");
        say_decimal(out, number_at(most));
        return;
    }
    text_add(out, "the longest is that of ");
    say_row(s, most.row, out);
    text_add(out, ", ");
    say_decimal(out, number_at(most));
    text_add(out, ", the shortest that of ");
    say_row(s, least.row, out);
    text_add(out, ", ");
    say_decimal(out, number_at(least));
}

/* ---- a matrix of cosines: the two rows least alike, told by their numbers ---- */

static double least(const Look *s)
{
    return word_place(s, "least-cell").row + 1;
}

static double least_other(const Look *s)
{
    return word_place(s, "least-cell").col + 1;
}

/* ---- a sum: which row was moved most ---- */

static Node *lengths_added(Graph *g, Node *sum)
{
    return row_lengths(g, sum->inputs[1]);
}

static Node *lengths_before(Graph *g, Node *sum)
{
    return row_lengths(g, sum->inputs[0]);
}

static Place moved_was(const Look *s)
{
    return place_in(measured(s, (Quantity){"lengths-before", .make = lengths_before}),
                    word_place(s, "moved").row, 0);
}

/* ---- rows less their mean, over their deviation ---- */

/* Whether the numbers of a row were all equal: they have become 0. */
static bool is_flat(const Sight *sight, int row, int col)
{
    (void)col;
    return sight->s->step->node->inputs[2]->value.data[row] == 0;
}

static bool is_not_flat(const Sight *sight, int row, int col)
{
    return !is_flat(sight, row, col);
}

static Node *variance_of_rows(Graph *g, Node *a)
{
    return row_variance(g, a, row_mean(g, a));
}

static double off_one(const Sight *sight, int row, int col)
{
    return fabs((double)at(sight->numbers, row, col) - 1);
}

/* ---- the largest of the last row's cells that are not masked ---- */

static double top_two(const Look *s)
{
    return word_number(s, "top") + word_number(s, "second");
}

/* Its largest cell is that of the word which the step "contributions" beside it is about. */
static double is_top_itself(const Look *s)
{
    Look about = look_at(s, "contributions");
    return !strcmp(s->step->cols.labels[word_place(s, "top").col], about.step->rows.labels[0]);
}

/* The first two rows with their numbers: “hit” 0.71, “ball” 0.69. */
static void say_first_two(const Look *s, Text *out)
{
    for (int i = 0; i < s->step->rows.count && i < 2; i++) {
        text_add(out, i ? ", " : "");
        say_row(s, i, out);
        text_add(out, " ");
        say_decimal(out, (double)at(seen_tensor(s), i, 0));
    }
}

const Word vector_words[] = {
    {"first-length", DECIMAL, .search = {.of = {"lengths", .make = row_lengths}, .cell = {1, 1}}},
    {"longest", ROW, .search = {.of = {"lengths", .make = row_lengths}}},
    {"shortest", ROW, .search = {.of = {"lengths", .make = row_lengths}, .value = smallness}},
    {"longest-at-start", DECIMAL, .place = longest_at_start},
    {"lengths", TEXT, .text = say_lengths},
    {"alike", ROW,
     .search = {.in = ABOVE_DIAGONAL,
                .of = {"cosines", .make = cosines_of_rows},
                .cols = row_axis}},
    {"second-cosine", DECIMAL,
     .search = {.of = {"cosines", .make = cosines_of_rows}, .cell = {1, 2}}},
    {"last-cosine", DECIMAL,
     .search = {.of = {"cosines", .make = cosines_of_rows}, .cell = {1, -1}}},
    {"turned", ROW,
     .search = {.in = ON_DIAGONAL,
                .of = {"turned", .pair = cosines, .with = "input"},
                .value = smallness}},
    {"cosine-to-static", DECIMAL,
     .search = {.of = {"cosine", .pair = cosines, .with = "static"}, .cell = {1, 1}}},
    {"least", WHOLE, .number = least},
    {"least-other", WHOLE, .number = least_other},
    {"least-cell", DECIMAL, .search = {.in = ABOVE_DIAGONAL, .value = smallness}},
    {"moved", ROW, .search = {.of = {"added-lengths", .make = lengths_added}}},
    {"moved-was", DECIMAL, .place = moved_was},
    {"flat", HOW_MANY, .search = {.in = FIRST_COL, .among = is_flat}},
    {"mean-off", DIGITS,
     .search = {.of = {"means", .make = row_mean},
                .among = is_not_flat,
                .value = size_of,
                .by_value = true}},
    {"variance-off", DIGITS,
     .search = {.of = {"variances", .make = variance_of_rows},
                .among = is_not_flat,
                .value = off_one,
                .by_value = true}},
    {"last-seen", HOW_MANY, .search = {.in = LAST_ROW, .seen = true}},
    {"top", COL, .search = {.in = LAST_ROW, .seen = true}},
    {"second", COL, .search = {.in = LAST_ROW, .seen = true, .after = "top"}},
    {"bottom", COL, .search = {.in = LAST_ROW, .seen = true, .value = smallness}},
    {"top-two", DECIMAL, .number = top_two},
    {"top-itself", WHOLE, .number = is_top_itself},
    {"first-two", TEXT, .text = say_first_two},
    {0},
};
