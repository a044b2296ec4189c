#include "graph/ops.h"

SOURCE_AT(.row = row, .col = node->parameter.first_col + col,
          .count = (size_t)(cols_of(node) - col))

/* Names the columns in the formula, if the input has one: "R[·, 1…8]"; those of "R[1…8, ·]" are
   "R[1…8, 1…8]". */
static void write(Graph *g, const Node *node, Writing *w)
{
    static const char rows[] = ", ·]", some[] = "{1!}[·";
    const Writing *a = writing_of(g, node->inputs[0]);
    const char *whole = a->formula.text;
    const char *part = part_template(g, false, node->parameter.first_col, cols_of(node));
    w->cols = axis_places(g, a->cols, NULL, node->parameter.first_col, cols_of(node));
    if (!whole || cols_of(node) == cols_of(node->inputs[0]))
        return;
    w->formula = formula_filled(g, node, part);
    if (ends_with(whole, rows) && begins_with(part, some))
        w->formula.text = arena_format(g->arena, "%.*s%s", (int)(strlen(whole) - strlen(rows)),
                                       whole, part + strlen(some));
}

static const Op op = {"columns", "{1}", .source = source, .write = write};

Node *columns(Graph *g, Node *a, int first, int count)
{
    CHECK(first >= 0 && count > 0 && first + count <= cols_of(a), "columns %d to %d of %d", first,
          first + count - 1, cols_of(a));
    return graph_node(g, (Node){.op = &op, .parameter.first_col = first}, rows_of(a), count, &a, 1);
}
