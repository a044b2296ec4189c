/* Makes the built-in weights from WordNet: `make weights`.
 *
 *     make_weights FOLDER OUTPUT [STEPS]
 *
 * FOLDER is where WordNet's database lies. STEPS is for a quick try: of the first training; the
 * others get a fraction. Progress goes to stderr, a line now and then. */
#include "base/whole_file.h"
#include "train/perplexity.h"
#include "train/recipe.h"
#include "train/weights_file.h"

#include <stdio.h>
#include <stdlib.h>

static const int other_heads[] = {1, 2, 4, 6, 8, 12, 16, 24, 48};

enum { OTHERS = sizeof other_heads / sizeof *other_heads, TOLD_EVERY = 500, EVERYTHING = 1 << 30 };

static void train(Arena *arena, const Corpus *corpus, const ContextModel *model,
                  TrainingSettings settings)
{
    Trainer *trainer = trainer_new(arena, corpus, model, settings);
    double loss = 0;
    for (int i = 1; i <= settings.steps; i++) {
        loss += trainer_step(trainer);
        if (i % TOLD_EVERY == 0) {
            fprintf(stderr, "%d heads: step %d of %d, loss %.3f\n", model->heads, i, settings.steps,
                    loss / TOLD_EVERY);
            loss = 0;
        }
    }
    trainer_free(trainer);
}

/* "3: 840 and 1420 …": for each number of heads, without a mask and under the causal one. */
static const char *measure(Arena *arena, const Corpus *corpus, const ContextModel *sets, int count)
{
    const char *text = arena_format(arena, "unigram: %.0f", unigram_perplexity(corpus, EVERYTHING));
    for (int i = 0; i < count; i++)
        text = arena_format(arena, "%s; %d heads: %.0f, causal %.0f", text, sets[i].heads,
                            perplexity(corpus, &sets[i], SEES_ALL, EVERYTHING),
                            perplexity(corpus, &sets[i], SEES_BEFORE, EVERYTHING));
    return text;
}

static const char *describe(Arena *arena, const Recipe *r)
{
    return arena_format(
        arena, "%s; then the projections of each other number of heads, %d steps; seed %ju",
        recipe_described(arena, r), r->projections.steps, (uintmax_t)r->all.seed);
}

static bool write_file(Arena *arena, const char *path, const Corpus *corpus, const Recipe *recipe,
                       const ContextModel *sets, int count, Error *error)
{
    NamedText metadata[] = {
        {"corpus", corpus->origin},
        {"recipe", describe(arena, recipe)},
        {"held-out perplexity", measure(arena, corpus, sets, count)},
        {"licence", wordnet_licence},
    };
    WholeFile file;
    if (!whole_file_begin(arena, path, &file, error))
        return false;
    weights_file_write(arena, file.stream, corpus, sets, count, FLOAT16, metadata,
                       sizeof metadata / sizeof *metadata);
    return whole_file_end(&file, error);
}

/* `steps` 0 for the recipe's. */
static Recipe recipe_of(int steps)
{
    Recipe recipe = recipe_builtin();
    if (steps) {
        recipe.projections.steps = recipe.projections.steps * steps / recipe.all.steps;
        recipe.all.steps = steps;
    }
    return recipe;
}

static int fewest_heads_first(const void *left, const void *right)
{
    return ((const ContextModel *)left)->heads - ((const ContextModel *)right)->heads;
}

static bool make(Arena *arena, const char *folder, const char *path, int steps, Error *error)
{
    Recipe recipe = recipe_of(steps);
    Corpus corpus;
    if (!corpus_read_wordnet(arena, folder, recipe.vocabulary, &corpus, error))
        return false;
    ContextModel sets[1 + OTHERS] = {recipe_start(arena, &corpus, &recipe)};
    train(arena, &corpus, &sets[0], recipe.all);
    for (int i = 0; i < OTHERS; i++) {
        sets[1 + i] = recipe_other_heads(arena, &sets[0], other_heads[i]);
        train(arena, &corpus, &sets[1 + i], recipe.projections);
    }
    qsort(sets, 1 + OTHERS, sizeof *sets, fewest_heads_first);
    return write_file(arena, path, &corpus, &recipe, sets, 1 + OTHERS, error);
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        fputs("usage: make_weights FOLDER OUTPUT [STEPS]\n", stderr);
        return EXIT_USAGE;
    }
    Error error;
    Arena *arena = arena_new();
    bool made = make(arena, argv[1], argv[2], argc == 4 ? atoi(argv[3]) : 0, &error);
    arena_free(arena);
    if (!made)
        fprintf(stderr, "%s\n", error.message);
    return made ? EXIT_SUCCESS : EXIT_FAILURE;
}
