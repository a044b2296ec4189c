/* What a model's heads look at, measured on sentences that it has not learned from, without a mask.
 * Everything lives in the arena. */
#ifndef TRAIN_HEAD_MEASURES_H
#define TRAIN_HEAD_MEASURES_H

#include "model/context_model.h"
#include "train/corpus.h"

/* Of how many held-out sentences what a file says of its heads is measured. */
enum { HEADS_SENTENCES = 1000 };

/* What a word may look at most. */
typedef enum Relation {
    RELATION_NEXT,     /* the content word that comes next; see train/questions.h */
    RELATION_PREVIOUS, /* the word before */
    RELATION_ITSELF,
    RELATION_RAREST, /* the rarest other word of the sentence */
    RELATION_KIN,    /* the other content word that is most like it, asked of content words */
    RELATIONS
} Relation;

typedef struct HeadMeasures {
    double key_only; /* of the variance of scores within rows, the share that is the same whoever
                        asks: of columns' means, once each row has lost its own; between 0 and 1 */
    double key_only_content; /* the same of content words among themselves */
    double to_content;       /* the weight that function words give to content words */
    double found[RELATIONS]; /* of the words that have such a word, how many give it the most */
    double perplexity_without;
} HeadMeasures;

typedef struct HeadsMeasured {
    int count, sentences;
    HeadMeasures *of;                        /* each head */
    double correlation, correlation_content; /* of heads' scores within rows, the mean over pairs */
    double chance[RELATIONS], chance_content; /* of looking anywhere in the sentence */
    double perplexity;
} HeadsMeasured;

/* Of the first so many held-out sentences. */
HeadsMeasured heads_measured(Arena *arena, const Corpus *corpus, const ContextModel *model,
                             int sentences);

/* For a file's metadata, under "heads-H": a sentence on all heads; then a table, its columns' names
   in the first line and cells separated by tabs, of a row a head and one for chance. */
const char *heads_measured_text(Arena *arena, const HeadsMeasured *measured);

#endif
