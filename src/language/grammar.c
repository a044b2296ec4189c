#include "language/grammar.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

extern const char english_french_list[]; /* english_french.list */

/* What symbols and traits are called in the description. */
static const char symbol_names[] =
    "subject object agent place complement determiner preposition pronoun noun adverb verb "
    "participle month year adjective particle elision contraction phrase clause adjectives "
    "preceding following predicates helper auxiliary negation date denied";
static const char trait_names[] =
    "joins indefinite possessive negative helped undated repeated whose deed deed-of masculine "
    "unowned precedes attributive stative";

/* Names, numbered as they are met. */
typedef struct Names {
    int count;
    const char *list[8 * sizeof(Set)];
} Names;

typedef struct Reader {
    Arena *arena;
    Language *language;
    Names symbols, traits;       /* traits, and then those that only the description knows */
    const Entry **last[SYMBOLS]; /* where the next of a class is kept */
} Reader;

/* The next word of a text; NULL if there is none. Cuts it off, as strsep does. */
static char *next_word(char **text)
{
    char *word;
    do
        word = strsep(text, " ");
    while (word && !*word);
    return word;
}

static int number_of(Names *names, const char *name)
{
    int i = 0;
    while (i < names->count && strcmp(names->list[i], name) != 0)
        i++;
    CHECK(i < (int)(sizeof names->list / sizeof *names->list), "no room for %s", name);
    names->list[i] = name;
    names->count += i == names->count;
    return i;
}

static Set read_set(Names *names, char *column)
{
    Set set = 0;
    for (char *name; (name = next_word(&column));)
        set |= (Set)1 << number_of(names, name);
    return set;
}

static Symbol read_symbol(Reader *r, const char *name)
{
    int symbol = number_of(&r->symbols, name);
    CHECK(symbol < SYMBOLS, "no symbol %s", name);
    return (Symbol)symbol;
}

static Forms read_forms(char *column)
{
    Forms forms = {0};
    for (char *form; (form = strsep(&column, "/"));) {
        int count = 0;
        for (char *part; (part = next_word(&form)); count++) {
            CHECK(forms.count < MOST_FORMS && count < MOST_PARTS, "no room for %s", part);
            forms.parts[forms.count][count] = strcmp(part, "-") == 0 ? NULL : part;
        }
        forms.count += count > 0;
    }
    return forms;
}

static Order read_order(Reader *r, char *column)
{
    Order order = {.items = arena_alloc(r->arena, MOST_ITEMS, sizeof *order.items)};
    for (char *word; (word = next_word(&column));) {
        CHECK(order.count < MOST_ITEMS, "no room for %s", word);
        Item *item = &order.items[order.count++];
        char *name = strsep(&word, ":"), *mark = strchr(name, '?');
        item->optional = mark || word;
        item->forms = read_forms(word);
        if (mark)
            *mark = '\0';
        item->symbol = read_symbol(r, name);
    }
    return order;
}

static void read_entry(Reader *r, char *line)
{
    CHECK(r->language->count < MOST_ENTRIES, "no room for %s", line);
    Entry *entry = &r->language->entries[r->language->count];
    char *head = strsep(&line, "|"), *class = next_word(&head), *weight = next_word(&head);
    entry->symbol = read_symbol(r, class);
    *r->last[entry->symbol] = entry;
    r->last[entry->symbol] = &entry->next;
    entry->number = r->language->count++;
    entry->weight = weight ? atoi(weight) : 1;
    for (Tongue tongue = ENGLISH; tongue <= FRENCH; tongue++)
        if (entry->symbol == PHRASE || entry->symbol == CLAUSE)
            entry->order[tongue] = read_order(r, strsep(&line, "|"));
        else
            entry->forms[tongue] = read_forms(strsep(&line, "|"));
    entry->traits = read_set(&r->traits, strsep(&line, "|"));
    entry->kinds = read_set(&r->traits, strsep(&line, "|"));
    entry->adjectives = read_set(&r->traits, strsep(&line, "|"));
    if (entry->symbol == ADJECTIVE || entry->symbol == ADVERB)
        entry->name = (Set)1 << number_of(&r->traits, entry->forms[ENGLISH].parts[0][0]);
    if (entry->traits & JOINS)
        r->language->conjunction = entry;
    if (entry->after & DEED_OF)
        r->language->by = entry;
}

/* Up to a line feed that no space follows. Cuts it off, as strsep does. */
static char *next_line(char **text)
{
    char *line = *text, *end = line;
    while ((end = strchr(end, '\n')) && end[1] == ' ')
        *end = ' ';
    *text = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return line;
}

const Language *language_new(Arena *arena)
{
    Reader r = {.arena = arena, .language = arena_alloc(arena, 1, sizeof *r.language)};
    read_set(&r.symbols, arena_strdup(arena, symbol_names));
    read_set(&r.traits, arena_strdup(arena, trait_names));
    CHECK(r.symbols.count == SYMBOLS, "%d symbols", r.symbols.count);
    for (int i = 0; i < SYMBOLS; i++)
        r.last[i] = &r.language->first[i];
    for (char *text = arena_strdup(arena, english_french_list); text;) {
        char *line = next_line(&text);
        if (*line && *line != '#')
            read_entry(&r, line);
    }
    r.language->pronoun = next_entry(r.language, PHRASE, NULL);
    r.language->phrase = next_entry(r.language, PHRASE, r.language->pronoun);
    return r.language;
}

const Entry *next_entry(const Language *language, Symbol class, const Entry *behind)
{
    return behind ? behind->next : language->first[class];
}

bool rule_has(const Entry *rule, Symbol symbol)
{
    const Order *order = &rule->order[ENGLISH];
    for (int i = 0; i < order->count; i++)
        if (order->items[i].symbol == symbol)
            return true;
    return false;
}

/* The other form of an entry of the class whose first is these words. */
static const char *other_form(const Language *language, Symbol class, Tongue tongue,
                              const char *word, const char *next)
{
    for (const Entry *e = NULL; (e = next_entry(language, class, e));) {
        const Forms *forms = &e->forms[tongue];
        if (forms->count && strcmp(forms->parts[0][0], word) == 0 &&
            (!next || strcmp(forms->parts[0][1], next) == 0))
            return forms->parts[1][0];
    }
    return NULL;
}

const char *elided(const Language *language, Tongue tongue, const char *word)
{
    return other_form(language, ELISION, tongue, word, NULL);
}

const char *contracted(const Language *language, Tongue tongue, const char *word, const char *next)
{
    return other_form(language, CONTRACTION, tongue, word, next);
}
