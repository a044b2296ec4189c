#include "trace/positions.h"

#include "trace/build.h"

static const View views[] = {
    {"waves|distances", ROLE_SHOWN, FORM_CURVES},
    {"rotated|ahead", ROLE_DETAIL, FORM_CELLS},
    {"*/*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

static const Note sentences[] = {
    {"encodings", "sinusoids", "one-wave",
     "The one frequency turns once in {shortest-wave} positions; there {is|are:rows} {rows}."},
    {"encodings", "sinusoids", "",
     "Frequency 1 turns once in {shortest-wave} positions, frequency {waves} in {longest-wave}: "
     "over {rows} {position|positions:rows}, {turning} of the {waves} frequencies "
     "{turns|turn:turning} at least once."},
    {"waves", "concat", "one-wave@encodings",
     "The one sine turns once in {shortest-wave@encodings} positions, and stands at {last-cell} at "
     "position {last}."},
    {"waves", "concat", "",
     "At position {last} the slowest sine stands at {last-cell}; the fastest turns once in "
     "{shortest-wave@encodings} positions."},
    {"dots", "matmul", "",
     "The dot product of two positions depends on their distance alone: pairs equally far apart "
     "differ by {unevenness} at most. With itself it is {first-cell}, one for each frequency."},
    {"distances", "concat", "one-row", "There is one position: it is at distance 0 from itself."},
    {"distances", "concat", "one-wave@encodings",
     "The dot product goes {first-course}. The one wave is the fastest, which turns once in "
     "{shortest-wave@encodings} positions: it has no base in it."},
    {"distances", "concat", "",
     "With base {wave-base@encodings} the dot product goes {first-course}, with base "
     "{wave-base@distances/other-base} "
     "{second-course}. The slowest wave turns once in {longest-wave@encodings} and in "
     "{longest-wave@distances/other-base} positions; the fastest, in {shortest-wave@encodings}, "
     "has no base in it."},
    {"rotation", "columns", "one-wave",
     "The one frequency turns by {first-angle@rotation/whole} degrees."},
    {"rotation", "columns", "",
     "Each frequency turns by its own angle, frequency 1 by {first-angle@rotation/whole} degrees "
     "and frequency {waves@rotation/whole} by {last-angle@rotation/whole}; everything off the 2 × "
     "2 "
     "blocks is 0."},
    {"rotated", "matmul", "",
     "The same R turns every position: row p becomes PE(p + {shift}), but for rounding."},
    {"ahead", "gather", "", "The encodings again, computed from position {shift} on."},
    {"error", "subtract", "",
     "The rotated encodings are those {shift} places on, but for {size} at most, which is "
     "rounding."},
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

Trace *trace_positions(Graph *g, PositionSettings settings)
{
    Trace *t = trace_begin(g);
    double *numbers = arena_alloc(g->arena, (size_t)settings.length, sizeof *numbers);
    for (int p = 0; p < settings.length; p++)
        numbers[p] = p;
    add_settings(t, settings);
    trace_tell(t, views, sentences);
    trace_curves(t, "waves", (Curves){.x = numbers, .x_name = "position", .y_name = "value"});
    trace_curves(t, "distances",
                 (Curves){.x = numbers, .x_name = "distance", .y_name = "dot product"});
    add_overview(t);
    return t;
}
