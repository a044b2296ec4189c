#include "model/attention.h"

#include "graph/ops.h"

Attention scaled_dot_product(Graph *g, Node *q, Node *k, Node *v, Node *mask, ScoreScale scale)
{
    Attention a;
    a.scores = matmul_transposed(g, q, k);
    a.scaled = scale == SCALE_ROOT ? divide_by_root(g, a.scores, cols_of(k)) : a.scores;
    a.masked = mask ? add(g, a.scaled, mask) : a.scaled;
    a.weights = softmax_rows(g, a.masked);
    a.output = matmul(g, a.weights, v);
    return a;
}

MultiHead multi_head(Graph *g, Node *queries, Node *keys, Projections p, int head_count, Node *mask,
                     ScoreScale scale)
{
    CHECK(cols_of(p.W_Q) % head_count == 0, "%d heads of %d columns", head_count, cols_of(p.W_Q));
    int d_k = cols_of(p.W_Q) / head_count;
    MultiHead m = {.head_count = head_count, .W_O = p.W_O};
    m.heads = arena_alloc(g->arena, (size_t)head_count, sizeof *m.heads);
    Node **outputs = arena_alloc(g->arena, (size_t)head_count, sizeof(Node *));
    for (int i = 0; i < head_count; i++) {
        Head *head = &m.heads[i];
        head->W_Q = columns(g, p.W_Q, i * d_k, d_k);
        head->W_K = columns(g, p.W_K, i * d_k, d_k);
        head->W_V = columns(g, p.W_V, i * d_k, d_k);
        head->Q = matmul(g, queries, head->W_Q);
        head->K = matmul(g, keys, head->W_K);
        head->V = matmul(g, keys, head->W_V);
        head->attention = scaled_dot_product(g, head->Q, head->K, head->V, mask, scale);
        outputs[i] = head->attention.output;
    }
    m.concat = concat(g, outputs, head_count);
    m.output = matmul(g, m.concat, m.W_O);
    return m;
}

/* One mask for all sentences; of one it is added as ever, so that −∞ is explained as masked. */
static Node *masked(Graph *g, Node *scores, Node *mask)
{
    return rows_of(mask) == rows_of(scores) ? add(g, scores, mask) : add_row(g, scores, mask);
}

static Attention attention_of_sentences(Graph *g, const Head *head, Node *mask, ScoreScale scale,
                                        int sentences)
{
    Attention a;
    a.scores = blockwise_matmul_transposed(g, head->Q, head->K, sentences);
    a.scaled = scale == SCALE_ROOT ? divide_by_root(g, a.scores, cols_of(head->K)) : a.scores;
    a.masked = mask ? masked(g, a.scaled, mask) : a.scaled;
    a.weights = softmax_rows(g, a.masked);
    a.output = blockwise_matmul(g, a.weights, head->V, sentences);
    return a;
}

MultiHead multi_head_of_projected(Graph *g, Node *Q, Node *K, Node *V, Node *W_O, int head_count,
                                  Node *mask, ScoreScale scale, int sentences)
{
    CHECK(cols_of(Q) % head_count == 0, "%d heads of %d columns", head_count, cols_of(Q));
    int d_k = cols_of(Q) / head_count;
    MultiHead m = {.head_count = head_count, .Q = Q, .K = K, .V = V, .W_O = W_O};
    m.heads = arena_alloc(g->arena, (size_t)head_count, sizeof *m.heads);
    Node **outputs = arena_alloc(g->arena, (size_t)head_count, sizeof(Node *));
    for (int i = 0; i < head_count; i++) {
        Head *head = &m.heads[i];
        head->Q = columns(g, m.Q, i * d_k, d_k);
        head->K = columns(g, m.K, i * d_k, d_k);
        head->V = columns(g, m.V, i * d_k, d_k);
        head->attention = attention_of_sentences(g, head, mask, scale, sentences);
        outputs[i] = head->attention.output;
    }
    m.concat = concat(g, outputs, head_count);
    m.output = matmul(g, m.concat, m.W_O);
    return m;
}

MultiHead multi_head_of_sentences(Graph *g, Node *queries, Node *keys, Projections p,
                                  int head_count, Node *mask, ScoreScale scale, int sentences)
{
    Node *Q = matmul(g, queries, p.W_Q);
    Node *K = matmul(g, keys, p.W_K);
    Node *V = matmul(g, keys, p.W_V);
    return multi_head_of_projected(g, Q, K, V, p.W_O, head_count, mask, scale, sentences);
}
