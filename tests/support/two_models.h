/* One sentence translated by a drawn translator of Bahdanau's kind and by a drawn transformer, made
 * the way the program makes them. */
#pragma once

#include "support/translated.h"
#include "trace/traces.h"

/* Beside those of support/translated.h. */
enum { TWO_D = 8, TWO_HEADS = 2, TWO_FFN = 6, TWO_WORDS = 8, TWO_LAYERS = 2 };

/* "the cat sees a red cat" → "le chat voit </s>"; the transformer writes "le </s>" instead, unless
   it has the same words. `length`: how many words of the source are read, 0 for all. */
typedef struct TwoModelsSettings {
    bool other_words;
    int length;
} TwoModelsSettings;

/* Rows of what the models take, of their steps, and of their operations. */
enum { PART_ENCODER, PART_DECODER, PART_BOTH };
enum { STEPS_ENCODER, STEPS_WRITING, STEPS_GIVEN };
enum { OPERATIONS_ENCODER, OPERATIONS_BOTH };

typedef struct TwoModels {
    Graph *graph;
    Model bahdanau, transformer;
    Translation aligned;  /* by the former */
    TranslationTask task; /* of the latter */
    const TransformerParameters *parameters;
    TransformerTranslation translation;
} TwoModels;

/* Lives in the scene's arena. */
TwoModels *two_models_new(Scene *scene, TwoModelsSettings settings);
