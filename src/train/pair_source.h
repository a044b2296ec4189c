/* Where a translator's sentences come from: pairs of a sentence and its translation, as numbered
 * words. There are two sources: the toy language (language/language.h) and a user's file.
 * Everything lives in the arena that a source was made in.
 *
 * Some pairs are held out: a pair is, or is not, by a hash of its source sentence alone, so that
 * they are never drawn, whatever the seed, and no sentence is on both sides.
 */
#pragma once

#include "language/language.h"

/* Bahdanau et al. 2015 train on sentences of at most 50 words. */
enum { LONGEST_SIDE = LONGEST_SAID };

typedef struct PairSource PairSource;

struct PairSource {
    const char *origin; /* "the toy language", or the file's name */
    Lexicon source, target;
    /* Of each word of the target: a noun, an adjective, a verb, a date. NULL if not known. */
    const bool *content;
    /* One pair to learn from. */
    void (*draw)(const PairSource *source, Random *random, Pair *pair);
    /* Up to `most` different pairs that `draw` never gives, the same ones every time; returns how
       many. */
    int (*held_out)(const PairSource *source, int most, Pair *pairs);
    /* Of the toy language, else NULL; its sentences are of these lengths. */
    const Language *language;
    Lengths lengths;
    bool has_choices; /* a sentence may have several right translations */
    const void *data; /* another source's own */
};

/* ---- the toy language ---- */

/* Its sentences of these lengths. Vocabularies, and which sentences are held out, do not depend on
   the lengths. */
PairSource language_source(Arena *arena, Lengths lengths);

/* With choices the same sentences, each in one of its right French orders. */
PairSource language_with_choices(Arena *arena, PairSource language, bool choices);

/* How the origin of a source with choices ends. */
extern const char free_order[];

/* Up to `most` different pairs that `draw` never gives, others for each seed; returns how many. */
int language_sample(const PairSource *language, uint64_t seed, int most, Pair *pairs);

/* The pair of an English sentence, of any length; false if the grammar does not make it. Its
   translation is the usual one, or with choices that which is `said` for the longest. */
bool language_pair(const PairSource *language, const int *words, int length, const int *said,
                   int said_length, Pair *pair);

/* ---- a user's own pairs ---- */

/* A text file in UTF-8 with a pair a line, the sentence, a tab and its translation:

       The cat sleeps.	Le chat dort.

   Words are those of words_parse. A blank line is passed over. The file is hostile: every message
   names it and the line. The vocabularies are at most `vocabulary` words each, special ones
   included: the most frequent of what is not held out. Draws are even over the lines. In a file so
   short that nothing, or everything, would be held out, one source sentence is, or is not; a file
   of a single one has nothing held out. */
bool pairs_read(Arena *arena, const char *path, int vocabulary, PairSource *source, Error *error);

/* ---- of every source ---- */

/* The same on every machine (FNV-1a). */
uint64_t sentence_hash(const Lexicon *vocabulary, const int *words, int length);
bool is_held_out(uint64_t hash);

/* Copies a sentence, and END_WORD behind it; returns how many words these are. */
int copy_with_end(const int *words, int length, int *copy);

/* As it is written: "l'accord sur la zone", where the words are l' accord sur la zone. */
const char *sentence_text(Arena *arena, const Lexicon *vocabulary, const int *words, int length);

/* A user's sentence, by the vocabulary. */
typedef struct NumberedWords {
    int count;
    int *numbers; /* UNKNOWN_PAIR_WORD for those that the vocabulary lacks */
    int unknown_count;
    const char **unknown; /* those, safe to show */
} NumberedWords;

/* Words as pairs have them: tokens (load/tokens.h) in the form in which they are looked up, and an
   elided word (l', d', qu') apart. A full stop at the end that the vocabulary lacks is passed over.
   Fails if the text is hostile, has no word or has more than LONGEST_SIDE; `what` names it
   ("--sentence"). */
bool words_parse(Arena *arena, const char *what, const char *text, size_t size,
                 const Lexicon *vocabulary, NumberedWords *words, Error *error);

/* Fails, naming them and what was probably meant, if some words are unknown. */
bool words_check_known(Arena *arena, const char *what, const Lexicon *vocabulary,
                       const NumberedWords *words, Error *error);

/* The strings of words_parse, before they are looked up. */
bool split_words(Arena *arena, const char *what, const char *text, size_t size, int *count,
                 const char ***words, Error *error);
