#include "load/arguments.h"

/* "the_2" and "the:2", as typed on a keyboard, become "the₂": the label of a repeated word. */
static const char *with_subscript(Arena *arena, const char *name)
{
    const char *mark = strrchr(name, strrchr(name, ':') ? ':' : '_');
    if (!mark || !mark[1] || strspn(mark + 1, "0123456789") != strlen(mark + 1))
        return name;
    const char *number = formula_plain(arena, arena_format(arena, "_{%s}", mark + 1));
    return arena_format(arena, "%.*s%s", (int)(mark - name), name, number);
}

enum { NONE = -1, SEVERAL = -2 };

/* The index of the label equal to the name, exactly or ignoring case. */
static int find_label(Arena *arena, const Axis *axis, const char *name, bool any_case)
{
    int found = NONE;
    for (int i = 0; i < axis->count; i++)
        if (!strcmp(any_case ? token_key(arena, axis->labels[i]) : axis->labels[i], name))
            found = found == NONE ? i : SEVERAL;
    return found;
}

static bool is_place(int found)
{
    return found >= 0 || found == EVERY_PLACE;
}

int place_find(Arena *arena, const Axis *axis, const char *name, bool all)
{
    const char *label = with_subscript(arena, name);
    intmax_t position;
    int place = find_label(arena, axis, name, false);
    if (place == NONE)
        place = find_label(arena, axis, label, false);
    if (place == NONE && utf8_valid_length(label, strlen(label)) == strlen(label))
        place = find_label(arena, axis, token_key(arena, label), true);
    if (place == NONE && is_whole_number(label, 1, axis->count, &position))
        place = (int)position - 1;
    return place == NONE && all && !strcmp(name, "*") ? EVERY_PLACE : place;
}

/* The error message lists at most MOST labels. */
int place_parse(Arena *arena, const char *where, const Axis *axis, const char *name, bool all)
{
    enum { MOST = 12 };
    int place = place_find(arena, axis, name, all);
    if (is_place(place))
        return place;
    if (place == SEVERAL)
        fail_usage("%s: there are several '%s'; give a position from 1 to %d", where, name,
                   axis->count);
    fail_usage("%s: no %s '%s'; there are %d: %s%s", where, axis->name, name, axis->count,
               join_strings(arena, axis->labels, smaller(axis->count, MOST), " ", " "),
               axis->count > MOST ? " …" : "");
}

/* A token may itself be a comma, so every comma is tried as the one between row and column; if none
   fits, the error is that of the first. */
static StepCell find_cell(Arena *arena, const char *where, const Step *step, const char *inside,
                          bool all)
{
    for (const char *comma = strchr(inside, ','); comma; comma = strchr(comma + 1, ',')) {
        const char *row = arena_strndup(arena, inside, (size_t)(comma - inside));
        StepCell cell = {step, place_find(arena, &step->rows, row, all),
                         place_find(arena, &step->cols, comma + 1 + strspn(comma + 1, " "), all)};
        if (is_place(cell.row) && is_place(cell.col))
            return cell;
    }
    const char *col = inside, *row = next_part(arena, &col, ",");
    int found = place_parse(arena, where, &step->rows, row, all);
    col += strspn(col, " ");
    return (StepCell){step, found, place_parse(arena, where, &step->cols, col, all)};
}

static _Noreturn void fail_step(Arena *arena, const char *where, const Trace *trace, const char *id)
{
    Strings ids = {0};
    for (int i = 0; i < trace->step_count; i++)
        strings_add(arena, &ids, trace->steps[i].id);
    const char *meant = nearest(id, ids.items, ids.count);
    if (meant)
        fail_usage("%s: no step '%s'; did you mean %s?", where, id, meant);
    fail_usage("%s: no step '%s'; the tables name theirs, from %s to %s", where, id, ids.items[0],
               ids.items[ids.count - 1]);
}

StepCell cell_parse(Arena *arena, const char *what, const Trace *trace, const char *text, bool all)
{
    const char *where = arena_format(arena, "%s '%s'", what, text), *open = strchr(text, '[');
    size_t length = strlen(text);
    if (!open || !strchr(open, ',') || text[length - 1] != ']')
        fail_usage("%s: expected step[row,column], as in %s[1,1]", where,
                   trace->steps[trace->step_count - 1].id);
    const char *id = arena_strndup(arena, text, (size_t)(open - text));
    intmax_t number;
    const Step *step = trace_any_step(trace, id);
    if (!step && is_whole_number(id, 1, trace->step_count, &number))
        step = &trace->steps[number - 1];
    if (!step)
        fail_step(arena, where, trace, id);
    if (step->texts)
        fail_usage("%s: the cells of %s are texts, not numbers", where, id);
    const char *inside = arena_strndup(arena, open + 1, (size_t)(text + length - open) - 2);
    return find_cell(arena, where, step, inside, all);
}
