/* Draws a clause from the grammar, or parses one. Parsing runs the same recursive descent, but
   takes each choice from the words instead of at random. It is lenient and ignores leftover words:
   the caller (clause_parse) generates the clause again and compares. A preposition attaches to the
   noun before it if it may follow that noun; otherwise, once, to the clause. */
#include "language/grammar.h"

/* Probabilities; all others are weights in the description. */
static const double CHANCE_PLURAL = .35, CHANCE_PRONOUN = .12, CHANCE_JOINED = .08,
                    CHANCE_AGENT = .4, CHANCE_DATE = .45, CHANCE_MONTH = .75, CHANCE_YEAR = .67,
                    CHANCE_SECOND_PREDICATE = .2;

/* Probability of a complement, chosen so that lengths spread up to LONGEST_USUAL, or over all. */
static const double COMPLEMENT_USUAL = .25, COMPLEMENT_LONG = .6;

/* Probability of a first adjective, and of a second and third given the one before. */
static const double CHANCE_ADJECTIVE[MOST_ADJECTIVES] = {.45, .35, .2};

typedef struct Draw {
    Random *random;   /* NULL when parsing */
    double more;      /* the probability of each complement; a larger one makes longer sentences */
    const int *words; /* to be parsed; NULL when drawing */
    int count, at;    /* at: the first word not consumed yet */
    int behind, form; /* of the last word matched: the position after it, and its form */
    Clause *clause;
    Constituent *root; /* the clause's node */
} Draw;

static bool happens(const Draw *d, double chance, bool shown)
{
    return d->random ? random_uniform(d->random) < chance : shown;
}

/* ---- matching words ---- */

/* The number of words of a form, if they stand at position `at`; else 0. */
static int form_length(const Draw *d, int at, LanguageWord *const *form)
{
    int length = 0;
    for (; length < MOST_PARTS && form[length]; length++) {
        int next = at + length < d->count ? d->words[at + length] : 0;
        const LanguageWord *part = form[length], *elided = part->elided;
        if (next != part->number && !(elided && next == elided->number))
            return 0;
    }
    return length;
}

/* Whether one of the forms stands there. */
static bool is_said(Draw *d, int at, const Forms *forms)
{
    for (d->form = 0; d->form < forms->count; d->form++) {
        int length = form_length(d, at, forms->parts[d->form]);
        d->behind = at + length;
        if (length)
            return true;
    }
    return false;
}

/* The entry of a class that stands there and fits the node; NULL if none does. */
static const Entry *said(Draw *d, int at, Symbol class, const Constituent *node, Set wanted)
{
    for (const Entry *e = d->clause->language->first[class]; e && at < d->count; e = e->next)
        if (word_fits(d->clause, node, e, wanted) && is_said(d, at, e->forms[ENGLISH]))
            return e;
    return NULL;
}

/* ---- words ---- */

/* An entry of a class that fits the node: drawn by weight, or the next one in the words; NULL if
   there is none. */
static const Entry *draw_word(Draw *d, Symbol class, const Constituent *node, Set wanted)
{
    const Entry *fitting[MOST_ENTRIES], *found = NULL;
    int count = 0, sum = 0, i = 0;
    for (int at = d->at; at < d->count && !found; at++)
        found = said(d, at, class, node, wanted);
    if (!d->random)
        return found;
    for (const Entry *e = d->clause->language->first[class]; e; e = e->next)
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

/* A preposition that may follow the node. Of homographs, the one whose own noun fits. */
static const Entry *draw_preposition(Draw *d, const Constituent *node, Set deed)
{
    int at = d->at;
    if (d->random)
        return draw_word(d, PREPOSITION, node, deed);
    for (const Entry *e = d->clause->language->first[PREPOSITION]; e; e = e->next) {
        d->at = at;
        if (!word_fits(d->clause, node, e, deed) || !is_said(d, at, e->forms[ENGLISH]))
            continue;
        d->at = d->behind;
        const Entry *noun = draw_word(d, NOUN, NULL, ~(Set)0);
        if (noun && (noun->kinds & e->before) && said(d, d->at, DETERMINER, NULL, 0))
            return e;
    }
    d->at = at;
    return NULL;
}

/* Adds adjectives that agree with each other. */
static void draw_adjectives(Draw *d, Constituent *phrase)
{
    for (int n = 0; n < MOST_ADJECTIVES &&
                    happens(d, CHANCE_ADJECTIVE[n], said(d, d->at, ADJECTIVE, phrase, 0));
         n++) {
        Set names = phrase->adjectives | draw_word(d, ADJECTIVE, phrase, 0)->name;
        d->at = d->behind;
        if (adjectives_agree(d->clause->language, names))
            phrase->adjectives = names;
    }
}

/* ---- phrases ---- */

/* A new phrase of this rule; NULL if the clause is full. */
static Constituent *add_phrase(Clause *clause, const Entry *rule)
{
    if (clause->count > MOST_PHRASES)
        return NULL;
    Constituent *phrase = &clause->nodes[clause->count];
    *phrase = (Constituent){.id = clause->count++, .rule = rule};
    return phrase;
}

/* A determiner, adjectives and a noun, after the preposition if there is one. NULL if none fits. */
static Constituent *draw_plain(Draw *d, const Entry *preposition, Set wanted)
{
    const Entry *noun = draw_word(d, NOUN, NULL, wanted);
    Constituent *phrase = noun ? add_phrase(d->clause, d->clause->language->phrase) : NULL;
    if (!phrase)
        return NULL;
    phrase->words[PREPOSITION] = preposition;
    phrase->words[NOUN] = noun;
    phrase->number = happens(d, CHANCE_PLURAL, d->form == PLURAL) ? PLURAL : SINGULAR;
    int behind = d->behind;
    phrase->words[DETERMINER] = draw_word(d, DETERMINER, phrase, wanted);
    d->at = d->behind;
    draw_adjectives(d, phrase);
    d->at = behind;
    return phrase->words[DETERMINER] ? phrase : NULL;
}

/* The same, possibly with a complement, recursively. */
static Constituent *draw_phrase(Draw *d, const Entry *preposition, Set wanted)
{
    Constituent *first = draw_plain(d, preposition, wanted);
    for (Constituent *phrase = first; phrase && happens(d, d->more, true);) {
        preposition = draw_preposition(d, phrase, 0);
        Constituent *next = preposition ? draw_plain(d, preposition, preposition->before) : NULL;
        phrase->parts[COMPLEMENT][0] = next;
        phrase = next;
    }
    return first;
}

static Constituent *draw_pronoun(Draw *d)
{
    Constituent *phrase = add_phrase(d->clause, d->clause->language->pronoun);
    phrase->words[PRONOUN] = draw_word(d, PRONOUN, NULL, ~(Set)0);
    d->at = d->behind;
    phrase->number = phrase->words[PRONOUN]->forms[ENGLISH]->parts[PLURAL][0] ? PLURAL : SINGULAR;
    return phrase;
}

/* Whether "and" follows the next noun. */
static bool shows_and(Draw *d)
{
    return draw_word(d, NOUN, NULL, ~(Set)0) &&
           is_said(d, d->behind, d->clause->language->conjunction->forms[ENGLISH]);
}

/* A subject or an object; two joined ones share a noun kind. False if none fits. */
static bool draw_party(Draw *d, Symbol part)
{
    const Constituent **party = d->root->parts[part];
    Set wanted = wanted_kinds(d->clause, part, NULL);
    bool person = d->clause->language->first[PRONOUN]->kinds & wanted;
    if (part == SUBJECT && person &&
        happens(d, CHANCE_PRONOUN, said(d, d->at, PRONOUN, NULL, wanted)))
        return (party[0] = draw_pronoun(d));
    bool alone = part == OBJECT && has_adverb(d->clause, NEGATIVE);
    bool joined = !alone && happens(d, CHANCE_JOINED, !d->random && shows_and(d));
    party[0] = joined ? draw_plain(d, NULL, wanted) : draw_phrase(d, NULL, wanted);
    if (party[0] && joined)
        party[1] = draw_phrase(d, NULL, wanted & (party[0]->words[NOUN]->kinds | STATIVE));
    return party[0];
}

/* Adds an agent or a place, or neither. */
static void draw_adjunct(Draw *d, Symbol part, const Entry *preposition, double chance)
{
    if (happens(d, chance, preposition))
        d->root->parts[part][0] =
            draw_phrase(d, preposition, wanted_kinds(d->clause, part, preposition));
}

/* ---- the clause ---- */

static const Entry *draw_adverb(Draw *d)
{
    if (!d->random)
        return draw_word(d, ADVERB, NULL, 0);
    double at = random_uniform(d->random);
    for (const Entry *e = d->clause->language->first[ADVERB]; e;
         at -= e->weight / 100., e = e->next)
        if (at < e->weight / 100.)
            return e;
    return NULL;
}

static void draw_date(Draw *d)
{
    const Entry **words = d->root->words;
    if (has_adverb(d->clause, UNDATED) || !happens(d, CHANCE_DATE, true))
        return;
    if (happens(d, CHANCE_MONTH, true))
        words[MONTH] = draw_word(d, MONTH, NULL, 0);
    if (!words[MONTH] || happens(d, CHANCE_YEAR, true))
        words[YEAR] = draw_word(d, YEAR, NULL, 0);
}

/* Predicates, uniform over all adjectives (consecutive entries, before the verbs). False if none
   matches. */
static bool draw_predicates(Draw *d)
{
    const Entry *first = d->clause->language->first[ADJECTIVE];
    uint32_t count = (uint32_t)(d->clause->language->first[VERB] - first);
    bool two = !d->root->words[ADVERB] && happens(d, CHANCE_SECOND_PREDICATE, true);
    for (int i = 0; i < (two ? 2 : 1); i++) {
        d->root->predicates[i] =
            d->random ? first + random_below(d->random, count) : draw_word(d, ADJECTIVE, NULL, 0);
        d->at = d->behind;
    }
    return d->root->predicates[0];
}

/* False if no verb matches. */
static bool draw_verb(Draw *d)
{
    bool passive = rule_has(d->root->rule, PARTICIPLE);
    const Entry *verb = draw_word(d, passive && !d->random ? PARTICIPLE : VERB, NULL, 0);
    while (d->random && passive && verb[1].symbol != PARTICIPLE)
        verb = draw_word(d, VERB, NULL, 0);
    if (verb && verb->symbol == PARTICIPLE)
        verb--;
    d->root->words[VERB] = verb;
    d->root->words[PARTICIPLE] = passive && verb ? verb + 1 : NULL;
    return verb;
}

/* The parts that the clause's rule has; after the subject, parsing goes on at word `behind`. */
static bool draw_parts(Draw *d, int behind)
{
    const Entry *rule = d->root->rule, *verb = d->root->words[VERB];
    if (!draw_party(d, SUBJECT))
        return false;
    d->at = larger(d->at, behind);
    if (rule_has(rule, OBJECT) && verb->objects && !draw_party(d, OBJECT))
        return false;
    if (rule_has(rule, AGENT))
        draw_adjunct(d, AGENT,
                     d->random ? d->clause->language->by : draw_preposition(d, d->root, DEED_OF),
                     CHANCE_AGENT);
    if (rule_has(rule, PLACE))
        draw_adjunct(d, PLACE, draw_preposition(d, d->root, DEED),
                     verb->objects ? d->more : .5 + d->more / 2);
    if (rule_has(rule, DATE))
        draw_date(d);
    return !rule_has(rule, PREDICATES) || draw_predicates(d);
}

/* Builds the clause by a rule, NULL for any. False if it failed and another is to be drawn. */
static bool draw_clause(Draw *d, const Entry *rule)
{
    d->clause->count = 1;
    d->at = 0;
    *d->root = (Constituent){.rule = rule ? rule : draw_word(d, CLAUSE, NULL, 0)};
    d->root->words[ADVERB] = draw_adverb(d);
    d->behind = 0;
    return (rule_has(d->root->rule, PREDICATES) || draw_verb(d)) && draw_parts(d, d->behind) &&
           clause_makes_sense(d->clause);
}

void language_draw(const Language *language, Random *random, int longest, Pair *english)
{
    double more = longest > LONGEST_USUAL ? COMPLEMENT_LONG : COMPLEMENT_USUAL;
    Clause clause = {.language = language};
    Draw d = {.random = random, .more = more, .clause = &clause, .root = &clause.nodes[0]};
    Line line;
    line.count = 0;
    while (line.count < SHORTEST_SENTENCE || line.count > longest)
        if (draw_clause(&d, NULL))
            clause_say(&clause, ENGLISH, 0, &line);
    english->source_length = line_numbers(&line, english->source);
}

bool clause_parse(Clause *clause, const int *words, int count, Line *english)
{
    Draw d = {.words = words, .count = count, .clause = clause, .root = &clause->nodes[0]};
    int said[LONGEST_SAID];
    for (const Entry *rule = clause->language->first[CLAUSE]; rule; rule = rule->next) {
        if (!draw_clause(&d, rule))
            continue;
        clause_say(clause, ENGLISH, 0, english);
        if (english->count == count && line_numbers(english, said) == count &&
            !memcmp(said, words, (size_t)count * sizeof *said))
            return true;
    }
    return false;
}
