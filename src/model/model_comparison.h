/* One sentence translated by Bahdanau's model and by a transformer: where the words of either look,
 * for how many of them both look at the same place, and what each model takes. What it takes is
 * read off the graph of these very translations:
 *
 *     learned numbers     the sizes of the tensors that the graph was made from
 *     multiply-adds       the operations' own costs, each once
 *     steps               the longest chain of states, or of layers, that wait for each other
 *     operations          the longest chain of any operations
 *
 * An encoder is what lies behind the annotations (the memory); all else is the decoder's, the
 * alignment model too. The transformer's graph reads all words of the translation at once, the mask
 * hiding from each what comes after it, as in training.
 */
#pragma once

#include "model/transformer.h"
#include "model/translator.h"

/* Both translations of one sentence in one graph with names, "bahdanau/…" and "transformer/…".
   Nothing is copied. */
typedef struct ModelPair {
    const Translation *bahdanau; /* aligned */
    const TransformerParameters *transformer;
    const TransformerTranslation *transformed;
    bool same_words; /* of both translations */
} ModelPair;

/* Columns of what they take. */
enum { MODEL_BAHDANAU, MODEL_TRANSFORMER, MODELS };

extern const char *const model_names[MODELS];

/* Rows of it. */
enum { PART_ENCODER, PART_DECODER, PART_BOTH, PARTS };

/* Rows of the steps. While it writes, each word waits for the one before it; where the words are
   given, it does not have to. */
enum { STEPS_ENCODER, STEPS_WRITING, STEPS_GIVEN, STEP_ROWS };

/* Rows of the operations, the words being given. */
enum { OPERATIONS_ENCODER, OPERATIONS_BOTH, OPERATION_ROWS };

/* Names
 *
 *     bahdanau/looks   looks   transformer/decoder-l/cross/looks   agreement
 *     parameters/parts   parameters   work/parts   work
 *     steps/chains   steps/rounds   steps   operations
 *
 * `looks` are the places that each word looks at most, by Bahdanau's weights and by each layer's
 * mean; those of a layer are by the mean of its heads and by each head. `agreement` is in how large
 * a part of the words a layer's mean or head looks where Bahdanau's do. Neither is there if the
 * words differ. */
void compare_models(Scope s, const ModelPair *pair);
