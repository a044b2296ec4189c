/* Makes the built-in translators and the transformer from the toy language: `make translators`.
 *
 *     make_translators FOLDER [STEPS [KIND...]]
 *
 * writes FOLDER/KIND.safetensors for every kind and the kind "transformer", or for those named.
 * STEPS is for a quick try, 0 for the recipe's. Progress goes to stderr, a line now and then. */
#include "base/whole_file.h"
#include "train/pair_training.h"

#include <stdlib.h>
#include <string.h>

enum { TOLD_EVERY = 1000 };

static Pair held_out[MEASURED_PAIRS];

/* The mean loss of the last steps, now and then; begins a new sum. */
static void tell(const PairTraining *t, double *loss)
{
    if (t->steps_done % TOLD_EVERY)
        return;
    fprintf(stderr, "%s: step %d of %d, loss %.4f\n", t->name, t->steps_done, t->steps,
            *loss / TOLD_EVERY);
    *loss = 0;
}

static bool make(Arena *arena, PairTraining *t, const char *folder, Error *error)
{
    double loss = 0;
    while (t->steps_done < t->steps) {
        loss += pair_training_step(t);
        tell(t, &loss);
    }
    pair_training_end(t);
    int count = measured_pairs(arena, t->source, held_out);
    TranslationScore score = pair_training_score(t, held_out, count);
    fprintf(stderr, "%s: %ld numbers, %s\n", t->name, pair_training_parameters(t),
            translation_score_text(arena, score));
    WholeFile file;
    const char *path = arena_format(arena, "%s/%s.safetensors", folder, t->name);
    if (!whole_file_begin(arena, path, &file, error))
        return false;
    pair_training_write(t, file.stream, score);
    return whole_file_end(&file, error);
}

/* Of a kind, or the transformer for NULL; `steps` 0 for the recipe's. */
static PairTraining *begin(Arena *arena, const PairSource *source, const TranslatorKind *kind,
                           int steps)
{
    if (!kind) {
        TransformerRecipe recipe = transformer_recipe(source);
        if (steps)
            transformer_recipe_set_steps(&recipe, steps);
        return transformer_training(arena, source, &recipe);
    }
    TranslatorRecipe recipe = translator_recipe(kind, source);
    recipe.settings.steps = steps ? steps : recipe.settings.steps;
    return translator_training(arena, source, &recipe);
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
            done = make(arena, begin(arena, &source, kind, steps), argv[1], &error);
        arena_free(arena);
    }
    if (!done)
        fprintf(stderr, "%s\n", error.message);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
