#include "trace/traces.h"

Trace *trace_positions(Graph *g, PositionSettings s)
{
    Trace *t = trace_begin(g);
    const double *numbers = curve_places(g->arena, s.length, NULL);
    add_number_setting(t, "length", s.length);
    add_number_setting(t, "d_model", s.d);
    add_setting(t, "base", arena_format(t->arena, "%.17g", s.base), true);
    add_number_setting(t, "shift", s.shift);
    trace_tell(t, positions_list);
    trace_curves(t, "waves", (Curves){.x = numbers, .x_name = "position", .y_name = "value"});
    trace_curves(t, "distances",
                 (Curves){.x = numbers, .x_name = "distance", .y_name = "dot product"});
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
