#include "train/language_clause.h"

#include <stddef.h>

/* ---- what makes sense ---- */

Phrase *clause_add_phrase(Clause *clause)
{
    if (clause->phrase_count == MOST_PHRASES)
        return NULL;
    Phrase *phrase = &clause->phrases[clause->phrase_count++];
    *phrase = (Phrase){.id = clause->phrase_count};
    return phrase;
}

Number party_number(const Party *party)
{
    return party->count > 1 ? PLURAL : party->phrases[0]->number;
}

Gender party_gender(const Party *party)
{
    for (int i = 0; i < party->count; i++)
        if (party->phrases[i]->noun->gender == MASCULINE)
            return MASCULINE;
    return FEMININE;
}

static unsigned set_of(int count, const Adjective *const *members)
{
    unsigned set = 0;
    for (int i = 0; i < count; i++)
        set |= 1u << (members[i] - adjectives);
    return set;
}

bool preposition_may_follow(const Preposition *preposition, const Phrase *phrase)
{
    return phrase->determiner && (preposition->after & phrase->noun->kinds) &&
           !(phrase->determiner->possessive && preposition->says_whose);
}

static bool phrase_makes_sense(const Phrase *phrase)
{
    unsigned set = set_of(phrase->adjective_count, phrase->adjectives);
    if (!phrase->determiner) /* a pronoun is only a subject: he, not him */
        return phrase->id == 1 && !set && !phrase->complement;
    if (!determiner_fits(phrase->determiner, phrase->noun, phrase->number) ||
        (set & ~phrase->noun->adjectives) || !adjectives_agree(set))
        return false;
    for (int i = 1; i < phrase->adjective_count; i++)
        if (phrase->adjectives[i - 1] >= phrase->adjectives[i])
            return false;
    const Phrase *complement = phrase->complement;
    return !complement || (preposition_may_follow(complement->preposition, phrase) &&
                           (complement->preposition->before & complement->noun->kinds));
}

static bool all_are(const Party *party, unsigned kinds, bool known)
{
    for (int i = 0; i < party->count; i++) {
        const Phrase *phrase = party->phrases[i];
        if (!(phrase->noun->kinds & kinds) || (known && is_indefinite(phrase->determiner)))
            return false;
    }
    return true;
}

/* Both of one kind; no pronoun; only the last with a complement. */
static bool may_be_joined(const Party *party)
{
    const Phrase *const *p = party->phrases;
    return party->count < 2 || (p[0]->determiner && p[1]->determiner && !p[0]->complement &&
                                (p[0]->noun->kinds & p[1]->noun->kinds));
}

/* What is said of a phrase goes with its noun, and neither repeats nor contradicts its adjectives.
 */
static bool is_news(unsigned said, const Phrase *phrase)
{
    unsigned known = set_of(phrase->adjective_count, phrase->adjectives);
    return !(said & ~phrase->noun->adjectives) && !(said & known) &&
           !adjectives_contradict(said | known);
}

static bool predicates_make_sense(const Clause *clause)
{
    unsigned set = set_of(clause->predicate_count, clause->predicates);
    if (clause->adverb && clause->adverb != &adverbs[NOT])
        return false;
    for (int i = 0; i < clause->subject.count; i++)
        if (!is_news(set, clause->subject.phrases[i]))
            return false;
    for (int i = 0; i < clause->predicate_count; i++)
        if (!clause->predicates[i]->predicate)
            return false;
    return clause->predicate_count == 1 ||
           (!clause->adverb && clause->predicates[0] != clause->predicates[1]);
}

static bool somebody_does_makes_sense(const Clause *clause)
{
    const Verb *verb = clause->verb;
    bool negative = clause->adverb && clause->adverb->negative;
    if (!all_are(&clause->subject, verb->subjects, false) ||
        !clause->object.count != !verb->objects ||
        (verb->stative && clause->adverb == &adverbs[OFTEN]))
        return false;
    return !verb->objects ||
           (all_are(&clause->object, verb->objects, verb->stative) &&
            may_be_joined(&clause->object) && !(clause->object.count > 1 && negative));
}

static bool something_was_done_makes_sense(const Clause *clause)
{
    const Verb *verb = clause->verb;
    bool dated = clause->month || clause->year;
    return verb->participle && all_are(&clause->subject, verb->objects, false) &&
           clause->adverb != &adverbs[OFTEN] && !(dated && clause->adverb == &adverbs[NEVER]) &&
           (!clause->agent || (clause->agent->noun->kinds & verb->subjects));
}

static bool no_noun_stands_twice(const Clause *clause)
{
    for (int i = 0; i < clause->phrase_count; i++)
        for (int j = 0; j < i; j++)
            if (clause->phrases[i].noun == clause->phrases[j].noun)
                return false;
    return true;
}

bool clause_makes_sense(const Clause *clause)
{
    for (int i = 0; i < clause->phrase_count; i++)
        if (!phrase_makes_sense(&clause->phrases[i]))
            return false;
    const Phrase *place = clause->place;
    if (place && !((place->preposition->after & ACTION) &&
                   (place->preposition->before & place->noun->kinds)))
        return false;
    if (!no_noun_stands_twice(clause) || !may_be_joined(&clause->subject))
        return false;
    switch (clause->kind) {
    case SOMEBODY_DOES:
        return somebody_does_makes_sense(clause);
    case SOMETHING_WAS_DONE:
        return something_was_done_makes_sense(clause);
    case SOMETHING_IS:
        return all_are(&clause->subject, ANYTHING, true) && predicates_make_sense(clause);
    }
    return false;
}

/* ---- drawing ---- */

/* How often; the other chances are weights in the tables, or even. */
static const double CHANCE_PLURAL = .35, CHANCE_PRONOUN = .12, CHANCE_JOINED = .08,
                    CHANCE_AGENT = .4, CHANCE_DATE = .45, CHANCE_MONTH = .75, CHANCE_YEAR = .67;

/* Of 1, 2 and 3 adjectives, each after the one before. */
static const double CHANCE_ADJECTIVE[MOST_ADJECTIVES] = {.45, .35, .2};

/* What a draw needs everywhere. */
typedef struct Draw {
    Random *random;
    double more;
    Clause *clause;
} Draw;

static bool happens(const Draw *d, double chance)
{
    return random_uniform(d->random) < chance;
}

static int one_of(const Draw *d, int count)
{
    return (int)random_below(d->random, (uint32_t)count);
}

/* A noun of one of the kinds that is not in the clause yet; NULL if there is none. */
static const Noun *draw_noun(const Draw *d, unsigned kinds)
{
    const Noun *fitting[NOUNS];
    int count = 0;
    for (int i = 0; i < NOUNS; i++) {
        bool used = false;
        for (int k = 0; k < d->clause->phrase_count; k++)
            used |= d->clause->phrases[k].noun == &nouns[i];
        if (!used && (nouns[i].kinds & kinds))
            fitting[count++] = &nouns[i];
    }
    return count ? fitting[one_of(d, count)] : NULL;
}

/* A place in the table, by the weights; one at least is not 0. */
static int draw_weighted(const Draw *d, const int *weights, int count)
{
    int sum = 0, i = 0;
    for (int k = 0; k < count; k++)
        sum += weights[k];
    for (int at = one_of(d, sum); at >= weights[i]; i++)
        at -= weights[i];
    return i;
}

static const Determiner *draw_determiner(const Draw *d, const Phrase *phrase, bool known)
{
    int weights[DETERMINERS];
    for (int i = 0; i < DETERMINERS; i++) {
        const Determiner *each = &determiners[i];
        bool fits =
            determiner_fits(each, phrase->noun, phrase->number) && !(known && is_indefinite(each));
        weights[i] = fits ? each->weight : 0;
    }
    return &determiners[draw_weighted(d, weights, DETERMINERS)];
}

/* Adjectives that go with each other, of those that go with the noun. */
static void draw_adjectives(const Draw *d, Phrase *phrase)
{
    unsigned set = 0;
    int weights[ADJECTIVES];
    for (int i = 0; i < ADJECTIVES; i++)
        weights[i] = phrase->noun->adjectives >> i & 1 ? adjectives[i].weight : 0;
    for (int n = 0; n < MOST_ADJECTIVES && happens(d, CHANCE_ADJECTIVE[n]); n++) {
        unsigned one = 1u << draw_weighted(d, weights, ADJECTIVES);
        set |= adjectives_agree(set | one) ? one : 0;
    }
    for (int i = 0; i < ADJECTIVES; i++)
        if (set >> i & 1)
            phrase->adjectives[phrase->adjective_count++] = &adjectives[i];
}

/* One that may follow the phrase, or a verb if there is none; NULL if none may. */
static const Preposition *draw_preposition(const Draw *d, const Phrase *phrase)
{
    const Preposition *fitting[PREPOSITIONS];
    int count = 0;
    for (int i = 0; i < PREPOSITIONS; i++)
        if (phrase ? preposition_may_follow(&prepositions[i], phrase)
                   : (prepositions[i].after & ACTION))
            fitting[count++] = &prepositions[i];
    return count ? fitting[one_of(d, count)] : NULL;
}

/* A determiner, adjectives and a noun. NULL if there is none left to say. */
static Phrase *draw_plain(const Draw *d, unsigned kinds, bool known)
{
    const Noun *noun = draw_noun(d, kinds);
    Phrase *phrase = noun ? clause_add_phrase(d->clause) : NULL;
    if (!phrase)
        return NULL;
    phrase->noun = noun;
    phrase->number = happens(d, CHANCE_PLURAL) ? PLURAL : SINGULAR;
    phrase->determiner = draw_determiner(d, phrase, known);
    draw_adjectives(d, phrase);
    return phrase;
}

/* The same, perhaps with a complement, and that with its own, … */
static Phrase *draw_phrase(const Draw *d, unsigned kinds, bool known)
{
    Phrase *first = draw_plain(d, kinds, known);
    for (Phrase *phrase = first; phrase && happens(d, d->more);) {
        const Preposition *preposition = draw_preposition(d, phrase);
        Phrase *next = preposition ? draw_plain(d, preposition->before, false) : NULL;
        if (next)
            next->preposition = preposition;
        phrase->complement = next;
        phrase = next;
    }
    return first;
}

static Phrase *draw_pronoun(const Draw *d)
{
    Phrase *phrase = clause_add_phrase(d->clause);
    phrase->noun = &pronouns[one_of(d, PRONOUNS)];
    phrase->number = phrase->noun->english[PLURAL] ? PLURAL : SINGULAR;
    return phrase;
}

/* Two joined are of one kind. */
static Party draw_party(const Draw *d, unsigned kinds, bool known, bool alone)
{
    Party party = {.count = 1};
    bool joined = !alone && happens(d, CHANCE_JOINED);
    const Phrase *first = joined ? draw_plain(d, kinds, known) : draw_phrase(d, kinds, known);
    party.phrases[0] = first;
    if (!first || !joined)
        return party;
    party.phrases[1] = draw_phrase(d, first->noun->kinds & kinds, known);
    party.count = party.phrases[1] ? 2 : 1;
    return party;
}

static Party draw_subject(const Draw *d, unsigned kinds, bool known)
{
    if ((kinds & PERSON) && happens(d, CHANCE_PRONOUN))
        return (Party){1, {draw_pronoun(d)}};
    return draw_party(d, kinds, known, false);
}

static const Adverb *draw_adverb(const Draw *d)
{
    static const double chance[ADVERBS] = {[NOT] = .2, [NEVER] = .06, [OFTEN] = .06};
    double at = random_uniform(d->random);
    for (int i = 0; i < ADVERBS; at -= chance[i++])
        if (at < chance[i])
            return &adverbs[i];
    return NULL;
}

static void draw_place(const Draw *d, double chance)
{
    const Preposition *preposition = draw_preposition(d, NULL);
    Phrase *place = happens(d, chance) ? draw_phrase(d, preposition->before, false) : NULL;
    if (place)
        place->preposition = preposition;
    d->clause->place = place;
}

static void draw_date(const Draw *d)
{
    Clause *clause = d->clause;
    if (clause->adverb == &adverbs[NEVER] || !happens(d, CHANCE_DATE))
        return;
    if (happens(d, CHANCE_MONTH))
        clause->month = &months[one_of(d, MONTHS)];
    if (!clause->month || happens(d, CHANCE_YEAR))
        clause->year = &years[one_of(d, YEARS)];
}

static void draw_predicates(const Draw *d)
{
    Clause *clause = d->clause;
    clause->predicate_count = !clause->adverb && happens(d, .2) ? 2 : 1;
    for (int i = 0; i < clause->predicate_count; i++)
        clause->predicates[i] = &adjectives[one_of(d, ADJECTIVES)];
}

static bool draw_somebody_does(const Draw *d)
{
    Clause *clause = d->clause;
    const Verb *verb = clause->verb = &verbs[one_of(d, VERBS)];
    bool negative = clause->adverb && clause->adverb->negative;
    clause->subject = draw_subject(d, verb->subjects, false);
    if (!clause->subject.phrases[0])
        return false;
    if (verb->objects)
        clause->object = draw_party(d, verb->objects, verb->stative, negative);
    if (verb->objects && !clause->object.phrases[0])
        return false;
    draw_place(d, verb->objects ? d->more : .5 + d->more / 2);
    return true;
}

static bool draw_something_was_done(const Draw *d)
{
    Clause *clause = d->clause;
    do
        clause->verb = &verbs[one_of(d, VERBS)];
    while (!clause->verb->participle);
    clause->subject = draw_subject(d, clause->verb->objects, false);
    if (!clause->subject.phrases[0])
        return false;
    Phrase *agent = happens(d, CHANCE_AGENT) ? draw_phrase(d, clause->verb->subjects, false) : NULL;
    if (agent)
        agent->preposition = &by_whom;
    clause->agent = agent;
    draw_place(d, d->more);
    draw_date(d);
    return true;
}

static bool draw_something_is(const Draw *d)
{
    d->clause->subject = draw_subject(d, ANYTHING, true);
    draw_predicates(d);
    return d->clause->subject.phrases[0];
}

bool clause_draw(Random *random, double more, Clause *clause)
{
    static const ClauseKind kinds[] = {SOMEBODY_DOES,      SOMEBODY_DOES,      SOMEBODY_DOES,
                                       SOMETHING_WAS_DONE, SOMETHING_WAS_DONE, SOMETHING_IS};
    Draw d = {random, more, clause};
    *clause = (Clause){.kind = kinds[one_of(&d, sizeof kinds / sizeof *kinds)]};
    clause->adverb = draw_adverb(&d);
    bool drawn = clause->kind == SOMEBODY_DOES        ? draw_somebody_does(&d)
                 : clause->kind == SOMETHING_WAS_DONE ? draw_something_was_done(&d)
                                                      : draw_something_is(&d);
    return drawn && clause_makes_sense(clause);
}
