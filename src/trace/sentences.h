/* The sentence under a step: short, and true of these very numbers.
 *
 * Sentences are data: where, made by which operation, when, and a sentence with measured words:
 *
 *     {"*weights", "softmax_rows", "own-most", "On average a word keeps {own} for itself."}
 *
 * `where` is an id in which * stands for any text, or several separated by |; `op` the operation
 * that must have made the step, so that no sentence about an operation outlives it (NULL for one
 * that is true of any numbers); `when` names conditions, separated by spaces, ! in front of one
 * that must not hold (NULL: always). The first row that fits a step is told. A sentence that begins
 * with + is added to that; each of these that fits is.
 *
 * Words in braces are measured on the step: {largest}, {rows}; {[encoder,last]} is one cell, by its
 * labels or as the first or last of its axis. {deviation@scores} is measured on
 * another one, next to it; {heads@/} is a setting of the trace; @../x is one level up, and @/x from
 * the top. {is|are:hidden} is the first where {hidden} is 1, else the second. All mechanisms share
 * the words and conditions of trace/vocabulary.c. What a word measures by arithmetic is an
 * operation on the step's node, named after both ("embeddings/lengths"), so that it too can be
 * explained. */
#ifndef TRACE_SENTENCES_H
#define TRACE_SENTENCES_H

#include "base/text.h"
#include "trace/trace.h"

typedef struct Note {
    const char *where, *op, *when, *text;
} Note;

/* What is looked at. */
typedef struct Look {
    Trace *trace;
    const Step *step;
    bool absent; /* no step of that name: every condition fails */
} Look;

/* What all traces share: ended by a row without `where`. */
extern const Note shared_sentences[];

/* The sentence of a step, from those of its trace and those that all share; "" where no row fits.
 */
const char *note_of_step(Trace *trace, const Step *step, const Note *own);

/* Whether a row is about such a step, made by such an operation; and whether it fits these numbers.
 */
bool note_is_about(const Look *s, const Note *note);
bool note_fits(const Look *s, const Note *note);

/* One condition of `when`, so many bytes of it, without its !: "own-most@scores"; "has@masked" is
   whether there is such a step. */
bool condition_holds(const Look *s, const char *text, size_t length);

/* Another step seen from this one: "scores", "../mean/weights", "/raw/weights"; "" is itself. */
Look look_at(const Look *s, const char *path);

/* Whether an id fits a pattern in which * stands for any text, or one of several: "*Q|*K|*V". */
bool id_matches(const char *patterns, const char *id);

#endif
