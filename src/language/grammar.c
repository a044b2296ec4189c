#include "language/grammar.h"

/* The names of symbols and traits in the description. */
#define SYMBOL(name) #name " "
#define TRAIT(name, bit, word) word " "
static const char symbol_names[] =
#include "language/symbols.list"
    ;
static const char trait_names[] =
#include "language/traits.list"
    ;

typedef struct Reader {
    Arena *arena;
    Language *language;
    Lexicon symbols, traits; /* the traits, then the names defined only by the description */
    Lexicon words[TONGUES];
    const Entry **last[SYMBOLS]; /* the link to the next entry of each class */
} Reader;

/* The next word of a text, cut off as by strsep; NULL at the end. */
static char *next_word(char **text)
{
    if (*text)
        *text += strspn(*text, " ");
    return *text && **text ? strsep(text, " ") : NULL;
}

static Set set_of(Lexicon *names, const char *name)
{
    int number = lexicon_add(names, name);
    CHECK(number < 8 * (int)sizeof(Set), "no room for %s", name);
    return (Set)1 << number;
}

static Set read_set(Lexicon *names, char *column)
{
    Set set = 0;
    for (char *name; (name = next_word(&column));)
        set |= set_of(names, name);
    return set;
}

static Symbol read_symbol(Reader *r, const char *name)
{
    int symbol = lexicon_find(&r->symbols, name);
    CHECK(symbol >= 0, "no symbol %s", name);
    return (Symbol)symbol;
}

static const Forms *read_forms(Reader *r, Tongue tongue, char *column)
{
    Forms *forms = arena_alloc(r->arena, 1, sizeof *forms);
    for (char *form; (form = strsep(&column, "/"));) {
        int count = 0;
        for (char *part; (part = next_word(&form)); count++) {
            CHECK(forms->count < MOST_FORMS && count < MOST_PARTS, "no room for %s", part);
            if (strcmp(part, "-") == 0)
                continue;
            int number = lexicon_add(&r->words[tongue], part);
            CHECK(number < MOST_LANGUAGE_WORDS, "no room for %s", part);
            forms->parts[forms->count][count] = &r->language->words[tongue][number];
            forms->parts[forms->count][count]->text = part;
        }
        forms->count += count > 0;
    }
    return forms;
}

/* "le/l'", and "de le/du". */
static void read_liaison(const Forms *forms)
{
    LanguageWord *first = forms->parts[0][0], *second = forms->parts[0][1];
    if (second) {
        second->after = first;
        second->contracted = forms->parts[1][0];
    } else if (first) {
        first->elided = forms->parts[1][0];
    }
}

static Order read_order(Reader *r, Tongue tongue, char *column)
{
    Order order = {0};
    for (char *word; (word = next_word(&column));) {
        char *name = strsep(&word, ":");
        name[strcspn(name, "?")] = '\0'; /* from "?" on it is a note for readers */
        Item item = {read_symbol(r, name), word ? read_forms(r, tongue, word) : NULL};
        order.items = arena_append(r->arena, order.items, &order.count, &item, sizeof item);
        order.symbols |= (Set)1 << item.symbol;
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
    for (Tongue tongue = ENGLISH; tongue <= FRENCH; tongue++) {
        if (entry->symbol == PHRASE || entry->symbol == CLAUSE)
            entry->orders[tongue] = read_order(r, tongue, strsep(&line, "|"));
        else
            entry->forms[tongue] = read_forms(r, tongue, strsep(&line, "|"));
        if (entry->symbol == ELISION || entry->symbol == CONTRACTION)
            read_liaison(entry->forms[tongue]);
    }
    entry->traits = read_set(&r->traits, strsep(&line, "|"));
    entry->kinds = read_set(&r->traits, strsep(&line, "|"));
    entry->adjectives = read_set(&r->traits, strsep(&line, "|"));
    for (int i = 0; line && i < MOST_OTHERS; i++)
        entry->orders[TONGUES + i] = read_order(r, FRENCH, strsep(&line, "|"));
    if (entry->symbol == ADJECTIVE || entry->symbol == ADVERB)
        entry->name = set_of(&r->traits, entry->forms[ENGLISH]->parts[0][0]->text);
    if (entry->traits & JOINS)
        r->language->conjunction = entry;
    if (entry->after & DEED_OF)
        r->language->by = entry;
}

static void number_word(LanguageWord *word, WordList *list, bool is_content)
{
    if (!word || word->number)
        return;
    word->number = lexicon_add(&list->words, word->text);
    list->content[word->number] = is_content;
}

Lexicon pair_vocabulary(Arena *arena)
{
    static const char *const special[SPECIAL_PAIR_WORDS] = {
        [START_WORD] = "<s>", [END_WORD] = "</s>", [UNKNOWN_PAIR_WORD] = "<unk>"};
    return lexicon_of(arena, special, SPECIAL_PAIR_WORDS);
}

/* Assigns indices in the order of the entries, elided forms after the others of each. Content words
   start at the nouns. */
static void number_words(Arena *arena, Language *language, Tongue tongue)
{
    WordList *list = &language->vocabularies[tongue];
    bool is_content = false;
    list->words = pair_vocabulary(arena);
    for (int i = 0; i < language->count; i++) {
        const Entry *entry = &language->entries[i];
        is_content |= entry->symbol == NOUN;
        if (!entry->forms[tongue] || entry->symbol == ELISION || entry->symbol == CONTRACTION)
            continue;
        LanguageWord *const *parts = entry->forms[tongue]->parts[0];
        for (int k = 0; k < MOST_FORMS * MOST_PARTS; k++)
            number_word(parts[k], list, is_content);
        for (int k = 0; k < MOST_FORMS * MOST_PARTS; k++)
            number_word(parts[k] ? parts[k]->elided : NULL, list, is_content);
    }
}

const Language *language_new(Arena *arena)
{
    Reader r = {.arena = arena,
                .language = arena_alloc(arena, 1, sizeof *r.language),
                .symbols = lexicon_new(arena),
                .traits = lexicon_new(arena),
                .words = {lexicon_new(arena), lexicon_new(arena)}};
    /* with the lines that go on joined */
    char *text = respelled(arena, english_french_list, (const char *const[]){"\n ", " ", NULL});
    read_set(&r.symbols, lowered(arena, symbol_names));
    read_set(&r.traits, arena_strdup(arena, trait_names));
    CHECK(r.symbols.count == SYMBOLS, "%d symbols", r.symbols.count);
    for (int i = 0; i < SYMBOLS; i++)
        r.last[i] = &r.language->first[i];
    for (char *line; (line = strsep(&text, "\n"));)
        if (*line && *line != '#')
            read_entry(&r, line);
    r.language->pronoun = r.language->first[PHRASE];
    r.language->phrase = r.language->pronoun->next;
    for (Tongue tongue = ENGLISH; tongue <= FRENCH; tongue++)
        number_words(arena, r.language, tongue);
    return r.language;
}

const WordList *language_words(const Language *language, Tongue tongue)
{
    return &language->vocabularies[tongue];
}

bool rule_has(const Entry *rule, Symbol symbol)
{
    return rule->orders[ENGLISH].symbols >> symbol & 1;
}
