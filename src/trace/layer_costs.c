#include "trace/layer_costs.h"

#include "trace/build.h"

#define CROSSING                                                                                    \
    "n²d = nd² at n = d = {d}. With all terms self-attention takes less than recurrence up to n " \
    "= {first@/crossing}, and more from n = {last@/crossing} on."
#define GATED                                                                                         \
    "Attention with its projections, 4nd² + 2n²d, beside a gated recurrent layer, 6nd²: it takes " \
    "less up to n = {first@/crossing/real}, and more from n = {last@/crossing/real} on. Its own "     \
    "two parts are equal at n = 2d."

static const Note sentences[] = {
    {"multiply-adds", NULL, "",
     "At n = {first-col} self-attention takes {[self-attention,first]}, a recurrent layer "
     "{[recurrent,first]}."},
    {"multiply-adds", NULL, "!one-col",
     "+At n = {last-col} self-attention takes {[self-attention,last]}, a recurrent layer "
     "{[recurrent,last]}."},
    {"multiply-adds", NULL, "all-masked@difference",
     "+All are by formula: their graphs would be too large."},
    {"multiply-adds", NULL, "masked@difference !all-masked@difference",
     "+Up to n = {last-seen-col@difference} they are counted in graphs of the layers, beyond that "
     "they are by formula."},
    {"multiply-adds", NULL, "!masked@difference", "+All are counted in graphs of the layers."},
    {"growth|crossing", NULL, "", CROSSING},
    {"growth/real|crossing/real", NULL, "", GATED},
    {"difference", NULL, "all-masked", "There is no graph to compare the formulas with."},
    {"difference", NULL, "",
     "Graph and formula agree to the last multiply-add in {seen-zeros} of {seen} counts."},
    {"sequential", NULL, "",
     "At n = {last-col} a recurrent layer has {[recurrent,last]} matrix "
     "{product|products one after the other:[recurrent,last]}, self-attention "
     "{[self-attention,last]}: all words at once."},
    {"layers", NULL, "",
     "At n = {last-col} the last word depends on the first after {[convolution,last]} "
     "{layer|layers:[convolution,last]} of convolution, {[dilated,last]} of dilated convolution, "
     "{[restricted,last]} of restricted attention, {[self-attention,last]} of self-attention. "
     "Beyond n = 1000 the numbers are by formula."},
    {"path", "multiply", "",
     "From the first word to the last of n = {last-col} a signal takes {[self-attention,last]} "
     "products of self-attention, {[recurrent,last]} of recurrence."},
    {"*/operations", NULL, "", "Of {total} multiply-adds {column-top-row} takes {column-top}."},
    {0},
};

static const View views[] = {{"growth*", ROLE_SHOWN, FORM_CURVES}, {0}};

/* Over more lengths than were asked for, so that curves are curves. */
static void add_curves(Trace *t, const char *id, const LayerCosts *c, int crossing)
{
    double *x = arena_alloc(t->arena, (size_t)c->curve_count, sizeof *x);
    for (int i = 0; i < c->curve_count; i++)
        x[i] = c->curve_lengths[i];
    Curves *curves = arena_alloc(t->arena, 1, sizeof *curves);
    *curves = (Curves){.x = x,
                       .x_name = "words, n",
                       .y_name = "multiply-adds",
                       .log_x = true,
                       .log_y = true,
                       .mark_name = arena_format(t->arena, "n = %d", crossing),
                       .mark = crossing};
    trace_step_edited(t, id)->curves = curves;
}

static void add_settings(Trace *t, const LayerCostsSettings *settings)
{
    const LayerSizes *s = &settings->sizes;
    Text lengths = text_new(t->arena);
    for (int i = 0; i < settings->length_count; i++)
        text_format(&lengths, "%s%d", i ? "," : "", settings->lengths[i]);
    add_setting(t, "length", lengths.data, false);
    add_number_setting(t, "d", s->d);
    add_number_setting(t, "kernel", s->kernel);
    add_number_setting(t, "window", s->window);
    t->provenance =
        arena_format(t->arena,
                     "d = %d features a word, kernels of k = %d words, restricted attention to "
                     "%d words on either side (r = %d), one head",
                     s->d, s->kernel, s->window, 2 * s->window + 1);
}

static void add_overview(Trace *t)
{
    const Step *growth = trace_step(t, "growth");
    Grid grid = grid_new(t, "overview", 1, 2);
    grid.panel.title = "What a layer costs, by the length of the sentence";
    grid.panel.formula = growth->formula;
    grid.panel.note = growth->note;
    grid_place(&grid, 0, 0, "growth", "table 1", NULL);
    grid_place(&grid, 0, 1, "growth/real", "with what it leaves out", NULL);
    add_panel(t, grid);
}

Trace *trace_layer_costs(Graph *g, const LayerCosts *c, int argc, const char *const *argv)
{
    Trace *t = trace_begin(g, argc, argv);
    add_settings(t, &c->settings);
    trace_tell(t, views, sentences);
    add_curves(t, "growth", c, c->attention);
    add_curves(t, "growth/real", c, c->gated);
    add_overview(t);
    return t;
}
