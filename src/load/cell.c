#include "load/cell.h"

#include "base/nearest.h"
#include "base/number.h"
#include "base/utf8.h"
#include "load/tokens.h"
#include "trace/formula.h"

#include <string.h>

/* What is being read, for the messages. */
typedef struct Source {
    Arena *arena;
    const char *what, *text;
} Source;

/* "the_2" as "the₂": the labels of repeated words, for a keyboard. */
static const char *with_subscript(Arena *arena, const char *name)
{
    const char *mark = strrchr(name, '_');
    if (!mark || !mark[1] || strspn(mark + 1, "0123456789") != strlen(mark + 1))
        return name;
    const char *number = formula_plain(arena, arena_format(arena, "_{%s}", mark + 1));
    return arena_format(arena, "%.*s%s", (int)(mark - name), name, number);
}

enum { NONE = -1, SEVERAL = -2 };

/* The index of the label that equals the name, as it stands or in any case. */
static int find_label(Arena *arena, const Axis *axis, const char *name, bool any_case)
{
    int found = NONE;
    for (int i = 0; i < axis->count; i++) {
        const char *label = any_case ? token_key(arena, axis->labels[i]) : axis->labels[i];
        if (!strcmp(label, name))
            found = found == NONE ? i : SEVERAL;
    }
    return found;
}

/* A label as it stands, then in any case, then a position from 1. */
static int find_place(Arena *arena, const Axis *axis, const char *name)
{
    name = with_subscript(arena, name);
    int found = find_label(arena, axis, name, false);
    if (found == NONE && utf8_valid_length(name, strlen(name)) == strlen(name))
        found = find_label(arena, axis, token_key(arena, name), true);
    long position;
    Error ignored;
    if (found == NONE && parse_whole("", name, 1, axis->count, &position, &ignored))
        return (int)position - 1;
    return found;
}

/* The labels an axis offers, as many as fit a message. */
static const char *label_list(Arena *arena, const Axis *axis)
{
    enum { MOST = 12 };
    Text list = text_new(arena);
    for (int i = 0; i < axis->count && i < MOST; i++)
        text_format(&list, "%s%s", i ? " " : "", axis->labels[i]);
    text_add(&list, axis->count > MOST ? " …" : "");
    return list.data;
}

static bool fail_place(const Source *s, const Axis *axis, const char *name, Error *error)
{
    if (find_place(s->arena, axis, name) == SEVERAL)
        return fail(error, "%s '%s': there are several '%s'; give a position from 1 to %d", s->what,
                    s->text, name, axis->count);
    return fail(error, "%s '%s': no %s '%s'; there are %d: %s", s->what, s->text, axis->name, name,
                axis->count, label_list(s->arena, axis));
}

/* A token may be a comma itself, so every comma is tried as the one between row and column. */
static bool find_cell(const Source *s, const char *inside, StepCell *cell, Error *error)
{
    const Axis *rows = &cell->step->rows, *cols = &cell->step->cols;
    const char *comma = strchr(inside, ',');
    if (!comma)
        return fail(error, "%s '%s': expected %s[row,column]", s->what, s->text, cell->step->id);
    for (const char *c = comma; c; c = strchr(c + 1, ',')) {
        cell->row =
            find_place(s->arena, rows, arena_strndup(s->arena, inside, (size_t)(c - inside)));
        cell->col = find_place(s->arena, cols, c + 1);
        if (cell->row >= 0 && cell->col >= 0)
            return true;
    }
    const char *row = arena_strndup(s->arena, inside, (size_t)(comma - inside));
    bool row_is_wrong = find_place(s->arena, rows, row) < 0;
    return row_is_wrong ? fail_place(s, rows, row, error) : fail_place(s, cols, comma + 1, error);
}

static bool fail_step(const Source *s, const Trace *trace, const char *id, Error *error)
{
    const char **ids = arena_alloc(s->arena, (size_t)trace->step_count, sizeof *ids);
    for (int i = 0; i < trace->step_count; i++)
        ids[i] = trace->steps[i].id;
    const char *meant = nearest(id, ids, trace->step_count);
    if (meant)
        return fail(error, "%s '%s': no step '%s'; did you mean %s?", s->what, s->text, id, meant);
    return fail(error, "%s '%s': no step '%s'; the tables name theirs, from %s to %s", s->what,
                s->text, id, ids[0], ids[trace->step_count - 1]);
}

bool cell_parse(Arena *arena, const char *what, const Trace *trace, const char *text,
                StepCell *cell, Error *error)
{
    Source s = {arena, what, text};
    const char *open = strchr(text, '[');
    size_t length = strlen(text);
    if (!open || text[length - 1] != ']')
        return fail(error, "%s '%s': expected step[row,column], as in %s[1,1]", what, text,
                    trace->steps[trace->step_count - 1].id);
    const char *id = arena_strndup(arena, text, (size_t)(open - text));
    cell->step = trace_any_step(trace, id);
    if (!cell->step)
        return fail_step(&s, trace, id, error);
    return find_cell(&s, arena_strndup(arena, open + 1, (size_t)(text + length - open) - 2), cell,
                     error);
}
