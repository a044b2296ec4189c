/* A toy language: English sentences that a grammar makes, and their French translations.
 *
 *     the agreement on the european economic area was signed in august 1992
 *     l' accord sur la zone économique européenne a été signé en août 1992
 *
 * which is the sentence of Bahdanau et al. 2015, figure 3. Articles, possessives, demonstratives,
 * adjectives and participles agree; adjectives stand before the noun or after it, and those after
 * it in reverse; l', n' and d' are words of their own. An English sentence has one translation:
 * what somebody does is always present (the students read: lisent), what was done is past.
 *
 * The files: language_words (the tables), language_clause (what is said: drawn), language_english
 * and language_french (how it is said), language_parse (from English back to what is said).
 */
#ifndef TRAIN_LANGUAGE_H
#define TRAIN_LANGUAGE_H

#include "train/pair_source.h"

/* Of English sentences, in words. */
typedef struct Lengths {
    int least, most;
} Lengths;

enum { SHORTEST_SENTENCE = 3, LONGEST_USUAL = 14, LONGEST_LANGUAGE_SENTENCE = 24 };

/* Sentences of these lengths, within SHORTEST_SENTENCE … LONGEST_LANGUAGE_SENTENCE. The longer they
   may be, the more complements the phrases have. Vocabularies, and which sentences are held out, do
   not depend on the lengths. */
PairSource language_source(Arena *arena, Lengths lengths);

/* The pair of an English sentence, of any length; false if the grammar does not make it. */
bool language_translate(const PairSource *language, const int *words, int length, Pair *pair);

#endif
