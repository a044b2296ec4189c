#include "graph/ops.h"

static const Op mean_op;

/* What the sum is divided by. */
static int divisor(const Node *node)
{
    return node->op == &mean_op ? node->input_count : 1;
}

static void forward(Node *node)
{
    for (size_t i = 0; i < tensor_size(node->value); i++) {
        real all = 0;
        for (int p = 0; p < node->input_count; p++)
            all += node->inputs[p]->value.data[i];
        node->value.data[i] = all / (real)divisor(node);
    }
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, divisor(c.node) == 1 ? "" : "(");
    for (int p = 0; p < c.node->input_count; p++)
        explanation_term(e, "@", (Cell){c.node->inputs[p], c.row, c.col});
    if (divisor(c.node) != 1)
        explanation_add(e, ") / %d", divisor(c.node));
}

static double cost(const Node *node)
{
    return (double)tensor_size(node->value) * node->input_count;
}

/* "mean of softmax(QKᵀ)" where all parts are made alike. */
static void write(Graph *g, const Node *node, Writing *w)
{
    bool alike = formulas_are_one(g, node->inputs, node->input_count);
    w->kind = writing_of(g, node->inputs[0])->kind;
    w->formula = formula_filled(g, node, alike ? "mean of {1*}" : "mean({1…})");
}

/* "a + … + z" of many */
static void write_sum(Graph *g, const Node *node, Writing *w)
{
    static const char *const templates[] = {"{1} + {2}", "{1} + {2} + {3}"};
    int count = node->input_count;
    const char *first = writing_of(g, node->inputs[0])->formula.text;
    const char *last = writing_of(g, node->inputs[count - 1])->formula.text;
    w->formula = (Formula){
        arena_format(g->arena, "%s + … + %s", first ? first : "…", last ? last : "…"), BINDS_SUM};
    if (count <= 3)
        w->formula = formula_filled(g, node, templates[count - 2]);
}

static const Op mean_op = {"mean",      NULL,         explain,       forward,
                           no_backward, .cost = cost, .write = write};

Node *mean(Graph *g, Node *const *parts, int count)
{
    return node_like_its_inputs(g, &mean_op, parts, count);
}

static const Op sum_op = {"sum",       NULL,         explain,           forward,
                          no_backward, .cost = cost, .write = write_sum};

Node *sum(Graph *g, Node *const *parts, int count)
{
    return count == 1 ? parts[0] : node_like_its_inputs(g, &sum_op, parts, count);
}
