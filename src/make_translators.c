/* Makes the built-in translators and the transformer from the toy language: `make translators`.
 *
 *     make_translators FOLDER [STEPS [KIND...]]
 *
 * writes FOLDER/KIND.safetensors for every kind and the kind "transformer", or for those named.
 * STEPS is for a quick try, 0 for the recipe's. Progress goes to stderr, a line now and then. */
#include "base/whole_file.h"
#include "train/transformer_file.h"
#include "train/transformer_score.h"
#include "train/translator_file.h"

#include <stdlib.h>
#include <string.h>

enum { TOLD_EVERY = 1000 };

static Pair held_out[MEASURED_PAIRS];

/* The mean loss of the last steps, now and then; begins a new sum. */
static void tell(const char *name, int step, int steps, double *loss)
{
    if (step % TOLD_EVERY)
        return;
    fprintf(stderr, "%s: step %d of %d, loss %.4f\n", name, step, steps, *loss / TOLD_EVERY);
    *loss = 0;
}

static void train(Arena *arena, const PairSource *source, const TranslatorRecipe *recipe,
                  Translator *translator)
{
    int steps = recipe->settings.steps;
    TranslationTrainer *trainer =
        translation_trainer_new(arena, source, translator, recipe->settings);
    double loss = 0;
    for (int i = 1; i <= steps; i++) {
        loss += translation_step(trainer);
        tell(recipe->kind->name, i, steps, &loss);
    }
    translation_trainer_free(trainer);
}

static bool make(Arena *arena, const PairSource *source, const TranslatorKind *kind,
                 const char *folder, int steps, Error *error)
{
    TranslatorRecipe recipe = translator_recipe(kind, source);
    recipe.settings.steps = steps ? steps : recipe.settings.steps;
    Translator translator = translator_start(arena, &recipe);
    train(arena, source, &recipe, &translator);
    translator_round(&translator);
    int count = measured_pairs(arena, source, held_out);
    TranslationScore score = translation_score(source, &translator, held_out, count);
    fprintf(stderr, "%s: %ld numbers, %s\n", kind->name, translator_parameters(&translator),
            translation_score_text(arena, score));
    WholeFile file;
    const char *path = arena_format(arena, "%s/%s.safetensors", folder, kind->name);
    if (!whole_file_begin(arena, path, &file, error))
        return false;
    translator_file_write(arena, file.stream, source, &translator, &recipe, recipe.settings.steps,
                          score);
    return whole_file_end(&file, error);
}

static void train_transformer(Arena *arena, const PairSource *source,
                              const TransformerRecipe *recipe, Transformer *transformer)
{
    int steps = recipe->settings.steps;
    TransformerTrainer *trainer =
        transformer_trainer_new(arena, source, transformer, recipe->settings);
    double loss = 0;
    for (int i = 1; i <= steps; i++) {
        loss += transformer_step(trainer);
        tell("transformer", i, steps, &loss);
    }
    transformer_trainer_free(trainer);
}

static bool make_transformer(Arena *arena, const PairSource *source, const char *folder, int steps,
                             Error *error)
{
    TransformerRecipe recipe = transformer_recipe(source);
    recipe.settings.steps = steps ? steps : recipe.settings.steps;
    Transformer transformer = transformer_start(arena, &recipe);
    train_transformer(arena, source, &recipe, &transformer);
    transformer_round(&transformer);
    int count = measured_pairs(arena, source, held_out);
    TranslationScore score = transformer_score(&transformer, held_out, count);
    fprintf(stderr, "transformer: %ld numbers, %s\n", transformer_parameters(&transformer),
            translation_score_text(arena, score));
    WholeFile file;
    const char *path = arena_format(arena, "%s/transformer.safetensors", folder);
    if (!whole_file_begin(arena, path, &file, error))
        return false;
    transformer_file_write(arena, file.stream, source, &transformer, &recipe, recipe.settings.steps,
                           score);
    return whole_file_end(&file, error);
}

static bool is_asked_for(const char *name, int argc, char **argv)
{
    for (int i = 3; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc <= 3;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: make_translators FOLDER [STEPS [KIND...]]\n", stderr);
        return EXIT_USAGE;
    }
    Error error;
    int steps = argc > 2 ? atoi(argv[2]) : 0;
    bool done = true;
    for (int i = 0; done && i <= translator_kind_count; i++) {
        const TranslatorKind *kind = i < translator_kind_count ? &translator_kinds[i] : NULL;
        Arena *arena = arena_new();
        PairSource source = translator_recipe_source(arena);
        if (is_asked_for(kind ? kind->name : "transformer", argc, argv))
            done = kind ? make(arena, &source, kind, argv[1], steps, &error)
                        : make_transformer(arena, &source, argv[1], steps, &error);
        arena_free(arena);
    }
    if (!done)
        fprintf(stderr, "%s\n", error.message);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
