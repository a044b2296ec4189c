#include "load/pair_file.h"

#include "load/word_lines.h"

#include <string.h>

bool pair_file_extents(Arena *arena, const Safetensors *file, const char *name, int most_rows,
                       Tensor *t, Error *error)
{
    if (!safetensors_matrix(arena, file, name, t, error))
        return false;
    return (t->rows >= 1 && t->rows <= most_rows && t->cols >= 1 && t->cols <= MOST_UNITS) ||
           fail(error, "%s: %s is %d × %d, expected at least 1 × 1 and at most %d × %d", file->path,
                name, t->rows, t->cols, most_rows, MOST_UNITS);
}

bool pair_file_parameters(Arena *arena, const Safetensors *file, Parameters *parameters,
                          Error *error)
{
    for (int i = 0; i < parameters->count; i++) {
        Parameter *p = &parameters->items[i];
        if (!safetensors_matrix_of(arena, file, p->name, p->rows, p->cols, &p->value, error))
            return false;
    }
    return true;
}

static bool find_end_word(const char *path, const char *const *words, int count, int *end,
                          Error *error)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "</s>") == 0) {
            *end = i;
            return true;
        }
    return fail(error, "%s: target vocabulary: there is no </s>, the end of a sentence", path);
}

bool pair_file_words(Arena *arena, const Safetensors *file, int source_rows, int target_rows,
                     const char ***source, const char ***target, int *end, Error *error)
{
    return different_word_lines(arena, file, "source vocabulary", "source/E", source_rows, source,
                                error) &&
           different_word_lines(arena, file, "target vocabulary", "target/E", target_rows, target,
                                error) &&
           find_end_word(file->path, *target, target_rows, end, error);
}
