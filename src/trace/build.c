#include "trace/build.h"

#include <string.h>

Trace *trace_begin(Graph *g, int argc, const char *const *argv)
{
    Trace *trace = trace_new(g->arena, 0, 0, 0, 0);
    trace->graph = g;
    trace->argc = argc;
    trace->argv = argv;
    return trace;
}

/* ---- steps ---- */

static View view_of(const View *views, const char *id)
{
    for (; views && views->where; views++)
        if (id_matches(views->where, id))
            return *views;
    return (View){.role = ROLE_SHOWN};
}

static Step step_of(const Name *name, View view)
{
    return (Step){.id = name->id,
                  .title = name->title,
                  .formula = name->formula,
                  .note = "",
                  .rows = name->writing->rows,
                  .cols = name->writing->cols,
                  .kind = name->writing->kind,
                  .form = view.form,
                  .node = name->node,
                  .counts = name->writing->counts,
                  .mask = name->writing->mask,
                  .detail = view.role == ROLE_DETAIL,
                  .minor = view.role == ROLE_MINOR};
}

/* The names from `first` on that are not shown. */
static Trace *behind_of(const Trace *trace, const View *views, int first)
{
    const Names *names = trace->graph->names;
    Trace *behind = trace_new(trace->arena, names->count - first, 0, 0, 0);
    for (int i = first; i < names->count; i++)
        if (first || view_of(views, names->items[i].id).role == ROLE_BEHIND)
            add_step(behind, step_of(&names->items[i], (View){0}));
    return behind;
}

void trace_tell(Trace *trace, const View *views, const Note *sentences)
{
    int count = trace->graph->names->count;
    trace->steps = arena_alloc(trace->arena, (size_t)count, sizeof *trace->steps);
    trace->step_capacity = count;
    for (int i = 0; i < count; i++) {
        const Name *name = &trace->graph->names->items[i];
        View view = view_of(views, name->id);
        if (view.role != ROLE_BEHIND)
            add_step(trace, step_of(name, view));
    }
    Trace *behind = behind_of(trace, views, 0);
    trace->behind = behind;
    trace->sentences = sentences;
    bool sound = trace_is_sound(trace);
    for (int i = 0; sound && i < trace->step_count; i++)
        trace->steps[i].note = note_of_step(trace, &trace->steps[i], sentences);
    behind->behind = behind_of(trace, views, count); /* what the sentences measured */
}

Step *trace_step_edited(Trace *trace, const char *id)
{
    for (int i = 0; i < trace->step_count; i++)
        if (!strcmp(trace->steps[i].id, id))
            return &trace->steps[i];
    CHECK(false, "no step %s", id);
    return NULL;
}

void trace_curves(Trace *trace, const char *id, Curves curves)
{
    Curves *kept = arena_alloc(trace->arena, 1, sizeof *kept);
    *kept = curves;
    trace_step_edited(trace, id)->curves = kept;
}

/* ---- panels ---- */

static const char *trimmed(Arena *arena, const char *text, size_t length)
{
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    return arena_strndup(arena, text, length);
}

/* A matrix that is shown turned flows as it does itself. */
static Node *unturned(const Step *step)
{
    const Node *node = step->node;
    return strcmp(node->op->name, "transpose") ? (Node *)node : node->inputs[0];
}

/* A text without its end, or NULL where it ends otherwise. */
static const char *without(Arena *arena, const char *text, const char *end)
{
    size_t length = strlen(text), last = strlen(end);
    if (length <= last || strcmp(text + length - last, end) != 0)
        return NULL;
    return arena_strndup(arena, text, length - last);
}

/* What is left of a formula when that of an input at its end is taken away: "softmax" of
   "softmax(QKᵀ)", "one-hot(argmax)" of "one-hot(argmax α)"; of "K Qᵀ", whose result is shown
   turned, "· Kᵀ". NULL where it ends otherwise. */
static const char *operation_before(Arena *arena, const char *whole, const char *part)
{
    const char *left = without(arena, whole, arena_format(arena, "(%s)", part));
    if (left)
        return trimmed(arena, left, strlen(left));
    if ((left = without(arena, whole, arena_format(arena, " %s)", part))))
        return arena_format(arena, "%s)", left);
    if ((left = without(arena, whole, arena_format(arena, " %sᵀ", part))))
        return arena_format(arena, strchr(left, ' ') ? "· (%s)ᵀ" : "· %sᵀ", left);
    return NULL;
}

/* What is left of a formula when that of an input is taken away, at its start or at its end:
   "/√d_k" of "QKᵀ/√d_k", "softmax" of "softmax(QKᵀ)". */
static const char *operation_on(const Trace *trace, const Step *before, const Step *after)
{
    Formula formula = writing_derived(trace->graph, unturned(after)).formula;
    const char *whole = formula.text;
    const char *part = writing_of(trace->graph, unturned(before))->formula.text;
    if (!whole || !part)
        return "";
    const char *operation = operation_before(trace->arena, whole, part);
    if (operation)
        return operation;
    if (strncmp(whole, part, strlen(part)) != 0)
        return "";
    const char *rest = whole + strlen(part);
    bool is_factor = *rest == ' ' && formula.binding == BINDS_PRODUCT;
    if (is_factor && rest[1] != '+' && (unsigned char)rest[1] < 0x80)
        return arena_format(trace->arena, "· %s", rest + 1);
    return trimmed(trace->arena, rest, strlen(rest));
}

static bool is_made_of(const Node *node, const Node *input)
{
    for (int i = 0; i < node->input_count; i++)
        if (node->inputs[i] == input)
            return true;
    return false;
}

int grid_flow(Grid *grid, int row, int col, const char *id, const char *title)
{
    const Step *step = trace_any_step(grid->trace, id);
    const Step *before = col ? grid->steps[row * grid->panel.cols + col - 1] : NULL;
    if (!step)
        return col;
    bool flows = before && is_made_of(unturned(step), unturned(before));
    grid_place(grid, row, col, id, title, flows ? operation_on(grid->trace, before, step) : NULL);
    return col + 1;
}

/* The sign between two operands: what of the formula is neither. */
static const char *sign_between(const Trace *trace, const Step *a, const Step *b, const Step *c)
{
    const char *whole = writing_derived(trace->graph, unturned(c)).formula.text;
    const char *first = writing_of(trace->graph, unturned(a))->formula.text;
    const char *second = writing_of(trace->graph, unturned(b))->formula.text;
    if (!whole || !first || !second || strncmp(whole, first, strlen(first)) != 0)
        return "";
    const char *rest = whole + strlen(first), *end = strstr(rest, second);
    const char *sign = end ? trimmed(trace->arena, rest, (size_t)(end - rest)) : "";
    return *sign ? sign : "·";
}

void grid_equation(Grid *grid, int row, int col, const char *const ids[3],
                   const char *const titles[3])
{
    const Step *steps[3];
    for (int i = 0; i < 3; i++)
        steps[i] = trace_any_step(grid->trace, ids[i]);
    bool whole = steps[0] && steps[1] && steps[2] &&
                 is_made_of(unturned(steps[2]), unturned(steps[0])) &&
                 is_made_of(unturned(steps[2]), unturned(steps[1]));
    const char *sign = whole ? sign_between(grid->trace, steps[0], steps[1], steps[2]) : NULL;
    grid_place(grid, row, col, ids[0], titles[0], NULL);
    grid_place(grid, row, col + 1, ids[1], titles[1], sign);
    grid_place(grid, row, col + 2, ids[2], titles[2], whole ? "=" : NULL);
}
