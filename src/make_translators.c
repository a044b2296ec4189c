/* Makes the built-in translators from the toy language: `make translators`.
 *
 *     make_translators FOLDER [STEPS [KIND...]]
 *
 * writes FOLDER/KIND.safetensors for every kind, or for those named. STEPS is for a quick try, 0
 * for the recipe's. Progress goes to stderr, a line now and then. */
#include "base/whole_file.h"
#include "train/translator_file.h"

#include <stdlib.h>
#include <string.h>

enum { TOLD_EVERY = 1000 };

static Pair held_out[MEASURED_PAIRS];

static void train(Arena *arena, const PairSource *source, const TranslatorRecipe *recipe,
                  Translator *translator)
{
    int steps = recipe->settings.steps;
    TranslationTrainer *trainer =
        translation_trainer_new(arena, source, translator, recipe->settings);
    double loss = 0;
    for (int i = 1; i <= steps; i++) {
        loss += translation_step(trainer);
        if (i % TOLD_EVERY == 0) {
            fprintf(stderr, "%s: step %d of %d, loss %.4f\n", recipe->kind->name, i, steps,
                    loss / TOLD_EVERY);
            loss = 0;
        }
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

static bool is_asked_for(const TranslatorKind *kind, int argc, char **argv)
{
    for (int i = 3; i < argc; i++)
        if (strcmp(argv[i], kind->name) == 0)
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
    for (int i = 0; i < translator_kind_count; i++) {
        Arena *arena = arena_new();
        PairSource source = translator_recipe_source(arena);
        int steps = argc > 2 ? atoi(argv[2]) : 0;
        if (is_asked_for(&translator_kinds[i], argc, argv) &&
            !make(arena, &source, &translator_kinds[i], argv[1], steps, &error)) {
            fprintf(stderr, "%s\n", error.message);
            return EXIT_FAILURE;
        }
        arena_free(arena);
    }
    return EXIT_SUCCESS;
}
