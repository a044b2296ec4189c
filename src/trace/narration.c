#include "trace/narration.h"

#include <string.h>

Trace *trace_new(Arena *arena, int most_steps, int most_panels, int most_settings, int most_texts)
{
    Trace *trace = arena_alloc(arena, 1, sizeof *trace);
    *trace = (Trace){.arena = arena,
                     .steps = arena_alloc(arena, (size_t)most_steps, sizeof *trace->steps),
                     .step_capacity = most_steps,
                     .panels = arena_alloc(arena, (size_t)most_panels, sizeof *trace->panels),
                     .panel_capacity = most_panels,
                     .settings = arena_alloc(arena, (size_t)most_settings, sizeof(Setting)),
                     .setting_capacity = most_settings,
                     .texts = arena_alloc(arena, (size_t)most_texts, sizeof(TracedText)),
                     .text_capacity = most_texts};
    return trace;
}

void add_step(Trace *trace, Step step)
{
    CHECK(trace->step_count < trace->step_capacity, "%s", step.id);
    trace->steps[trace->step_count++] = step;
}

/* Room for one more. */
static void *grown(Arena *arena, void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = 2 * *capacity + 4;
    void *more = arena_alloc(arena, (size_t)*capacity, size);
    if (count)
        memcpy(more, items, (size_t)count * size);
    return more;
}

TracedText traced_text(const char *text, int count, const char *const *tokens)
{
    return (TracedText){.text = text, .token_count = count, .tokens = tokens};
}

void add_text(Trace *trace, TracedText text)
{
    trace->texts =
        grown(trace->arena, trace->texts, trace->text_count, &trace->text_capacity, sizeof text);
    trace->texts[trace->text_count++] = text;
}

const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

void add_setting(Trace *trace, const char *name, const char *value, bool is_number)
{
    trace->settings = grown(trace->arena, trace->settings, trace->setting_count,
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
    trace->panels = grown(trace->arena, trace->panels, trace->panel_count, &trace->panel_capacity,
                          sizeof panel);
    panel.steps = grid.steps;
    panel.titles = grid.titles;
    panel.row_titles = any(grid.row_titles, panel.rows) ? grid.row_titles : NULL;
    panel.arrows = any(grid.arrows, panel.rows * panel.cols) ? grid.arrows : NULL;
    trace->panels[trace->panel_count++] = panel;
}
