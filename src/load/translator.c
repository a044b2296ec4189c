#include "load/translator.h"

#include "base/utf8.h"
#include "load/pair_file.h"

#include <string.h>

static const size_t LARGEST_FILE = (size_t)4 << 30;

enum { MOST_WINDOW = 1000 };

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

/* Of a tensor that the kind has; one that it has not counts as 1 × 1. `smallest` has what a kind
   declares, whatever its sizes. */
static bool read_extents(Arena *arena, const Safetensors *file, const Translator *smallest,
                         const char *name, int most_rows, Tensor *t, Error *error)
{
    *t = (Tensor){.rows = 1, .cols = 1};
    return !parameter_find(smallest->parameters, name) ||
           pair_file_extents(arena, file, name, most_rows, t, error);
}

static bool read_window(Arena *arena, const Safetensors *file, const TranslatorKind *kind,
                        int *window, Error *error)
{
    *window = 0;
    return (kind->reach == REACH_GLOBAL && !safetensors_metadata(file, "window")) ||
           safetensors_number(arena, file, "window", MOST_WINDOW, window, error);
}

/* By the tensors that show them best; the others are held against these. */
static bool read_sizes(Arena *arena, const Safetensors *file, const TranslatorKind *kind,
                       TranslatorSizes *sizes, Error *error)
{
    Tensor source, target, decoder, layer[3];
    Translator smallest = translator_new(arena, kind, (TranslatorSizes){1, 1, 1, 2, 1, 1});
    if (!read_extents(arena, file, &smallest, "source/E", MOST_PAIR_WORDS, &source, error) ||
        !read_extents(arena, file, &smallest, "target/E", MOST_PAIR_WORDS, &target, error) ||
        !read_extents(arena, file, &smallest, "decoder/U", MOST_UNITS, &decoder, error) ||
        !read_extents(arena, file, &smallest, "additive/W_a", MOST_UNITS, &layer[0], error) ||
        !read_extents(arena, file, &smallest, "concat/W_a", 3 * MOST_UNITS, &layer[1], error) ||
        !read_extents(arena, file, &smallest, "local/W_p", MOST_UNITS, &layer[2], error) ||
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

/* ---- the whole ---- */

bool translator_parse(Arena *arena, const char *path, Bytes bytes, LoadedTranslator *loaded,
                      Error *error)
{
    Safetensors file;
    LoadedTranslator l = {0};
    Translator *t = &l.translator;
    if (!safetensors_parse(arena, path, bytes, &file, error) ||
        !read_kind(arena, &file, &t->kind, error) ||
        !read_sizes(arena, &file, t->kind, &t->sizes, error))
        return false;
    *t = translator_new(arena, t->kind, t->sizes);
    if (!pair_file_parameters(arena, &file, t->parameters, error) ||
        !pair_file_words(arena, &file, t->sizes.source_words, t->sizes.target_words,
                         &l.source_words, &l.target_words, &t->end, error))
        return false;
    t->parameters->origin = arena_format(arena, "from %s", path);
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
