#include "graph/ops.h"

static bool are_equal(const Node *node, int row, int col)
{
    return at(node->inputs[0]->value, row, col) == at(node->inputs[1]->value, row, 0);
}

static void forward(Node *node)
{
    int n = rows_of(node->inputs[0]);
    for (int j = 0; j < cols_of(node); j++) {
        int equal = 0;
        for (int i = 0; i < n; i++)
            equal += are_equal(node, i, j);
        node->value.data[j] = (real)equal / (real)n;
    }
}

/* A step function: its slope is 0. */
static void backward(Node *node)
{
    (void)node;
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)row;
    int n = rows_of(node->inputs[0]);
    explanation_begin(e);
    explanation_text(e, "(");
    for (int i = 0; i < n; i++) {
        explanation_text(e, i ? " + " : "");
        explanation_number(e, are_equal(node, i, col));
        explanation_use(e, node->inputs[0], i, col);
        explanation_use(e, node->inputs[1], i, 0);
    }
    explanation_text(e, arena_format(e->arena, ") / %d", n));
    e->remark = "1 for each row in which both are the same";
}

static const Op op = {"agreement",
                      forward,
                      backward,
                      explain,
                      .input_steps = 1,
                      .formula = "Σ_i [{1} = {2}]/n",
                      .write = write_for_columns,
                      .kind = VALUE_FRACTION};

Node *agreement(Graph *g, Node *a, Node *b)
{
    CHECK(rows_of(a) == rows_of(b) && rows_of(a) > 0 && cols_of(b) == 1,
          "agreement of %d × %d with %d × %d", rows_of(a), cols_of(a), rows_of(b), cols_of(b));
    return graph_node(g, (Node){.op = &op}, 1, cols_of(a), (Node *[]){a, b}, 2);
}
