/* The attention of all heads in one node, bit for bit the result of the separate operations: scores
 * are computed, turned into weights and applied to the values in blocks of rows that stay in cache.
 */
#include "graph/ops.h"

/* Rows per block: few, since a block has all columns that any of its rows attends to; but so many
   that keys and values are not put in order too often, which each block's products do. */
enum { BLOCK_ROWS = 64 };

/* The keys that a block's rows attend to: first … end − 1. */
typedef struct Seen {
    int first, end;
} Seen;

struct Attending {
    AttendShape shape;
    int queries, keys;           /* per sentence */
    int block_rows, block_count; /* per sentence */
    Seen *seen;                  /* for each block of each sentence */
    Tensor weights; /* of every head of every sentence, block by block; no data if no gradient needs
                       them */
    int shares;
    size_t scratch_size;
    real *scratch; /* one block of scores per share */
};

static Node *mask_of(const Node *node)
{
    return node->input_count > 3 ? node->inputs[3] : NULL;
}

/* ---- a block of one head of one sentence ---- */

/* Some of the queries of a head, and the keys that they attend to. */
typedef struct Block {
    const Node *node;
    const Attending *a;
    int head, sentence; /* from 0 */
    real *scratch;
    int from, to;
    Seen seen;
    View weights;
} Block;

/* Block number `index` of the same head and sentence as b. */
static Block block_of(Block b, int index)
{
    const Attending *a = b.a;
    b.from = index * a->block_rows;
    b.to = smaller(b.from + a->block_rows, a->queries);
    b.seen = a->seen[b.sentence * a->block_count + index];
    int head = b.head * a->shape.sentences + b.sentence, width = b.seen.end - b.seen.first;
    real *data = a->weights.data ? tensor_row(a->weights, head * a->queries + b.from) : b.scratch;
    b.weights = (View){b.to - b.from, width, data, (size_t)width, 1};
    return b;
}

/* The head's columns, and rows from … to − 1 of its sentence, in an input, the result or their
   gradients. */
static View part(const Block *b, Tensor t, HeadColumns c, int from, int to)
{
    int row = b->sentence * (t.rows / b->a->shape.sentences) + from;
    return view_part(view_of(t), row, to - from, c.first + b->head * c.step, b->a->shape.d_k);
}

static View of_queries(const Block *b, Tensor t, HeadColumns c)
{
    return part(b, t, c, b->from, b->to);
}

static View of_keys(const Block *b, Tensor t, HeadColumns c)
{
    return part(b, t, c, b->seen.first, b->seen.end);
}

static View of_result(const Block *b, Tensor t)
{
    return of_queries(b, t, (HeadColumns){NULL, 0, b->a->shape.d_k});
}

/* A mask of one sentence applies to all. */
static const real *mask_row(const Block *b, int query)
{
    Tensor mask = mask_of(b->node)->value;
    return tensor_row(mask, (b->sentence * b->a->queries + query) % mask.rows);
}

/* C = WV, W = softmax(QKᵀ/√dₖ + M) */
static void attend(const Block *b)
{
    const AttendShape *s = &b->a->shape;
    View w = b->weights;
    matmul_into(w, of_queries(b, b->node->inputs[0]->value, s->q),
                view_turned(of_keys(b, b->node->inputs[1]->value, s->k)), OVERWRITE);
    if (s->divided)
        vector_divide(w.data, w.data, (real)sqrt(s->d_k), w.rows * w.cols);
    for (int i = 0; i < w.rows; i++) {
        real *row = w.data + (size_t)i * w.row_step;
        if (mask_of(b->node))
            vector_add_scaled(row, 1, mask_row(b, b->from + i) + b->seen.first, w.cols);
        vector_softmax(row, row, w.cols);
    }
    matmul_into(of_result(b, b->node->value), w, of_keys(b, b->node->inputs[2]->value, s->v),
                OVERWRITE);
}

/* C = WV, W = softmax(S), S = QKᵀ/√dₖ:  ∂V += Wᵀ ∂C, ∂W = ∂C Vᵀ, ∂Q += ∂S K/√dₖ, ∂K += ∂Sᵀ Q/√dₖ */
static void differentiate(const Block *b)
{
    const Node *q = b->node->inputs[0], *k = b->node->inputs[1], *v = b->node->inputs[2];
    const AttendShape *s = &b->a->shape;
    View w = b->weights, ds = w, dc = of_result(b, b->node->grad);
    ds.data = b->scratch;
    matmul_into(ds, dc, view_turned(of_keys(b, v->value, s->v)), OVERWRITE);
    if (v->wants_grad)
        matmul_into(of_keys(b, v->grad, s->v), view_turned(w), dc, ACCUMULATE);
    for (size_t i = 0; i < (size_t)w.rows; i++)
        vector_softmax_back(ds.data + i * ds.row_step, ds.data + i * ds.row_step,
                            w.data + i * w.row_step, w.cols);
    if (s->divided)
        vector_scale(ds.data, ds.data, 1 / (real)sqrt(s->d_k), ds.rows * ds.cols);
    if (q->wants_grad)
        matmul_into(of_queries(b, q->grad, s->q), ds, of_keys(b, k->value, s->k), ACCUMULATE);
    if (k->wants_grad)
        matmul_into(of_keys(b, k->grad, s->k), view_turned(ds), of_queries(b, q->value, s->q),
                    ACCUMULATE);
}

/* ---- all of them ---- */

typedef struct Job {
    const Node *node;
    void (*of_block)(const Block *b);
} Job;

static void do_share(const void *data, int share, int shares)
{
    const Job *job = data;
    const Attending *a = job->node->parameter.attending;
    for (int i = share; i < a->shape.heads * a->shape.sentences; i += shares) {
        Block head = {job->node, a, i / a->shape.sentences, i % a->shape.sentences,
                      .scratch = a->scratch + (size_t)share * a->scratch_size};
        for (int k = 0; k < a->block_count; k++) {
            Block b = block_of(head, k);
            job->of_block(&b);
        }
    }
}

static Seen seen_by(const Block *b, int from, int to)
{
    int keys = b->a->keys, first = keys, end = 0;
    if (!mask_of(b->node))
        return (Seen){0, keys};
    for (int i = from; i < to; i++) {
        const real *row = mask_row(b, i);
        int left = 0, right = keys;
        while (left < first && isinf(row[left]))
            left++;
        while (right > end && isinf(row[right - 1]))
            right--;
        first = smaller(first, left);
        end = right > end ? right : end;
    }
    first -= first % SUM_LANES; /* so that every lane of a sum skips only zeros */
    end = smaller(divide_up(end, SUM_LANES) * SUM_LANES, keys);
    return first < end ? (Seen){first, end} : (Seen){0, 0};
}

static void forward(Node *node)
{
    const Attending *a = node->parameter.attending;
    for (int i = 0; i < a->shape.sentences * a->block_count; i++) {
        Block b = {.node = node, .a = a, .sentence = i / a->block_count};
        int from = i % a->block_count * a->block_rows;
        a->seen[i] = seen_by(&b, from, smaller(from + a->block_rows, a->queries));
    }
    run_shares(do_share, &(Job){node, attend}, a->shares);
}

static void backward(Node *node)
{
    run_shares(do_share, &(Job){node, differentiate}, node->parameter.attending->shares);
}

/* The cost of the scores, their scaling, mask and softmax, and the sums of values. */
static double cost(const Node *node)
{
    const Attending *a = node->parameter.attending;
    int each = 2 * a->shape.d_k + 3 + a->shape.divided + (mask_of(node) != NULL);
    return (double)rows_of(node) * a->keys * a->shape.heads * each;
}

static const Op op = {"attend_heads", .forward = forward, .backward = backward, .cost = cost,
                      .fills = true};

/* ---- constructor ---- */

Node *attend_heads(Graph *g, AttendShape shape, Node *mask)
{
    Node *q = shape.q.of, *k = shape.k.of, *v = shape.v.of;
    int sentences = shape.sentences, heads = shape.heads * sentences;
    CHECK(rows_of(q) > 0 && rows_of(q) % sentences == 0 && rows_of(k) == rows_of(v) &&
              rows_of(k) % sentences == 0,
          "%d queries, %d keys of %d sentences", rows_of(q), rows_of(k), sentences);
    Attending a = {
        .shape = shape, .queries = rows_of(q) / sentences, .keys = rows_of(k) / sentences};
    CHECK(!mask || (cols_of(mask) == a.keys && rows_of(q) % rows_of(mask) == 0),
          "a mask of %d × %d for %d × %d", rows_of(mask), cols_of(mask), rows_of(q), a.keys);
    a.block_rows = smaller(BLOCK_ROWS, a.queries);
    a.block_count = divide_up(a.queries, a.block_rows);
    a.seen = arena_alloc(g->arena, (size_t)(sentences * a.block_count), sizeof *a.seen);
    a.shares = smaller(threads_for(2.0 * a.queries * a.keys * shape.d_k * heads), heads);
    a.scratch_size = (size_t)a.block_rows * (size_t)a.keys;
    a.scratch = arena_alloc_unset(g->arena, (size_t)a.shares * a.scratch_size, sizeof(real));
    if (q->wants_grad || k->wants_grad || v->wants_grad)
        a.weights = tensor_unset(g->arena, heads * a.queries, a.keys);
    Node model = {.op = &op, .parameter.attending = arena_copy(g->arena, &a, sizeof a)};
    return graph_node(g, model, rows_of(q), shape.heads * shape.d_k, (Node *[]){q, k, v, mask},
                      mask ? 4 : 3);
}
