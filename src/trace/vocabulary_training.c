/* Words about what learning changes: the same step after more and more of training. */
#include "graph/ops.h"
#include "tensor/vector.h"
#include "trace/vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* ---- the weight that is followed ---- */

/* That of the pair of words whose mean weight gained most from the start to the last step. */
static Place followed(const Look *s)
{
    const char *steps = trace_setting(s->trace, "steps");
    Look last = look_at(s, arena_format(s->trace->arena, "/step-%s/weights", steps));
    Place p = word_place(&last, "gained");
    return place_here(s, p.row, p.col);
}

static Place followed_top(const Look *s)
{
    int row = word_place(s, "followed").row;
    return place_here(s, row, largest_in_row(seen_tensor(s), row));
}

/* ---- how far numbers moved ---- */

/* √(mean of (aᵢⱼ − bᵢⱼ)²) */
static Node *root_mean_square_gap(Graph *g, Node *a, Node *b)
{
    Node *lengths = rows_apart(g, a, b);
    return divide_by_root(g, row_lengths(g, transpose(g, lengths)), rows_of(a) * cols_of(a));
}

/* Since the step with this one's name after no step of training. */
static double learned_by(const Look *s)
{
    const char *start = arena_format(s->trace->arena, "/step-0%s", strchr(s->step->id, '/'));
    Quantity moved = {"moved", .pair = root_mean_square_gap, .with = start};
    return (double)measured(s, moved).data[0];
}

/* ---- curves: numbers measured after so many steps ---- */

/* The number that a row is called by. */
static int row_number(const Look *s, int row)
{
    return (int)strtol(s->step->rows.labels[row], NULL, 10);
}

static double last_step(const Look *s)
{
    return row_number(s, s->step->rows.count - 1);
}

/* The step after the last but one measurement. */
static double last_begin(const Look *s)
{
    int rows = s->step->rows.count;
    return rows > 1 ? row_number(s, rows - 2) + 1 : 1;
}

const Word training_words[] = {
    {"gained", DECIMAL,
     .search = {.in = OFF_DIAGONAL, .of = {"gained", .pair = subtract, .with = "/step-0/weights"}}},
    {"followed", DECIMAL, .place = followed},
    {"followed-top", COL, .place = followed_top},
    {"learned-by", DECIMAL, .number = learned_by},
    {"last-name", WHOLE, .number = last_step},
    {"last-begin", WHOLE, .number = last_begin},
    {0},
};
