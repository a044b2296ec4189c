/* Distinct words, numbered from 0 in the order in which they are first met. It grows, in an arena;
 * never fails. */
#ifndef TRAIN_LEXICON_H
#define TRAIN_LEXICON_H

#include "base/arena.h"

typedef struct Lexicon {
    Arena *arena;
    int count, capacity;
    const char **words; /* by number */
    int *slots;         /* a hash table of numbers + 1; 0 is free */
    unsigned slot_count;
} Lexicon;

Lexicon lexicon_new(Arena *arena);

/* The number of a word, or −1. */
int lexicon_find(const Lexicon *lexicon, const char *word);

/* The number of a word, which is copied if it is new. */
int lexicon_add(Lexicon *lexicon, const char *word);

/* One of these words, in this order; they are different. */
Lexicon lexicon_of(Arena *arena, const char *const *words, int count);

/* The words, one a line. */
const char *lexicon_lines(Arena *arena, const Lexicon *lexicon);

/* The numbers of the words, those of the greatest weights first; equal ones by the alphabet. */
const int *lexicon_ranked(Arena *arena, const Lexicon *lexicon, const long *weights);

/* A text as numbers of its own words. */
typedef struct NumberedText {
    Lexicon words;
    int count, capacity;
    int *tokens;
} NumberedText;

void numbered_text_add(NumberedText *text, const char *word);

/* Sets each token to the number that `numbers` has for it. */
void numbered_text_renumber(NumberedText *text, const int *numbers);

#endif
