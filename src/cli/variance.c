#include "cli/settings.h"

Trace *variance_command(const Run *run, Error *error)
{
    const Numbers *dims = &run->settings->variance.dims;
    ScoreVarianceSettings *s = &run->settings->variance.drawn;
    (void)error;
    s->dims = dims->wholes;
    s->dim_count = dims->count;
    score_variance(scope_of(run->graph), *s);
    Trace *t = output_begin(run);
    add_number_setting(t, "keys", SCORED_KEYS);
    trace_tell(t, score_variance_list);
    return t;
}
