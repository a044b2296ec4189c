#include "trace/narration.h"

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

const char *listed(Arena *arena, int count, const int *numbers)
{
    Text list = text_new(arena);
    for (int i = 0; i < count; i++)
        text_format(&list, "%s%d", i ? "," : "", numbers[i]);
    return list.data;
}

void add_origin(Trace *trace, const Origin *o)
{
    Arena *arena = trace->arena;
    add_setting(trace, "weights", o->weights, false);
    add_setting(trace, "seed", o->seed, true);
    if (o->weights)
        trace->provenance = arena_format(arena, "%s, weights %s", trace->provenance, o->weights);
    if (o->seed)
        trace->provenance = arena_format(arena, "%s, seed %s", trace->provenance, o->seed);
    if (!o->measure)
        return;
    add_setting(trace, "recipe", o->recipe, false);
    add_setting(trace, o->measure, o->measured, false);
    if (o->recipe)
        trace->source = arena_format(arena, "%s: %s", o->weights, o->recipe);
    if (o->recipe && o->measured)
        trace->source = arena_format(arena, "%s; %s %s", trace->source, o->measure, o->measured);
}
