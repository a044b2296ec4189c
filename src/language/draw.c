#include "language/grammar.h"

/* How often; the other chances are weights in the description. */
static const double CHANCE_PLURAL = .35, CHANCE_PRONOUN = .12, CHANCE_JOINED = .08,
                    CHANCE_AGENT = .4, CHANCE_DATE = .45, CHANCE_MONTH = .75, CHANCE_YEAR = .67,
                    CHANCE_SECOND_PREDICATE = .2;

/* Of a complement: it makes lengths spread over the usual ones, or over all. */
static const double COMPLEMENT_USUAL = .25, COMPLEMENT_LONG = .6;

/* Of 1, 2 and 3 adjectives, each after the one before. */
static const double CHANCE_ADJECTIVE[MOST_ADJECTIVES] = {.45, .35, .2};

/* What a draw needs everywhere. */
typedef struct Draw {
    const Language *language;
    Random *random;
    double more; /* the chance of each complement: the greater, the longer */
    Clause *clause;
    Constituent *root; /* the clause's own */
} Draw;

static bool happens(const Draw *d, double chance)
{
    return random_uniform(d->random) < chance;
}

/* ---- words ---- */

/* One of a class that fits the node, by the weights; NULL if none does. */
static const Entry *draw_word(const Draw *d, Symbol class, const Constituent *node, Set wanted)
{
    const Entry *fitting[MOST_ENTRIES];
    int count = 0, sum = 0, i = 0;
    for (const Entry *e = d->language->first[class]; e; e = e->next)
        if (word_fits(d->clause, node, e, wanted)) {
            fitting[count++] = e;
            sum += e->weight;
        }
    if (!count)
        return NULL;
    int at = (int)random_below(d->random, (uint32_t)sum);
    while ((at -= fitting[i]->weight) >= 0)
        i++;
    return fitting[i];
}

/* Adjectives that go with each other. */
static void draw_adjectives(const Draw *d, Constituent *phrase)
{
    for (int n = 0; n < MOST_ADJECTIVES && happens(d, CHANCE_ADJECTIVE[n]); n++) {
        Set names = phrase->adjectives | draw_word(d, ADJECTIVE, phrase, 0)->name;
        if (adjectives_agree(d->language, names))
            phrase->adjectives = names;
    }
}

/* ---- phrases ---- */

/* A determiner, adjectives and a noun, perhaps behind a preposition. NULL if there is none left to
   say. */
static Constituent *draw_plain(const Draw *d, const Entry *preposition, Set wanted)
{
    const Entry *noun = draw_word(d, NOUN, NULL, wanted);
    Constituent *phrase = noun ? clause_add_phrase(d->clause) : NULL;
    if (!phrase)
        return NULL;
    phrase->rule = d->language->phrase;
    phrase->words[PREPOSITION] = preposition;
    phrase->words[NOUN] = noun;
    phrase->number = happens(d, CHANCE_PLURAL) ? PLURAL : SINGULAR;
    phrase->words[DETERMINER] = draw_word(d, DETERMINER, phrase, wanted);
    draw_adjectives(d, phrase);
    return phrase;
}

/* The same, perhaps with a complement, and that with its own, … */
static Constituent *draw_phrase(const Draw *d, const Entry *preposition, Set wanted)
{
    Constituent *first = draw_plain(d, preposition, wanted);
    for (Constituent *phrase = first; phrase && happens(d, d->more);) {
        preposition = draw_word(d, PREPOSITION, phrase, 0);
        Constituent *next = preposition ? draw_plain(d, preposition, preposition->before) : NULL;
        phrase->parts[COMPLEMENT][0] = next;
        phrase = next;
    }
    return first;
}

static Constituent *draw_pronoun(const Draw *d)
{
    Constituent *phrase = clause_add_phrase(d->clause);
    phrase->rule = d->language->pronoun;
    phrase->words[PRONOUN] = draw_word(d, PRONOUN, NULL, ~(Set)0);
    phrase->number = phrase->words[PRONOUN]->forms[ENGLISH]->parts[PLURAL][0] ? PLURAL : SINGULAR;
    return phrase;
}

/* A subject or an object: of two joined, both are of one kind. False if there is none left. */
static bool draw_party(const Draw *d, Symbol part)
{
    const Constituent **party = d->root->parts[part];
    Set wanted = wanted_kinds(d->clause, part, NULL);
    bool person = d->language->first[PRONOUN]->kinds & wanted;
    if (part == SUBJECT && person && happens(d, CHANCE_PRONOUN))
        return (party[0] = draw_pronoun(d));
    bool alone = part == OBJECT && has_adverb(d->clause, NEGATIVE);
    bool joined = !alone && happens(d, CHANCE_JOINED);
    party[0] = joined ? draw_plain(d, NULL, wanted) : draw_phrase(d, NULL, wanted);
    if (party[0] && joined)
        party[1] = draw_phrase(d, NULL, wanted & (party[0]->words[NOUN]->kinds | STATIVE));
    return party[0];
}

/* An agent or a place, or neither. */
static void draw_adjunct(const Draw *d, Symbol part, const Entry *preposition, double chance)
{
    if (happens(d, chance))
        d->root->parts[part][0] =
            draw_phrase(d, preposition, wanted_kinds(d->clause, part, preposition));
}

/* ---- the clause ---- */

static const Entry *draw_adverb(const Draw *d)
{
    double at = random_uniform(d->random);
    for (const Entry *e = d->language->first[ADVERB]; e; at -= e->weight / 100., e = e->next)
        if (at < e->weight / 100.)
            return e;
    return NULL;
}

static void draw_date(const Draw *d)
{
    const Entry **words = d->root->words;
    if (has_adverb(d->clause, UNDATED) || !happens(d, CHANCE_DATE))
        return;
    if (happens(d, CHANCE_MONTH))
        words[MONTH] = draw_word(d, MONTH, NULL, 0);
    if (!words[MONTH] || happens(d, CHANCE_YEAR))
        words[YEAR] = draw_word(d, YEAR, NULL, 0);
}

/* Of all adjectives, which stand one after the other, whatever they weigh. */
static void draw_predicates(const Draw *d)
{
    uint32_t count = 0;
    for (const Entry *e = d->language->first[ADJECTIVE]; e; e = e->next)
        count++;
    bool two = !d->root->words[ADVERB] && happens(d, CHANCE_SECOND_PREDICATE);
    for (int i = 0; i < (two ? 2 : 1); i++)
        d->root->predicates[i] = d->language->first[ADJECTIVE] + random_below(d->random, count);
}

static void draw_verb(const Draw *d)
{
    bool passive = rule_has(d->root->rule, PARTICIPLE);
    const Entry *verb;
    do
        verb = draw_word(d, VERB, NULL, 0);
    while (passive && verb[1].symbol != PARTICIPLE);
    d->root->words[VERB] = verb;
    d->root->words[PARTICIPLE] = passive ? verb + 1 : NULL;
}

/* As far as its rule has them. */
static bool draw_parts(const Draw *d)
{
    const Entry *rule = d->root->rule, *verb = d->root->words[VERB];
    if (!draw_party(d, SUBJECT) ||
        (rule_has(rule, OBJECT) && verb->objects && !draw_party(d, OBJECT)))
        return false;
    if (rule_has(rule, AGENT))
        draw_adjunct(d, AGENT, d->language->by, CHANCE_AGENT);
    if (rule_has(rule, PLACE))
        draw_adjunct(d, PLACE, draw_word(d, PREPOSITION, d->root, DEED),
                     verb->objects ? d->more : .5 + d->more / 2);
    if (rule_has(rule, DATE))
        draw_date(d);
    if (rule_has(rule, PREDICATES))
        draw_predicates(d);
    return true;
}

/* False if it came to nothing, and another is to be drawn. */
static bool draw_clause(const Draw *d)
{
    d->clause->count = 1;
    *d->root = (Constituent){0};
    d->root->rule = draw_word(d, CLAUSE, NULL, 0);
    d->root->words[ADVERB] = draw_adverb(d);
    if (!rule_has(d->root->rule, PREDICATES))
        draw_verb(d);
    return draw_parts(d) && clause_makes_sense(d->clause);
}

void language_draw(const Language *language, Random *random, Lengths lengths, Pair *english)
{
    double more = lengths.most > LONGEST_USUAL ? COMPLEMENT_LONG : COMPLEMENT_USUAL;
    Clause clause = {.language = language};
    Draw d = {language, random, more, &clause, &clause.nodes[0]};
    Line line;
    line.count = 0;
    while (line.count < lengths.least || line.count > lengths.most)
        if (draw_clause(&d))
            clause_say(&clause, ENGLISH, 0, &line);
    english->source_length = line_numbers(&line, english->source);
}
