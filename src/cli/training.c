#include "base/interrupt.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/settings.h"
#include "tensor/processor.h"
#include "train/pair_training.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    VOCABULARY = 8000, /* words a side of a user's pairs */
    TOLD_PAIRS = 100,  /* translated now and then */
    TOLD_EVERY = 250,  /* steps */
};

/* ---- any training ---- */

const OptionList training_options = {
    .rows = {{"seed", 'S', "N", "1", "draws random weights", OPTION_SEED,
              .at = offsetof(Settings, learning.seed), .setting = "seed"},
             {"threads", 'j', "N", "auto", "they change no number; auto: all", OPTION_WHOLE,
              .at = offsetof(Settings, learning.threads), .range = {1, MAX_THREADS},
              .words = "auto"}}};

bool training_check_dimension(int dim, int heads, Error *error)
{
    if (dim % 2)
        return fail_usage(error,
                          "--dim %d is odd, but sinusoidal positions go in pairs of features", dim);
    return dim % heads == 0 || fail_usage(error, "--heads %d does not divide --dim %d", heads, dim);
}

bool training_translator_sizes(const ModelKind *kind, int dim, TranslatorSizes *sizes, Error *error)
{
    const TranslatorDesign *d = kind->design;
    *sizes = *(const TranslatorSizes *)kind->sizes;
    if (!dim)
        return true;
    if (d->both_ways && dim % 2)
        return fail_usage(error, "--dim %d: an annotation is of two halves, one of each direction",
                          dim);
    sizes->hidden = d->both_ways && d->context_first ? dim / 2 : dim;
    return true;
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
    int reason = errno;
    close(descriptor);
    if (got < 0)
        return fail(error, "%s: %s", path, strerror(reason));
    if (got == 0 || (got == sizeof start && start[8] == '{')) /* as load/safetensors.h has it */
        return true;
    return fail(error, "%s: there is a file of that name that holds no weights; choose another",
                path);
}

/* A training on its way. */
typedef struct Course {
    const ToldTraining *told;
    Progress progress;
    bool starved; /* memory ran out */
    const char *score;
} Course;

static ProgressState state_of(const ToldTraining *told, const double *loss)
{
    const Training *t = told->training;
    return (ProgressState){t->steps_done, t->loss, told->measured(told->data, loss)};
}

static bool take_steps(void *data, Error *error)
{
    Course *course = data;
    const ToldTraining *told = course->told;
    Training *t = told->training;
    (void)error;
    while (t->steps_done < t->recipe.steps && !interrupted()) {
        double loss = training_step(t);
        if (interrupted())
            break;
        progress_show(&course->progress, state_of(told, &loss), progress_clock());
        memory_check();
    }
    return true;
}

static bool tell_last(void *data, Error *error)
{
    Course *course = data;
    (void)error;
    progress_end(&course->progress, state_of(course->told, NULL), progress_clock());
    return true;
}

static bool measure_all(void *data, Error *error)
{
    Course *course = data;
    (void)error;
    course->score = course->told->measure(course->told->data);
    return true;
}

/* What comes behind it is done whether memory ran out in it or not. */
static bool try(Course *course, Attempted *work)
{
    Error error;
    bool done = attempt(work, course, &error);
    course->starved |= !done;
    memory_forgive();
    return done;
}

/* Returns whether it was broken off. */
static bool learn(Course *course)
{
    interrupt_expect(true);
    bool broken_off = !try(course, take_steps) || interrupted();
    interrupt_heed();
    interrupt_expect(false);
    if (course->told->training->steps_done)
        try(course, tell_last);
    training_end(course->told->training);
    return broken_off;
}

bool training_run(const ToldTraining *told, Error *error)
{
    const Training *t = told->training;
    const Run *run = told->run;
    const char *out = run->settings->learning.out;
    bool quiet = run->settings->output.quiet;
    Course course = {.told = told,
                     .progress = progress_begin(t->recipe.steps, quiet, progress_clock())};
    bool broken_off = learn(&course);
    if (!t->steps_done)
        return fail(error, "%s before the first step; nothing was written",
                    course.starved ? "out of memory" : "interrupted");
    try(&course, measure_all);
    if (!told->write(told->data, error))
        return false;
    if (course.starved)
        return fail(error, "out of memory after %d of %d steps; what was learned is in %s",
                    t->steps_done, t->recipe.steps, out);
    if (!quiet)
        printf("%sLearned in %d of %d steps. %s\nWrote %s. It goes with --weights.\n",
               broken_off ? "Broken off. " : "", t->steps_done, t->recipe.steps, course.score,
               visible_text(run->arena, out));
    return true;
}

const char not_measured[] = "not measured: memory ran out";

/* ---- from pairs: settings ---- */

static bool check_pairs(const Run *run, Error *error)
{
    const char *corpus = run->settings->learning.corpus;
    return !is_given(run, "longest") || !strcmp(corpus, "toy") ||
           fail_usage(error, "--longest is of the toy language: it goes with --corpus toy");
}

const OptionList pair_options = {
    {{"corpus", 'C', "FILE", "toy", "toy, or pairs of a sentence, a tab, another", OPTION_TEXT,
      .at = offsetof(Settings, learning.corpus), .words = "toy @file"},
     {"steps", 0, "N", "auto", "auto: as many as the built-in ones took", OPTION_WHOLE,
      .at = offsetof(Settings, learning.steps), .range = {1, MOST_TRAINING_STEPS}, .words = "auto"},
     {"longest", 'l', "N", "14", "words of the toy language's longest sentence", OPTION_WHOLE,
      .at = offsetof(Settings, learning.longest),
      .range = {SHORTEST_SENTENCE, LONGEST_LANGUAGE_SENTENCE}},
     {"quiet", 'q', NULL, NULL, "files only, nothing on the terminal", OPTION_SWITCH,
      .at = offsetof(Settings, output.quiet), .group = OPTIONS_FILES}},
    .check = check_pairs};

/* ---- the work ---- */

typedef struct Work {
    const Run *run;
    PairTraining *training;
    Measured held_out;
    const char *measured; /* NULL at first */
    const char *score;    /* the last one */
} Work;

/* How many of the first sentences held out it gets right by now. */
static const char *measured(void *data, const double *loss)
{
    Work *w = data;
    const PairTraining *t = w->training;
    if (w->run->settings->output.quiet ||
        (w->measured && t->training->steps_done % TOLD_EVERY && loss))
        return w->measured;
    int count = smaller(w->held_out.count, TOLD_PAIRS);
    TranslationScore score = translation_score(t->source, &t->model, w->held_out.pairs, count);
    w->measured = score.of_words ? translation_score_text(t->arena, score)
                  : count ? arena_format(t->arena, "%d of %d held out right", score.right, count)
                          : "nothing held out";
    return w->measured;
}

/* The model becomes what its file keeps; then it is scored. */
static const char *measure(void *data)
{
    Work *w = data;
    PairTraining *t = w->training;
    parameters_round(t->model.parameters);
    w->score = translation_score_text(
        t->arena, translation_score(t->source, &t->model, w->held_out.pairs, w->held_out.count));
    return w->held_out.count ? arena_format(t->arena, "Held out: %s.", w->score)
                             : "Nothing was held out: there is one source sentence, to learn from.";
}

static void put_weights(FILE *stream, const void *data)
{
    const Work *w = data;
    pair_file_write(w->training, stream, w->score ? w->score : not_measured);
}

static bool write_weights(void *data, Error *error)
{
    const Run *run = ((Work *)data)->run;
    return whole_file_write(run->arena, run->settings->learning.out, put_weights, data, error);
}

/* Of each number its value, two moments and at least two gradients. */
enum { COPIES = 5 };

bool training_check_memory(Arena *arena, const ModelKind *kind, const void *sizes, Error *error)
{
    Model declared = model_new(arena, kind, sizes);
    return model_check_memory(&declared, COPIES, error);
}

bool train_pairs(const Run *run, const ModelKind *kind, const void *sizes, Error *error)
{
    Arena *arena = run->arena;
    const LearningSettings *s = &run->settings->learning;
    PairSource source;
    if (!training_check_out(arena, s->out, error))
        return false;
    if (!strcmp(s->corpus, "toy"))
        source = language_source(arena, (Lengths){SHORTEST_SENTENCE, s->longest});
    else if (!pairs_read(arena, s->corpus, VOCABULARY, &source, error))
        return false;
    if (kind->family->predicts_source)
        source.target = source.source;
    training_set_threads(s->threads);
    TrainingPlan plan = training_plan(arena, kind, sizes, &source, s->steps, s->seed);
    if (!training_check_memory(arena, kind, plan.sizes, error))
        return false;
    Work work = {.run = run,
                 .training = pair_training_new(arena, &source, &plan),
                 .held_out = measured_pairs(arena, &source)};
    return training_run(&(ToldTraining){.run = run,
                                        .training = work.training->training,
                                        .measured = measured,
                                        .measure = measure,
                                        .write = write_weights,
                                        .data = &work},
                        error);
}
