#include "graph/ops.h"

SOURCE_AT(.row = node->parameter.rows[row], .col = col, .count = (size_t)(cols_of(node) - col))

/* Whether they are consecutive rows of a computed matrix. */
static bool is_range(const Node *node)
{
    const int *rows = node->parameter.rows;
    for (int i = 1; i < rows_of(node); i++)
        if (rows[i] != rows[0] + i)
            return false;
    return !is_leaf(node->inputs[0]);
}

/* "E[tokens]" for a look-up, "PE[4…53, ·]" for consecutive rows of a computed matrix; a single row
   is written with its number. */
static const char *rows_template(Graph *g, const Node *node, const Axis *rows)
{
    if (rows_of(node) == 1 || is_range(node))
        return part_template(g, true, node->parameter.rows[0], rows_of(node));
    return arena_format(g->arena, "{1!}[%ss]", rows->named ? rows->name : "row");
}

/* Takes the labels and the mask of the selected rows. One row repeated, or all rows of a computed
   table in order, are written as the table itself. */
static void write(Graph *g, const Node *node, Writing *w)
{
    const Writing *table = writing_of(g, node->inputs[0]);
    int all = rows_of(node->inputs[0]);
    bool is_whole = all == 1 || (rows_of(node) == all && is_range(node));
    w->rows = axis_places(g, table->rows, node->parameter.rows, 0, rows_of(node));
    w->mask =
        table->mask ? gather(g, (Node *)table->mask, node->parameter.rows, rows_of(node)) : NULL;
    if (table->formula.text && !is_whole)
        w->formula = formula_filled(g, node, rows_template(g, node, &table->rows));
}

static const Op op = {"gather", "{1}", .source = source, .write = write};

Node *gather(Graph *g, Node *table, const int *rows, int n)
{
    for (int i = 0; i < n; i++)
        CHECK(rows[i] >= 0 && rows[i] < rows_of(table), "row %d of %d", rows[i], rows_of(table));
    return graph_node(g, (Node){.op = &op, .parameter.rows = rows}, n, cols_of(table), &table, 1);
}

static Node *gather_steps(Graph *g, Node *table, int first, int step, int n)
{
    int *rows = arena_alloc(g->arena, (size_t)n, sizeof *rows);
    for (int i = 0; i < n; i++)
        rows[i] = first + i * step;
    return gather(g, table, rows, n);
}

Node *row_range(Graph *g, Node *table, int first, int count)
{
    return gather_steps(g, table, first, 1, count);
}

Node *repeated_row(Graph *g, Node *table, int row, int count)
{
    return gather_steps(g, table, row, 0, count);
}
