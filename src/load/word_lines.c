#include "load/word_lines.h"

#include "base/utf8.h"
#include "load/tokens.h"

#include <string.h>

enum { WORD_COLUMNS = 40 }; /* of a word in a message */

/* Cut out of the text, where there are as many as rows. */
static bool cut_words(Arena *arena, const char *what, const char *text, const char *table, int rows,
                      const char **words, Error *error)
{
    int lines = 0, empty = 0;
    for (char *word, *rest = arena_strdup(arena, text); (word = strsep(&rest, "\n")); lines++) {
        if (lines < rows)
            words[lines] = word;
        if (!*word && !empty)
            empty = lines + 1;
    }
    if (lines != rows)
        return fail(error, "%s: %d word%s for the %d rows of %s", what, lines,
                    lines == 1 ? "" : "s", rows, table);
    return !empty || fail(error, "%s: word %d is empty", what, empty);
}

static bool fail_same(Arena *arena, const char *what, const char *const *words, int a, int b,
                      Error *error)
{
    const char *first = visible_within(arena, words[a], WORD_COLUMNS);
    const char *second = visible_within(arena, words[b], WORD_COLUMNS);
    bool same = strcmp(first, second) == 0;
    return fail(error, "%s: words %d and %d are the same: '%s'%s%s%s", what, a + 1, b + 1, first,
                same ? "" : " and '", same ? "" : second, same ? "" : "'");
}

bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, const char ***words, Lexicon *vocabulary, Error *error)
{
    const NamedText *text;
    if (!safetensors_text(file, name, &text, error))
        return false;
    if (text->words) {
        *words = text->words->words;
        if (vocabulary)
            *vocabulary = *text->words;
        return true;
    }
    const char *what = arena_format(arena, "%s: %s", file->path, name);
    *words = arena_alloc(arena, (size_t)rows, sizeof **words);
    if (!check_text(what, text->text, strlen(text->text), error) ||
        !cut_words(arena, what, text->text, table, rows, *words, error))
        return false;
    Lexicon distinct = lexicon_new(arena);
    for (int i = 0; i < rows; i++) {
        const char *word = (*words)[i];
        int number = lexicon_add(&distinct, vocabulary ? token_key(arena, word) : word);
        if (number < i)
            return fail_same(arena, what, *words, number, i, error);
    }
    if (vocabulary)
        *vocabulary = distinct;
    return true;
}
