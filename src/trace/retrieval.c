#include "trace/traces.h"

#include "trace/formula.h"

const char *const retrieval_score_names[] = {[RETRIEVAL_DOT] = "dot",
                                             [RETRIEVAL_SCALED] = "scaled",
                                             [RETRIEVAL_COSINE] = "cosine",
                                             [RETRIEVAL_ADDITIVE] = "additive"};

Axis retrieval_axis(Arena *arena, const char *name, const char *letter, const char *const *labels,
                    int count)
{
    const char **numbered = arena_alloc(arena, (size_t)count, sizeof *numbered);
    for (int i = 0; i < count && !labels; i++)
        numbered[i] = formula_plain(arena, arena_format(arena, "%s_{%d}", letter, i + 1));
    Axis axis = label_axis(name, labels ? labels : numbered, count);
    axis.unquoted = !labels;
    return axis;
}

static void add_settings(Trace *t, const Retrieval *r, const char *seed)
{
    add_setting(t, "score", retrieval_score_names[r->score], false);
    add_number_setting(t, "d", cols_of(r->query));
    add_number_setting(t, "keys", rows_of(r->keys));
    add_origin(t, &(Origin){.weights = seed ? "random, not learned" : NULL, .seed = seed});
}

/* The grids are drawn as the picture, and as much of it as has weight. */
static void show_picture(Trace *t, const Retrieval *r)
{
    static const char *const grids[] = {"grid/picture", "grid/weights", "grid/taken"};
    for (int i = 0; i < 3; i++) {
        Step *step = trace_step_edited(t, grids[i]);
        step->patches = r->keys;
        step->lit = i > 0;
    }
}

Trace *trace_retrieval(Graph *g, const Retrieval *r, const char *picture, const char *seed)
{
    Trace *t = trace_begin(g);
    if (picture)
        add_setting(t, "picture", picture, false);
    add_settings(t, r, seed);
    trace_tell(t, retrieval_list);
    if (picture)
        show_picture(t, r);
    add_panels(t);
    return t;
}
