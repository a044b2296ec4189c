/* A clause said in English or in French, word by word, each with the parts of the clause that it
 * says: by these a French word is traced to the English words that it comes from.
 */
#ifndef TRAIN_LANGUAGE_LINE_H
#define TRAIN_LANGUAGE_LINE_H

#include "train/language_clause.h"

/* Parts of a phrase, and of the clause itself, which counts as phrase 0. */
typedef enum Role {
    AND,
    /* of a phrase */
    PREPOSITION,
    DETERMINER,
    NOUN,
    FIRST_ADJECTIVE,
    /* of the clause */
    AUXILIARY = PREPOSITION,
    ADVERB,
    VERB,
    DATE,
    MONTH,
    YEAR,
    FIRST_PREDICATE,
    ROLES = FIRST_PREDICATE + MOST_JOINED,
} Role;

enum { MOST_LINE_WORDS = 12 * MOST_PHRASES, NO_PART = -1 };

/* A contraction says two parts: du is "of" and "the". */
typedef struct LineWord {
    const char *text;
    const char *before_vowel; /* what it is there; NULL if the same */
    int parts[2];
} LineWord;

typedef struct Line {
    int count;
    LineWord words[MOST_LINE_WORDS];
} Line;

Line say_in_english(const Clause *clause);
Line say_in_french(const Clause *clause);

/* ---- for the two of them ---- */

/* Adds a word; `phrase` is NULL for a part of the clause itself. */
void say(Line *line, const char *text, const char *before_vowel, const Phrase *phrase, Role role);

/* Puts the forms that stand before a vowel in their places. */
void say_before_vowels(Line *line, bool (*begins_with_vowel)(const char *word));

#endif
