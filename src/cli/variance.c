#include "cli/variance.h"

#include "base/number.h"
#include "cli/output.h"
#include "cli/values.h"
#include "trace/score_variance.h"

#include <string.h>

enum { MOST_DIMS = 16, MOST_FEATURES = 1024, MOST_SAMPLES = 4096 };

/* "1,4,16" */
static bool read_dims(Arena *arena, const char *list, int *dims, int *count, Error *error)
{
    *count = 0;
    for (const char *word = list;; word++) {
        size_t length = strcspn(word, ",");
        long d;
        if (*count == MOST_DIMS)
            return fail_usage(error, "--dim: more than %d sizes", MOST_DIMS);
        if (!parse_whole("--dim", arena_strndup(arena, word, length), 1, MOST_FEATURES, &d,
                         error)) {
            error->exit_code = EXIT_USAGE;
            return false;
        }
        if (*count && d <= dims[*count - 1])
            return fail_usage(error, "--dim: %ld after %d: sizes ascend", d, dims[*count - 1]);
        dims[(*count)++] = (int)d;
        word += length;
        if (!*word)
            return true;
    }
}

bool variance_run(const Run *run, Error *error)
{
    const Arguments *a = run->arguments;
    OutputSettings output;
    Text warnings = text_new(run->arena);
    int dims[MOST_DIMS];
    ScoreVarianceSettings s = {.dims = dims};
    if (!read_dims(run->arena, a->value[OPTION_VARIANCE_DIM], dims, &s.dim_count, error) ||
        !value_whole(a, OPTION_SAMPLES, 1, MOST_SAMPLES, &s.samples, error) ||
        !value_seed(a, OPTION_VARIANCE_SEED, &s.seed, error) ||
        !output_settings_read(run->arena, a, &output, error))
        return false;
    ScoreVariance model = score_variance(graph_new(run->arena), s);
    Trace *trace = narrate_score_variance(run->arena, &model, run->argc, run->argv);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
