#include "model/studies.h"

/* Large enough that states do not fade from word to word, small enough for tanh. */
static const real weight = 4;

/* A constant matrix; in a graph of shapes it has no values. */
static Node *filled(Graph *g, int rows, int cols, real number)
{
    Tensor shape = {.rows = rows, .cols = cols};
    return constant(g, g->shapes_only ? shape : tensor_filled(g->arena, rows, cols, number),
                    "the same everywhere");
}

/* ---- recurrent ---- */

static Node *recurrent(Graph *g, CellKind kind, int d, Node *x)
{
    int width = cell_width(kind, d);
    RecurrentCell cell = {.kind = kind,
                          .W = filled(g, d, width, weight),
                          .U = filled(g, d, d, weight),
                          .b = filled(g, 1, width, 0)};
    if (kind == CELL_GRU)
        cell.U_gates = filled(g, d, 2 * d, weight);
    return encode(scope_of(g), &cell, NULL, x, 1).annotations;
}

/* ---- convolution ---- */

/* Causal convolution: the word and k − 1 before it, `apart` positions apart (dilation), times W
   [kd,d]. */
static Node *convolution(Graph *g, const LayerSizes *s, int apart, Node *x)
{
    int k = s->kernel;
    Node **words = arena_alloc(g->arena, (size_t)k, sizeof(Node *));
    Node *padded = stack(g, (Node *[]){x, filled(g, 1, s->d, 0)}, 2);
    for (int j = 0; j < k; j++) {
        /* Zero padding before the first word. */
        int *rows = arena_alloc(g->arena, (size_t)s->n, sizeof *rows);
        for (int i = 0; i < s->n; i++)
            rows[i] = i >= j * apart ? i - j * apart : s->n;
        words[j] = gather(g, padded, rows, s->n);
    }
    Node *product = matmul(g, concat(g, words, k), filled(g, k * s->d, s->d, weight));
    return relu(g, add_row(g, product, filled(g, 1, s->d, 0)));
}

/* ---- restricted self-attention ---- */

double layer_pairs(const LayerSizes *s)
{
    double w = smaller(s->window, s->n - 1);
    return s->n * (2 * w + 1) - w * (w + 1);
}

/* The pairs (i, j) with |i − j| ≤ W, as for --mask local:W, by i. Only their scores are computed; a
   mask would hide the others only after computing them. */
static Node *restricted(Graph *g, const LayerSizes *s, Node *x)
{
    int pairs = (int)layer_pairs(s), w = smaller(s->window, s->n - 1), pair = 0;
    int *queries = arena_alloc(g->arena, (size_t)pairs, sizeof *queries);
    int *keys = arena_alloc(g->arena, (size_t)pairs, sizeof *keys);
    for (int i = 0; i < s->n; i++)
        for (int j = larger(i - w, 0); j <= i + w && j < s->n; j++, pair++) {
            queries[pair] = i;
            keys[pair] = j;
        }
    Node *near = gather(g, x, keys, pairs);
    Node *scores = row_dots(g, gather(g, x, queries, pairs), near);
    Node *weights = group_softmax(g, divide_by_root(g, scores, s->d), queries);
    return group_sums(g, weights, near, queries);
}

/* ---- all ---- */

static const AttentionShape one_head = {.heads = 1, .sentences = 1};

Node *layer(Graph *g, LayerKind kind, const LayerSizes *s, int depth, Node *x)
{
    Node *W;
    Projections projections;
    int apart = 1;
    switch (kind) {
    case LAYER_SELF_ATTENTION:
        return attention(scope_of(g), x, x, x, &one_head).output;
    case LAYER_RECURRENT:
        return recurrent(g, CELL_TANH, s->d, x);
    case LAYER_RESTRICTED:
        return restricted(g, s, x);
    case LAYER_MULTI_HEAD:
        W = filled(g, s->d, s->d, weight);
        projections = (Projections){.W_Q = W, .W_K = W, .W_V = W, .W_O = W};
        return multi_head_attention(scope_of(g), x, x, projections, &one_head).output;
    case LAYER_GRU:
        return recurrent(g, CELL_GRU, s->d, x);
    default: /* dilated: k^depth, capped at the first power ≥ n: no word is farther away */
        while (kind == LAYER_DILATED && depth-- > 0 && apart < s->n)
            apart *= s->kernel;
        return convolution(g, s, apart, x);
    }
}
