/* The main job's model by the properties that it must have; attention itself is held against
   PyTorch in test_attention.c. */
#include "model/self_attention.h"

#include "graph/ops.h"
#include "model/mask.h"
#include "support/scene.h"

#include <math.h>

static const char *const keys[] = {"the", "bat", "hit", "the", "ball"};

enum { N = 5, D = 12, HEADS = 3 };

static SelfAttention model_of(Scene *scene, const char *const *words, int n,
                              SelfAttentionSettings settings)
{
    Weights *weights = arena_alloc(scene->arena, 1, sizeof *weights);
    *weights = weights_random(scene->arena, words, n, D, 1);
    return self_attention(graph_new(scene->arena), weights,
                          word_vectors(scene->arena, weights, words, n), n, settings);
}

static SelfAttentionSettings with_positions(void)
{
    return (SelfAttentionSettings){.heads = HEADS, .positions = true};
}

static SelfAttentionSettings without_positions(void)
{
    return (SelfAttentionSettings){.heads = HEADS};
}

static double distance(Tensor a, Tensor b)
{
    assert_true(same_shape(a, b));
    double most = 0;
    for (size_t i = 0; i < tensor_size(a); i++)
        most = fmax(most, fabs((double)a.data[i] - (double)b.data[i]));
    return most;
}

static void assert_shape(const Node *node, int rows, int cols)
{
    assert_int_equal(rows_of(node), rows);
    assert_int_equal(cols_of(node), cols);
}

static void every_part_has_its_shape(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    assert_int_equal(s.n, N);
    assert_int_equal(s.d_model, D);
    assert_int_equal(s.d_k, D / HEADS);
    assert_shape(s.embeddings, N, D);
    assert_shape(s.positional, N, D);
    assert_shape(s.input, N, D);
    assert_shape(s.raw.output, N, D);
    assert_shape(s.multi.heads[2].Q, N, D / HEADS);
    assert_shape(s.multi.output, N, D);
    assert_shape(s.mean, N, N);
    assert_shape(s.difference, N, N);
}

static void the_same_word_has_the_same_vector(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    Tensor x = s.embeddings->value;
    double others = 0;
    for (int k = 0; k < D; k++) {
        assert_true(at(x, 0, k) == at(x, 3, k));
        others += fabs((double)(at(x, 0, k) - at(x, 1, k)));
    }
    assert_true(others > 0.1);
}

static void the_input_is_word_plus_position(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    for (size_t i = 0; i < tensor_size(s.input->value); i++)
        assert_true(s.input->value.data[i] ==
                    s.embeddings->value.data[i] + s.positional->value.data[i]);
    assert_true(at(s.positional->value, 0, 0) == 0);
    assert_true(at(s.positional->value, 0, 1) == 1);
    assert_true(fabs((double)at(s.positional->value, 1, 0) - sin(1)) < 1e-6);
    assert_true(fabs((double)at(s.positional->value, 2, 3) - cos(2 / pow(10000, 2.0 / D))) < 1e-6);
}

static void without_positions_the_input_is_the_words(void **state)
{
    SelfAttention s = model_of(*state, keys, N, without_positions());
    assert_null(s.positional);
    assert_ptr_equal(s.input, s.embeddings);
}

static void without_positions_a_word_attends_alike_wherever_it_stands(void **state)
{
    SelfAttention s = model_of(*state, keys, N, without_positions());
    for (int k = 0; k < D; k++)
        assert_true(at(s.multi.output->value, 0, k) == at(s.multi.output->value, 3, k));
}

static void without_positions_or_mask_order_does_not_matter(void **state)
{
    static const char *const turned[] = {"ball", "the", "hit", "bat", "the"};
    SelfAttention s = model_of(*state, keys, N, without_positions());
    SelfAttention t = model_of(*state, turned, N, without_positions());
    for (int i = 0; i < N; i++)
        for (int k = 0; k < D; k++)
            assert_true(fabs((double)at(s.multi.output->value, i, k) -
                             (double)at(t.multi.output->value, N - 1 - i, k)) < 1e-5);
}

static void queries_keys_and_values_of_raw_attention_are_the_input_of_the_heads(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    assert_ptr_equal(s.raw.scores->inputs[0], s.input);
    assert_ptr_equal(s.raw.scores->inputs[1], s.input);
    assert_ptr_equal(s.raw.output->inputs[1], s.input);
    for (int h = 0; h < HEADS; h++) {
        assert_ptr_equal(s.multi.heads[h].Q->inputs[0], s.input);
        assert_ptr_equal(s.multi.heads[h].K->inputs[0], s.input);
        assert_ptr_equal(s.multi.heads[h].V->inputs[0], s.input);
    }
}

static void raw_scores_are_symmetric_with_squared_lengths_on_the_diagonal(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    Tensor scores = s.raw.scores->value, x = s.input->value;
    for (int i = 0; i < N; i++) {
        double squares = 0;
        for (int k = 0; k < D; k++)
            squares += (double)at(x, i, k) * (double)at(x, i, k);
        assert_true(fabs((double)at(scores, i, i) - squares) < 1e-5 * squares);
        for (int j = 0; j < N; j++)
            assert_true(at(scores, i, j) == at(scores, j, i));
    }
}

static void raw_scores_are_divided_by_the_root_of_the_whole_dimension(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    for (size_t i = 0; i < tensor_size(s.raw.scaled->value); i++) {
        double score = (double)s.raw.scores->value.data[i];
        assert_true(fabs((double)s.raw.scaled->value.data[i] - score / sqrt(D)) <
                    1e-6 * (1 + fabs(score)));
    }
    const Attention *head = &s.multi.heads[0].attention;
    double score = (double)head->scores->value.data[1];
    assert_true(fabs((double)head->scaled->value.data[1] - score / sqrt(D / HEADS)) <
                1e-6 * (1 + fabs(score)));
}

static void without_a_scale_the_scores_stay_as_they_are(void **state)
{
    SelfAttentionSettings settings = with_positions();
    settings.scale = SCALE_NONE;
    SelfAttention s = model_of(*state, keys, N, settings);
    assert_ptr_equal(s.raw.scaled, s.raw.scores);
    assert_ptr_equal(s.multi.heads[1].attention.scaled, s.multi.heads[1].attention.scores);
}

static void the_mean_is_that_of_the_heads_and_the_difference_what_raw_is_short_of(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    for (size_t i = 0; i < N * N; i++) {
        double sum = 0;
        for (int h = 0; h < HEADS; h++)
            sum += (double)s.multi.heads[h].attention.weights->value.data[i];
        double mean = (double)s.mean->value.data[i];
        assert_true(fabs(mean - sum / HEADS) < 1e-6);
        assert_true(fabs((double)s.difference->value.data[i] -
                         (mean - (double)s.raw.weights->value.data[i])) < 1e-6);
    }
}

static Tensor causal(Scene *scene, int n)
{
    Tensor mask = tensor_new(scene->arena, n, n);
    mask_causal(mask);
    return mask;
}

static void one_mask_hides_from_all(void **state)
{
    SelfAttentionSettings settings = with_positions();
    settings.mask = causal(*state, N);
    SelfAttention s = model_of(*state, keys, N, settings);
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++) {
            assert_true(at(s.raw.weights->value, i, j) == 0);
            assert_true(at(s.mean->value, i, j) == 0);
            assert_true(at(s.difference->value, i, j) == 0);
            for (int h = 0; h < HEADS; h++)
                assert_true(at(s.multi.heads[h].attention.weights->value, i, j) == 0);
        }
}

static void without_a_mask_there_is_no_mask(void **state)
{
    SelfAttention s = model_of(*state, keys, N, with_positions());
    assert_null(s.mask);
    assert_ptr_equal(s.raw.masked, s.raw.scaled);
}

static void a_causal_trace_of_a_prefix_is_the_prefix_of_the_causal_trace(void **state)
{
    enum { PREFIX = 3 };
    SelfAttentionSettings all = with_positions(), some = with_positions();
    all.mask = causal(*state, N);
    some.mask = causal(*state, PREFIX);
    SelfAttention whole = model_of(*state, keys, N, all);
    SelfAttention part = model_of(*state, keys, PREFIX, some);
    Tensor head = {.rows = PREFIX, .cols = D, .data = whole.multi.output->value.data};
    assert_true(distance(part.multi.output->value, head) < 1e-5);
}

static void one_word_gives_itself_all_its_weight(void **state)
{
    SelfAttention s = model_of(*state, keys, 1, with_positions());
    assert_true(s.raw.weights->value.data[0] == 1);
    assert_true(s.mean->value.data[0] == 1);
    assert_true(s.difference->value.data[0] == 0);
    assert_true(distance(s.raw.output->value, s.input->value) == 0);
}

static void all_that_is_learned_gets_a_gradient(void **state)
{
    Scene *scene = *state;
    SelfAttention s = model_of(scene, keys, N, with_positions());
    assert_true(s.multi.output->wants_grad);
    assert_true(s.multi.W_O->wants_grad);
    assert_true(s.multi.heads[1].W_K->wants_grad);
    assert_true(s.embeddings->inputs[0]->wants_grad);
    assert_false(s.positional->wants_grad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_has_its_shape),
        cmocka_unit_test(the_same_word_has_the_same_vector),
        cmocka_unit_test(the_input_is_word_plus_position),
        cmocka_unit_test(without_positions_the_input_is_the_words),
        cmocka_unit_test(without_positions_a_word_attends_alike_wherever_it_stands),
        cmocka_unit_test(without_positions_or_mask_order_does_not_matter),
        cmocka_unit_test(queries_keys_and_values_of_raw_attention_are_the_input_of_the_heads),
        cmocka_unit_test(raw_scores_are_symmetric_with_squared_lengths_on_the_diagonal),
        cmocka_unit_test(raw_scores_are_divided_by_the_root_of_the_whole_dimension),
        cmocka_unit_test(without_a_scale_the_scores_stay_as_they_are),
        cmocka_unit_test(the_mean_is_that_of_the_heads_and_the_difference_what_raw_is_short_of),
        cmocka_unit_test(one_mask_hides_from_all),
        cmocka_unit_test(without_a_mask_there_is_no_mask),
        cmocka_unit_test(a_causal_trace_of_a_prefix_is_the_prefix_of_the_causal_trace),
        cmocka_unit_test(one_word_gives_itself_all_its_weight),
        cmocka_unit_test(all_that_is_learned_gets_a_gradient),
    };
    return run_scenes(tests);
}
