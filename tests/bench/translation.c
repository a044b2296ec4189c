/* The training of Bahdanau's translator on the toy language, a short one:
 *
 *     translation STEPS           prints the seconds it took, and the loss of the last 50 steps
 *     translation --pairs STEPS   prints the pairs of its steps, a batch's with its lengths, for
 *                                 pytorch_translation.py: "batch", then "source | target" in
 *                                 numbers
 *
 *     training 1.234567890
 *     loss 1.2345
 */
#include "support/bench.h"
#include "train/pair_batches.h"
#include "train/translator_recipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_STEPS = 50 };

static void print_words(const int *words, int count)
{
    for (int i = 0; i < count; i++)
        printf("%d ", words[i]);
}

static void print_pairs(Arena *arena, const PairSource *source, const TranslatorRecipe *recipe)
{
    PairBatches *batches =
        pair_batches_new(arena, source, recipe->settings.seed, recipe->settings.pairs);
    printf("words %d %d\n", source->source.count, source->target.count);
    for (int step = 0; step < recipe->settings.steps; step++) {
        PairBatch batch = pair_batch(batches, step);
        puts("batch");
        for (int i = 0; i < batch.group_count; i++)
            for (int k = 0; k < batch.groups[i].count; k++) {
                const Pair *pair = &batch.groups[i].pairs[k];
                print_words(pair->source, pair->source_length);
                printf("| ");
                print_words(pair->target, pair->target_length);
                printf("%d\n", END_WORD);
            }
    }
}

static void train(Arena *arena, const PairSource *source, const TranslatorRecipe *recipe)
{
    double start = seconds(), loss = 0;
    int steps = recipe->settings.steps;
    Translator translator = translator_start(arena, recipe);
    TranslationTrainer *trainer =
        translation_trainer_new(arena, source, &translator, recipe->settings);
    for (int i = 0; i < steps; i++) {
        double step_loss = translation_step(trainer);
        loss += i >= steps - LAST_STEPS ? step_loss / LAST_STEPS : 0;
    }
    translation_trainer_free(trainer);
    printf("training %.9f\nloss %.4f\n", seconds() - start, loss);
}

int main(int argc, char **argv)
{
    bool pairs = argc == 3 && strcmp(argv[1], "--pairs") == 0;
    int steps = argc > 1 ? atoi(argv[argc - 1]) : 0;
    if (steps < LAST_STEPS) {
        fprintf(stderr, "usage: translation [--pairs] STEPS (at least %d)\n", LAST_STEPS);
        return 2;
    }
    Arena *arena = arena_new();
    PairSource source = translator_recipe_source(arena);
    TranslatorRecipe recipe = translator_recipe(translator_kind("bahdanau"), &source);
    recipe.settings.steps = steps;
    (pairs ? print_pairs : train)(arena, &source, &recipe);
    arena_free(arena);
    return 0;
}
