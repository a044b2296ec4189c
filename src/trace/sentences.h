/* The sentence under a step: short, and true of these very numbers.
 *
 * Sentences are data: a file *.list for each trace, and shared.list for what all of them say. A row
 * is where, made by which operation, when; and under it, indented, a sentence with measured words:
 *
 *     *weights | softmax_rows | own>0.5
 *         On average a word keeps {own} for itself.
 *
 * `where` is an id in which * stands for any text, or several separated by |; the operation is the
 * one that must have made the step, or one of several separated by |, so that no sentence about an
 * operation outlives it. The first row that fits a step is told. A sentence that begins with + is
 * added to that; each of these that fits is.
 *
 * `when` names conditions, separated by blanks, ! in front of one that must not hold (left out:
 * always). One compares a word with a number or with another word, as both look (rows=1, own<even,
 * mean=mean@scores); or it says that there is such a place or anything to say (twin, unknown), that
 * there is a step (has@mask) or a setting (seed@/), what a setting is (target@/=given). With what
 * there is not, no comparison holds.
 *
 * Words in braces are measured on the step: {largest}, {rows}. A word may be asked for in another
 * form: {row of largest} is what the row is called where it stands, {col of …} the column, {place
 * of …} the place that the number stands for; {number of …}, {whole of …}, {chance of …}, {digits
 * of …} and {measure of …} write it otherwise. {smallest to largest} is what lies between.
 * {[encoder,last]} is one cell, by its labels or as the first or last of its axis; {[largest]@x} is
 * the cell of another step that stands where {largest} is found on this one.
 *
 * {deviation@scores} is measured on another step, next to this one; @../x is one level up, and @/x
 * from the top; {heads@/} is a setting of the trace. {is|are:hidden} is the first where {hidden} is
 * 1, else the second; {?note@x} is said, behind a blank, only where there is such a step. What a
 * word measures by arithmetic is an operation on the step's node, named after both
 * ("embeddings/lengths"), so that it too can be explained. All traces share the words of
 * trace/vocabulary.h.
 *
 * A phrase that several sentences have stands under its name in braces, as they say it, with or
 * without conditions; the first that holds is said:
 *
 *     {first-two} | rows=1
 *         {first}
 *
 * How steps are shown stands above the sentences, a line for those whose ids match; the first that
 * matches counts, and what none matches is shown as a heatmap:
 *
 *     = detail bars: *norm/mean|*norm/variance | when
 *
 * It names one of behind (not shown: it has a name for explanations), detail and minor (as in
 * Step), or none, and bars, curves, or neither; `shown` where that is all. Curves name their axes,
 * and which is logarithmic: curves (log dₖ; bits). What comes first (all, where no line says it) is
 * what one would read of a long trace, about two pages:
 *
 *     = first: *weights | when
 *
 * What the phrase {provenance} says is the trace's provenance, and {try-next} what to try next; a
 * brace after _ or ^ is of a formula: d_{model}. Panels are phrases, too (panels.h).
 *
 * A line that begins with # is a comment; the first names the file. */
#pragma once

#include "trace/trace.h"

typedef enum NoteKind {
    NOTE_TOLD,  /* or a phrase */
    NOTE_ADDED, /* to what was told before */
    NOTE_VIEW,  /* its text says how a step is shown */
    NOTE_FIRST, /* what a terminal shows unless all is asked for */
} NoteKind;

typedef struct Note {
    const char *where, *op, *when, *text; /* of a phrase `where` is its name, and `op` empty */
    NoteKind kind;
    const char *row; /* where it stands in its list */
} Note;

/* What is looked at. */
typedef struct Look {
    Trace *trace;
    const Step *step;
    bool absent; /* no step of that name: every condition fails */
} Look;

/* No step: what is said of it is said of the whole trace, and paths begin at the top. */
extern const Step the_whole;

/* The lists, as they lie on disk: src/trace/NAME.list. */
extern const char bottleneck_list[], comparison_list[], drawing_list[], gradient_flow_list[],
    language_model_list[], layer_costs_list[], learning_list[], mechanisms_list[],
    model_comparison_list[], neighbours_list[], norms_list[], positions_list[], projections_list[],
    retrieval_list[], score_comparison_list[], score_variance_list[], self_attention_list[],
    shared_list[], training_list[], transformer_list[], translation_list[], what_moved_list[],
    word_gradients_list[];

/* Their rows, one list behind the other, ended by one without `where`. A list that cannot be read
   is a bug. */
Note *notes_read(Arena *arena, const char *const *lists, int count);

/* How a step is shown: "shown", "detail bars". */
const char *view_of_step(Trace *trace, const Step *step);

/* Whether the list says what comes first, and a step is none of it. */
bool step_comes_later(Trace *trace, const Step *step);

/* The text in front of a separator, which is taken away with it; all of it where there is none. */
const char *next_part(Arena *arena, const char **text, const char *separator);

/* The sentence of a step; "" where no row fits. */
const char *note_of_step(Trace *trace, const Step *step);

/* The phrase of a name, "{provenance}", that holds for the whole trace; or NULL. */
const Note *phrase_of(Trace *trace, const char *name);

/* A sentence with words in braces, said of a step. */
const char *sentence_filled(Trace *trace, const Step *step, const char *sentence);

/* Whether a row is about such a step, made by such an operation; and whether it fits these numbers.
 */
bool note_is_about(const Look *s, const Note *note);
bool note_fits(const Look *s, const Note *note);

/* One condition of `when`, without its !. */
bool condition_holds(const Look *s, const char *condition);

/* Another step seen from this one: "scores", "../mean/weights", "/raw/weights"; "" is itself. */
Look look_at(const Look *s, const char *path);

/* Whether an id fits a pattern in which * stands for any text, or one of several: "*Q|*K|*V". */
bool id_matches(const char *patterns, const char *id);
