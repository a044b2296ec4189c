#include "support/gradient.h"

#include "graph/ops.h"

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

void parameters_clear(Parameters *p)
{
    for (int i = 0; i < p->count; i++) {
        Parameter *item = &p->items[i];
        item->value = tensor_filled(p->arena, item->rows, item->cols, item->start == START_ONES);
    }
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

/* What is differentiated. */
typedef struct Job {
    BuildLoss build;
    const Tensor *values;
    int count;
} Job;

static double loss_of_values(const void *data)
{
    const Job *job = data;
    Arena *arena = arena_new();
    Graph *g;
    Node *parameters[MOST_PARAMETERS];
    const Node *loss = build_graph(arena, job->build, job->values, job->count, &g, parameters);
    double number = (double)loss->value.data[0];
    arena_free(arena);
    return number;
}

/* Every cell of one parameter. */
static void check_cells(const char *name, Tensor value, Tensor gradient,
                        double (*loss)(const void *data), const void *data)
{
    for (size_t i = 0; i < tensor_size(value); i++) {
        real kept = value.data[i];
        value.data[i] = kept + (real)step;
        double above = loss(data);
        value.data[i] = kept - (real)step;
        double below = loss(data);
        value.data[i] = kept;
        double expected = (above - below) / (2 * step);
        double found = (double)gradient.data[i];
        fail_if(!(fabs(found - expected) <= tolerance * (1 + fabs(expected))),
                "parameter %s, cell %zu: gradient %.12g, difference quotient %.12g", name, i, found,
                expected);
    }
}

void check_gradients(Scene *scene, BuildLoss build, const Tensor *values, int count)
{
    Graph *g;
    Node *parameters[MOST_PARAMETERS];
    Job job = {build, values, count};
    assert_in_range(count, 1, MOST_PARAMETERS);
    Node *loss = build_graph(scene->arena, build, values, count, &g, parameters);
    graph_backward(g, loss);
    for (int p = 0; p < count; p++)
        check_cells(arena_format(scene->arena, "%d", p), values[p], parameters[p]->grad,
                    loss_of_values, &job);
}

/* ---- of what a model learns ---- */

typedef struct LearnedJob {
    BuildLearnedLoss *build;
    const void *model;
} LearnedJob;

static double loss_of_model(const void *data)
{
    const LearnedJob *job = data;
    Arena *arena = arena_new();
    double number = (double)job->build(graph_new(arena), job->model)->value.data[0];
    arena_free(arena);
    return number;
}

void check_learned_gradients(Scene *scene, BuildLearnedLoss *build, const void *model)
{
    Graph *g = graph_new(scene->arena);
    LearnedJob job = {build, model};
    graph_backward(g, build(g, model));
    for (int i = 0; i < g->parameters->count; i++) {
        const Parameter *p = &g->parameters->items[i];
        check_cells(p->name, p->value, p->node->grad, loss_of_model, &job);
    }
}
