#include "base/number.h"
#include "cli/settings.h"

#include <string.h>

enum { MOST_GAINS = 8 };

typedef struct Own {
    Settings shared;
    FlowSettings flow;
    Decimals gains;
} Own;

/* Columns of one name could not be told apart. */
static bool check_different(const Decimals *gains, Error *error)
{
    char told[MOST_GAINS][NUMBER_SIZE];
    for (int i = 0; i < gains->count; i++) {
        number_digits(told[i], gains->items[i], GAIN_DIGITS);
        for (int k = 0; k < i; k++)
            if (!strcmp(told[k], told[i]))
                return fail_usage(error, "--gain: %s is given twice, to %d digits", told[i],
                                  GAIN_DIGITS);
    }
    return true;
}

static bool check(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    if (is_given(run, "gate-bias") && s->flow.kind != CELL_GRU)
        return fail_usage(error, "--gate-bias is of a gate: it goes with --cell gru");
    return check_different(&s->gains, error);
}

static const OptionList own_options = {
    {{"seed", 'S', "N", "1", "draws random weights", OPTION_SEED, .at = offsetof(Own, flow.seed)},
     {"length", 0, "T", "30", "how many words are read, 2 to 500", OPTION_WHOLE,
      .at = offsetof(Own, flow.length), .range = {2, 500}},
     {"cell", 0, "KIND", "rnn", "rnn (tanh) or gru", OPTION_CHOICE, .at = offsetof(Own, flow.kind),
      .words = "rnn gru"},
     {"gain", 0, "LIST", "0.5,1,1.5", "U is a gain times an orthogonal matrix", OPTION_DECIMALS,
      .at = offsetof(Own, gains), .range = {0.001, 1000}, .count = MOST_GAINS, .what = "gains"},
     {"gate-bias", 0, "B", "-2", "of a gru's update gate; -2: nearly closed", OPTION_DECIMAL,
      .at = offsetof(Own, flow.gate_bias), .range = {-20, 20}},
     {"input", 0, "S", "0.01", "standard deviation of the inputs", OPTION_DECIMAL,
      .at = offsetof(Own, flow.deviation), .range = {0, 10}},
     {"dim", 'd', "N", "32", "units of a state, 1 to 128", OPTION_WHOLE,
      .at = offsetof(Own, flow.units), .range = {1, 128}},
     {"clip", 0, "C", NULL, "clip a loss's gradient to this norm", OPTION_DECIMAL,
      .at = offsetof(Own, flow.clip), .range = {0.001, 1000}}},
    .check = check};

static bool check_range(const GradientFlow *flow, Error *error)
{
    int distance, gain = gradient_flow_overflow(flow, &distance);
    if (gain < 0)
        return true;
    return fail(error,
                "--gain %g: at distance %d the gradient is beyond the range of float32; take a "
                "smaller gain or --length",
                flow->gains[gain], distance);
}

static Trace *run_gradients(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    const Own *s = (const Own *)run->settings;
    GradientFlow *flow = arena_alloc(arena, 1, sizeof *flow);
    *flow = gradient_flow(scope_of(run->graph), s->flow, s->gains.items, s->gains.count);
    if (!check_range(flow, error))
        return NULL;
    return trace_gradient_flow(run->graph, flow);
}

const Command gradients_command = {
    .title = "attnviz gradients",
    .summary = "Gradients through time: they vanish, hold or explode.",
    .examples = {{"attnviz gradients --length 30 --gain 0.5,1,1.5",
                  "The norm of a gradient by how far it went back."},
                 {"attnviz gradients --cell gru --clip 1",
                  "What gates change, and a gradient clipped to norm 1."}},
    .options = {&own_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_gradients,
};
