#include "trace/trace.h"

#include <math.h>
#include <string.h>

bool step_is_masked(const Step *step, int row, int col)
{
    return step->mask && isinf(at(step->mask->value, row, col));
}

double step_number(const Step *step, int row, int col)
{
    if (step->counts)
        return step->counts[(ptrdiff_t)row * step->cols.count + col];
    return (double)at(step->node->value, row, col);
}

int step_digits(const Step *step)
{
    return step->counts ? 17 : 9;
}

bool step_is_drawn(const Step *step)
{
    if (step->detail || step->places)
        return false;
    return step->form != FORM_CELLS || (step->rows.named && step->cols.named);
}

int step_decimals(const Step *step, int precision)
{
    if (step->kind == VALUE_MASK || step->kind == VALUE_COUNT)
        return 0;
    return step->decimals > precision ? step->decimals : precision;
}

const Step *trace_step(const Trace *trace, const char *id)
{
    for (int i = 0; i < trace->step_count; i++)
        if (!strcmp(trace->steps[i].id, id))
            return &trace->steps[i];
    return NULL;
}

const Step *trace_any_step(const Trace *trace, const char *id)
{
    const Step *step = NULL;
    for (; trace && !step; trace = trace->behind)
        step = trace_step(trace, id);
    return step;
}

const Step *trace_step_of(const Trace *trace, const Node *node)
{
    for (; trace; trace = trace->behind)
        for (int i = 0; i < trace->step_count; i++)
            if (trace->steps[i].node == node)
                return &trace->steps[i];
    return NULL;
}

const char *trace_setting(const Trace *trace, const char *name)
{
    for (int i = 0; i < trace->setting_count; i++)
        if (!strcmp(trace->settings[i].name, name))
            return trace->settings[i].value;
    return NULL;
}

bool trace_check(const Trace *trace, Error *error)
{
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        for (int r = 0; r < step->rows.count; r++)
            for (int c = 0; c < step->cols.count; c++)
                if (!isfinite(at(step->node->value, r, c)) && !step_is_masked(step, r, c))
                    return fail(error,
                                "%s[%s,%s] is beyond the range of float32: the weights or the "
                                "embeddings are too large",
                                step->id, step->rows.labels[r], step->cols.labels[c]);
    }
    return true;
}
