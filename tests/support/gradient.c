#include "support/gradient.h"

#include "base/random.h"
#include "graph/ops.h"

#include <math.h>

#ifdef ATTNVIZ_DOUBLE
static const double step = 1e-6, tolerance = 1e-8;
#else
static const double step = 1e-2, tolerance = 2e-2;
#endif

enum { MOST_PARAMETERS = 32 };

Tensor random_tensor(Arena *arena, int rows, int cols, const char *name)
{
    Random random = random_named((uint64_t)(rows * 1000 + cols), name);
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)random_normal(&random);
    return t;
}

Node *weighted_sum(Graph *g, Node *x)
{
    Node *u = constant(g, random_tensor(g->arena, 1, rows_of(x), "u"), "fixed");
    Node *v = constant(g, random_tensor(g->arena, cols_of(x), 1, "v"), "fixed");
    return matmul(g, matmul(g, u, x), v);
}

static Node *build_graph(Arena *arena, BuildLoss build, const Tensor *values, int count,
                         Graph **graph, Node **parameters)
{
    *graph = graph_new(arena);
    for (int i = 0; i < count; i++)
        parameters[i] = parameter(*graph, values[i], "test");
    return build(*graph, parameters);
}

static double loss_at(BuildLoss build, const Tensor *values, int count)
{
    Arena *arena = arena_new();
    Graph *g;
    Node *parameters[MOST_PARAMETERS];
    double loss = (double)build_graph(arena, build, values, count, &g, parameters)->value.data[0];
    arena_free(arena);
    return loss;
}

void check_gradients(Scene *scene, BuildLoss build, const Tensor *values, int count)
{
    Graph *g;
    Node *parameters[MOST_PARAMETERS];
    assert_in_range(count, 1, MOST_PARAMETERS);
    Node *loss = build_graph(scene->arena, build, values, count, &g, parameters);
    graph_backward(g, loss);
    for (int p = 0; p < count; p++)
        for (size_t i = 0; i < tensor_size(values[p]); i++) {
            real kept = values[p].data[i];
            values[p].data[i] = kept + (real)step;
            double above = loss_at(build, values, count);
            values[p].data[i] = kept - (real)step;
            double below = loss_at(build, values, count);
            values[p].data[i] = kept;
            double expected = (above - below) / (2 * step);
            double found = (double)parameters[p]->grad.data[i];
            if (!(fabs(found - expected) <= tolerance * (1 + fabs(expected))))
                fail_msg("parameter %d, cell %zu: gradient %.12g, difference quotient %.12g", p, i,
                         found, expected);
        }
}
