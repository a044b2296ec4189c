#include "load/arguments.h"

#include <unistd.h>

/* The cells to be set, and the value. */
typedef struct Asked {
    Arena *arena;
    const char *what, *where, *value; /* "--set", "--set 'output=0'", "0" */
    const Trace *trace;
    Changes *changes;
    StepCell cell;
} Asked;

static bool is_hidden(const Step *step, int row, int col)
{
    return step->kind != VALUE_MASK && step_is_masked(step, row, col);
}

/* ---- values ---- */

static double column_mean_of(const Step *step, int col)
{
    double sum = 0;
    int seen = 0;
    for (int i = 0; i < step->rows.count; i++)
        if (!is_hidden(step, i, col)) {
            sum += (double)node_row(step->node, i).data[col];
            seen++;
        }
    return sum / seen;
}

/* Fills c->kept and c->put for the cells, from a word, from one number, or from as many as the step
   has. */
static void fill(const Asked *a, Change *c)
{
    enum { UNIFORM, IDENTITY, MEAN, WORDS };
    static const char *const words[] = {"uniform", "identity", "mean"};
    const StepCell *cell = &a->cell;
    const Step *step = cell->step;
    bool is_there = access(a->value, F_OK) == 0;
    int times = is_there ? 0 : begins_with(a->value, "×") ? (int)strlen("×") : *a->value == 'x';
    int word = find_string(words, WORDS, lowered(a->arena, a->value));
    VectorList list = {.vectors = {1, 1, NULL}};
    const char *meant = did_you_mean(a->arena, a->value, "", words, WORDS);
    if (word < 0 && *meant && !is_there)
        fail_usage("%s: '%s' is neither a word, a vector nor a file%s", a->where, a->value, meant);
    if (word < 0)
        list = vector_list_read(a->arena, a->where, a->value + times, step->kind == VALUE_MASK);
    Tensor numbers = list.vectors;
    if (tensor_size(numbers) != 1 && !same_shape(numbers, c->put))
        fail_usage("%s: %d × %d numbers, but %s has %d × %d", a->where, numbers.rows, numbers.cols,
                   step->id, c->put.rows, c->put.cols);
    for (int i = 0; i < c->put.rows; i++)
        for (int j = 0; j < c->put.cols; j++) {
            bool asked = (cell->row == EVERY_PLACE || cell->row == i) &&
                         (cell->col == EVERY_PLACE || cell->col == j);
            if (!asked || is_hidden(step, i, j))
                continue;
            double put = word == UNIFORM    ? 1.0 / step_row_seen(step, i)
                         : word == IDENTITY ? i == j
                         : word == MEAN     ? column_mean_of(step, j)
                                        : (double)at(numbers, i % numbers.rows, j % numbers.cols);
            tensor_row(c->kept, i)[j] = times ? (real)put : 0;
            tensor_row(c->put, i)[j] = times ? 0 : (real)put;
        }
}

/* ---- steps ---- */

/* Adds the change of one step. */
static void add_change(Asked a, const char *id, const char *cells)
{
    a.cell = cell_parse(a.arena, a.what, a.trace, arena_format(a.arena, "%s%s", id, cells), true);
    const Step *step = a.cell.step;
    Change c = {step->id, a.where, tensor_filled(a.arena, step->rows.count, step->cols.count, 1),
                tensor_new(a.arena, step->rows.count, step->cols.count)};
    if (a.cell.row >= 0 && a.cell.col >= 0 && is_hidden(step, a.cell.row, a.cell.col))
        fail_usage("%s: a mask hides this cell", a.where);
    a.changes->items = arena_append(a.arena, a.changes->items, &a.changes->count, &c, sizeof c);
    fill(&a, &c);
}

/* The value begins after the last "]=", or else after the first "="; blanks beside that say
 * nothing.
 */
void change_parse(Arena *arena, const char *what, const Trace *trace, const char *text,
                  Changes *changes)
{
    const char *where = arena_format(arena, "%s '%s'", what, text), *equals = strchr(text, '=');
    for (const char *close = text; (close = strstr(close, "]=")); close++)
        equals = close + 1;
    if (!equals || equals == text || !equals[1])
        fail_usage("%s: expected step[row,column]=value", where);
    Asked a = {arena, what, where, equals + 1 + strspn(equals + 1, " "), trace, changes, {0}};
    while (equals > text && equals[-1] == ' ')
        equals--;
    const char *asked = arena_strndup(arena, text, (size_t)(equals - text)),
               *open = strchr(asked, '['), *cells = open ? open : "[*,*]",
               *id = arena_strndup(arena, asked, strcspn(asked, "["));
    int before = changes->count;
    for (const Trace *t = trace; strchr(id, '*') && t; t = t->behind)
        for (const Step *s = t->steps; s < t->steps + t->step_count; s++)
            if (id_matches(id, s->id))
                add_change(a, s->id, cells);
    if (changes->count <= before)
        add_change(a, id, cells);
}
