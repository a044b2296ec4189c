/* Words about any matrix: its size, its rows as vectors, its cells. */
#include "graph/ops.h"
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

static Node *cosines_of_rows(Graph *g, Node *a)
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

/* What formulas call it. */
static void say_symbol(const Look *s, Text *out)
{
    text_add(out, writing_of(s->trace->graph, (Node *)s->step->node)->formula.text);
}

/* What formulas call its second input. */
static void say_right(const Look *s, Text *out)
{
    text_add(out, writing_of(s->trace->graph, s->step->node->inputs[1])->formula.text);
}

static void say_inputs(const Look *s, Text *out)
{
    say_whole(out, s->step->node->input_count);
}

const Word matrix_words[] = {
    {"rows", say_rows},
    {"cols", say_cols},
    {"cells", say_cells},
    {"first", say_first},
    {"last", say_last},
    {"first-length", say_first_length},
    {"lengths", say_lengths},
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
    {0},
};
