#include "graph/ops.h"

static CellRun source(const Node *node, int row, int col)
{
    (void)node;
    return (CellRun){.row = col, .col = row, .count = 1};
}

/* Tile by tile: rows that are read and rows that are written stay in the processor's cache. */
static void forward(Node *node)
{
    enum { SIDE = 64 };
    View a = view_transposed(node->inputs[0]->value), t = view_of(node->value);
    for (int top = 0; top < t.rows; top += SIDE)
        for (int left = 0; left < t.cols; left += SIDE) {
            int rows = smaller(SIDE, t.rows - top), cols = smaller(SIDE, t.cols - left);
            copy_turned(view_part(t, top, rows, left, cols), view_part(a, top, rows, left, cols));
        }
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const Writing *a = writing_of(g, node->inputs[0]);
    w->rows = a->cols;
    w->cols = a->rows;
    w->mask = a->mask ? transpose(g, (Node *)a->mask) : NULL;
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    (void)node, (void)input;
    return transpose(g, dy);
}

ON_ONE(transpose, "transpose", "{1!}ᵀ", .shapes = "nm>mn", .forward = forward, .source = source,
       .derive = derive, .write = write);
