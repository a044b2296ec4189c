#include "graph/ops.h"

/* The cells that a term's numbers are added to, from its number i on: a run in x itself, or in one
   of the mover's inputs. If the mover has one row but dy has several, each row of dy goes to the
   same row of the result. */
static CellRun place_of(const Part *part, int i)
{
    const Node *mover = part->mover;
    int row = i / cols_of(part->dy), col = i % cols_of(part->dy);
    if (!mover)
        return (CellRun){part->input, row, col, tensor_size(part->dy->value) - (size_t)i};
    bool is_each = rows_of(part->dy) != rows_of(mover);
    CellRun to = mover->op->source(mover, is_each ? 0 : row, col);
    to.row = is_each ? row : to.row;
    return to;
}

/* Adds up the terms or, given an explanation, writes the terms of one cell. */
static void add_up(const Node *node, Explanation *e, int place)
{
    CellRun to;
    for (const Part *part = node->parameter.parts; part; part = part->next)
        for (int i = 0; i < (int)tensor_size(part->dy->value); i += (int)to.count) {
            to = place_of(part, i);
            int first = to.row * cols_of(node) + to.col, k = i + place - first;
            if (to.input != part->input)
                continue;
            if (!e)
                vector_add_scaled(node->value.data + first, 1, part->dy->value.data + i,
                                  (int)to.count);
            else if (k >= i && k < i + (int)to.count)
                explanation_add(e, " + @",
                                (Cell){part->dy, k / cols_of(part->dy), k % cols_of(part->dy)});
        }
}

static void forward(Node *node)
{
    add_up(node, NULL, 0);
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, "");
    add_up(c.node, e, c.row * cols_of(c.node) + c.col);
    e->copies = e->use_count == 1;
    if (!e->use_count) {
        explanation_add(e, "0");
        e->remark = "nothing that is derived was made from this cell";
    }
}

double cost_of_terms(const Node *node)
{
    double cost = 0;
    for (int i = 0; i < node->input_count; i++)
        cost += (double)tensor_size(node->inputs[i]->value);
    return cost;
}

/* "a + b + …"; "a ⊕ b" if each term fills only some cells and is 0 elsewhere. */
static void write(Graph *g, const Node *node, Writing *w)
{
    enum { MOST = 4 };
    static const char *const templates[2][MOST] = {
        {"{1}", "{1} + {2}", "{1} + {2} + {3}", "{1} + {2} + …"},
        {"{1*} ⊕ 0", "{1*} ⊕ {2*}", "{1*} ⊕ {2*} ⊕ {3*}", "{1*} ⊕ {2*} ⊕ …"}};
    bool is_placed = false;
    for (const Part *part = node->parameter.parts; part; part = part->next)
        is_placed |= part->mover != NULL;
    w->formula =
        formula_filled(g, node, templates[is_placed][smaller(node->input_count, MOST) - 1]);
}

static const Op op = {"sum", NULL, explain, forward, .cost = cost_of_terms, .write = write};

Node *sum(Graph *g, const Node *x, const Part *parts)
{
    Node **inputs = NULL;
    int count = 0, rows = rows_of(parts->dy);
    if (parts->mover && rows == rows_of(parts->mover))
        rows = rows_of(x);
    for (const Part *part = parts; part; part = part->next)
        inputs = arena_append(g->arena, inputs, &count, &part->dy, sizeof part->dy);
    Node model = {.op = &op, .parameter.parts = parts};
    return graph_node(g, model, rows, cols_of(x), inputs, count);
}
