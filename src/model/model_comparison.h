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
#ifndef MODEL_MODEL_COMPARISON_H
#define MODEL_MODEL_COMPARISON_H

#include "model/transformer.h"
#include "model/translator.h"

/* Both translations of one sentence; nothing is copied. */
typedef struct ModelPair {
    const Model *bahdanau;
    const Translation *bahdanau_translation;
    Node *bahdanau_weights, *bahdanau_looks; /* of all words [L,T]; where each looks most [L,1] */
    const TransformerParameters *transformer;
    const TransformerTranslation *transformer_translation;
    int transformer_length; /* of its words */
} ModelPair;

/* Columns of what they take. */
enum { MODEL_BAHDANAU, MODEL_TRANSFORMER, MODELS };

/* Rows of it. */
enum { PART_ENCODER, PART_DECODER, PART_BOTH, PARTS };

/* What adds up. */
typedef struct PartsTable {
    Node *parts; /* as counted [PART_BOTH,MODELS] */
    Node *all;   /* with their sum [PARTS,MODELS] */
} PartsTable;

/* Rows of the steps. While it writes, each word waits for the one before it; where the words are
   given, it does not have to. */
enum { STEPS_ENCODER, STEPS_WRITING, STEPS_GIVEN, STEP_ROWS };

/* Rows of the chains of steps that there are in the graph. */
enum { CHAIN_ENCODER, CHAIN_GIVEN, CHAIN_ROWS };

/* States, or layers, that wait for each other. */
typedef struct StepsTable {
    Node *chains; /* as counted [CHAIN_ROWS,MODELS] */
    Node *rounds; /* how often the decoder's is gone through to write the words [1,MODELS] */
    Node *all;    /* with their product [STEP_ROWS,MODELS] */
} StepsTable;

/* Rows of the operations, the words being given. */
enum { OPERATIONS_ENCODER, OPERATIONS_BOTH, OPERATION_ROWS };

typedef struct ModelComparison {
    Node **looks_of_layers; /* of each decoder layer, the place that each word looks at most: by the
                               mean of the heads, and by each head [L,1 + heads] */
    Node *looks;            /* the same by Bahdanau's weights, and by each layer's mean
                               [L,1 + layers]; NULL if the words differ */
    Node *agreement;        /* in how large a part of the words a layer's mean or head looks where
                               Bahdanau's do [layers,1 + heads]; NULL if the words differ */
    PartsTable parameters, work;
    StepsTable steps;
    Node *operations; /* [OPERATION_ROWS,MODELS] */
} ModelComparison;

/* Weights of a layer's encoder–decoder attention in a graph with names, both from 0: of a head, or
   of all heads on average. */
Node *cross_weights_of_head(const Graph *g, int layer, int head);
Node *cross_weights(const Graph *g, int layer);

/* Both translations were made in the graph g. `same_words`: whether both translations have the same
 * words. */
ModelComparison model_comparison(Graph *g, const ModelPair *pair, bool same_words);

#endif
