#include "model/words.h"

/* ---- lists of words ---- */

/* Files of these names (src/list.S), one entry a line, with a zero byte at the end: put together by
   hand; those of common words are sorted. Nothing is read when the program starts.

   irregular_forms   "mice mouse": a form that no rule of endings leads back from, or that one would
                     lead astray (bigger, dying), or a contraction with "not"; then its bases, the
                     likeliest first
   spellings         "aeroplane airplane": how words begin, British and American, both with the same
                     letter
   endings           "ied y": what a form ends with, and what its base ends with instead; the
   longest endings first. "-" is nothing, and "=" nothing, before which the last letter may have
   been doubled */
extern const char irregular_forms_list[], irregular_forms_list_end[];
extern const char function_words_list[], function_words_list_end[];
extern const char spellings_list[], spellings_list_end[];
extern const char endings_list[];

static bool ends_word(char c)
{
    return c == ' ' || c == '\n';
}

/* Of a line its first word, less than, equal to or greater than the key as strcmp tells. */
static int compare(const char *line, const char *key)
{
    while (!ends_word(*line) && *line == *key)
        line++, key++;
    return (ends_word(*line) ? 0 : (unsigned char)*line) - (unsigned char)*key;
}

/* The first line whose first word is not less than the key, of lines sorted by those; or the end.
 */
static const char *first_from(const char *list, const char *end, const char *key)
{
    while (list < end) {
        const char *line = list + (end - list) / 2;
        while (line > list && line[-1] != '\n')
            line--;
        if (compare(line, key) < 0)
            list = strchr(line, '\n') + 1;
        else
            end = line;
    }
    return end;
}

bool is_function_word(const char *key)
{
    const char *line = first_from(function_words_list, function_words_list_end, key);
    return *line && compare(line, key) == 0;
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
    for (const char *line = endings_list; *line; line = strchr(line, '\n') + 1) {
        size_t cut = strcspn(line, " "), stem = strlen(word) - cut;
        const char *end = line + cut + 1, *mark = end + strcspn(end, "-=\n");
        if (strlen(word) < cut + SHORTEST_STEM || strncmp(word + stem, line, cut) != 0)
            continue;
        const char *base =
            arena_format(forms->arena, "%.*s%.*s", (int)stem, word, (int)(mark - end), end);
        size_t length = strlen(base);
        add_base(forms, base);
        if (*mark == '=' && length > SHORTEST_STEM && base[length - 1] == base[length - 2])
            add_base(forms, with_end(forms->arena, base, 1, "")); /* "hopp", of hopped */
    }
}

static void add_irregular_bases(Forms *forms, const char *word)
{
    const char *line = first_from(irregular_forms_list, irregular_forms_list_end, word);
    if (!*line || compare(line, word) != 0)
        return;
    for (const char *base = line + strlen(word); *base == ' ';) {
        size_t length = strcspn(++base, " \n");
        add_form(forms, arena_strndup(forms->arena, base, length));
        base += length;
    }
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
    const char *line = first_from(spellings_list, spellings_list_end, (char[]){*word, '\0'});
    for (const char *end; *line == *word; line = end + 1) {
        const char *space = strchr(line, ' ');
        end = strchr(space, '\n');
        const char *beginnings[2] = {line, space + 1};
        const size_t lengths[2] = {(size_t)(space - line), (size_t)(end - space - 1)};
        if (strncmp(word, beginnings[from], lengths[from]) == 0)
            add_form(forms, arena_format(forms->arena, "%.*s%s", (int)lengths[to], beginnings[to],
                                         word + lengths[from]));
    }
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
