#include "base/interrupt.h"
#include "base/utf8.h"
#include "cli/settings.h"
#include "tensor/processor.h"
#include "train/model_training.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    VOCABULARY = 8000, /* words a side of a user's pairs */
    TOLD_PAIRS = 100,  /* translated now and then */
    TOLD_EVERY = 250,  /* steps */
    MEASURE_SIZE = 64,
};

/* ---- any training ---- */

static const Option training_rows[] = {
    {"seed", 'S', "N", "1", "draws random weights", OPTION_SEED,
     .at = offsetof(Settings, learning.seed)},
    {"threads", 'j', "N", "auto", "they change no number; auto: all", OPTION_WHOLE,
     .at = offsetof(Settings, learning.threads), .range = {1, MAX_THREADS}, .words = "auto"},
    {0},
};

bool training_check_dimension(int dim, int heads, Error *error)
{
    if (dim % 2)
        return fail_usage(error,
                          "--dim %d is odd, but sinusoidal positions go in pairs of features", dim);
    return dim % heads == 0 || fail_usage(error, "--heads %d does not divide --dim %d", heads, dim);
}

/* The environment is where thread_limit looks, so that no operation of a graph needs to be handed a
   number that does not change what it computes. */
void training_set_threads(int threads)
{
    char number[12];
    if (!threads)
        return;
    snprintf(number, sizeof number, "%d", threads);
    setenv("ATTNVIZ_THREADS", number, 1);
}

bool training_check_out(Arena *arena, const char *path, Error *error)
{
    char start[9] = {0};
    if (!whole_file_check(arena, path, error))
        return false;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return true; /* a new one */
    ssize_t got = read(descriptor, start, sizeof start);
    close(descriptor);
    if (got == 0 || (got == sizeof start && start[8] == '{')) /* as load/safetensors.h has it */
        return true;
    return fail(error, "%s: there is a file of that name that holds no weights; choose another",
                path);
}

bool training_check_begun(int steps_done, Error *error)
{
    if (!steps_done)
        return fail(error, "interrupted before the first step; nothing was written");
    interrupt_heed();
    return true;
}

void training_tell_end(const Run *run, bool broken_off, int steps_done, int steps,
                       const char *quality)
{
    if (run->settings->output.quiet)
        return;
    printf("%sLearned in %d of %d steps. %s\n", broken_off ? "Broken off. " : "", steps_done, steps,
           quality);
    printf("Wrote %s. It goes with --weights.\n",
           visible_text(run->arena, run->settings->learning.out));
}

/* ---- from pairs: settings ---- */

static const Option pair_rows[] = {
    {"corpus", 'C', "FILE", "toy", "toy, or pairs of a sentence, a tab, another", OPTION_TEXT,
     .at = offsetof(Settings, learning.corpus), .words = "toy @file"},
    {"steps", 0, "N", "auto", "auto: as many as the built-in ones took", OPTION_WHOLE,
     .at = offsetof(Settings, learning.steps), .range = {1, MOST_TRAINING_STEPS}, .words = "auto"},
    {"quiet", 'q', NULL, NULL, "files only, nothing on the terminal", OPTION_SWITCH,
     .at = offsetof(Settings, output.quiet), .group = OPTIONS_FILES},
    {0},
};

const OptionList training_options = {.rows = training_rows}, pair_options = {.rows = pair_rows};

/* ---- the pairs ---- */

typedef struct HeldOut {
    Pair *pairs;
    int count;
} HeldOut;

static bool read_pairs(Arena *arena, const char *corpus, PairSource *source, HeldOut *held_out,
                       Error *error)
{
    if (!strcmp(corpus, "toy"))
        *source = usual_language(arena);
    else if (!pairs_read(arena, corpus, VOCABULARY, source, error))
        return false;
    held_out->pairs = arena_alloc(arena, MEASURED_PAIRS, sizeof *held_out->pairs);
    held_out->count = measured_pairs(arena, source, held_out->pairs);
    return true;
}

/* ---- the work ---- */

/* How many of the first sentences held out it gets right by now. */
static void measure(const ModelTraining *t, const HeldOut *held_out, char text[MEASURE_SIZE])
{
    int count = held_out->count < TOLD_PAIRS ? held_out->count : TOLD_PAIRS;
    TranslationScore score = translation_score(t->source, &t->model, held_out->pairs, count);
    if (count)
        snprintf(text, MEASURE_SIZE, "%d of %d held out right", score.right, score.sentences);
    else
        snprintf(text, MEASURE_SIZE, "nothing held out");
}

/* Until the last step, or until it is broken off. */
static void train(ModelTraining *t, const HeldOut *held_out, bool quiet)
{
    char text[MEASURE_SIZE];
    double loss = 0, share = 1; /* of the newest loss in a mean that follows it */
    Progress progress = progress_begin(t->plan.recipe.steps, quiet, progress_clock());
    measure(t, held_out, text);
    while (t->steps_done < t->plan.recipe.steps && !interrupted()) {
        loss += share * (model_training_step(t) - loss);
        share = 0.02;
        if (t->steps_done % TOLD_EVERY == 0 && !quiet)
            measure(t, held_out, text);
        progress_show(&progress, (ProgressState){t->steps_done, loss, text}, progress_clock());
    }
    if (t->steps_done) {
        measure(t, held_out, text);
        progress_end(&progress, (ProgressState){t->steps_done, loss, text}, progress_clock());
    }
    model_training_end(t);
}

/* ---- what is written of it ---- */

static bool write_file(const ModelTraining *t, const char *path, TranslationScore score,
                       Error *error)
{
    WholeFile file;
    if (!whole_file_begin(t->arena, path, &file, error))
        return false;
    model_training_write(t, file.stream, score);
    return whole_file_end(&file, error);
}

/* Of each number its value, two moments and at least two gradients. */
enum { COPIES = 5 };

static bool begin(Arena *arena, const PairSource *source, const TrainingPlan *plan,
                  ModelTraining **training, Error *error)
{
    Model declared = model_new(arena, plan->kind, plan->sizes);
    if (!model_check_memory(&declared, COPIES, error))
        return false;
    *training = model_training_new(arena, source, plan);
    return true;
}

bool train_pairs(const Run *run, const ModelKind *kind, const void *sizes, Error *error)
{
    Arena *arena = run->arena;
    const LearningSettings *s = &run->settings->learning;
    bool quiet = run->settings->output.quiet;
    PairSource source;
    HeldOut held_out;
    ModelTraining *t;
    if (!training_check_out(arena, s->out, error) ||
        !read_pairs(arena, s->corpus, &source, &held_out, error))
        return false;
    training_set_threads(s->threads);
    TrainingPlan plan = training_plan(arena, kind, sizes, &source, s->steps, s->seed);
    if (!begin(arena, &source, &plan, &t, error))
        return false;
    train(t, &held_out, quiet);
    bool broken_off = interrupted();
    if (!training_check_begun(t->steps_done, error))
        return false;
    TranslationScore score = translation_score(&source, &t->model, held_out.pairs, held_out.count);
    if (!write_file(t, s->out, score, error))
        return false;
    const char *quality =
        score.sentences ? arena_format(arena, "Held out: %s.", translation_score_text(arena, score))
                        : "Nothing was held out: there is one source sentence, to learn from.";
    training_tell_end(run, broken_off, t->steps_done, plan.recipe.steps, quality);
    return true;
}
