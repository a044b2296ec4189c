#include "model/words.h"

/* ---- lists of words ---- */

enum { MOST_BASES = 3, WORD_SIZE = 16 };

typedef struct IrregularForm {
    char form[WORD_SIZE], bases[MOST_BASES][WORD_SIZE];
} IrregularForm;

static const IrregularForm irregular_forms[] = {
#include "model/irregular_forms.list"
};

static const char function_words[][WORD_SIZE] = {
#include "model/function_words.list"
};

static const char spellings[][2][WORD_SIZE] = {
#include "model/spellings.list"
};

static const struct {
    char form[WORD_SIZE], base[WORD_SIZE];
    bool may_double;
} endings[] = {
#include "model/endings.list"
};

enum {
    IRREGULAR_FORMS = sizeof irregular_forms / sizeof *irregular_forms,
    FUNCTION_WORDS = sizeof function_words / sizeof *function_words,
    SPELLINGS = sizeof spellings / sizeof *spellings,
    ENDINGS = sizeof endings / sizeof *endings
};

/* A word with a row, which begins with one. */
static int compare(const void *word, const void *row)
{
    return strcmp(word, row);
}

bool is_function_word(const char *key)
{
    return bsearch(key, function_words, FUNCTION_WORDS, sizeof *function_words, compare);
}

bool is_listed_word(const char *key)
{
    return !is_function_word(key) && strcmp(key, "<unk>") != 0 && strcmp(key, "<mask>") != 0;
}

static void mark(const Lexicon *words, const char *word, bool *marks)
{
    int row = lexicon_find(words, word);
    if (row >= 0)
        marks[row] = true;
}

void mark_unlisted_words(const Lexicon *words, bool *marks)
{
    for (int i = 0; i < FUNCTION_WORDS; i++)
        mark(words, function_words[i], marks);
    mark(words, "<unk>", marks);
    mark(words, "<mask>", marks);
}

/* ---- forms ---- */

enum { MOST_FORMS = 64, LONGEST_WORD = 64, SHORTEST_STEM = 2 };

/* Forms as they are found. */
typedef struct Forms {
    Arena *arena;
    const char *list[MOST_FORMS];
    int count;
} Forms;

static void add_form(Forms *forms, const char *form)
{
    if (forms->count < MOST_FORMS && find_string(forms->list, forms->count, form) < 0)
        forms->list[forms->count++] = form;
}

/* A word without its last `cut` bytes, and with `end` instead. */
static char *with_end(Arena *arena, const char *word, size_t cut, const char *end)
{
    return arena_format(arena, "%.*s%s", (int)(strlen(word) - cut), word, end);
}

/* ---- one word ---- */

static void add_base(Forms *forms, const char *base)
{
    if (!is_function_word(base))
        add_form(forms, base);
}

static void add_bases_by_rule(Forms *forms, const char *word)
{
    for (int i = 0; i < ENDINGS; i++) {
        size_t cut = strlen(endings[i].form);
        if (!ends_with(word, endings[i].form) || strlen(word) < cut + SHORTEST_STEM)
            continue;
        const char *base = with_end(forms->arena, word, cut, endings[i].base);
        size_t length = strlen(base);
        add_base(forms, base);
        if (endings[i].may_double && length > SHORTEST_STEM && base[length - 1] == base[length - 2])
            add_base(forms, with_end(forms->arena, base, 1, "")); /* "hopp", of hopped */
    }
}

static void add_irregular_bases(Forms *forms, const char *word)
{
    const IrregularForm *found =
        bsearch(word, irregular_forms, IRREGULAR_FORMS, sizeof *found, compare);
    for (int i = 0; found && i < MOST_BASES && *found->bases[i]; i++)
        add_form(forms, found->bases[i]);
}

static void add_word(Forms *forms, const char *word)
{
    add_form(forms, word);
    add_irregular_bases(forms, word);
    add_bases_by_rule(forms, word);
}

/* ---- words put together ---- */

/* What follows an apostrophe: dog's, dogs', he'll. Those with "not" are irregular forms. */
static const char *const clitics[] = {"'s", "'", "'ll", "'re", "'ve", "'d", "'m"};

static void add_without_clitic(Forms *forms, const char *word)
{
    for (size_t i = 0; i < sizeof clitics / sizeof *clitics; i++)
        if (ends_with(word, clitics[i]) && strlen(word) > strlen(clitics[i]))
            add_word(forms, with_end(forms->arena, word, strlen(clitics[i]), ""));
}

/* The head of a compound is its last word (fruit-bat), but the first one where a function word
   follows (sister-in-law, built-in). */
static const char *head(Arena *arena, const char *word)
{
    const char *last = word;
    for (const char *hyphen = word; (hyphen = strchr(hyphen, '-'));) {
        last = ++hyphen;
        if (is_function_word(arena_strndup(arena, last, strcspn(last, "-"))))
            return arena_strndup(arena, word, strcspn(word, "-"));
    }
    return last;
}

static void add_of_hyphenated(Forms *forms, const char *word)
{
    if (!strchr(word, '-') || *word == '-' || ends_with(word, "-"))
        return;
    char *joined = arena_strdup(forms->arena, word), *to = joined;
    for (const char *from = word; *from; from++)
        if (*from != '-')
            *to++ = *from;
    *to = '\0';
    add_word(forms, joined);
    add_word(forms, head(forms->arena, word));
}

/* ---- spelling ---- */

/* How a word ends, British and American. */
static const char *const ends[][2] = {{"ise", "ize"}, {"isation", "ization"}, {"yse", "yze"}};

enum {
    ENDS = sizeof ends / sizeof *ends,
    SHORTEST_VERB = 3, /* before -ise: to prise is not a prize */
};

/* The word as the other side of the ocean spells it; `from` is 0 for British. */
static void add_respelled(Forms *forms, const char *word, int from)
{
    int to = 1 - from;
    for (int i = 0; i < SPELLINGS; i++)
        if (begins_with(word, spellings[i][from]))
            add_form(forms, arena_format(forms->arena, "%s%s", spellings[i][to],
                                         word + strlen(spellings[i][from])));
    for (int i = 0; i < ENDS; i++) {
        size_t cut = strlen(ends[i][from]);
        if (ends_with(word, ends[i][from]) && strlen(word) >= cut + SHORTEST_VERB)
            add_form(forms, with_end(forms->arena, word, cut, ends[i][to]));
    }
}

/* ---- the whole ---- */

const char *const *word_forms(Arena *arena, const char *key, int *count)
{
    Forms *forms = arena_alloc(arena, 1, sizeof *forms);
    forms->arena = arena;
    add_form(forms, key);
    if (strlen(key) <= LONGEST_WORD) {
        add_word(forms, key);
        add_without_clitic(forms, key);
        add_of_hyphenated(forms, key);
        for (int i = 0, spelled = forms->count; i < spelled; i++) {
            add_respelled(forms, forms->list[i], 0);
            add_respelled(forms, forms->list[i], 1);
        }
    }
    *count = forms->count;
    return forms->list;
}

int vocabulary_row_of_form(Arena *arena, const Lexicon *words, const char *key, const char **form)
{
    *form = key;
    int count, row = lexicon_find(words, key);
    if (row >= 0)
        return row;
    const char *const *forms = word_forms(arena, key, &count);
    for (int i = 1; i < count && row < 0; i++) {
        row = lexicon_find(words, forms[i]);
        *form = row < 0 ? key : forms[i];
    }
    return row;
}
