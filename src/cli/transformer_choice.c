#include "cli/transformer_choice.h"

#include "base/utf8.h"
#include "cli/values.h"
#include "load/builtin_transformer.h"
#include "train/pair_source.h"

#include <string.h>

/* ---- sizes ---- */

/* The paper's base model has 6 + 6 layers, 8 heads, d_model = 512 and d_ff = 2048. */
enum { MOST_HEADS = 64, MOST_FEATURES = 512, MOST_UNITS = 2048 };

bool transformer_sizes_read(Arena *arena, const Arguments *a, const TransformerSizeOptions *o,
                            TransformerSizes *s, Error *error)
{
    int norm = 0;
    if (!value_whole(a, o->layers, 1, MOST_TRANSFORMER_LAYERS, &s->encoder_layers, error) ||
        !value_whole(a, o->heads, 1, MOST_HEADS, &s->heads, error) ||
        !value_whole(a, o->ffn, 1, MOST_UNITS, &s->ffn, error) ||
        !value_whole(a, o->dim, 2, MOST_FEATURES, &s->d_model, error) ||
        !value_choice(arena, a, o->norm, norm_place_names, NORM_PLACES, &norm, error))
        return false;
    s->decoder_layers = s->encoder_layers;
    s->norm = (NormPlace)norm;
    return true;
}

bool transformer_sizes_check(const TransformerSizes *s, Error *error)
{
    if (s->d_model % 2)
        return fail_usage(
            error, "--dim %d is odd, but sinusoidal positions go in pairs of features", s->d_model);
    return s->d_model % s->heads == 0 ||
           fail_usage(error, "--heads %d does not divide --dim %d", s->heads, s->d_model);
}

/* ---- which one ---- */

bool transformer_is_drawn(const TransformerChoice *choice)
{
    return !strcmp(choice->weights, "random");
}

static void draw(Arena *arena, const TransformerChoice *choice, KnownTransformer *known)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    TransformerSizes sizes = choice->sizes;
    sizes.source_words = language.source.count;
    sizes.target_words = language.target.count;
    *known = (KnownTransformer){.transformer = transformer_random(arena, sizes, choice->seed),
                                .source = language.source,
                                .target = language.target};
    known->transformer.end = END_WORD;
}

static bool load(Arena *arena, const TransformerChoice *choice, KnownTransformer *known,
                 Error *error)
{
    LoadedTransformer l;
    if (!strcmp(choice->weights, "built-in"))
        l = builtin_transformer(arena);
    else if (!transformer_read(arena, choice->weights, &l, error))
        return false;
    *known = (KnownTransformer){
        .transformer = l.transformer,
        .source = lexicon_of(arena, l.source_words, l.transformer.sizes.source_words),
        .target = lexicon_of(arena, l.target_words, l.transformer.sizes.target_words),
        .recipe = l.recipe,
        .score = l.score};
    known->transformer.parameters->origin = visible_text(arena, l.transformer.parameters->origin);
    return true;
}

bool transformer_find(Arena *arena, const TransformerChoice *choice, KnownTransformer *known,
                      Error *error)
{
    if (!transformer_is_drawn(choice))
        return load(arena, choice, known, error);
    draw(arena, choice, known);
    return true;
}
