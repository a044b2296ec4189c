#include "trace/traces.h"

static void add_settings(Trace *t, const Learning *l, const LearningSubject *s)
{
    add_number_setting(t, "sentences", l->sentences);
    add_number_setting(t, "seeds", l->seeds.count);
    add_setting(t, "seed", s->seed, true);
    add_setting(t, "equal", s->equal, false);
    add_setting(t, "learned from", s->learned, false);
    add_setting(t, "recipe", s->recipe, false);
}

Trace *trace_learning(Graph *g, const Learning *l, const LearningSubject *subject)
{
    Trace *t = trace_begin(g);
    add_settings(t, l, subject);
    trace_tell(t, learning_list);
    trace_curves(t, "*", subject->x);
    trace_places(t, "reached", l->when);
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
