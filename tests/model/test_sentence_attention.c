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
    WordVectors vectors = word_vectors(scene->arena, &weights, words, n);
    Node *X = sentence_embeddings(scope_of(g), &weights, vectors, words, n);
    sentence_attention(scope_of(g), &weights, X, settings);
    return g;
}

static const SelfAttentionSettings placed = {.heads = HEADS, .positions = true};
static const SelfAttentionSettings unplaced = {.heads = HEADS};

TEST(without_positions_a_word_attends_alike_wherever_it_stands)
{
    Graph *s = model_of(scene, keys, N, unplaced);
    for (int k = 0; k < D; k++)
        assert_true(at(value_of(s, "output"), 0, k) == at(value_of(s, "output"), 3, k));
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
TEST_OF_NAMES(a_word_is_followed_by_the_numbers_of_the_whole)
{
    Weights weights = weights_random(scene->arena, keys, N, D, 1);
    SelfAttentionSettings settings = placed;
    settings.mask.window = &causal_window;
    Scope s = scope_of(g);
    WordVectors vectors = word_vectors(scene->arena, &weights, keys, N);
    Node *X = sentence_embeddings(s, &weights, vectors, keys, N);
    SentenceAttention a = sentence_attention(s, &weights, X, settings);
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
