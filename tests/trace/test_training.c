/* What is told of a training: of a small one, watched by one sentence. */

#include "support/sample.h"
#include "support/small_corpus.h"
#include "support/steps.h"

enum { STEPS = 20 };

static const int snapshots[] = {0, 10, 20};

typedef struct Told {
    TrainingHistory history;
    Trace *trace;
} Told;

/* A training of so many steps, of which the sentence is traced. */
static Told *told_of(Scene *scene, const char *text, int heads)
{
    Told *t = arena_alloc(scene->arena, 1, sizeof *t);
    Corpus corpus = small_corpus(scene);
    TrainingPlan plan = context_plan(scene->arena, &corpus, 12, heads, STEPS + 10, 1);
    Training *training =
        context_training(scene->arena, &corpus, &plan, context_start(scene->arena, &corpus, &plan));
    Tokens tokens;
    fail_if(!tokenize(scene->arena, "the sentence", text, strlen(text), 10, &tokens, &scene->error),
            "%s", scene->error.message);
    Watch *watch = context_watch(training, &corpus, tokens);
    for (int i = 0; i < STEPS; i++)
        watch_step(watch, training_step(training));
    t->history = watch_end(watch);
    training_end(training);
    TracedText watched = traced_text(text, tokens.count, tokens.words);
    t->trace = trace_begin(t->history.graph);
    add_text(t->trace, watched);
    tell_training(t->trace, &t->history, 1);
    add_panels(t->trace);
    return t;
}

TEST(the_steps_are_those_promised_in_their_order)
{
    Text expected = text_new(scene->arena);
    for (int i = 0; i < 3; i++) {
        int step = snapshots[i];
        if (i)
            text_format(&expected, "step-%d/change ", step);
        for (int head = 1; head <= 2; head++)
            text_format(&expected,
                        "step-%d/head-%d/W_Q step-%d/head-%d/W_K step-%d/head-%d/weights ", step,
                        head, step, head, step, head);
        text_format(&expected, "step-%d/weights ", step);
    }
    text_add(&expected, "loss perplexity ");
    check_ids(scene, told_of(scene, "a1 of a2", 2)->trace, expected.data);
}

TEST(loss_and_perplexity_are_curves_over_the_steps)
{
    Told *t = told_of(scene, "a1 of a2", 2);
    const Step *loss = step_named(t->trace, "loss");
    assert_int_equal(loss->form, FORM_CURVES);
    assert_int_equal(loss->rows.count, name_find(t->history.graph, "loss")->node->value.rows);
    assert_string_equal(loss->rows.labels[loss->rows.count - 1], "20");
    assert_true(loss->curves->log_x);
    assert_true(step_named(t->trace, "perplexity")->curves->log_y);
    assert_null(trace_step(t->trace, "perplexity/before"));
    assert_non_null(trace_any_step(t->trace, "perplexity/before"));
}

TEST(the_settings_say_how_far_it_came)
{
    const Trace *trace = told_of(scene, "a1 of a2", 2)->trace;
    check_setting(trace, "heads", "2");
    check_setting(trace, "d_k", "6");
    check_setting(trace, "steps", "20");
    check_setting(trace, "steps asked for", "30");
    check_setting(trace, "seed", "1");
    assert_has(trace->provenance, "d_{model} = 12, d_k = 6, 20 steps of training on ");
}

/* The pair that is followed gained most of all pairs. */
TEST(the_overview_follows_the_pair_that_gained_most)
{
    Told *t = told_of(scene, "a1 of a2", 2);
    Tensor first = step_named(t->trace, "step-0/weights")->node->value;
    const Step *last = step_named(t->trace, "step-20/weights");
    int row = 0, col = 1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i != j && at(last->node->value, i, j) - at(first, i, j) >
                              at(last->node->value, row, col) - at(first, row, col)) {
                row = i;
                col = j;
            }
    const char *pair = arena_format(scene->arena, "“%s” to “%s”: ", last->rows.labels[row],
                                    last->cols.labels[col]);
    assert_ptr_equal(strstr(t->trace->panels[0].note, pair), t->trace->panels[0].note);
    assert_true(ends_with(t->trace->panels[0].note, "; no pair of words gained more."));
}

TEST(the_panels_have_a_place_for_every_snapshot_and_head)
{
    Told *t = told_of(scene, "a1 of a2", 3);
    const Panel *overview = &t->trace->panels[0], *heads = &t->trace->panels[1];
    assert_string_equal(overview->id, "overview");
    assert_int_equal(overview->rows, 2);
    assert_int_equal(overview->cols, 3);
    assert_ptr_equal(overview->places[1].step, step_named(t->trace, "step-10/weights"));
    assert_ptr_equal(overview->places[3].step, step_named(t->trace, "loss"));
    assert_string_equal(heads->id, "heads");
    assert_int_equal(heads->rows, 3);
    assert_int_equal(heads->cols, 3);
    assert_ptr_equal(heads->places[5].step, step_named(t->trace, "step-10/head-3/weights"));
    assert_string_equal(heads->row_titles[2], "step 20");
    for (int i = 0; i < 9; i++)
        assert_non_null(heads->places[i].step);
}

TEST(one_word_has_nobody_to_look_at)
{
    Told *t = told_of(scene, "a1", 1);
    assert_string_equal(t->trace->panels[0].note, "A word by itself can only look at itself.");
}
