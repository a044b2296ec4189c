#include "language/grammar.h"

typedef struct Speaker {
    const Clause *clause;
    Tongue tongue;
    Line *line;
    int choice; /* what is left of it: mixed-radix, a digit for each rule with alternatives */
} Speaker;

/* ---- words ---- */

/* Adds the form that agrees with the node; `what` is the item of the node that it expresses. */
static void say(Speaker *s, const Constituent *node, int what, const Forms *forms, Number number,
                bool elides)
{
    int form = forms->count < 2 ? 0 : (int)number;
    if (forms->count > 2 && !is_masculine(node))
        form += 2;
    int source = node->id * (MOST_ENTRIES + SYMBOLS) + what;
    for (int i = 0; i < MOST_PARTS && forms->parts[form][i]; i++) {
        CHECK(s->line->count < MOST_LINE_WORDS, "%d words", s->line->count);
        s->line->words[s->line->count++] =
            (LineWord){forms->parts[form][i], elides, {source, source}};
    }
}

/* After an auxiliary a verb is not inflected: does not sign. */
static void say_word(Speaker *s, const Constituent *node, const Entry *word)
{
    bool helped = s->tongue == ENGLISH && word->symbol == VERB && has_adverb(s->clause, HELPED);
    Number number = helped ? PLURAL : grammatical_number(node);
    say(s, node, word->number, word->forms[s->tongue], number, node->id && number == SINGULAR);
}

/* In French a negated object loses its indefinite article: ne signe pas de loi. */
static bool is_denied(const Speaker *s, const Constituent *node)
{
    return s->tongue == FRENCH && has_adverb(s->clause, NEGATIVE) &&
           s->clause->nodes[0].parts[OBJECT][0] == node &&
           (node->words[DETERMINER]->traits & INDEFINITE);
}

/* Adds the particle if the node has what it stands for. */
static void say_particle(Speaker *s, const Constituent *node, const Item *item)
{
    const Entry *const *words = node->words;
    const Entry *instead = item->symbol == NEGATION ? words[ADVERB]
                           : item->symbol == DENIED ? words[DETERMINER]
                                                    : NULL;
    bool said = item->symbol == HELPER     ? has_adverb(s->clause, HELPED)
                : item->symbol == NEGATION ? has_adverb(s->clause, NEGATIVE)
                : item->symbol == DATE     ? words[MONTH] || words[YEAR]
                : item->symbol == DENIED   ? is_denied(s, node)
                                           : true;
    if (said)
        say(s, node, instead ? instead->number : MOST_ENTRIES + (int)item->symbol, item->forms,
            grammatical_number(node), true);
}

/* The phrase's adjectives that belong at `where`, in the order of the entries. Those after the noun
   are mostly reversed, so that the nearest one stays nearest. */
static void say_adjectives(Speaker *s, const Constituent *phrase, Symbol where, const Entry *first)
{
    if (!first)
        return;
    bool there = where == ADJECTIVES || (where == PRECEDING) == ((first->traits & PRECEDES) != 0);
    if (where == FOLLOWING)
        say_adjectives(s, phrase, where, first->next);
    if ((first->name & phrase->adjectives) && there)
        say_word(s, phrase, first);
    if (where != FOLLOWING)
        say_adjectives(s, phrase, where, first->next);
}

/* ---- nodes ---- */

static void say_node(Speaker *s, const Constituent *node);

/* A part or predicate, or two joined by "and". */
static void say_joined(Speaker *s, const Constituent *node, Symbol symbol)
{
    for (int i = 0; i < MOST_JOINED; i++) {
        const Constituent *part = symbol < PARTS ? node->parts[symbol][i] : NULL;
        const Entry *predicate = symbol == PREDICATES ? node->predicates[i] : NULL;
        if (i && (part || predicate))
            say_word(s, part ? part : node, s->clause->language->conjunction);
        if (part)
            say_node(s, part);
        if (predicate)
            say_word(s, node, predicate);
    }
}

static const Order *order_of(Speaker *s, const Entry *rule)
{
    const Order *usual = &rule->orders[s->tongue];
    int count = 1;
    while (s->tongue == FRENCH && usual[count].count)
        count++;
    int chosen = s->choice % count;
    s->choice /= count;
    s->line->choices *= count;
    return &usual[chosen];
}

static void say_node(Speaker *s, const Constituent *node)
{
    const Order *order = order_of(s, node->rule);
    for (int i = 0; i < order->count; i++) {
        const Item *item = &order->items[i];
        const Entry *word = item->symbol < WORDS ? node->words[item->symbol] : NULL;
        if (item->forms)
            say_particle(s, node, item);
        else if (item->symbol < PARTS || item->symbol == PREDICATES)
            say_joined(s, node, item->symbol);
        else if (item->symbol >= WORDS && node->adjectives)
            say_adjectives(s, node, item->symbol, s->clause->language->first[ADJECTIVE]);
        else if (word && !(word->symbol == DETERMINER && is_denied(s, node)))
            say_word(s, node, word);
    }
}

/* ---- elision and contraction ---- */

/* English goes by sound: an old man, a european city. Every French h here is mute, and every word
   with a non-ASCII first letter begins with a vowel. */
static bool begins_with_vowel(Tongue tongue, const char *word)
{
    if (tongue == ENGLISH)
        return strchr("aeiou", *word) && strncmp(word, "eu", 2) != 0;
    return strchr("aeiouh", *word) || (unsigned char)*word >= 0x80;
}

/* From right to left, because a form depends on that of the next word: ce vieil homme, not cet. */
static void elide(Speaker *s)
{
    for (int i = s->line->count - 2; i >= 0; i--) {
        LineWord *said = &s->line->words[i];
        if (said->elides && said->word->elided && begins_with_vowel(s->tongue, said[1].word->text))
            said->word = said->word->elided;
    }
}

static void contract(Speaker *s)
{
    LineWord *words = s->line->words;
    int last = 0;
    for (int i = 1; i < s->line->count; i++)
        if (words[i].word->after == words[last].word) {
            words[last].word = words[i].word->contracted;
            words[last].sources[1] = words[i].sources[0];
        } else if (++last < i) {
            words[last] = words[i];
        }
    s->line->count = last + 1;
}

void clause_say(const Clause *clause, Tongue tongue, int choice, Line *line)
{
    Speaker s = {clause, tongue, line, choice};
    line->count = 0;
    line->choices = 1;
    say_node(&s, &clause->nodes[0]);
    elide(&s);
    contract(&s);
}

int line_numbers(const Line *line, int numbers[LONGEST_SAID])
{
    CHECK(line->count <= LONGEST_SAID, "%d words", line->count);
    for (int i = 0; i < line->count; i++)
        numbers[i] = line->words[i].word->number;
    return line->count;
}

/* ---- a translation ---- */

int language_translate(const Language *language, const int *words, int count, int choice,
                       Pair *pair)
{
    Clause clause = {.language = language};
    Line english, french;
    if (count < 1 || count > LONGEST_LANGUAGE_SENTENCE ||
        !clause_parse(&clause, words, count, &english))
        return 0;
    clause_say(&clause, FRENCH, choice, &french);
    pair->source_length = line_numbers(&english, pair->source);
    pair->target_length = line_numbers(&french, pair->target);
    uint64_t said_by[SOURCES] = {0}; /* the English words that express each source */
    for (int i = 0; i < english.count; i++)
        said_by[english.words[i].sources[0]] |= (uint64_t)1 << i;
    for (int i = 0; i < french.count; i++) {
        const int *sources = french.words[i].sources;
        pair->origins[i] = said_by[sources[0]] | said_by[sources[1]];
    }
    return french.choices;
}
