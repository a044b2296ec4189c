#include "language/grammar.h"

/* It reads from left to right in the order of the rules, without going back, and generously:
   whether the words agree and make sense is asked at the end. A preposition belongs to the noun
   before it, if it may follow that; otherwise, once, to the clause. */
typedef struct Reader {
    Clause *clause;
    const int *words;
    int count, at;
    int form; /* of the word that was taken last */
} Reader;

/* ---- words ---- */

/* How many words are next that say this form; 0 if not all are. */
static int form_length(const Reader *r, LanguageWord *const *form)
{
    int length = 0;
    for (; length < MOST_PARTS && form[length]; length++) {
        int next = r->at + length < r->count ? r->words[r->at + length] : 0;
        const LanguageWord *part = form[length], *elided = part->elided;
        if (next != part->number && !(elided && next == elided->number))
            return 0;
    }
    return length;
}

/* Passes over one of the forms that is next, and notes which; false if none is. */
static bool take_form(Reader *r, const Forms *forms)
{
    for (r->form = 0; r->form < forms->count; r->form++) {
        int length = form_length(r, forms->parts[r->form]);
        r->at += length;
        if (length)
            return true;
    }
    return false;
}

/* The word of a class that is next; NULL if none is. */
static const Entry *take(Reader *r, Symbol class)
{
    for (const Entry *e = r->clause->language->first[class]; e; e = e->next)
        if (take_form(r, e->forms[ENGLISH]))
            return e;
    return NULL;
}

static bool take_and(Reader *r)
{
    return take_form(r, r->clause->language->conjunction->forms[ENGLISH]);
}

/* ---- nodes ---- */

static bool read_items(Reader *r, Constituent *node);

/* With its complement, and that with its own, …; NULL if no phrase is next. */
static Constituent *read_phrase(Reader *r, const Entry *preposition)
{
    Constituent *phrase = clause_add_phrase(r->clause);
    for (const Entry *rule = r->clause->language->first[PHRASE]; phrase && rule;
         rule = rule->next) {
        phrase->rule = rule;
        phrase->words[PREPOSITION] = preposition;
        if (read_items(r, phrase))
            return phrase;
    }
    return NULL;
}

/* Behind the preposition that is next and may follow the node. Of two of a name, which may follow
   the same noun, it is that whose own noun fits. */
static Constituent *read_adjunct(Reader *r, const Constituent *node, Set deed)
{
    for (const Entry *e = r->clause->language->first[PREPOSITION]; e; e = e->next) {
        int at = r->at, phrases = r->clause->count;
        if (!word_fits(r->clause, node, e, deed) || !take_form(r, e->forms[ENGLISH]))
            continue;
        Constituent *next = read_phrase(r, e);
        if (next && next->words[NOUN] && (e->before & next->words[NOUN]->kinds))
            return next;
        r->at = at;
        r->clause->count = phrases;
    }
    return NULL;
}

/* One phrase, or two that are joined. */
static bool read_party(Reader *r, const Constituent **party)
{
    party[0] = read_phrase(r, NULL);
    if (!party[0] || !take_and(r))
        return party[0];
    party[1] = read_phrase(r, NULL);
    return party[1];
}

static bool read_word(Reader *r, Constituent *node, Symbol class)
{
    const Entry *word = node->words[class] = take(r, class);
    if (word && (class == NOUN || class == PRONOUN))
        node->number = (Number)r->form;
    if (word && class == PARTICIPLE)
        node->words[VERB] = word - 1;
    return word;
}

/* False if it is not there. */
static bool read_item(Reader *r, Constituent *node, const Item *item)
{
    const Entry *word;
    switch (item->symbol) {
    case PREPOSITION:
        return true; /* read before its phrase */
    case ADJECTIVES:
        for (int i = 0; i < MOST_ADJECTIVES && (word = take(r, ADJECTIVE)); i++)
            node->adjectives |= word->name;
        return node->adjectives;
    case PREDICATES:
        node->predicates[0] = take(r, ADJECTIVE);
        if (node->predicates[0] && take_and(r))
            node->predicates[1] = take(r, ADJECTIVE);
        return node->predicates[0];
    case SUBJECT:
        return read_party(r, node->parts[SUBJECT]);
    case OBJECT:
        return !node->words[VERB]->objects || read_party(r, node->parts[OBJECT]);
    case AGENT:
    case PLACE:
    case COMPLEMENT:
        return (node->parts[item->symbol][0] =
                    read_adjunct(r, node, item->symbol == AGENT ? DEED_OF : DEED));
    default:
        return item->forms ? take_form(r, item->forms) : read_word(r, node, item->symbol);
    }
}

static bool read_items(Reader *r, Constituent *node)
{
    const Order *order = &node->rule->orders[ENGLISH];
    for (int i = 0; i < order->count; i++)
        if (!read_item(r, node, &order->items[i]) && !order->items[i].optional)
            return false;
    return true;
}

/* ---- whether it is right ---- */

/* As in a phrase that is drawn. A pronoun is only a subject: he, not him. */
static bool phrase_fits(const Clause *clause, const Constituent *phrase, Set wanted)
{
    const Entry *noun = phrase->words[NOUN];
    if (!noun)
        return phrase->id == 1 && word_fits(clause, phrase, phrase->words[PRONOUN], wanted);
    if (!word_fits(clause, phrase, noun, wanted) ||
        !word_fits(clause, phrase, phrase->words[DETERMINER], wanted) ||
        (phrase->adjectives & ~noun->adjectives) ||
        !adjectives_agree(clause->language, phrase->adjectives))
        return false;
    const Constituent *next = phrase->parts[COMPLEMENT][0];
    return !next || phrase_fits(clause, next, next->words[PREPOSITION]->before);
}

/* Two joined are of one kind; neither is a pronoun, and only the last has a complement. */
static bool party_fits(const Clause *clause, Symbol part)
{
    const Constituent *const *p = clause->nodes[0].parts[part];
    for (int i = 0; i < MOST_JOINED && p[i]; i++)
        if (!phrase_fits(clause, p[i], wanted_kinds(clause, part, p[i]->words[PREPOSITION])))
            return false;
    return !p[1] || (p[0]->words[NOUN] && p[1]->words[NOUN] && !p[0]->parts[COMPLEMENT][0] &&
                     (p[0]->words[NOUN]->kinds & p[1]->words[NOUN]->kinds) &&
                     !(part == OBJECT && has_adverb(clause, NEGATIVE)));
}

/* Whether it is said in just these words. */
static bool is_said_so(const Reader *r, Line *line)
{
    int numbers[LONGEST_SAID];
    clause_say(r->clause, ENGLISH, 0, line);
    return line_numbers(line, numbers) == r->count &&
           !memcmp(numbers, r->words, (size_t)r->count * sizeof *numbers);
}

/* Of at most LONGEST_LANGUAGE_SENTENCE words, which the English line says, too; false if the
   clause's language has no such sentence. */
static bool parse(const int *words, int count, Clause *clause, Line *english)
{
    Reader r = {.clause = clause, .words = words, .count = count};
    for (const Entry *rule = clause->language->first[CLAUSE]; rule; rule = rule->next) {
        clause->count = 1;
        clause->nodes[0] = (Constituent){.rule = rule};
        r.at = 0;
        bool fits = read_items(&r, &clause->nodes[0]) && clause_makes_sense(clause);
        for (Symbol part = SUBJECT; part <= PLACE && fits; part++)
            fits = party_fits(clause, part);
        if (fits && is_said_so(&r, english))
            return true;
    }
    return false;
}

/* ---- in French ---- */

/* Of a French word, the English ones that say the same. */
static void find_origins(const Line *english, const Line *french, uint64_t *origins)
{
    uint64_t said_by[SOURCES] = {0};
    for (int i = 0; i < english->count; i++)
        said_by[english->words[i].sources[0]] |= (uint64_t)1 << i;
    for (int i = 0; i < french->count; i++) {
        const int *sources = french->words[i].sources;
        origins[i] = said_by[sources[0]] | said_by[sources[1]];
    }
}

int language_translate(const Language *language, const int *words, int count, int choice,
                       Pair *pair)
{
    Clause clause = {.language = language};
    Line english, french;
    if (count < 1 || count > LONGEST_LANGUAGE_SENTENCE || !parse(words, count, &clause, &english))
        return 0;
    clause_say(&clause, FRENCH, choice, &french);
    pair->source_length = line_numbers(&english, pair->source);
    pair->target_length = line_numbers(&french, pair->target);
    find_origins(&english, &french, pair->origins);
    return french.choices;
}
