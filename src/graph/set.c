#include "graph/ops.h"

static void forward(Node *node)
{
    const Change *c = node->parameter.change;
    const real *x = node->inputs[0]->value.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = (c->kept.data[i] != 0 ? c->kept.data[i] * x[i] : 0) + c->put.data[i];
}

DERIVE_BY(multiply(g, dy, constant(g, node->parameter.change->kept, "0 where a number was set")))

static void explain(Explanation *e, Cell cell)
{
    const Change *c = cell.node->parameter.change;
    Cell was = {cell.node->inputs[0], cell.row, cell.col};
    if (at(c->kept, cell.row, cell.col) == 1) {
        explanation_copy(e, was);
        return;
    }
    explanation_begin(e, "#", (double)at(cell.node->value, cell.row, cell.col));
    explanation_use(e, was);
    e->remark = arena_format(
        e->arena, "set by %s; it was %s", c->asked,
        digits_text(e->arena, (double)at(was.node->value, cell.row, cell.col), e->digits));
}

static void write(Graph *g, const Node *node, Writing *w)
{
    Formula formula = w->formula;
    *w = *writing_of(g, node->inputs[0]);
    w->formula = (Formula){formula.text, BINDS_SUM};
}

/* Has no backward pass: nothing is trained through it. */
static const Op op = {"set",      "{1}, then set", explain,          forward,
                      .steps = 1, .fills = true,   .derive = derive, .write = write};

void set_numbers(Graph *g, Node *node, const Change *change, Writing *w)
{
    node_turn_into(g, node, (Node){.op = &op, .parameter.change = change});
    (*node->inputs)->writing = arena_copy(g->arena, w, sizeof *w);
    node->writing = NULL; /* recomputed below */
    *w = writing_derived(g, node);
}
