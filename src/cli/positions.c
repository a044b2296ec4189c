#include "cli/settings.h"

/* Vaswani et al. 2017, and what a well-known post prints; beside another base stands the paper's.
 */
static const double PAPER_BASE = 10000, POST_BASE = 1000;

/* What is nearer to the paper's base would be told by the same digits. */
static const double TOLD_APART = 1;

enum { SHIFT = 3 };

void check_positions(const Run *run)
{
    PositionSettings *s = &run->settings->positions;
    s->shift = SHIFT;
    s->other_base = fabs(s->base - PAPER_BASE) < TOLD_APART ? POST_BASE : PAPER_BASE;
    if (s->d % 2 != 0)
        fail_usage("--dim %d is odd, but sines and cosines go in pairs of features", s->d);
}

Trace *positions_command(const Run *run)
{
    PositionSettings s = run->settings->positions;
    positions(scope_of(run->graph), s);
    Trace *t = output_begin(run);
    add_number_setting(t, "shift", s.shift);
    trace_tell(t, positions_list);
    return t;
}
