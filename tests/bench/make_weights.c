/* Makes the built-in weights from WordNet: `make weights`.
 *
 *     make_weights FOLDER OUTPUT
 *
 * FOLDER is where WordNet's database lies. Progress goes to stderr, a line now and then. */
#include "support/builtin.h"

static const int heads[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 48};

enum {
    SETS = COUNT_OF(heads),
    STEPS_OF_PROJECTIONS = 4000, /* of each number of heads, once the embeddings are made */
    TOLD_EVERY = 500
};

static void train(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, const Model *model)
{
    Training *training = context_training(arena, corpus, plan, *model);
    while (training->steps_done < plan->recipe.steps) {
        training_step(training);
        if (training->steps_done % TOLD_EVERY == 0)
            fprintf(stderr, "%d heads: step %d of %d, loss %.3f\n", model_size(model, "heads"),
                    training->steps_done, plan->recipe.steps, training->loss);
    }
    training_end(training);
}

static void make(Arena *arena, const char *folder, const char *path)
{
    WeightsFile file = {.arena = arena, .precision = FLOAT16};
    Corpus corpus = corpus_read_wordnet(arena, folder, BUILTIN_WORDS);
    TrainingPlan plan = builtin_plan(arena, &corpus, BUILTIN_HEADS), projections = plan;
    projections.recipe.steps = STEPS_OF_PROJECTIONS;
    Model sets[SETS], embedded = context_start(arena, &corpus, &plan);
    ContextScore scores[SETS] = {0};
    train(arena, &corpus, &plan, &embedded);
    for (int i = 0; i < SETS; i++) {
        sets[i] = context_fresh_heads(arena, &embedded, heads[i], plan.seed);
        train(arena, &corpus, &projections, &sets[i]);
        context_score(arena, &corpus, &sets[i], &scores[i]);
    }
    weights_file_say(&file, "corpus", corpus.origin);
    weights_file_say(
        &file, "recipe",
        arena_format(
            arena,
            "%s; then, with these embeddings, the projections of each number of heads from a fresh "
            "start, %d steps; seed %ju",
            context_plan_text(arena, &plan), projections.recipe.steps, (uintmax_t)plan.seed));
    context_file_write(path, &corpus, sets, scores, SETS, &file);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: make_weights FOLDER OUTPUT\n", stderr);
        return EXIT_USAGE;
    }
    ENDED_BY(arena_end) Arena *arena = arena_new();
    make(arena, argv[1], argv[2]);
    return EXIT_SUCCESS;
}
