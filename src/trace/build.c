#include "trace/build.h"

#include <string.h>

Trace *trace_begin(Graph *g)
{
    Trace *trace = trace_new(g->arena, 0, 0, 0, 0);
    trace->graph = g;
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

const double *curve_places(Arena *arena, int count, const int *numbers)
{
    double *places = arena_alloc(arena, (size_t)count, sizeof *places);
    for (int i = 0; i < count; i++)
        places[i] = numbers ? numbers[i] : i;
    return places;
}

void trace_places(Trace *trace, const char *id, const Step *looked_at)
{
    Step *step = trace_step_edited(trace, id);
    step->places = looked_at->cols.labels;
    step->place_count = looked_at->cols.count;
}
