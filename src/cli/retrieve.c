#include "cli/retrieve.h"

#include "base/utf8.h"
#include "cli/output.h"
#include "cli/values.h"
#include "graph/ops.h"
#include "load/vector_list.h"
#include "trace/retrieval.h"

typedef struct RetrieveSettings {
    RetrievalScore score;
    VectorList query, keys, values;
    bool values_are_keys;
    uint64_t seed;
} RetrieveSettings;

/* ---- settings ---- */

static const char *flag(const Run *run, OptionId id)
{
    return arena_format(run->arena, "--%s", option_table[id].name);
}

static bool read_list(const Run *run, OptionId id, VectorList *list, Error *error)
{
    return vector_list_read(run->arena, flag(run, id), run->arguments->value[id], list, error);
}

/* " (the default)" after an option that was not given. */
static const char *whether_default(const Run *run, OptionId id)
{
    return run->arguments->given[id] ? "" : " (the default)";
}

static bool check_shapes(const Run *run, const RetrieveSettings *s, Error *error)
{
    Tensor q = s->query.vectors, k = s->keys.vectors, v = s->values.vectors;
    if (q.rows != 1)
        return fail_usage(error, "--query: %d vectors; one asks", q.rows);
    if (q.cols != k.cols && s->score != RETRIEVAL_ADDITIVE)
        return fail_usage(error,
                          "--query%s has %d number%s, a vector of --keys%s %d: only --score "
                          "additive takes different lengths",
                          whether_default(run, OPTION_QUERY), q.cols, q.cols == 1 ? "" : "s",
                          whether_default(run, OPTION_KEYS), k.cols);
    if (k.rows != v.rows)
        return fail_usage(error, "--values: %d value%s for %d key%s%s", v.rows,
                          v.rows == 1 ? "" : "s", k.rows, k.rows == 1 ? "" : "s",
                          whether_default(run, OPTION_KEYS));
    return true;
}

static bool read_settings(const Run *run, RetrieveSettings *s, Error *error)
{
    const Arguments *a = run->arguments;
    int score = 0;
    *s = (RetrieveSettings){.values_are_keys = !a->given[OPTION_VALUES]};
    if (!value_choice(run->arena, a, OPTION_RETRIEVE_SCORE, retrieval_score_names,
                      RETRIEVAL_ADDITIVE + 1, &score, error) ||
        !value_seed(a, OPTION_SEED, &s->seed, error) ||
        !read_list(run, OPTION_QUERY, &s->query, error) ||
        !read_list(run, OPTION_KEYS, &s->keys, error) ||
        (a->given[OPTION_VALUES] && !read_list(run, OPTION_VALUES, &s->values, error)))
        return false;
    s->score = (RetrievalScore)score;
    if (s->values_are_keys)
        s->values = s->keys;
    if (a->given[OPTION_SEED] && s->score != RETRIEVAL_ADDITIVE)
        return fail_usage(error, "--seed draws the layer of --score additive: give that too");
    return check_shapes(run, s, error);
}

/* ---- the whole ---- */

static Node *vectors(Graph *g, const Run *run, OptionId id, Tensor given)
{
    bool typed = run->arguments->given[id];
    return constant(g, given, typed ? flag(run, id) : "the default");
}

static Trace *trace_of(const Run *run, const RetrieveSettings *s)
{
    Graph *g = graph_new(run->arena);
    bool additive = s->score == RETRIEVAL_ADDITIVE;
    int count = s->keys.vectors.rows;
    Retrieval r = {.score = s->score,
                   .query = vectors(g, run, OPTION_QUERY, s->query.vectors),
                   .keys = vectors(g, run, OPTION_KEYS, s->keys.vectors),
                   .key = retrieval_axis(run->arena, "key", "k", s->keys.labels, count),
                   .value = retrieval_axis(run->arena, "value", "v", s->values.labels, count)};
    if (!s->values_are_keys)
        r.values = vectors(g, run, OPTION_VALUES, s->values.vectors);
    graph_name(g);
    if (additive)
        graph_use(g, retrieval_layer(run->arena, cols_of(r.query), cols_of(r.keys), s->seed));
    retrieve(scope_of(g), &r);
    const char *seed = additive ? arena_format(run->arena, "%ju", (uintmax_t)s->seed) : NULL;
    return trace_retrieval(g, &r, seed, run->argc, run->argv);
}

bool retrieve_run(const Run *run, Error *error)
{
    OutputSettings output;
    RetrieveSettings settings;
    Text warnings = text_new(run->arena);
    if (!output_settings_read(run->arena, run->arguments, &output, error) ||
        !read_settings(run, &settings, error))
        return false;
    return output_trace(run->arena, &output, trace_of(run, &settings), &warnings, error);
}
