/* The loss of a group of questions: how surprised the model is by the answers, and heads by where
 * they should look; and what it costs that words ask alike.
 *
 * −log softmax over the answer and `candidate_count` words drawn at random, instead of over the
 * whole vocabulary. From each score the logarithm of how often the word is expected among the
 * drawn ones is taken, so that the softmax is that of the whole vocabulary on average (Jean et al.
 * 2015, §3.1); a drawn word that is the answer itself is no candidate.
 *
 * Where a head should look is asked as a masked word is: −log of the weight that the row gives to
 * that place. What costs is, of each head's scaled scores s of a sentence, the mean over its words
 * j of (meanᵢ sᵢⱼ)²: a softmax does not see what a whole row has in common, but what a whole column
 * has is looked at whoever asks.
 */
#ifndef TRAIN_OBJECTIVE_H
#define TRAIN_OBJECTIVE_H

#include "model/context_model.h"
#include "train/questions.h"

/* The words drawn for a step. */
typedef struct Candidates {
    int count;
    int *words;
    real *log_expected; /* of each, see log_expected in train/questions.h */
} Candidates;

Candidates draw_candidates(Arena *arena, const Questioner *q, Random *random, int count);

/* The few words of a large vocabulary that a group has to do with, numbered from 0: their vectors
   fit into a cache, and so do their gradients. */
typedef struct LocalWords {
    int count;
    int *words; /* rows of the vocabulary */
    int *local; /* the number of each word of the vocabulary, or −1 */
} LocalWords;

LocalWords local_words_new(Arena *arena, int word_count);
void local_words_clear(LocalWords *local);

/* A group's questions, by rows of a table of local words. */
typedef struct Task {
    const Group *group;
    const int *words, *answers, *candidates;
    int candidate_count;
    Node *corrections; /* [questions, 1 + candidates], the answer's first */
} Task;

/* The group is not copied. Adds to the local words. */
Task task_new(Graph *g, const Questioner *q, const Group *group, const Candidates *candidates,
              LocalWords *local);

/* The loss [1,1], whose gradient reaches every parameter of a model with the local words' rows. */
Node *objective(Graph *g, const ContextNodes *model, const Task *task);

/* PE for the longest sentence of a group. */
Tensor group_positions(Arena *arena, int d);

/* A group's words, each sentence kept to itself. */
ContextInput group_input(Graph *g, const Group *group, const int *words);

#endif
