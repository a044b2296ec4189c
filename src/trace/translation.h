/* The trace of a translation with attention: the inside of the alignment model, word by word.
 *
 *     source   encoder/forward   encoder/backward   annotations   keys
 *     step-i/query   …/projected-query   …/sum   …/tanh   …/energies
 *           …/place   …/window   …/masked   …/softmax   …/bell       local attention
 *           …/weights   …/taken   …/context
 *           …/update-gate   …/reset-gate   …/candidate   …/state
 *           …/attentional   …/scores   …/probabilities   …/words
 *     alignment   taken
 *
 * A step is there if the translator has such numbers. Bahdanau's query is the state before the
 * word, Luong's the new one: there the step `state` comes first, and there is no `query`. One word
 * is told whole; of the others all but weights and words are details, and these are minor. */
#ifndef TRACE_TRANSLATION_H
#define TRACE_TRANSLATION_H

#include "model/translator.h"
#include "trace/build.h"

/* Words of one side. */
typedef struct TranslatedText {
    const char *text;          /* as given, or as it is written */
    const char *const *words;  /* as they are looked up */
    const char *const *labels; /* safe to show, repeated words numbered */
} TranslatedText;

/* What the numbers are about. Not copied. */
typedef struct TranslationSubject {
    TranslatedText source, target;
    bool forced;      /* the target's words were given, not chosen */
    int whole;        /* the word that is told whole, from 0; of a transformer the layer of either
                         side, its last where there are fewer */
    const char *seed; /* "1"; NULL when nothing was drawn */
} TranslationSubject;

/* Of a graph that names an aligned translation (model/translator.h) by a translator that attends.
 */
Trace *trace_translation(Graph *g, const Model *translator, const TranslationTask *task,
                         const TranslationSubject *subject);

/* The sentences of the steps, ended by a row without `where`. */
extern const Note translation_sentences[];

/* The names of scores and reaches in settings and options: "additive", "none". */
const char *score_name(Score score);
const char *reach_name(Reach reach);

#endif
