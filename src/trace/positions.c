#include "trace/traces.h"

static const PanelPlan overview = {
    .id = "overview",
    .title = "Sinusoidal positions",
    .formula = "<encodings>",
    .note = "<distances>",
    .own_ranges = true, /* dot products are far larger than sines */
    .places = {{0, 0, "encodings", "PE"},
               {0, 1, "dots", "<dots>"},
               {0, 2, "rotation", NULL},
               {1, 0, "waves", "some columns"},
               {1, 1, "distances", "dot product against distance"}},
};

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
    add_planned(t, &overview);
    return t;
}
