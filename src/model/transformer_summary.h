/* A transformer's translation as a whole: what the heads of each attention look at on average, what
 * each layer norm does to the moments of its rows, and what each word might have been instead. */
#ifndef MODEL_TRANSFORMER_SUMMARY_H
#define MODEL_TRANSFORMER_SUMMARY_H

#include "model/likely_words.h"
#include "model/transformer.h"

enum { MOMENT_COLUMNS = 4 };

/* What a norm does: mean and variance of each row that goes in, and of each that comes out. */
typedef struct NormEffect {
    Moments after; /* of the output's rows [n,1] */
    Node *moments; /* all of them side by side: mean, variance, mean after, variance after [n,4] */
} NormEffect;

enum { MOST_NORMS = 3 };

typedef struct LayerSummary {
    Node *self;                   /* mean of the heads' weights */
    Node *cross;                  /* the same; NULL in an encoder layer */
    NormEffect norms[MOST_NORMS]; /* in the order of the sublayers; NULL where there is no norm */
} LayerSummary;

typedef struct TransformerSummary {
    LayerSummary *encoder, *decoder;
    NormEffect encoder_norm, decoder_norm; /* the last ones, of NORM_PRE */
    LikelyWords *likely;                   /* at each step */
} TransformerSummary;

/* `most`: how many likely words. */
TransformerSummary transformer_summary(Graph *g, const TransformerNodes *nodes,
                                       const TransformerTranslation *translation, int most);

#endif
