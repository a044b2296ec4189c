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

/* ---- what a cell's number is ---- */

/* The numbers that a sum or difference was made from, at its largest cell. */
static Place part(const Look *s, int input)
{
    Place p = word_place(s, "largest-size");
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

static bool is_zero(const Sight *sight, int row, int col)
{
    return at(sight->numbers, row, col) == 0;
}

static bool is_one(const Sight *sight, int row, int col)
{
    return at(sight->numbers, row, col) == 1;
}

static double zeros_share(const Look *s)
{
    return word_number(s, "zeros") / word_number(s, "cells");
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
    double low = number_at(word_place(s, "smallest")), high = number_at(word_place(s, "largest"));
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
    Place low = word_place(s, "smallest"), high = word_place(s, "largest");
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
    return position_wavelength(s->step->node->parameter.base, cols_of(s->step->node), i);
}

static void say_wave_base(const Look *s, Text *out)
{
    text_format(out, "%g", s->step->node->parameter.base);
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

/* Whether the wave of a column turns at least once. */
static bool turns_round(const Sight *sight, int row, int col)
{
    (void)row;
    return col < sight->numbers.cols / 2 && wavelength(sight->s, col) <= sight->numbers.rows;
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

/* Rows are other places than columns: words of another language. */
static double crossing(const Look *s)
{
    return s->step->rows.labels != s->step->cols.labels;
}

const Word matrix_words[] = {
    {"rows", WHOLE, .number = rows},
    {"cols", WHOLE, .number = cols},
    {"other-columns", WHOLE, .number = other_columns},
    {"cells", HOW_MANY, .search = {.in = EVERYWHERE}},
    {"pairs", WHOLE, .number = pairs},
    {"ratio", DECIMAL, .number = ratio},
    {"even", DECIMAL, .number = even},
    {"crossing", WHOLE, .number = crossing},
    {"first", ROW, .search = {.cell = {1, 1}}},
    {"runner-up", ROW, .search = {.cell = {2, 1}}},
    {"final", DECIMAL, .search = {.cell = {-1, 1}}},
    {"last", ROW, .search = {.cell = {-1, -1}}},
    {"last-seen-of-first", COL, .search = {.in = FIRST_ROW, .seen = true, .value = lateness}},
    {"largest", DECIMAL, .search = {.in = EVERYWHERE}},
    {"smallest", DECIMAL, .search = {.value = smallness}},
    {"largest-size", DECIMAL, .search = {.seen = true, .value = size_of}},
    {"size", DIGITS, .search = {.seen = true, .value = size_of, .by_value = true}},
    {"first-part", DECIMAL, .place = first_part},
    {"second-part", DECIMAL, .place = second_part},
    {"last-largest", MEASURE, .search = {.in = LAST_ROW}},
    {"last-smallest", MEASURE, .search = {.in = LAST_ROW, .value = smallness}},
    {"deviation", DECIMAL, .search = {.of = {"deviation", .make = deviation}}},
    {"zeros", HOW_MANY, .search = {.among = is_zero}},
    {"seen-zeros", HOW_MANY, .search = {.among = is_zero, .seen = true}},
    {"zeros-share", DECIMAL, .number = zeros_share},
    {"ones", HOW_MANY, .search = {.among = is_one}},
    {"unevenness", DIGITS, .number = unevenness},
    {"span", TEXT, .text = say_span},
    {"range", TEXT, .text = say_range},
    {"first-course", TEXT, .text = say_first_course},
    {"second-course", TEXT, .text = say_second_course},
    {"total", GROUPED, .number = total},
    {"totals", TEXT, .text = say_totals},
    {"column-top", GROUPED, .search = {.in = LAST_COL}},
    {"dimension", WHOLE, .number = dimension},
    {"root", DECIMAL, .number = root},
    {"first-column", WHOLE, .number = first_column},
    {"last-column", WHOLE, .number = last_column},
    {"inputs", WHOLE, .number = inputs},
    {"part-cols", WHOLE, .number = part_cols},
    {"place", TEXT, .text = say_place},
    {"across", TEXT, .text = say_across},
    {"symbol", TEXT, .text = say_symbol},
    {"right", TEXT, .text = say_right},
    {"title", TEXT, .text = say_title},
    {"wave-base", TEXT, .text = say_wave_base},
    {"waves", WHOLE, .number = waves},
    {"shortest-wave", DIGITS, .number = shortest_wave},
    {"longest-wave", DIGITS, .number = longest_wave},
    {"turning", HOW_MANY, .search = {.in = FIRST_ROW, .among = turns_round}},
    {"first-angle", DIGITS, .number = first_angle},
    {"last-angle", DIGITS, .number = last_angle},
    {0},
};
