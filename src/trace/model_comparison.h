/* The trace of one sentence translated by Bahdanau's model and by a transformer: the alignment of
 * the one beside the encoder–decoder attention of the other, and what each takes.
 *
 *     bahdanau/alignment
 *     transformer/decoder-l/cross/mean   …/head-h/weights
 *     looks   transformer/decoder-l/cross/looks   agreement
 *     parameters   work   steps   operations
 *
 * Where the two write different words there is no `agreement`, and `bahdanau/looks` instead of
 * `looks`. Rows are named by the word that is written. All other steps of the two models stand
 * behind this trace, so that an explanation passes through them; there the rows of the decoder are
 * named by the word that it read last.
 */
#ifndef TRACE_MODEL_COMPARISON_H
#define TRACE_MODEL_COMPARISON_H

#include "model/model_comparison.h"
#include "trace/translation.h"

/* What the toy language says. Neither of the two is right where it does not make the sentence. */
typedef struct ExpectedWords {
    const char *text; /* as it is written; NULL: it does not make the sentence */
    bool by_bahdanau, by_transformer;
} ExpectedWords;

/* How a model was learned and how well it does, or NULL. */
typedef struct ModelOrigin {
    const char *recipe, *score;
} ModelOrigin;

/* What the numbers are about. Not copied. */
typedef struct ModelsSubject {
    TranslatedText source, targets[MODELS];
    int source_length, target_lengths[MODELS];
    bool same_words;    /* of both targets */
    bool forced;        /* the target's words were given, not chosen */
    const char *origin; /* of Bahdanau's weights */
    ModelOrigin learned[MODELS];
    ExpectedWords expected;
} ModelsSubject;

/* Of a graph that names both translations and their comparison (model/model_comparison.h). */
Trace *trace_model_comparison(Graph *g, const TransformerSizes *sizes,
                              const ModelsSubject *subject);

#endif
