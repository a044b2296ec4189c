#include "trace/gradient_flow.h"

#include "base/number.h"

#include <math.h>

static const Note sentences[] = {
    {"*/states", "stack", "has@place-1/update-gate",
     "On average the update gate is {gate}: a step keeps {gate-rest} of the state before."},
    {"*/states", "stack", "",
     "On average tanh lets {straight} of a gradient through: the mean of 1 − h²."},
    {"*/gradients", NULL, "ends-in-zero",
     "Back at the first word nothing is left of any unit's gradient."},
    {"*/gradients", NULL, "",
     "Back at the first word the longest gradient is that of unit {last-largest-col}, "
     "{last-largest-number}, the shortest that of unit {last-smallest-col}, "
     "{last-smallest-number}."},
    {"norms", NULL, "",
     "Over {steps} {step|steps:steps} the norm goes from 1 {ends}. Below 1/10 it has vanished, "
     "above 10 exploded; from 1/2 to 2 it holds."},
    {"growth", "growth", "lost",
     "At {lost} nothing is left beyond distance {reach}: in the precision computed with, the "
     "gradient is 0."},
    {"growth", "growth", "has@gain-1/place-1/update-gate",
     "At {far-gain} a step multiplies the norm by {far-growth}: the gates, not the gain alone, say "
     "how much of a state stays."},
    {"growth", "growth", "nearly-the-gain",
     "A step multiplies the norm by the gain, or at least by 0.99 of it: the states are so small "
     "that tanh is nearly straight."},
    {"growth", "growth", "",
     "At {far-gain} a step multiplies the norm by {far-growth}, not by the gain: tanh lets only "
     "1 − h² of a gradient through."},
    {"clipped", NULL, "!any-clipped", "No gradient is longer than {clip}: nothing is clipped."},
    {"clipped", NULL, "one-row",
     "The gradient, {longest-norm} long, is brought down to {clip}: times {longest-factor}."},
    {"clipped", NULL, "",
     "{clipped} of {rows} gradients {is|are:clipped} longer than {clip} and brought down to it; "
     "the longest, at {longest-gain}, was {longest-norm} and is taken times {longest-factor}."},
    {0},
};

static const View views[] = {
    {"gain-*/*/*", ROLE_BEHIND, FORM_CELLS},
    {"gain-*/states", ROLE_SHOWN, FORM_CELLS},
    {"gain-*/gradients", ROLE_SHOWN, FORM_CELLS},
    {"norms", ROLE_SHOWN, FORM_CURVES},
    {"growth", ROLE_SHOWN, FORM_BARS},
    {"clipped", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

static const char *number(Arena *arena, double x, int digits)
{
    char text[NUMBER_SIZE];
    return arena_strdup(arena, number_digits(text, x, digits));
}

enum { DIGITS = 3 };

/* ---- settings ---- */

static const char *gain_list(Arena *arena, const GradientFlow *flow)
{
    Text list = text_new(arena);
    for (int i = 0; i < flow->count; i++)
        text_format(&list, "%s%s", i ? "," : "", number(arena, flow->gains[i], GAIN_DIGITS));
    return list.data;
}

static void add_settings(Trace *t, const GradientFlow *flow)
{
    const FlowSettings *s = &flow->settings;
    const char *cell = s->kind == CELL_GRU ? "gru" : "rnn";
    const char *deviation = number(t->arena, s->deviation, DIGITS), *gate = "";
    const char *seed = arena_format(t->arena, "%ju", (uintmax_t)s->seed);
    add_setting(t, "cell", cell, false);
    add_setting(t, "gain", gain_list(t->arena, flow), false);
    add_number_setting(t, "length", s->length);
    add_number_setting(t, "units", s->units);
    add_setting(t, "input", deviation, false);
    if (s->kind == CELL_GRU) {
        const char *bias = number(t->arena, s->gate_bias, DIGITS);
        add_setting(t, "gate bias", bias, false);
        gate = arena_format(t->arena, ", update gate's bias %s", bias);
    }
    add_setting(t, "clip", s->clip > 0 ? number(t->arena, s->clip, DIGITS) : NULL, false);
    add_setting(t, "weights", "random, not learned", false);
    add_setting(t, "seed", seed, true);
    t->provenance = arena_format(
        t->arena,
        "%s cell, T = %d, n = %d, U = gain × orthogonal, inputs of deviation %s%s, weights random, "
        "not learned, seed %s",
        cell, s->length, s->units, deviation, gate, seed);
}

/* ---- the picture ---- */

static const Curves *norm_curves(Arena *arena, int length)
{
    double *x = arena_alloc(arena, (size_t)length, sizeof *x);
    Curves *curves = arena_alloc(arena, 1, sizeof *curves);
    for (int d = 0; d < length; d++)
        x[d] = d;
    *curves = (Curves){
        .x = x, .x_name = "distance T − t", .y_name = "norm of the gradient", .log_y = true};
    return curves;
}

static void add_overview(Trace *t)
{
    Grid grid = grid_new(t, "overview", 1, 1);
    const Step *norms = trace_step(t, "norms"), *gradients = trace_step(t, "gain-1/gradients");
    grid.panel.title = "Gradients on their way back through time";
    grid.panel.formula = arena_format(t->arena, "%s, %s", norms->formula, gradients->formula);
    grid.panel.note = norms->note;
    grid_place(&grid, 0, 0, "norms", NULL, NULL);
    add_panel(t, grid);
}

/* So many that the smallest factor has two digits that are not 0: 0.0016. */
static int decimals_of_factors(const Node *factor)
{
    enum { MOST_DECIMALS = 9 };
    double least = 1;
    int decimals = 1;
    for (int i = 0; i < rows_of(factor); i++)
        least = fmin(least, (double)factor->value.data[i]);
    while (least < 1 && decimals < MOST_DECIMALS) {
        least *= 10;
        decimals++;
    }
    return decimals;
}

Trace *trace_gradient_flow(Graph *g, const GradientFlow *flow)
{
    Trace *t = trace_begin(g);
    add_settings(t, flow);
    trace_tell(t, views, sentences);
    trace_step_edited(t, "norms")->curves = norm_curves(t->arena, flow->settings.length);
    if (flow->factor)
        trace_step_edited(t, "clipped")->decimals = decimals_of_factors(flow->factor);
    add_overview(t);
    return t;
}
