/* What a model is asked in a step of its training: sentences with some of their content words
 * masked, and two kinds of question about those.
 *
 *   a. at the place of each masked word: which word is it?               (Devlin et al. 2019)
 *   b. at the place of one content word that is not masked: which words are masked? Each counts by
 *      its inverse document frequency. This makes a word's vector say what its context is about.
 *
 * Sentences come in groups that are small enough to stay in a processor's cache, and that threads
 * can share out. Drawn from a seed: the same seed and step give the same questions.
 */
#ifndef TRAIN_QUESTIONS_H
#define TRAIN_QUESTIONS_H

#include "base/random.h"
#include "tensor/tensor.h"
#include "train/corpus.h"

enum {
    GROUP_SENTENCES = 8,
    MOST_INSERTED = 3, /* function words put into a sentence */
    MOST_GROUP_WORDS = GROUP_SENTENCES * (LONGEST_SENTENCE + MOST_INSERTED),
    MOST_GROUP_QUESTIONS = 2 * GROUP_SENTENCES * LONGEST_SENTENCE,
};

/* Sentences side by side, and what is asked about them. */
typedef struct Group {
    bool causal; /* every word sees only those before it */
    int count;   /* of words */
    int words[MOST_GROUP_WORDS];
    int places[MOST_GROUP_WORDS];    /* of each word in its sentence */
    int sentences[MOST_GROUP_WORDS]; /* which sentence each word belongs to */
    int question_count;
    int rows[MOST_GROUP_QUESTIONS];       /* which word each question stands at */
    int answers[MOST_GROUP_QUESTIONS];    /* the masked word */
    double weights[MOST_GROUP_QUESTIONS]; /* what each question counts */
    bool bag[MOST_GROUP_QUESTIONS];       /* of kind b */
} Group;

/* What is drawn from: the corpus, and what follows from its counts. In the arena. */
typedef struct Questioner {
    const Corpus *corpus;
    double scrambled; /* the share of function words that are replaced by any other */
    double inserted;  /* of sentences that get some more put in */
    double disturbed; /* of the kept words that are themselves replaced or masked */
    bool masked_only; /* no questions of kind b */
    int function_count, *function_words; /* rows of the vocabulary */
    double *idf;        /* inverse document frequency of each word: log (1 + sentences / count) */
    double *cumulative; /* of count^¾ over the content words: for drawing candidates */
} Questioner;

Questioner questioner_new(Arena *arena, const Corpus *corpus);

/* The same for a test: sentences as they are but for the masked words, and only those asked for. */
Questioner questioner_plain(Questioner q);

/* A group of up to GROUP_SENTENCES sentences. The questions of kind a weigh 1 each, those of kind b
   1 a sentence. */
void draw_group(const Questioner *q, Random *random, const Sentence *sentences, int count,
                Group *group);

/* A content word with probability count^¾ / Σ count^¾. */
int draw_candidate(const Questioner *q, Random *random);

/* log (draws · probability): of how often a word is expected among so many candidates. */
double log_expected(const Questioner *q, int word, int draws);

#endif
