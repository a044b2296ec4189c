#include "model/context_model.h"

#include "graph/ops.h"

enum { POSITION_BASE = 10000 }; /* Vaswani et al. 2017, §3.5 */

Node *context_positions(Graph *g, int longest, int d)
{
    return sinusoids(g, longest, d, POSITION_BASE);
}

ContextVectors context_vectors(Graph *g, const ContextModel *model, ContextInput input)
{
    int d = cols_of(model->embeddings);
    ContextVectors v;
    v.embeddings = multiply_by_root(g, gather(g, model->embeddings, input.words, input.n), d);
    v.positional = gather(g, model->positions, input.places, input.n);
    v.input = add(g, v.embeddings, v.positional);
    v.attention =
        multi_head(g, v.input, v.input, model->projections, model->heads, input.mask, SCALE_ROOT);
    v.output = add(g, v.input, v.attention.output);
    return v;
}

Node *context_questions(Graph *g, const ContextModel *model, Node *output, const int *rows,
                        int count)
{
    Tensor ones = tensor_new(g->arena, count, 1);
    for (int i = 0; i < count; i++)
        ones.data[i] = 1;
    Node *direction = layer_norm(g, gather(g, output, rows, count));
    return concat(g, (Node *[]){multiply_by(g, direction, model->gain), constant(g, ones, "ones")},
                  2);
}

Node *context_candidates(Graph *g, const ContextModel *model)
{
    return concat(g, (Node *[]){model->embeddings, model->bias}, 2);
}
