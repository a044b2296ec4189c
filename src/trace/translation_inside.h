/* The inside of the alignment model as one picture: how one word's query and the keys become
 * energies, and these become weights. The numbers of each source word stand in one row.
 *
 *     W_a s
 *     U_a hⱼ  →  W_a s + U_a hⱼ  →  tanh  →  e  →  α
 */
#ifndef TRACE_TRANSLATION_INSIDE_H
#define TRACE_TRANSLATION_INSIDE_H

#include "trace/translation.h"

/* The steps that only the picture has: the whole word's energies, and what becomes of them, as
   columns. They lie behind a trace that has them as rows: "step-6/inside/energies". */
const Trace *narrate_alignment_columns(Arena *arena, const Trace *trace,
                                       const AlignmentColumns *columns,
                                       const TranslationSubject *subject);

/* The panel, of a trace with all steps, and the columns behind it. */
void add_inside(Trace *trace, const TranslatorNodes *nodes, const Node *annotations,
                const TranslationSubject *subject);

#endif
