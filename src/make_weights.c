/* Makes the built-in weights from WordNet: `make weights`.
 *
 *     make_weights FOLDER OUTPUT [STEPS]
 *
 * FOLDER is where WordNet's database lies. STEPS is for a quick try: of the first training; the
 * others get a fraction. Progress goes to stderr, a line now and then. */
#include "train/context_training.h"

#include <stdio.h>
#include <stdlib.h>

static const int heads[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 48};

enum {
    SETS = sizeof heads / sizeof *heads,
    STEPS_OF_PROJECTIONS = 4000, /* of each number of heads, once the embeddings are made */
    TOLD_EVERY = 500
};

static void train(Arena *arena, const Corpus *corpus, const ContextModel *model,
                  const ContextPlan *plan)
{
    Training *training = context_training(arena, corpus, model, plan);
    while (training->steps_done < plan->recipe.steps) {
        training_step(training);
        if (training->steps_done % TOLD_EVERY == 0)
            fprintf(stderr, "%d heads: step %d of %d, loss %.3f\n", model->heads,
                    training->steps_done, plan->recipe.steps, training->loss);
    }
    training_end(training);
}

/* "3: 840 and 1420 …": for each number of heads, without a mask and under the causal one. */
static const char *measure(Arena *arena, const Corpus *corpus, const ContextModel *sets, int count)
{
    const char *text =
        arena_format(arena, "unigram: %.0f", perplexity(corpus, NULL, SEES_ALL, ALL_SENTENCES));
    for (int i = 0; i < count; i++)
        text = arena_format(arena, "%s; %d heads: %.0f, causal %.0f", text, sets[i].heads,
                            perplexity(corpus, &sets[i], SEES_ALL, ALL_SENTENCES),
                            perplexity(corpus, &sets[i], SEES_BEFORE, ALL_SENTENCES));
    return text;
}

static bool write_file(Arena *arena, const char *path, const Corpus *corpus, const char *recipe,
                       const ContextModel sets[SETS], Error *error)
{
    Metadata metadata = {.arena = arena};
    metadata_add(&metadata, "corpus", corpus->origin);
    metadata_add(&metadata, "recipe", recipe);
    metadata_add(&metadata, "held-out perplexity", measure(arena, corpus, sets, SETS));
    for (int i = 0; i < SETS; i++) {
        HeadsMeasured measured = heads_measured(arena, corpus, &sets[i], HEADS_SENTENCES);
        metadata_add(&metadata, arena_format(arena, "heads-%d", sets[i].heads),
                     heads_measured_text(arena, &measured));
    }
    metadata_add(&metadata, "licence", wordnet_licence);
    return context_file_write(path, corpus, sets, SETS, FLOAT16, &metadata, error);
}

/* `steps` 0 for the recipe's. */
static bool make(Arena *arena, const char *folder, const char *path, int steps, Error *error)
{
    Corpus corpus;
    ContextPlan plan = context_plan_builtin, projections = plan;
    plan.recipe.steps = steps ? steps : plan.recipe.steps;
    projections.recipe.steps = STEPS_OF_PROJECTIONS * plan.recipe.steps / projections.recipe.steps;
    if (!corpus_read_wordnet(arena, folder, BUILTIN_WORDS, &corpus, error))
        return false;
    ContextModel sets[SETS], embedded = context_start(arena, &corpus, &plan);
    train(arena, &corpus, &embedded, &plan);
    for (int i = 0; i < SETS; i++) {
        sets[i] = context_fresh_heads(arena, &embedded, heads[i], plan.seed);
        train(arena, &corpus, &sets[i], &projections);
    }
    const char *recipe = arena_format(
        arena,
        "%s; then, with these embeddings, the projections of each number of heads from a fresh "
        "start, %d steps; seed %ju",
        context_plan_text(arena, &corpus, &plan), projections.recipe.steps, (uintmax_t)plan.seed);
    return write_file(arena, path, &corpus, recipe, sets, error);
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
