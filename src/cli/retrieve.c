#include "cli/settings.h"

/* The default query for a picture; a longer one gives sharper weights. */
static const char red[] = "5,-5,-5";

/* ---- settings ---- */

/* " (the default)" after an option that was not given. */
static const char *whether_default(const Run *run, const char *name)
{
    return is_given(run, name) ? "" : " (the default)";
}

/* Reads a picture. Its patches are the keys, labelled by row and column: "2,1". */
static void read_picture(const Run *run, RetrieveSettings *s)
{
    if (s->query.vectors.cols != 3)
        fail_usage("--query: %d number%s; a colour has 3, as red has %s", s->query.vectors.cols,
                   plural(s->query.vectors.cols), red);
    s->grid = patches_parse(run->arena, s->grid_text);
    s->keys.vectors = patches_read(run->arena, s->image, s->grid);
    int rows = s->grid.rows, count = rows * s->grid.cols;
    const char **labels = arena_alloc(run->arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = arena_format(run->arena, "%d,%d", i % rows + 1, i / rows + 1);
    s->keys.labels = labels;
}

void check_retrieve(const Run *run)
{
    RetrieveSettings *s = &run->settings->retrieve;
    if (s->image && !is_given(run, "query"))
        s->query = vector_list_read(run->arena, "--query", red, false);
    if (s->image)
        read_picture(run, s);
    s->values = s->values.vectors.data ? s->values : s->keys;
    Tensor q = s->query.vectors, k = s->keys.vectors, v = s->values.vectors;
    if (q.rows != 1)
        fail_usage("--query: %d vectors; one asks", q.rows);
    if (q.cols != k.cols && s->score != RETRIEVAL_ADDITIVE)
        fail_usage("--query%s has %d number%s, a vector of --keys%s %d: only --score "
                   "additive takes different lengths",
                   whether_default(run, "query"), q.cols, plural(q.cols),
                   whether_default(run, "keys"), k.cols);
    if (k.rows != v.rows)
        fail_usage("--values: %d value%s for %d key%s%s", v.rows, plural(v.rows), k.rows,
                   plural(k.rows), whether_default(run, "keys"));
}

/* ---- the whole ---- */

static Node *vectors(const Run *run, const char *name, Tensor given)
{
    return constant(run->graph, given,
                    is_given(run, name) ? arena_format(run->arena, "--%s", name) : "the default");
}

Axis vector_axis(Arena *arena, const char *name, const char *letter, const VectorList *list)
{
    int count = list->vectors.rows;
    const char **numbered = arena_alloc(arena, (size_t)count, sizeof *numbered);
    for (int i = 0; i < count && !list->labels; i++)
        numbered[i] = formula_plain(arena, arena_format(arena, "%s_{%d}", letter, i + 1));
    Axis axis = label_axis(name, list->labels ? list->labels : numbered, count);
    axis.unquoted = !list->labels;
    return axis;
}

static void add_settings(Trace *t, const Run *run, const RetrieveSettings *s)
{
    bool drawn = s->score == RETRIEVAL_ADDITIVE;
    if (s->image)
        add_setting(t, "picture",
                    arena_format(t->arena, "%s, %d × %d patches", visible_text(t->arena, s->image),
                                 s->grid.rows, s->grid.cols),
                    false);
    add_setting(t, "score", argument_named(run->arguments, "score")->value, false);
    add_number_setting(t, "d", s->query.vectors.cols);
    add_number_setting(t, "keys", s->keys.vectors.rows);
    add_origin(t, &(Origin){.weights = drawn ? "random, not learned" : NULL,
                            .seed = drawn ? &s->seed : NULL});
}

Trace *retrieve_command(const Run *run)
{
    static const char *const grids[] = {"grid/picture", "grid/weights", "grid/taken"};
    const RetrieveSettings *s = &run->settings->retrieve;
    Retrieval r = {.score = s->score,
                   .query = vectors(run, "query", s->query.vectors),
                   .keys = vectors(run, s->image ? "image" : "keys", s->keys.vectors),
                   .key = vector_axis(run->arena, "key", "k", &s->keys),
                   .value = vector_axis(run->arena, "value", "v", &s->values),
                   .patch_rows = s->grid.rows};
    if (is_given(run, "values"))
        r.values = vectors(run, "values", s->values.vectors);
    if (s->score == RETRIEVAL_ADDITIVE)
        graph_use(run->graph, parameters_from_seed(run->arena, s->seed));
    retrieve(scope_of(run->graph), &r);
    Trace *t = trace_begin(run->graph);
    add_settings(t, run, s);
    trace_tell(t, retrieval_list);
    /* grids are drawn as the picture, its patches as bright as their weights */
    for (int i = 0; i < 3 && s->image; i++) {
        Step *step = trace_step(t, grids[i]);
        step->patches = r.keys;
        step->lit = i > 0;
    }
    return t;
}
