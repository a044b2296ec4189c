/* Traces that several commands make, or that need more than a list: settings, steps, sentences and
 * panels for the named nodes of a graph. tell_NAME describes what model/NAME.c builds; the headers
 * of model/ list its steps. For all other traces the command calls trace_tell itself.
 *
 * The caller passes what the model does not know (Subject, seeds). Strings are not copied. */
#pragma once

#include "model/studies.h"
#include "trace/build.h"

/* ---- sentences ---- */

typedef struct Subject {
    TracedText text;
    const char *mask;  /* as on the command line: "causal,local:2", "none" */
    Origin origin;     /* of the weights */
    const char *word;  /* label of the word that is followed; NULL for none */
    bool minor_unread; /* nobody reads what is said of minor steps (Trace) */
} Subject;

/* The trace of the main command; with projections_list, the comparison of learned projections with
   XXᵀ: both kinds of matrices, described as in the main command, and measurements of them. */
Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject,
                                const char *list);

void add_head_settings(Trace *trace, int heads, int d_model, int d_k);

/* Adds how a sentence is attended to as settings; they also begin the trace's provenance. */
void add_attention_settings(Trace *trace, const SelfAttentionSettings *settings, int d_model,
                            int d_k, const Subject *subject);

/* Adds only the settings that differ from the paper. */
void add_variation_settings(Trace *trace, const Variation *variation, bool normalise);

typedef struct TrainingHistory {
    Graph *graph; /* named nodes: the sentence's attention after i steps of training under
                     "step-i/", and what was measured */
    int steps_done, steps_asked;
    const Model *model; /* its corpus name is safe to print */
} TrainingHistory;

/* Adds a training run to a trace that has its texts: the attention of one sentence after 0, 10,
   100, … steps, and the curves of loss and perplexity. The steps:

       step-i/change (but for i = 0)   step-i/head-h/W_Q   …/W_K   …/weights   step-i/weights
       loss   perplexity

   For a translator, the alignment of a sentence with its translation, two texts:

       step-i/weights   loss   right

   `seed`: of the initial weights. Without a sentence the trace has no text. */
void tell_training(Trace *trace, const TrainingHistory *history, uint64_t seed);

/* Adds all mechanisms over the same states. Besides the steps of each mechanism:

       mechanisms   findings   tables of texts: what each is, and what it does here */
void tell_mechanisms(Trace *trace, const Mechanism *all);

/* ---- measurements ---- */

/* Adds the accuracy of translators as a function of sentence length. */
void tell_bottleneck(Trace *trace, const Bottleneck *bottleneck);

/* ---- translations ---- */

/* Adds the settings of a translator. */
void add_translator_settings(Trace *trace, const Model *translator, Taking taking);
void add_transformer_settings(Trace *trace, const Model *transformer);

/* Adds a translation with attention to a trace that has its settings: the inside of the alignment
   model, word by word.

       source   encoder/forward   encoder/backward   annotations   keys
       step-i/query   …/projected-query   …/sum   …/tanh   …/energies
             …/place   …/window   …/masked   …/softmax   …/bell       local attention
             …/weights   …/taken   …/context
             …/update-gate   …/reset-gate   …/candidate   …/state
             …/attentional   …/scores   …/probabilities   …/words
       alignment   taken

   Steps that the translator does not compute are absent. Bahdanau's query is the previous state,
   Luong's the new one: there the step `state` comes first, and there is no `query`. `word`
   (1-based) is shown in full; for the others weights and words are minor, and all else is detail.
 */
void tell_translation(Trace *trace, int word);

/* The same for a transformer: its encoder, decoder and output words.

       source/words  …/positional  …/input
       encoder-l/self/…   encoder-l/ffn/…
       target/words  …/positional  …/input  …/mask
       decoder-l/self/…   decoder-l/cross/…   decoder-l/ffn/…
       output/scores  output/probabilities  step-i/words  alignment

   where attention and feed-forward sublayers have

       W_Q Q W_K K W_V V   head-h/Q K V scores scaled (masked) weights output   mean W_O concat
       output W_1 b_1 W_2 b_2   product sums active back output

   and each sublayer has `residual` and `norm/gain bias mean variance standard scaled output
   mean-after variance-after moments`: post-norm, pre-norm or no norm, as the transformer has it.
   `layer` (1-based; the last if there are fewer) of encoder and decoder is shown in full, with its
   first head; in the other layers everything but the steps of the overview is detail.

   Decoder rows are named by the input word: the end-of-sentence token first, then all words but the
   last. Rows of `alignment`, the last layer's encoder–decoder attention, are named by the output
   word. The embedding tables source/E and target/E are behind the trace, so that explanations can
   end there. */
void tell_transformer(Trace *trace, const TransformerSizes *sizes, int layer);

/* Makes all steps of the layers that do not match `told` details; both are patterns of ids, see
   id_matches. */
void detail_other_layers(Trace *trace, const char *layers, const char *told);

/* Adds one sentence translated by Bahdanau's model and by a transformer with `heads` heads: the
   alignment of the first beside the encoder–decoder attention of the second, and their costs.

       bahdanau/alignment
       transformer/decoder-l/cross/mean   …/head-h/weights
       looks   transformer/decoder-l/cross/looks   agreement
       parameters   work   steps   operations

   If the two translations differ there is no `agreement`, and `bahdanau/looks` replaces `looks`.
   Rows are named by the output word. All other steps of the two models are behind this trace, so
   that explanations can pass through them; there, decoder rows are named by the input word. */
void tell_model_comparison(Trace *trace, int heads);

/* The probability of the word written in this place, from 0. No step if none is written, and for
   the first token of a language model's text. */
StepCell written_word(const Trace *trace, int place);

/* Compares two runs of a command, the second with an intervention, `changed` ("--set 'output=0'"):
   which steps changed, and for each one before, after, and the difference. The steps:

       moved   for each step that changed, the cell that changed most
       words   for each word written, its probability before and after
       ID/before   ID/after   ID/change   for each step that changed, those that were set first

   Steps whose rows or columns differ between the runs cannot be compared; a sentence names them. */
Trace *trace_what_moved(const Trace *before, const Trace *after, const char *changed);
