#include "trace/build.h"

#include <string.h>

Trace *trace_new(Arena *arena)
{
    Trace *trace = arena_alloc(arena, 1, sizeof *trace);
    trace->arena = arena;
    return trace;
}

Trace *trace_begin(Graph *g, int argc, const char *const *argv)
{
    Trace *trace = trace_new(g->arena);
    trace->graph = g;
    trace->argc = argc;
    trace->argv = argv;
    return trace;
}

/* ---- texts and settings ---- */

TracedText traced_text(const char *text, int count, const char *const *tokens)
{
    return (TracedText){.text = text, .token_count = count, .tokens = tokens};
}

void add_text(Trace *trace, TracedText text)
{
    trace->texts = arena_grow(trace->arena, trace->texts, trace->text_count, &trace->text_capacity,
                              sizeof text);
    trace->texts[trace->text_count++] = text;
}

const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

void add_setting(Trace *trace, const char *name, const char *value, bool is_number)
{
    trace->settings = arena_grow(trace->arena, trace->settings, trace->setting_count,
                                 &trace->setting_capacity, sizeof(Setting));
    trace->settings[trace->setting_count++] = (Setting){name, value, is_number};
}

void add_number_setting(Trace *trace, const char *name, int number)
{
    add_setting(trace, name, arena_format(trace->arena, "%d", number), true);
}

void add_source(Trace *trace, const char *origin, const char *recipe, const char *measure,
                const char *measured)
{
    add_setting(trace, "recipe", recipe, false);
    add_setting(trace, measure, measured, false);
    if (!recipe)
        return;
    const char *source = arena_format(trace->arena, "%s: %s", origin, recipe);
    trace->source =
        measured ? arena_format(trace->arena, "%s; %s %s", source, measure, measured) : source;
}

/* ---- steps ---- */

void add_step(Trace *trace, Step step)
{
    CHECK(!trace->panel_count, "%s: a panel points at the steps before", step.id);
    trace->steps = arena_grow(trace->arena, trace->steps, trace->step_count, &trace->step_capacity,
                              sizeof step);
    trace->steps[trace->step_count++] = step;
}

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
                  .rows = name->writing.rows,
                  .cols = name->writing.cols,
                  .kind = name->writing.kind,
                  .form = view.form,
                  .node = name->node,
                  .counts = name->writing.counts,
                  .mask = name->writing.mask,
                  .detail = view.role == ROLE_DETAIL,
                  .minor = view.role == ROLE_MINOR};
}

/* The names from `first` on that are not shown. */
static Trace *behind_of(const Trace *trace, const View *views, int first)
{
    const Names *names = trace->graph->names;
    Trace *behind = trace_new(trace->arena);
    for (int i = first; i < names->count; i++)
        if (first || view_of(views, names->items[i].id).role == ROLE_BEHIND)
            add_step(behind, step_of(&names->items[i], (View){0}));
    return behind;
}

void trace_tell(Trace *trace, const View *views, const char *sentences)
{
    int count = trace->graph->names->count;
    for (int i = 0; i < count; i++) {
        const Name *name = &trace->graph->names->items[i];
        View view = view_of(views, name->id);
        if (view.role != ROLE_BEHIND)
            add_step(trace, step_of(name, view));
    }
    Trace *behind = behind_of(trace, views, 0);
    trace->behind = behind;
    trace->notes = notes_read(trace->arena, (const char *const[]){sentences, shared_list}, 2);
    bool sound = trace_is_sound(trace);
    for (int i = 0; sound && i < trace->step_count; i++)
        trace->steps[i].note = note_of_step(trace, &trace->steps[i]);
    behind->behind = behind_of(trace, views, count); /* what the sentences measured */
}

Step *trace_step_edited(Trace *trace, const char *id)
{
    const Step *step = trace_step(trace, id);
    CHECK(step, "no step %s", id);
    return &trace->steps[step - trace->steps];
}

void trace_curves(Trace *trace, const char *id, Curves curves)
{
    Curves *kept = arena_alloc(trace->arena, 1, sizeof *kept);
    *kept = curves;
    trace_step_edited(trace, id)->curves = kept;
}

/* ---- panels ---- */

Grid grid_new(const Trace *trace, const char *id, int rows, int cols)
{
    Arena *arena = trace->arena;
    size_t places = (size_t)rows * (size_t)cols;
    return (Grid){.trace = trace,
                  .panel = {.id = id, .rows = rows, .cols = cols},
                  .steps = arena_alloc(arena, places, sizeof(Step *)),
                  .titles = arena_alloc(arena, places, sizeof(char *)),
                  .row_titles = arena_alloc(arena, (size_t)rows, sizeof(char *)),
                  .arrows = arena_alloc(arena, places, sizeof(char *))};
}

bool grid_place(Grid *grid, int row, int col, const char *id, const char *title, const char *arrow)
{
    const Step *step = trace_any_step(grid->trace, id);
    if (!step)
        return false;
    int i = row * grid->panel.cols + col;
    int index = trace_step(grid->trace, id) ? (int)(step - grid->trace->steps) : 0;
    grid->steps[i] = step;
    grid->titles[i] = title;
    grid->arrows[i] = arrow;
    if (index > grid->panel.after)
        grid->panel.after = index;
    return true;
}

static bool any(const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (words[i])
            return true;
    return false;
}

void add_panel(Trace *trace, Grid grid)
{
    Panel panel = grid.panel;
    trace->panels = arena_grow(trace->arena, trace->panels, trace->panel_count,
                               &trace->panel_capacity, sizeof panel);
    panel.steps = grid.steps;
    panel.titles = grid.titles;
    panel.row_titles = any(grid.row_titles, panel.rows) ? grid.row_titles : NULL;
    panel.arrows = any(grid.arrows, panel.rows * panel.cols) ? grid.arrows : NULL;
    trace->panels[trace->panel_count++] = panel;
}

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
