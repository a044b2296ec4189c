#include "trace/positions.h"

#include "trace/build.h"

static const View views[] = {
    {"waves|distances", ROLE_SHOWN, FORM_CURVES},
    {"rotated|ahead", ROLE_DETAIL, FORM_CELLS},
    {"*/*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

static void add_settings(Trace *t, PositionSettings s)
{
    add_number_setting(t, "length", s.length);
    add_number_setting(t, "d_model", s.d);
    add_setting(t, "base", arena_format(t->arena, "%.17g", s.base), true);
    add_number_setting(t, "shift", s.shift);
    t->provenance =
        arena_format(t->arena, "d_{model} = %d, %d positions, base %g", s.d, s.length, s.base);
}

static void add_overview(Trace *t)
{
    Grid grid = grid_new(t, "overview", 2, 3);
    grid.panel.title = "Sinusoidal positions";
    grid.panel.formula = trace_step(t, "encodings")->formula;
    grid.panel.note = trace_step(t, "distances")->note;
    grid.panel.own_ranges = true; /* dot products are far larger than sines */
    grid_place(&grid, 0, 0, "encodings", "PE", NULL);
    grid_place(&grid, 0, 1, "dots", trace_step(t, "dots")->formula, NULL);
    grid_place(&grid, 0, 2, "rotation", trace_step(t, "rotation")->title, NULL);
    grid_place(&grid, 1, 0, "waves", "some columns", NULL);
    grid_place(&grid, 1, 1, "distances", "dot product against distance", NULL);
    add_panel(t, grid);
}

Trace *trace_positions(Graph *g, PositionSettings settings, int argc, const char *const *argv)
{
    Trace *t = trace_begin(g, argc, argv);
    double *numbers = arena_alloc(g->arena, (size_t)settings.length, sizeof *numbers);
    for (int p = 0; p < settings.length; p++)
        numbers[p] = p;
    add_settings(t, settings);
    trace_tell(t, views, positions_list);
    trace_curves(t, "waves", (Curves){.x = numbers, .x_name = "position", .y_name = "value"});
    trace_curves(t, "distances",
                 (Curves){.x = numbers, .x_name = "distance", .y_name = "dot product"});
    add_overview(t);
    return t;
}
