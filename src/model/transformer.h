/* The transformer: Vaswani et al. 2017, "Attention is all you need".
 *
 *     X = √d·E[words] + PE             of either side; the layers are in transformer_layers.h
 *     memory = encoder layers(X)
 *     states = decoder layers(Y, memory)
 *     scores of the next word = states E_targetᵀ
 *
 * The target's words and the scores share one table of vectors (§3.4); the source's words have one
 * of their own, being of another language. With norms before the sublayers the sums grow from layer
 * to layer, so each side ends with one more norm.
 *
 * The same functions train on sentences side by side and trace one. A graph owns its nodes; the
 * tensors live in the caller's arena.
 */
#ifndef MODEL_TRANSFORMER_H
#define MODEL_TRANSFORMER_H

#include "model/transformer_layers.h"
#include "model/translator.h"

#include <stdint.h>

enum { POSITION_BASE = 10000 }; /* of the sinusoids: Vaswani et al. 2017, §3.5 */

typedef struct TransformerSizes {
    int source_words, target_words;
    int d_model, heads, ffn; /* heads divide d_model */
    int encoder_layers, decoder_layers;
    NormPlace norm;
} TransformerSizes;

/* One of the tensors that are learned. */
typedef struct TransformerTensor {
    const char *name; /* in files: "encoder-1/self/W_Q" */
    Tensor value;
    double mean, deviation; /* that its numbers are drawn with */
} TransformerTensor;

typedef struct Transformer {
    TransformerSizes sizes;
    int end;            /* the target word that ends a sentence, and stands before its first word */
    const char *origin; /* "random, not learned" */
    int tensor_count;
    TransformerTensor *tensors; /* in this order everywhere: in files, in the optimiser, in tests;
                                   no data where the norm's place needs none */
} Transformer;

/* All tensors with their names and extents and no data yet; 0 × 0 where there will be none. */
Transformer transformer_shape(Arena *arena, TransformerSizes sizes);

/* All tensors as they start: gains 1, the rest 0. */
Transformer transformer_zero(Arena *arena, TransformerSizes sizes);

/* Drawn from a seed: words' vectors from N(0, 1/d), matrices from N(0, 1/rows), gains 1, biases 0.
   Each tensor has a stream of its own. */
Transformer transformer_random(Arena *arena, TransformerSizes sizes, uint64_t seed);

/* How many numbers are learned: 56,448 for 100 words a side, d = 48, ffn = 96, one layer a side,
   norms after the sublayers. */
long transformer_parameters(const Transformer *transformer);

/* ---- in a graph ---- */

typedef struct TransformerNodes {
    const Transformer *transformer;
    Node **tensors; /* NULL where there is no data */
    Node *source_words, *target_words;
    NormParameters encoder_norm, decoder_norm; /* the last ones, of NORM_PRE */
    LayerParameters *encoder, *decoder;
} TransformerNodes;

/* From nodes for the tensors, NULL where there is no data; the array is not copied. */
TransformerNodes transformer_assembled(Graph *g, const Transformer *transformer, Node **tensors);

/* The same from the transformer's own tensors, with gradients if `is_learned`. Nothing is copied.
 */
TransformerNodes transformer_nodes(Graph *g, const Transformer *transformer, bool is_learned);

/* Words as vectors, sentence after sentence. */
typedef struct EmbeddedWords {
    Node *embeddings; /* √d·E[words] [n·sentences,d] */
    Node *positions;  /* PE [n,d] */
    Node *input;      /* their sum, PE on each sentence */
} EmbeddedWords;

typedef struct EncoderPass {
    int length, sentences;
    EmbeddedWords words;
    EncoderLayer *layers;
    LayerNorm norm; /* of NORM_PRE; else only an output, the layers' */
    Node *output;   /* the memory [length·sentences,d] */
} EncoderPass;

/* words[g·length + t]: word t of sentence g, a row of the source table; not copied. */
EncoderPass transformer_encode(Graph *g, const TransformerNodes *nodes, const int *words,
                               int length, int sentences);

typedef struct DecoderPass {
    int length;
    EmbeddedWords words;
    Node *causal; /* M [length,length] */
    DecoderLayer *layers;
    LayerNorm norm; /* of NORM_PRE; else only an output, the layers' */
    Node *output;   /* [length·sentences,d] */
    Node *scores;   /* of the word after each [length·sentences,target words] */
} DecoderPass;

/* words[g·length + i]: the word before word i of sentence g, the end before the first; not copied.
 */
DecoderPass transformer_decode(Graph *g, const TransformerNodes *nodes, const EncoderPass *source,
                               const int *words, int length);

/* ---- training ---- */

/* Every word after the true words before it. Rows are sentence after sentence: g·L + i. */
typedef struct TransformerTask {
    EncoderPass encoder;
    DecoderPass decoder;
    Node *loss; /* weight · Σ −log p(word) [1,1] */
} TransformerTask;

/* Nothing of `pairs` is needed afterwards. */
TransformerTask transformer_task(Graph *g, const TransformerNodes *nodes,
                                 const SentencePairs *pairs);

/* ---- translating one sentence ---- */

typedef struct TransformerTranslation {
    EncoderPass encoder;
    DecoderPass decoder; /* of all words at once: the causal mask makes row i what step i saw */
    Node *probabilities; /* of every target word at each step [length,v] */
    int length;          /* of words, with the end if it came */
    int *words;          /* the most probable each, the first of equals; or those asked for */
} TransformerTranslation;

/* Word by word until the end or `longest` words. With `asked`, an array of `longest` target words,
   each step goes on with these instead of the most probable, all of them. */
TransformerTranslation transformer_translate(Graph *g, const TransformerNodes *nodes,
                                             const int *words, int length, int longest,
                                             const int *asked);

#endif
