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

/* What the answers of a group are told from. */
typedef struct Candidates {
    int count;
    const int *words;         /* rows of the model's embeddings */
    const real *log_expected; /* of each of the model's words; see train/questions.h */
} Candidates;

/* The loss [1,1] of a group whose words are rows of the model's embeddings. Not copied. */
Node *objective(Graph *g, const ContextNodes *model, const Group *group, Candidates candidates);

/* PE for the longest sentence of a group. */
Tensor group_positions(Arena *arena, int d);

/* A group's words through the model, each sentence kept to itself; `heads` if somebody looks inside
   the attention. */
ContextVectors group_vectors(Graph *g, const ContextNodes *model, const Group *group, bool heads);

#endif
