/* The description of the toy language as it is read from english_french.list, and what a sentence
 * says before it is said in English or in French: what the files of this folder share.
 *
 * A sentence is one clause, of one of three rules, whose parts are phrases:
 *
 *     the minister does not sign a law near the school         with a verb
 *     the law was signed by the minister in august 1992        with a participle
 *     the city and the school are large                        with predicates
 *
 * The same noun does not stand twice in a clause.
 */
#pragma once

#include "language/language.h"

/* ---- the description ---- */

/* Classes of entries, and what rules are made of. PARTS is how many parts there are, WORDS how many
   symbols up to the last class of words. */
#define SYMBOL(name) name,
typedef enum Symbol {
#include "language/symbols.list"
    SYMBOLS,
    PARTS = COMPLEMENT + 1,
    WORDS = YEAR + 1
} Symbol;
#undef SYMBOL

/* Traits that the code knows. */
#define TRAIT(name, bit, word) name = 1 << bit,
enum {
#include "language/traits.list"
};
#undef TRAIT

/* Of traits, and of names that only the description knows: kinds of nouns, adjectives, adverbs. */
typedef uint64_t Set;

enum { MOST_FORMS = 4, MOST_PARTS = 3, MOST_ITEMS = 12, MOST_OTHERS = 2, MOST_ENTRIES = 128 };
typedef enum Number { SINGULAR, PLURAL } Number;

/* Of two, by number; of four, masculine and feminine ones by number. A form may have several parts:
   "next", "to"; one that there is not has none. */
typedef struct Forms {
    int count;
    LanguageWord *parts[MOST_FORMS][MOST_PARTS];
} Forms;

/* A part of a rule. */
typedef struct Item {
    Symbol symbol;
    const Forms *forms; /* of a particle, or NULL */
} Item;

typedef struct Order {
    Set symbols; /* of the items */
    int count;
    Item *items;
} Order;

/* A word, or a rule. */
typedef struct Entry {
    Symbol symbol;            /* its class */
    int number;               /* its place in the description */
    const struct Entry *next; /* of its class */
    int weight;
    Set name; /* of an adjective or adverb */
    Set traits;
    /* What a noun is; the kinds of a verb's subjects, or of those of a clause without one; the
       kinds of nouns that a preposition follows; adjectives beside which one does not stand. */
    union {
        Set kinds, subjects, after, apart;
    };
    /* Adjectives with which a noun goes; the kinds of a verb's objects; of nouns that follow a
       preposition; what an adjective contradicts; what a clause may have. */
    union {
        Set adjectives, objects, before, opposites, adverbs;
    };
    const Forms *forms[TONGUES]; /* of a word */
    /* Of a rule: the English one, the usual French one, others as right; the last is empty. */
    Order orders[TONGUES + MOST_OTHERS + 1];
} Entry;

struct Language {
    int count;
    Entry entries[MOST_ENTRIES];
    const Entry *first[SYMBOLS]; /* of each class */
    const Entry *conjunction, *by;
    const Entry *pronoun, *phrase; /* the rules of phrases: one, and all others */
    LanguageWord words[TONGUES][MOST_LANGUAGE_WORDS]; /* in the order of reading */
    WordList vocabularies[TONGUES];
};

bool rule_has(const Entry *rule, Symbol symbol);

/* ---- what a sentence says ---- */

enum { MOST_PHRASES = 12, MOST_ADJECTIVES = 3, MOST_JOINED = 2 };

/* The clause, or a phrase of it: "on the european economic area". */
typedef struct Constituent {
    int id; /* 0, or of a phrase 1, 2, … */
    const Entry *rule;
    const Entry *words[WORDS]; /* by class, or NULL; a participle has its verb beside it */
    Number number;             /* of a phrase */
    Set adjectives;            /* of a phrase: their names */
    const Entry *predicates[MOST_JOINED];
    /* Of two that "and" joins, the first has no complement. */
    const struct Constituent *parts[PARTS][MOST_JOINED];
} Constituent;

/* It points into itself: it is not copied. */
typedef struct Clause {
    const Language *language;
    int count;
    Constituent nodes[1 + MOST_PHRASES]; /* the first is the clause */
} Clause;

/* A new phrase; NULL if there is no room. */
Constituent *clause_add_phrase(Clause *clause);

/* Of a clause these are the subject's: plural if there are two, masculine if one is. */
Number grammatical_number(const Constituent *node);
bool is_masculine(const Constituent *node);

/* Whether the clause has an adverb with the trait. */
bool has_adverb(const Clause *clause, Set trait);

/* ---- what goes with what ---- */

/* The kinds of nouns that a part of the clause wants, and STATIVE if it may not be indefinite:
   after a preposition, or NULL. */
Set wanted_kinds(const Clause *clause, Symbol part, const Entry *preposition);

/* Whether a word may be one of a phrase that has its noun and number (any phrase, for NULL), or a
   preposition follow it or a clause's verb. `wanted` is what the phrase's place wants; behind a
   verb, DEED or DEED_OF. */
bool word_fits(const Clause *clause, const Constituent *node, const Entry *word, Set wanted);

/* Whether these may stand before one noun: one at most that French puts first. */
bool adjectives_agree(const Language *language, Set names);

/* Whether adverb, date and adjectives go with the rest of a clause whose phrases do. */
bool clause_makes_sense(const Clause *clause);

/* ---- said ---- */

enum {
    MOST_LINE_WORDS = 12 * MOST_PHRASES,
    SOURCES = (1 + MOST_PHRASES) * (MOST_ENTRIES + SYMBOLS)
};

/* A word, and what of the clause it says: by this a French word is traced to the English ones. A
   contraction says two things: du is "of" and "the". */
typedef struct LineWord {
    const LanguageWord *word;
    bool elides;    /* before a vowel */
    int sources[2]; /* of SOURCES; twice the same if it says one */
} LineWord;

typedef struct Line {
    int count;
    int choices; /* how many orders it might be said in; some are the same */
    LineWord words[MOST_LINE_WORDS];
} Line;

/* In one of its right French orders, 0 being the usual one. */
void clause_say(const Clause *clause, Tongue tongue, int choice, Line *line);

/* The numbers of a line's words; how many there are. */
int line_numbers(const Line *line, int numbers[LONGEST_SAID]);

/* Of at most LONGEST_LANGUAGE_SENTENCE words, which the English line says, too; false if the
   clause's language has no such sentence. */
bool clause_parse(Clause *clause, const int *words, int count, Line *english);
