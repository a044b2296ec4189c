/* What a translation computes but does not show, so that explanations that pass through it have
 * names: the matrices that are learned, and what lies within the steps of encoder and decoder.
 *
 *     source/E   forward/W … additive/W_a …                as in a weights file
 *     encoder/forward-j/input   …/gates-sum   …/gates-from-state   …/update-gate   …/reset-gate
 *           …/kept   …/tanh-of   …/from-state   …/candidate   …/state
 *     encoder/backward-j/…                                 the same
 *     step-i/input   …/gates-sum   …/gates-from-state   …/kept   …/tanh-of   …/from-state
 *           …/context-input   …/place-layer   …/place-share
 */
#ifndef TRACE_TRANSLATION_BEHIND_H
#define TRACE_TRANSLATION_BEHIND_H

#include "trace/translation.h"

/* A trace that nobody looks at, with room for `more` steps. */
Trace *narrate_behind_translation(Arena *arena, const TranslatorNodes *nodes,
                                  const Translation *translation, const TranslationSubject *subject,
                                  int more);

#endif
