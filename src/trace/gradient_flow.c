#include "trace/traces.h"

#include "base/number.h"

#include <math.h>

static const char *number(Arena *arena, double x, int digits)
{
    char text[NUMBER_SIZE];
    return arena_strdup(arena, number_digits(text, x, digits));
}

enum { DIGITS = 3 };

static const char *gain_list(Arena *arena, const FlowSettings *flow)
{
    Text list = text_new(arena);
    for (int i = 0; i < flow->count; i++)
        text_format(&list, "%s%s", i ? "," : "", number(arena, flow->gains[i], GAIN_DIGITS));
    return list.data;
}

static void add_settings(Trace *t, const FlowSettings *s)
{
    add_setting(t, "cell", s->kind == CELL_GRU ? "gru" : "rnn", false);
    add_setting(t, "gain", gain_list(t->arena, s), false);
    add_number_setting(t, "length", s->length);
    add_number_setting(t, "units", s->units);
    add_setting(t, "input", number(t->arena, s->deviation, DIGITS), false);
    if (s->kind == CELL_GRU)
        add_setting(t, "gate bias", number(t->arena, s->gate_bias, DIGITS), false);
    add_setting(t, "clip", s->clip > 0 ? number(t->arena, s->clip, DIGITS) : NULL, false);
    add_origin(t, &(Origin){.weights = "random, not learned",
                            .seed = arena_format(t->arena, "%ju", (uintmax_t)s->seed)});
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

Trace *trace_gradient_flow(Graph *g, const FlowSettings *flow)
{
    Trace *t = trace_begin(g);
    add_settings(t, flow);
    trace_tell(t, gradient_flow_list);
    trace_curves(t, "norms", curve_places(t->arena, flow->length, NULL));
    if (flow->clip > 0)
        trace_step_edited(t, "clipped")->decimals =
            decimals_of_factors(name_find(g, "clipped/factor")->node);
    add_panels(t);
    return t;
}
