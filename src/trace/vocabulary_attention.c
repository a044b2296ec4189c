/* Words about scores, masks and weights: who looks at whom. */
#include "graph/ops.h"
#include "tensor/vector.h"
#include "trace/vocabulary.h"

/* ---- masks ---- */

static double hidden(const Look *s)
{
    int count = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        for (int j = 0; j < s->step->cols.count; j++)
            count += step_is_masked(s->step, i, j);
    return count;
}

static double seen(const Look *s)
{
    return (double)tensor_size(seen_tensor(s)) - hidden(s);
}

static bool is_blind(const Look *s, int row)
{
    for (int j = 0; j < s->step->cols.count; j++)
        if (!step_is_masked(s->step, row, j))
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

static double bits_if_even(const Look *s)
{
    return (double)measured(s, "even-bits", even_bits).data[0];
}

/* ---- scores ---- */

static bool is_own_largest(const Look *s, int row)
{
    Tensor t = seen_tensor(s);
    return at(t, row, row) >= at(t, row, largest_in_row(t, row));
}

/* How much more one place scores another than that scores it. */
static double asymmetry(const Search *how, int row, int col)
{
    return (double)at(how->numbers, row, col) - (double)at(how->numbers, col, row);
}

static const Search widest_gap = {.in = OFF_DIAGONAL, .value = asymmetry};

static Place gap_back(const Look *s)
{
    Place p = sought(s, &widest_gap);
    return place_here(s, p.col, p.row);
}

static bool is_symmetric(const Look *s)
{
    return sought(s, &widest_gap).row >= 0 &&
           number_at(sought(s, &widest_gap)) <= number_at(gap_back(s));
}

/* The dot products of vectors with themselves: one and the same node on both sides. */
static bool is_with_itself(const Look *s)
{
    const Node *n = s->step->node;
    return n->input_count == 2 && n->inputs[0] == n->inputs[1];
}

/* Than the step "scores" beside it. */
static bool spreads_less(const Look *s)
{
    Look scores = look_at(s, "scores");
    return measured(s, "deviation", deviation).data[0] <
           measured(&scores, "deviation", deviation).data[0];
}

/* ---- weights ---- */

/* The largest from one place to another. */
static const Search top_between = {.seen = true, .in = OFF_DIAGONAL};

static bool gives_most_away(const Look *s)
{
    return sought(s, &top_between).row >= 0 && number_at(sought(s, &top_between)) > 0.5;
}

/* How many rows have their largest number to the left of that of the row before. */
static bool leaps_back(const Look *s, int row)
{
    Tensor t = seen_tensor(s);
    return row && largest_in_row(t, row) < largest_in_row(t, row - 1);
}

/* ---- outputs: what the last row was mixed from ---- */

/* The weights of a weighted sum; their columns are what is mixed. */
static Tensor shares_of(const Look *s)
{
    return s->step->node->inputs[0]->value;
}

const Axis *mixed_axis(const Look *s)
{
    return &writing_of(s->trace->graph, s->step->node->inputs[1])->rows;
}

static const Search most = {.of = shares_of, .in = IN_LAST_ROW, .cols = mixed_axis};
static const Search next = {.of = shares_of, .in = IN_LAST_ROW, .cols = mixed_axis, .after = &most};

static double most_weight(const Look *s)
{
    return number_at(sought(s, &most));
}

static double next_weight(const Look *s)
{
    return sought(s, &next).row < 0 ? 0 : number_at(sought(s, &next));
}

static double other_weight(const Look *s)
{
    return 1 - most_weight(s) - next_weight(s);
}

/* The whole of the last row: "0.24 v₁ + 0.76 v₂". */
static void say_mixture(const Look *s, Text *out)
{
    Place p = sought(s, &most);
    for (int j = 0; j < p.in.cols; j++) {
        text_add(out, j ? " + " : "");
        say_decimal(out, (double)at(p.in, p.row, j));
        text_add(out, " ");
        say_label(p.cols, j, out);
    }
}

/* How many there are with a weight. */
static double parts(const Look *s)
{
    Place p = sought(s, &most);
    int count = 0;
    for (int j = 0; j < p.in.cols; j++)
        count += at(p.in, p.row, j) > 0;
    return count;
}

static bool last_sees_nearly_one(const Look *s)
{
    return most_weight(s) > 0.995;
}

static bool has_few_parts(const Look *s)
{
    enum { FEW = 4 };
    return sought(s, &most).in.cols <= FEW;
}

/* ---- the mean of heads: where they disagree most ---- */

/* The head, from 0, with the largest or the smallest weight in a cell. */
static int extreme_head(const Look *s, int row, int col, real sign)
{
    Node *const *heads = s->step->node->inputs;
    int best = 0;
    for (int h = 1; h < s->step->node->input_count; h++)
        if (sign * at(heads[h]->value, row, col) > sign * at(heads[best]->value, row, col))
            best = h;
    return best;
}

static Place in_extreme_head(const Look *s, int row, int col, real sign)
{
    return place_in(s->step->node->inputs[extreme_head(s, row, col, sign)]->value, row, col);
}

static double disagreement(const Search *how, int row, int col)
{
    return number_at(in_extreme_head(how->s, row, col, 1)) -
           number_at(in_extreme_head(how->s, row, col, -1));
}

static const Search widest_disagreement = {.value = disagreement};

static Place highest(const Look *s)
{
    Place p = sought(s, &widest_disagreement);
    return in_extreme_head(s, p.row, p.col, 1);
}

static Place lowest(const Look *s)
{
    Place p = sought(s, &widest_disagreement);
    return in_extreme_head(s, p.row, p.col, -1);
}

static double highest_head(const Look *s)
{
    Place p = sought(s, &widest_disagreement);
    return extreme_head(s, p.row, p.col, 1) + 1;
}

static double lowest_head(const Look *s)
{
    Place p = sought(s, &widest_disagreement);
    return extreme_head(s, p.row, p.col, -1) + 1;
}

static double widest_between_heads(const Look *s)
{
    return number_at(found(s, highest)) - number_at(found(s, lowest));
}

const Word attention_words[] = {
    {"hidden", WHOLE, {.number = hidden}},
    {"seen", WHOLE, {.number = seen}},
    {"blind", WHOLE, {.rows_that = is_blind}},
    {"even-own", DECIMAL, {.measure = even_own}},
    {"even-bits", DECIMAL, {.number = bits_if_even}},
    {"own-largest", WHOLE, {.rows_that = is_own_largest}},
    {"gap-asking", ROW, {.search = &widest_gap}},
    {"gap-asked", COL, {.search = &widest_gap}},
    {"gap-there", DECIMAL, {.search = &widest_gap}},
    {"gap-back", DECIMAL, {.place = gap_back}},
    {"between", DECIMAL, {.search = &top_between}},
    {"between-from", ROW, {.search = &top_between}},
    {"between-to", COL, {.search = &top_between}},
    {"own", DECIMAL, {.measure = diagonal_mean}},
    {"leaps-back", WHOLE, {.rows_that = leaps_back}},
    {"most", COL, {.search = &most}},
    {"most-weight", DECIMAL, {.number = most_weight}},
    {"next", COL, {.search = &next}},
    {"next-weight", DECIMAL, {.number = next_weight}},
    {"other-weight", DECIMAL, {.number = other_weight}},
    {"mixture", TEXT, {.text = say_mixture}},
    {"heads-from", ROW, {.search = &widest_disagreement}},
    {"heads-to", COL, {.search = &widest_disagreement}},
    {"heads-mean", DECIMAL, {.search = &widest_disagreement}},
    {"highest", DECIMAL, {.place = highest}},
    {"highest-head", WHOLE, {.number = highest_head}},
    {"lowest", DECIMAL, {.place = lowest}},
    {"lowest-head", WHOLE, {.number = lowest_head}},
    {0},
};

const Condition attention_conditions[] = {
    {"masked", SOME, {.number = hidden}},
    {"all-masked", NONE, {.number = seen}},
    {"blind-rows", SOME, {.rows_that = is_blind}},
    {"one-key-each", NONE, {.number = bits_if_even}},
    {"symmetric", HOLDS, {.holds = is_symmetric}},
    {"with-itself", HOLDS, {.holds = is_with_itself}},
    {"spreads-less", HOLDS, {.holds = spreads_less}},
    {"sees-another", FOUND, {.search = &top_between}},
    {"gives-most-away", HOLDS, {.holds = gives_most_away}},
    {"last-sees-nothing", NONE, {.number = parts}},
    {"last-sees-one", ONE, {.number = parts}},
    {"last-sees-nearly-one", HOLDS, {.holds = last_sees_nearly_one}},
    {"last-sees-two", TWO, {.number = parts}},
    {"few-parts", HOLDS, {.holds = has_few_parts}},
    {"heads-agree", NONE, {.number = widest_between_heads}},
    {0},
};
