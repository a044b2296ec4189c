/* How well a model does on sentences that it has not learned from, and what its heads look at there
 * without a mask. Everything lives in the arena. */
#pragma once

#include "model/context_model.h"
#include "train/corpus.h"

enum {
    HEADS_SENTENCES = 1000, /* of so many what a file says of its heads is measured */
    ALL_SENTENCES = 1 << 30
};

/* ---- how well it guesses ---- */

typedef enum Sight { SEES_ALL, SEES_BEFORE } Sight; /* without a mask, and under the causal one */

/* Among how many equally likely words it wavers on average: exp of the mean of −log p(word) over
   the masked content words of the first `sentences` held-out sentences, p being a softmax over all
   content words. The same words are masked in every call. Without a model (NULL) of one that knows
   only how frequent each word is. */
double perplexity(const Corpus *corpus, const ContextModel *model, Sight sight, int sentences);

/* ---- what its heads look at ---- */

typedef enum HeadMeasure {
    /* Of the variance of scores within rows, the share that is the same whoever asks: of columns'
       means, once each row has lost its own. Then the same of content words among themselves. */
    KEY_ONLY,
    KEY_ONLY_CONTENT,
    TO_CONTENT, /* the weight that function words give to content words */
    /* Of the words that have such a word, the share that gives it the most weight. */
    FOUND_NEXT,     /* the content word that comes next; see train/questions.h */
    FOUND_PREVIOUS, /* the word before */
    FOUND_ITSELF,
    FOUND_RAREST,       /* the rarest other word of the sentence */
    FOUND_KIN,          /* the other content word that is most like it, asked of content words */
    PERPLEXITY_WITHOUT, /* the head */
    HEAD_MEASURES
} HeadMeasure;

typedef struct HeadsMeasured {
    int count, sentences;
    double (*of)[HEAD_MEASURES]; /* each head, then what looking anywhere in the sentence gives */
    double correlation, correlation_content; /* of heads' scores within rows, the mean over pairs */
    double perplexity;
} HeadsMeasured;

/* Of the first so many held-out sentences. */
HeadsMeasured heads_measured(Arena *arena, const Corpus *corpus, const ContextModel *model,
                             int sentences);

/* For a file's metadata, under "heads-H": a sentence on all heads; then a table, its columns' names
   in the first line and cells separated by tabs, of a row a head and one for chance. */
const char *heads_measured_text(Arena *arena, const HeadsMeasured *measured);
