/* A training on its way, as all commands have it that learn. */
#include "base/interrupt.h"
#include "cli/settings.h"
#include "support/scene.h"
#include "support/small_corpus.h"
#include "train/context_training.h"
#include "train/watch.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a signal while a step is measured ---- */

enum { SIGNAL_STEP = 1, MOST_STEPS = 5 };

typedef struct Interrupted {
    Training *training;
    Watch *watch;
    TrainingHistory history;
    int measured;
} Interrupted;

static const char *measure_and_interrupt(void *data, const double *loss)
{
    Interrupted *i = data;
    if (loss && ++i->measured == SIGNAL_STEP)
        raise(SIGINT);
    if (loss)
        watch_step(i->watch, *loss);
    else
        i->history = watch_end(i->watch);
    return "";
}

static const char *measure_nothing(void *data)
{
    (void)data;
    return "";
}

static bool write_nothing(void *data, Error *error)
{
    (void)data, (void)error;
    return true;
}

/* The step is measured whole, and it is the last. */
static int interrupt_a_measurement(Scene *scene)
{
    static const char *keys[] = {"a1", "a2"};
    Settings settings = {.learning.out = "w", .output.quiet = true};
    Run run = {.arena = scene->arena, .settings = &settings};
    Corpus corpus = small_corpus(scene);
    ContextPlan plan = context_plan(&corpus, 12, 3, MOST_STEPS, 1);
    ContextModel model = context_start(scene->arena, &corpus, &plan);
    Interrupted i = {.training = context_training(scene->arena, &corpus, &model, &plan),
                     .watch = watch_new(scene->arena, &corpus, &model, MOST_STEPS,
                                        (Tokens){.keys = keys, .labels = keys, .count = 2})};
    interrupt_install();
    if (!training_run(&(ToldTraining){.run = &run,
                                      .training = i.training,
                                      .measured = measure_and_interrupt,
                                      .measure = measure_nothing,
                                      .write = write_nothing,
                                      .data = &i},
                      &scene->error))
        return 1;
    const TrainingHistory *h = &i.history;
    bool is_whole = h->steps_done == SIGNAL_STEP && h->loss.count == SIGNAL_STEP &&
                    h->perplexity.count == SIGNAL_STEP && h->snapshot_count == 2;
    return is_whole && (double)h->perplexity.values->value.data[0] > 1 ? 0 : 2;
}

/* In a process of its own: what was caught cannot be forgotten. */
TEST(a_step_that_is_measured_when_a_signal_comes_is_measured_whole)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(interrupt_a_measurement(scene));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}
