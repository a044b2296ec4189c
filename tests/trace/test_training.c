#include "trace/training.h"

#include "base/text.h"
#include "graph/ops.h"
#include "support/sample.h"
#include "trace/measure.h"

#include <math.h>
#include <string.h>

/* A history of trainings that never were: the snapshots are random weights of several seeds, the
   curves any numbers. */
typedef struct History {
    TrainingHistory history;
    Snapshot snapshots[3];
    Sample samples[3];
    Trace *trace;
} History;

static const double steps[] = {1, 2, 5, 20};

static Measurements measurements(Scene *scene, const double *values, int count)
{
    Tensor t = tensor_new(scene->arena, count, 1);
    for (int i = 0; i < count; i++)
        t.data[i] = (real)values[i];
    return (Measurements){count, steps, constant(graph_new(scene->arena), t, "measured")};
}

static History *history_of(Scene *scene, const char *text, int heads)
{
    static const int at_step[] = {0, 10, 20};
    History *h = arena_alloc(scene->arena, 1, sizeof *h);
    for (int i = 0; i < 3; i++) {
        h->samples[i] = sample_new(
            scene,
            (SampleSettings){.text = text, .heads = heads, .dim = 12, .seed = (uint64_t)i + 1});
        h->snapshots[i] = (Snapshot){at_step[i], h->samples[i].model, NULL};
        if (i)
            h->snapshots[i].change =
                subtract(graph_new(scene->arena), h->samples[i].model.embeddings,
                         h->samples[0].model.embeddings);
    }
    h->history = (TrainingHistory){
        .steps_done = 20,
        .steps_asked = 30,
        .corpus = "novel.txt",
        .snapshot_count = 3,
        .snapshots = h->snapshots,
        .loss = measurements(scene, (const double[]){9.5, 9.25, 8, 7.75}, 4),
        .perplexity = measurements(scene, (const double[]){900, 800, 700, 600.4}, 4),
        .held_out = 60,
        .first_perplexity = 1000.4,
        .unigram = 650.2,
    };
    h->trace = narrate_training(scene->arena, &h->history, &h->samples[0].subject);
    return h;
}

static void the_steps_are_those_promised_in_their_order(void **state)
{
    Scene *scene = *state;
    History *h = history_of(scene, "he hit the ball", 2);
    Text ids = text_new(scene->arena), expected = text_new(scene->arena);
    for (int i = 0; i < h->trace->step_count; i++)
        text_format(&ids, "%s ", h->trace->steps[i].id);
    for (int i = 0; i < 3; i++) {
        int step = h->snapshots[i].step;
        if (i)
            text_format(&expected, "step-%d/change ", step);
        for (int head = 1; head <= 2; head++)
            text_format(&expected,
                        "step-%d/head-%d/W_Q step-%d/head-%d/W_K step-%d/head-%d/weights ", step,
                        head, step, head, step, head);
        text_format(&expected, "step-%d/weights ", step);
    }
    text_add(&expected, "loss perplexity ");
    assert_string_equal(ids.data, expected.data);
    assert_true(trace_check(h->trace, &scene->error));
}

static void the_steps_show_the_nodes_of_their_snapshot(void **state)
{
    History *h = history_of(*state, "he hit the ball", 2);
    for (int i = 0; i < 3; i++) {
        Scene *scene = *state;
        const SelfAttention *model = &h->snapshots[i].attention;
        const char *prefix = arena_format(scene->arena, "step-%d", h->snapshots[i].step);
        const Step *mean = step_named(h->trace, arena_format(scene->arena, "%s/weights", prefix));
        const Step *head =
            step_named(h->trace, arena_format(scene->arena, "%s/head-2/weights", prefix));
        const Step *W_K = step_named(h->trace, arena_format(scene->arena, "%s/head-2/W_K", prefix));
        assert_ptr_equal(mean->node, model->mean);
        assert_ptr_equal(head->node, model->multi.heads[1].attention.weights);
        assert_ptr_equal(W_K->node, model->multi.heads[1].W_K);
    }
}

static void loss_and_perplexity_are_curves_over_the_steps(void **state)
{
    History *h = history_of(*state, "he hit the ball", 2);
    const Step *loss = step_named(h->trace, "loss");
    assert_int_equal(loss->form, FORM_CURVES);
    assert_int_equal(loss->rows.count, 4);
    assert_string_equal(loss->rows.labels[3], "20");
    assert_true(loss->curves->log_x);
    assert_ptr_equal(loss->curves->x, steps);
    assert_string_equal(loss->note, "9.50 in step 1, 7.75 on average in steps 6 to 20.");
    assert_string_equal(
        step_named(h->trace, "perplexity")->note,
        "Hidden words of 60 sentences held out are guessed as if among 600, as if among "
        "1000 before the first step; their frequencies alone give 650.");
}

/* The pair that is followed gained most of all pairs, and the sentence has its weights. */
static void the_overview_follows_the_pair_that_gained_most(void **state)
{
    Scene *scene = *state;
    History *h = history_of(scene, "he hit ball", 2);
    Tensor mean[3];
    for (int i = 0; i < 3; i++)
        mean[i] = h->snapshots[i].attention.mean->value;
    const char *const *labels = h->samples[0].subject.labels;
    int row = -1, col = -1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i != j && (row < 0 || at(mean[2], i, j) - at(mean[0], i, j) >
                                          at(mean[2], row, col) - at(mean[0], row, col))) {
                row = i;
                col = j;
            }
    const char *expected =
        arena_format(scene->arena,
                     "%s to %s: %.2f at step 0, %.2f at step 10, %.2f at step 20; no pair of "
                     "words gained more.",
                     labels[row], labels[col], (double)at(mean[0], row, col),
                     (double)at(mean[1], row, col), (double)at(mean[2], row, col));
    assert_string_equal(h->trace->panels[0].note, expected);
    const char *said =
        arena_format(scene->arena, "%s gives %.2f to %s, at step 0 it was %.2f; ", labels[row],
                     (double)at(mean[2], row, col), labels[col], (double)at(mean[0], row, col));
    const char *note = step_named(h->trace, "step-20/weights")->note;
    assert_true(!strncmp(note, said, strlen(said)));
    int largest = largest_in_row(mean[2], row);
    assert_string_equal(note + strlen(said),
                        arena_format(scene->arena, "its largest weight is %.2f, for %s.",
                                     (double)at(mean[2], row, largest), labels[largest]));
}

static void what_moved_is_told_by_how_far(void **state)
{
    Scene *scene = *state;
    History *h = history_of(scene, "he hit ball", 1);
    Tensor a = h->snapshots[0].attention.multi.heads[0].W_Q->value;
    Tensor b = h->snapshots[2].attention.multi.heads[0].W_Q->value;
    double squares = 0;
    for (size_t i = 0; i < tensor_size(a); i++)
        squares += pow((double)(b.data[i] - a.data[i]), 2);
    const char *expected =
        arena_format(scene->arena,
                     "Since step 0 its numbers moved by %.2f (root mean "
                     "square); they now have the standard deviation %.2f.",
                     sqrt(squares / (double)tensor_size(a)), standard_deviation(b));
    assert_string_equal(step_named(h->trace, "step-20/head-1/W_Q")->note, expected);
    Tensor change = step_named(h->trace, "step-20/change")->node->value;
    int far = 0;
    for (int i = 1; i < 3; i++)
        if (row_length(change, i) > row_length(change, far))
            far = i;
    expected = arena_format(
        scene->arena, "%s went farthest: its vector moved by %.2f; at step 0 it was %.2f long.",
        h->samples[0].subject.labels[far], row_length(change, far),
        row_length(h->snapshots[0].attention.embeddings->value, far));
    assert_string_equal(step_named(h->trace, "step-20/change")->note, expected);
}

static void the_panels_have_a_place_for_every_snapshot_and_head(void **state)
{
    History *h = history_of(*state, "he hit ball", 3);
    const Panel *overview = &h->trace->panels[0], *heads = &h->trace->panels[1];
    assert_string_equal(overview->id, "overview");
    assert_int_equal(overview->rows, 2);
    assert_int_equal(overview->cols, 3);
    assert_ptr_equal(overview->steps[1], step_named(h->trace, "step-10/weights"));
    assert_ptr_equal(overview->steps[3], step_named(h->trace, "loss"));
    assert_string_equal(heads->id, "heads");
    assert_int_equal(heads->rows, 3);
    assert_int_equal(heads->cols, 3);
    assert_ptr_equal(heads->steps[5], step_named(h->trace, "step-10/head-3/weights"));
    assert_string_equal(heads->row_titles[2], "step 20");
    for (int i = 0; i < 9; i++)
        assert_non_null(heads->steps[i]);
}

static void one_word_has_nobody_to_look_at(void **state)
{
    History *h = history_of(*state, "bat", 1);
    assert_string_equal(h->trace->panels[0].note, "A word by itself can only look at itself.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_are_those_promised_in_their_order),
        cmocka_unit_test(the_steps_show_the_nodes_of_their_snapshot),
        cmocka_unit_test(loss_and_perplexity_are_curves_over_the_steps),
        cmocka_unit_test(the_overview_follows_the_pair_that_gained_most),
        cmocka_unit_test(what_moved_is_told_by_how_far),
        cmocka_unit_test(the_panels_have_a_place_for_every_snapshot_and_head),
        cmocka_unit_test(one_word_has_nobody_to_look_at),
    };
    return run_scenes(tests);
}
