#include "model/transformer.h"

#include "base/random.h"
#include "graph/ops.h"
#include "model/mask.h"
#include "model/transformer_decoding.h"

#include <math.h>
#include <string.h>

/* ---- tensors ---- */

typedef enum Extent { ONE, D, FFN, SOURCE_WORDS, TARGET_WORDS, EXTENTS } Extent;

/* What a tensor starts with: drawn with a deviation of 1/√rows or 1/√columns, or as it is. */
typedef enum TensorStart { ZEROS, ONES, BY_ROWS, BY_COLUMNS } TensorStart;

typedef struct Row {
    const char *name;
    Extent rows, cols;
    TensorStart start;
    int norm; /* 0: no part of a norm; 1: of any; 2: only of NORM_PRE */
} Row;

enum {
    SOURCE_E,
    TARGET_E,
    ENCODER_GAIN,
    ENCODER_BIAS,
    DECODER_GAIN,
    DECODER_BIAS,
    SHARED_ROWS,
};

static const Row shared_rows[SHARED_ROWS] = {
    [SOURCE_E] = {"source/E", SOURCE_WORDS, D, BY_COLUMNS, 0},
    [TARGET_E] = {"target/E", TARGET_WORDS, D, BY_COLUMNS, 0},
    [ENCODER_GAIN] = {"encoder/gain", ONE, D, ONES, 2},
    [ENCODER_BIAS] = {"encoder/bias", ONE, D, ZEROS, 2},
    [DECODER_GAIN] = {"decoder/gain", ONE, D, ONES, 2},
    [DECODER_BIAS] = {"decoder/bias", ONE, D, ZEROS, 2},
};

/* Of a layer; an encoder's ends before the cross attention. */
enum {
    SELF_W_Q,
    SELF_W_K,
    SELF_W_V,
    SELF_W_O,
    FFN_W_1,
    FFN_B_1,
    FFN_W_2,
    FFN_B_2,
    NORM_1_GAIN,
    NORM_1_BIAS,
    NORM_2_GAIN,
    NORM_2_BIAS,
    ENCODER_ROWS,
    CROSS_W_Q = ENCODER_ROWS,
    CROSS_W_K,
    CROSS_W_V,
    CROSS_W_O,
    NORM_3_GAIN,
    NORM_3_BIAS,
    DECODER_ROWS,
};

static const Row layer_rows[DECODER_ROWS] = {
    [SELF_W_Q] = {"self/W_Q", D, D, BY_ROWS, 0},
    [SELF_W_K] = {"self/W_K", D, D, BY_ROWS, 0},
    [SELF_W_V] = {"self/W_V", D, D, BY_ROWS, 0},
    [SELF_W_O] = {"self/W_O", D, D, BY_ROWS, 0},
    [FFN_W_1] = {"ffn/W_1", D, FFN, BY_ROWS, 0},
    [FFN_B_1] = {"ffn/b_1", ONE, FFN, ZEROS, 0},
    [FFN_W_2] = {"ffn/W_2", FFN, D, BY_ROWS, 0},
    [FFN_B_2] = {"ffn/b_2", ONE, D, ZEROS, 0},
    [NORM_1_GAIN] = {"norm-1/gain", ONE, D, ONES, 1},
    [NORM_1_BIAS] = {"norm-1/bias", ONE, D, ZEROS, 1},
    [NORM_2_GAIN] = {"norm-2/gain", ONE, D, ONES, 1},
    [NORM_2_BIAS] = {"norm-2/bias", ONE, D, ZEROS, 1},
    [CROSS_W_Q] = {"cross/W_Q", D, D, BY_ROWS, 0},
    [CROSS_W_K] = {"cross/W_K", D, D, BY_ROWS, 0},
    [CROSS_W_V] = {"cross/W_V", D, D, BY_ROWS, 0},
    [CROSS_W_O] = {"cross/W_O", D, D, BY_ROWS, 0},
    [NORM_3_GAIN] = {"norm-3/gain", ONE, D, ONES, 1},
    [NORM_3_BIAS] = {"norm-3/bias", ONE, D, ZEROS, 1},
};

static double first_deviation(TensorStart start, Tensor t)
{
    return start == BY_ROWS ? 1 / sqrt(t.rows) : start == BY_COLUMNS ? 1 / sqrt(t.cols) : 0;
}

/* The next tensor of the list, without its numbers. */
static void append(Transformer *t, const Row *row, const char *name)
{
    const TransformerSizes *s = &t->sizes;
    const int extents[EXTENTS] = {[ONE] = 1,
                                  [D] = s->d_model,
                                  [FFN] = s->ffn,
                                  [SOURCE_WORDS] = s->source_words,
                                  [TARGET_WORDS] = s->target_words};
    TransformerTensor *tensor = &t->tensors[t->tensor_count++];
    bool is_used = !row->norm || s->norm == NORM_PRE || (s->norm == NORM_POST && row->norm == 1);
    tensor->name = name;
    tensor->mean = row->start == ONES;
    if (!is_used)
        return;
    tensor->value = (Tensor){.rows = extents[row->rows], .cols = extents[row->cols]};
    tensor->deviation = first_deviation(row->start, tensor->value);
}

static void append_layers(Arena *arena, Transformer *t, const char *side, int layers, int rows)
{
    for (int l = 1; l <= layers; l++)
        for (int i = 0; i < rows; i++)
            append(t, &layer_rows[i], arena_format(arena, "%s-%d/%s", side, l, layer_rows[i].name));
}

Transformer transformer_shape(Arena *arena, TransformerSizes sizes)
{
    CHECK(sizes.d_model % sizes.heads == 0, "%d heads of %d", sizes.heads, sizes.d_model);
    Transformer t = {.sizes = sizes, .origin = "zero"};
    int count =
        SHARED_ROWS + sizes.encoder_layers * ENCODER_ROWS + sizes.decoder_layers * DECODER_ROWS;
    t.tensors = arena_alloc(arena, (size_t)count, sizeof *t.tensors);
    for (int i = 0; i < SHARED_ROWS; i++)
        append(&t, &shared_rows[i], shared_rows[i].name);
    append_layers(arena, &t, "encoder", sizes.encoder_layers, ENCODER_ROWS);
    append_layers(arena, &t, "decoder", sizes.decoder_layers, DECODER_ROWS);
    return t;
}

Transformer transformer_zero(Arena *arena, TransformerSizes sizes)
{
    Transformer t = transformer_shape(arena, sizes);
    for (int i = 0; i < t.tensor_count; i++) {
        TransformerTensor *tensor = &t.tensors[i];
        if (tensor->value.rows)
            tensor->value = tensor_new(arena, tensor->value.rows, tensor->value.cols);
        for (size_t k = 0; k < tensor_size(tensor->value); k++)
            tensor->value.data[k] = (real)tensor->mean;
    }
    return t;
}

Transformer transformer_random(Arena *arena, TransformerSizes sizes, uint64_t seed)
{
    Transformer t = transformer_zero(arena, sizes);
    t.origin = "random, not learned";
    for (int i = 0; i < t.tensor_count; i++) {
        TransformerTensor *tensor = &t.tensors[i];
        Random random = random_named(seed, tensor->name);
        for (size_t k = 0; tensor->deviation > 0 && k < tensor_size(tensor->value); k++)
            tensor->value.data[k] = (real)(tensor->deviation * random_normal(&random));
    }
    return t;
}

long transformer_parameters(const Transformer *transformer)
{
    size_t sum = 0;
    for (int i = 0; i < transformer->tensor_count; i++)
        sum += tensor_size(transformer->tensors[i].value);
    return (long)sum;
}

/* ---- in a graph ---- */

static Projections projections(Node *const *tensors)
{
    return (Projections){
        .W_Q = tensors[0], .W_K = tensors[1], .W_V = tensors[2], .W_O = tensors[3]};
}

static LayerParameters layer_parameters(Node *const *tensors, bool is_decoder)
{
    LayerParameters p = {
        .self = projections(tensors + SELF_W_Q),
        .feed_forward = {tensors[FFN_W_1], tensors[FFN_B_1], tensors[FFN_W_2], tensors[FFN_B_2]},
        .norms = {{tensors[NORM_1_GAIN], tensors[NORM_1_BIAS]},
                  {tensors[NORM_2_GAIN], tensors[NORM_2_BIAS]}}};
    if (is_decoder) {
        p.cross = projections(tensors + CROSS_W_Q);
        p.norms[2] = (NormParameters){tensors[NORM_3_GAIN], tensors[NORM_3_BIAS]};
    }
    return p;
}

TransformerNodes transformer_assembled(Graph *g, const Transformer *transformer, Node **tensors)
{
    const TransformerSizes *s = &transformer->sizes;
    Node **next = tensors + SHARED_ROWS;
    TransformerNodes n = {.transformer = transformer,
                          .tensors = tensors,
                          .source_words = tensors[SOURCE_E],
                          .target_words = tensors[TARGET_E],
                          .encoder_norm = {tensors[ENCODER_GAIN], tensors[ENCODER_BIAS]},
                          .decoder_norm = {tensors[DECODER_GAIN], tensors[DECODER_BIAS]}};
    n.encoder = arena_alloc(g->arena, (size_t)s->encoder_layers, sizeof *n.encoder);
    n.decoder = arena_alloc(g->arena, (size_t)s->decoder_layers, sizeof *n.decoder);
    for (int l = 0; l < s->encoder_layers; l++, next += ENCODER_ROWS)
        n.encoder[l] = layer_parameters(next, false);
    for (int l = 0; l < s->decoder_layers; l++, next += DECODER_ROWS)
        n.decoder[l] = layer_parameters(next, true);
    return n;
}

TransformerNodes transformer_nodes(Graph *g, const Transformer *t, bool is_learned)
{
    Node **tensors = arena_alloc(g->arena, (size_t)t->tensor_count, sizeof(Node *));
    for (int i = 0; i < t->tensor_count; i++)
        if (t->tensors[i].value.data)
            tensors[i] = (is_learned ? parameter : constant)(g, t->tensors[i].value, t->origin);
    return transformer_assembled(g, t, tensors);
}

static EmbeddedWords embed(Graph *g, Node *table, const int *words, int length, int sentences)
{
    int d = cols_of(table);
    EmbeddedWords e;
    e.embeddings = multiply_by_root(g, gather(g, table, words, length * sentences), d);
    e.positions = sinusoids(g, length, d, POSITION_BASE);
    e.input = add_row(g, e.embeddings, e.positions);
    return e;
}

EncoderPass transformer_encode(Graph *g, const TransformerNodes *nodes, const int *words,
                               int length, int sentences)
{
    const TransformerSizes *s = &nodes->transformer->sizes;
    LayerShape shape = {s->heads, s->norm, sentences};
    EncoderPass pass = {.length = length, .sentences = sentences};
    pass.words = embed(g, nodes->source_words, words, length, sentences);
    pass.layers = arena_alloc(g->arena, (size_t)s->encoder_layers, sizeof *pass.layers);
    Node *x = pass.words.input;
    for (int l = 0; l < s->encoder_layers; l++) {
        pass.layers[l] = encoder_layer(g, &nodes->encoder[l], shape, x);
        x = pass.layers[l].output;
    }
    pass.norm = last_norm(g, &nodes->encoder_norm, x);
    pass.output = pass.norm.output;
    return pass;
}

static Node *causal_mask(Graph *g, int length)
{
    Tensor mask = tensor_new(g->arena, length, length);
    mask_causal(mask);
    return constant(g, mask, "nobody looks ahead");
}

DecoderPass transformer_decode(Graph *g, const TransformerNodes *nodes, const EncoderPass *source,
                               const int *words, int length)
{
    const TransformerSizes *s = &nodes->transformer->sizes;
    LayerShape shape = {s->heads, s->norm, source->sentences};
    DecoderPass pass = {.length = length, .causal = causal_mask(g, length)};
    pass.words = embed(g, nodes->target_words, words, length, source->sentences);
    pass.layers = arena_alloc(g->arena, (size_t)s->decoder_layers, sizeof *pass.layers);
    Node *x = pass.words.input;
    for (int l = 0; l < s->decoder_layers; l++) {
        pass.layers[l] =
            decoder_layer(g, &nodes->decoder[l], shape, x, source->output, pass.causal);
        x = pass.layers[l].output;
    }
    pass.norm = last_norm(g, &nodes->decoder_norm, x);
    pass.output = pass.norm.output;
    pass.scores = matmul_transposed(g, pass.output, nodes->target_words);
    return pass;
}

/* ---- training ---- */

/* words[t·G + g], as pairs have them, to sentence after sentence. */
static int *by_sentence(Arena *arena, const int *words, int length, int sentences)
{
    int *out = arena_alloc(arena, (size_t)(length * sentences), sizeof *out);
    for (int g = 0; g < sentences; g++)
        for (int t = 0; t < length; t++)
            out[g * length + t] = words[t * sentences + g];
    return out;
}

/* Of each word of a sentence the one before it: the end before the first. */
static int *words_before(Arena *arena, const int *words, int length, int sentences, int end)
{
    int *out = arena_alloc(arena, (size_t)(length * sentences), sizeof *out);
    for (int i = 0; i < length * sentences; i++)
        out[i] = i % length ? words[i - 1] : end;
    return out;
}

TransformerTask transformer_task(Graph *g, const TransformerNodes *nodes,
                                 const SentencePairs *pairs)
{
    Arena *arena = g->arena;
    int sentences = pairs->sentences, length = pairs->target_length, count = length * sentences;
    const int *source = by_sentence(arena, pairs->source, pairs->source_length, sentences);
    const int *target = by_sentence(arena, pairs->target, length, sentences);
    const int *before = words_before(arena, target, length, sentences, nodes->transformer->end);
    TransformerTask task;
    task.encoder = transformer_encode(g, nodes, source, pairs->source_length, sentences);
    task.decoder = transformer_decode(g, nodes, &task.encoder, before, length);
    double *weights = arena_alloc(arena, (size_t)count, sizeof *weights);
    for (int i = 0; i < count; i++)
        weights[i] = pairs->weight;
    task.loss = cross_entropy(g, task.decoder.scores, target, weights);
    return task;
}

/* ---- translating one sentence ---- */

TransformerTranslation transformer_translate(Graph *g, const TransformerNodes *nodes,
                                             const int *words, int length, int longest,
                                             const int *asked)
{
    TransformerTranslation t = {.encoder = transformer_encode(g, nodes, words, length, 1)};
    t.words = arena_alloc(g->arena, (size_t)longest, sizeof *t.words);
    t.length = longest;
    if (asked)
        memcpy(t.words, asked, (size_t)longest * sizeof *t.words);
    else
        t.length = transformer_words(nodes, &t.encoder, longest, t.words);
    const int *before = words_before(g->arena, t.words, t.length, 1, nodes->transformer->end);
    t.decoder = transformer_decode(g, nodes, &t.encoder, before, t.length);
    t.probabilities = softmax_rows(g, t.decoder.scores);
    return t;
}
