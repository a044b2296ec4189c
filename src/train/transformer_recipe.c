#include "train/transformer_recipe.h"

/* One layer a side gets three or more of a thousand sentences wrong that two get right. */
enum { LAYERS = 2 };

TransformerRecipe transformer_recipe(const PairSource *source)
{
    return (TransformerRecipe){.sizes = {.source_words = source->source.count,
                                         .target_words = source->target.count,
                                         .d_model = 48,
                                         .heads = 3,
                                         .ffn = 96,
                                         .encoder_layers = LAYERS,
                                         .decoder_layers = LAYERS,
                                         .norm = NORM_POST},
                               .settings = {.steps = 8000,
                                            .warm_up = 200,
                                            .pairs = 64,
                                            .rate = 3e-3,
                                            .longest_gradient = 1,
                                            .decay = 0.3,
                                            .seed = 1}};
}

void transformer_recipe_set_steps(TransformerRecipe *recipe, int steps)
{
    recipe->settings.steps = steps;
    if (recipe->settings.warm_up > steps / 10)
        recipe->settings.warm_up = steps / 10;
}

Transformer transformer_start(Arena *arena, const TransformerRecipe *recipe)
{
    Transformer t = transformer_random(arena, recipe->sizes, recipe->settings.seed);
    t.end = END_WORD;
    return t;
}

const char *transformer_recipe_text(Arena *arena, const TransformerRecipe *recipe)
{
    const TransformerSizes *z = &recipe->sizes;
    const TransformerSettings *s = &recipe->settings;
    return arena_format(
        arena,
        "%d and %d words, %d encoder and %d decoder layers, norms: %s, d_model %d, "
        "%d heads, feed-forward layers of %d; %d steps of %d sentences, Adam "
        "rising to %g in %d steps and falling to 0, gradients cut to %g, decay of matrices %g",
        z->source_words, z->target_words, z->encoder_layers, z->decoder_layers,
        norm_place_names[z->norm], z->d_model, z->heads, z->ffn, s->steps, s->pairs, s->rate,
        s->warm_up, s->longest_gradient, s->decay);
}
