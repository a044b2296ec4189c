#include "load/word_lines.h"

#include "load/tokens.h"

#include <string.h>

enum { WORD_COLUMNS = 40 }; /* of a word in a message */

static int count_lines(const char *text)
{
    int count = 1;
    for (; (text = strchr(text, '\n')); text++)
        count++;
    return count;
}

bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, const char ***words, Error *error)
{
    const char *text = safetensors_metadata(file, name);
    if (!text)
        return fail(error, "%s: the metadata has no %s", file->path, name);
    const char *what = arena_format(arena, "%s: %s", file->path, name);
    if (!check_text(what, text, strlen(text), error))
        return false;
    int lines = count_lines(text);
    if (lines != rows)
        return fail(error, "%s: %d word%s for the %d rows of %s", what, lines,
                    lines == 1 ? "" : "s", rows, table);
    *words = arena_alloc(arena, (size_t)rows, sizeof **words);
    for (int i = 0; i < rows; i++) {
        size_t length = strcspn(text, "\n");
        if (!length)
            return fail(error, "%s: word %d is empty", what, i + 1);
        (*words)[i] = arena_strndup(arena, text, length);
        text += length + 1; /* the last time, behind the end */
    }
    return true;
}

bool different_words(Arena *arena, const char *what, const char *const *words,
                     const char *const *keys, int count, Vocabulary *vocabulary, Error *error)
{
    *vocabulary = vocabulary_new(arena, keys, count);
    for (int i = 1; i < count; i++) {
        const VocabularyEntry *a = &vocabulary->entries[i - 1], *b = a + 1;
        if (strcmp(a->key, b->key) != 0)
            continue;
        const char *first = shown_within(arena, words[a->row], WORD_COLUMNS);
        const char *second = shown_within(arena, words[b->row], WORD_COLUMNS);
        bool same = strcmp(first, second) == 0;
        return fail(error, "%s: words %d and %d are the same: '%s'%s%s%s", what, a->row + 1,
                    b->row + 1, first, same ? "" : " and '", same ? "" : second, same ? "" : "'");
    }
    return true;
}

bool different_word_lines(Arena *arena, const Safetensors *file, const char *name,
                          const char *table, int rows, const char ***words, Error *error)
{
    Vocabulary ignored;
    return word_lines(arena, file, name, table, rows, words, error) &&
           different_words(arena, arena_format(arena, "%s: %s", file->path, name), *words, *words,
                           rows, &ignored, error);
}
