#include "support/nodes.h"

#include "model/layers.h"

Graph *plain_graph(Scene *scene)
{
    return graph_new(scene->arena);
}

Graph *named_graph(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    return g;
}

Node *drawn(Graph *g, int rows, int cols, const char *name)
{
    return constant(g, random_tensor(g->arena, rows, cols, name), "drawn");
}

Node *by_hand(Graph *g, int rows, int cols, const double *numbers)
{
    Tensor t = tensor_new(g->arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)numbers[i];
    return constant(g, t, "by hand");
}

Node *zeros(Graph *g, int rows, int cols)
{
    return constant(g, tensor_new(g->arena, rows, cols), "zeros");
}

Node *reference_node(Graph *g, Scene *scene, const Safetensors *file, const char *name,
                     const char *part)
{
    return constant(g, reference(scene, file, name, part), "reference");
}

static Node *found(const Graph *g, const char *format, va_list args)
{
    char id[128];
    vsnprintf(id, sizeof id, format, args);
    const Name *name = name_find(g, id);
    fail_if(!name, "nothing is called %s", id);
    return name->node;
}

Node *node_of(const Graph *g, const char *id, ...)
{
    va_list args;
    va_start(args, id);
    Node *node = found(g, id, args);
    va_end(args);
    return node;
}

Tensor value_of(const Graph *g, const char *id, ...)
{
    va_list args;
    va_start(args, id);
    Node *node = found(g, id, args);
    va_end(args);
    return node->value;
}

Tensor mask_table(Arena *arena, Mask mask, int n)
{
    Tensor table = mask.table.data ? mask.table : tensor_new(arena, n, n);
    if (mask.window)
        hide_outside(table, 0, *mask.window);
    return table;
}

double cell(Tensor t, int row, int col)
{
    return (double)at(t, row, col);
}
