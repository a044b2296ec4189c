#include "model/word_form.h"

#include <string.h>

/* What a form ends with, and what its base ends with instead. The longest endings first. */
static const struct {
    const char *ending, *base;
} endings[] = {
    {"'s", ""},    {"s'", ""},   {"s'", "s"},  {"ches", "ch"}, {"shes", "sh"}, {"ses", "s"},
    {"xes", "x"},  {"zes", "z"}, {"ies", "y"}, {"men", "man"}, {"es", "e"},    {"es", ""},
    {"s", ""},     {"ied", "y"}, {"ed", "e"},  {"ed", ""},     {"ing", "e"},   {"ing", ""},
    {"iest", "y"}, {"est", "e"}, {"est", ""},  {"ier", "y"},   {"er", "e"},    {"er", ""},
};

enum { ENDINGS = sizeof endings / sizeof *endings, SHORTEST_STEM = 2 };

/* "hopp" ends with a letter that was doubled before -ed, -ing, -er and -est. */
static bool is_doubled(const char *stem)
{
    size_t length = strlen(stem);
    return length > SHORTEST_STEM && stem[length - 1] == stem[length - 2];
}

static int try_ending(Arena *arena, const Vocabulary *vocabulary, const char *key, int ending,
                      const char **form)
{
    size_t length = strlen(key), cut = strlen(endings[ending].ending);
    if (length < cut + SHORTEST_STEM || strcmp(key + length - cut, endings[ending].ending) != 0)
        return -1;
    char *base = arena_format(arena, "%.*s%s", (int)(length - cut), key, endings[ending].base);
    int row = vocabulary_row(vocabulary, base);
    if (row < 0 && !*endings[ending].base && is_doubled(base)) {
        base[strlen(base) - 1] = '\0';
        row = vocabulary_row(vocabulary, base);
    }
    *form = base;
    return row;
}

static int try_endings(Arena *arena, const Vocabulary *vocabulary, const char *key,
                       const char **form)
{
    int row = vocabulary_row(vocabulary, key);
    *form = key;
    for (int i = 0; i < ENDINGS && row < 0; i++)
        row = try_ending(arena, vocabulary, key, i, form);
    return row;
}

int vocabulary_row_of_form(Arena *arena, const Vocabulary *vocabulary, const char *key,
                           const char **form)
{
    int row = try_endings(arena, vocabulary, key, form);
    const char *last = strrchr(key, '-');
    if (row < 0 && last && last[1])
        row = try_endings(arena, vocabulary, last + 1, form);
    if (row < 0)
        *form = key;
    return row;
}
