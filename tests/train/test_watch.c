#include "train/watch.h"

#include "load/weights.h"
#include "support/small_corpus.h"
#include "train/perplexity.h"
#include "train/recipe.h"
#include "train/trainer.h"
#include "train/weights_file.h"

#include <math.h>

static const char *const keys[] = {"a1", "of", "a2", "nowhere"};

enum { WORDS = 4, MOST_STEPS = 120 };

/* A training, watched or not. */
typedef struct Watched {
    Corpus corpus;
    Learned learned;
    TrainingHistory history;
    double losses[MOST_STEPS];
} Watched;

static Watched train(Scene *scene, int steps, bool watched)
{
    Watched w = {.corpus = small_corpus(scene)};
    Recipe recipe = recipe_for(&w.corpus, 12, 3, steps, 1);
    w.learned = recipe_start(scene->arena, &w.corpus, &recipe);
    Trainer *trainer = trainer_new(scene->arena, &w.corpus, &w.learned, recipe.all);
    Watch *watch =
        watched ? watch_new(scene->arena, &w.corpus, &w.learned, steps, keys, WORDS) : NULL;
    for (int i = 0; i < steps; i++) {
        w.losses[i] = trainer_step(trainer);
        if (watched)
            watch_step(watch, w.losses[i]);
    }
    if (watched)
        w.history = watch_end(watch);
    trainer_free(trainer);
    return w;
}

static void check_same(Tensor a, Tensor b)
{
    assert_true(same_shape(a, b));
    assert_memory_equal(a.data, b.data, tensor_size(a) * sizeof(real));
}

static void what_is_learned_is_the_same_without_a_watch(void **state)
{
    Watched with = train(*state, 12, true), without = train(*state, 12, false);
    for (int i = 0; i < LEARNED_COUNT; i++)
        check_same(with.learned.tensors[i], without.learned.tensors[i]);
}

static void it_looks_at_0_at_powers_of_ten_and_at_the_end(void **state)
{
    static const int expected[] = {0, 10, 100, 120};
    TrainingHistory h = train(*state, 120, true).history;
    assert_int_equal(h.snapshot_count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(h.snapshots[i].step, expected[i]);
    h = train(*state, 10, true).history;
    assert_int_equal(h.snapshot_count, 2);
    assert_int_equal(h.snapshots[1].step, 10);
}

/* The last snapshot is what the weights file gives, to the bit. */
static void the_last_snapshot_is_what_the_file_will_show(void **state)
{
    Scene *scene = *state;
    Watched w = train(scene, 11, true);
    Weights weights;
    FILE *stream = fopen("w", "wb");
    weights_file_write(scene->arena, stream, &w.corpus, &w.learned, 1, FLOAT32, NULL, 0);
    fclose(stream);
    if (!weights_read(scene->arena, "w", 0, &weights, &scene->error))
        fail_msg("%s", scene->error.message);
    SelfAttentionSettings settings = {.heads = weights.heads, .positions = true};
    WordVectors vectors = word_vectors(scene->arena, &weights, keys, WORDS);
    SelfAttention expected =
        self_attention(graph_new(scene->arena), &weights, vectors, WORDS, settings);
    const SelfAttention *found = &w.history.snapshots[w.history.snapshot_count - 1].attention;
    check_same(found->embeddings->value, expected.embeddings->value);
    check_same(found->mean->value, expected.mean->value);
    check_same(found->multi.output->value, expected.multi.output->value);
}

static void the_first_snapshot_is_kept_while_the_numbers_change(void **state)
{
    Scene *scene = *state;
    Watched w = train(scene, 11, true);
    Recipe recipe = recipe_for(&w.corpus, 12, 3, 11, 1);
    Learned start = recipe_start(scene->arena, &w.corpus, &recipe);
    const SelfAttention *first = &w.history.snapshots[0].attention;
    const Node *whole = first->multi.heads[0].W_Q->inputs[0];
    check_same(whole->value, start.tensors[LEARNED_W_Q]);
    const Node *change = w.history.snapshots[1].change;
    Tensor before = first->embeddings->value;
    Tensor after = w.history.snapshots[1].attention.embeddings->value;
    for (int k = 0; k < before.cols; k++)
        assert_true(at(change->value, 0, k) == at(after, 0, k) - at(before, 0, k));
}

/* Every point of the curve is the mean of the steps since the point before; together they are all
   steps, each once. */
static void the_loss_curve_is_made_of_all_steps(void **state)
{
    Watched w = train(*state, 120, true);
    Measurements m = w.history.loss;
    int step = 0;
    for (int i = 0; i < m.count; i++) {
        double sum = 0;
        int from = step;
        for (; step < (int)m.steps[i]; step++)
            sum += w.losses[step];
        assert_true(step > from);
        assert_true(fabs((double)at(m.values->value, i, 0) - sum / (step - from)) < 1e-5);
    }
    assert_int_equal(step, 120);
    assert_true(m.count < 60);
}

static void the_perplexity_is_that_of_sentences_held_out(void **state)
{
    Watched w = train(*state, 20, true);
    Measurements m = w.history.perplexity;
    static const int expected[] = {1, 2, 4, 8, 16, 20};
    assert_int_equal(m.count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal((int)m.steps[i], expected[i]);
    double last = perplexity(&w.corpus, &w.learned, SEES_ALL, 200);
    assert_true(fabs((double)at(m.values->value, 5, 0) - last) < 1e-4 * last);
    assert_true(w.history.first_perplexity > last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_learned_is_the_same_without_a_watch),
        cmocka_unit_test(it_looks_at_0_at_powers_of_ten_and_at_the_end),
        cmocka_unit_test(the_last_snapshot_is_what_the_file_will_show),
        cmocka_unit_test(the_first_snapshot_is_kept_while_the_numbers_change),
        cmocka_unit_test(the_loss_curve_is_made_of_all_steps),
        cmocka_unit_test(the_perplexity_is_that_of_sentences_held_out),
    };
    return run_scenes(tests);
}
