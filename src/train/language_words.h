/* The words of the toy language: what each is in English and in French, and what it goes with.
 *
 * The words are those of Bahdanau et al. 2015, figure 3, and of every day. What goes with what is
 * there so that sentences make sense, not to be complete: a minister signs a law, a cat does not.
 */
#ifndef TRAIN_LANGUAGE_WORDS_H
#define TRAIN_LANGUAGE_WORDS_H

#include <stdbool.h>

typedef enum Number { SINGULAR, PLURAL } Number;
typedef enum Gender { MASCULINE, FEMININE } Gender;

/* What a noun names; it may be several. */
enum {
    PERSON = 1 << 0,
    ANIMAL = 1 << 1,
    THING = 1 << 2,
    PLACE = 1 << 3,
    REGION = 1 << 4, /* a place that other places belong to */
    TEXT = 1 << 5,
    CONTRACT = 1 << 6, /* a text that is signed */
    ANYTHING = (1 << 7) - 1,
    ACTION = 1 << 7,      /* what a verb names */
    NOBODYS_OWN = 1 << 8, /* a noun with which nobody says my */
};

/* The adjectives by their place in English, the first first. */
typedef enum AdjectiveId {
    IMPORTANT,
    SMALL,
    LARGE,
    NEW,
    OLD,
    YOUNG,
    RED,
    EUROPEAN,
    PUBLIC,
    ECONOMIC,
    ADJECTIVES
} AdjectiveId;

/* Forms by number, or by gender and number; NULL where the language has none. */
typedef struct Noun {
    const char *english[2], *french[2];
    Gender gender; /* of the French word */
    unsigned kinds;
    unsigned adjectives; /* a set: 1 << SMALL | … */
} Noun;

typedef struct Adjective {
    const char *english;
    const char *french[2][2];
    const char *before_vowel; /* the masculine singular there: nouvel; NULL if the same */
    bool comes_first;         /* before the noun, in French */
    bool predicate;           /* the area is … */
    int weight;               /* how often it is drawn */
} Adjective;

typedef struct Determiner {
    const char *english[2];
    const char *french[2][2];
    const char *before_vowel[2]; /* the singular there, by gender: l', cet; NULL if the same */
    bool known;                  /* says which one */
    bool possessive;
    int weight; /* how often it is drawn */
} Determiner;

typedef struct Verb {
    const char *english[2]; /* she signs, they sign */
    const char *participle; /* was signed; NULL if there is no passive */
    const char *french[2];
    const char *participles[2][2];
    unsigned subjects, objects; /* kinds; no objects: the verb takes none */
    bool stative;               /* likes the cat: neither a cat, nor often */
} Verb;

enum { MOST_PARTS = 3 };

typedef struct Preposition {
    const char *english[MOST_PARTS], *french[MOST_PARTS];
    unsigned after;  /* kinds of nouns that it follows: the law on …; ACTION: works near … */
    unsigned before; /* kinds of nouns that follow it */
    bool says_whose; /* the school of the city */
} Preposition;

typedef struct Adverb {
    const char *english, *french;
    bool negative; /* with ne */
} Adverb;

/* A month or a year. */
typedef struct Time {
    const char *english, *french;
} Time;

enum {
    NOUNS = 20,
    PRONOUNS = 3,
    DETERMINERS = 7,
    VERBS = 8,
    PREPOSITIONS = 11,
    MONTHS = 3,
    YEARS = 3
};
typedef enum AdverbId { NOT, NEVER, OFTEN, ADVERBS } AdverbId;

extern const Noun nouns[NOUNS], pronouns[PRONOUNS];
extern const Adjective adjectives[ADJECTIVES];
extern const Determiner determiners[DETERMINERS];
extern const Verb verbs[VERBS];
extern const Preposition prepositions[PREPOSITIONS], by_whom;
extern const Adverb adverbs[ADVERBS];
extern const Time months[MONTHS], years[YEARS];

/* Whether it stands before the noun in that number. */
bool determiner_fits(const Determiner *determiner, const Noun *noun, Number number);

/* The determiner a, which French drops after a negation: ne signe pas de loi. */
bool is_indefinite(const Determiner *determiner);

/* Whether these may stand before one noun: one at most that French puts first, and one of public
   and economic. */
bool adjectives_agree(unsigned set);

/* Whether two of them are opposites: small and large, old and new, old and young. */
bool adjectives_contradict(unsigned set);

#endif
