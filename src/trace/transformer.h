/* The trace of a transformer that translates: encoder, decoder and output words.
 *
 *     source/words  …/positional  …/input
 *     encoder-l/self/…   encoder-l/ffn/…
 *     target/words  …/positional  …/input  …/mask
 *     decoder-l/self/…   decoder-l/cross/…   decoder-l/ffn/…
 *     output/scores  output/probabilities  step-i/words  alignment
 *
 * where an attention and a network have
 *
 *     W_Q Q W_K K W_V V   head-h/Q K V scores scaled (masked) weights output   mean W_O concat
 * output W_1 b_1 W_2 b_2   product sums active back output
 *
 * and around each of them stand `residual` and `norm/gain bias mean variance standard scaled
 * output mean-after variance-after moments`: behind it, before it, or no norm, as the transformer
 * has them. One layer of either side is told whole, and of its heads the first; of the others only
 * what the overview shows is no detail of those.
 *
 * Rows of the decoder are named by the word that was read last: the end, which stands before the
 * first, then all words but the last. Those of `alignment`, the last layer's encoder–decoder
 * attention, are named by the word that is written. Behind the trace stand the tables of the words'
 * vectors, source/E and target/E, for explanations that end there.
 */
#ifndef TRACE_TRANSFORMER_H
#define TRACE_TRANSFORMER_H

#include "model/transformer.h"
#include "trace/translation.h"

/* The settings, steps and pictures of a translation: from the graph that names them. */
Trace *trace_transformer(Graph *g, const Model *transformer, const TranslationTask *task,
                         const TranslationSubject *subject);

#endif
