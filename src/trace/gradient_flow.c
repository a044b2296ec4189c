#include "trace/gradient_flow.h"

#include "base/number.h"
#include "trace/gradient_flow_behind.h"
#include "trace/measure.h"
#include "trace/narration.h"

#include <math.h>
#include <string.h>

/* One narration: the trace so far, and the labels that steps share. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const GradientFlow *flow;
    const GradientFlowSubject *subject;
    const char *const *gains;     /* "gain 0.5" */
    const char *const *distances; /* "0" … "T − 1" */
} Narration;

enum { DIGITS = 3 }; /* of what was measured */

/* What becomes of a norm of 1: beyond ten times or a tenth, beyond two times or a half. */
static const double much = 10, some = 2;

/* From this share of the gain on hardly anything is missing to it. */
static const double nearly_all = 0.99;

/* ---- sentences ---- */

static const char *number(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_digits(digits, x, DIGITS));
}

/* How far a gradient gets before it is zero in float32: the last distance with a positive norm. */
static int reach(const Node *norms, int gain)
{
    int last = 0;
    while (last + 1 < rows_of(norms) && at(norms->value, last + 1, gain) > 0)
        last++;
    return last;
}

static bool is_lost(const Node *norms, int gain)
{
    return reach(norms, gain) < rows_of(norms) - 1;
}

static const char *fate(double end)
{
    if (end * some < 1)
        return end * much < 1 ? "vanishes" : "shrinks";
    if (end > some)
        return end > much ? "explodes" : "grows";
    return "holds";
}

/* "to 0.957 at gain 1 (holds, ×0.998 a step)" for each, and what the words mean. */
static const char *note_norms(const Narration *n)
{
    const GradientFlow *f = n->flow;
    int last = rows_of(f->norms) - 1;
    Text note = text_new(n->arena);
    text_format(&note, "Over %d step%s the norm goes from 1", last, last == 1 ? "" : "s");
    for (int i = 0; i < f->count; i++) {
        double end = (double)at(f->norms->value, last, i);
        text_format(&note, "%s to %s at %s (%s, ×%s a step)", i ? "," : "", number(n, end),
                    n->gains[i], fate(end), number(n, (double)f->growth->value.data[i]));
    }
    text_format(&note, ". Below 1/%g it has vanished, above %g exploded; from 1/%g to %g it holds.",
                much, much, some, some);
    return note.data;
}

static double share_of_gain(const GradientFlow *flow, int gain)
{
    return (double)flow->growth->value.data[gain] / flow->gains[gain];
}

/* Where float32 has no smaller number, or how far from the gain the growth is. */
static const char *note_growth(const Narration *n)
{
    const GradientFlow *f = n->flow;
    for (int i = 0; i < f->count; i++)
        if (is_lost(f->norms, i))
            return arena_format(
                n->arena,
                "At %s nothing is left beyond distance %d: in the precision computed "
                "with, the gradient is 0.",
                n->gains[i], reach(f->norms, i));
    int far = 0;
    for (int i = 1; i < f->count; i++)
        far = share_of_gain(f, i) < share_of_gain(f, far) ? i : far;
    const char *growth = number(n, (double)f->growth->value.data[far]);
    if (f->settings.kind == CELL_GRU)
        return arena_format(
            n->arena,
            "At %s a step multiplies the norm by %s: the gates, not the gain alone, "
            "say how much of a state stays.",
            n->gains[far], growth);
    if (share_of_gain(f, far) >= nearly_all)
        return arena_format(n->arena,
                            "A step multiplies the norm by the gain, or at least by %s of it: the "
                            "states are so small that tanh is nearly straight.",
                            number(n, nearly_all));
    return arena_format(n->arena,
                        "At %s a step multiplies the norm by %s, not by the gain: tanh lets only "
                        "1 − h² of a gradient through.",
                        n->gains[far], growth);
}

/* What is left when so much is lost; what would be rounded to all of it is told by the loss. */
static const char *share_of_gradient(const Narration *n, double lost)
{
    const char *left = number(n, 1 - lost);
    if (strcmp(left, "1") != 0)
        return left;
    return lost > 0 ? arena_format(n->arena, "all but %s", number(n, lost)) : "all";
}

/* How far the states have left the straight part of tanh. */
static const char *note_states(const Narration *n, const Flow *flow)
{
    Tensor h = flow->encoding.annotations->value;
    double squares = 0;
    for (size_t i = 0; i < tensor_size(h); i++)
        squares += (double)h.data[i] * (double)h.data[i];
    double mean = squares / (double)tensor_size(h);
    if (n->flow->settings.kind == CELL_TANH)
        return arena_format(n->arena,
                            "On average tanh lets %s of a gradient through: the mean of 1 − h².",
                            share_of_gradient(n, mean));
    double z = 0;
    int length = flow->encoding.length, units = n->flow->settings.units;
    for (int t = 0; t < length; t++)
        for (int k = 0; k < units; k++)
            z += (double)at(flow->encoding.forward[t].z->value, 0, k) / length / units;
    return arena_format(n->arena,
                        "On average the update gate is %s: a step keeps %s of the state before.",
                        number(n, z), number(n, 1 - z));
}

static const char *note_gradients(const Narration *n, const Flow *flow)
{
    Tensor lengths = flow->lengths->value;
    int last = lengths.rows - 1, most = largest_in_row(lengths, last), least = 0;
    for (int k = 1; k < lengths.cols; k++)
        if (at(lengths, last, k) < at(lengths, last, least))
            least = k;
    if (at(lengths, last, most) == 0)
        return "Back at the first word nothing is left of any unit's gradient.";
    return arena_format(n->arena,
                        "Back at the first word the longest gradient is that of unit %d, %s, the "
                        "shortest that of unit %d, %s.",
                        most + 1, number(n, (double)at(lengths, last, most)), least + 1,
                        number(n, (double)at(lengths, last, least)));
}

static const char *note_clipped(const Narration *n)
{
    const GradientFlow *f = n->flow;
    int clipped = 0, most = 0;
    for (int i = 0; i < f->count; i++) {
        clipped += f->factor->value.data[i] < 1;
        most = f->before->value.data[i] > f->before->value.data[most] ? i : most;
    }
    const char *limit = number(n, f->settings.clip);
    const char *norm = number(n, (double)f->before->value.data[most]);
    const char *factor = number(n, (double)f->factor->value.data[most]);
    if (!clipped)
        return arena_format(n->arena, "No gradient is longer than %s: nothing is clipped.", limit);
    if (f->count == 1)
        return arena_format(n->arena, "The gradient, %s long, is brought down to %s: times %s.",
                            norm, limit, factor);
    return arena_format(n->arena,
                        "%d of %d gradients %s longer than %s and brought down to it; the longest, "
                        "at %s, was %s and is taken times %s.",
                        clipped, f->count, clipped == 1 ? "is" : "are", limit, n->gains[most], norm,
                        factor);
}

/* ---- steps ---- */

static Axis unit_axis(const Narration *n)
{
    Axis axis = numbered_axis(n->arena, n->flow->settings.units);
    axis.name = "unit";
    return axis;
}

static Axis distance_axis(const Narration *n)
{
    return token_axis("distance", n->distances, n->flow->settings.length);
}

static Axis gain_axis(const Narration *n)
{
    return token_axis("gain", n->gains, n->flow->count);
}

static void add_gain(Narration *n, int i)
{
    const Flow *flow = &n->flow->flows[i];
    Axis places = numbered_axis(n->arena, n->flow->settings.length);
    places.name = "place";
    add_step(n->trace, (Step){.id = arena_format(n->arena, "gain-%d/states", i + 1),
                              .title = arena_format(n->arena, "The states at %s", n->gains[i]),
                              .formula = n->flow->settings.kind == CELL_GRU
                                             ? "h_t = z ⊙ h̃_t + (1 − z) ⊙ h_{t−1}"
                                             : "h_t = tanh(x_tW + h_{t−1}U)",
                              .note = note_states(n, flow),
                              .rows = places,
                              .cols = unit_axis(n),
                              .kind = VALUE_SIGNED,
                              .node = flow->encoding.annotations});
    add_step(n->trace, (Step){.id = arena_format(n->arena, "gain-%d/gradients", i + 1),
                              .title = arena_format(
                                  n->arena, "How long each unit's gradient is at %s", n->gains[i]),
                              .formula = "|∂h_{T,i}/∂h_{T−d}|",
                              .note = note_gradients(n, flow),
                              .rows = distance_axis(n),
                              .cols = unit_axis(n),
                              .kind = VALUE_SIGNED,
                              .node = flow->lengths});
}

static const Curves *norm_curves(const Narration *n)
{
    int length = n->flow->settings.length;
    double *x = arena_alloc(n->arena, (size_t)length, sizeof *x);
    Curves *curves = arena_alloc(n->arena, 1, sizeof *curves);
    for (int d = 0; d < length; d++)
        x[d] = d;
    *curves = (Curves){
        .x = x, .x_name = "distance T − t", .y_name = "norm of the gradient", .log_y = true};
    return curves;
}

static const char norm_formula[] = "‖∂h_T/∂h_t‖_F/√n = √(Σ_i |∂h_{T,i}/∂h_t|²/n)";

static void add_norms(Narration *n)
{
    static const char *const rows[] = {"a step"};
    add_step(n->trace, (Step){.id = "norms",
                              .title = "The gradient's norm by distance",
                              .formula = norm_formula,
                              .note = note_norms(n),
                              .rows = distance_axis(n),
                              .cols = gain_axis(n),
                              .kind = VALUE_SIGNED,
                              .form = FORM_CURVES,
                              .curves = norm_curves(n),
                              .node = n->flow->norms});
    add_step(n->trace, (Step){.id = "growth",
                              .title = "What a step multiplies the norm by",
                              .formula = "(norm_{T−1}/norm_0)^{1/(T−1)}",
                              .note = note_growth(n),
                              .rows = token_axis("factor", rows, 1),
                              .cols = gain_axis(n),
                              .kind = VALUE_SIGNED,
                              .form = FORM_BARS,
                              .node = n->flow->growth});
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

static void add_clipped(Narration *n)
{
    static const char *const rnn[] = {"|∂L/∂W|", "|∂L/∂U|", "|∂L/∂b|", "before", "factor", "after"};
    static const char *const gru[] = {"|∂L/∂W|", "|∂L/∂U|", "|∂L/∂U_zr|", "|∂L/∂b|",
                                      "before",  "factor",  "after"};
    const Node *clipped = n->flow->clipped;
    Axis parts =
        token_axis("norm", n->flow->settings.kind == CELL_GRU ? gru : rnn, cols_of(clipped));
    add_step(n->trace,
             (Step){.id = "clipped",
                    .title = "The gradient of a loss, clipped",
                    .formula = arena_format(n->arena, "g · min(1, %s/|g|), L = ½|h_T − y|²",
                                            number(n, n->flow->settings.clip)),
                    .note = note_clipped(n),
                    .rows = gain_axis(n),
                    .cols = parts,
                    .kind = VALUE_SIGNED,
                    .decimals = decimals_of_factors(n->flow->factor),
                    .node = clipped});
}

static void add_overview(Narration *n)
{
    Grid grid = grid_new(n->trace, "overview", 1, 1);
    grid.panel.title = "Gradients on their way back through time";
    grid.panel.formula = norm_formula;
    grid.panel.note = note_norms(n);
    grid_place(&grid, 0, 0, "norms", NULL, NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

enum { STEPS_A_GAIN = 2, OTHER_STEPS = 3, PANELS = 1, SETTINGS = 9 };

static const char *gain_list(const Narration *n)
{
    char digits[NUMBER_SIZE];
    Text list = text_new(n->arena);
    for (int i = 0; i < n->flow->count; i++)
        text_format(&list, "%s%s", i ? "," : "",
                    number_digits(digits, n->flow->gains[i], GAIN_DIGITS));
    return list.data;
}

static void add_settings(Narration *n)
{
    const FlowSettings *s = &n->flow->settings;
    const char *cell = n->subject->cell, *gate = "";
    const char *deviation = number(n, s->deviation);
    const char *seed = arena_format(n->arena, "%ju", (uintmax_t)s->seed);
    add_setting(n->trace, "cell", cell, false);
    add_setting(n->trace, "gain", gain_list(n), false);
    add_number_setting(n->trace, "length", s->length);
    add_number_setting(n->trace, "units", s->units);
    add_setting(n->trace, "input", deviation, false);
    if (s->kind == CELL_GRU) {
        add_setting(n->trace, "gate bias", number(n, s->gate_bias), false);
        gate = arena_format(n->arena, ", update gate's bias %s", number(n, s->gate_bias));
    }
    add_setting(n->trace, "clip", s->clip > 0 ? number(n, s->clip) : NULL, false);
    add_setting(n->trace, "weights", "random, not learned", false);
    add_setting(n->trace, "seed", seed, true);
    n->trace->provenance = arena_format(
        n->arena,
        "%s cell, T = %d, n = %d, U = gain × orthogonal, inputs of deviation %s%s, weights random, "
        "not learned, seed %s",
        cell, s->length, s->units, deviation, gate, seed);
}

/* "gain 0.5" … */
static const char *const *gain_labels(Arena *arena, const GradientFlow *flow)
{
    char digits[NUMBER_SIZE];
    const char **labels = arena_alloc(arena, (size_t)flow->count, sizeof *labels);
    for (int i = 0; i < flow->count; i++)
        labels[i] =
            arena_format(arena, "gain %s", number_digits(digits, flow->gains[i], GAIN_DIGITS));
    return labels;
}

Trace *narrate_gradient_flow(Arena *arena, const GradientFlow *flow,
                             const GradientFlowSubject *subject)
{
    Narration n = {
        .arena = arena,
        .trace = trace_new(arena, STEPS_A_GAIN * flow->count + OTHER_STEPS, PANELS, SETTINGS, 0),
        .flow = flow,
        .subject = subject,
        .gains = gain_labels(arena, flow),
        .distances = counted_labels(arena, 0, flow->settings.length)};
    n.trace->argc = subject->argc;
    n.trace->argv = subject->argv;
    add_settings(&n);
    for (int i = 0; i < flow->count; i++)
        add_gain(&n, i);
    add_norms(&n);
    if (flow->clipped)
        add_clipped(&n);
    add_overview(&n);
    n.trace->behind = narrate_behind_gradient_flow(arena, flow, n.gains);
    return n.trace;
}
