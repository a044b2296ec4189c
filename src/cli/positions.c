#include "cli/settings.h"

#include <math.h>

/* Vaswani et al. 2017, and what a well-known post prints; beside another base stands the paper's.
 */
static const double PAPER_BASE = 10000, POST_BASE = 1000;

/* What is nearer to the paper's base would be told by the same digits. */
static const double TOLD_APART = 1;

enum { SHIFT = 3 };

typedef struct Own {
    Settings shared;
    PositionSettings positions;
} Own;

static bool check(const Run *run, Error *error)
{
    PositionSettings *s = &((Own *)run->settings)->positions;
    s->shift = SHIFT;
    s->other_base = fabs(s->base - PAPER_BASE) < TOLD_APART ? POST_BASE : PAPER_BASE;
    return s->d % 2 == 0 ||
           fail_usage(error, "--dim %d is odd, but sines and cosines go in pairs of features",
                      s->d);
}

static const OptionList own_options = {
    {{"dim", 'd', "D", "48", "features of a word's vector (d_model)", OPTION_WHOLE,
      .at = offsetof(Own, positions.d), .range = {2, 1024}, .setting = "d_model"},
     {"length", 'l', "N", "50", "how many positions", OPTION_WHOLE,
      .at = offsetof(Own, positions.length), .range = {1, 1024}, .setting = "length"},
     {"base", 'b', "B", "10000", "wavelengths go from 2π to 2πB", OPTION_DECIMAL,
      .at = offsetof(Own, positions.base), .range = {1, 1e12}, .setting = "base"}},
    .check = check};

static Trace *run_positions(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    (void)error;
    positions(scope_of(run->graph), s->positions);
    Trace *t = output_begin(run);
    add_number_setting(t, "shift", s->positions.shift);
    trace_tell(t, positions_list);
    trace_curves(t, "*", curve_places(run->arena, s->positions.length, NULL));
    return t;
}

const Command positions_command = {
    .title = "attnviz positions",
    .options = {&own_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_positions,
};
