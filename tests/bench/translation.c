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
#include "train/pairs.h"

enum { LAST_STEPS = 50 };

static void print_words(const int *words, int count)
{
    for (int i = 0; i < count; i++)
        printf("%d ", words[i]);
}

static void print_pairs(Arena *arena, const PairSource *source, const TrainingPlan *plan)
{
    int size = plan->recipe.batch;
    PairBatches batches = pair_batches_new(arena, source, plan->seed, size);
    printf("words %d %d\n", source->source.count, source->target.count);
    for (int step = 0; step < plan->recipe.steps; step++) {
        const Pair *pairs = pair_batch(&batches, step);
        puts("batch");
        for (int i = 0; i < size; i++) {
            print_words(pairs[i].source, pairs[i].source_length);
            printf("| ");
            print_words(pairs[i].target, pairs[i].target_length);
            printf("%d\n", END_WORD);
        }
    }
}

static void train(Arena *arena, const PairSource *source, const TrainingPlan *plan)
{
    double start = seconds(), loss = 0;
    int steps = plan->recipe.steps;
    Training *t = pair_training(arena, source, plan);
    for (int i = 0; i < steps; i++) {
        double step_loss = training_step(t);
        loss += i >= steps - LAST_STEPS ? step_loss / LAST_STEPS : 0;
    }
    training_end(t);
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
    PairSource source = language_source(arena, LONGEST_USUAL, false);
    TrainingPlan plan = pair_plan(arena, model_kind("bahdanau"), NULL, &source, steps, 1);
    (pairs ? print_pairs : train)(arena, &source, &plan);
    arena_free(arena);
    return 0;
}
