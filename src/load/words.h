/* A text's tokens, looked up in the vocabulary of weights.
 *
 * A mark (a token without a letter or digit) that the vocabulary has no vector for is left out:
 * where punctuation was dropped in learning, a mark on the vector of unknown words would draw
 * attention that no word had earned. A word without a vector stays, and is named. All lives in the
 * arena.
 */
#pragma once

#include "load/tokens.h"
#include "model/weights.h"

typedef struct Words {
    Tokens tokens;       /* those that are kept; repeated words numbered among them */
    WordVectors vectors; /* of these tokens */
    /* For a reader: each word once, in the order of the text, about a line; NULL for none. */
    const char **lacking; /* labels of the tokens without a vector, then NULL */
    const char *unknown;  /* words without a vector: "flurble, wug and 3 more" */
    const char *forms;    /* words found by another form: "bats as bat, swam as swim" */
    const char *left_out; /* marks: "." "," */
} Words;

/* Fails if nothing is left: the text is of marks only. */
bool words_look_up(Arena *arena, const Tokens *tokens, const Weights *weights, Words *words,
                   Error *error);
