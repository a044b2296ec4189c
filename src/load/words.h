/* A text's tokens, looked up in the vocabulary of weights.
 *
 * A mark (a token without a letter or digit) that the vocabulary has no vector for is left out:
 * where punctuation was dropped in learning, a mark on the vector of unknown words would draw
 * attention that no word had earned. A word without a vector stays, and is named. All lives in the
 * arena.
 */
#pragma once

#include "load/tokens.h"
#include "model/words.h"
#include "trace/trace.h"

typedef struct Words {
    Tokens tokens;       /* those that are kept; repeated words numbered among them */
    WordVectors vectors; /* of these tokens */
    /* For a reader. Of the lists each has a word once, in the order of the text, and about a line:
       "flurble, wug and 3 more", "bats as bat, swam as swim", and marks that are left out: "." ",".
     */
    TracedText text;
} Words;

/* Fails if nothing is left: the text is of marks only. */
bool words_look_up(Arena *arena, const char *text, const Tokens *tokens, const Weights *weights,
                   Words *words, Error *error);
