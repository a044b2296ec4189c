/* Every note is held against the numbers it speaks of: the sentence is taken apart again, and each
   number and name in it is looked for in the step's own matrix. */
#include "trace/notes.h"

#include "base/text.h"
#include "support/sample.h"
#include "support/sentence.h"
#include "trace/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading a note ---- */

/* A note taken apart: what stood where the pattern has a %. */
typedef struct Parts {
    Scene *scene;
    const Sample *sample;
    const Step *step;
    const char *part[MOST_PARTS];
} Parts;

/* That part i is this number, to the two decimals that notes give. */
static void check_number(const Parts *p, int i, double expected)
{
    if (!(fabs(number_in(p->part[i]) - expected) <= 0.005 + 1e-6 * fabs(expected)))
        fail_msg("%s: \"%s\" has %s for %.6f", p->step->id, p->step->note, p->part[i], expected);
}

/* Which token part i names. */
static int token_in(const Parts *p, int i)
{
    for (int k = 0; k < p->sample->tokens.count; k++)
        if (!strcmp(p->sample->tokens.labels[k], p->part[i]))
            return k;
    fail_msg("%s: \"%s\" names '%s', which is no token", p->step->id, p->step->note, p->part[i]);
    return -1;
}

static Tensor value_of(const Parts *p)
{
    return p->step->node->value;
}

static bool is_hidden(const Parts *p, int row, int col)
{
    const Node *mask = p->sample->model.mask;
    return mask && isinf(at(mask->value, row, col));
}

/* ---- what each note may say ---- */

static void check_same_word(const Parts *p)
{
    int a = token_in(p, 0), b = token_in(p, 1);
    assert_int_not_equal(a, b);
    assert_string_equal(p->sample->tokens.keys[a], p->sample->tokens.keys[b]);
    for (int k = 0; k < p->sample->model.d_model; k++)
        assert_true(at(value_of(p), a, k) == at(value_of(p), b, k));
}

static void check_most_alike(const Parts *p)
{
    int a = token_in(p, 1), b = token_in(p, 2);
    Tensor x = value_of(p);
    check_number(p, 0, x.cols);
    check_number(p, 3, row_cosine(x, a, b));
    for (int i = 0; i < x.rows; i++)
        for (int j = i + 1; j < x.rows; j++)
            assert_true(row_cosine(x, i, j) <= row_cosine(x, a, b) + 1e-12);
}

static void check_single_word(const Parts *p)
{
    assert_int_equal(value_of(p).rows, 1);
    check_number(p, 0, value_of(p).cols);
    check_number(p, 1, row_length(value_of(p), 0));
}

static void check_fading(const Parts *p)
{
    Tensor pe = value_of(p);
    check_number(p, 0, row_cosine(pe, 0, 1));
    check_number(p, 1, pe.rows);
    check_number(p, 2, row_cosine(pe, 0, pe.rows - 1));
    assert_true(row_cosine(pe, 0, pe.rows - 1) < row_cosine(pe, 0, 1));
}

static void check_not_fading(const Parts *p)
{
    Tensor pe = value_of(p);
    check_number(p, 0, row_cosine(pe, 0, 1));
    check_number(p, 1, pe.rows);
    check_number(p, 2, row_cosine(pe, 0, pe.rows - 1));
}

static void check_first_position(const Parts *p)
{
    for (int k = 0; k < value_of(p).cols; k++)
        assert_true(at(value_of(p), 0, k) == k % 2);
    check_number(p, 0, row_length(value_of(p), 0));
}

static void check_apart(const Parts *p)
{
    int a = token_in(p, 0), b = token_in(p, 1);
    assert_string_equal(p->sample->tokens.keys[a], p->sample->tokens.keys[b]);
    check_number(p, 2, row_distance(value_of(p), a, b));
}

static void check_lengthened(const Parts *p)
{
    int a = token_in(p, 0);
    check_number(p, 1, row_length(value_of(p), a));
    check_number(p, 2, row_length(p->sample->model.embeddings->value, a));
}

static int hidden_cells(const Parts *p)
{
    int n = p->sample->model.n, count = 0;
    for (int i = 0; i < n * n; i++)
        count += is_hidden(p, i / n, i % n);
    return count;
}

static int blind_rows(const Parts *p)
{
    int n = p->sample->model.n, count = 0;
    for (int i = 0; i < n; i++) {
        int seen = 0;
        for (int j = 0; j < n; j++)
            seen += !is_hidden(p, i, j);
        count += seen == 0;
    }
    return count;
}

static void check_hidden(const Parts *p)
{
    check_number(p, 0, hidden_cells(p));
    check_number(p, 1, p->sample->model.n * p->sample->model.n);
    assert_int_equal(blind_rows(p), 0);
}

static void check_one_hidden(const Parts *p)
{
    assert_int_equal(hidden_cells(p), 1);
    check_number(p, 0, p->sample->model.n * p->sample->model.n);
}

static void check_hidden_and_blind(const Parts *p)
{
    check_number(p, 0, hidden_cells(p));
    check_number(p, 1, p->sample->model.n * p->sample->model.n);
    check_number(p, 2, blind_rows(p));
    check_number(p, 3, p->sample->model.n);
}

static void check_hidden_and_one_blind(const Parts *p)
{
    check_number(p, 0, hidden_cells(p));
    check_number(p, 1, p->sample->model.n * p->sample->model.n);
    assert_int_equal(blind_rows(p), 1);
    check_number(p, 2, p->sample->model.n);
}

static void check_none_hidden(const Parts *p)
{
    assert_int_equal(hidden_cells(p), 0);
}

static void check_all_hidden(const Parts *p)
{
    assert_int_equal(hidden_cells(p), p->sample->model.n * p->sample->model.n);
}

static void check_become_masked(const Parts *p)
{
    int all = p->sample->model.n * p->sample->model.n;
    check_number(p, 0, hidden_cells(p));
    check_number(p, 1, all);
    check_number(p, 2, all - hidden_cells(p));
}

static void check_one_becomes_masked(const Parts *p)
{
    int all = p->sample->model.n * p->sample->model.n;
    assert_int_equal(hidden_cells(p), 1);
    check_number(p, 0, all);
    check_number(p, 1, all - 1);
}

static void check_all_but_one_masked(const Parts *p)
{
    int all = p->sample->model.n * p->sample->model.n;
    check_number(p, 0, all - 1);
    check_number(p, 1, all);
    assert_int_equal(hidden_cells(p), all - 1);
}

static void check_symmetric_with_lengths(const Parts *p)
{
    Tensor s = value_of(p), x = p->sample->model.input->value;
    int own = 0;
    for (int i = 0; i < s.rows; i++) {
        bool largest = true;
        for (int j = 0; j < s.cols; j++) {
            assert_true(at(s, i, j) == at(s, j, i));
            largest = largest && at(s, i, j) <= at(s, i, i);
        }
        own += largest;
        assert_true(fabs((double)at(s, i, i) - row_dot(x, i, i)) <= 1e-5 * row_dot(x, i, i));
    }
    check_number(p, 0, own);
    check_number(p, 1, s.rows);
}

static void check_not_symmetric(const Parts *p)
{
    int a = token_in(p, 0), b = token_in(p, 1);
    Tensor s = value_of(p);
    assert_int_equal(token_in(p, 3), b);
    assert_int_equal(token_in(p, 4), a);
    check_number(p, 2, (double)at(s, a, b));
    check_number(p, 5, (double)at(s, b, a));
    assert_true(at(s, a, b) > at(s, b, a));
    for (int i = 0; i < s.rows; i++)
        for (int j = 0; j < s.cols; j++)
            assert_true((double)at(s, i, j) - (double)at(s, j, i) <=
                        (double)at(s, a, b) - (double)at(s, b, a));
}

static void check_symmetric(const Parts *p)
{
    Tensor s = value_of(p);
    for (int i = 0; i < s.rows; i++)
        for (int j = 0; j < s.cols; j++)
            assert_true(at(s, i, j) == at(s, j, i));
}

static void check_one_score(const Parts *p)
{
    assert_int_equal(tensor_size(value_of(p)), 1);
    check_number(p, 0, (double)value_of(p).data[0]);
}

/* "raw/scaled" → the step "raw/scores". */
static const Step *sibling(const Parts *p, const char *stage)
{
    const char *slash = strrchr(p->step->id, '/');
    return step_named(
        p->sample->trace,
        arena_format(p->scene->arena, "%.*s/%s", (int)(slash - p->step->id), p->step->id, stage));
}

static void check_divisor(const Parts *p)
{
    bool raw = !strncmp(p->step->id, "raw/", 4);
    int d = raw ? p->sample->model.d_model : p->sample->model.d_k;
    check_number(p, 0, d);
    check_number(p, 1, sqrt(d));
}

static void check_falling_deviation(const Parts *p)
{
    double before = standard_deviation(sibling(p, "scores")->node->value);
    double after = standard_deviation(value_of(p));
    check_divisor(p);
    check_number(p, 2, before);
    check_number(p, 3, after);
    assert_true(after < before);
}

/* That no visible cell off the diagonal is larger than [a,b], which is one of them. */
static void check_largest_between(const Parts *p, int a, int b)
{
    Tensor w = value_of(p);
    assert_true(a != b && !is_hidden(p, a, b));
    for (int i = 0; i < w.rows; i++)
        for (int j = 0; j < w.cols; j++)
            assert_true(i == j || is_hidden(p, i, j) || at(w, i, j) <= at(w, a, b));
}

static double kept_on_average(const Parts *p)
{
    double sum = 0;
    for (int i = 0; i < value_of(p).rows; i++)
        sum += (double)at(value_of(p), i, i);
    return sum / value_of(p).rows;
}

static void check_most_weight(const Parts *p)
{
    int a = token_in(p, 0), b = token_in(p, 2);
    check_largest_between(p, a, b);
    check_number(p, 1, (double)at(value_of(p), a, b));
    check_number(p, 3, kept_on_average(p));
    assert_true((double)at(value_of(p), a, b) > 0.5); /* most of it */
}

static void check_largest_weight(const Parts *p)
{
    int a = token_in(p, 1), b = token_in(p, 2);
    check_largest_between(p, a, b);
    check_number(p, 0, (double)at(value_of(p), a, b));
    check_number(p, 3, kept_on_average(p));
}

static void check_each_alone(const Parts *p)
{
    Tensor w = value_of(p);
    for (int i = 0; i < w.rows; i++)
        for (int j = 0; j < w.cols; j++)
            assert_true(i == j ? at(w, i, j) == 1 : at(w, i, j) == 0);
    check_number(p, 0, 1);
}

static void check_blind(const Parts *p)
{
    check_number(p, 0, blind_rows(p));
    check_number(p, 1, p->sample->model.n);
}

static void check_one_blind(const Parts *p)
{
    assert_int_equal(blind_rows(p), 1);
    check_number(p, 0, p->sample->model.n);
}

/* The row of weights that an output's note speaks of. */
static const real *weights_of(const Parts *p, int row)
{
    return tensor_row(sibling(p, "weights")->node->value, row);
}

static void check_sees_nothing(const Parts *p)
{
    int row = token_in(p, 0);
    for (int j = 0; j < p->sample->model.n; j++)
        assert_true(weights_of(p, row)[j] == 0);
    for (int k = 0; k < value_of(p).cols; k++)
        assert_true(at(value_of(p), row, k) == 0);
}

static void check_part_name(const Parts *p, int i)
{
    assert_string_equal(p->part[i], strncmp(p->step->id, "raw/", 4) ? "value" : "vector");
}

static void check_is_copy(const Parts *p)
{
    int row = token_in(p, 0), source = token_in(p, 2);
    check_part_name(p, 1);
    for (int j = 0; j < p->sample->model.n; j++)
        assert_true(weights_of(p, row)[j] == (j == source));
}

static void check_nearly_copy(const Parts *p)
{
    int row = token_in(p, 0), source = token_in(p, 2);
    check_part_name(p, 1);
    check_number(p, 3, (double)weights_of(p, row)[source]);
    assert_true((double)weights_of(p, row)[source] > 0.99);
}

/* That the two have the largest weights of the row; returns what is left for the others. */
static double check_two_largest(const Parts *p, int row, int first, int second)
{
    const real *w = weights_of(p, row);
    double rest = 0;
    assert_true(first != second && w[first] >= w[second]);
    for (int j = 0; j < p->sample->model.n; j++)
        if (j != first && j != second) {
            assert_true(w[j] <= w[second]);
            rest += (double)w[j];
        }
    check_number(p, 1, (double)w[first]);
    check_number(p, 4, (double)w[second]);
    return rest;
}

static void check_mixed(const Parts *p)
{
    check_part_name(p, 2);
    check_number(p, 6, check_two_largest(p, token_in(p, 0), token_in(p, 3), token_in(p, 5)));
}

static void check_mixed_of_two(const Parts *p)
{
    check_part_name(p, 2);
    assert_true(check_two_largest(p, token_in(p, 0), token_in(p, 3), token_in(p, 5)) == 0);
}

static void check_matrix(const Parts *p)
{
    assert_string_equal(p->part[0], "random, not learned");
    check_number(p, 1, standard_deviation(value_of(p)));
}

/* That the columns are those of the whole matrix that the weights have under this name. */
static void check_columns(const Parts *p)
{
    int first = atoi(p->part[0]), last = atoi(p->part[1]);
    assert_int_equal(last - first + 1, value_of(p).cols);
    Tensor whole = p->step->node->inputs[0]->value;
    for (int k = 0; k < whole.rows; k++)
        assert_true(at(whole, k, first - 1) == at(value_of(p), k, 0) &&
                    at(whole, k, last - 1) == at(value_of(p), k, value_of(p).cols - 1));
    assert_string_equal(p->part[2], strrchr(p->step->id, '/') + 1);
    check_number(p, 4, standard_deviation(value_of(p)));
}

static void check_lengths(const Parts *p)
{
    Tensor t = value_of(p);
    int longest = token_in(p, 1), shortest = token_in(p, 3);
    check_number(p, 2, row_length(t, longest));
    check_number(p, 4, row_length(t, shortest));
    for (int i = 0; i < t.rows; i++) {
        assert_true(row_length(t, i) <= row_length(t, longest));
        assert_true(row_length(t, i) >= row_length(t, shortest));
    }
}

static void check_equal_lengths(const Parts *p)
{
    for (int i = 0; i < value_of(p).rows; i++)
        check_number(p, 1, row_length(value_of(p), i));
}

static void check_one_length(const Parts *p)
{
    assert_int_equal(value_of(p).rows, 1);
    check_number(p, 1, row_length(value_of(p), 0));
}

static void check_side_by_side(const Parts *p)
{
    check_number(p, 0, p->sample->model.multi.head_count);
    check_number(p, 1, p->sample->model.d_k);
}

static void check_one_head(const Parts *p)
{
    assert_int_equal(p->sample->model.multi.head_count, 1);
}

/* The cosine between what came in and what came out for one token. */
static double turn(const Parts *p, int row)
{
    Tensor in = p->sample->model.input->value, out = value_of(p);
    double product = 0, lengths = row_length(in, row) * row_length(out, row);
    for (int k = 0; k < in.cols; k++)
        product += (double)at(in, row, k) * (double)at(out, row, k);
    return lengths > 0 ? product / lengths : 0;
}

static void check_farthest(const Parts *p)
{
    int farthest = token_in(p, 0);
    check_number(p, 1, turn(p, farthest));
    for (int i = 0; i < p->sample->model.n; i++)
        assert_true(turn(p, i) >= turn(p, farthest) - 1e-12);
}

static void check_only_turn(const Parts *p)
{
    assert_int_equal(p->sample->model.n, 1);
    check_number(p, 0, turn(p, 0));
}

static double weight_in_head(const Parts *p, int head, int row, int col)
{
    assert_in_range(head, 1, p->sample->model.multi.head_count);
    return (double)at(p->sample->model.multi.heads[head - 1].attention.weights->value, row, col);
}

/* How far apart the heads are in one cell. */
static double disagreement(const Parts *p, int row, int col)
{
    double low = 2, high = -1;
    for (int h = 1; h <= p->sample->model.multi.head_count; h++) {
        low = fmin(low, weight_in_head(p, h, row, col));
        high = fmax(high, weight_in_head(p, h, row, col));
    }
    return high - low;
}

static void check_disagreement(const Parts *p)
{
    int row = token_in(p, 0), col = token_in(p, 1), n = p->sample->model.n;
    double high = weight_in_head(p, atoi(p->part[3]), row, col);
    double low = weight_in_head(p, atoi(p->part[5]), row, col);
    check_number(p, 2, high);
    check_number(p, 4, low);
    check_number(p, 6, (double)at(value_of(p), row, col));
    assert_true(high - low == disagreement(p, row, col) && high > low);
    for (int i = 0; i < n * n; i++)
        assert_true(disagreement(p, i / n, i % n) <= high - low);
}

static void check_agreement(const Parts *p)
{
    int n = p->sample->model.n;
    for (int i = 0; i < n * n; i++)
        assert_true(disagreement(p, i / n, i % n) == 0);
}

static void check_largest_difference(const Parts *p)
{
    int row = token_in(p, 0), col = token_in(p, 1), n = p->sample->model.n;
    Tensor difference = value_of(p);
    check_number(p, 2, (double)at(p->sample->model.mean->value, row, col));
    check_number(p, 3, (double)at(p->sample->model.raw.weights->value, row, col));
    assert_false(is_hidden(p, row, col));
    assert_true(at(difference, row, col) != 0);
    for (int i = 0; i < n * n; i++)
        assert_true(fabs((double)difference.data[i]) <= fabs((double)at(difference, row, col)));
}

static void check_no_difference(const Parts *p)
{
    for (size_t i = 0; i < tensor_size(value_of(p)); i++)
        assert_true(value_of(p).data[i] == 0);
}

/* Every sentence that a step may have; the id ends so. */
static const struct {
    const char *id, *pattern;
    void (*check)(const Parts *parts);
} sentences[] = {
    {"embeddings", "% and % are one word and enter as one vector: their rows are equal.",
     check_same_word},
    {"embeddings", "Every word is a row of % numbers; the two most alike are % and %, cosine %.",
     check_most_alike},
    {"embeddings", "One word, one row of % numbers, of length %.", check_single_word},
    {"positional",
     "A row a position, whatever the word: neighbours are alike (1 and 2: cosine %), distant ones "
     "less (1 and %: %).",
     check_fading},
    {"positional",
     "A row a position, whatever the word: 1 and 2 have the cosine %, 1 and % have %.",
     check_not_fading},
    {"positional",
     "A row a position, whatever the word; position 1 is sin 0 and cos 0 in turn, of length %.",
     check_first_position},
    {"input", "With their positions added % and % are two vectors, % apart.", check_apart},
    {"input", "Word and position in one vector; that of % is now % long, % before.",
     check_lengthened},
    {"mask", "% of % cells are −∞: there the key is hidden from the query.", check_hidden},
    {"mask", "1 of % cells is −∞: there the key is hidden from the query.", check_one_hidden},
    {"mask", "% of % cells are −∞; % of % queries see nothing at all: their weights will be 0.",
     check_hidden_and_blind},
    {"mask", "% of % cells are −∞; 1 of % queries sees nothing at all: its weights will be 0.",
     check_hidden_and_one_blind},
    {"mask", "1 of 1 cells is −∞; 1 of 1 queries sees nothing at all: its weights will be 0.",
     check_all_hidden},
    {"mask", "Nothing is hidden: every query sees every key.", check_none_hidden},
    {"raw/scores",
     "Symmetric, with each row's squared length on the diagonal: it is the largest of its row in "
     "% of % rows.",
     check_symmetric_with_lengths},
    {"/scores", "Not symmetric: % asking % scores %, % asking % %.", check_not_symmetric},
    {"/scores", "Symmetric: any two words score each other alike.", check_symmetric},
    {"/scores", "One query, one key, one score: %.", check_one_score},
    {"/scaled", "Divided by √% = %: the standard deviation of the scores falls from % to %.",
     check_falling_deviation},
    {"/scaled", "Divided by √% = %.", check_divisor},
    {"/masked", "% of % scores become −∞, the other % stay as they were.", check_become_masked},
    {"/masked", "1 of % scores becomes −∞, the other % stay as they were.",
     check_one_becomes_masked},
    {"/masked", "% of % scores become −∞, the other 1 stays as it was.", check_all_but_one_masked},
    {"/masked", "No score is masked: all stay as they were.", check_none_hidden},
    {"/masked", "Every score becomes −∞.", check_all_hidden},
    {"difference/weights",
     "The cell that differs most is from % to %: % with the projections, % without.",
     check_largest_difference},
    {"difference/weights", "Nothing differs: the projections do not change a weight.",
     check_no_difference},
    {"difference/weights", "Every cell is masked: nothing differs.", check_all_hidden},
    {"mean/weights", "The heads differ most from % to %: % in head %, % in head %, % on average.",
     check_disagreement},
    {"mean/weights", "The heads do not differ: all have the same weights.", check_agreement},
    {"mean/weights", "With one head the mean is that head.", check_one_head},
    {"/weights", "% gives most of its weight, %, to %; on average a word keeps % for itself.",
     check_most_weight},
    {"/weights",
     "The largest weight between two places is %, from % to %; on average a word keeps % for "
     "itself.",
     check_largest_weight},
    {"/weights", "No word sees another; the weight a word keeps for itself is %.",
     check_each_alone},
    {"/weights", "1 of % queries sees nothing at all: its weights are 0.", check_one_blind},
    {"/weights", "% of % queries see nothing at all: their weights are 0.", check_blind},
    {"/output", "% sees nothing, so its row is zero.", check_sees_nothing},
    {"/output", "The row of % is nearly the % of % alone, which has % of the weight.",
     check_nearly_copy},
    {"/output", "The row of % is % of the % of %, % of that of %, and % of the others.",
     check_mixed},
    {"/output", "The row of % is % of the % of % and % of that of %.", check_mixed_of_two},
    {"/output", "The row of % is the % of %.", check_is_copy},
    {"/W_Q", "Columns % to % of the whole % (%), with a standard deviation of %.", check_columns},
    {"/W_K", "Columns % to % of the whole % (%), with a standard deviation of %.", check_columns},
    {"/W_V", "Columns % to % of the whole % (%), with a standard deviation of %.", check_columns},
    {"W_O", "The matrix that mixes the heads (%), with a standard deviation of %.", check_matrix},
    {"/Q", "One query a word, %; the longest is that of %, %, the shortest that of %, %.",
     check_lengths},
    {"/K", "One key a word, %; the longest is that of %, %, the shortest that of %, %.",
     check_lengths},
    {"/V", "One value a word, %; the longest is that of %, %, the shortest that of %, %.",
     check_lengths},
    {"/Q", "One query a word, %; all have the length %.", check_equal_lengths},
    {"/K", "One key a word, %; all have the length %.", check_equal_lengths},
    {"/V", "One value a word, %; all have the length %.", check_equal_lengths},
    {"/Q", "One query a word, %, of length %.", check_one_length},
    {"/K", "One key a word, %, of length %.", check_one_length},
    {"/V", "One value a word, %, of length %.", check_one_length},
    {"concat", "The outputs of the % heads side by side, % features each.", check_side_by_side},
    {"concat", "With one head this is that head's output.", check_one_head},
    {"output",
     "The heads mixed into one vector a word; farthest from its input is that of %, "
     "cosine %.",
     check_farthest},
    {"output", "The heads mixed into one vector, cosine % to its input.", check_only_turn},
};

enum { SENTENCES = sizeof sentences / sizeof *sentences };

/* A note that fits no known sentence is a failure; one that fits several is checked as the first,
   the more telling. `met` counts what was met. */
static void check_note(Scene *scene, const Sample *sample, const Step *step, int met[SENTENCES])
{
    Parts parts = {.scene = scene, .sample = sample, .step = step};
    for (int i = 0; i < SENTENCES; i++)
        if (ends_with(step->id, sentences[i].id) &&
            sentence_matches(scene->arena, step->note, sentences[i].pattern, parts.part)) {
            sentences[i].check(&parts);
            met[i]++;
            return;
        }
    fail_msg("%s says something else: %s", step->id, step->note);
}

static void check_notes(Scene *scene, SampleSettings settings, int met[SENTENCES])
{
    Sample sample = sample_new(scene, settings);
    for (int i = 0; i < sample.trace->step_count; i++)
        check_note(scene, &sample, &sample.trace->steps[i], met);
}

/* ---- the samples ---- */

static const SampleSettings samples[] = {
    {.text = "he hit the ball with the bat", .mask = "causal"},
    {.text = "he hit the ball with the bat"},
    {.text = "bat is a mammal", .no_scale = true},
    {.text = "one two three four five six", .heads = 4, .dim = 16, .mask = "local:1"},
    {.text = "bat", .mask = "causal"},
    {.text = "bat", .heads = 1, .dim = 2, .mask = "padding:1"},
    {.text = "a b", .heads = 2, .dim = 4, .mask = "causal"},
    {.text = "a b", .heads = 1, .dim = 4},
    {.text = "a a", .heads = 2, .dim = 4, .no_positions = true},
    {.text = "a a a", .heads = 3, .dim = 3, .no_positions = true},
    {.text = "a b c", .mask = "padding:3"},
    {.text = "a b c", .mask = "padding:1,local:0"},
    {.text = "a b c d", .mask = "padding:2,local:1"},
    {.text = "a b c", .mask = "local:0"},
    {.text = "a b c", .mask = "local:9"},
    {.text = "a b", .heads = 2, .dim = 4, .mask = "one.csv"},
    {.text = "a b c d e f g", .heads = 1, .dim = 2, .mask = "causal"},
    {.text = "a b c d e f g h i j k l m n o p q r s t u v w x y z", .heads = 6, .seed = 9},
    {.text = "x y z", .heads = 3, .dim = 3, .no_positions = true, .seed = 4},
};

static void every_sentence_is_true_of_its_numbers(void **state)
{
    Scene *scene = *state;
    int met[SENTENCES] = {0};
    scene_write(scene, "one.csv", "1 0\n0 0\n"); /* one cell is left */
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check_notes(scene, samples[i], met);
    for (int i = 0; i < SENTENCES; i++)
        if (!met[i])
            fail_msg("no sample has the sentence: %s: %s", sentences[i].id, sentences[i].pattern);
}

static void many_seeds_make_no_sentence_false(void **state)
{
    int met[SENTENCES] = {0};
    for (uint64_t seed = 1; seed <= 40; seed++)
        check_notes(*state, sample_settings_varied(seed), met);
}

static void words_without_a_vector_are_named(void **state)
{
    Scene *scene = *state;
    Sample s = sample_new(scene, (SampleSettings){.text = "the flurble hit the wug"});
    s.subject.unknown = "flurble, wug";
    const Trace *trace = narrate_self_attention(scene->arena, &s.model, &s.subject);
    assert_string_equal(step_named(trace, "embeddings")->note,
                        "Not in the vocabulary: flurble, wug.");
}

static void words_in_another_form_and_marks_left_out_are_named_after_the_rest(void **state)
{
    Scene *scene = *state;
    Sample s = sample_new(scene, (SampleSettings){.text = "bats"});
    const char *alone = step_named(s.trace, "embeddings")->note;
    s.subject.forms = "bats as bat";
    const Trace *trace = narrate_self_attention(scene->arena, &s.model, &s.subject);
    assert_string_equal(
        step_named(trace, "embeddings")->note,
        arena_format(scene->arena, "%s Looked up in another form: bats as bat.", alone));
    s.subject.unknown = "wug";
    s.subject.left_out = "\".\" \",\"";
    trace = narrate_self_attention(scene->arena, &s.model, &s.subject);
    assert_string_equal(step_named(trace, "embeddings")->note,
                        "Not in the vocabulary: wug. Looked up in another form: bats as bat. Left "
                        "out, having no vector: \".\" \",\".");
}

static void projections_of_zero_change_nothing_and_ask_alike(void **state)
{
    Scene *scene = *state;
    static const char *const keys[] = {"a", "b", "c"};
    static const char *const labels[] = {"a", "b", "c"};
    Weights weights = weights_random(scene->arena, keys, 3, 4, 1);
    weights.W_Q = tensor_new(scene->arena, 4, 4);
    weights.embeddings = tensor_new(scene->arena, 3, 4);
    SelfAttention model = self_attention(graph_new(scene->arena), &weights,
                                         word_vectors(scene->arena, &weights, keys, 3), 3,
                                         (SelfAttentionSettings){.heads = 2});
    Subject subject = {.sentence = "a b c", .tokens = keys, .labels = labels, .mask = "none"};
    const Trace *trace = narrate_self_attention(scene->arena, &model, &subject);
    assert_string_equal(step_named(trace, "head-1/scores")->note,
                        "Symmetric: any two words score each other alike.");
    assert_string_equal(step_named(trace, "head-1/scaled")->note, "Divided by √2 = 1.41.");
    assert_string_equal(step_named(trace, "mean/weights")->note,
                        "The heads do not differ: all have the same weights.");
    assert_string_equal(step_named(trace, "difference/weights")->note,
                        "Nothing differs: the projections do not change a weight.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_true_of_its_numbers),
        cmocka_unit_test(many_seeds_make_no_sentence_false),
        cmocka_unit_test(words_without_a_vector_are_named),
        cmocka_unit_test(words_in_another_form_and_marks_left_out_are_named_after_the_rest),
        cmocka_unit_test(projections_of_zero_change_nothing_and_ask_alike),
    };
    return run_scenes(tests);
}
