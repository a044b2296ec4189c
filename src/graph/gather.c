#include "graph/ops.h"
#include "tensor/vector.h"

#include <string.h>

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        memcpy(tensor_row(node->value, i),
               tensor_row(node->inputs[0]->value, node->parameter.rows[i]),
               (size_t)cols_of(node) * sizeof(real));
}

/* A row that was looked up twice gathers both gradients. */
static void backward(Node *node)
{
    Node *table = node->inputs[0];
    if (table->wants_grad)
        for (int i = 0; i < rows_of(node); i++)
            vector_add_scaled(tensor_row(table->grad, node->parameter.rows[i]), 1,
                              tensor_row(node->grad, i), cols_of(node));
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_copy(e, node->inputs[0], node->parameter.rows[row], col);
}

static Cost cost(const Node *node)
{
    return cost_elementwise(node, 0);
}

/* Labels go with their rows. */
static Axis chosen_rows(Graph *g, Axis axis, const int *rows, int count)
{
    if (!axis.named)
        return feature_axis(g, count);
    const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = axis.labels[rows[i]];
    axis.labels = labels;
    axis.count = count;
    return axis;
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const Writing *table = writing_of(g, node->inputs[0]);
    w->rows = chosen_rows(g, table->rows, node->parameter.rows, rows_of(node));
    w->mask = NULL;
    write_same_kind(g, node, w);
    if (!table->formula.text)
        return;
    const char *template =
        rows_of(node) == 1
            ? arena_format(g->arena, "{1!}[%d, ·]", node->parameter.rows[0] + 1)
            : arena_format(g->arena, "{1!}[%ss]", table->rows.named ? table->rows.name : "row");
    w->formula = (Formula){formula_filled(g, node, template), BINDS_ATOM};
}

static const Op op = {"gather", forward, backward, explain, cost, .write = write};

Node *gather(Graph *g, Node *table, const int *rows, int n)
{
    for (int i = 0; i < n; i++)
        CHECK(rows[i] >= 0 && rows[i] < rows_of(table), "row %d of %d", rows[i], rows_of(table));
    Node model = {.op = &op, .parameter.rows = rows};
    return graph_node(g, model, n, cols_of(table), &table, 1);
}
