/* The traces that several commands make, or that take more than a list: settings, steps, sentences
 * and panels of what a graph names. What model/NAME.c makes, tell_NAME tells; NAME in the headers
 * of model/ says which steps there are. All others a command tells itself (trace_tell).
 *
 * What the model does not know of its numbers, the command line tells. Nothing is copied. */
#pragma once

#include "model/studies.h"
#include "trace/build.h"

/* ---- sentences ---- */

typedef struct Subject {
    TracedText text;
    const char *mask; /* as asked for: "causal,local:2", "none" */
    Origin origin;    /* of the weights */
    const char *word; /* the label of the one that is followed; NULL for none */
} Subject;

/* The main job, or, as the list says, what the learned projections do that XXᵀ does not: both kinds
   of matrices, told as the main job tells them, and what is measured of them. */
Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject,
                                const char *list);

/* How a sentence is attended to: as settings, and the beginning of the trace's provenance. */
void add_attention_settings(Trace *trace, const SelfAttentionSettings *settings, int d_model,
                            int d_k, const Subject *subject);

/* What is not as in the paper: of what is, nothing is told. */
void add_variation_settings(Trace *trace, const Variation *variation, bool normalise);

typedef struct TrainingHistory {
    Graph *graph; /* has names: the sentence's attention with what was learned in so many steps
                     under "step-i/", and what was measured */
    int steps_done, steps_asked;
    const Model *model; /* its corpus is safe to show */
} TrainingHistory;

/* Of a trace that was begun and has its texts: a training, as seen by one sentence, its attention
   after 0, 10, 100, … steps, and how loss and perplexity fall meanwhile. The steps:

       step-i/change (but for i = 0)   step-i/head-h/W_Q   …/W_K   …/weights   step-i/weights
       loss   perplexity

   Of a model that learns to translate, as seen by the alignment of a sentence with its translation,
   two texts:

       step-i/weights   loss   right

   `seed`: that it was drawn from. Without a sentence there is no text. */
void tell_training(Trace *trace, const TrainingHistory *history, uint64_t seed);

/* Of a trace that was begun: all mechanisms over the same states. The steps are theirs, and

       mechanisms   findings   what each is, and what it does here: tables of texts */
void tell_mechanisms(Trace *trace, const Mechanism *all);

/* ---- measurements ---- */

/* Of a trace that was begun: translators held against the length of sentences. */
void tell_bottleneck(Trace *trace, const Bottleneck *bottleneck);

/* ---- translations ---- */

/* What a model that translates is, as settings of a trace that was begun. */
void add_translator_settings(Trace *trace, const Model *translator, Taking taking);
void add_transformer_settings(Trace *trace, const Model *transformer);

/* Of a trace that was begun and has its settings: a translation with attention, the inside of the
   alignment model, word by word.

       source   encoder/forward   encoder/backward   annotations   keys
       step-i/query   …/projected-query   …/sum   …/tanh   …/energies
             …/place   …/window   …/masked   …/softmax   …/bell       local attention
             …/weights   …/taken   …/context
             …/update-gate   …/reset-gate   …/candidate   …/state
             …/attentional   …/scores   …/probabilities   …/words
       alignment   taken

   A step is there if the translator has such numbers. Bahdanau's query is the state before the
   word, Luong's the new one: there the step `state` comes first, and there is no `query`. One word,
   from 1, is told whole; of the others all but weights and words are details, and these are minor.
 */
void tell_translation(Trace *trace, const TranslationTask *task, int word);

/* Of such a one: a transformer that translates, its encoder, decoder and output words.

       source/words  …/positional  …/input
       encoder-l/self/…   encoder-l/ffn/…
       target/words  …/positional  …/input  …/mask
       decoder-l/self/…   decoder-l/cross/…   decoder-l/ffn/…
       output/scores  output/probabilities  step-i/words  alignment

   where an attention and a network have

       W_Q Q W_K K W_V V   head-h/Q K V scores scaled (masked) weights output   mean W_O concat
       output W_1 b_1 W_2 b_2   product sums active back output

   and around each of them stand `residual` and `norm/gain bias mean variance standard scaled
   output mean-after variance-after moments`: behind it, before it, or no norm, as the transformer
   has them. One layer of either side, from 1, is told whole, the last where there are fewer, and of
   its heads the first; of the others only what the overview shows is no detail of those.

   Rows of the decoder are named by the word that was read last: the end, which stands before the
   first, then all words but the last. Those of `alignment`, the last layer's encoder–decoder
   attention, are named by the word that is written. Behind the trace stand the tables of the words'
   vectors, source/E and target/E, for explanations that end there. */
void tell_transformer(Trace *trace, const TransformerSizes *sizes, int layer);

/* Of the layers (patterns of ids, see id_matches) that are not told whole all steps are details. */
void detail_other_layers(Trace *trace, const char *layers, const char *told);

/* Of a trace that was begun: one sentence translated by Bahdanau's model and by a transformer of so
   many heads, the alignment of the one beside the encoder–decoder attention of the other, and what
   each takes.

       bahdanau/alignment
       transformer/decoder-l/cross/mean   …/head-h/weights
       looks   transformer/decoder-l/cross/looks   agreement
       parameters   work   steps   operations

   Where the two write different words there is no `agreement`, and `bahdanau/looks` instead of
   `looks`. Rows are named by the word that is written. All other steps of the two models stand
   behind this trace, so that an explanation passes through them; there the rows of the decoder are
   named by the word that it read last. */
void tell_model_comparison(Trace *trace, int heads);

/* How probable a word is that is written in this place, from 0; false where none is, and of the
   first of a text in which each token is predicted from those before it. */
bool written_word(const Trace *trace, int place, StepCell *cell);

/* Two runs of one command, the second with what is `changed` ("--set 'output=0'"): which steps
   moved, and of each before, after, and their difference. The steps:

       moved   the cell of each that moved most
       words   of words that are written: how probable each was and is
       ID/before   ID/after   ID/change   of each step that moved, those first that were set

   What has other rows or columns in the other run cannot be compared, and is named. */
Trace *trace_what_moved(const Trace *before, const Trace *after, const char *changed);
