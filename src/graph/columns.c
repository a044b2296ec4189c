#include "graph/ops.h"

static CellRun source(const Node *node, int row, int col)
{
    return (CellRun){
        .row = row, .col = node->parameter.first_col + col, .count = (size_t)(cols_of(node) - col)};
}

/* "R[·, 1…8]"; columns of "R[1…8, ·]" are "R[1…8, 1…8]". */
static Formula part_written(Graph *g, const Node *node)
{
    static const char rows[] = ", ·]", some[] = "{1!}[·";
    const char *whole = writing_of(g, node->inputs[0])->formula.text;
    const char *part = part_template(g, false, node->parameter.first_col, cols_of(node));
    int length = (int)(strlen(whole) - strlen(rows));
    if (ends_with(whole, rows) && begins_with(part, some))
        return (Formula){.text =
                             arena_format(g->arena, "%.*s%s", length, whole, part + strlen(some))};
    return formula_filled(g, node, part);
}

/* Names the columns in the formula, if the input has one. */
static void write(Graph *g, const Node *node, Writing *w)
{
    const Writing *a = writing_of(g, node->inputs[0]);
    w->cols = axis_places(g, a->cols, NULL, node->parameter.first_col, cols_of(node));
    if (a->formula.text && cols_of(node) < cols_of(node->inputs[0]))
        w->formula = part_written(g, node);
}

static const Op op = {"columns", "{1}", .source = source, .write = write};

Node *columns(Graph *g, Node *a, int first, int count)
{
    CHECK(first >= 0 && count > 0 && first + count <= cols_of(a), "columns %d to %d of %d", first,
          first + count - 1, cols_of(a));
    return graph_node(g, (Node){.op = &op, .parameter.first_col = first}, rows_of(a), count, &a, 1);
}
