#include "model/transformer_decoding.h"

#include "graph/ops.h"
#include "tensor/vector.h"

TransformerDecoding transformer_decoding(Graph *g, const TransformerNodes *nodes,
                                         const EncoderPass *source, int longest)
{
    const TransformerSizes *s = &nodes->transformer->sizes;
    TransformerDecoding d = {.nodes = nodes,
                             .positions = sinusoids(g, longest, s->d_model, POSITION_BASE)};
    d.layers = arena_alloc(g->arena, (size_t)s->decoder_layers, sizeof *d.layers);
    for (int l = 0; l < s->decoder_layers; l++)
        d.layers[l] = decoder_past(g, &nodes->decoder[l], source->output, longest);
    return d;
}

/* √d·E[word] + PE of its place [1,d] */
static Node *embed(Graph *g, const TransformerDecoding *d, int word)
{
    int *rows = arena_alloc(g->arena, 2, sizeof *rows);
    rows[0] = word;
    rows[1] = d->length;
    Node *vector = multiply_by_root(g, gather(g, d->nodes->target_words, &rows[0], 1),
                                    d->nodes->transformer->sizes.d_model);
    return add_row(g, vector, gather(g, d->positions, &rows[1], 1));
}

Node *transformer_next(Graph *scratch, TransformerDecoding *d, int word)
{
    const TransformerSizes *s = &d->nodes->transformer->sizes;
    LayerShape shape = {s->heads, s->norm, 1};
    Node *x = embed(scratch, d, word);
    for (int l = 0; l < s->decoder_layers; l++)
        x = decoder_layer_next(scratch, &d->nodes->decoder[l], shape, x, &d->layers[l]).output;
    x = last_norm(scratch, &d->nodes->decoder_norm, x).output;
    d->length++;
    return matmul_transposed(scratch, x, d->nodes->target_words);
}

int transformer_words(const TransformerNodes *nodes, const EncoderPass *source, int longest,
                      int *words)
{
    int end = nodes->transformer->end, count = 0;
    Arena *kept = arena_new(), *step = arena_new();
    TransformerDecoding d = transformer_decoding(graph_new(kept), nodes, source, longest);
    for (int word = end; count < longest && (count == 0 || word != end); count++) {
        arena_reset(step);
        word = largest_in_row(transformer_next(graph_new(step), &d, word)->value, 0);
        words[count] = word;
    }
    arena_free(step);
    arena_free(kept);
    return count;
}
