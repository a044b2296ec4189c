/* A trace from a graph whose nodes have names.
 *
 *     Trace *t = trace_begin(g);
 *     add_setting(t, "heads", "3", true); …
 *     trace_tell(t, positions_list);
 *     add_panels(t);
 *
 * Every name of the graph becomes a step: shown, or behind the others for explanations that pass
 * through it. Nothing is computed here but what sentences measure. Everything lives in the graph's
 * arena. */
#pragma once

#include "graph/ops.h"
#include "trace/trace.h"

/* No text, no setting and no step yet; of no graph, or of one. */
Trace *trace_new(Arena *arena);
Trace *trace_begin(Graph *g);

/* One by one. Panels point at steps: all are added before the first panel. */
void add_step(Trace *trace, Step step);

/* Where all words have a vector as they are. */
TracedText traced_text(const char *text, int count, const char *const *tokens);

void add_text(Trace *trace, TracedText text);

/* A name and a value, NULL for one that is not there. */
void add_setting(Trace *trace, const char *name, const char *value, bool is_number);

/* The same of a whole number. */
void add_number_setting(Trace *trace, const char *name, int number);

/* "10,100,1000" */
const char *listed(Arena *arena, int count, const int *numbers);

/* Where the weights come from; NULL for what there is not. */
typedef struct Origin {
    const char *weights;  /* "random, not learned", "learned from WordNet 3.0" */
    const uint64_t *seed; /* where something was drawn */
    const char *measure;  /* "held-out perplexity"; NULL of weights that nobody learns */
    const char *measured; /* how well they do on text held out */
    const char *recipe;   /* how they were learned */
} Origin;

/* Settings, and the trace's source where that is known. */
void add_origin(Trace *trace, const Origin *origin);

/* The lists, as they lie on disk: src/trace/NAME.list. */
extern const char bottleneck_list[], comparison_list[], drawing_list[], gradient_flow_list[],
    heads_out_list[], language_model_list[], layer_costs_list[], learning_list[], mechanisms_list[],
    model_comparison_list[], neighbours_list[], norms_list[], positions_list[], pretrained_list[],
    projections_list[], retrieval_list[], score_comparison_list[], score_variance_list[],
    self_attention_list[], sweep_list[], shared_list[], training_list[], transformer_list[],
    translation_list[], what_moved_list[], word_gradients_list[];

/* Makes the steps and their sentences, as a list says (trace/sentences.h), which is looked through
   before the one that all traces share; "" for none. */
void trace_tell(Trace *trace, const char *list);

/* The sentence of a step; "" where no row fits. */
const char *note_of_step(Trace *trace, const Step *step);

/* Of a trace that was told: the step with this id, to be given decimals, a mark and the like. */
Step *trace_step_edited(Trace *trace, const char *id);

/* Of the steps of words, step-1/…, one word ("step-3") is told whole; of the others weights and
   words are minor, and all else details. */
void trace_tell_whole(Trace *trace, const char *word);

/* Of a step whose numbers are places, from 1, of an axis. */
void trace_places(Trace *trace, const char *id, Axis places);

/* Names a table of texts, row after row, NULL for none: its numbers are places in a list that all
   of the trace's have. */
void name_texts(Trace *trace, const char *id, const char *title, Axis rows, Axis cols,
                const char *const *cells);

/* ---- panels: steps put side by side ----
 *
 * A panel is a row of the trace's list, a phrase whose name stands
 * in square brackets: title, formula and note, and then rows of places,
 *
 *     [overview]
 *         Sinusoidal positions | {formula@encodings} | {note@distances}
 *         || encodings: PE | dots: {formula}
 *         || [some columns] waves
 *
 * A place has an id, or several of which the first that there is counts, a|b, and perhaps a title,
 * which is said of its step; places without a step close up, unless one of their ids is "-". > in
 * front of one: what stands there may be made of what stands before; =: or of the two before it; ^:
 * it is in the first row only. a^b stands in the column of b. Beside a row may stand its [title].
 * ^ in front of a place's title: over the first row only. Behind the note may stand "own ranges",
 * "row ranges", "large", "quotes" or "drawn as" a diagram (as in Panel).
 *
 * % is a number: the place, or several beside each other, is there once for each that has a step,
 * in the order of the steps, which is ascending; at most so many in a row, evenly, where the row
 * begins with "5 abreast: ". # is the number of the whole row, or of the panel if it is in its
 * name:
 *
 *     [heads]
 *         Attention weights | {formula@head-1/weights} | {note@mean/weights}
 *         || 5 abreast: head-%/weights: head % | mean/weights: mean
 *
 * The words of panels are those of sentences; ids are those of the whole trace. Everything lives in
 * the trace's arena, and points at its steps, which must not move. */

/* All that the trace's list has, in its order; of several of one name the first whose conditions
   hold. Of a panel with a number there is one for each number with a step that is no detail. */
void add_panels(Trace *trace);
