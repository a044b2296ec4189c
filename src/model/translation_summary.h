/* A translation as a whole: the weights of all its words as one matrix, and what each word might
 * have been instead. */
#ifndef MODEL_TRANSLATION_SUMMARY_H
#define MODEL_TRANSLATION_SUMMARY_H

#include "model/translator.h"

/* The most probable of the target's words, the first first. */
typedef struct LikelyWords {
    int count;
    const int *words;
    Node *probabilities; /* [count,1] */
} LikelyWords;

/* Of a row of probabilities [1,v]; `most`: how many at most. */
LikelyWords likely_words(Graph *g, Node *probabilities, int most);

/* What a word's alignment makes of the energies, a row a source word: as they stand beside the
   layer, whose rows are source words too. NULL where the alignment has none. */
typedef struct AlignmentColumns {
    Node *energies, *mask, *masked, *softmax, *bell, *weights, *taken; /* [T,1] */
} AlignmentColumns;

typedef struct TranslationSummary {
    Node *weights; /* α of every word [L,T] */
    Node *mask;    /* 0 within the window, −∞ outside [L,T]; NULL if the reach is global */
    Node *taken;   /* of hard attention, 1 where it looked [L,T]; else NULL */
    Node *looks;   /* the place that each word looks at most, from 1; 0 for none [L,1] */
    LikelyWords *likely;       /* of each word; NULL if none were asked for */
    AlignmentColumns *columns; /* the same */
} TranslationSummary;

/* Of a translator that attends; `most`: how many likely words. */
TranslationSummary translation_summary(Graph *g, const Translation *translation, int most);

/* Where each word looks most in several translations into the same words [L,count]. */
Node *looks_side_by_side(Graph *g, const TranslationSummary *summaries, int count);

#endif
