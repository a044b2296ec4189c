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
 * The same functions train on sentences side by side and trace one. A graph owns its nodes, which
 * are found by their names (trace/traces.h lists them).
 */
#pragma once

#include "model/model.h"
#include "model/transformer_layers.h"

/* The parameters are "source/E", …, "decoder-2/norm-3/bias". Words' vectors are drawn from N(0,
   1/d), matrices from N(0, 1/rows); gains are 1, biases 0. Predictions are sentence after sentence:
   word i of sentence g in row g·L + i. */
extern const ModelFamily transformer_family;

/* ---- in a graph ---- */

/* What is learned, as nodes. */
typedef struct TransformerParameters {
    const TransformerSizes *sizes;
    int end;
    const Parameters *learned;                 /* the same with its nodes, in their order */
    Node *source_E, *target_E;                 /* words' vectors [words,d] */
    NormParameters encoder_norm, decoder_norm; /* the last ones, of NORM_PRE */
    LayerParameters *encoder, *decoder;
} TransformerParameters;

/* As model_in. */
TransformerParameters transformer_in(Graph *g, const Model *transformer, bool is_learning);

/* Words that one side reads, of sentences of one length, or padded to one. */
typedef struct WordsRead {
    int length, sentences;
    const int *words; /* words[g·length + t]: word t of sentence g; not copied */
    /* Of a source: how many of each sentence's words, the last, are padding, which nobody sees;
       NULL: none. */
    const int *padding;
    /* Where the graph has names: what the words of the one sentence are called, and all words of
       the table. */
    const char *const *labels, *const *vocabulary;
} WordsRead;

/* The memory [length·sentences,d]. */
Node *transformer_encode(Scope s, const TransformerParameters *p, const WordsRead *source);

/* The scores of the word after each, `read` being the words before them: the end before the first
   [length·sentences,target words]. The memory is that of the source. */
Node *transformer_decode(Scope s, const TransformerParameters *p, Node *memory,
                         const WordsRead *source, const WordsRead *read);

/* ---- translating one sentence ---- */

typedef struct TransformerTranslation {
    Node *memory, *scores;
    Node *probabilities; /* of every target word at each step [length,v] */
} TransformerTranslation;

/* A translation into the task's words, each after those before it: all at once, for the causal mask
   makes row i what step i saw. */
TransformerTranslation transformer_translate(Scope s, const TransformerParameters *p,
                                             const TranslationTask *task);

/* ---- a batch ---- */

/* Sentences and their translations, padded to the longest on either side, "sentence-i/…"; and of
   each, a row of "batch/sentences": how large a part of its words is the most probable, how
   probable they are on average, and where the padding behind them counts, too. */
void transformer_batch(Scope s, const TransformerParameters *p, const TranslationTask *tasks,
                       int count);
