/* Builds a trace from a graph with named nodes.
 *
 *     Trace *t = trace_begin(g);
 *     add_setting(t, "heads", "3", true); …
 *     trace_tell(t, positions_list);
 *     add_panels(t);
 *
 * Every name of the graph becomes a step: shown, or behind the others for explanations that pass
 * through it. Only the measurements of sentences are computed here. Everything belongs to the
 * graph's arena. */
#pragma once

#include "graph/ops.h"
#include "trace/trace.h"

/* An empty trace. */
Trace *trace_begin(Graph *g);

/* Panels point at steps, so every step must be added before the first panel. */
void add_step(Trace *trace, Step step);

/* A text all of whose tokens have a vector as written. */
TracedText traced_text(const char *text, int count, const char *const *tokens);

void add_text(Trace *trace, TracedText text);

/* value: NULL if there is none. */
void add_setting(Trace *trace, const char *name, const char *value, bool is_number);

/* The same for an integer. */
void add_number_setting(Trace *trace, const char *name, int number);

/* "10,100,1000" */
const char *listed(Arena *arena, int count, const int *numbers);

/* Where the weights come from. Members that do not apply are NULL. */
typedef struct Origin {
    const char *weights;  /* "random, not learned", "learned from WordNet 3.0" */
    const uint64_t *seed; /* if something was drawn at random */
    const char *measure;  /* "held-out perplexity"; NULL for untrained weights */
    const char *measured; /* its value on held-out text */
    const char *recipe;   /* how they were trained */
} Origin;

/* Adds the origin as settings, and sets the trace's source if it is known. */
void add_origin(Trace *trace, const Origin *origin);

/* The contents of src/trace/NAME.list. */
extern const char bottleneck_list[], comparison_list[], drawing_list[], gradient_flow_list[],
    heads_out_list[], language_model_list[], layer_costs_list[], learning_list[], mechanisms_list[],
    model_comparison_list[], neighbours_list[], norms_list[], positions_list[], pretrained_list[],
    projections_list[], retrieval_list[], score_comparison_list[], score_variance_list[],
    self_attention_list[], sweep_list[], shared_list[], training_list[], transformer_list[],
    translation_list[], what_moved_list[], word_gradients_list[];

/* Makes the steps and their sentences from a list (trace/sentences.h), which takes precedence over
   the shared list; "" for none. Fails if a number is beyond float32's range. */
void trace_tell(Trace *trace, const char *list);

/* The sentence of a step; "" where no row fits. */
const char *note_of_step(Trace *trace, const Step *step);

/* Of the steps of words, step-1/…, shows one word ("step-3") in full; for the others weights and
   words become minor, and all else detail. */
void trace_tell_whole(Trace *trace, const char *word);

/* Marks a step's numbers as 1-based places on an axis. */
void trace_places(Trace *trace, const char *id, Axis places);

/* Adds a named table of texts; cells: rows × cols strings, row-major, NULL for an empty cell. The
   step's numbers are indices into the trace's cell_texts. */
void name_texts(Trace *trace, const char *id, const char *title, Axis rows, Axis cols,
                const char *const *cells);

/* ---- panels: steps put side by side ----
 *
 * A panel is a row of the trace's list, a phrase whose name is in square brackets: title, formula,
 * note, and then rows of places,
 *
 *     [overview]
 *         Sinusoidal positions | {formula@encodings} | {note@distances}
 *         || encodings: PE | dots: {formula}
 *         || [some columns] waves
 *
 * A place has an id, or alternatives a|b of which the first existing step is used, and optionally a
 * title, a sentence about that step. Places without a step are skipped, or left empty if one of
 * their ids is "-". Prefixes: > draws an arrow if the step is computed from the previous place; =
 * an equation if it is computed from the previous two. a^b puts a into the column of b. A row may
 * begin with its [title]. ^ before a place's title: above the first row only. After the note may
 * follow "own ranges", "row ranges", "large", "quotes", "drawn as" a diagram or "small as" one (as
 * in Panel).
 *
 * % is a number: the place, or a run of adjacent ones, is repeated for each number that has a step,
 * ascending. A row that begins with "5 abreast: " has at most 5 places a line, spread evenly. #
 * repeats the whole row, or the panel if it is in the panel's name:
 *
 *     [heads]
 *         Attention weights | {formula@head-1/weights} | {note@mean/weights}
 *         || 5 abreast: head-%/weights: head % | mean/weights: mean
 *
 * Panels use the vocabulary of sentences; ids begin at the top of the trace. Everything belongs to
 * the trace's arena and points at its steps, which must not move. */

/* Adds all panels of the trace's list, in order; of several with one name, the first whose
   conditions hold. A panel with # is added for each number that has a step which is no detail. */
void add_panels(Trace *trace);

/* ==== recipes ====
 *
 * A recipe computes a matrix from others in reverse Polish notation: "Q K ×ᵀ", "exp sum ÷". It is
 * how sentences measure the matrices of a step and how worksheets make their tables.
 *
 * Unary and binary operators are in vocabulary_operators.list. The signs + - * / < > = and ! (not
 * equal) work elementwise and broadcast a row, a column or a scalar; they have no explanation and
 * no gradient. Slices:
 *
 *     cols[1:-2]  rows[0:1]                some columns or rows of a matrix, as in Python
 *
 * Every other word is an operand, which the caller resolves (RecipeOperand). Results belong to the
 * graph; a shape mismatch is a bug.
 */

/* The matrix that a word stands for, or NULL. It may pop arguments off the stack: `**--*top` is the
   topmost. */
typedef Node *RecipeOperand(void *user, const char *word, Node ***top);

/* Evaluates a recipe with `below` on the stack, if not NULL. NULL if an operand is missing. */
Node *matrix_made(Graph *g, const char *recipe, Node *below, RecipeOperand *operand, void *user);
