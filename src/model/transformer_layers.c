#include "model/transformer_layers.h"

#include "graph/ops.h"

#include <string.h>

const char *const norm_place_names[NORM_PLACES] = {
    [NORM_POST] = "post", [NORM_PRE] = "pre", [NORM_NONE] = "none"};

FeedForward feed_forward(Graph *g, const FeedForwardParameters *p, Node *x)
{
    FeedForward f;
    f.product = matmul(g, x, p->W_1);
    f.sums = add_row(g, f.product, p->b_1);
    f.active = relu(g, f.sums);
    f.back = matmul(g, f.active, p->W_2);
    f.output = add_row(g, f.back, p->b_2);
    return f;
}

/* ---- around a sublayer ---- */

static Residual residual_begin(Graph *g, NormPlace place, const NormParameters *p, Node *x)
{
    Residual r = {.enters = x};
    if (place == NORM_PRE) {
        r.norm = layer_norm_with(g, x, p->gain, p->bias);
        r.enters = r.norm.output;
    }
    return r;
}

static void residual_end(Graph *g, NormPlace place, const NormParameters *p, Node *x, Node *made,
                         Residual *r)
{
    r->sum = add(g, x, made);
    r->output = r->sum;
    if (place == NORM_POST) {
        r->norm = layer_norm_with(g, r->sum, p->gain, p->bias);
        r->output = r->norm.output;
    }
}

/* ---- layers ---- */

EncoderLayer encoder_layer(Graph *g, const LayerParameters *p, LayerShape shape, Node *x)
{
    EncoderLayer l;
    l.around_self = residual_begin(g, shape.norm, &p->norms[0], x);
    l.self = multi_head_of_sentences(g, l.around_self.enters, l.around_self.enters, p->self,
                                     shape.heads, NULL, SCALE_ROOT, shape.sentences);
    residual_end(g, shape.norm, &p->norms[0], x, l.self.output, &l.around_self);

    Node *y = l.around_self.output;
    l.around_feed_forward = residual_begin(g, shape.norm, &p->norms[1], y);
    l.feed_forward = feed_forward(g, &p->feed_forward, l.around_feed_forward.enters);
    residual_end(g, shape.norm, &p->norms[1], y, l.feed_forward.output, &l.around_feed_forward);
    l.output = l.around_feed_forward.output;
    return l;
}

/* The past as it is with one more row, in place. */
static Node *with_row(Graph *g, Tensor table, int length, const Node *row)
{
    CHECK(length < table.rows, "word %d of at most %d", length + 1, table.rows);
    memcpy(tensor_row(table, length), row->value.data, tensor_size(row->value) * sizeof(real));
    return constant(g, (Tensor){length + 1, table.cols, table.data}, "the words so far");
}

/* The word that `enters` sees itself and those before it: no mask. */
static MultiHead self_next(Graph *g, const Projections *p, int heads, Node *enters,
                           DecoderPast *past)
{
    Node *Q = matmul(g, enters, p->W_Q);
    Node *K = with_row(g, past->K, past->length, matmul(g, enters, p->W_K));
    Node *V = with_row(g, past->V, past->length, matmul(g, enters, p->W_V));
    past->length++;
    return multi_head_of_projected(g, Q, K, V, p->W_O, heads, NULL, SCALE_ROOT, 1);
}

static MultiHead cross_next(Graph *g, const Projections *p, int heads, Node *enters,
                            const DecoderPast *past)
{
    return multi_head_of_projected(g, matmul(g, enters, p->W_Q), past->memory_K, past->memory_V,
                                   p->W_O, heads, NULL, SCALE_ROOT, 1);
}

/* Of whole sentences, or with a past of one more word. */
static DecoderLayer decoder(Graph *g, const LayerParameters *p, LayerShape shape, Node *x,
                            Node *memory, Node *causal, DecoderPast *past)
{
    DecoderLayer l;
    l.around_self = residual_begin(g, shape.norm, &p->norms[0], x);
    Node *enters = l.around_self.enters;
    l.self = past ? self_next(g, &p->self, shape.heads, enters, past)
                  : multi_head_of_sentences(g, enters, enters, p->self, shape.heads, causal,
                                            SCALE_ROOT, shape.sentences);
    residual_end(g, shape.norm, &p->norms[0], x, l.self.output, &l.around_self);

    Node *y = l.around_self.output;
    l.around_cross = residual_begin(g, shape.norm, &p->norms[1], y);
    enters = l.around_cross.enters;
    l.cross = past ? cross_next(g, &p->cross, shape.heads, enters, past)
                   : multi_head_of_sentences(g, enters, memory, p->cross, shape.heads, NULL,
                                             SCALE_ROOT, shape.sentences);
    residual_end(g, shape.norm, &p->norms[1], y, l.cross.output, &l.around_cross);

    Node *z = l.around_cross.output;
    l.around_feed_forward = residual_begin(g, shape.norm, &p->norms[2], z);
    l.feed_forward = feed_forward(g, &p->feed_forward, l.around_feed_forward.enters);
    residual_end(g, shape.norm, &p->norms[2], z, l.feed_forward.output, &l.around_feed_forward);
    l.output = l.around_feed_forward.output;
    return l;
}

DecoderLayer decoder_layer(Graph *g, const LayerParameters *p, LayerShape shape, Node *x,
                           Node *memory, Node *causal)
{
    return decoder(g, p, shape, x, memory, causal, NULL);
}

LayerNorm last_norm(Graph *g, const NormParameters *p, Node *x)
{
    return p->gain ? layer_norm_with(g, x, p->gain, p->bias) : (LayerNorm){.output = x};
}

/* ---- word by word ---- */

DecoderPast decoder_past(Graph *g, const LayerParameters *p, Node *memory, int longest)
{
    return (DecoderPast){.K = tensor_new(g->arena, longest, cols_of(p->self.W_K)),
                         .V = tensor_new(g->arena, longest, cols_of(p->self.W_V)),
                         .memory_K = matmul(g, memory, p->cross.W_K),
                         .memory_V = matmul(g, memory, p->cross.W_V)};
}

DecoderLayer decoder_layer_next(Graph *g, const LayerParameters *p, LayerShape shape, Node *x,
                                DecoderPast *past)
{
    return decoder(g, p, shape, x, NULL, NULL, past);
}
