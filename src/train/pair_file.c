#include "train/pair_file.h"

#include "train/translator_recipe.h"

#include <string.h>

void pair_file_round(Parameters *parameters)
{
    for (int i = 0; i < parameters->count; i++) {
        Tensor value = parameters->items[i].value;
        for (size_t k = 0; k < tensor_size(value); k++)
            value.data[k] = float16_nearest(value.data[k]);
    }
}

/* The recipe, and whether it was followed to its end. */
static const char *what_was_done(Arena *arena, const PairLearned *l)
{
    if (l->steps_done == l->steps)
        return l->recipe;
    return arena_format(arena, "%s; broken off after %d step%s", l->recipe, l->steps_done,
                        l->steps_done == 1 ? "" : "s");
}

/* Both, the model's own in front; *count becomes that of all. */
static const NamedText *all_metadata(Arena *arena, const NamedText *own, int own_count,
                                     const PairLearned *l, int *count)
{
    const NamedText common[] = {
        {"corpus", l->source->origin},
        {"recipe", what_was_done(arena, l)},
        {"steps", arena_format(arena, "%d of %d", l->steps_done, l->steps)},
        {"seed", arena_format(arena, "%ju", (uintmax_t)l->seed)},
        {"held-out", translation_score_text(arena, l->score)},
        {"held-out sentences", measured_range(arena, l->source)},
        {"source vocabulary", lexicon_lines(arena, &l->source->source)},
        {"target vocabulary", lexicon_lines(arena, &l->source->target)},
    };
    int common_count = sizeof common / sizeof *common;
    *count = own_count + common_count;
    NamedText *all = arena_alloc(arena, (size_t)*count, sizeof *all);
    memcpy(all, own, (size_t)own_count * sizeof *own);
    memcpy(all + own_count, common, sizeof common);
    return all;
}

void pair_file_write(Arena *arena, FILE *stream, const Parameters *parameters, const NamedText *own,
                     int own_count, const PairLearned *learned)
{
    int metadata_count;
    NamedTensor *tensors = arena_alloc(arena, (size_t)parameters->count, sizeof *tensors);
    for (int i = 0; i < parameters->count; i++)
        tensors[i] = (NamedTensor){parameters->items[i].name, parameters->items[i].value, FLOAT16};
    const NamedText *metadata = all_metadata(arena, own, own_count, learned, &metadata_count);
    safetensors_write(stream, tensors, parameters->count, metadata, metadata_count);
}
