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

/* For bsearch: compares a word with a row's first word. */
static int compare(const void *word, const void *row)
{
    return strcmp(word, row);
}

bool is_function_word(const char *key)
{
    return bsearch(key, function_words, COUNT_OF(function_words), sizeof *function_words, compare);
}

bool is_listed_word(const char *key)
{
    return !is_function_word(key) && strcmp(key, "<unk>") != 0 && strcmp(key, "<mask>") != 0;
}

/* ---- forms ---- */

enum { LONGEST_WORD = 64, SHORTEST_STEM = 2 };

/* Replaces the ending `old` by `new` if at least `least` bytes precede it; else NULL. */
static const char *with_end(Arena *arena, const char *word, const char *old, const char *new,
                            size_t least)
{
    size_t length = strlen(word), cut = strlen(old);
    bool fits = length >= cut + least && ends_with(word, old);
    return fits ? arena_format(arena, "%.*s%s", (int)(length - cut), word, new) : NULL;
}

/* ---- one word ---- */

static void add_base(Lexicon *forms, const char *base)
{
    if (!is_function_word(base))
        lexicon_add(forms, base);
}

static void add_bases_by_rule(Lexicon *forms, const char *word)
{
    for (int i = 0; i < COUNT_OF(endings); i++) {
        const char *base =
            with_end(forms->arena, word, endings[i].form, endings[i].base, SHORTEST_STEM);
        if (!base)
            continue;
        size_t length = strlen(base);
        add_base(forms, base);
        if (endings[i].may_double && length > SHORTEST_STEM && base[length - 1] == base[length - 2])
            add_base(forms, arena_strndup(forms->arena, base, length - 1)); /* "hopp" from hopped */
    }
}

static void add_word(Lexicon *forms, const char *word)
{
    const IrregularForm *irregular =
        bsearch(word, irregular_forms, COUNT_OF(irregular_forms), sizeof *irregular, compare);
    lexicon_add(forms, word);
    for (int i = 0; irregular && i < MOST_BASES && *irregular->bases[i]; i++)
        lexicon_add(forms, irregular->bases[i]);
    add_bases_by_rule(forms, word);
}

/* ---- compounds ---- */

/* Clitics: dog's, dogs', he'll. Those with "not" are irregular forms. */
static const char *const clitics[] = {"'s", "'", "'ll", "'re", "'ve", "'d", "'m"};

static void add_without_clitic(Lexicon *forms, const char *word)
{
    for (int i = 0; i < COUNT_OF(clitics); i++) {
        const char *host = with_end(forms->arena, word, clitics[i], "", 1);
        if (host)
            add_word(forms, host);
    }
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

static void add_of_hyphenated(Lexicon *forms, const char *word)
{
    if (!strchr(word, '-') || *word == '-' || ends_with(word, "-"))
        return;
    Text joined = text_new(forms->arena);
    for (char *rest = arena_strdup(forms->arena, word), *part; (part = strsep(&rest, "-"));)
        text_add(&joined, part);
    add_word(forms, joined.data);
    add_word(forms, head(forms->arena, word));
}

/* ---- spelling ---- */

/* Endings, British and American. */
static const char *const ends[][2] = {{"ise", "ize"}, {"isation", "ization"}, {"yse", "yze"}};

enum { SHORTEST_VERB = 3 }; /* length before -ise: to prise is not a prize */

/* Adds the other spelling; `from` is 0 for British. */
static void add_respelled(Lexicon *forms, const char *word, int from)
{
    int to = 1 - from;
    for (int i = 0; i < COUNT_OF(spellings); i++)
        if (begins_with(word, spellings[i][from]))
            lexicon_add(forms, arena_format(forms->arena, "%s%s", spellings[i][to],
                                            word + strlen(spellings[i][from])));
    for (int i = 0; i < COUNT_OF(ends); i++) {
        const char *other = with_end(forms->arena, word, ends[i][from], ends[i][to], SHORTEST_VERB);
        if (other)
            lexicon_add(forms, other);
    }
}

/* ---- the whole ---- */

Lexicon word_forms(Arena *arena, const char *key)
{
    Lexicon forms = lexicon_of(arena, &key, 1);
    if (strlen(key) > LONGEST_WORD)
        return forms;
    add_word(&forms, key);
    add_without_clitic(&forms, key);
    add_of_hyphenated(&forms, key);
    for (int i = 0, spelled = forms.count; i < spelled; i++) {
        add_respelled(&forms, forms.words[i], 0);
        add_respelled(&forms, forms.words[i], 1);
    }
    return forms;
}

int vocabulary_row_of_form(Arena *arena, const Lexicon *words, const char *key, const char **form)
{
    *form = key;
    int row = lexicon_find(words, key);
    if (row >= 0)
        return row;
    Lexicon forms = word_forms(arena, key);
    for (int i = 1; i < forms.count && row < 0; i++) {
        row = lexicon_find(words, forms.words[i]);
        *form = row < 0 ? key : forms.words[i];
    }
    return row;
}
