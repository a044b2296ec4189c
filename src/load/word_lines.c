#include "load/word_lines.h"

#include "base/utf8.h"
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

/* Cut out of the text, where there are as many as rows. */
static bool cut_words(Arena *arena, const char *what, const char *text, const char *table, int rows,
                      const char **words, Error *error)
{
    int lines = count_lines(text);
    if (lines != rows)
        return fail(error, "%s: %d word%s for the %d rows of %s", what, lines,
                    lines == 1 ? "" : "s", rows, table);
    for (int i = 0; i < rows; i++) {
        size_t length = strcspn(text, "\n");
        if (!length)
            return fail(error, "%s: word %d is empty", what, i + 1);
        words[i] = arena_strndup(arena, text, length);
        text += length + 1; /* the last time, behind the end */
    }
    return true;
}

static bool check_different(Arena *arena, const char *what, const Vocabulary *vocabulary,
                            const char *const *words, Error *error)
{
    for (int i = 1; i < vocabulary->count; i++) {
        const VocabularyEntry *a = &vocabulary->entries[i - 1], *b = a + 1;
        if (strcmp(a->key, b->key) != 0)
            continue;
        const char *first = visible_within(arena, words[a->row], WORD_COLUMNS);
        const char *second = visible_within(arena, words[b->row], WORD_COLUMNS);
        bool same = strcmp(first, second) == 0;
        return fail(error, "%s: words %d and %d are the same: '%s'%s%s%s", what, a->row + 1,
                    b->row + 1, first, same ? "" : " and '", same ? "" : second, same ? "" : "'");
    }
    return true;
}

bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, const char ***words, Vocabulary *vocabulary, Error *error)
{
    const char *text = safetensors_metadata(file, name);
    if (!text)
        return fail(error, "%s: the metadata has no %s", file->path, name);
    const char *what = arena_format(arena, "%s: %s", file->path, name);
    const char **keys = arena_alloc(arena, (size_t)rows, sizeof *keys);
    *words = arena_alloc(arena, (size_t)rows, sizeof **words);
    if (!check_text(what, text, strlen(text), error) ||
        !cut_words(arena, what, text, table, rows, *words, error))
        return false;
    for (int i = 0; i < rows; i++)
        keys[i] = vocabulary ? token_key(arena, (*words)[i]) : (*words)[i];
    Vocabulary distinct = vocabulary_new(arena, keys, rows);
    if (vocabulary)
        *vocabulary = distinct;
    return check_different(arena, what, &distinct, *words, error);
}
