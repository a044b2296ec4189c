/* A training on its way, as all commands have it that learn. */
#include "cli/settings.h"
#include "support/small_corpus.h"

/* ---- a signal while a step is measured ---- */

enum { SIGNAL_STEP = 1, MOST_STEPS = 5 };

typedef struct Interrupted {
    const Corpus *corpus;
    Training *training;
} Interrupted;

/* What a graph computes after the signal. */
static double measure_and_interrupt(const void *data)
{
    const Interrupted *i = data;
    if (i->training->steps_done == SIGNAL_STEP)
        raise(SIGINT);
    return perplexity(i->corpus, &i->training->model, SEES_ALL, 5);
}

/* Two words that attend evenly. */
static void take_snapshot(const void *data, Scope s, int step)
{
    static const char *const labels[] = {"a1", "a2"};
    Axis words = label_axis("word", labels, 2);
    Node *scores = constant(s.graph, tensor_new(s.graph->arena, 2, 2), "even");
    (void)data, (void)step;
    named(s, "weights", "Weights",
          softmax_rows(s.graph, given(s, "scores", "Scores", NULL, words, words, scores)));
}

static const char *measure_nothing(void *data)
{
    (void)data;
    return "";
}

static void write_nothing(void *data)
{
    (void)data;
}

/* The step is measured whole, and it is the last. */
static int interrupt_a_measurement(Scene *scene)
{
    Settings settings = {.learning = {.out = "w", .watch = "a1 a2"}, .output.quiet = true};
    Run run = {.arena = scene->arena, .settings = &settings};
    Corpus corpus = small_corpus(scene);
    TrainingPlan plan = context_plan(scene->arena, &corpus, 12, 3, MOST_STEPS, 1);
    Model model = context_start(scene->arena, &corpus, &plan);
    Interrupted i = {.corpus = &corpus,
                     .training = context_training(scene->arena, &corpus, &plan, model)};
    Watch *watch = watch_begin(&(Watch){.training = i.training,
                                        .data = &i,
                                        .snapshot = take_snapshot,
                                        .measure = measure_and_interrupt,
                                        .every = 1,
                                        .id = "perplexity",
                                        .title = "Perplexity",
                                        .format = "%.0f"});
    watch_give(watch, "sentences", "Sentences", 5);
    watch_give(watch, "unigram", "By frequency", perplexity(&corpus, NULL, SEES_ALL, 5));
    interrupt_install();
    const Trace *t = training_run(&(ToldTraining){.run = &run,
                                                  .training = i.training,
                                                  .watch = watch,
                                                  .measure = measure_nothing,
                                                  .write = write_nothing});
    const Step *loss = trace_step(t, "loss"), *measured = trace_step(t, "perplexity");
    bool is_whole = loss->rows.count == SIGNAL_STEP && measured->rows.count == SIGNAL_STEP &&
                    trace_step(t, "step-0/weights") && trace_step(t, "step-1/weights");
    return is_whole && (double)measured->node->value.data[0] > 1 ? 0 : 1;
}

/* In a process of its own: what was caught cannot be forgotten. */
TEST(a_step_that_is_measured_when_a_signal_comes_is_measured_whole)
{
    assert_int_equal(run_apart(interrupt_a_measurement, scene), 0);
}
