#include "load/word_lines.h"

#include "base/utf8.h"
#include "load/tokens.h"
#include "model/weights.h"

#include <string.h>

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
        text += length + (text[length] == '\n');
    }
    return true;
}

bool different_word_lines(Arena *arena, const Safetensors *file, const char *name,
                          const char *table, int rows, const char ***words, Error *error)
{
    if (!word_lines(arena, file, name, table, rows, words, error))
        return false;
    Vocabulary sorted = vocabulary_new(arena, *words, rows);
    for (int i = 1; i < rows; i++) {
        const VocabularyEntry *a = &sorted.entries[i - 1], *b = a + 1;
        if (strcmp(a->key, b->key) == 0)
            return fail(error, "%s: %s: words %d and %d are the same: '%s'", file->path, name,
                        a->row + 1, b->row + 1,
                        elide_middle(arena, visible_text(arena, a->key), 40));
    }
    return true;
}
