/* One translation seen by several alignment models: what each output word looks at with each. */
#ifndef MODEL_SCORE_COMPARISON_H
#define MODEL_SCORE_COMPARISON_H

#include "model/translator.h"

/* The translation by one of them, and its alignment [L,T], named "alignment": the weights, or what
   hard attention takes; then "weights" are named too. The symbol has the scope's number. */
Node *compared_alignment(Scope s, const Model *translator, const TranslationTask *task,
                         const char *title);

/* "looks": the place from 1 that each word looks at most, 0 for none, a column an alignment
   [L,count]. */
Node *compared_looks(Scope s, Node *const *alignments, const char *const *names, int count);

#endif
