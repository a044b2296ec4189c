/* Makes the built-in models (model/model.h) from the toy language: `make translators`.
 *
 *     make_translators FOLDER [STEPS [KIND...]]
 *
 * writes FOLDER/KIND.safetensors for every kind, or for those named. STEPS is for a quick try, 0
 * for the recipe's. Progress goes to stderr, a line now and then. */
#include "base/whole_file.h"
#include "train/pair_training.h"

#include <stdlib.h>
#include <string.h>

enum { TOLD_EVERY = 1000 };

static void train(PairTraining *t)
{
    const Training *training = t->training;
    while (training->steps_done < t->plan.recipe.steps) {
        training_step(t->training);
        if (training->steps_done % TOLD_EVERY == 0)
            fprintf(stderr, "%s: step %d of %d, loss %.4f\n", t->plan.kind->name,
                    training->steps_done, t->plan.recipe.steps, training->loss);
    }
    pair_training_end(t);
}

static bool make(Arena *arena, PairTraining *t, const char *folder, Error *error)
{
    const char *name = t->plan.kind->name;
    train(t);
    Measured held_out = measured_pairs(arena, t->source);
    TranslationScore score =
        translation_score(t->source, &t->model, held_out.pairs, held_out.count);
    fprintf(stderr, "%s: %ld numbers, %s\n", name, parameters_size(t->model.parameters),
            translation_score_text(arena, score));
    WholeFile file;
    const char *path = arena_format(arena, "%s/%s.safetensors", folder, name);
    if (!whole_file_begin(arena, path, &file, error))
        return false;
    pair_file_write(t, file.stream, score);
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
    for (int i = 0; done && i < model_kind_count; i++) {
        const ModelKind *kind = &model_kinds[i];
        Arena *arena = arena_new();
        PairSource source = usual_language(arena);
        TrainingPlan plan = training_plan(arena, kind, NULL, &source, steps, 1);
        if (is_asked_for(kind->name, argc, argv))
            done = make(arena, pair_training_new(arena, &source, &plan), argv[1], &error);
        arena_free(arena);
    }
    if (!done)
        fprintf(stderr, "%s\n", error.message);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
