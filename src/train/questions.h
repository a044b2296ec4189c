/* What a model of attention is asked in a step of its training, and the loss: sentences with some
 * of their content words masked, and two kinds of question about those; and, if heads are to be
 * told, where to look.
 *
 *   a. at the place of each masked word: which word is it?               (Devlin et al. 2019)
 *   b. at the place of one content word that is not masked: which words are masked? Each counts by
 *      its inverse document frequency. This makes a word's vector say what its context is about.
 *   c. at the place of every word: which word of the sentence should it look at? Head 1 at the
 *      content word that comes next; head 2 at its kin, which is for a content word the one most
 *      like it, for a function word the content word before it. What a word sees is all that it
 *      can be pointed to: under a causal mask, and at the end of a sentence, the next content word
 *      is the one before. A fifth of the sentences is asked only this: where half of the content
 *      words are masked, there is seldom a choice between the others.
 *
 * Sentences come in groups that are small enough to stay in a processor's cache, and that threads
 * can share out. Drawn from a seed: the same seed and step give the same questions. A model is
 * measured by them, too: in sentences that it has not learned from.
 */
#pragma once

#include "model/context_model.h"
#include "train/corpus.h"

enum {
    GROUP_SENTENCES = 8,
    MOST_INSERTED = 3, /* function words put into a sentence */
    MOST_GROUP_WORDS = GROUP_SENTENCES * (LONGEST_SENTENCE + MOST_INSERTED),
    MOST_GROUP_QUESTIONS = 2 * GROUP_SENTENCES * LONGEST_SENTENCE,
    CANDIDATES = 512 /* of a step, for the objective's softmax */
};

/* Where each word should look, and what that counts: nothing, of one that may look anywhere, which
   is its own target. */
typedef struct Pointers {
    int targets[MOST_GROUP_WORDS];
    double weights[MOST_GROUP_WORDS];
} Pointers;

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
    bool pointing;                        /* there is kind c: */
    Pointers next, kin;
    double key_only_weight; /* what it costs a sentence that its words ask alike; see objective */
} Group;

/* Training asks kinds a and b, of sentences with function words replaced and put in and the kept
   word disturbed; and given the words' vectors, of any length, kind c as well. A test asks of
   sentences as they are: only for the masked words, or given vectors only where to look. */
typedef enum Purpose { TO_LEARN, TO_TEST } Purpose;

/* What is drawn from: the corpus, and what follows from its counts. In the arena. */
typedef struct Questioner {
    const Corpus *corpus;
    Purpose purpose;
    int function_count, *function_words; /* rows of the vocabulary */
    double *idf;        /* inverse document frequency of each word: log (1 + sentences / count) */
    Tensor vectors;     /* [v,d] of length 1: which words are kin; without data no kind c */
    double *cumulative; /* of count^¾ over the content words: for drawing candidates */
    real *log_expected; /* of how often each word is expected among the candidates of a step */
} Questioner;

Questioner questioner_new(Arena *arena, const Corpus *corpus, Purpose purpose,
                          const Tensor *vectors);

/* A group of up to GROUP_SENTENCES sentences. Questions of kinds a and c weigh 1 each, those of
   kind b 1 a sentence. */
void draw_group(const Questioner *q, Random *random, const Sentence *sentences, int count,
                Group *group);

/* CANDIDATES content words, each with probability count^¾ / Σ count^¾. */
int *draw_candidates(Arena *arena, const Questioner *q, Random *random);

/* ---- the loss ---- */

/* A group's words through the model, each sentence kept to itself; `heads` if somebody looks inside
   the attention. */
ContextVectors group_vectors(Graph *g, const ContextNodes *model, const Group *group, bool heads);

/* The loss of a group of questions: how surprised the model is by the answers, and heads by where
   they should look; and what it costs that words ask alike.

   −log softmax over the answer and the candidates drawn at random, instead of over the
   whole vocabulary. From each score the logarithm of how often the word is expected among the
   drawn ones is taken, so that the softmax is that of the whole vocabulary on average (Jean et al.
   2015, §3.1); a drawn word that is the answer itself is no candidate.

   Where a head should look is asked as a masked word is: −log of the weight that the row gives to
   that place. What costs is, of each head's scaled scores s of a sentence, the mean over its words
   j of (meanᵢ sᵢⱼ)²: a softmax does not see what a whole row has in common, but what a whole column
   has is looked at whoever asks.

   Words are rows of the model's embeddings; `log_expected` is that of each. Nothing is copied. */
Node *objective(Graph *g, const ContextNodes *model, const Group *group, const int *candidates,
                const real *log_expected);

/* ---- how well a model guesses in sentences that it has not learned from ---- */

enum {
    HEADS_SENTENCES = 1000, /* of so many what a file says of its heads is measured */
    ALL_SENTENCES = 1 << 30
};

typedef enum Sight { SEES_ALL, SEES_BEFORE } Sight; /* without a mask, and under the causal one */

/* Among how many equally likely words it wavers on average: exp of the mean of −log p(word) over
   the masked content words of the first `sentences` held-out sentences, p being a softmax over all
   content words. The same words are masked in every call. Without a model (NULL) of one that knows
   only how frequent each word is. */
double perplexity(const Corpus *corpus, const Model *model, Sight sight, int sentences);

/* ---- what its heads look at there without a mask ---- */

typedef enum HeadMeasure {
    /* Of the variance of scores within rows, the share that is the same whoever asks: of columns'
       means, once each row has lost its own. Then the same of content words among themselves. */
    KEY_ONLY,
    KEY_ONLY_CONTENT,
    TO_CONTENT, /* the weight that function words give to content words */
    /* Of the words that have such a word, the share that gives it the most weight. */
    FOUND_NEXT,     /* the content word that comes next */
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
HeadsMeasured heads_measured(Arena *arena, const Corpus *corpus, const Model *model, int sentences);

/* For a file's metadata, under "heads-H": a sentence on all heads; then a table, its columns' names
   in the first line and cells separated by tabs, of a row a head and one for chance. */
const char *heads_measured_text(Arena *arena, const HeadsMeasured *measured);
