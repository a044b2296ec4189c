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

/* ---- with names ---- */

/* A mask of one sentence for each of a batch. */
static Node *hidden(Graph *g, Node *scores, Node *mask)
{
    return rows_of(mask) == rows_of(scores) ? add(g, scores, mask) : add_row(g, scores, mask);
}

Attended attention(Scope s, Node *q, Node *k, Node *v, const AttentionShape *shape)
{
    Graph *g = s.graph;
    Node *scores =
        named(s, "scores", "Scores", blockwise_matmul_transposed(g, q, k, shape->sentences));
    Node *compared = with_roles(s, scores, "query", "key");
    if (shape->scale == SCALE_ROOT)
        compared = named(s, "scaled", "Scaled scores", divide_by_root(g, compared, cols_of(k)));
    if (shape->mask)
        compared = named(s, "masked", "Masked scores", hidden(g, compared, shape->mask));
    Node *weights = named(s, "weights", "Attention weights", softmax_rows(g, compared));
    Node *output = named(s, "output", "Output", blockwise_matmul(g, weights, v, shape->sentences));
    return (Attended){scores, v, weights, output};
}

/* The heads' outputs side by side, mixed. */
static Node *mixed_heads(Scope s, const Attended *heads, Node *W_O, int count)
{
    Graph *g = s.graph;
    Node **outputs = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        outputs[i] = with_symbol(s, heads[i].output, "head_{%d}", i + 1);
    Node *all = named(s, "concat", "Heads side by side", concat(g, outputs, count));
    Axis features = s.graph->names ? feature_axis(g, cols_of(W_O)) : (Axis){0};
    given(s, "W_O", "Output projection", "W_O", features, features, W_O);
    return named(s, "output", "Output", matmul(g, all, W_O));
}

static MultiHeadAttention heads_new(Graph *g, int count)
{
    return (MultiHeadAttention){.heads = arena_alloc(g->arena, (size_t)count, sizeof(Attended))};
}

static Scope head_scope(Scope s, int head)
{
    return within(s, "head-%d", " of head %d", head + 1);
}

/* The columns of a matrix that are a head's. */
static Node *of_head(Graph *g, Node *all, int head, int heads)
{
    CHECK(cols_of(all) % heads == 0, "%d heads of %d columns", heads, cols_of(all));
    int d_k = cols_of(all) / heads;
    return columns(g, all, head * d_k, d_k);
}

MultiHeadAttention multi_head_attention(Scope s, Node *x, Node *y, Projections p,
                                        const AttentionShape *shape)
{
    Graph *g = s.graph;
    int heads = shape->heads;
    MultiHeadAttention m = heads_new(g, heads);
    for (int i = 0; i < heads; i++) {
        Scope h = head_scope(s, i);
        Node *W_Q = defined(h, "W_Q", "Query projection", "W_Q", of_head(g, p.W_Q, i, heads));
        Node *W_K = defined(h, "W_K", "Key projection", "W_K", of_head(g, p.W_K, i, heads));
        Node *W_V = defined(h, "W_V", "Value projection", "W_V", of_head(g, p.W_V, i, heads));
        Node *Q = defined(h, "Q", "Queries", "Q", matmul(g, x, W_Q));
        Node *K = defined(h, "K", "Keys", "K", matmul(g, y, W_K));
        Node *V = defined(h, "V", "Values", "V", matmul(g, y, W_V));
        with_width(h, Q, "d_k");
        m.heads[i] = attention(h, Q, K, V, shape);
    }
    m.output = mixed_heads(s, m.heads, p.W_O, heads);
    return m;
}

MultiHeadAttention multi_head_attention_of(Scope s, Node *Q, Node *K, Node *V, Node *W_O,
                                           const AttentionShape *shape)
{
    Graph *g = s.graph;
    MultiHeadAttention m = heads_new(g, shape->heads);
    for (int i = 0; i < shape->heads; i++) {
        Scope h = head_scope(s, i);
        Node *q = defined(h, "Q", "Queries", "Q", of_head(g, Q, i, shape->heads));
        Node *k = defined(h, "K", "Keys", "K", of_head(g, K, i, shape->heads));
        Node *v = defined(h, "V", "Values", "V", of_head(g, V, i, shape->heads));
        with_width(h, q, "d_k");
        m.heads[i] = attention(h, q, k, v, shape);
    }
    m.output = mixed_heads(s, m.heads, W_O, shape->heads);
    return m;
}
