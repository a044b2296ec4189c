/* Words about any matrix: its size, its cells, what its operation was given. */
#include "graph/ops.h"
#include "model/positions.h"
#include "trace/formula.h"
#include "trace/vocabulary.h"

#include <math.h>

/* ---- size ---- */

static double rows(const Look *s)
{
    return s->step->rows.count;
}

static double cols(const Look *s)
{
    return s->step->cols.count;
}

static double cells(const Look *s)
{
    return (double)tensor_size(seen_tensor(s));
}

static double other_columns(const Look *s)
{
    return cols(s) - 1;
}

static double pairs(const Look *s)
{
    return rows(s) * (rows(s) - 1) / 2;
}

/* The last row's last number by its first. */
static double ratio(const Look *s)
{
    int row = s->step->rows.count - 1, col = s->step->cols.count - 1;
    return step_number(s->step, row, col) / step_number(s->step, row, 0);
}

/* What each of the columns would have if all had the same of 1. */
static double even(const Look *s)
{
    return 1 / cols(s);
}

/* ---- where a cell stands ---- */

static Place first_cell(const Look *s)
{
    return place_here(s, 0, 0);
}

static Place last_cell(const Look *s)
{
    return place_here(s, s->step->rows.count - 1, s->step->cols.count - 1);
}

/* In the first column. */
static Place second_row(const Look *s)
{
    return place_here(s, 1, 0);
}

static Place last_row(const Look *s)
{
    return place_here(s, s->step->rows.count - 1, 0);
}

/* The last column that is not masked. */
static Place last_seen_col(const Look *s)
{
    int col = s->step->cols.count - 1;
    while (col > 0 && step_is_masked(s->step, 0, col))
        col--;
    return place_here(s, 0, col);
}

/* ---- what a cell's number is ---- */

static const Search largest = {0};

static const Search smallest = {.value = smallness};

static double size(const Look *s)
{
    return fabs(number_at(sought(s, &largest_size)));
}

static const Search largest_of_last = {.in = IN_LAST_ROW};

static const Search smallest_of_last = {.in = IN_LAST_ROW, .value = smallness};

/* The numbers that a sum or difference was made from, at its largest cell. */
static Place part(const Look *s, int input)
{
    Place p = sought(s, &largest_size);
    return place_in(s->step->node->inputs[input]->value, p.row, p.col);
}

static Place first_part(const Look *s)
{
    return part(s, 0);
}

static Place second_part(const Look *s)
{
    return part(s, 1);
}

static int count_zeros(const Look *s, bool masked)
{
    Tensor t = seen_tensor(s);
    int count = 0;
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++)
            count += at(t, i, j) == 0 && (masked || !step_is_masked(s->step, i, j));
    return count;
}

static double zeros(const Look *s)
{
    return count_zeros(s, true);
}

/* Those that no mask hides. */
static double seen_zeros(const Look *s)
{
    return count_zeros(s, false);
}

static double zeros_share(const Look *s)
{
    return zeros(s) / cells(s);
}

/* How far apart the cells of one diagonal are at most, of a square matrix. */
static double unevenness(const Look *s)
{
    Tensor t = seen_tensor(s);
    double widest = 0;
    for (int away = 1 - t.rows; away < t.rows; away++) {
        double least = INFINITY, most = -INFINITY;
        for (int i = 0; i < t.rows; i++)
            if (i + away >= 0 && i + away < t.cols) {
                least = fmin(least, (double)at(t, i, i + away));
                most = fmax(most, (double)at(t, i, i + away));
            }
        widest = fmax(widest, most - least);
    }
    return widest;
}

/* "0.10 to 0.20"; "about 0.10" where the two look alike */
static void say_span(const Look *s, Text *out)
{
    double low = number_at(sought(s, &smallest)), high = number_at(sought(s, &largest));
    text_add(out, low < high && look_equal(low, high) ? "about " : "");
    say_between(low, high, out);
}

/* "0.907 (dₖ 1)", "0.925 (“bat”)" */
static void say_at(const Look *s, Place p, Text *out)
{
    say_digits(out, number_at(p));
    text_add(out, " (");
    if (s->step->rows.unquoted)
        text_format(out, "%s ", s->step->rows.name);
    say_row(s, p.row, out);
    text_add(out, ")");
}

/* "from 0.0886 (“with”) to 0.925 (“bat”)": the smallest and the largest. */
static void say_range(const Look *s, Text *out)
{
    Place low = sought(s, &smallest), high = sought(s, &largest);
    bool differ = number_at(low) < number_at(high);
    text_add(out, differ ? "from " : "");
    say_at(s, low, out);
    text_add(out, differ ? " to " : s->step->rows.count > 1 ? " and all others" : "");
    if (differ)
        say_at(s, high, out);
}

/* "from 0.907 (dₖ 1) to 257 (dₖ 256)" */
static void say_course(const Look *s, int col, Text *out)
{
    int last = s->step->rows.count - 1;
    text_add(out, last ? "from " : "");
    say_at(s, place_here(s, 0, col), out);
    text_add(out, last ? " to " : "");
    if (last)
        say_at(s, place_here(s, last, col), out);
}

static void say_first_course(const Look *s, Text *out)
{
    say_course(s, 0, out);
}

static void say_second_course(const Look *s, Text *out)
{
    say_course(s, 1, out);
}

/* ---- the last column: what others add up to or multiply to ---- */

static double column_total(const Look *s, int col)
{
    double sum = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        sum += step_number(s->step, i, col);
    return sum;
}

static double total(const Look *s)
{
    return column_total(s, s->step->cols.count - 1);
}

/* Of the others: "with attention 31, fixed vector 12" */
static void say_totals(const Look *s, Text *out)
{
    for (int k = 0; k < s->step->cols.count - 1; k++)
        text_format(out, "%s%s %.0f", k ? ", " : "", s->step->cols.labels[k], column_total(s, k));
}

/* To the last digit, which numbers of nodes may not have. */
static double count_in_last_col(const Search *how, int row, int col)
{
    return step_number(how->s->step, row, col);
}

static const Search column_top = {.in = IN_LAST_COL, .value = count_in_last_col};

static double column_top_count(const Look *s)
{
    Place p = sought(s, &column_top);
    return step_number(s->step, p.row, p.col);
}

/* ---- what an operation was given ---- */

static double dimension(const Look *s)
{
    return s->step->node->parameter.dimension;
}

static double root(const Look *s)
{
    return sqrt(dimension(s));
}

static double first_column(const Look *s)
{
    return s->step->node->parameter.first_col + 1;
}

static double last_column(const Look *s)
{
    return s->step->node->parameter.first_col + s->step->cols.count;
}

static double inputs(const Look *s)
{
    return s->step->node->input_count;
}

static double part_cols(const Look *s)
{
    return cols_of(s->step->node->inputs[0]);
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

/* What formulas call it; what they call its second input. */
static void say_symbol(const Look *s, Text *out)
{
    say_formula(s, (Node *)s->step->node, out);
}

static void say_right(const Look *s, Text *out)
{
    say_formula(s, s->step->node->inputs[1], out);
}

static void say_title(const Look *s, Text *out)
{
    text_add(out, s->step->title);
}

/* ---- waves: sines and cosines, a pair of features for each ---- */

/* In how many positions wave i of a step turns once. */
static double wavelength(const Look *s, int i)
{
    return position_wavelength(s->step->node->parameter.turn.base, cols_of(s->step->node), i);
}

static void say_wave_base(const Look *s, Text *out)
{
    text_format(out, "%g", s->step->node->parameter.turn.base);
}

static double waves(const Look *s)
{
    return s->step->cols.count / 2;
}

static double shortest_wave(const Look *s)
{
    return wavelength(s, 0);
}

static double longest_wave(const Look *s)
{
    return wavelength(s, s->step->cols.count / 2 - 1);
}

/* How many waves turn at least once. */
static double turning(const Look *s)
{
    int count = 0;
    for (int i = 0; i < s->step->cols.count / 2; i++)
        count += wavelength(s, i) <= s->step->rows.count;
    return count;
}

/* By how many degrees a wave is turned by a matrix of rotations. */
static double angle(const Look *s, int i)
{
    const Node *node = s->step->node;
    double turn = 360.0 * node->parameter.turn.steps;
    return turn / position_wavelength(node->parameter.turn.base, cols_of(node), i);
}

static double first_angle(const Look *s)
{
    return angle(s, 0);
}

static double last_angle(const Look *s)
{
    return angle(s, s->step->cols.count / 2 - 1);
}

const Word matrix_words[] = {
    {"rows", WHOLE, {.number = rows}},
    {"cols", WHOLE, {.number = cols}},
    {"other-columns", WHOLE, {.number = other_columns}},
    {"cells", WHOLE, {.number = cells}},
    {"pairs", WHOLE, {.number = pairs}},
    {"ratio", DECIMAL, {.number = ratio}},
    {"even", DECIMAL, {.number = even}},
    {"first", ROW, {.place = first_cell}},
    {"first-col", COL, {.place = first_cell}},
    {"first-cell", DECIMAL, {.place = first_cell}},
    {"first-whole", WHOLE, {.place = first_cell}},
    {"first-chance", CHANCE, {.place = first_cell}},
    {"runner-up", ROW, {.place = second_row}},
    {"runner-up-chance", CHANCE, {.place = second_row}},
    {"last", ROW, {.place = last_cell}},
    {"last-col", COL, {.place = last_cell}},
    {"last-cell", DIGITS, {.place = last_cell}},
    {"last-seen-col", COL, {.place = last_seen_col}},
    {"final-cell", DECIMAL, {.place = last_row}},
    {"last-whole", WHOLE, {.place = last_row}},
    {"largest", DECIMAL, {.search = &largest}},
    {"largest-row", ROW, {.search = &largest}},
    {"largest-col", COL, {.search = &largest}},
    {"largest-chance", CHANCE, {.search = &largest}},
    {"smallest", DECIMAL, {.search = &smallest}},
    {"smallest-row", ROW, {.search = &smallest}},
    {"smallest-col", COL, {.search = &smallest}},
    {"largest-size", DECIMAL, {.search = &largest_size}},
    {"largest-size-row", ROW, {.search = &largest_size}},
    {"largest-size-col", COL, {.search = &largest_size}},
    {"size", DIGITS, {.number = size}},
    {"first-part", DECIMAL, {.place = first_part}},
    {"second-part", DECIMAL, {.place = second_part}},
    {"last-largest", DIGITS, {.search = &largest_of_last}},
    {"last-largest-col", COL, {.search = &largest_of_last}},
    {"last-largest-cell", DECIMAL, {.search = &largest_of_last}},
    {"last-largest-number", MEASURE, {.search = &largest_of_last}},
    {"last-smallest-col", COL, {.search = &smallest_of_last}},
    {"last-smallest-number", MEASURE, {.search = &smallest_of_last}},
    {"deviation", DECIMAL, {.measure = deviation}},
    {"zeros", WHOLE, {.number = zeros}},
    {"seen-zeros", WHOLE, {.number = seen_zeros}},
    {"zeros-share", DECIMAL, {.number = zeros_share}},
    {"unevenness", DIGITS, {.number = unevenness}},
    {"span", TEXT, {.text = say_span}},
    {"range", TEXT, {.text = say_range}},
    {"first-course", TEXT, {.text = say_first_course}},
    {"second-course", TEXT, {.text = say_second_course}},
    {"total", COUNT, {.number = total}},
    {"all-counted", WHOLE, {.number = total}},
    {"totals", TEXT, {.text = say_totals}},
    {"column-top-row", ROW, {.search = &column_top}},
    {"column-top", COUNT, {.number = column_top_count}},
    {"dimension", WHOLE, {.number = dimension}},
    {"root", DECIMAL, {.number = root}},
    {"first-column", WHOLE, {.number = first_column}},
    {"last-column", WHOLE, {.number = last_column}},
    {"inputs", WHOLE, {.number = inputs}},
    {"part-cols", WHOLE, {.number = part_cols}},
    {"place", TEXT, {.text = say_place}},
    {"across", TEXT, {.text = say_across}},
    {"symbol", TEXT, {.text = say_symbol}},
    {"right", TEXT, {.text = say_right}},
    {"title", TEXT, {.text = say_title}},
    {"wave-base", TEXT, {.text = say_wave_base}},
    {"waves", WHOLE, {.number = waves}},
    {"shortest-wave", DIGITS, {.number = shortest_wave}},
    {"longest-wave", DIGITS, {.number = longest_wave}},
    {"turning", WHOLE, {.number = turning}},
    {"first-angle", DIGITS, {.number = first_angle}},
    {"last-angle", DIGITS, {.number = last_angle}},
    {0},
};

/* ---- conditions ---- */

static bool has_three_rows(const Look *s)
{
    return s->step->rows.count >= 3;
}

static bool is_equal(const Look *s)
{
    return number_at(sought(s, &smallest)) == number_at(sought(s, &largest));
}

static bool are_ones(const Look *s)
{
    return is_equal(s) && seen_tensor(s).data[0] == 1;
}

static bool is_zero(const Look *s)
{
    return sought(s, &largest_size).row >= 0 && number_at(sought(s, &largest_size)) == 0;
}

static bool is_first_like_last(const Look *s)
{
    return look_equal(number_at(first_cell(s)), number_at(last_row(s)));
}

/* Rows are other places than columns: words of another language. */
static bool is_crossing(const Look *s)
{
    return s->step->rows.labels != s->step->cols.labels;
}

const Condition matrix_conditions[] = {
    {"one-row", ONE, {.number = rows}},
    {"one-col", ONE, {.number = cols}},
    {"one-cell", ONE, {.number = cells}},
    {"of-one", ONE, {.number = inputs}},
    {"counts-one", ONE, {.number = total}},
    {"ends-in-zero", NONE, {.search = &largest_of_last}},
    {"three-rows", HOLDS, {.holds = has_three_rows}},
    {"one-wave", ONE, {.number = waves}},
    {"equal", HOLDS, {.holds = is_equal}},
    {"ones", HOLDS, {.holds = are_ones}},
    {"zero", HOLDS, {.holds = is_zero}},
    {"first-like-last", HOLDS, {.holds = is_first_like_last}},
    {"crossing", HOLDS, {.holds = is_crossing}},
    {0},
};
