/* A toy language: English sentences that a grammar makes, and their French translations.
 *
 *     the agreement on the european economic area was signed in august 1992
 *     l' accord sur la zone économique européenne a été signé en août 1992
 *
 * which is the sentence of Bahdanau et al. 2015, figure 3. Articles, possessives, demonstratives,
 * adjectives and participles agree; adjectives stand before the noun or after it, and those after
 * it in reverse; l', n' and d' are words of their own. What somebody does is always present (the
 * students read: lisent), what was done is past. So an English sentence has one usual translation;
 * where the description has other orders for a rule, these are as right.
 *
 * Its words and rules stand in english_french.list. Drawing a sentence, parsing one and saying it
 * in either language all read them; an arena owns what was read, and nothing can fail.
 */
#pragma once

#include "base/base.h"

typedef enum Tongue { ENGLISH, FRENCH, TONGUES } Tongue;

/* The first words of a vocabulary. They stand in no pair, but for UNKNOWN_PAIR_WORD, which stands
   for what the vocabulary lacks. */
enum {
    START_WORD,        /* "<s>" */
    END_WORD,          /* "</s>" */
    UNKNOWN_PAIR_WORD, /* "<unk>" */
    SPECIAL_PAIR_WORDS /* how many there are of these */
};

enum {
    SHORTEST_SENTENCE = 3,
    LONGEST_USUAL = 14,
    LONGEST_LANGUAGE_SENTENCE = 24, /* in English */
    LONGEST_SAID = 50,              /* in French, too */
    MOST_LANGUAGE_WORDS = 256       /* of a tongue */
};

/* A word of a tongue; each is there once, so that equal ones are at one address. */
typedef struct LanguageWord {
    const char *text;
    int number; /* in its tongue's vocabulary, from SPECIAL_PAIR_WORDS; 0 until it has one */
    struct LanguageWord *elided;             /* what it becomes before a vowel; NULL if it stays */
    struct LanguageWord *after, *contracted; /* le after "de": together du; or NULL */
} LanguageWord;

/* All words of a tongue by number, those that stand in no sentence first. */
typedef struct WordList {
    Lexicon words;
    bool content[MOST_LANGUAGE_WORDS]; /* nouns, adjectives, verbs, dates */
} WordList;

/* A sentence and its translation, as numbers of words. */
typedef struct Pair {
    int source_length, target_length;
    int source[LONGEST_SAID], target[LONGEST_SAID];
    /* Which words of the source each word of the target comes from: bit i is word i. None, where it
       is not known. */
    uint64_t origins[LONGEST_SAID];
} Pair;

typedef struct Language Language;

const Language *language_new(Arena *arena);

/* english_french.list, as people read it, too. */
extern const char english_french_list[];

/* A vocabulary of nothing but the special words. */
Lexicon pair_vocabulary(Arena *arena);

const WordList *language_words(const Language *language, Tongue tongue);

/* Draws an English sentence of SHORTEST_SENTENCE to `longest` words, at most
   LONGEST_LANGUAGE_SENTENCE: the pair's source. The longer they may be, the more complements the
   phrases have. */
void language_draw(const Language *language, Random *random, int longest, Pair *english);

/* The translation of English words, of any number: the usual one, or another choice among as many
   as it returns, some of which are the same; 0 if the language has no such sentence. The words may
   be the pair's own. */
int language_translate(const Language *language, const int *words, int count, int choice,
                       Pair *pair);
