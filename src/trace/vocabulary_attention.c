/* Words about scores, masks and weights: who looks at whom. */
#include "graph/ops.h"
#include "tensor/vector.h"
#include "trace/vocabulary.h"

#include <math.h>

/* ---- masks ---- */

static bool is_hidden(const Sight *sight, int row, int col)
{
    return step_is_masked(sight->s->step, row, col);
}

static bool is_blind(const Sight *sight, int row, int col)
{
    for (col = 0; col < sight->numbers.cols; col++)
        if (!is_hidden(sight, row, col))
            return false;
    return true;
}

/* ---- what equal weights would be ---- */

/* The weights of rows that give all that they see the same. */
static Node *even_weights(Graph *g, Node *weights)
{
    const Node *mask = writing_of(g, weights)->mask;
    Tensor zeros = tensor_new(g->arena, rows_of(weights), cols_of(weights));
    return softmax_rows(g, mask ? (Node *)mask : constant(g, zeros, "no mask"));
}

static Node *even_own(Graph *g, Node *weights)
{
    return diagonal_mean(g, even_weights(g, weights));
}

static Node *even_bits(Graph *g, Node *weights)
{
    return mean_of_all(g, row_entropy(g, even_weights(g, weights)));
}

/* ---- scores ---- */

static bool is_largest_of_row(const Sight *sight, int row, int col)
{
    Tensor t = sight->numbers;
    return at(t, row, col) >= at(t, row, largest_in_row(t, row));
}

/* How much more one place scores another than that scores it. */
static double asymmetry(const Sight *sight, int row, int col)
{
    return (double)at(sight->numbers, row, col) - (double)at(sight->numbers, col, row);
}

static Place gap_back(const Look *s)
{
    Place p = word_place(s, "gap");
    return place_here(s, p.col, p.row);
}

/* The dot products of vectors with themselves: one and the same node on both sides. */
static double is_with_itself(const Look *s)
{
    const Node *n = s->step->node;
    return n->input_count == 2 && n->inputs[0] == n->inputs[1];
}

/* How alike the rows of weights are that scores would make if nothing were hidden. */
static Node *common_of_weights(Graph *g, Node *scores)
{
    return rows_alike(g, softmax_rows(g, scores));
}

/* What rows_alike would be of rows that have nothing to do with each other. */
static double common_by_chance(const Look *s)
{
    return 1.0 / s->step->node->value.rows;
}

/* ---- weights ---- */

/* Whether a row has its largest number to the left of that of the row before. */
static bool leaps_back(const Sight *sight, int row, int col)
{
    Tensor t = sight->numbers;
    (void)col;
    return row && largest_in_row(t, row) < largest_in_row(t, row - 1);
}

/* ---- outputs: what the last row was mixed from ---- */

/* The weights of a weighted sum; their columns are what is mixed. */
static Tensor shares_of(const Look *s)
{
    return s->step->node->inputs[0]->value;
}

/* The whole of the last row: "0.24 v₁ + 0.76 v₂". */
static void say_mixture(const Look *s, Text *out)
{
    Place p = word_place(s, "most");
    for (int j = 0; j < p.in.cols; j++) {
        text_add(out, j ? " + " : "");
        say_number(out, DECIMAL, (double)at(p.in, p.row, j));
        text_add(out, " ");
        say_label(p.cols, j, out);
    }
}

/* ---- the mean of heads: where they disagree most ---- */

/* How far the heads are apart in a cell. */
static double disagreement(const Sight *sight, int row, int col)
{
    const Node *mean = sight->s->step->node;
    double least = INFINITY, most = -INFINITY;
    for (int h = 0; h < mean->input_count; h++) {
        least = fmin(least, (double)at(mean->inputs[h]->value, row, col));
        most = fmax(most, (double)at(mean->inputs[h]->value, row, col));
    }
    return most - least;
}

/* What each head has where they are farthest apart. */
static Tensor heads_there(const Look *s)
{
    const Node *mean = s->step->node;
    Place p = word_place(s, "heads-mean");
    Tensor there = tensor_new(s->trace->arena, 1, mean->input_count);
    for (int h = 0; h < mean->input_count; h++)
        there.data[h] = at(mean->inputs[h]->value, p.row, p.col);
    return there;
}

const Word attention_words[] = {
    {"hidden", HOW_MANY, .search = {.among = is_hidden}},
    {"seen", HOW_MANY, .search = {.seen = true}},
    {"blind", HOW_MANY, .search = {.col = FIRST, .among = is_blind}},
    {"even-own", DECIMAL, .search = {.of = {"even-own", .make = even_own}}},
    {"even-bits", DECIMAL, .search = {.of = {"even-bits", .make = even_bits}}},
    {"own-largest", HOW_MANY, .search = {.in = ON_DIAGONAL, .among = is_largest_of_row}},
    {"gap", DECIMAL, .search = {.in = OFF_DIAGONAL, .value = asymmetry}},
    {"gap-back", DECIMAL, .place = gap_back},
    {"with-itself", WHOLE, .number = is_with_itself},
    {"common", DECIMAL, .search = {.of = {"common", .make = common_of_weights}}},
    {"common-by-chance", DECIMAL, .number = common_by_chance},
    {"between", DECIMAL, .search = {.in = OFF_DIAGONAL, .seen = true}},
    {"own", DECIMAL, .search = {.of = {"own", .make = diagonal_mean}}},
    {"leaps-back", HOW_MANY, .search = {.col = FIRST, .among = leaps_back}},
    {"mixed", HOW_MANY, .search = {.row = LAST, .numbers = shares_of}},
    {"parts", HOW_MANY, .search = {.row = LAST, .numbers = shares_of, .among = is_positive}},
    {"most", COL, .search = {.row = LAST, .numbers = shares_of, .cols = mixed_axis}},
    {"next", COL,
     .search = {.row = LAST, .numbers = shares_of, .cols = mixed_axis, .after = "most"}},
    {"other-weight", DECIMAL, .sum = "1 - most - next"},
    {"mixture", TEXT, .text = say_mixture},
    {"heads-mean", DECIMAL, .search = {.value = disagreement}},
    {"heads-gap", DECIMAL, .search = {.value = disagreement, .by_value = true}},
    {"highest", DECIMAL, .search = {.numbers = heads_there, .cols = numbers_from_1}},
    {"lowest", DECIMAL,
     .search = {.numbers = heads_there, .value = smallness, .cols = numbers_from_1}},
    {0},
};
