#include "trace/retrieval.h"

#include "trace/build.h"
#include "trace/formula.h"

static const View views[] = {
    {"geometry/*", ROLE_BEHIND, FORM_CELLS},
    {"pre-activation", ROLE_BEHIND, FORM_CELLS},
    {"scores|scaled|weights", ROLE_SHOWN, FORM_BARS},
    {0},
};

static const Note sentences[] = {
    {"query", "leaf", "", "One query of {cols} {number|numbers:cols}; {lengths}."},
    {"keys", "leaf", "", "{rows} {key|keys:rows} of {cols} {number|numbers:cols}; {lengths}."},
    {"values", "gather", "", "No values were given: each key is its own value."},
    {"values", "leaf", "",
     "{rows} {value|values:rows} of {cols} {number|numbers:cols}; {lengths}."},
    {"geometry", "concat", "",
     "The product farthest from 0, {largest-size@geometry/product} of "
     "{largest-size-row@geometry/product}, is {first-part@geometry/product} × "
     "{second-part@geometry/product}: both lengths, times the cosine of the angle between."},
    {"W|U|v", "leaf", "", "{symbol}, {rows} × {cols}, is drawn at random and not learned."},
    {"projected-query", "matmul", "",
     "The query as the layer's {cols} {unit sees|units see:cols} it; {lengths}."},
    {"projected-keys", "matmul", "", "The keys as the layer sees them; {lengths}."},
    {"tanh", "tanh", "", "What the layer makes of each key and the query; {lengths}."},
    {"scores", NULL, "one-cell", "The one score is {first-cell}."},
    {"scores", NULL, "equal", "All keys have the score {first-cell}."},
    {"scores", NULL, "",
     "{largest-col} has the highest score, {largest}, and {smallest-col} the lowest, {smallest}."},
    {"weights", "softmax_rows", "one-cell",
     "With one key there is no choice: it gets all the weight."},
    {"weights", "softmax_rows", "equal",
     "Equal scores share the weight: {first-cell} for each of {cols} keys."},
    {"weights", "softmax_rows", "",
     "{largest-col} gets the largest weight, {largest}, and {smallest-col} the smallest, "
     "{smallest}."},
    {"weighted", "weigh_rows", "", "What each value puts into the output; {lengths}."},
    {"output", "matmul", "few-parts", "The output is {mixture}."},
    {"output", "matmul", "",
     "The output is {most-weight} of {most}, {next-weight} of {next} and {other-weight} of the "
     "others."},
    {0},
};

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
    const char *score = retrieval_score_names[r->score], *origin = "random, not learned";
    int d = cols_of(r->query), keys = rows_of(r->keys);
    add_setting(t, "score", score, false);
    add_number_setting(t, "d", d);
    add_number_setting(t, "keys", keys);
    add_setting(t, "weights", seed ? origin : NULL, false);
    add_setting(t, "seed", seed, true);
    t->provenance = arena_format(t->arena, "%s score, d = %d, %d key%s%s%s%s%s", score, d, keys,
                                 plural(keys), seed ? ", weights " : "", seed ? origin : "",
                                 seed ? ", seed " : "", seed ? seed : "");
}

/* From the scores to the output; the titles say how each follows from the one before. */
static void add_overview(Trace *t)
{
    static const char *const ids[] = {"scores", "scaled", "weights", "weighted", "output"};
    const Step *output = trace_step(t, "output");
    Grid grid = grid_new(t, "overview", 1, trace_step(t, "scaled") ? 5 : 4);
    grid.panel.title = "A query asks, keys answer with their values";
    grid.panel.formula =
        arena_format(t->arena, "%s, %s", output->formula, trace_step(t, "weights")->formula);
    grid.panel.note = output->note;
    for (int i = 0, col = 0; i < 5; i++) {
        const Step *step = trace_step(t, ids[i]);
        if (step)
            grid_place(&grid, 0, col++, ids[i], step->formula, NULL);
    }
    add_panel(t, grid);
}

Trace *trace_retrieval(Graph *g, const Retrieval *r, const char *seed)
{
    Trace *t = trace_begin(g);
    add_settings(t, r, seed);
    trace_tell(t, views, sentences);
    add_overview(t);
    return t;
}
