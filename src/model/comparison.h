/* One word in several sentences: one static vector goes in, and in each sentence attention adds
 * something else to it.
 *
 *     x + Δ,   Δ = Σⱼ cⱼ,   cⱼ = Σₕ wₕⱼ Vₕⱼ W_Oʰ
 *
 * where x is the word's row of the embeddings without its position, wₕ its row of weights in head
 * h, Vₕⱼ the value of word j, and W_Oʰ head h's rows of W_O; cⱼ is what word j contributes. All
 * nodes belong to the graph.
 */
#ifndef MODEL_COMPARISON_H
#define MODEL_COMPARISON_H

#include "model/nearest_words.h"
#include "model/self_attention.h"

/* The word at one place of one sentence. */
typedef struct WordInSentence {
    const SelfAttention *sentence;
    int place;
    Node *weights;       /* [heads+1,n]: its row in each head, then in their mean */
    Node *mask;          /* [heads+1,n]: its row of the mask for each of those; NULL without one */
    Node **weighed;      /* each head's V, row j times the word's weight for j [n,dₖ] */
    Node *contributions; /* cⱼ [n,d] */
    Node *change;        /* Δ [1,d]: its row of the attention's output */
    Node *shares;        /* of each cⱼ in Δ [1,n]: they sum to 1, or are all 0 when Δ is zero */
    Node *before;        /* x [1,d] */
    Node *after;         /* x + Δ [1,d] */
    NearestWords nearest_gained, nearest_after; /* to Δ and to x + Δ */
} WordInSentence;

typedef struct Comparison {
    int count;
    WordInSentence *words; /* one a sentence */
    WordTable table;
    int own; /* the word's row of the table; −1 where the vocabulary lacks it */
    NearestWords nearest_before;          /* to x, of the first sentence */
    Node *cosines_before, *cosines_after; /* between the sentences' x, and x + Δ [count,count] */
} Comparison;

/* What is compared; nothing is copied. */
typedef struct ComparisonInput {
    const Weights *weights;
    int count;
    const SelfAttention *sentences; /* run with these weights */
    const int *places;              /* of the word in each sentence, from 0 */
    const char *key;                /* what its vector was looked up by: itself it is not near */
    int nearest;                    /* how many words a list has at most */
} ComparisonInput;

Comparison compare_word(Graph *g, const ComparisonInput *input);

#endif
