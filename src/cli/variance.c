#include "cli/settings.h"

typedef struct Own {
    Settings shared;
    Wholes dims;
    ScoreVarianceSettings model; /* but for the dims */
} Own;

static const OptionList own_options = {
    .rows = {{"dim", 'd', "LIST", "1,4,16,64,256", "sizes of queries and keys, ascending",
              OPTION_WHOLES, .at = offsetof(Own, dims), .range = {1, 1024}, .count = 16,
              .what = "sizes", .setting = "d_k"},
             {"samples", 0, "N", "256", "how many queries, of 16 keys each", OPTION_WHOLE,
              .at = offsetof(Own, model.samples), .range = {1, 4096}, .setting = "samples"},
             {"seed", 'S', "N", "1", "draws queries and keys", OPTION_SEED,
              .at = offsetof(Own, model.seed), .setting = "seed"}}};

static Trace *run_variance(const Run *run, Error *error)
{
    Own *s = (Own *)run->settings;
    (void)error;
    s->model.dims = s->dims.items;
    s->model.dim_count = s->dims.count;
    score_variance(scope_of(run->graph), s->model);
    Trace *t = output_begin(run);
    add_number_setting(t, "keys", SCORED_KEYS);
    trace_tell(t, score_variance_list);
    trace_curves(t, "*", curve_places(run->arena, s->dims.count, s->dims.items));
    return t;
}

const Command variance_command = {
    .title = "attnviz variance",
    .options = {&own_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_variance,
};
