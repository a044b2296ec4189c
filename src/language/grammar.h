/* Internal to this folder: the grammar and lexicon parsed from english_french.list, and the
 * abstract syntax of a clause, from which English or French is generated.
 *
 * A sentence is one clause, built by one of three rules; its parts are phrases:
 *
 *     the minister does not sign a law near the school         with a verb
 *     the law was signed by the minister in august 1992        with a participle
 *     the city and the school are large                        with predicates
 *
 * A clause uses each noun at most once.
 */
#pragma once

#include "language/language.h"

/* ---- the description ---- */

/* Word classes and the symbols of rules. PARTS counts the symbols that are parts of a clause, WORDS
   those up to the last word class. */
#define SYMBOL(name) name,
typedef enum Symbol {
#include "language/symbols.list"
    SYMBOLS,
    PARTS = COMPLEMENT + 1,
    WORDS = YEAR + 1
} Symbol;

/* Traits with a meaning in the code. */
#define TRAIT(name, bit, word) name = 1 << bit,
enum {
#include "language/traits.list"
};

/* A bit set of traits, or of names that only the description defines: noun kinds, adjectives,
   adverbs. */
typedef uint64_t Set;

enum { MOST_FORMS = 4, MOST_PARTS = 3, MOST_OTHERS = 2, MOST_ENTRIES = 128 };
typedef enum Number { SINGULAR, PLURAL } Number;

/* Inflected forms: two are indexed by number; four are masculine, then feminine, each by number. A
   form may have several words ("next", "to"); a missing form has none. */
typedef struct Forms {
    int count;
    LanguageWord *parts[MOST_FORMS][MOST_PARTS];
} Forms;

/* One symbol on the right-hand side of a rule. */
typedef struct Item {
    Symbol symbol;
    const Forms *forms; /* if it is a particle, else NULL */
} Item;

typedef struct Order {
    Set symbols; /* of the items */
    int count;
    Item *items;
} Order;

/* A lexicon entry or a grammar rule. */
typedef struct Entry {
    Symbol symbol;            /* its word class, or the kind of rule */
    int number;               /* its index in the description */
    const struct Entry *next; /* of the same class */
    int weight;
    Set name; /* of an adjective or adverb */
    Set traits;
    /* kinds: of a noun. subjects: noun kinds allowed as subject of a verb, or of a clause rule
       without one. after: noun kinds a preposition may follow. apart: adjectives that this one may
       not stand beside. */
    union {
        Set kinds, subjects, after, apart;
    };
    /* adjectives: those a noun takes. objects: noun kinds a verb takes. before: noun kinds that may
       follow a preposition. opposites: adjectives this one contradicts. adverbs: those a clause
       rule allows. */
    union {
        Set adjectives, objects, before, opposites, adverbs;
    };
    const Forms *forms[TONGUES]; /* of a word */
    /* Of a rule: the English order, the usual French one, then equally correct ones; ends with an
       empty one. */
    Order orders[TONGUES + MOST_OTHERS + 1];
} Entry;

struct Language {
    int count;
    Entry entries[MOST_ENTRIES];
    const Entry *first[SYMBOLS]; /* the first entry of each class */
    const Entry *conjunction, *by;
    const Entry *pronoun, *phrase;                    /* phrase rules: pronouns, and all others */
    LanguageWord words[TONGUES][MOST_LANGUAGE_WORDS]; /* in the order of the file */
    WordList vocabularies[TONGUES];
};

bool rule_has(const Entry *rule, Symbol symbol);

/* ---- abstract syntax ---- */

enum { MOST_PHRASES = 12, MOST_ADJECTIVES = 3, MOST_JOINED = 2 };

/* A node of the syntax tree: the clause, or a phrase of it ("on the european economic area"). */
typedef struct Constituent {
    int id; /* 0 for the clause, 1, 2, … for phrases */
    const Entry *rule;
    const Entry *words[WORDS]; /* by class, or NULL; a participle's verb is set too */
    Number number;             /* of a phrase */
    Set adjectives;            /* of a phrase: their names */
    const Entry *predicates[MOST_JOINED];
    /* Of two joined by "and", the first has no complement. */
    const struct Constituent *parts[PARTS][MOST_JOINED];
} Constituent;

/* Nodes point to each other, so a Clause must not be copied. */
typedef struct Clause {
    const Language *language;
    int count;
    Constituent nodes[1 + MOST_PHRASES]; /* the first is the clause */
} Clause;

/* For a clause, those of its subject: two joined ones are plural, and masculine if either is. */
Number grammatical_number(const Constituent *node);
bool is_masculine(const Constituent *node);

/* Whether the clause has an adverb with the trait. */
bool has_adverb(const Clause *clause, Set trait);

/* ---- selectional restrictions ---- */

/* The noun kinds allowed in a part of the clause, with STATIVE if it may not be indefinite.
   `preposition` is what the part follows, or NULL. */
Set wanted_kinds(const Clause *clause, Symbol part, const Entry *preposition);

/* Whether a word may be added to a phrase whose noun and number are set (any phrase if NULL), or,
   for a preposition, follow it or the clause's verb. `wanted` is what the phrase's position allows;
   after a verb, DEED or DEED_OF. */
bool word_fits(const Clause *clause, const Constituent *node, const Entry *word, Set wanted);

/* Whether these adjectives may modify one noun: at most one may precede it in French. */
bool adjectives_agree(const Language *language, Set names);

/* Whether the adverb, date and adjectives fit a clause whose phrases already fit. */
bool clause_makes_sense(const Clause *clause);

/* ---- generation ---- */

enum {
    MOST_LINE_WORDS = 12 * MOST_PHRASES,
    SOURCES = (1 + MOST_PHRASES) * (MOST_ENTRIES + SYMBOLS)
};

/* An output word with the syntax-tree items it expresses, through which French words are aligned to
   English ones. A contraction has two: du is "of" and "the". */
typedef struct LineWord {
    const LanguageWord *word;
    bool elides;    /* it elides: a vowel follows */
    int sources[2]; /* each below SOURCES; equal if it expresses one item */
} LineWord;

typedef struct Line {
    int count;
    int choices; /* possible word orders; some may coincide */
    LineWord words[MOST_LINE_WORDS];
} Line;

/* Generates the clause. `choice` selects among its correct French orders; 0 is the usual one. */
void clause_say(const Clause *clause, Tongue tongue, int choice, Line *line);

/* Writes the vocabulary indices of a line's words; returns their count. */
int line_numbers(const Line *line, int numbers[LONGEST_SAID]);

/* Parses at most LONGEST_LANGUAGE_SENTENCE English words into the clause, and generates the English
   line from it; false if the grammar does not generate them. */
bool clause_parse(Clause *clause, const int *words, int count, Line *english);
