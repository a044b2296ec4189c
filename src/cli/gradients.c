#include "cli/gradients.h"

#include "base/number.h"
#include "cli/output.h"
#include "cli/values.h"
#include "trace/gradient_flow.h"

#include <string.h>

enum { MOST_LENGTH = 500, MOST_UNITS = 128, MOST_GAINS = 8 };

/* Of gains and limits; of inputs; of the gate's bias either way. */
static const double least_gain = 0.001, most_gain = 1000, most_deviation = 10, most_bias = 20;

/* Columns of one name could not be told apart. */
static bool check_different(const double *gains, int count, Error *error)
{
    char told[MOST_GAINS][NUMBER_SIZE];
    for (int i = 0; i < count; i++) {
        number_digits(told[i], gains[i], GAIN_DIGITS);
        for (int k = 0; k < i; k++)
            if (!strcmp(told[k], told[i]))
                return fail_usage(error, "--gain: %s is given twice, to %d digits", told[i],
                                  GAIN_DIGITS);
    }
    return true;
}

static bool read_cell(const Run *run, FlowSettings *s, Error *error)
{
    static const char *const cells[] = {"rnn", "gru"};
    const Arguments *a = run->arguments;
    int cell = 0;
    if (!value_choice(run->arena, a, OPTION_GRADIENTS_CELL, cells, 2, &cell, error) ||
        !value_decimal(a, OPTION_GATE_BIAS, -most_bias, most_bias, &s->gate_bias, error))
        return false;
    s->kind = cell ? CELL_GRU : CELL_TANH;
    if (a->given[OPTION_GATE_BIAS] && !cell)
        return fail_usage(error, "--gate-bias is of a gate: it goes with --cell gru");
    return true;
}

static bool read_settings(const Run *run, FlowSettings *s, Error *error)
{
    const Arguments *a = run->arguments;
    *s = (FlowSettings){0};
    return read_cell(run, s, error) &&
           value_whole(a, OPTION_GRADIENTS_LENGTH, 2, MOST_LENGTH, &s->length, error) &&
           value_whole(a, OPTION_GRADIENTS_DIM, 1, MOST_UNITS, &s->units, error) &&
           value_seed(a, OPTION_SEED, &s->seed, error) &&
           value_decimal(a, OPTION_INPUT, 0, most_deviation, &s->deviation, error) &&
           (!a->given[OPTION_CLIP] ||
            value_decimal(a, OPTION_CLIP, least_gain, most_gain, &s->clip, error));
}

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

bool gradients_run(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    OutputSettings output;
    FlowSettings settings;
    Text warnings = text_new(arena);
    double *gains = arena_alloc(arena, MOST_GAINS, sizeof *gains);
    int count;
    if (!output_settings_read(arena, run->arguments, &output, error) ||
        !read_settings(run, &settings, error) ||
        !value_decimals(arena, run->arguments, OPTION_GAIN,
                        (ListLimits){"gains", MOST_GAINS, least_gain, most_gain}, gains, &count,
                        error) ||
        !check_different(gains, count, error))
        return false;
    GradientFlow *flow = arena_alloc(arena, 1, sizeof *flow);
    Graph *g = graph_new(arena);
    graph_name(g);
    *flow = gradient_flow(scope_of(g), settings, gains, count);
    if (!check_range(flow, error))
        return false;
    GradientFlowSubject subject = {
        .argc = run->argc, .argv = run->argv, .cell = run->arguments->value[OPTION_GRADIENTS_CELL]};
    return output_trace(arena, &output, trace_gradient_flow(g, flow, &subject), &warnings, error);
}
