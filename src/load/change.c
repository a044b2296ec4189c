#include "load/arguments.h"

#include "base/number.h"
#include "base/text.h"
#include "trace/sentences.h"

#include <math.h>
#include <string.h>

/* Cells to be set, and to what. */
typedef struct Asked {
    Arena *arena;
    const char *where; /* begins every message */
    StepCell cell;
    const char *value;
} Asked;

static bool is_hidden(const Step *step, int row, int col)
{
    return step->kind != VALUE_MASK && step_is_masked(step, row, col);
}

/* ---- values ---- */

static bool read_table(const Asked *a, Tensor *table, Error *error)
{
    VectorList list = {.labels = NULL};
    const Step *step = a->cell.step;
    bool read = vector_list_read(a->arena, a->where, a->value, false, &list, error);
    *table = list.vectors;
    return read &&
           (same_shape(*table, step->node->value) ||
            fail_usage(error, "%s: %d × %d numbers, but %s has %d × %d", a->where, table->rows,
                       table->cols, step->id, step->rows.count, step->cols.count));
}

static bool read_number(const Asked *a, const char *digits, double *number)
{
    static const double most = 1e30;
    Error ignored;
    *number = -INFINITY;
    return (a->cell.step->kind == VALUE_MASK && !strcmp(digits, "-inf")) ||
           parse_decimal("", digits, -most, most, number, &ignored);
}

static double column_mean_of(const Step *step, int col)
{
    double sum = 0;
    int seen = 0;
    for (int i = 0; i < step->rows.count; i++)
        if (!is_hidden(step, i, col)) {
            sum += (double)at(step->node->value, i, col);
            seen++;
        }
    return sum / seen;
}

/* How much of each number is kept, and what is put in its place. */
static bool fill(const Asked *a, Change *c, Error *error)
{
    enum { UNIFORM, IDENTITY, MEAN, WORDS };
    static const char *const words[] = {"uniform", "identity", "mean"};
    const StepCell *cell = &a->cell;
    size_t sign = begins_with(a->value, "×") ? strlen("×") : strspn(a->value, "x*");
    int word = find_string(words, WORDS, a->value);
    double number;
    Tensor table = {0};
    if (word < 0 && !read_number(a, a->value + sign, &number) && !read_table(a, &table, error))
        return false;
    for (int i = 0; i < c->put.rows; i++)
        for (int j = 0; j < c->put.cols; j++) {
            bool asked = (cell->row == EVERY_PLACE || cell->row == i) &&
                         (cell->col == EVERY_PLACE || cell->col == j);
            if (!asked || is_hidden(cell->step, i, j))
                continue;
            double put = word == UNIFORM    ? 1.0 / step_row_seen(cell->step, i)
                         : word == IDENTITY ? i == j
                         : word == MEAN     ? column_mean_of(cell->step, j)
                         : table.data       ? (double)at(table, i, j)
                                            : number;
            tensor_row(sign ? c->kept : c->put, i)[j] = (real)put;
            if (!sign)
                tensor_row(c->kept, i)[j] = 0;
        }
    return true;
}

/* ---- steps ---- */

/* All cells where none are given. */
static bool add_change(const Asked *asked, const char *what, const Trace *trace, const char *id,
                       const char *cells, Changes *changes, Error *error)
{
    Asked a = *asked;
    const char *place = arena_format(a.arena, "%s%s", id, cells ? cells : "[*,*]");
    if (!cell_parse(a.arena, what, trace, place, true, &a.cell, error))
        return fail_as_usage(error);
    const Step *step = a.cell.step;
    Change c = {step->id, a.where, tensor_filled(a.arena, step->rows.count, step->cols.count, 1),
                tensor_new(a.arena, step->rows.count, step->cols.count)};
    if (a.cell.row >= 0 && a.cell.col >= 0 && is_hidden(step, a.cell.row, a.cell.col))
        return fail_usage(error, "%s: a mask hides this cell", a.where);
    changes->items = arena_grow(a.arena, changes->items, changes->count, sizeof c);
    changes->items[changes->count++] = c;
    return fill(&a, &c, error);
}

/* The value follows the last "]=", or the first "=". */
bool change_parse(Arena *arena, const char *what, const Trace *trace, const char *text,
                  Changes *changes, Error *error)
{
    const char *equals = strchr(text, '=');
    for (const char *close = text; (close = strstr(close, "]=")); close++)
        equals = close + 1;
    Asked a = {arena, arena_format(arena, "%s '%s'", what, text), {0}, equals ? equals + 1 : ""};
    if (!*a.value)
        return fail_usage(error, "%s: expected step[row,column]=value", a.where);
    const char *asked = arena_strndup(arena, text, (size_t)(equals - text)),
               *id = arena_strndup(arena, asked, strcspn(asked, "[")), *cells = strchr(asked, '[');
    int before = changes->count;
    for (const Trace *t = trace; strchr(id, '*') && t; t = t->behind)
        for (const Step *s = t->steps; s < t->steps + t->step_count; s++)
            if (id_matches(id, s->id) && !add_change(&a, what, trace, s->id, cells, changes, error))
                return false;
    return changes->count > before || add_change(&a, what, trace, id, cells, changes, error);
}
