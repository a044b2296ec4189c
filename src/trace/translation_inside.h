/* The inside of the alignment model as one picture: how one word's query and the keys become
 * energies, and these become weights. The numbers of each source word stand in one row.
 *
 *     W_a s
 *     U_a hⱼ  →  W_a s + U_a hⱼ  →  tanh  →  e  →  α
 */
#ifndef TRACE_TRANSLATION_INSIDE_H
#define TRACE_TRANSLATION_INSIDE_H

#include "trace/translation.h"

enum { INSIDE_COLUMNS = 6 };

/* Adds the steps that only the picture has, at most so many, to what lies behind a trace that has
   them as rows: the whole word's energies, and what becomes of them, as columns:
   "step-6/inside/energies". */
void add_alignment_columns(Trace *behind, const Trace *trace, const AlignmentColumns *columns,
                           const TranslationSubject *subject);

/* The panel, of a trace with all steps, and the columns behind it. */
void add_inside(Trace *trace, const TranslatorNodes *nodes, const Node *annotations,
                const TranslationSubject *subject);

#endif
