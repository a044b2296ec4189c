#include "graph/ops.h"

/* The first input begins at column `first_col`; masked cells stay masked. */
static CellRun source(const Node *node, int row, int col)
{
    int place = col - node->parameter.first_col;
    bool is_placed = place >= 0 && place < cols_of(node->inputs[0]);
    if (is_placed && !isinf(at(node->inputs[1]->value, row, col)))
        return (CellRun){.row = row, .col = place, .count = 1};
    return (CellRun){.input = 1, .row = row, .col = col, .count = 1};
}

static void write(UNUSED Graph *g, const Node *node, Writing *w)
{
    w->mask = node->inputs[1];
}

static const Op op = {"place_columns", "{1} where {2!} is 0, else −∞", .shapes = "nk,nm>nm",
                      .source = source, .write = write};

Node *place_columns(Graph *g, Node *a, Node *mask, int first)
{
    CHECK(first >= 0 && first + cols_of(a) <= cols_of(mask), "columns %d to %d of %d", first,
          first + cols_of(a) - 1, cols_of(mask));
    Node model = {.op = &op, .parameter.first_col = first};
    return node_of_shapes(g, model, (Node *[]){a, mask}, 2);
}
