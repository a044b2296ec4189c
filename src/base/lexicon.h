/* Distinct words, numbered from 0 in the order in which they are first met. It grows, in an arena;
 * never fails. */
#pragma once

#include "base/memory.h"

typedef struct Lexicon {
    Arena *arena;
    int count;
    const char **words; /* by number */
    int *slots;         /* a hash table of numbers + 1; 0 is free */
    unsigned slot_count;
} Lexicon;

Lexicon lexicon_new(Arena *arena);

/* The number of a word, or −1. */
int lexicon_find(const Lexicon *lexicon, const char *word);

/* The number of a word, which is copied if it is new. */
int lexicon_add(Lexicon *lexicon, const char *word);

/* One of these words, in this order; a word that comes again has its first number. */
Lexicon lexicon_of(Arena *arena, const char *const *words, int count);

/* The words, one a line. */
const char *lexicon_lines(Arena *arena, const Lexicon *lexicon);

/* A text as numbers of its own words. */
typedef struct NumberedText {
    Lexicon words;
    int count;
    int *tokens;
} NumberedText;

void numbered_text_add(NumberedText *text, const char *word);

/* Adds to the vocabulary the words of the greatest weights, equal ones by the alphabet, until it
   has `most`; a word without weight is left out. The tokens become numbers of the vocabulary:
   `unknown` for what it lacks. */
void numbered_text_choose(NumberedText *text, const long *weights, int most, int unknown,
                          Lexicon *vocabulary);
