/* Are many heads better than one? `make heads-study` trains some numbers of heads wholly (vectors,
 * too), each from several seeds, and prints how well the model then does on what it has not seen.
 *
 *     heads_study FOLDER [STEPS]
 *
 * FOLDER is where WordNet's database lies; STEPS are the built-in recipe's where they are not
 * given. */
#include "support/builtin.h"
#include "support/homographs.h"

static const int head_counts[] = {1, 3, 8};

enum { COUNTS = sizeof head_counts / sizeof *head_counts, SEEDS = 3 };

/* What is measured of a model that was trained from a seed. */
enum { PERPLEXITY, CAUSAL, HOMOGRAPHS, HOMOGRAPHS_CAUSAL, MEASURES };

typedef struct Study {
    Corpus corpus;
    int homograph_count;
    const Homograph *homographs;
    int steps;
} Study;

static Model trained(Arena *arena, const Study *s, int heads, uint64_t seed)
{
    TrainingPlan plan = builtin_plan(arena, &s->corpus, heads);
    plan.seed = seed;
    plan.recipe.steps = s->steps ? s->steps : plan.recipe.steps;
    Model model = context_start(arena, &s->corpus, &plan);
    Training *training = builtin_training(arena, &s->corpus, &plan, model);
    while (training->steps_done < plan.recipe.steps)
        training_step(training);
    training_end(training);
    return model;
}

static void measure(const Study *s, int heads, uint64_t seed, double found[MEASURES])
{
    Arena *arena = arena_new();
    Model model = trained(arena, s, heads, seed);
    for (int i = 0; i < 2; i++) {
        Sight sight = i ? SEES_BEFORE : SEES_ALL;
        found[PERPLEXITY + i] = perplexity(&s->corpus, &model, sight, ALL_SENTENCES);
        found[HOMOGRAPHS + i] = homographs_score(s->homographs, s->homograph_count,
                                                 &s->corpus.vocabulary, &model, sight)
                                    .context;
    }
    printf("%5d  %4d  %10.0f  %6.0f  %10.0f  %6.0f\n", heads, (int)seed, found[PERPLEXITY],
           found[CAUSAL], found[HOMOGRAPHS], found[HOMOGRAPHS_CAUSAL]);
    fflush(stdout);
    arena_free(arena);
}

/* "1034 ± 5": the mean and the standard deviation of a sample. */
static void tell(double (*found)[MEASURES], int which)
{
    double mean = 0, squares = 0;
    for (int i = 0; i < SEEDS; i++)
        mean += found[i][which] / SEEDS;
    for (int i = 0; i < SEEDS; i++)
        squares += (found[i][which] - mean) * (found[i][which] - mean);
    printf("  %.1f ± %.1f", mean, sqrt(squares / (SEEDS - 1)));
}

static void study_heads(const Study *s)
{
    double found[COUNTS][SEEDS][MEASURES];
    printf("heads  seed  perplexity  causal  homographs  causal\n");
    for (int i = 0; i < COUNTS; i++)
        for (int seed = 1; seed <= SEEDS; seed++)
            measure(s, head_counts[i], (uint64_t)seed, found[i][seed - 1]);
    printf("\nMeans of %d seeds and their standard deviation; homographs of %d:\n", SEEDS,
           s->homograph_count);
    for (int i = 0; i < COUNTS; i++) {
        printf("%5d", head_counts[i]);
        for (int which = 0; which < MEASURES; which++)
            tell(found[i], which);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        fputs("usage: heads_study FOLDER [STEPS]\n", stderr);
        return EXIT_USAGE;
    }
    Arena *arena = arena_new();
    Study s = {.steps = argc == 3 ? atoi(argv[2]) : 0};
    s.homographs =
        homographs_read(arena, TESTS_FOLDER "/train/homographs.list", &s.homograph_count);
    s.corpus = corpus_read_wordnet(arena, argv[1], BUILTIN_WORDS);
    study_heads(&s);
    arena_free(arena);
    return EXIT_SUCCESS;
}
