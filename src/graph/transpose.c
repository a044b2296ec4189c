#include "graph/ops.h"

SOURCE_AT(.row = col, .col = row, .count = 1)

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, y = node->value;
    copy_turned(view_of(y), view_part(view_transposed(a), node->first_row, y.rows, 0, y.cols));
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const Writing *a = writing_of(g, node->inputs[0]);
    w->rows = a->cols;
    w->cols = a->rows;
    w->mask = a->mask ? transpose(g, (Node *)a->mask) : NULL;
}

ON_ONE(transpose, "transpose", "{1!}ᵀ", .shapes = "nm>mn", .forward = forward, .source = source,
       .write = write, .by_rows = true);
