#include "cli/positions.h"

#include "cli/output.h"
#include "cli/values.h"
#include "trace/positions.h"

#include <math.h>

enum { MOST_POSITIONS = 1024, MOST_FEATURES = 1024, SHIFT = 3 };

/* Vaswani et al. 2017, and what a well-known post prints; beside another base stands the paper's.
 */
static const double PAPER_BASE = 10000, POST_BASE = 1000, LARGEST_BASE = 1e12;

/* What is nearer to the paper's base would be told by the same digits. */
static const double TOLD_APART = 1;

static bool read_settings(const Arguments *a, PositionSettings *s, Error *error)
{
    s->shift = SHIFT;
    if (!value_whole(a, OPTION_POSITIONS_LENGTH, 1, MOST_POSITIONS, &s->length, error) ||
        !value_whole(a, OPTION_DIM, 2, MOST_FEATURES, &s->d, error) ||
        !value_decimal(a, OPTION_BASE, 1, LARGEST_BASE, &s->base, error))
        return false;
    s->other_base = fabs(s->base - PAPER_BASE) < TOLD_APART ? POST_BASE : PAPER_BASE;
    return s->d % 2 == 0 ||
           fail_usage(error, "--dim %d is odd, but sines and cosines go in pairs of features",
                      s->d);
}

bool positions_run(const Run *run, Error *error)
{
    PositionSettings settings;
    OutputSettings output;
    Text warnings = text_new(run->arena);
    if (!read_settings(run->arguments, &settings, error) ||
        !output_settings_read(run->arena, run->arguments, &output, error))
        return false;
    Graph *g = graph_new(run->arena);
    graph_name(g);
    positions(scope_of(g), settings);
    Trace *trace = trace_positions(g, settings, run->argc, run->argv);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
