/* Words about any matrix: its size, its cells, what its operation was given; and about its rows as
 * vectors: how long they are, how alike, how moved, what their moments are. */
#include "model/studies.h"
#include "trace/sentences.h"

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

static double total(const Look *s)
{
    double sum = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        sum += step_number(s->step, i, s->step->cols.count - 1);
    return sum;
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

static void say_notation(const Look *s, Text *out)
{
    text_add(out, writing_of(s->trace->graph, (Node *)s->step->node)->formula.text);
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

/* Its largest cell is that of the word which the step "contributions" beside it is about. */
static double is_top_itself(const Look *s)
{
    Look about = look_there(s, "contributions");
    return !strcmp(s->step->cols.labels[word_place(s, "top").col], about.step->rows.labels[0]);
}

/* ---- a place in a list ---- */

/* Outside of one it is the first cell. */
static Place place_of_here(const Look *s)
{
    Place p = s->here ? *s->here : place_here(s, 0, 0);
    p.value = number_at(p);
    return p;
}

/* As such, without quotes. */
static void say_column(const Look *s, Text *out)
{
    const Axis *cols = s->here ? s->here->cols : &s->step->cols;
    text_add(out, cols->labels[place_of_here(s).col]);
}

const Word matrix_words[] = {
#include "trace/vocabulary_matrix.list"
    {0}};
