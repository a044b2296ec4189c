#include "graph/ops.h"

SOURCE_AT(.col = col * rows_of(node) + row, .count = 1)

static const Op op = {"batch_rows", "{1}", .source = source};

Node *batch_rows(Graph *g, Node *numbers, int sentences)
{
    CHECK(rows_of(numbers) == 1 && sentences > 0 && cols_of(numbers) % sentences == 0,
          "%d × %d in a batch of %d", rows_of(numbers), cols_of(numbers), sentences);
    return graph_node(g, (Node){.op = &op}, sentences, cols_of(numbers) / sentences, &numbers, 1);
}
