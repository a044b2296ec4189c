/* What a sentence of the toy language says, before it is said in English or in French.
 *
 * A sentence is one clause of four kinds, whose parts are phrases:
 *
 *     the minister does not sign a law near the school         SOMEBODY_DOES
 *     the law was signed by the minister in august 1992        SOMETHING_WAS_DONE
 *     the city and the school are large                        SOMETHING_IS
 *
 * The same noun does not stand twice in a clause. A clause points into itself: it is not copied.
 */
#ifndef TRAIN_LANGUAGE_CLAUSE_H
#define TRAIN_LANGUAGE_CLAUSE_H

#include "base/random.h"
#include "train/language_words.h"

enum { MOST_PHRASES = 12, MOST_ADJECTIVES = 3, MOST_JOINED = 2 };

/* "the agreement on the european economic area"; or a pronoun. */
typedef struct Phrase {
    int id;                         /* 1, 2, … in its clause */
    const Preposition *preposition; /* before it, or NULL */
    const Determiner *determiner;   /* NULL before a pronoun */
    const Noun *noun;               /* or pronoun */
    Number number;
    int adjective_count;
    const Adjective *adjectives[MOST_ADJECTIVES]; /* in the order of English */
    const struct Phrase *complement;              /* "on the … area", or NULL */
} Phrase;

/* One phrase, or two joined by "and"; the first of two has no complement. */
typedef struct Party {
    int count;
    const Phrase *phrases[MOST_JOINED];
} Party;

typedef enum ClauseKind { SOMEBODY_DOES, SOMETHING_WAS_DONE, SOMETHING_IS } ClauseKind;

typedef struct Clause {
    ClauseKind kind;
    const Verb *verb;     /* NULL if something is */
    const Adverb *adverb; /* or NULL */
    Party subject, object;
    const Phrase *agent; /* "by the minister", or NULL */
    const Phrase *place; /* "near the school", "because of the law", or NULL */
    int predicate_count; /* "large", "large and important" */
    const Adjective *predicates[MOST_JOINED];
    const Time *month, *year; /* or NULL */
    int phrase_count;
    Phrase phrases[MOST_PHRASES];
} Clause;

/* Draws a clause; false if it came to nothing, and another is to be drawn. `more` is the chance of
   each complement, from 0 to below 1: the greater, the longer. */
bool clause_draw(Random *random, double more, Clause *clause);

/* Whether the clause is one that could be drawn, as far as it depends on what goes with what. */
bool clause_makes_sense(const Clause *clause);

/* Whether it may follow the phrase's noun. What is mine is not also the teacher's. */
bool preposition_may_follow(const Preposition *preposition, const Phrase *phrase);

/* A new phrase of the clause; NULL if it has no room. */
Phrase *clause_add_phrase(Clause *clause);

/* Plural if there are two; masculine if one is. */
Number party_number(const Party *party);
Gender party_gender(const Party *party);

#endif
