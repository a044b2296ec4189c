#include "train/translator_recipe.h"

#include <string.h>

/* D of local attention: French stays within so many words of English, mostly. */
enum { WINDOW = 3 };

/* Of the encoder each direction has 32 in all kinds, so that all have annotations of 64. */
enum { UNITS = 32, LUONGS_UNITS = 2 * UNITS };

TranslatorRecipe translator_recipe(const TranslatorKind *kind, const PairSource *source)
{
    return (TranslatorRecipe){.kind = kind,
                              .sizes = {.source_words = source->source.count,
                                        .target_words = source->target.count,
                                        .embedding = 24,
                                        .hidden = kind->context_first ? UNITS : LUONGS_UNITS,
                                        .alignment = 24,
                                        .window = WINDOW},
                              .settings = translation_settings_default()};
}

PairSource translator_recipe_source(Arena *arena)
{
    return language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
}

/* What is held out, and the first that is measured. */
typedef struct HeldOut {
    Pair *pairs;
    int count, first;
} HeldOut;

static HeldOut held_out(Arena *arena, const PairSource *source)
{
    int most = CHOSEN_BY_PAIRS + MEASURED_PAIRS;
    HeldOut h = {.pairs = arena_alloc(arena, (size_t)most, sizeof *h.pairs)};
    h.count = source->held_out(source, most, h.pairs);
    h.first = h.count > MEASURED_PAIRS ? h.count - MEASURED_PAIRS : 0;
    return h;
}

int measured_pairs(Arena *arena, const PairSource *source, Pair *pairs)
{
    HeldOut h = held_out(arena, source);
    memcpy(pairs, h.pairs + h.first, (size_t)(h.count - h.first) * sizeof *pairs);
    return h.count - h.first;
}

const char *measured_range(Arena *arena, const PairSource *source)
{
    HeldOut h = held_out(arena, source);
    if (!h.count)
        return "none";
    return arena_format(arena, "%d to %d of those held out", h.first + 1, h.count);
}

Translator translator_start(Arena *arena, const TranslatorRecipe *recipe)
{
    Translator t = translator_random(arena, recipe->kind, recipe->sizes, recipe->settings.seed);
    t.end = END_WORD;
    return t;
}

const char *translator_recipe_text(Arena *arena, const TranslatorRecipe *recipe)
{
    const TranslatorSizes *z = &recipe->sizes;
    const TranslationSettings *s = &recipe->settings;
    const char *layer = translator_has_layer(recipe->kind)
                            ? arena_format(arena, ", %d in the alignment layer", z->alignment)
                            : "";
    return arena_format(arena,
                        "%d and %d words, embeddings of %d numbers, %d units%s; "
                        "%d steps of %d sentences, Adam %g falling to 0, gradients cut to "
                        "%g, decay of matrices at most %g",
                        z->source_words, z->target_words, z->embedding, z->hidden, layer, s->steps,
                        s->pairs, s->rate, s->longest_gradient, translation_most_decay());
}
