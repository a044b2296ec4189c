/* One word in several sentences: one static vector goes in, and in each sentence attention adds
 * something else to it.
 *
 *     y = x + Δ,   Δ = Σⱼ cⱼ,   cⱼ = Σₕ wₕⱼ Vₕⱼ W_Oʰ
 *
 * where x is the word's row of the embeddings without its position, wₕ its row of weights in head
 * h, Vₕⱼ the value of word j, and W_Oʰ head h's rows of W_O; cⱼ is what word j contributes.
 */
#pragma once

#include "model/neighbours.h"
#include "model/sentence_attention.h"

/* A sentence, and the place of the word in it, from 0. */
typedef struct ComparedSentence {
    WordVectors vectors;
    const char *const *labels; /* of its words, safe to show */
    int n, place;
    SelfAttentionSettings settings;
} ComparedSentence;

/* What is compared; nothing is copied. */
typedef struct ComparisonInput {
    const Weights *weights;
    int count;
    const ComparedSentence *sentences;
    const char *word; /* as it was asked for, safe to show */
    const char *key;  /* what its vector was looked up by: itself it is not near */
    int nearest;      /* how many words a list has at most */
} ComparisonInput;

/* The steps, each sentence's under "sentence-i/" together with all of its attention:
 *
 *     static   static/nearest
 *     sentence-i/attention   …/contributions   …/change   …/after   …/gained/nearest   …/nearest
 *     cosine/before   cosine/after
 *
 * A list of nearest words is missing where there are none: near a vector of zeros, or where the
 * vocabulary has no other content word. "unknown" is another name of "static" where the vocabulary
 * lacks the word. */
void compare_word(Scope s, const ComparisonInput *input);
