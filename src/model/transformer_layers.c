#include "model/transformer_layers.h"

#include "graph/ops.h"

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

DecoderLayer decoder_layer(Graph *g, const LayerParameters *p, LayerShape shape, Node *x,
                           Node *memory, Node *causal)
{
    DecoderLayer l;
    l.around_self = residual_begin(g, shape.norm, &p->norms[0], x);
    l.self = multi_head_of_sentences(g, l.around_self.enters, l.around_self.enters, p->self,
                                     shape.heads, causal, SCALE_ROOT, shape.sentences);
    residual_end(g, shape.norm, &p->norms[0], x, l.self.output, &l.around_self);

    Node *y = l.around_self.output;
    l.around_cross = residual_begin(g, shape.norm, &p->norms[1], y);
    l.cross = multi_head_of_sentences(g, l.around_cross.enters, memory, p->cross, shape.heads, NULL,
                                      SCALE_ROOT, shape.sentences);
    residual_end(g, shape.norm, &p->norms[1], y, l.cross.output, &l.around_cross);

    Node *z = l.around_cross.output;
    l.around_feed_forward = residual_begin(g, shape.norm, &p->norms[2], z);
    l.feed_forward = feed_forward(g, &p->feed_forward, l.around_feed_forward.enters);
    residual_end(g, shape.norm, &p->norms[2], z, l.feed_forward.output, &l.around_feed_forward);
    l.output = l.around_feed_forward.output;
    return l;
}
