#include "train/learned.h"

#include "base/random.h"
#include "graph/ops.h"

#include <math.h>
#include <string.h>

static const real FIRST_GAIN = 2;
static const double SMALL = 0.3; /* W_O's deviation beside the others' */

static const char *const names[] = {
    [LEARNED_W_Q] = "W_Q", [LEARNED_W_K] = "W_K", [LEARNED_W_V] = "W_V", [LEARNED_W_O] = "W_O"};

static Tensor draw(Arena *arena, int d, double deviation, uint64_t seed, const char *name)
{
    Tensor t = tensor_new(arena, d, d);
    Random random = random_named(seed, name);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)(deviation * random_normal(&random));
    return t;
}

Learned learned_new(Arena *arena, Tensor vectors, int heads, uint64_t seed)
{
    int d = vectors.cols;
    Learned l = {.heads = heads};
    l.tensors[LEARNED_EMBEDDINGS] = tensor_new(arena, vectors.rows, d);
    memcpy(l.tensors[LEARNED_EMBEDDINGS].data, vectors.data, tensor_size(vectors) * sizeof(real));
    l.tensors[LEARNED_BIAS] = tensor_new(arena, vectors.rows, 1);
    l.tensors[LEARNED_GAIN] = tensor_new(arena, 1, 1);
    l.tensors[LEARNED_GAIN].data[0] = FIRST_GAIN;
    for (int i = LEARNED_W_Q; i <= LEARNED_W_O; i++) {
        double deviation = (i == LEARNED_W_O ? SMALL : 1) / sqrt(d);
        l.tensors[i] = draw(arena, d, deviation, seed, names[i]);
    }
    return l;
}

ContextModel learned_model(Graph *g, const Learned *learned, Tensor positions, int first_learned)
{
    Node *nodes[LEARNED_COUNT];
    for (int i = 0; i < LEARNED_COUNT; i++)
        nodes[i] = (i < first_learned ? constant : parameter)(g, learned->tensors[i], "training");
    return (ContextModel){
        .embeddings = nodes[LEARNED_EMBEDDINGS],
        .bias = nodes[LEARNED_BIAS],
        .gain = nodes[LEARNED_GAIN],
        .positions = constant(g, positions, "sinusoids"),
        .projections = {.W_Q = nodes[LEARNED_W_Q],
                        .W_K = nodes[LEARNED_W_K],
                        .W_V = nodes[LEARNED_W_V],
                        .W_O = nodes[LEARNED_W_O]},
        .heads = learned->heads,
    };
}
