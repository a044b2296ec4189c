#include "trace/traces.h"

Trace *trace_positions(Graph *g, PositionSettings s)
{
    Trace *t = trace_begin(g);
    add_number_setting(t, "length", s.length);
    add_number_setting(t, "d_model", s.d);
    add_setting(t, "base", arena_format(t->arena, "%.17g", s.base), true);
    add_number_setting(t, "shift", s.shift);
    trace_tell(t, positions_list);
    trace_curves(t, "*", curve_places(g->arena, s.length, NULL));
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
