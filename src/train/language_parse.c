#include "train/language_parse.h"

#include "train/language_line.h"

#include <string.h>

/* It reads from left to right without going back, and generously: whether the words agree and make
   sense is asked at the end. A preposition belongs to the noun before it, if it may follow that;
   otherwise, once, to the clause. */
typedef struct Reader {
    const char *const *words;
    int count, at;
    Clause *clause;
} Reader;

/* ---- words ---- */

static bool next_is(const Reader *r, int ahead, const char *word)
{
    return word && r->at + ahead < r->count && strcmp(r->words[r->at + ahead], word) == 0;
}

static bool take(Reader *r, const char *word)
{
    bool taken = next_is(r, 0, word);
    r->at += taken;
    return taken;
}

static bool take_either(Reader *r, const char *one, const char *other)
{
    return take(r, one) || take(r, other);
}

static const Time *take_time(Reader *r, const Time *times, int count)
{
    for (int i = 0; i < count; i++)
        if (take(r, times[i].english))
            return &times[i];
    return NULL;
}

static const Adjective *take_adjective(Reader *r)
{
    for (int i = 0; i < ADJECTIVES; i++)
        if (take(r, adjectives[i].english))
            return &adjectives[i];
    return NULL;
}

/* One of the first `count` words of a table of nouns, with its number. */
static bool take_noun(Reader *r, const Noun *table, int count, Phrase *phrase)
{
    for (int i = 0; i < count; i++)
        for (int number = SINGULAR; number <= PLURAL; number++)
            if (take(r, table[i].english[number])) {
                phrase->noun = &table[i];
                phrase->number = (Number)number;
                return true;
            }
    return false;
}

static const Determiner *take_determiner(Reader *r)
{
    for (int i = 0; i < DETERMINERS; i++) {
        const Determiner *d = &determiners[i];
        if (take_either(r, d->english[SINGULAR], d->english[PLURAL]) ||
            (is_indefinite(d) && take(r, "an")))
            return d;
    }
    return NULL;
}

/* ---- phrases ---- */

/* How many words of the preposition stand next; 0 if not all do. */
static int preposition_length(const Reader *r, const Preposition *preposition)
{
    int length = 0;
    for (; length < MOST_PARTS && preposition->english[length]; length++)
        if (!next_is(r, length, preposition->english[length]))
            return 0;
    return length;
}

static Phrase *read_plain(Reader *r)
{
    Phrase *phrase = clause_add_phrase(r->clause);
    if (!phrase)
        return NULL;
    phrase->determiner = take_determiner(r);
    if (!phrase->determiner)
        return take_noun(r, pronouns, PRONOUNS, phrase) ? phrase : NULL;
    const Adjective *adjective;
    while ((adjective = take_adjective(r))) {
        if (phrase->adjective_count == MOST_ADJECTIVES)
            return NULL;
        phrase->adjectives[phrase->adjective_count++] = adjective;
    }
    return take_noun(r, nouns, NOUNS, phrase) ? phrase : NULL;
}

/* The one that stands next and may follow the phrase, or a verb if that is NULL. Of two of a name,
   which may follow the same noun, it is that whose own noun fits. */
static Phrase *read_complement(Reader *r, const Phrase *phrase)
{
    for (int i = 0; i < PREPOSITIONS; i++) {
        const Preposition *preposition = &prepositions[i];
        int length = preposition_length(r, preposition);
        if (!length ||
            !(phrase ? preposition_may_follow(preposition, phrase) : (preposition->after & ACTION)))
            continue;
        Reader before = *r;
        int phrases = r->clause->phrase_count;
        r->at += length;
        Phrase *next = read_plain(r);
        if (next && (preposition->before & next->noun->kinds)) {
            next->preposition = preposition;
            return next;
        }
        *r = before;
        r->clause->phrase_count = phrases;
    }
    return NULL;
}

/* The phrase with its complement, and that with its own, …; NULL if there is no phrase. */
static Phrase *with_complements(Reader *r, Phrase *first)
{
    for (Phrase *phrase = first; phrase;) {
        Phrase *next = read_complement(r, phrase);
        phrase->complement = next;
        phrase = next;
    }
    return first;
}

static Phrase *read_phrase(Reader *r)
{
    return with_complements(r, read_plain(r));
}

/* "near the school", where it is not the noun's before it. */
static Phrase *read_place(Reader *r)
{
    return with_complements(r, read_complement(r, NULL));
}

static bool read_party(Reader *r, Party *party)
{
    party->phrases[0] = read_phrase(r);
    party->count = 1;
    if (!party->phrases[0] || !take(r, "and"))
        return party->phrases[0];
    party->phrases[1] = read_phrase(r);
    party->count = 2;
    return party->phrases[1];
}

/* ---- the clause ---- */

static void read_adverb(Reader *r)
{
    for (int i = 0; i < ADVERBS && !r->clause->adverb; i++)
        if (take(r, adverbs[i].english))
            r->clause->adverb = &adverbs[i];
}

static bool read_what_is_done(Reader *r)
{
    r->clause->kind = SOMEBODY_DOES;
    take_either(r, "does", "do");
    read_adverb(r);
    for (int i = 0; i < VERBS && !r->clause->verb; i++)
        if (take_either(r, verbs[i].english[SINGULAR], verbs[i].english[PLURAL]))
            r->clause->verb = &verbs[i];
    if (!r->clause->verb || (r->clause->verb->objects && !read_party(r, &r->clause->object)))
        return false;
    r->clause->place = read_place(r);
    return true;
}

static bool read_what_was_done(Reader *r)
{
    Clause *clause = r->clause;
    clause->kind = SOMETHING_WAS_DONE;
    read_adverb(r);
    for (int i = 0; i < VERBS && !clause->verb; i++)
        if (take(r, verbs[i].participle))
            clause->verb = &verbs[i];
    if (take(r, by_whom.english[0])) {
        Phrase *agent = read_phrase(r);
        if (!agent)
            return false;
        agent->preposition = &by_whom;
        clause->agent = agent;
    }
    clause->place = read_place(r);
    if (take(r, "in")) {
        clause->month = take_time(r, months, MONTHS);
        clause->year = take_time(r, years, YEARS);
    }
    return clause->verb;
}

static bool read_what_it_is(Reader *r)
{
    Clause *clause = r->clause;
    clause->kind = SOMETHING_IS;
    read_adverb(r);
    do {
        const Adjective *adjective = take_adjective(r);
        if (!adjective || clause->predicate_count == MOST_JOINED)
            return false;
        clause->predicates[clause->predicate_count++] = adjective;
    } while (take(r, "and"));
    return true;
}

/* Whether it is said in just these words. */
static bool is_said_so(const Clause *clause, const char *const *words, int count)
{
    Line line = say_in_english(clause);
    bool same = line.count == count;
    for (int i = 0; i < count && same; i++)
        same = strcmp(line.words[i].text, words[i]) == 0;
    return same;
}

bool clause_parse(const char *const *words, int count, Clause *clause)
{
    *clause = (Clause){0};
    Reader r = {words, count, 0, clause};
    if (!read_party(&r, &clause->subject))
        return false;
    bool read = take_either(&r, "is", "are")     ? read_what_it_is(&r)
                : take_either(&r, "was", "were") ? read_what_was_done(&r)
                                                 : read_what_is_done(&r);
    return read && clause_makes_sense(clause) && is_said_so(clause, words, count);
}
