#include "load/weights.h"
#include "support/reference.h"
#include "support/small_corpus.h"

static const char *keys[] = {"a1", "of", "a2", "nowhere"};

enum { WORDS = 4, MOST_STEPS = 120 };

/* A training, watched or not. */
typedef struct Followed {
    Corpus corpus;
    Model model;
    TrainingHistory history;
    double losses[MOST_STEPS];
} Followed;

static Followed train(Scene *scene, int steps, bool watched)
{
    Followed w = {.corpus = small_corpus(scene)};
    TrainingPlan plan = context_plan(scene->arena, &w.corpus, 12, 3, steps, 1);
    w.model = context_start(scene->arena, &w.corpus, &plan);
    Training *training = context_training(scene->arena, &w.corpus, &plan, w.model);
    Watch *watch = watched ? context_watch(training, &w.corpus,
                                           (Tokens){.keys = keys, .labels = keys, .count = WORDS})
                           : NULL;
    for (int i = 0; i < steps; i++) {
        w.losses[i] = training_step(training);
        if (watched)
            watch_step(watch, w.losses[i]);
    }
    if (watched)
        w.history = watch_end(watch);
    training_end(training);
    return w;
}

TEST(what_is_learned_is_the_same_without_a_watch)
{
    Followed with = train(scene, 12, true), without = train(scene, 12, false);
    for (int i = 0; i < with.model.parameters->count; i++)
        assert_true(same_bits(with.model.parameters->items[i].value,
                              without.model.parameters->items[i].value));
}

/* After how many steps there are weights. */
static const char *looks(const Graph *g)
{
    const char *steps = "";
    for (int i = 0; i <= MOST_STEPS; i++)
        if (name_find(g, arena_format(g->arena, "step-%d/weights", i)))
            steps = arena_format(g->arena, "%s %d", steps, i);
    return steps;
}

TEST(it_looks_at_0_at_powers_of_ten_and_at_the_end)
{
    assert_string_equal(looks(train(scene, 120, true).history.graph), " 0 10 100 120");
    assert_string_equal(looks(train(scene, 10, true).history.graph), " 0 10");
}

/* What was called so after this step. */
static Tensor value_after(const Followed *w, int step, const char *id)
{
    const Graph *g = w->history.graph;
    const Name *name = name_find(g, arena_format(g->arena, "step-%d/%s", step, id));
    fail_if(!name, "nothing is called %s", id);
    return name->node->value;
}

/* The last snapshot is what the weights file gives, to the bit. */
TEST(the_last_snapshot_is_what_the_file_will_show)
{
    Followed w = train(scene, 11, true);
    WeightsFile file = {.arena = scene->arena, .precision = FLOAT32};
    const ContextScore none = {0};
    context_file_write("w", &w.corpus, &w.model, &none, &file);
    Weights weights = weights_read(scene->arena, "w", 0, NULL, 0);
    SelfAttentionSettings settings = {.heads = weights.heads, .positions = true};
    WordVectors vectors = word_vectors(scene->arena, &weights, keys, WORDS);
    Scope scope = scope_of(graph_new(scene->arena));
    Node *X = sentence_embeddings(scope, &weights, vectors, keys, WORDS);
    SentenceAttention expected = sentence_attention(scope, &weights, X, settings);
    assert_true(same_bits(value_after(&w, 11, "embeddings"), X->value));
    assert_true(same_bits(value_after(&w, 11, "weights"), expected.mean->value));
    assert_true(same_bits(value_after(&w, 11, "output"), expected.output->value));
}

TEST(the_first_snapshot_is_kept_while_the_numbers_change)
{
    Followed w = train(scene, 11, true);
    TrainingPlan plan = context_plan(scene->arena, &w.corpus, 12, 3, 11, 1);
    Model start = context_start(scene->arena, &w.corpus, &plan);
    const Node *whole = name_find(w.history.graph, "step-0/head-1/W_Q")->node->inputs[0];
    assert_true(same_bits(whole->value, parameter_value(start.parameters, "W_Q")));
    Tensor change = value_after(&w, 10, "change");
    Tensor before = value_after(&w, 0, "embeddings"), after = value_after(&w, 10, "embeddings");
    for (int k = 0; k < before.cols; k++)
        assert_true(at(change, 0, k) == at(after, 0, k) - at(before, 0, k));
}

/* Every point of the curve is the mean of the steps since the point before; together they are all
   steps, each once. */
TEST(the_loss_curve_is_made_of_all_steps)
{
    Followed w = train(scene, 120, true);
    const Name *name = name_find(w.history.graph, "loss");
    const char *const *steps = name->writing->rows.labels;
    Tensor losses = name->node->value;
    int step = 0;
    for (int i = 0; i < losses.rows; i++) {
        double sum = 0;
        int from = step;
        for (; step < atoi(steps[i]); step++)
            sum += w.losses[step];
        assert_true(step > from);
        assert_true(fabs((double)at(losses, i, 0) - sum / (step - from)) < 1e-5);
    }
    assert_int_equal(step, 120);
    assert_true(losses.rows < 60);
}

TEST(the_perplexity_is_that_of_sentences_held_out)
{
    Followed w = train(scene, 20, true);
    const Name *name = name_find(w.history.graph, "perplexity");
    Tensor measured = name->node->value;
    static const int expected[] = {1, 2, 4, 8, 16, 20};
    assert_int_equal(measured.rows, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(atoi(name->writing->rows.labels[i]), expected[i]);
    double last = perplexity(&w.corpus, &w.model, SEES_ALL, 200);
    assert_true(fabs((double)at(measured, 5, 0) - last) < 1e-4 * last);
    const Node *first = name_find(w.history.graph, "perplexity/before")->node;
    assert_true((double)first->value.data[0] > last);
}
