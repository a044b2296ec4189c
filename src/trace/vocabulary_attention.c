/* Words about scores, masks and weights: who looks at whom. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

/* ---- masks ---- */

static void say_hidden(const Look *s, Text *out)
{
    say_whole(out, masked_cells(s->step->mask));
}

static void say_seen(const Look *s, Text *out)
{
    say_whole(out, (long)tensor_size(s->step->mask->value) - masked_cells(s->step->mask));
}

static void say_blind(const Look *s, Text *out)
{
    say_whole(out, masked_rows(s->step->mask));
}

/* ---- scores ---- */

/* In how many rows the largest number is the word's own. */
static void say_own_largest(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    int own = 0;
    for (int i = 0; i < t.rows; i++)
        own += at(t, i, i) >= at(t, i, largest_in_row(t, i));
    say_whole(out, own);
}

static void find_widest_gap(const Look *s, void *found)
{
    *(Place *)found = least_symmetric(seen_tensor(s), NULL);
}

static Place widest_gap(const Look *s)
{
    return *(const Place *)remembered(s, sizeof(Place), find_widest_gap);
}

static void say_gap_asking(const Look *s, Text *out)
{
    say_row(s, widest_gap(s).row, out);
}

static void say_gap_asked(const Look *s, Text *out)
{
    say_col(s, widest_gap(s).col, out);
}

static void say_gap_there(const Look *s, Text *out)
{
    Place p = widest_gap(s);
    say_decimal(out, (double)at(seen_tensor(s), p.row, p.col));
}

static void say_gap_back(const Look *s, Text *out)
{
    Place p = widest_gap(s);
    say_decimal(out, (double)at(seen_tensor(s), p.col, p.row));
}

/* ---- weights ---- */

/* The largest weight from one place to another. */
static void find_top_between(const Look *s, void *found)
{
    *(Place *)found = largest_between(seen_tensor(s), s->step->mask);
}

static Place top_between(const Look *s)
{
    return *(const Place *)remembered(s, sizeof(Place), find_top_between);
}

static void say_between(const Look *s, Text *out)
{
    Place p = top_between(s);
    say_decimal(out, (double)at(seen_tensor(s), p.row, p.col));
}

static void say_between_from(const Look *s, Text *out)
{
    say_row(s, top_between(s).row, out);
}

static void say_between_to(const Look *s, Text *out)
{
    say_col(s, top_between(s).col, out);
}

static void say_own(const Look *s, Text *out)
{
    say_decimal(out, (double)measured(s, "own", diagonal_mean)->value.data[0]);
}

/* ---- outputs: what the last row was mixed from ---- */

/* The weights that a weighted sum was made with. */
static Tensor weights_of(const Look *s)
{
    return s->step->node->inputs[0]->value;
}

/* The largest weight of the last row, and the second; −1 where there is none. */
static int last_share(const Look *s, int rank)
{
    Tensor w = weights_of(s);
    int row = w.rows - 1, first = largest_in_row(w, row), second = -1;
    for (int j = 0; j < w.cols; j++)
        if (j != first && (second < 0 || at(w, row, j) > at(w, row, second)))
            second = j;
    return rank ? second : first;
}

static double last_weight(const Look *s, int rank)
{
    Tensor w = weights_of(s);
    int col = last_share(s, rank);
    return col < 0 ? 0 : (double)at(w, w.rows - 1, col);
}

/* What is mixed. */
static void say_mixed(const Look *s, int place, Text *out)
{
    say_label(&writing_of(s->trace->graph, s->step->node->inputs[1])->rows, place, out);
}

static void say_most(const Look *s, Text *out)
{
    say_mixed(s, last_share(s, 0), out);
}

static void say_most_weight(const Look *s, Text *out)
{
    say_decimal(out, last_weight(s, 0));
}

static void say_next(const Look *s, Text *out)
{
    say_mixed(s, last_share(s, 1), out);
}

static void say_next_weight(const Look *s, Text *out)
{
    say_decimal(out, last_weight(s, 1));
}

static void say_other_weight(const Look *s, Text *out)
{
    say_decimal(out, 1 - last_weight(s, 0) - last_weight(s, 1));
}

/* The whole of the last row: "0.24 v₁ + 0.76 v₂". */
static void say_mixture(const Look *s, Text *out)
{
    Tensor w = weights_of(s);
    for (int j = 0; j < w.cols; j++) {
        text_add(out, j ? " + " : "");
        say_decimal(out, (double)at(w, w.rows - 1, j));
        text_add(out, " ");
        say_mixed(s, j, out);
    }
}

/* ---- the mean of heads: where they disagree most ---- */

typedef struct Disagreement {
    Place cell;
    int highest, lowest; /* heads, from 0 */
    double gap;
} Disagreement;

static real head_weight(const Look *s, int head, Place p)
{
    return at(s->step->node->inputs[head]->value, p.row, p.col);
}

static Disagreement disagreement_at(const Look *s, Place p)
{
    Disagreement d = {.cell = p};
    for (int h = 1; h < s->step->node->input_count; h++) {
        if (head_weight(s, h, p) > head_weight(s, d.highest, p))
            d.highest = h;
        if (head_weight(s, h, p) < head_weight(s, d.lowest, p))
            d.lowest = h;
    }
    d.gap = (double)head_weight(s, d.highest, p) - (double)head_weight(s, d.lowest, p);
    return d;
}

static void find_widest_disagreement(const Look *s, void *found)
{
    Disagreement widest = {.gap = -1};
    for (int i = 0; i < s->step->rows.count; i++)
        for (int j = 0; j < s->step->cols.count; j++) {
            Disagreement d = disagreement_at(s, (Place){i, j});
            if (d.gap > widest.gap)
                widest = d;
        }
    *(Disagreement *)found = widest;
}

static Disagreement widest_disagreement(const Look *s)
{
    return *(const Disagreement *)remembered(s, sizeof(Disagreement), find_widest_disagreement);
}

static void say_heads_from(const Look *s, Text *out)
{
    say_row(s, widest_disagreement(s).cell.row, out);
}

static void say_heads_to(const Look *s, Text *out)
{
    say_col(s, widest_disagreement(s).cell.col, out);
}

static void say_highest_head(const Look *s, Text *out)
{
    say_whole(out, widest_disagreement(s).highest + 1);
}

static void say_lowest_head(const Look *s, Text *out)
{
    say_whole(out, widest_disagreement(s).lowest + 1);
}

static void say_highest(const Look *s, Text *out)
{
    Disagreement d = widest_disagreement(s);
    say_decimal(out, (double)head_weight(s, d.highest, d.cell));
}

static void say_lowest(const Look *s, Text *out)
{
    Disagreement d = widest_disagreement(s);
    say_decimal(out, (double)head_weight(s, d.lowest, d.cell));
}

static void say_heads_mean(const Look *s, Text *out)
{
    Place p = widest_disagreement(s).cell;
    say_decimal(out, (double)at(seen_tensor(s), p.row, p.col));
}

const Word attention_words[] = {
    {"hidden", say_hidden},
    {"seen", say_seen},
    {"blind", say_blind},
    {"own-largest", say_own_largest},
    {"gap-asking", say_gap_asking},
    {"gap-asked", say_gap_asked},
    {"gap-there", say_gap_there},
    {"gap-back", say_gap_back},
    {"between", say_between},
    {"between-from", say_between_from},
    {"between-to", say_between_to},
    {"own", say_own},
    {"most", say_most},
    {"most-weight", say_most_weight},
    {"next", say_next},
    {"next-weight", say_next_weight},
    {"other-weight", say_other_weight},
    {"mixture", say_mixture},
    {"heads-from", say_heads_from},
    {"heads-to", say_heads_to},
    {"highest-head", say_highest_head},
    {"highest", say_highest},
    {"lowest-head", say_lowest_head},
    {"lowest", say_lowest},
    {"heads-mean", say_heads_mean},
    {0},
};

/* ---- conditions ---- */

static bool is_masked(const Look *s)
{
    return s->step->mask && masked_cells(s->step->mask) > 0;
}

static bool is_all_masked(const Look *s)
{
    return s->step->mask && (size_t)masked_cells(s->step->mask) == tensor_size(seen_tensor(s));
}

static bool has_blind_rows(const Look *s)
{
    return s->step->mask && masked_rows(s->step->mask) > 0;
}

static bool is_one_cell(const Look *s)
{
    return tensor_size(seen_tensor(s)) == 1;
}

static bool is_equal(const Look *s)
{
    Tensor t = seen_tensor(s);
    for (size_t i = 1; i < tensor_size(t); i++)
        if (t.data[i] != t.data[0])
            return false;
    return true;
}

static bool is_one_row(const Look *s)
{
    return s->step->rows.count == 1;
}

static bool is_one_column(const Look *s)
{
    return s->step->cols.count == 1;
}

static bool is_symmetric(const Look *s)
{
    Place p = widest_gap(s);
    return p.row >= 0 && at(seen_tensor(s), p.row, p.col) <= at(seen_tensor(s), p.col, p.row);
}

/* The dot products of vectors with themselves: one and the same node on both sides. */
static bool is_with_itself(const Look *s)
{
    const Node *n = s->step->node;
    return n->input_count == 2 && n->inputs[0] == n->inputs[1];
}

static bool sees_another(const Look *s)
{
    return top_between(s).row >= 0;
}

static bool gives_most_away(const Look *s)
{
    Place p = top_between(s);
    return p.row >= 0 && at(seen_tensor(s), p.row, p.col) > (real)0.5;
}

static bool spreads_less(const Look *s)
{
    Look before = *s;
    Step inputs = *s->step;
    inputs.node = s->step->node->inputs[0];
    before.step = &inputs;
    return standard_deviation(seen_tensor(s)) < standard_deviation(seen_tensor(&before));
}

static bool last_sees_nothing(const Look *s)
{
    return last_weight(s, 0) <= 0;
}

static bool last_sees_one(const Look *s)
{
    return last_weight(s, 0) > 0 && last_weight(s, 1) <= 0;
}

static bool last_sees_nearly_one(const Look *s)
{
    return last_weight(s, 0) > 0.995;
}

static bool last_sees_two(const Look *s)
{
    Tensor w = weights_of(s);
    int parts = 0;
    for (int j = 0; j < w.cols; j++)
        parts += at(w, w.rows - 1, j) > 0;
    return parts == 2;
}

static bool has_few_parts(const Look *s)
{
    enum { FEW = 4 };
    return weights_of(s).cols <= FEW;
}

static bool is_of_one(const Look *s)
{
    return s->step->node->input_count == 1;
}

static bool heads_agree(const Look *s)
{
    return widest_disagreement(s).gap <= 0;
}

static bool is_zero(const Look *s)
{
    Place p = largest_size(seen_tensor(s), s->step->mask);
    return p.row >= 0 && at(seen_tensor(s), p.row, p.col) == 0;
}

static bool is_far_as_alike(const Look *s)
{
    Tensor t = seen_tensor(s);
    return row_cosine(t, 0, t.rows - 1) >= row_cosine(t, 0, 1);
}

/* Rows are other places than columns: words of another language. */
static bool is_crossing(const Look *s)
{
    return s->step->rows.labels != s->step->cols.labels;
}

static bool is_one_wave(const Look *s)
{
    return s->step->cols.count == 2;
}

static bool has_three_rows(const Look *s)
{
    return s->step->rows.count >= 3;
}

const Condition conditions[] = {
    {"masked", is_masked},
    {"all-masked", is_all_masked},
    {"blind-rows", has_blind_rows},
    {"one-cell", is_one_cell},
    {"equal", is_equal},
    {"one-row", is_one_row},
    {"one-col", is_one_column},
    {"three-rows", has_three_rows},
    {"crossing", is_crossing},
    {"symmetric", is_symmetric},
    {"with-itself", is_with_itself},
    {"sees-another", sees_another},
    {"gives-most-away", gives_most_away},
    {"spreads-less", spreads_less},
    {"last-sees-nothing", last_sees_nothing},
    {"last-sees-one", last_sees_one},
    {"last-sees-nearly-one", last_sees_nearly_one},
    {"last-sees-two", last_sees_two},
    {"few-parts", has_few_parts},
    {"of-one", is_of_one},
    {"heads-agree", heads_agree},
    {"zero", is_zero},
    {"far-as-alike", is_far_as_alike},
    {"one-wave", is_one_wave},
    {"all-flat", all_are_flat},
    {"some-flat", some_are_flat},
    {"repeated", has_repeated_words},
    {"unknown", has_unknown_words},
    {"forms", has_other_forms},
    {"left-out", has_left_out},
    {0},
};
