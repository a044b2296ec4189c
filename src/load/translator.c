#include "load/translator.h"

#include "base/number.h"
#include "base/utf8.h"
#include "load/safetensors.h"
#include "load/word_lines.h"

#include <string.h>

static const size_t LARGEST_FILE = (size_t)4 << 30;

/* Of a translator that anybody would train; three of them still count in an int. */
enum { MOST_WORDS = 1 << 24, MOST_UNITS = 1 << 16, MOST_WINDOW = 1000 };

static bool read_kind(Arena *arena, const Safetensors *file, const TranslatorKind **kind,
                      Error *error)
{
    const char *name = safetensors_metadata(file, "kind");
    if (!name)
        return fail(error, "%s: not a translator's file: the metadata has no kind", file->path);
    *kind = translator_kind(name);
    return *kind || fail(error, "%s: unknown kind of translator '%s'", file->path,
                         elide_middle(arena, visible_text(arena, name), 40));
}

/* ---- sizes ---- */

/* A tensor's extents, which are from 1 to what is sensible; a tensor that the kind does not have
   counts as 1 × 1. */
static bool read_extents(Arena *arena, const Safetensors *file, const TranslatorKind *kind,
                         int index, int most_rows, Tensor *t, Error *error)
{
    const char *name = translator_tensor_name(index);
    int rows, cols;
    *t = (Tensor){.rows = 1, .cols = 1};
    if (!translator_tensor_shape(kind, (TranslatorSizes){0}, index, &rows, &cols))
        return true;
    if (!safetensors_matrix(arena, file, name, t, error))
        return false;
    return (t->rows >= 1 && t->rows <= most_rows && t->cols >= 1 && t->cols <= MOST_UNITS) ||
           fail(error, "%s: %s is %d × %d, expected at least 1 × 1 and at most %d × %d", file->path,
                name, t->rows, t->cols, most_rows, MOST_UNITS);
}

static bool read_window(Arena *arena, const Safetensors *file, const TranslatorKind *kind,
                        int *window, Error *error)
{
    const char *text = safetensors_metadata(file, "window");
    long value = 0;
    if (kind->reach != REACH_GLOBAL && !text)
        return fail(error, "%s: the metadata has no window", file->path);
    if (text && !parse_whole(arena_format(arena, "%s: window", file->path), text, 1, MOST_WINDOW,
                             &value, error))
        return false;
    *window = (int)value;
    return true;
}

/* By the tensors that show them best; the others are held against these. */
static bool read_sizes(Arena *arena, const Safetensors *file, const TranslatorKind *kind,
                       TranslatorSizes *sizes, Error *error)
{
    Tensor source, target, decoder, layer[3];
    if (!read_extents(arena, file, kind, LEARNS_SOURCE_WORDS, MOST_WORDS, &source, error) ||
        !read_extents(arena, file, kind, LEARNS_TARGET_WORDS, MOST_WORDS, &target, error) ||
        !read_extents(arena, file, kind, LEARNS_DECODER_U, MOST_UNITS, &decoder, error) ||
        !read_extents(arena, file, kind, LEARNS_ADDITIVE_W_A, MOST_UNITS, &layer[0], error) ||
        !read_extents(arena, file, kind, LEARNS_CONCAT_W_A, 3 * MOST_UNITS, &layer[1], error) ||
        !read_extents(arena, file, kind, LEARNS_W_P, MOST_UNITS, &layer[2], error) ||
        !read_window(arena, file, kind, &sizes->window, error))
        return false;
    sizes->source_words = source.rows;
    sizes->target_words = target.rows;
    sizes->embedding = source.cols;
    sizes->hidden = decoder.rows;
    sizes->alignment = 1;
    for (int i = 0; i < 3; i++)
        if (layer[i].cols > sizes->alignment)
            sizes->alignment = layer[i].cols;
    return translator_sizes_fit(kind, *sizes) ||
           fail(error, "%s: %d units cannot be halved for an encoder that reads both ways",
                file->path, sizes->hidden);
}

/* ---- tensors ---- */

static bool read_tensors(Arena *arena, const Safetensors *file, Translator *t, Error *error)
{
    for (int i = 0; i < TRANSLATOR_TENSORS; i++) {
        const char *name = translator_tensor_name(i);
        int rows, cols;
        if (!translator_tensor_shape(t->kind, t->sizes, i, &rows, &cols))
            continue;
        if (!safetensors_matrix(arena, file, name, &t->tensors[i], error))
            return false;
        if (t->tensors[i].rows != rows || t->tensors[i].cols != cols)
            return fail(error, "%s: %s is %d × %d, expected %d × %d", file->path, name,
                        t->tensors[i].rows, t->tensors[i].cols, rows, cols);
    }
    return true;
}

bool translator_parse(Arena *arena, const char *path, Bytes bytes, LoadedTranslator *loaded,
                      Error *error)
{
    Safetensors file;
    LoadedTranslator l = {0};
    Translator *t = &l.translator;
    const char *source = translator_tensor_name(LEARNS_SOURCE_WORDS);
    const char *target = translator_tensor_name(LEARNS_TARGET_WORDS);
    if (!safetensors_parse(arena, path, bytes, &file, error) ||
        !read_kind(arena, &file, &t->kind, error) ||
        !read_sizes(arena, &file, t->kind, &t->sizes, error) ||
        !read_tensors(arena, &file, t, error) ||
        !different_word_lines(arena, &file, "source vocabulary", source, t->sizes.source_words,
                              &l.source_words, error) ||
        !different_word_lines(arena, &file, "target vocabulary", target, t->sizes.target_words,
                              &l.target_words, error) ||
        !find_end_word(path, l.target_words, t->sizes.target_words, &t->end, error))
        return false;
    t->origin = arena_format(arena, "from %s", path);
    l.corpus = safetensors_metadata(&file, "corpus");
    l.recipe = safetensors_metadata(&file, "recipe");
    l.score = safetensors_metadata(&file, "held-out");
    *loaded = l;
    return true;
}

bool translator_read(Arena *arena, const char *path, LoadedTranslator *loaded, Error *error)
{
    Bytes bytes;
    return file_read(arena, path, LARGEST_FILE, &bytes, error) &&
           translator_parse(arena, path, bytes, loaded, error);
}
