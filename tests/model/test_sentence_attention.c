/* The main job's model by the properties that it must have; attention itself is held against
   PyTorch in test_attention.c. */
#include "model/words.h"

#include "support/nodes.h"

static const char *const keys[] = {"the", "bat", "hit", "the", "ball"};

enum { N = 5, D = 12, HEADS = 3 };

/* The model, in a graph with names. */
static Graph *model_of(Scene *scene, const char *const *words, int n,
                       SelfAttentionSettings settings)
{
    Weights weights = weights_random(scene->arena, words, n, D, 1);
    Graph *g = named_graph(scene);
    sentence_attention(scope_of(g), &weights, word_vectors(scene->arena, &weights, words, n), words,
                       n, settings);
    return g;
}

static const SelfAttentionSettings placed = {.heads = HEADS, .positions = true};
static const SelfAttentionSettings unplaced = {.heads = HEADS};

static void assert_shape(const Node *node, int rows, int cols)
{
    assert_int_equal(rows_of(node), rows);
    assert_int_equal(cols_of(node), cols);
}

TEST(every_part_has_its_shape)
{
    Graph *g = model_of(scene, keys, N, placed);
    static const char *const features[] = {"embeddings", "positional", "input", "raw/output",
                                           "output"};
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        assert_shape(node_of(g, features[i]), N, D);
    assert_shape(node_of(g, "head-3/Q"), N, D / HEADS);
    assert_shape(node_of(g, "mean/weights"), N, N);
    assert_shape(node_of(g, "difference/weights"), N, N);
}

TEST(the_same_word_has_the_same_vector)
{
    Graph *s = model_of(scene, keys, N, placed);
    Tensor x = value_of(s, "embeddings");
    double others = 0;
    for (int k = 0; k < D; k++) {
        assert_true(at(x, 0, k) == at(x, 3, k));
        others += fabs((double)(at(x, 0, k) - at(x, 1, k)));
    }
    assert_true(others > 0.1);
}

TEST(the_input_is_word_plus_position)
{
    Graph *s = model_of(scene, keys, N, placed);
    Node *sum = add(s, node_of(s, "embeddings"), node_of(s, "positional"));
    assert_close(value_of(s, "input"), sum->value, 0, "input");
    Tensor PE = value_of(s, "positional");
    assert_true(at(PE, 0, 0) == 0 && at(PE, 0, 1) == 1);
    assert_near(cell(PE, 1, 0), sin(1), 1e-6);
    assert_near(cell(PE, 2, 3), cos(2 / pow(10000, 2.0 / D)), 1e-6);
}

TEST(without_positions_the_input_is_the_words)
{
    Graph *s = model_of(scene, keys, N, unplaced);
    assert_null(name_find(s, "positional"));
    assert_null(name_find(s, "input"));
    assert_ptr_equal(node_of(s, "raw/scores")->inputs[0], node_of(s, "embeddings"));
}

TEST(without_positions_a_word_attends_alike_wherever_it_stands)
{
    Graph *s = model_of(scene, keys, N, unplaced);
    for (int k = 0; k < D; k++)
        assert_true(at(value_of(s, "output"), 0, k) == at(value_of(s, "output"), 3, k));
}

TEST(without_positions_or_mask_order_does_not_matter)
{
    static const char *const turned[] = {"ball", "the", "hit", "bat", "the"};
    Graph *s = model_of(scene, keys, N, unplaced);
    Graph *t = model_of(scene, turned, N, unplaced);
    Node *back = gather(s, node_of(t, "output"), (int[]){4, 3, 2, 1, 0}, N);
    assert_close(value_of(s, "output"), back->value, 1e-5, "output");
}

TEST(queries_keys_and_values_of_raw_attention_are_the_input_of_the_heads)
{
    Graph *s = model_of(scene, keys, N, placed);
    const Node *input = node_of(s, "input");
    assert_ptr_equal(node_of(s, "raw/scores")->inputs[0], input);
    assert_ptr_equal(node_of(s, "raw/scores")->inputs[1], input);
    assert_ptr_equal(node_of(s, "raw/output")->inputs[1], input);
    for (int h = 1; h <= HEADS; h++) {
        assert_ptr_equal(node_of(s, "head-%d/Q", h)->inputs[0], input);
        assert_ptr_equal(node_of(s, "head-%d/K", h)->inputs[0], input);
        assert_ptr_equal(node_of(s, "head-%d/V", h)->inputs[0], input);
    }
}

TEST(raw_scores_are_symmetric_with_squared_lengths_on_the_diagonal)
{
    Graph *s = model_of(scene, keys, N, placed);
    Node *scores = node_of(s, "raw/scores"), *x = node_of(s, "input");
    Node *squares = row_dots(s, x, x);
    assert_close(scores->value, transpose(s, scores)->value, 0, "scores");
    for (int i = 0; i < N; i++)
        assert_near(cell(scores->value, i, i), cell(squares->value, i, 0),
                    1e-5 * cell(squares->value, i, 0));
}

TEST(raw_scores_are_divided_by_the_root_of_the_whole_dimension)
{
    Graph *s = model_of(scene, keys, N, placed);
    Node *raw = divide_by_root(s, node_of(s, "raw/scores"), D);
    Node *head = divide_by_root(s, node_of(s, "head-1/scores"), D / HEADS);
    assert_close(value_of(s, "raw/scaled"), raw->value, 0, "raw");
    assert_close(value_of(s, "head-1/scaled"), head->value, 0, "head 1");
}

TEST(without_a_scale_the_scores_stay_as_they_are)
{
    SelfAttentionSettings settings = placed;
    settings.variation.scale = SCALE_NONE;
    Graph *s = model_of(scene, keys, N, settings);
    assert_null(name_find(s, "raw/scaled"));
    assert_ptr_equal(node_of(s, "raw/weights")->inputs[0], node_of(s, "raw/scores"));
    assert_ptr_equal(node_of(s, "head-2/weights")->inputs[0], node_of(s, "head-2/scores"));
}

TEST(the_mean_is_that_of_the_heads_and_the_difference_what_raw_is_short_of)
{
    Graph *s = model_of(scene, keys, N, placed);
    Node *heads[HEADS];
    for (int h = 0; h < HEADS; h++)
        heads[h] = node_of(s, "head-%d/weights", h + 1);
    Node *all = mean(s, heads, HEADS);
    assert_close(value_of(s, "mean/weights"), all->value, 0, "mean");
    assert_close(value_of(s, "difference/weights"),
                 subtract(s, all, node_of(s, "raw/weights"))->value, 0, "difference");
}

TEST(one_mask_hides_from_all)
{
    SelfAttentionSettings settings = placed;
    settings.mask = causal_tensor(scene, N);
    Graph *s = model_of(scene, keys, N, settings);
    static const char *const ids[] = {"raw/weights",    "mean/weights",   "difference/weights",
                                      "head-1/weights", "head-2/weights", "head-3/weights"};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < N; i++)
            for (int j = i + 1; j < N; j++)
                assert_true(at(value_of(s, "%s", ids[k]), i, j) == 0);
}

TEST(without_a_mask_there_is_no_mask)
{
    Graph *s = model_of(scene, keys, N, placed);
    assert_null(name_find(s, "mask"));
    assert_ptr_equal(node_of(s, "raw/weights")->inputs[0], node_of(s, "raw/scaled"));
}

TEST(a_causal_trace_of_a_prefix_is_the_prefix_of_the_causal_trace)
{
    enum { PREFIX = 3 };
    SelfAttentionSettings all = placed, some = placed;
    all.mask = causal_tensor(scene, N);
    some.mask = causal_tensor(scene, PREFIX);
    Graph *whole = model_of(scene, keys, N, all);
    Graph *part = model_of(scene, keys, PREFIX, some);
    Tensor head = {.rows = PREFIX, .cols = D, .data = value_of(whole, "output").data};
    assert_close(value_of(part, "output"), head, 1e-5, "prefix");
}

TEST(one_word_gives_itself_all_its_weight)
{
    Graph *s = model_of(scene, keys, 1, placed);
    assert_true(value_of(s, "raw/weights").data[0] == 1);
    assert_true(value_of(s, "mean/weights").data[0] == 1);
    assert_true(value_of(s, "difference/weights").data[0] == 0);
    assert_close(value_of(s, "raw/output"), value_of(s, "input"), 0, "output");
}

TEST(all_that_is_learned_gets_a_gradient)
{
    Graph *s = model_of(scene, keys, N, placed);
    assert_true(node_of(s, "output")->wants_grad);
    assert_true(node_of(s, "W_O")->wants_grad);
    assert_true(node_of(s, "head-2/W_K")->wants_grad);
    assert_true(node_of(s, "embeddings")->inputs[0]->wants_grad);
    assert_false(node_of(s, "positional")->wants_grad);
}

/* ---- one word ---- */

/* The story of place 3 by hand: rows of the whole matrices, to the bit; and a sum that is one. */
TEST(a_word_is_followed_by_the_numbers_of_the_whole)
{
    Weights weights = weights_random(scene->arena, keys, N, D, 1);
    Graph *g = named_graph(scene);
    SelfAttentionSettings settings = placed;
    settings.mask = causal_tensor(scene, N);
    Scope s = scope_of(g);
    SentenceAttention a = sentence_attention(
        s, &weights, word_vectors(scene->arena, &weights, keys, N), keys, N, settings);
    enum { PLACE = 3 };
    follow_word(s, &a, PLACE);
    static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
    for (int h = 1; h <= HEADS; h++) {
        Tensor table = value_of(g, "word/head-%d/stages", h);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < N; j++)
                assert_true(at(table, j, i) ==
                            at(value_of(g, "head-%d/%s", h, stages[i]), PLACE, j));
        Tensor V = value_of(g, "head-%d/V", h), parts = value_of(g, "word/head-%d/parts", h);
        for (int k = 0; k < D / HEADS; k++) {
            double sum = 0;
            for (int j = 0; j < N; j++) {
                sum += cell(parts, j, k);
                assert_near(cell(parts, j, k), cell(table, j, 3) * cell(V, j, k), 1e-6);
            }
            assert_near(cell(value_of(g, "word/head-%d/sum", h), 0, k), sum, 1e-5);
        }
    }
    for (int k = 0; k < D; k++)
        assert_true(at(value_of(g, "word/output"), 0, k) == at(value_of(g, "output"), PLACE, k));
}
