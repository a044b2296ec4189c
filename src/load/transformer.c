#include "load/transformer.h"

#include "base/utf8.h"
#include "load/pair_file.h"

#include <string.h>

static const size_t LARGEST_FILE = (size_t)4 << 30;

enum { MOST_LAYERS = 100 };

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

/* By the metadata, and the tensors that show them best; the others are held against these. */
static bool read_sizes(Arena *arena, const Safetensors *file, TransformerSizes *s, Error *error)
{
    Tensor source, target, hidden;
    if (!safetensors_number(arena, file, "encoder layers", MOST_LAYERS, &s->encoder_layers,
                            error) ||
        !safetensors_number(arena, file, "decoder layers", MOST_LAYERS, &s->decoder_layers,
                            error) ||
        !safetensors_number(arena, file, "heads", MOST_UNITS, &s->heads, error) ||
        !read_norm(arena, file, &s->norm, error) ||
        !pair_file_extents(arena, file, "source/E", MOST_PAIR_WORDS, &source, error) ||
        !pair_file_extents(arena, file, "target/E", MOST_PAIR_WORDS, &target, error) ||
        !pair_file_extents(arena, file, "encoder-1/ffn/W_1", MOST_UNITS, &hidden, error))
        return false;
    s->source_words = source.rows;
    s->target_words = target.rows;
    s->d_model = source.cols;
    s->ffn = hidden.cols;
    return s->d_model % s->heads == 0 ||
           fail(error, "%s: %d columns of source/E cannot be split among %d heads", file->path,
                s->d_model, s->heads);
}

/* ---- the whole ---- */

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
    *t = transformer_new(arena, sizes);
    if (!pair_file_parameters(arena, &file, t->parameters, error) ||
        !pair_file_words(arena, &file, sizes.source_words, sizes.target_words, &l.source_words,
                         &l.target_words, &t->end, error))
        return false;
    t->parameters->origin = arena_format(arena, "from %s", path);
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
