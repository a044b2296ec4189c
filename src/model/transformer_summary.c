#include "model/transformer_summary.h"

#include "graph/ops.h"

static Node *mean_weights(Graph *g, const MultiHead *multi)
{
    Node **weights = arena_alloc(g->arena, (size_t)multi->head_count, sizeof(Node *));
    for (int h = 0; h < multi->head_count; h++)
        weights[h] = multi->heads[h].attention.weights;
    return mean(g, weights, multi->head_count);
}

static NormEffect effect_of(Graph *g, const LayerNorm *norm)
{
    if (!norm->standard)
        return (NormEffect){0};
    NormEffect e = {.after = row_moments(g, norm->output)};
    Node *parts[MOMENT_COLUMNS] = {norm->moments.mean, norm->moments.variance, e.after.mean,
                                   e.after.variance};
    e.moments = concat(g, parts, MOMENT_COLUMNS);
    return e;
}

static LayerSummary encoder_summary(Graph *g, const EncoderLayer *l)
{
    return (LayerSummary){
        .self = mean_weights(g, &l->self),
        .norms = {effect_of(g, &l->around_self.norm), effect_of(g, &l->around_feed_forward.norm)}};
}

static LayerSummary decoder_summary(Graph *g, const DecoderLayer *l)
{
    return (LayerSummary){.self = mean_weights(g, &l->self),
                          .cross = mean_weights(g, &l->cross),
                          .norms = {effect_of(g, &l->around_self.norm),
                                    effect_of(g, &l->around_cross.norm),
                                    effect_of(g, &l->around_feed_forward.norm)}};
}

TransformerSummary transformer_summary(Graph *g, const TransformerNodes *nodes,
                                       const TransformerTranslation *t, int most)
{
    const TransformerSizes *sizes = &nodes->transformer->sizes;
    TransformerSummary s = {.encoder_norm = effect_of(g, &t->encoder.norm),
                            .decoder_norm = effect_of(g, &t->decoder.norm)};
    s.encoder = arena_alloc(g->arena, (size_t)sizes->encoder_layers, sizeof *s.encoder);
    s.decoder = arena_alloc(g->arena, (size_t)sizes->decoder_layers, sizeof *s.decoder);
    for (int l = 0; l < sizes->encoder_layers; l++)
        s.encoder[l] = encoder_summary(g, &t->encoder.layers[l]);
    for (int l = 0; l < sizes->decoder_layers; l++)
        s.decoder[l] = decoder_summary(g, &t->decoder.layers[l]);
    s.likely = arena_alloc(g->arena, (size_t)t->length, sizeof *s.likely);
    int *rows = arena_alloc(g->arena, (size_t)t->length, sizeof *rows);
    for (int i = 0; i < t->length; i++) {
        rows[i] = i;
        s.likely[i] = likely_words(g, gather(g, t->probabilities, rows + i, 1), most);
    }
    return s;
}
