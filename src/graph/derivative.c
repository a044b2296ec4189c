#include "graph/ops.h"

/* A backward pass over the nodes from `first` on. */
typedef struct Pass {
    Graph *g;
    Scope back; /* the scope in which new nodes are named … */
    int named;  /* … up to this index */
    const char *of;
    int first;
    bool *depends;      /* whether each node depends on some x */
    const Part **parts; /* the terms of each node's gradient, latest first */
} Pass;

static bool is_on_the_way(const Pass *p, const Node *node)
{
    return node->index >= p->first && p->depends[node->index - p->first];
}

/* ---- a gradient from its terms ---- */

/* Gets the symbol "∂L/∂h_3" if the node has one: formulas would otherwise grow with every
   operation. */
static Node *gradient_of(Pass *p, Node *node)
{
    Graph *g = p->g;
    const Part *parts = p->parts[node->index - p->first];
    Node *gradient = parts->next || parts->mover ? sum(g, node, parts) : parts->dy;
    const char *symbol = symbol_of(scope_of(g), node);
    if (symbol && !strpbrk(symbol, " (") && writing_of(g, gradient)->formula.binding != BINDS_ATOM)
        with_symbol(scope_of(g), gradient, arena_format(g->arena, "∂%s/∂%s", p->of, symbol), 0);
    return gradient;
}

/* Names the nodes made since the last call, except the one that is returned and copies, which
   explanations skip. */
static void name_made(Pass *p, const Node *handed_out)
{
    enum { LONGEST = 48 };
    for (; has_names(p->back) && p->named < p->g->count; p->named++) {
        Node *node = p->g->nodes[p->named];
        if (node->op->source || node == handed_out)
            continue;
        p->back.number++;
        const char *formula = symbol_of(p->back, node);
        const char *operation = is_leaf(node) ? "number" : node->op->name;
        const char *id = arena_format(p->g->arena, "%s-%d", operation, p->back.number);
        bool is_long = formula && strlen(formula) > LONGEST;
        if (is_leaf(node))
            given_matrix(p->back, id, "Of the chain rule", formula, node);
        else
            defined(p->back, id, "On the way back", is_long ? "δ_{%d}" : NULL, node);
    }
}

/* ---- the pass ---- */

static void add_part(Pass *p, const Node *node, Part made)
{
    const Part **parts = &p->parts[node->index - p->first];
    made.next = *parts;
    *parts = arena_copy(p->g->arena, &made, sizeof made);
}

static void hand_back(Pass *p, Node *node, Node *dy)
{
    const Op *op = node->op;
    for (int i = 0; i < node->input_count; i++) {
        if (!is_on_the_way(p, node->inputs[i]))
            continue;
        CHECK(op->derive || op->source, "%s has no derivative", op->name);
        add_part(p, node->inputs[i],
                 op->derive ? (Part){.dy = op->derive(p->g, node, i, dy)}
                            : (Part){.dy = dy, .mover = node, .input = i});
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
    Pass p = {g, within(s, "back", "", 0), is_leaf(dy) && !dy->first_name ? dy->index : g->count,
              of, .first = y->index};
    for (int i = 0; i < count; i++)
        p.first = smaller(p.first, x[i]->index);
    size_t nodes = (size_t)(y->index - p.first) + 1;
    p.depends = arena_alloc(g->arena, nodes, sizeof *p.depends);
    p.parts = arena_alloc(g->arena, nodes, sizeof *p.parts);
    find_way(&p, y, x, count);
    add_part(&p, y, (Part){.dy = dy});
    for (int k = y->index; k >= p.first; k--) {
        Node *node = g->nodes[k];
        if (!p.parts[k - p.first])
            continue;
        Node *gradient = node == y ? dy : gradient_of(&p, node), *handed_out = NULL;
        for (int i = 0; i < count; i++)
            if (x[i] == node)
                out[i] = handed_out = gradient;
        name_made(&p, handed_out);
        hand_back(&p, node, gradient);
    }
}

Node *jacobian(Scope s, Node *y, Node *x)
{
    Node *out = NULL;
    derivatives(s, y, identity(s.graph, cols_of(y)), symbol_of(s, y), &x, 1, &out);
    return out;
}

/* ---- the chain rule ---- */

Node *number_node(Graph *g, int rows, int cols, double x)
{
    const char *symbol = arena_format(g->arena, x < 0 ? "(−%g)" : "%g", fabs(x));
    const char *given = arena_format(g->arena, "%s in the rule of a derivative", symbol);
    Node *node = constant(g, tensor_filled(g->arena, rows, cols, (real)x), given);
    return with_symbol(scope_of(g), node, symbol, 0);
}

Node *column_sums(Graph *g, Node *a)
{
    return matmul(g, number_node(g, 1, rows_of(a), 1), a);
}

Node *identity(Graph *g, int n)
{
    return diagonal(g, number_node(g, 1, n, 1));
}

Node *chained(Graph *g, Node *dy, Node *factor)
{
    Node *row = diagonal_of(dy);
    if (row)
        return diagonal(g, is_leaf(row) ? factor : multiply(g, row, factor));
    return rows_of(dy) == rows_of(factor) ? multiply(g, dy, factor) : multiply_row(g, dy, factor);
}

static const char one_cell[] = "1 for the cell that is derived, 0 for the others";

Node *cell_seed(Graph *g, const Node *y, int row, int col)
{
    Tensor seed = tensor_new(g->arena, rows_of(y), cols_of(y));
    tensor_row(seed, row)[col] = 1;
    return constant(g, seed, one_cell);
}

/* A one-hot seed times a matrix or its transpose: one row or column of it. */
static Node *one_row(Graph *g, const Node *seed, Node *matrix, bool turned)
{
    int n = rows_of(seed), row = 0;
    while (at(seed->value, row, largest_in_row(seed->value, row)) == 0)
        row++;
    int col = largest_in_row(seed->value, row);
    Node *line = turned ? transpose(g, columns(g, matrix, col, 1)) : row_range(g, matrix, col, 1);
    if (n == 1)
        return line;
    Node *zeros = number_node(g, n, cols_of(line), 0);
    Part part = {.dy = line, .mover = row_range(g, zeros, row, 1)};
    return sum(g, zeros, arena_copy(g->arena, &part, sizeof part));
}

/* dy · matrix, or dy · matrixᵀ */
static Node *chained_product(Graph *g, Node *dy, Node *matrix, bool turned)
{
    if (is_leaf(dy) && dy->parameter.given == one_cell)
        return one_row(g, dy, matrix, turned);
    Node *row = diagonal_of(dy);
    if (!row)
        return turned ? matmul_transposed(g, dy, matrix) : matmul(g, dy, matrix);
    return weigh_rows(g, turned ? transpose(g, matrix) : matrix, row);
}

Node *derive_product(Graph *g, Node *node, int input, Node *dy)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    return input ? matmul(g, transpose(g, a), dy) : chained_product(g, dy, b, true);
}

Node *derive_product_transposed(Graph *g, Node *node, int input, Node *dy)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    return input ? matmul(g, transpose(g, dy), a) : chained_product(g, dy, b, false);
}
