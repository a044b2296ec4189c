#include "train/transformer_file.h"

#include "train/pair_file.h"

void transformer_file_write(Arena *arena, FILE *stream, const PairSource *source,
                            const Transformer *transformer, const TransformerRecipe *recipe,
                            int steps_done, TranslationScore score)
{
    const TransformerSizes *z = &transformer->sizes;
    const TransformerSettings *s = &recipe->settings;
    const NamedText own[] = {
        {"kind", "transformer"},
        {"encoder layers", arena_format(arena, "%d", z->encoder_layers)},
        {"decoder layers", arena_format(arena, "%d", z->decoder_layers)},
        {"heads", arena_format(arena, "%d", z->heads)},
        {"norm", norm_place_names[z->norm]},
    };
    const PairLearned learned = {
        source, transformer_recipe_text(arena, recipe), steps_done, s->steps, s->seed, score};
    pair_file_write(arena, stream, transformer->parameters, own, sizeof own / sizeof *own,
                    &learned);
}
