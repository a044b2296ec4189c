#include "graph/ops.h"

SOURCE_AT(.row = row, .col = node->parameter.cols[row], .count = 1)

static const Op op = {"pick", "{1!}[i, t_i]", .source = source, .shapes = "nm>n1"};

Node *pick(Graph *g, Node *a, const int *cols)
{
    for (int i = 0; i < rows_of(a); i++)
        CHECK(cols[i] >= 0 && cols[i] < cols_of(a), "column %d of %d", cols[i], cols_of(a));
    return node_of_shapes(g, (Node){.op = &op, .parameter.cols = cols}, &a, 1);
}
