/* Words about any matrix: its size, its rows as vectors, its cells. */
#include "base/number.h"
#include "graph/ops.h"
#include "model/positions.h"
#include "trace/formula.h"
#include "trace/vocabulary.h"

#include <math.h>
#include <string.h>

/* ---- size ---- */

static void say_rows(const Look *s, Text *out)
{
    say_whole(out, s->step->rows.count);
}

static void say_cols(const Look *s, Text *out)
{
    say_whole(out, s->step->cols.count);
}

static void say_cells(const Look *s, Text *out)
{
    say_whole(out, (long)tensor_size(seen_tensor(s)));
}

/* ---- single cells ---- */

void say_as_it_is(const Look *s, int row, int col, Text *out)
{
    char digits[NUMBER_SIZE];
    double number = step_number(s->step, row, col);
    if (s->step->kind == VALUE_COUNT)
        text_add(out, number_count(digits, number));
    else
        say_decimal(out, number);
}

/* The place of an axis called so: by its label, or "first" or "last". */
static int place_called(const Axis *axis, const char *name, size_t length)
{
    if (length == 5 && !memcmp(name, "first", length))
        return 0;
    if (length == 4 && !memcmp(name, "last", length))
        return axis->count - 1;
    for (int i = 0; i < axis->count; i++)
        if (strlen(axis->labels[i]) == length && !memcmp(axis->labels[i], name, length))
            return i;
    CHECK(false, "no %s %.*s", axis->name, (int)length, name);
    return -1;
}

void say_cell(const Look *s, const char *cell, Text *out)
{
    const char *row = cell + 1, *col = strchr(row, ',') + 1, *end = strchr(col, ']');
    say_as_it_is(s, place_called(&s->step->rows, row, (size_t)(col - 1 - row)),
                 place_called(&s->step->cols, col, (size_t)(end - col)), out);
}

static void say_first_col(const Look *s, Text *out)
{
    say_col(s, 0, out);
}

static void say_last_col(const Look *s, Text *out)
{
    say_col(s, s->step->cols.count - 1, out);
}

/* The last column that is not masked. */
static void say_last_seen_col(const Look *s, Text *out)
{
    int col = s->step->cols.count - 1;
    while (col > 0 && step_is_masked(s->step, 0, col))
        col--;
    say_col(s, col, out);
}

/* ---- the last column: what others add up to or multiply to ---- */

static void say_total(const Look *s, Text *out)
{
    char digits[NUMBER_SIZE];
    double sum = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        sum += step_number(s->step, i, s->step->cols.count - 1);
    text_add(out, number_count(digits, sum));
}

static int column_top(const Look *s)
{
    int best = 0, last = s->step->cols.count - 1;
    for (int i = 1; i < s->step->rows.count; i++)
        if (step_number(s->step, i, last) > step_number(s->step, best, last))
            best = i;
    return best;
}

static void say_column_top_row(const Look *s, Text *out)
{
    say_row(s, column_top(s), out);
}

static void say_column_top(const Look *s, Text *out)
{
    say_as_it_is(s, column_top(s), s->step->cols.count - 1, out);
}

/* ---- rows as vectors ---- */

static Tensor lengths(const Look *s)
{
    return measured(s, "lengths", row_lengths)->value;
}

static int extreme_length(const Look *s, bool longest)
{
    Tensor t = lengths(s);
    int best = 0;
    for (int i = 1; i < t.rows; i++)
        if (longest ? t.data[i] > t.data[best] : t.data[i] < t.data[best])
            best = i;
    return best;
}

int longest_row(const Look *s)
{
    return extreme_length(s, true);
}

static void say_longest(const Look *s, Text *out)
{
    say_row(s, longest_row(s), out);
}

static void say_longest_length(const Look *s, Text *out)
{
    say_decimal(out, (double)lengths(s).data[longest_row(s)]);
}

static void say_first(const Look *s, Text *out)
{
    say_row(s, 0, out);
}

static void say_last(const Look *s, Text *out)
{
    say_row(s, s->step->rows.count - 1, out);
}

static void say_first_length(const Look *s, Text *out)
{
    say_decimal(out, (double)lengths(s).data[0]);
}

static void say_length(const Look *s, int row, Text *out)
{
    say_decimal(out, (double)lengths(s).data[row]);
}

/* "the longest is that of “hit”, 4.10, the shortest that of “the”, 2.05" */
static void say_lengths(const Look *s, Text *out)
{
    int longest = extreme_length(s, true), shortest = extreme_length(s, false);
    Text most = text_new(s->trace->arena), least = text_new(s->trace->arena);
    say_length(s, longest, &most);
    say_length(s, shortest, &least);
    if (longest == shortest || !strcmp(most.data, least.data)) {
        text_add(out, lengths(s).rows == 1  ? "its length is "
                      : longest == shortest ? "all have the length "
                                            : "all have a length of about ");
        text_add(out, most.data);
        return;
    }
    text_add(out, "the longest is that of ");
    say_row(s, longest, out);
    text_format(out, ", %s, the shortest that of ", most.data);
    say_row(s, shortest, out);
    text_format(out, ", %s", least.data);
}

Node *cosines_of_rows(Graph *g, Node *a)
{
    return cosines(g, a, a);
}

/* The two rows most alike. */
static void find_most_alike(const Look *s, void *found)
{
    *(Place *)found = largest_above_diagonal(measured(s, "cosines", cosines_of_rows)->value);
}

static Place most_alike(const Look *s)
{
    return *(const Place *)remembered(s, sizeof(Place), find_most_alike);
}

static void say_alike(const Look *s, Text *out)
{
    say_row(s, most_alike(s).row, out);
}

static void say_also_alike(const Look *s, Text *out)
{
    say_row(s, most_alike(s).col, out);
}

static void say_alike_cosine(const Look *s, Text *out)
{
    Place p = most_alike(s);
    say_decimal(out, (double)at(measured(s, "cosines", cosines_of_rows)->value, p.row, p.col));
}

static double cosine_to_first(const Look *s, int row)
{
    return (double)at(measured(s, "cosines", cosines_of_rows)->value, 0, row);
}

static void say_second_cosine(const Look *s, Text *out)
{
    say_decimal(out, cosine_to_first(s, 1));
}

static void say_last_cosine(const Look *s, Text *out)
{
    say_decimal(out, cosine_to_first(s, s->step->rows.count - 1));
}

/* ---- cells ---- */

static void say_first_cell(const Look *s, Text *out)
{
    say_decimal(out, (double)seen_tensor(s).data[0]);
}

static void say_deviation(const Look *s, Text *out)
{
    say_decimal(out, (double)measured(s, "deviation", deviation)->value.data[0]);
}

static void find_largest_cell(const Look *s, void *found)
{
    *(Place *)found = largest_size(seen_tensor(s), s->step->mask);
}

static Place largest_cell(const Look *s)
{
    return *(const Place *)remembered(s, sizeof(Place), find_largest_cell);
}

static void say_largest_size(const Look *s, Text *out)
{
    Place p = largest_cell(s);
    say_decimal(out, (double)at(seen_tensor(s), p.row, p.col));
}

static void say_largest_size_row(const Look *s, Text *out)
{
    say_row(s, largest_cell(s).row, out);
}

static void say_largest_size_col(const Look *s, Text *out)
{
    say_col(s, largest_cell(s).col, out);
}

/* The first of the largest, or of the smallest. */
static Place extreme_cell(const Look *s, bool largest)
{
    Tensor t = seen_tensor(s);
    size_t best = 0;
    for (size_t i = 1; i < tensor_size(t); i++)
        if (largest ? t.data[i] > t.data[best] : t.data[i] < t.data[best])
            best = i;
    return (Place){(int)(best / (size_t)t.cols), (int)(best % (size_t)t.cols)};
}

static void say_largest(const Look *s, Text *out)
{
    Place p = extreme_cell(s, true);
    say_decimal(out, (double)at(seen_tensor(s), p.row, p.col));
}

static void say_largest_col(const Look *s, Text *out)
{
    say_col(s, extreme_cell(s, true).col, out);
}

static void say_largest_row(const Look *s, Text *out)
{
    say_row(s, extreme_cell(s, true).row, out);
}

static void say_largest_chance(const Look *s, Text *out)
{
    Place p = extreme_cell(s, true);
    say_chance(out, (double)at(seen_tensor(s), p.row, p.col));
}

static void say_smallest(const Look *s, Text *out)
{
    Place p = extreme_cell(s, false);
    say_decimal(out, (double)at(seen_tensor(s), p.row, p.col));
}

static void say_smallest_row(const Look *s, Text *out)
{
    say_row(s, extreme_cell(s, false).row, out);
}

static void say_smallest_col(const Look *s, Text *out)
{
    say_col(s, extreme_cell(s, false).col, out);
}

/* The number that a sum or difference was made from, at its largest cell: {first-part}, … */
static void say_part(const Look *s, int input, Text *out)
{
    Place p = largest_cell(s);
    say_decimal(out, (double)at(s->step->node->inputs[input]->value, p.row, p.col));
}

static void say_first_part(const Look *s, Text *out)
{
    say_part(s, 0, out);
}

static void say_second_part(const Look *s, Text *out)
{
    say_part(s, 1, out);
}

/* ---- what an operation was given ---- */

static void say_dimension(const Look *s, Text *out)
{
    say_whole(out, s->step->node->parameter.dimension);
}

static void say_root(const Look *s, Text *out)
{
    say_decimal(out, sqrt(s->step->node->parameter.dimension));
}

static void say_first_column(const Look *s, Text *out)
{
    say_whole(out, s->step->node->parameter.first_col + 1);
}

static void say_last_column(const Look *s, Text *out)
{
    say_whole(out, s->step->node->parameter.first_col + s->step->cols.count);
}

/* What a row is: "token". */
static void say_place(const Look *s, Text *out)
{
    text_add(out, s->step->rows.name);
}

/* What the rows of its input go over: "48 features". */
static void say_across(const Look *s, Text *out)
{
    Axis axis = writing_of(s->trace->graph, s->step->node->inputs[0])->cols;
    text_format(out, "%d %s%s", axis.count, axis.name, axis.count == 1 ? "" : "s");
}

static void say_formula(const Look *s, Node *node, Text *out)
{
    const char *text = writing_of(s->trace->graph, node)->formula.text;
    text_add(out, formula_plain(s->trace->arena, text));
}

/* What formulas call it. */
static void say_symbol(const Look *s, Text *out)
{
    say_formula(s, (Node *)s->step->node, out);
}

/* What formulas call its second input. */
static void say_right(const Look *s, Text *out)
{
    say_formula(s, s->step->node->inputs[1], out);
}

static void say_inputs(const Look *s, Text *out)
{
    say_whole(out, s->step->node->input_count);
}

static void say_part_cols(const Look *s, Text *out)
{
    say_whole(out, cols_of(s->step->node->inputs[0]));
}

/* ---- from the first row to the last ---- */

void say_digits(Text *out, double x)
{
    enum { DIGITS = 3, LARGE = 1000 };
    char digits[NUMBER_SIZE];
    text_add(out, fabs(x) < LARGE ? number_digits(digits, x, DIGITS) : number_fixed(digits, x, 0));
}

/* "0.907 (dₖ 1)", "0.925 (“bat”)" */
static void say_at(const Look *s, int row, int col, Text *out)
{
    say_digits(out, (double)at(seen_tensor(s), row, col));
    text_add(out, " (");
    if (s->step->rows.unquoted)
        text_format(out, "%s ", s->step->rows.name);
    say_row(s, row, out);
    text_add(out, ")");
}

/* "from 0.0886 (“with”) to 0.925 (“bat”)": the smallest and the largest. */
static void say_range(const Look *s, Text *out)
{
    Place low = extreme_cell(s, false), high = extreme_cell(s, true);
    bool differ = at(seen_tensor(s), low.row, low.col) < at(seen_tensor(s), high.row, high.col);
    text_add(out, differ ? "from " : "");
    say_at(s, low.row, low.col, out);
    text_add(out, differ ? " to " : s->step->rows.count > 1 ? " and all others" : "");
    if (differ)
        say_at(s, high.row, high.col, out);
}

/* "from 0.907 (dₖ 1) to 257 (dₖ 256)" */
static void say_course(const Look *s, int col, Text *out)
{
    int last = s->step->rows.count - 1;
    text_add(out, last ? "from " : "");
    say_at(s, 0, col, out);
    text_add(out, last ? " to " : "");
    if (last)
        say_at(s, last, col, out);
}

static void say_first_course(const Look *s, Text *out)
{
    say_course(s, 0, out);
}

static void say_second_course(const Look *s, Text *out)
{
    say_course(s, 1, out);
}

static int largest_of_last(const Look *s)
{
    return largest_in_row(seen_tensor(s), s->step->rows.count - 1);
}

static void say_last_largest(const Look *s, Text *out)
{
    say_digits(out, (double)at(seen_tensor(s), s->step->rows.count - 1, largest_of_last(s)));
}

static void say_last_largest_col(const Look *s, Text *out)
{
    say_col(s, largest_of_last(s), out);
}

static void say_last_cell(const Look *s, Text *out)
{
    say_digits(out, (double)seen_tensor(s).data[tensor_size(seen_tensor(s)) - 1]);
}

/* How far from zero a cell is at most. */
static void say_size(const Look *s, Text *out)
{
    Place p = largest_cell(s);
    say_digits(out, fabs((double)at(seen_tensor(s), p.row, p.col)));
}

/* How far apart cells at the same distance from the diagonal are at most. */
static void say_unevenness(const Look *s, Text *out)
{
    say_digits(out, widest_along_diagonals(seen_tensor(s)));
}

/* ---- rows less their mean, over their deviation ---- */

/* Whether the numbers of a row were all equal: they have become 0. */
static bool is_flat(const Node *standard, int row)
{
    return standard->inputs[2]->value.data[row] == 0;
}

bool all_are_flat(const Look *s)
{
    int flat = 0;
    for (int i = 0; i < rows_of(s->step->node); i++)
        flat += is_flat(s->step->node, i);
    return flat == rows_of(s->step->node);
}

bool some_are_flat(const Look *s)
{
    for (int i = 0; i < rows_of(s->step->node); i++)
        if (is_flat(s->step->node, i))
            return true;
    return false;
}

/* How far the rows' moments are from what they should be, at most. */
static void say_off(const Look *s, const Node *moments, double expected, Text *out)
{
    double most = 0;
    for (int i = 0; i < rows_of(moments); i++)
        if (!is_flat(s->step->node, i))
            most = fmax(most, fabs((double)moments->value.data[i] - expected));
    say_digits(out, most);
}

static void say_mean_off(const Look *s, Text *out)
{
    say_off(s, measured(s, "means", row_mean), 0, out);
}

static Node *variance_of_rows(Graph *g, Node *a)
{
    return row_variance(g, a, row_mean(g, a));
}

static void say_variance_off(const Look *s, Text *out)
{
    say_off(s, measured(s, "variances", variance_of_rows), 1, out);
}

/* ---- waves: sines and cosines, a pair of features for each ---- */

/* In how many positions wave i of a step turns once. */
static double wavelength(const Look *s, int i)
{
    return position_wavelength(s->step->node->parameter.base, cols_of(s->step->node), i);
}

static void say_wave_base(const Look *s, Text *out)
{
    text_format(out, "%g", s->step->node->parameter.base);
}

static void say_waves(const Look *s, Text *out)
{
    say_whole(out, s->step->cols.count / 2);
}

static void say_shortest_wave(const Look *s, Text *out)
{
    say_digits(out, wavelength(s, 0));
}

static void say_longest_wave(const Look *s, Text *out)
{
    say_digits(out, wavelength(s, s->step->cols.count / 2 - 1));
}

/* How many waves turn at least once. */
static void say_turning(const Look *s, Text *out)
{
    int turning = 0;
    for (int i = 0; i < s->step->cols.count / 2; i++)
        turning += wavelength(s, i) <= s->step->rows.count;
    say_whole(out, turning);
}

/* By how many degrees a wave is turned by a matrix of rotations. */
static void say_angle(const Look *s, int i, Text *out)
{
    const Node *node = s->step->node;
    double turn = 360.0 * node->parameter.turn.steps;
    say_digits(out, turn / position_wavelength(node->parameter.turn.base, cols_of(node), i));
}

static void say_first_angle(const Look *s, Text *out)
{
    say_angle(s, 0, out);
}

static void say_last_angle(const Look *s, Text *out)
{
    say_angle(s, s->step->cols.count / 2 - 1, out);
}

const Word matrix_words[] = {
    {"rows", say_rows},
    {"cols", say_cols},
    {"cells", say_cells},
    {"first-col", say_first_col},
    {"last-col", say_last_col},
    {"last-seen-col", say_last_seen_col},
    {"total", say_total},
    {"column-top-row", say_column_top_row},
    {"column-top", say_column_top},
    {"first", say_first},
    {"last", say_last},
    {"first-length", say_first_length},
    {"lengths", say_lengths},
    {"longest", say_longest},
    {"longest-length", say_longest_length},
    {"alike", say_alike},
    {"also-alike", say_also_alike},
    {"alike-cosine", say_alike_cosine},
    {"second-cosine", say_second_cosine},
    {"last-cosine", say_last_cosine},
    {"first-cell", say_first_cell},
    {"deviation", say_deviation},
    {"largest", say_largest},
    {"largest-row", say_largest_row},
    {"largest-col", say_largest_col},
    {"largest-chance", say_largest_chance},
    {"smallest", say_smallest},
    {"smallest-row", say_smallest_row},
    {"smallest-col", say_smallest_col},
    {"largest-size", say_largest_size},
    {"largest-size-row", say_largest_size_row},
    {"largest-size-col", say_largest_size_col},
    {"first-part", say_first_part},
    {"second-part", say_second_part},
    {"dimension", say_dimension},
    {"root", say_root},
    {"first-column", say_first_column},
    {"last-column", say_last_column},
    {"symbol", say_symbol},
    {"right", say_right},
    {"inputs", say_inputs},
    {"part-cols", say_part_cols},
    {"first-course", say_first_course},
    {"second-course", say_second_course},
    {"last-cell", say_last_cell},
    {"last-largest", say_last_largest},
    {"last-largest-col", say_last_largest_col},
    {"size", say_size},
    {"unevenness", say_unevenness},
    {"range", say_range},
    {"place", say_place},
    {"across", say_across},
    {"mean-off", say_mean_off},
    {"variance-off", say_variance_off},
    {"wave-base", say_wave_base},
    {"waves", say_waves},
    {"shortest-wave", say_shortest_wave},
    {"longest-wave", say_longest_wave},
    {"turning", say_turning},
    {"first-angle", say_first_angle},
    {"last-angle", say_last_angle},
    {0},
};
