#include "cli/settings.h"

Trace *variance_command(const Run *run)
{
    score_variance(scope_of(run->graph), run->settings->variance);
    Trace *t = output_begin(run);
    add_number_setting(t, "keys", SCORED_KEYS);
    trace_tell(t, score_variance_list);
    return t;
}
