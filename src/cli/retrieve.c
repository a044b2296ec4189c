#include "cli/retrieve.h"

#include "base/random.h"
#include "base/utf8.h"
#include "cli/output.h"
#include "cli/values.h"
#include "graph/ops.h"
#include "load/vector_list.h"
#include "trace/retrieval.h"

#include <math.h>

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

static Node *given(Graph *g, const Run *run, OptionId id, Tensor vectors)
{
    bool typed = run->arguments->given[id];
    return constant(g, vectors, typed ? flag(run, id) : "the default");
}

/* Rows times this matrix keep about their length. */
static Node *drawn(Graph *g, const RetrieveSettings *s, int rows, int cols, const char *name)
{
    Random random = random_named(s->seed, name);
    Tensor t = tensor_new(g->arena, rows, cols);
    double deviation = 1 / sqrt(rows > 1 ? rows : cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)(deviation * random_normal(&random));
    return constant(g, t, arena_format(g->arena, "drawn from seed %ju", (uintmax_t)s->seed));
}

/* As many units as a key has numbers. */
static RetrievalLayer draw_layer(Graph *g, const RetrieveSettings *s)
{
    int units = s->keys.vectors.cols;
    return (RetrievalLayer){.W = drawn(g, s, s->query.vectors.cols, units, "retrieve/W"),
                            .U = drawn(g, s, units, units, "retrieve/U"),
                            .v = drawn(g, s, 1, units, "retrieve/v")};
}

static Trace *narrate(const Run *run, const RetrieveSettings *s)
{
    Graph *g = graph_new(run->arena);
    Retrieval *r = arena_alloc(run->arena, 1, sizeof *r);
    Node *keys = given(g, run, OPTION_KEYS, s->keys.vectors);
    Node *values = s->values_are_keys ? keys : given(g, run, OPTION_VALUES, s->values.vectors);
    bool additive = s->score == RETRIEVAL_ADDITIVE;
    RetrievalLayer layer = {0};
    if (additive)
        layer = draw_layer(g, s);
    *r = retrieve(g, s->score, given(g, run, OPTION_QUERY, s->query.vectors), keys, values, layer);
    RetrievalSubject subject = {
        .argc = run->argc,
        .argv = run->argv,
        .key_labels = s->keys.labels,
        .value_labels = s->values.labels,
        .values_are_keys = s->values_are_keys,
        .seed = additive ? arena_format(run->arena, "%ju", (uintmax_t)s->seed) : NULL};
    return narrate_retrieval(run->arena, r, &subject);
}

bool retrieve_run(const Run *run, Error *error)
{
    OutputSettings output;
    RetrieveSettings settings;
    Text warnings = text_new(run->arena);
    if (!output_settings_read(run->arena, run->arguments, &output, error) ||
        !read_settings(run, &settings, error))
        return false;
    return output_trace(run->arena, &output, narrate(run, &settings), &warnings, error);
}
