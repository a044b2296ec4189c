/* Words about any matrix: its size, its cells, what its operation was given; and about its rows as
 * vectors: how long they are, how alike, how moved, what their moments are. */
#include "model/studies.h"
#include "trace/sentences.h"

/* ---- what the rows add up to ---- */

Node *row_sums(Graph *g, Node *a)
{
    return matmul(g, a, number_node(g, cols_of(a), 1, 1));
}

/* ---- size ---- */

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

/* Of the others: "31 (with attention), 12 (fixed vector)" */
static void say_totals(const Look *s, Text *out)
{
    for (int k = 0; k < s->step->cols.count - 1; k++)
        text_format(out, "%s%.0f (%s)", k ? ", " : "", column_total(s, k), s->step->cols.labels[k]);
}

/* ---- what an operation was given ---- */

static double root(const Look *s)
{
    return sqrt(s->step->node->parameter.dimension);
}

/* What the rows of its input go over: "48 features". */
static void say_across(const Look *s, Text *out)
{
    Axis axis = writing_of(s->trace->graph, s->step->node->inputs[0])->cols;
    text_format(out, "%d %s%s", axis.count, axis.name, plural(axis.count));
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

static void say_notation(const Look *s, Text *out)
{
    text_add(out, writing_of(s->trace->graph, (Node *)s->step->node)->formula.text);
}

static void say_right(const Look *s, Text *out)
{
    say_formula(s, s->step->node->inputs[1], out);
}

/* How every row of it is made. */
static void say_each(const Look *s, Text *out)
{
    const char *each = writing_of(s->trace->graph, (Node *)s->step->node)->each;
    text_add(out, each ? each : s->step->formula);
}

/* ---- a column for each length, the last the longest ---- */

static double last_length(const Look *s)
{
    return strtod(s->step->cols.labels[s->step->cols.count - 1], NULL);
}

/* Beyond that layers are not followed word by word. */
static double longest_followed(const Look *s)
{
    (void)s;
    return REACHED_MOST;
}

/* Of attention with its projections: the n at which those, 4nd², take as much as scores and sums,
   2n²d. */
static double equal_parts(const Look *s)
{
    LayerSizes sizes = {.n = 1, .d = (int)strtod(trace_setting(s->trace, "d"), NULL)};
    CostTerm terms[COST_TERMS];
    layer_terms(LAYER_MULTI_HEAD, &sizes, terms);
    return terms[0].coefficient * terms[0].product / (terms[1].coefficient * terms[1].product);
}

/* ---- waves: sines and cosines, a pair of features for each ---- */

/* In how many positions each turns once. */
static Tensor wavelengths(const Look *s)
{
    const Node *node = s->step->node;
    Tensor lengths = tensor_new(s->trace->arena, 1, cols_of(node) / 2);
    for (int i = 0; i < lengths.cols; i++)
        lengths.data[i] = (real)position_wavelength(node->parameter.told.number, cols_of(node), i);
    return lengths;
}

static bool turns_round(const Look *s, Place p)
{
    return at(p.in, p.row, p.col) <= (real)s->step->rows.count;
}

/* By how many degrees each is turned by a matrix of rotations. */
static Tensor angles(const Look *s)
{
    Tensor turned = wavelengths(s);
    for (int i = 0; i < turned.cols; i++)
        turned.data[i] = 360 * (real)s->step->node->parameter.told.steps / turned.data[i];
    return turned;
}

static void say_wave_base(const Look *s, Text *out)
{
    text_format(out, "%g", s->step->node->parameter.told.number);
}

/* Rows are other places than columns: words of another language. */
static double crossing(const Look *s)
{
    return s->step->rows.labels != s->step->cols.labels;
}

/* Whether rows have names; what is numbered is called "row 3". */
static double is_named(const Look *s)
{
    return !s->step->rows.unquoted;
}

/* ---- how alike the first row is to each, and each to that beside it ---- */

static Node *cosines_of_first(Graph *g, Node *a)
{
    return cosines(g, row_range(g, a, 0, 1), a);
}

static Node *row_cosines(Graph *g, Node *a, Node *b)
{
    return row_dots(g, unit_rows(g, a), unit_rows(g, b));
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

/* ---- the largest of the last row's cells that are not masked ---- */

/* Its largest cell is that of the word which the step "contributions" beside it is about. */
static double is_top_itself(const Look *s)
{
    Look about = look_there(s, "contributions");
    return !strcmp(s->step->cols.labels[word_place(s, "top").col], about.step->rows.labels[0]);
}

const Word matrix_words[] = {
#include "trace/vocabulary_matrix.list"
    {0}};
