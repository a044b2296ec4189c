#include "load/transformer.h"

#include "base/number.h"
#include "base/utf8.h"
#include "load/safetensors.h"
#include "load/word_lines.h"

#include <string.h>

static const size_t LARGEST_FILE = (size_t)4 << 30;

/* Of a transformer that anybody would train. */
enum { MOST_WORDS = 1 << 24, MOST_UNITS = 1 << 16, MOST_LAYERS = 100 };

/* A text of a hostile file, for a message. */
static const char *shown(Arena *arena, const char *text)
{
    return elide_middle(arena, visible_text(arena, text), 40);
}

static bool check_kind(Arena *arena, const Safetensors *file, Error *error)
{
    const char *kind = safetensors_metadata(file, "kind");
    if (!kind)
        return fail(error, "%s: not a transformer's file: the metadata has no kind", file->path);
    return strcmp(kind, "transformer") == 0 ||
           fail(error, "%s: not a transformer's file: its kind is '%s'", file->path,
                shown(arena, kind));
}

/* ---- sizes ---- */

static bool read_number(Arena *arena, const Safetensors *file, const char *name, int most,
                        int *number, Error *error)
{
    const char *text = safetensors_metadata(file, name);
    long value;
    if (!text)
        return fail(error, "%s: the metadata has no %s", file->path, name);
    if (!parse_whole(arena_format(arena, "%s: %s", file->path, name), text, 1, most, &value, error))
        return false;
    *number = (int)value;
    return true;
}

static bool read_norm(Arena *arena, const Safetensors *file, NormPlace *norm, Error *error)
{
    const char *text = safetensors_metadata(file, "norm");
    if (!text)
        return fail(error, "%s: the metadata has no norm", file->path);
    for (int place = 0; place < NORM_PLACES; place++)
        if (strcmp(text, norm_place_names[place]) == 0) {
            *norm = (NormPlace)place;
            return true;
        }
    return fail(error, "%s: norm: '%s' is not post, pre or none", file->path, shown(arena, text));
}

/* A tensor's extents, which are from 1 to what is sensible. */
static bool read_extents(Arena *arena, const Safetensors *file, const char *name, int most_rows,
                         int *rows, int *cols, Error *error)
{
    Tensor t;
    if (!safetensors_matrix(arena, file, name, &t, error))
        return false;
    *rows = t.rows;
    *cols = t.cols;
    return (t.rows >= 1 && t.rows <= most_rows && t.cols >= 1 && t.cols <= MOST_UNITS) ||
           fail(error, "%s: %s is %d × %d, expected at least 1 × 1 and at most %d × %d", file->path,
                name, t.rows, t.cols, most_rows, MOST_UNITS);
}

/* By the metadata, and the tensors that show them best; the others are held against these. */
static bool read_sizes(Arena *arena, const Safetensors *file, TransformerSizes *s, Error *error)
{
    int unused;
    if (!read_number(arena, file, "encoder layers", MOST_LAYERS, &s->encoder_layers, error) ||
        !read_number(arena, file, "decoder layers", MOST_LAYERS, &s->decoder_layers, error) ||
        !read_number(arena, file, "heads", MOST_UNITS, &s->heads, error) ||
        !read_norm(arena, file, &s->norm, error) ||
        !read_extents(arena, file, "source/E", MOST_WORDS, &s->source_words, &s->d_model, error) ||
        !read_extents(arena, file, "target/E", MOST_WORDS, &s->target_words, &unused, error) ||
        !read_extents(arena, file, "encoder-1/ffn/W_1", MOST_UNITS, &unused, &s->ffn, error))
        return false;
    return s->d_model % s->heads == 0 ||
           fail(error, "%s: %d columns of source/E cannot be split among %d heads", file->path,
                s->d_model, s->heads);
}

/* ---- the whole ---- */

static bool read_tensors(Arena *arena, const Safetensors *file, Transformer *t, Error *error)
{
    for (int i = 0; i < t->tensor_count; i++) {
        const char *name = t->tensors[i].name;
        Tensor *value = &t->tensors[i].value, shape = *value;
        if (!shape.rows)
            continue;
        if (!safetensors_matrix(arena, file, name, value, error))
            return false;
        if (!same_shape(*value, shape))
            return fail(error, "%s: %s is %d × %d, expected %d × %d", file->path, name, value->rows,
                        value->cols, shape.rows, shape.cols);
    }
    return true;
}

bool transformer_parse(Arena *arena, const char *path, Bytes bytes, LoadedTransformer *loaded,
                       Error *error)
{
    Safetensors file;
    LoadedTransformer l = {0};
    Transformer *t = &l.transformer;
    TransformerSizes sizes;
    if (!safetensors_parse(arena, path, bytes, &file, error) || !check_kind(arena, &file, error) ||
        !read_sizes(arena, &file, &sizes, error))
        return false;
    *t = transformer_shape(arena, sizes);
    if (!read_tensors(arena, &file, t, error) ||
        !different_word_lines(arena, &file, "source vocabulary", "source/E", sizes.source_words,
                              &l.source_words, error) ||
        !different_word_lines(arena, &file, "target vocabulary", "target/E", sizes.target_words,
                              &l.target_words, error) ||
        !find_end_word(path, l.target_words, sizes.target_words, &t->end, error))
        return false;
    t->origin = arena_format(arena, "from %s", path);
    l.corpus = safetensors_metadata(&file, "corpus");
    l.recipe = safetensors_metadata(&file, "recipe");
    l.score = safetensors_metadata(&file, "held-out");
    *loaded = l;
    return true;
}

bool transformer_read(Arena *arena, const char *path, LoadedTransformer *loaded, Error *error)
{
    Bytes bytes;
    return file_read(arena, path, LARGEST_FILE, &bytes, error) &&
           transformer_parse(arena, path, bytes, loaded, error);
}
