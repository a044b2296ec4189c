#include "graph/node.h"

Graph *graph_new(Arena *arena)
{
    return arena_copy(arena, &(Graph){.arena = arena}, sizeof(Graph));
}

Graph *graph_of_shapes(Arena *arena)
{
    return arena_copy(arena, &(Graph){.arena = arena, .shapes_only = true}, sizeof(Graph));
}

/* ---- helpers of operations ---- */

/* Copies numbers to the result, or adds their gradients to the input. */
static void move(const Node *node, bool back)
{
    int cols = cols_of(node), size = (int)tensor_size(node->value);
    CellRun from;
    for (int i = 0; i < size; i += (int)from.count) {
        from = node->op->source(node, i / cols, i % cols);
        const Node *input = node->inputs[from.input];
        if (!back)
            memcpy(node->value.data + i, node_row(input, from.row).data + from.col,
                   from.count * sizeof(real));
        else if (input->wants_grad)
            vector_add_scaled(tensor_row(input->grad, from.row) + from.col, 1, node->grad.data + i,
                              (int)from.count);
    }
}

/* Computes y from x row by row, or adds to ∂x; in one call if `as_one`. */
static void go_by_rows(const Node *node, bool back)
{
    const Node *input = node->inputs[0];
    int count = node->op->rows.as_one ? 1 : rows_of(node);
    size_t n = count ? tensor_size(input->value) / (size_t)count : 0;
    for (int i = 0; i < count; i++) {
        real *y = tensor_row(node->value, i), *x = input->value.data + (size_t)i * n;
        if (back)
            node->op->rows.backward(input->grad.data + (size_t)i * n, tensor_row(node->grad, i), y,
                                    x, (int)n);
        else
            node->op->rows.forward(y, x, (int)n);
    }
}

/* Does nothing after an expected signal: the result will not be used. */
static void compute(Node *node)
{
    const Op *op = node->op;
    if (interrupted())
        return;
    if (!op->fills && !op->source && !op->rows.forward)
        memset(node->value.data, 0, tensor_size(node->value) * sizeof(real));
    if (op->forward)
        op->forward(node);
    else if (op->source)
        move(node, false);
    else if (op->rows.forward)
        go_by_rows(node, false);
}

static void differentiate(Node *node)
{
    const Op *op = node->op;
    if (!node->input_count || op->is_flat)
        return;
    if (op->source)
        move(node, true);
    else if (op->backward)
        op->backward(node);
    else if (op->rows.backward)
        go_by_rows(node, true);
    else
        CHECK(false, "a gradient is wanted through %s, which has no backward pass", op->name);
}

/* ---- thrift ---- */

/* Of so many numbers or more, for so many operations a number or less; rows are computed in such
   blocks. */
#ifdef ATTNVIZ_SANITIZE /* small values rest, too, and nobody may read one that was given up */
enum { LARGE = 40, CHEAP = 20, BLOCK = 3 };
#else
enum { LARGE = 2048 * 2048, CHEAP = 128, BLOCK = ROWS_AT_ONCE };
#endif

/* Whether its value has to be computed, or written down. */
static bool is_made(const Node *node)
{
    return !is_leaf(node) || node->op->forward;
}

/* Lets a node rest if it is large, and cheap to compute again with what rests before it. */
static void let_rest(Graph *g, Node *node)
{
    if (!g->rooms || !is_made(node))
        return;
    double size = (double)tensor_size(node->value), cost = node_cost(node);
    for (int i = 0; i < node->input_count; i++)
        cost += node->inputs[i]->cost_again;
    if (size < LARGE || cost > CHEAP * size)
        return;
    node->resting = g;
    node->cost_again = cost;
    g->rests = true;
}

static bool shares_rows(const Node *node, int input)
{
    return *shape_letters(node->op, input) == *shape_letters(node->op, node->input_count);
}

/* Lets a measure take rows of its input: each once, in order. */
static void take_rows(Node *measure, int first, Tensor rows)
{
    int *row = &measure->taken;
    for (; measure->sums && is_between(*row, first, first + rows.rows - 1); ++*row) {
        if (!*row)
            memset(measure->sums, 0, (size_t)(rows.cols + 2) * sizeof(double));
        measure->op->take_row(measure->sums, tensor_row(rows, *row - first), *row, rows.cols);
    }
}

/* Computes the inputs that are needed as a whole. Returns whether there are others, which are
   computed some rows at a time, as the same rows of the node are. */
static bool make_inputs(const Node *node)
{
    const Op *op = node->op;
    bool by_blocks = false, asks_rows = op->take_row || (op->source && !op->forward);
    for (int i = 0; i < node->input_count && !asks_rows; i++) {
        const Node *input = node->inputs[i];
        bool in_step = op->by_rows && input->op->by_rows && shares_rows(node, i);
        if (in_step && !input->value.data)
            by_blocks = true, make_inputs(input);
        else
            node_value(input);
    }
    return by_blocks;
}

/* A block of rows: of the value, or computed by a copy of the node and its inputs whose values are
   blocks, too. */
static Tensor rows_from(Graph *g, Node *node, int first)
{
    int count = smaller(BLOCK, rows_of(node) - first), inputs = node->input_count;
    Node *part = node->part;
    if (node->value.data)
        return tensor_rows(node->value, first, count);
    if (!part) {
        part = node->part = arena_copy(g->arena, node, sizeof *node);
        part->value = tensor_unset(g->arena, BLOCK, cols_of(node));
        part->inputs = arena_alloc(g->arena, (size_t)inputs, sizeof(Node *));
        for (int i = 0; i < inputs; i++)
            part->inputs[i] = arena_copy(g->arena, node->inputs[i], sizeof *node);
    }
    if (node->rows_end == first + count)
        return part->value;
    part->value.rows = count;
    part->first_row = first;
    for (int i = 0; i < inputs; i++)
        part->inputs[i]->value =
            shares_rows(node, i) ? rows_from(g, node->inputs[i], first) : node->inputs[i]->value;
    compute(part);
    for (Node *m = node->measured; m; m = m->next)
        take_rows(m, first, part->value);
    node->rows_end = first + count;
    return part->value;
}

static void make(Graph *g, Node *node)
{
    Tensor value = node->value;
    node->value.data = NULL;
    bool by_blocks = make_inputs(node);
    if (!value.data)
        value = tensor_unset(node->resting && !node->sums ? g->rooms : g->arena, value.rows,
                             value.cols);
    for (int i = node->taken; node->sums && i < rows_of(node->inputs[0]); i++)
        take_rows(node, i, node_row(node->inputs[0], i));
    for (int i = 0; by_blocks && i < value.rows; i += BLOCK) {
        Tensor rows = rows_from(g, node, i);
        memcpy(tensor_row(value, i), rows.data, tensor_size(rows) * sizeof(real));
    }
    node->value = value;
    if (!by_blocks)
        compute(node);
}

Tensor node_value(const Node *node)
{
    if (node->resting && !node->value.data)
        make(node->resting, (Node *)node);
    return node->value;
}

Tensor node_row(const Node *node, int row)
{
    if (!node->resting || node->value.data || !node->op->by_rows)
        return tensor_rows(node_value(node), row, 1);
    if (divide_up(node->rows_end, BLOCK) != row / BLOCK + 1)
        make_inputs(node);
    return tensor_rows(rows_from(node->resting, (Node *)node, row - row % BLOCK), row % BLOCK, 1);
}

void graph_rest(Graph *g)
{
    for (int i = 0; i < g->count && g->rests; i++)
        if (g->nodes[i]->resting && !g->nodes[i]->sums)
            g->nodes[i]->value.data = NULL;
    if (g->rooms)
        arena_reset(g->rooms);
}

int matrices_at_once(int n, int count)
{
    enum { AT_ONCE = 7 };
    return (double)n * n < LARGE ? count : smaller(count, AT_ONCE);
}

/* ---- nodes ---- */

Node *graph_node(Graph *g, Node model, int rows, int cols, Node *const *inputs, int input_count)
{
    Node *node = arena_copy(g->arena, &model, sizeof *node);
    node->input_count = input_count;
    node->inputs = arena_alloc(g->arena, (size_t)input_count, sizeof(Node *));
    for (int i = 0; i < input_count; i++) {
        node->inputs[i] = inputs[i];
        node->wants_grad |= inputs[i]->wants_grad;
    }
    if (is_made(node))
        node->value = (Tensor){.rows = rows, .cols = cols};
    let_rest(g, node);
    if (model.op->take_row) { /* made when it is asked for, from what passed by and the rest */
        node->sums = arena_alloc(g->arena, (size_t)cols_of(*inputs) + 2, sizeof(double));
        node->resting = inputs[0]->resting;
        node->next = inputs[0]->measured;
        inputs[0]->measured = node;
    }
    if (is_made(node) && !g->shapes_only && !node->resting)
        make(g, node);
    node->index = g->count;
    g->nodes = arena_append(g->arena, g->nodes, &g->count, &node, sizeof node);
    return node;
}

const char *shape_letters(const Op *op, int place)
{
    return op->shapes ? op->shapes + place * (int)strlen("nm,") : "nm";
}

/* The size that a letter stands for, from the first input that has it. */
static int number_of(const Op *op, char letter, Node *const *inputs)
{
    int i = 0;
    if (letter == '1')
        return 1;
    while (!memchr(shape_letters(op, i), letter, 2))
        i++;
    return *shape_letters(op, i) == letter ? rows_of(inputs[i]) : cols_of(inputs[i]);
}

Node *node_of_shapes(Graph *g, Node model, Node *const *inputs, int input_count)
{
    const Op *op = model.op;
    const char *made = shape_letters(op, input_count), *first = shape_letters(op, 0);
    for (int i = 0; i < input_count; i++) {
        const char *has = shape_letters(op, i);
        CHECK(rows_of(inputs[i]) == number_of(op, has[0], inputs) &&
                  cols_of(inputs[i]) == number_of(op, has[1], inputs),
              "%s, whose shapes are %s: input %d is %d × %d, the first %d × %d", op->name,
              op->shapes ? op->shapes : "one", i + 1, rows_of(inputs[i]), cols_of(inputs[i]),
              rows_of(inputs[0]), cols_of(inputs[0]));
    }
    for (int k = 0; k < 2; k++) /* nothing can be measured on an empty matrix */
        CHECK(memchr(made, first[k], 2) || number_of(op, first[k], inputs) > 0, "%s of %d × %d",
              op->name, rows_of(inputs[0]), cols_of(inputs[0]));
    for (Node *m = inputs[0]->resting ? inputs[0]->measured : NULL; m; m = m->next)
        if (m->op == op)
            return m; /* measured before */
    return graph_node(g, model, number_of(op, made[0], inputs), number_of(op, made[1], inputs),
                      inputs, input_count);
}

void node_turn_into(Graph *g, Node *node, Node model)
{
    Node *was = arena_copy(g->arena, node, sizeof *was);
    was->first_name = was->last_name = 0;
    was->measured = NULL;
    node->op = model.op;
    node->parameter = model.parameter;
    node->inputs = arena_copy(g->arena, &was, sizeof was);
    node->input_count = 1;
    node->value = tensor_new(g->arena, rows_of(was), cols_of(was));
    node->part = NULL;
    node->sums = NULL;
    g->nodes = arena_grow(g->arena, g->nodes, g->count++, sizeof(Node *));
    for (int i = g->count - 1; i > was->index; i--)
        g->nodes[i] = g->nodes[i - 1];
    g->nodes[was->index] = was;
    for (int i = was->index + 1; i < g->count; i++) {
        Node *next = g->nodes[i];
        next->index = i;
        next->part = NULL;
        next->rows_end = next->taken = 0;
        if (is_made(next) && next->value.data)
            make(g, next);
    }
}

/* Begins a node's gradient when it is first reached, in the room of the last one of its shape that
   was given up, which the processor still has at hand. */
static void reach(Graph *g, Node *node)
{
    int i = g->spare_count - 1;
    if (!node->wants_grad || node->grad.data)
        return;
    while (i >= 0 && !same_shape(g->spare[i], node->value))
        i--;
    node->grad = i < 0 ? tensor_unset(g->arena, rows_of(node), cols_of(node)) : g->spare[i];
    if (i >= 0)
        g->spare[i] = g->spare[--g->spare_count];
    memset(node->grad.data, 0, tensor_size(node->grad) * sizeof(real));
}

/* Propagates a node's gradient to its inputs, and gives it up. */
static void go_back(Graph *g, Node *node)
{
    for (int i = 0; i < node->input_count; i++)
        reach(g, node->inputs[i]);
    differentiate(node);
    g->spare = arena_append(g->arena, g->spare, &g->spare_count, &node->grad, sizeof node->grad);
    node->grad = (Tensor){0};
}

void graph_backward(Graph *g, Node *loss)
{
    CHECK(rows_of(loss) == 1 && cols_of(loss) == 1 && !g->rooms, "loss is %d × %d", rows_of(loss),
          cols_of(loss));
    for (int i = 0; i < g->count; i++)
        g->nodes[i]->grad = (Tensor){0};
    if (loss->wants_grad) {
        loss->grad = tensor_filled(g->arena, 1, 1, 1);
        for (int i = loss->index; i >= 0 && !interrupted(); i--)
            if (g->nodes[i]->grad.data && g->nodes[i]->input_count)
                go_back(g, g->nodes[i]);
    }
    for (int i = 0; i < g->count; i++)
        if (!g->nodes[i]->input_count)
            reach(g, g->nodes[i]);
}

Explanation cell_told(Explanation e, Cell cell)
{
    const Op *op = cell.node->op;
    const char *arithmetic = op->arithmetic ? op->arithmetic : op->formula;
    e.cell = cell;
    node_value(cell.node);
    for (int i = 0; i < cell.node->input_count; i++)
        node_value(cell.node->inputs[i]);
    if (op->source) {
        CellRun from = op->source(cell.node, cell.row, cell.col);
        explanation_copy(&e, (Cell){cell.node->inputs[from.input], from.row, from.col});
    } else if (op->explain) {
        op->explain(&e, cell);
    } else {
        CHECK(arithmetic, "%s stands in no trace, and nothing explains it", op->name);
        explanation_begin(&e, arithmetic);
    }
    return e;
}

double node_cost(const Node *node)
{
    const Op *op = node->op;
    if (op->cost)
        return op->cost(node);
    double cells = (double)node->value.rows * node->value.cols, cost = cells * op->steps;
    if (op->input_steps)
        cost += op->input_steps * (double)tensor_size(node->inputs[0]->value);
    if (op->sums_products)
        cost += cells * cols_of(node->inputs[0]);
    return cost;
}
