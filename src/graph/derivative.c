#include "graph/derivative.h"

#include "base/number.h"
#include "graph/ops.h"

#include <string.h>

/* What comes to a node's gradient from one place where it is used: for all its rows, or for those
   that were looked up. */
typedef struct Part {
    Node *dy;
    const int *rows; /* of each row of dy; NULL for all in their order */
    struct Part *next;
} Part;

/* Over the nodes from `first` on. */
typedef struct Pass {
    Graph *g;
    Scope back; /* where what is made on the way is named … */
    int named;  /* … up to this node */
    const char *of;
    int first;
    bool *depends; /* on some x */
    Part **parts;  /* of each one's gradient, that which came last in front */
} Pass;

static bool is_on_the_way(const Pass *p, const Node *node)
{
    return node->index >= p->first && p->depends[node->index - p->first];
}

/* ---- a gradient from its parts ---- */

/* Rows that were looked up, in their places, and zeros between. */
static Node *stacked_rows(Graph *g, const Node *node, const Part *parts)
{
    int n = rows_of(node), count = 0;
    Node **found = arena_alloc(g->arena, (size_t)n, sizeof(Node *));
    Node **stacked = arena_alloc(g->arena, (size_t)n, sizeof(Node *));
    for (const Part *p = parts; p; p = p->next)
        for (int i = 0; p->rows && i < rows_of(p->dy); i++) {
            Node *row = row_range(g, p->dy, i, 1), **place = &found[p->rows[i]];
            *place = *place ? add(g, *place, row) : row;
        }
    for (int i = 0, end; i < n; i = end) {
        for (end = i; end < n && !found[end]; end++)
            ;
        stacked[count++] = end > i ? number_node(g, end - i, cols_of(node), 0) : found[i];
        end += end == i;
    }
    return stack(g, stacked, count);
}

static Node *sum_of_parts(Graph *g, const Node *node, const Part *parts)
{
    int count = 0, looked_up = 0;
    for (const Part *p = parts; p; p = p->next)
        *(p->rows ? &looked_up : &count) += 1;
    Node **all = arena_alloc(g->arena, (size_t)count + 1, sizeof(Node *));
    count = 0;
    for (const Part *p = parts; p; p = p->next)
        if (!p->rows)
            all[count++] = chained_whole(g, p->dy, cols_of(node));
    if (looked_up)
        all[count++] = stacked_rows(g, node, parts);
    return sum(g, all, count);
}

static bool is_atom(Graph *g, Node *node)
{
    return writing_of(g, node)->formula.binding == BINDS_ATOM;
}

/* "∂L/∂h_3" of what has a symbol: formulas would otherwise grow with every operation. */
static Node *gradient_of(Pass *p, Node *node)
{
    Graph *g = p->g;
    Node *gradient = sum_of_parts(g, node, p->parts[node->index - p->first]);
    const char *symbol = symbol_of(scope_of(g), node);
    if (symbol && !strpbrk(symbol, " (") && !is_atom(g, gradient))
        with_symbol(scope_of(g), gradient, arena_format(g->arena, "∂%s/∂%s", p->of, symbol), 0);
    return gradient;
}

static bool is_among(const Node *node, Node *const *nodes, int count)
{
    int i = 0;
    while (i < count && nodes[i] != node)
        i++;
    return i < count;
}

/* All but what is handed out, and what is only moved: explanations pass over that. */
static void name_made(Pass *p, Node *const *out, int count)
{
    enum { LONGEST = 48 };
    Graph *g = p->g;
    for (; has_names(p->back) && p->named < g->count; p->named++) {
        Node *node = g->nodes[p->named];
        if (node->op->source || is_among(node, out, count))
            continue;
        p->back.number++;
        const char *formula = symbol_of(p->back, node);
        const char *operation = is_leaf(node) ? "number" : node->op->name;
        const char *id = arena_format(g->arena, "%s-%d", operation, p->back.number);
        if (is_leaf(node)) {
            given_matrix(p->back, id, "Of the chain rule", formula, node);
            continue;
        }
        bool is_long = formula && strlen(formula) > LONGEST;
        defined(p->back, id, "On the way back", is_long ? "δ_{%d}" : NULL, node);
    }
}

/* ---- the pass ---- */

static void add_part(Pass *p, const Node *node, Node *dy, const int *rows)
{
    Part *part = arena_alloc(p->g->arena, 1, sizeof *part), **parts;
    parts = &p->parts[node->index - p->first];
    *part = (Part){dy, rows, *parts};
    *parts = part;
}

static void hand_back(Pass *p, Node *node, Node *dy)
{
    for (int i = 0; i < node->input_count; i++) {
        if (!is_on_the_way(p, node->inputs[i]))
            continue;
        CHECK(node->op->derive, "%s has no derivative", node->op->name);
        add_part(p, node->inputs[i], node->op->derive(p->g, node, i, dy), looked_up_rows(node));
    }
}

static void find_way(Pass *p, const Node *y, Node *const *x, int count)
{
    for (int i = 0; i < count; i++)
        p->depends[x[i]->index - p->first] = true;
    for (int k = p->first; k <= y->index; k++) {
        const Node *node = p->g->nodes[k];
        for (int i = 0; i < node->input_count; i++)
            p->depends[k - p->first] |= is_on_the_way(p, node->inputs[i]);
    }
}

void derivatives(Scope s, Node *y, Node *dy, const char *of, Node *const *x, int count, Node **out)
{
    memset(out, 0, (size_t)count * sizeof(Node *));
    Graph *g = s.graph;
    Pass p = {.g = g,
              .back = within(s, "back", "", 0),
              .named = dy && !dy->first_name ? dy->index : g->count,
              .of = of,
              .first = y->index};
    for (int i = 0; i < count; i++)
        p.first = smaller(p.first, x[i]->index);
    size_t nodes = (size_t)(y->index - p.first) + 1;
    p.depends = arena_alloc(g->arena, nodes, sizeof *p.depends);
    p.parts = arena_alloc(g->arena, nodes, sizeof(Part *));
    find_way(&p, y, x, count);
    add_part(&p, y, dy, NULL);
    for (int k = y->index; k >= p.first; k--) {
        Node *node = g->nodes[k];
        if (!p.parts[k - p.first])
            continue;
        Node *gradient = node == y ? dy : gradient_of(&p, node);
        for (int i = 0; i < count; i++)
            out[i] = x[i] == node ? gradient : out[i];
        name_made(&p, out, count);
        hand_back(&p, node, gradient);
    }
}

Node *jacobian(Scope s, Node *y, Node *x)
{
    Node *out = NULL;
    derivatives(s, y, NULL, symbol_of(s, y), &x, 1, &out);
    return out;
}

/* ---- the chain rule ---- */

Node *number_node(Graph *g, int rows, int cols, double x)
{
    Node *node = constant(g, tensor_filled(g->arena, rows, cols, (real)x), "the chain rule");
    return with_symbol(scope_of(g), node, arena_format(g->arena, "%g", x), 0);
}

Node *chained_whole(Graph *g, Node *dy, int n)
{
    return dy ? dy : diagonal(g, number_node(g, 1, n, 1));
}

Node *chained(Graph *g, Node *dy, Node *factor)
{
    Node *row = dy ? diagonal_of(dy) : NULL;
    if (!dy || row)
        return diagonal(g, row ? multiply(g, row, factor) : factor);
    return rows_of(dy) == rows_of(factor) ? multiply(g, dy, factor) : multiply_row(g, dy, factor);
}

static const char one_cell[] = "1 for the cell that is derived, 0 for the others";

Node *cell_seed(Graph *g, const Node *y, int row, int col)
{
    Tensor seed = tensor_new(g->arena, rows_of(y), cols_of(y));
    tensor_row(seed, row)[col] = 1;
    return constant(g, seed, one_cell);
}

/* A seed times a matrix, or times its transpose: one row of that. */
static Node *one_row(Graph *g, const Node *seed, Node *matrix, bool turned)
{
    int n = rows_of(seed), row = 0, col = 0, count = 0;
    while (at(seed->value, row, col) == 0)
        col = col + 1 < cols_of(seed) ? col + 1 : (row++, 0);
    Node *parts[3],
        *line = turned ? transpose(g, columns(g, matrix, col, 1)) : row_range(g, matrix, col, 1);
    if (row)
        parts[count++] = number_node(g, row, cols_of(line), 0);
    parts[count++] = line;
    if (row + 1 < n)
        parts[count++] = number_node(g, n - row - 1, cols_of(line), 0);
    return stack(g, parts, count);
}

Node *chained_product(Graph *g, Node *dy, Node *matrix, bool turned)
{
    if (dy && is_leaf(dy) && dy->parameter.given == one_cell)
        return one_row(g, dy, matrix, turned);
    Node *row = dy ? diagonal_of(dy) : NULL;
    if (dy && !row)
        return turned ? matmul_transposed(g, dy, matrix) : matmul(g, dy, matrix);
    Node *product = turned ? transpose(g, matrix) : matrix;
    return row ? weigh_rows(g, product, row) : product;
}
