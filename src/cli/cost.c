#include "cli/cost.h"

#include "base/number.h"
#include "cli/output.h"
#include "cli/values.h"
#include "trace/layer_costs.h"

#include <string.h>

enum {
    MOST_LENGTHS = 8,
    MOST_WORDS = 1000000,
    MOST_FEATURES = 4096,
    MOST_KERNEL = 99,
    MOST_WINDOW = 500
};

/* "10,100,1000" */
static bool read_lengths(Arena *arena, const char *list, int *lengths, int *count, Error *error)
{
    *count = 0;
    for (const char *word = list;; word++) {
        size_t size = strcspn(word, ",");
        long n;
        if (*count == MOST_LENGTHS)
            return fail_usage(error, "--length: more than %d lengths", MOST_LENGTHS);
        if (!parse_whole("--length", arena_strndup(arena, word, size), 1, MOST_WORDS, &n, error)) {
            error->exit_code = EXIT_USAGE;
            return false;
        }
        if (*count && n <= lengths[*count - 1])
            return fail_usage(error, "--length: %ld after %d: lengths ascend", n,
                              lengths[*count - 1]);
        lengths[(*count)++] = (int)n;
        word += size;
        if (!*word)
            return true;
    }
}

bool cost_run(const Run *run, Error *error)
{
    const Arguments *a = run->arguments;
    OutputSettings output;
    Text warnings = text_new(run->arena);
    int lengths[MOST_LENGTHS];
    LayerCostsSettings s = {.lengths = lengths};
    if (!read_lengths(run->arena, a->value[OPTION_COST_LENGTH], lengths, &s.length_count, error) ||
        !value_whole(a, OPTION_COST_DIM, 1, MOST_FEATURES, &s.sizes.d, error) ||
        !value_whole(a, OPTION_KERNEL, 2, MOST_KERNEL, &s.sizes.kernel, error) ||
        !value_whole(a, OPTION_COST_WINDOW, 1, MOST_WINDOW, &s.sizes.window, error) ||
        !output_settings_read(run->arena, a, &output, error))
        return false;
    LayerCosts costs = layer_costs(graph_new(run->arena), s);
    Trace *trace = narrate_layer_costs(run->arena, &costs, run->argc, run->argv);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
