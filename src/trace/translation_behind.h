/* What a translation computes but does not show, so that explanations that pass through it have
 * names: the matrices that are learned, and what lies within the steps of encoder and decoder.
 *
 *     source/E   forward/W … additive/W_a …        as in a weights file
 *     encoder/forward/products   encoder/backward/products
 *     encoder/forward-j/…   encoder/backward-j/…   a cell's (trace/cell_behind.h)
 *     step-i/…                                     a cell's too, and
 *           …/word-input   …/word-product   …/context-input   …/place-sum   …/place-layer
 *           …/place-score   …/place-share   …/source-length   …/attentional-sum
 *           …/score-products
 *     decoder/first-state-sum
 */
#ifndef TRACE_TRANSLATION_BEHIND_H
#define TRACE_TRANSLATION_BEHIND_H

#include "trace/translation.h"

/* A trace that nobody looks at, with room for `more` steps. */
Trace *narrate_behind_translation(Arena *arena, const TranslatorNodes *nodes,
                                  const Translation *translation, const TranslationSubject *subject,
                                  int more);

#endif
