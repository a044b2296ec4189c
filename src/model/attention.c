#include "model/layers.h"

/* ---- scores and weights ---- */

Node *zero_hidden(Graph *g, Node *a, Node *mask)
{
    Node *seen = seen_cells(g, mask, rows_of(a) / rows_of(mask));
    return multiply(g, a, with_symbol(scope_of(g), seen, "[M = 0]", 0));
}

Node *masked_scores(Scope s, Node *scaled, const AttentionShape *shape)
{
    const Variation *v = &shape->variation;
    if (!shape->mask || v->masking == MASKING_AFTER)
        return scaled;
    if (!v->weighting && v->masking == MASKING_BEFORE)
        return named(s, "masked", "Masked scores",
                     (shape->sentences == 1 ? add : add_row)(s.graph, scaled, shape->mask));
    Node *hidden = named(s, "masked", "Masked scores", zero_hidden(s.graph, scaled, shape->mask));
    return v->weighting ? with_mask(s, hidden, shape->mask) : hidden;
}

/* Weightings other than softmax: their formulas use indices, with S for the scores. */
static Node *shares_of_rows(Scope s, Node *masked, Weighting weighting)
{
    Graph *g = s.graph;
    if (weighting == WEIGHTING_SOFTMAX)
        return softmax_rows(g, masked);
    with_definition(s, masked, "S");
    if (weighting == WEIGHTING_SQUARED)
        masked = with_kind(s, named(s, "squares", "Squared scores", multiply(g, masked, masked)),
                           VALUE_SIZE);
    return row_shares(g, masked);
}

Node *attention_weights(Scope s, Node *masked, int d_k, const AttentionShape *shape)
{
    const Variation *v = &shape->variation;
    bool struck = shape->mask && v->masking == MASKING_AFTER, divided = v->scale == SCALE_AFTER;
    Node *weights = shares_of_rows(s, masked, v->weighting);
    ValueKind kind = v->weighting == WEIGHTING_LINEAR ? VALUE_SHARE : VALUE_PROBABILITY;
    if (struck || divided) {
        with_kind(s, named(s, "shares", "Shares in each row", weights), kind);
        kind = kind == VALUE_SHARE ? kind : VALUE_FRACTION; /* rows no longer sum to 1 */
    }
    if (divided)
        weights = divide_by_root(s.graph, weights, d_k);
    if (struck)
        weights = zero_hidden(s.graph, weights, shape->mask);
    with_kind(s, named(s, "weights", "Attention weights", weights), kind);
    if (struck)
        with_mask(s, weights, shape->mask);
    return struck || divided || v->weighting ? with_definition(s, weights, "A") : weights;
}

Axis rows_called(Scope s, Node *node)
{
    return has_names(s) ? writing_of(s.graph, node)->rows : (Axis){0};
}

Node *rows_read(Graph *g, Node *a)
{
    Axis rows = writing_of(g, a)->rows;
    while (rows.count && begins_with(rows.labels[rows.count - 1], "<pad>"))
        rows.count--;
    return rows.count < rows_of(a) ? row_range(g, a, 0, rows.count) : a;
}

Node *largest_of_rows(Graph *g, Node *weights)
{
    int *cols = arena_alloc(g->arena, (size_t)rows_of(weights), sizeof *cols);
    for (int i = 0; i < rows_of(weights); i++)
        cols[i] = largest_in_row(node_row(weights, i), 0);
    return pick(g, weights, cols);
}

Attended attention(Scope s, Node *q, Node *k, Node *v, const AttentionShape *shape)
{
    Graph *g = s.graph;
    const Variation *varied = &shape->variation;
    Node *scores =
        named(s, "scores", "Scores", blockwise_matmul_transposed(g, q, k, shape->sentences));
    Node *scaled = shape->own_names ? scores : with_roles(s, scores, "query", "key");
    if (varied->scale == SCALE_ROOT)
        scaled = named(s, "scaled", "Scaled scores", divide_by_root(g, scaled, cols_of(k)));
    if (scaled->resting) /* measured as its rows pass by, for what is matched to it */
        deviation(g, scaled);
    if (varied->temperature > 0) {
        Tensor inverse = tensor_filled(g->arena, 1, 1, (real)(1 / varied->temperature));
        Node *factor = with_symbol(s, constant(g, inverse, "as --temperature says"), "1/T", 0);
        scaled = named(s, "cooled", "Scores over the temperature", multiply_by(g, scaled, factor));
    }
    Node *masked = masked_scores(s, scaled, shape);
    Node *weights = attention_weights(s, masked, cols_of(k), shape);
    Node *output = named(s, "output", "Output", blockwise_matmul(g, weights, v, shape->sentences));
    return (Attended){q, k, scores, scaled, masked, v, weights, output};
}

static Node *side_by_side(Scope s, const Attended *heads, int count)
{
    Node **outputs = arena_alloc(s.graph->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        outputs[i] = with_symbol(s, heads[i].output, "head_{%d}", i + 1);
    return named(s, "concat", "Heads side by side", concat(s.graph, outputs, count));
}

/* A head's columns of a matrix. */
static Node *of_head(Graph *g, Node *all, int head, int heads)
{
    CHECK(cols_of(all) % heads == 0, "%d heads of %d columns", heads, cols_of(all));
    int d_k = cols_of(all) / heads;
    return columns(g, all, head * d_k, d_k);
}

static Attended head_attention(Scope h, Node *Q, Node *K, Node *V, const AttentionShape *shape)
{
    defined(h, "Q", "Queries", "Q", Q);
    defined(h, "K", "Keys", "K", K);
    defined(h, "V", "Values", "V", V);
    with_width(h, Q, "d_k");
    return attention(h, Q, K, V, shape);
}

MultiHeadAttention multi_head_attention(Scope s, Node *x, Node *y, Projections p,
                                        const AttentionShape *shape)
{
    Graph *g = s.graph;
    int heads = shape->heads;
    MultiHeadAttention m = {.heads = arena_alloc(g->arena, (size_t)heads, sizeof(Attended))};
    for (int i = 0; i < heads; i++) {
        Scope h = within(s, "head-%d", " of head %d", i + 1);
        Node *W_Q = defined(h, "W_Q", "Query projection", "W_Q", of_head(g, p.W_Q, i, heads));
        Node *W_K = defined(h, "W_K", "Key projection", "W_K", of_head(g, p.W_K, i, heads));
        Node *W_V = defined(h, "W_V", "Value projection", "W_V", of_head(g, p.W_V, i, heads));
        Node *q = matmul(g, x, W_Q), *k = matmul(g, y, W_K);
        m.heads[i] = head_attention(h, q, k, matmul(g, y, W_V), shape);
    }
    Node *all = side_by_side(s, m.heads, heads);
    given_matrix(s, "W_O", "Output projection", "W_O", p.W_O);
    m.output = named(s, "output", "Output", matmul(g, all, p.W_O));
    return m;
}

Node *mean_weights(Graph *g, const Attended *heads, int count)
{
    Node **weights = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        weights[i] = heads[i].weights;
    return mean(g, weights, count);
}

/* ---- all heads projected together ---- */

/* The shape of heads that are concatenated in Q, K and V. */
static AttendShape attend_shape(const AttentionShape *shape, Node *Q, Node *K, Node *V)
{
    int d_k = cols_of(Q) / shape->heads;
    return (AttendShape){
        shape->heads, d_k,         shape->sentences, shape->variation.scale == SCALE_ROOT,
        {Q, 0, d_k},  {K, 0, d_k}, {V, 0, d_k}};
}

/* A product plus the bias [1,columns], if there is one: "b_Q". */
static Node *with_bias(Scope s, const char *name, const char *id, const char *title, Node *product,
                       Node *bias)
{
    if (!bias)
        return product;
    given_row(s, name, "Biases", name, name, bias);
    return add_row(s.graph, named(s, id, title, product), bias);
}

/* Queries, keys or values of all heads, x W + b, with rotary positions unless the base is 0. */
static Node *projected(Scope s, const char *letter, const char *of, Node *x, Node *matrix,
                       Node *bias, int d_k, double rotary_base)
{
    Arena *arena = s.graph->arena;
    const char *name = arena_format(arena, "W_%s", letter);
    given_matrix(s, name, arena_format(arena, "Projection to %s", of), name, matrix);
    Node *product =
        with_bias(s, arena_format(arena, "b_%s", letter), arena_format(arena, "%s-product", letter),
                  arena_format(arena, "Products of the %s", of), matmul(s.graph, x, matrix), bias);
    Node *all = defined(s, letter, arena_format(arena, "All heads' %s", of), letter, product);
    if (!(rotary_base > 0))
        return all;
    return named(s, arena_format(arena, "%s-turned", letter),
                 arena_format(arena, "All heads' %s, turned by their places", of),
                 rotate_rows(s.graph, all, d_k, rotary_base));
}

/* Scores, weights and output of each head. Several heads may share keys and values. */
static Attended *each_head(Scope s, Node *Q, Node *K, Node *V, const AttentionShape *shape)
{
    Graph *g = s.graph;
    int heads = shape->heads, of_keys = shape->key_heads ? shape->key_heads : heads;
    Attended *all = arena_alloc(g->arena, (size_t)heads, sizeof *all);
    for (int i = 0; i < heads; i++) {
        int group = i * of_keys / heads;
        Node *q = of_head(g, Q, i, heads), *k = of_head(g, K, group, of_keys);
        all[i] = head_attention(within(s, "head-%d", " of head %d", i + 1), q, k,
                                of_head(g, V, group, of_keys), shape);
    }
    return all;
}

Node *multi_head_attention_together(Scope s, Node *x, Node *y, const Projections *p,
                                    const AttentionShape *shape)
{
    Graph *g = s.graph;
    int heads = shape->heads, d_k = cols_of(p->W_Q) / heads;
    const Variation *v = &shape->variation;
    bool varies = v->scale == SCALE_AFTER || v->temperature > 0 || v->weighting || v->masking ||
                  shape->key_heads;
    double base = shape->rotary_base;
    Node *Q = projected(s, "Q", "queries", x, p->W_Q, p->b_Q, d_k, base);
    Node *K = projected(s, "K", "keys", y, p->W_K, p->b_K, d_k, base);
    Node *V = projected(s, "V", "values", y, p->W_V, p->b_V, d_k, 0), *concat;
    if (!has_names(s) && !varies) { /* one fused node */
        concat = attend_heads(g, attend_shape(shape, Q, K, V), shape->mask);
    } else {
        Attended *all = each_head(s, Q, K, V, shape);
        named(s, "mean", "Mean weights of the heads", mean_weights(g, all, heads));
        given_matrix(s, "W_O", "Output projection", "W_O", p->W_O);
        concat = side_by_side(s, all, heads);
    }
    return named(s, "output", "Output",
                 with_bias(s, "b_O", "mixed", "Heads mixed", matmul(g, concat, p->W_O), p->b_O));
}

/* multi_head_attention sums the gradient of x over heads from last to first, each over V, K and Q.
   One product has the same terms in the same order if the columns are interleaved as [V_H ; K_H ;
   Q_H ; … ; V₁ ; K₁ ; Q₁]. Without gradients there is nothing to interleave for. */
Node *multi_head_output(Graph *g, Node *x, Projections p, const AttentionShape *shape)
{
    int d_k = cols_of(p.W_Q) / shape->heads, turn = 3 * d_k, last = (shape->heads - 1) * turn;
    Node *const of[] = {p.W_V, p.W_K, p.W_Q};
    if (!x->wants_grad && !p.W_Q->wants_grad)
        return multi_head_attention_together(scope_of(g), x, x, &p, shape);
    Node **parts = arena_alloc(g->arena, (size_t)(3 * shape->heads), sizeof(Node *));
    for (int i = 0; i < 3 * shape->heads; i++)
        parts[i] = columns(g, of[i % 3], (shape->heads - 1 - i / 3) * d_k, d_k);
    Node *all = matmul(g, x, concat(g, parts, 3 * shape->heads));
    AttendShape a = attend_shape(shape, all, all, all);
    a.d_k = d_k;
    a.v = (HeadColumns){all, last, -turn};
    a.k = (HeadColumns){all, last + d_k, -turn};
    a.q = (HeadColumns){all, last + 2 * d_k, -turn};
    return matmul(g, attend_heads(g, a, shape->mask), p.W_O);
}
