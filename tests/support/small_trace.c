#include "support/small_trace.h"

#include "support/nodes.h"
#include "trace/build.h"
#include "trace/sentences.h"

static Node *matrix(Scope s, const char *id, const char *symbol, int rows, int cols)
{
    Graph *g = s.graph;
    return given(s, id, id, symbol, feature_axis(g, rows), feature_axis(g, cols),
                 zeros(g, rows, cols));
}

static Graph *graph_of(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    Scope s = scope_of(g);
    Node *X = matrix(s, "X", "X", 3, 4), *W = matrix(s, "W", "W_Q", 4, 4);
    Node *Q = defined(s, "Q", "Queries", "Q", matmul(g, X, W));
    Node *scores = named(s, "scores", "Scores", matmul_transposed(g, Q, X));
    Node *scaled = named(s, "scaled", "Scaled", divide_by_root(g, scores, 4));
    Axis axis = feature_axis(g, 3);
    Node *mask = given_mask(s, "mask", "Mask", axis, axis, zeros(g, 3, 3));
    Node *masked = defined(s, "masked", "Masked", "s", add(g, scaled, mask));
    Node *weights = named(s, "weights", "Weights", softmax_rows(g, masked));
    named(s, "output", "Output", matmul(g, weights, X));
    return g;
}

Trace *small_trace(Scene *scene, const char *views)
{
    static const char sentences[] = "scaled | *\n    All scaled.\n* | *\n    Zeros.\n";
    Trace *t = trace_begin(graph_of(scene));
    add_setting(t, "heads", "2", true);
    trace_tell(t, arena_format(scene->arena, "%s%s", views, sentences));
    return t;
}

Trace *heads_trace(Scene *scene, const char *list)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    for (int i = 1; i <= 3; i++) {
        Scope head = within(scope_of(g), "head-%d", " of head %d", i);
        matrix(head, "A", "A_{%d}", 2, 2);
        if (i != 2)
            matrix(head, "B", "B_{%d}", 2, 2);
    }
    Trace *t = trace_begin(g);
    trace_tell(t, arena_format(scene->arena, "%s* | *\n    Zeros.\n", list));
    return t;
}
