#include "graph/ops.h"

/* Writes the softmax of a row of scores to `out` and returns −log of the target's probability,
   log Σⱼ exp(sⱼ) − s_target. The maximum is subtracted first: no exponential can overflow. */
static double surprise(real *out, const real *scores, int m, int target)
{
    real max = vector_max(scores, m);
    vector_exp(out, scores, max, m);
    real sum = vector_sum(out, m);
    vector_scale(out, out, 1 / sum, m);
    return portable_log((double)sum) + ((double)max - (double)scores[target]);
}

static void forward(Node *node)
{
    Tensor scores = node->inputs[0]->value, softmax = node->parameter.choices.softmax;
    double loss = 0;
    for (int i = 0; i < scores.rows; i++)
        loss += node->parameter.choices.weights[i] * surprise(tensor_row(softmax, i),
                                                              tensor_row(scores, i), scores.cols,
                                                              node->parameter.choices.targets[i]);
    node->value.data[0] = (real)loss;
}

/* ∂sᵢⱼ += ∂loss wᵢ (softmax(sᵢ)ⱼ − [j is the target]) */
static void backward(Node *node)
{
    Node *scores = node->inputs[0];
    for (int i = 0; i < rows_of(scores); i++) {
        real factor = node->grad.data[0] * (real)node->parameter.choices.weights[i];
        vector_add_scaled(tensor_row(scores->grad, i), factor,
                          tensor_row(node->parameter.choices.softmax, i), cols_of(scores));
        tensor_row(scores->grad, i)[node->parameter.choices.targets[i]] -= factor;
    }
}

/* An exponential and a sum per score. */
static const Op op = {"cross_entropy", .forward = forward, .backward = backward, .input_steps = 2};

Node *cross_entropy(Graph *g, Node *scores, const int *targets, const double *weights)
{
    for (int i = 0; i < rows_of(scores); i++)
        CHECK(targets[i] >= 0 && targets[i] < cols_of(scores), "target %d of %d", targets[i],
              cols_of(scores));
    Tensor softmax = tensor_unset(g->arena, rows_of(scores), cols_of(scores));
    Node model = {.op = &op, .parameter.choices = {targets, weights, softmax}};
    return graph_node(g, model, 1, 1, &scores, 1);
}
