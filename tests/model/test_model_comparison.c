/* Two models on one sentence, drawn from a seed: where their words look, against the weights
   themselves; what they take, against formulas written down from the papers' equations. */

#include "support/nodes.h"
#include "support/two_models.h"

enum { E = TRANSLATED_EMBEDDING, N = TRANSLATED_HIDDEN, A = TRANSLATED_LAYER, V = TWO_WORDS };
enum { D = TWO_D, H = TWO_HEADS, F = TWO_FFN, T = 6, L = 4, FEW = 2 };

/* ---- where words look ---- */

static int largest(Tensor weights, int row)
{
    int best = 0;
    for (int j = 1; j < weights.cols; j++)
        if (at(weights, row, j) > at(weights, row, best))
            best = j;
    return best + 1;
}

/* What a layer, from 0, calls so in its attention to the source. */
static Tensor of_layer(const TwoModels *m, int layer, const char *stage)
{
    return value_of(m->graph, "transformer/decoder-%d/cross/%s", layer + 1, stage);
}

static Tensor weights_of(const TwoModels *m, int layer, int view)
{
    return of_layer(m, layer,
                    view ? arena_format(m->graph->arena, "head-%d/weights", view) : "mean");
}

TEST(each_word_looks_where_its_weight_is_largest)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    Tensor looks = value_of(m->graph, "looks"),
           alignment = value_of(m->graph, "bahdanau/alignment");
    assert_int_equal(looks.cols, 1 + TWO_LAYERS);
    for (int i = 0; i < L; i++) {
        assert_true(cell(looks, i, 0) == largest(alignment, i));
        for (int l = 0; l < TWO_LAYERS; l++) {
            Tensor layer = of_layer(m, l, "looks");
            assert_int_equal(layer.cols, 1 + H);
            assert_true(cell(looks, i, 1 + l) == cell(layer, i, 0));
            for (int k = 0; k <= H; k++)
                assert_true(cell(layer, i, k) == largest(weights_of(m, l, k), i));
        }
    }
}

TEST(agreement_is_counted_over_the_words)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    Tensor agreement = value_of(m->graph, "agreement"),
           alignment = value_of(m->graph, "bahdanau/alignment");
    assert_int_equal(agreement.rows, TWO_LAYERS);
    for (int l = 0; l < TWO_LAYERS; l++)
        for (int k = 0; k <= H; k++) {
            double alike = 0;
            for (int i = 0; i < L - 1; i++) /* the last is the end of the sentence */
                alike += largest(weights_of(m, l, k), i) == largest(alignment, i);
            assert_near(cell(agreement, l, k), alike / (L - 1), 1e-6);
        }
}

TEST(different_words_are_not_compared)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){.other_words = true});
    assert_null(name_find(m->graph, "looks"));
    assert_null(name_find(m->graph, "agreement"));
    assert_int_equal(of_layer(m, 0, "looks").rows, FEW);
}

/* ---- what they take ---- */

static void check_column(Tensor table, int model, double encoder, double decoder)
{
    assert_true(cell(table, PART_ENCODER, model) == encoder);
    assert_true(cell(table, PART_DECODER, model) == decoder);
    assert_true(cell(table, PART_BOTH, model) == encoder + decoder);
}

TEST(learned_numbers_belong_to_one_side_and_none_is_forgotten)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    double cell_of_gru = E * 3 * N + 3 * N * N + 3 * N;
    double encoder = V * E + 2 * cell_of_gru;
    check_column(value_of(m->graph, "parameters"), MODEL_BAHDANAU, encoder,
                 (double)parameters_size(m->bahdanau.parameters) - encoder);
    double layer = 4 * D * D + D * F + F + F * D + D + 2 * 2 * D;
    encoder = V * D + TWO_LAYERS * layer;
    check_column(value_of(m->graph, "parameters"), MODEL_TRANSFORMER, encoder,
                 (double)parameters_size(m->transformer.parameters) - encoder);
}

/* A step of a GRU: hU_zr and hU, both sums, σ of 2n, r ⊙ h, tanh, the interpolation. */
static double gru_step(void)
{
    return 3 * N * N + 2 * N + 3 * 2 * N + N + N + 3 * N + 3 * N;
}

static double input_to_gru(void)
{
    return E * 3 * N + 3 * N;
}

/* Reading, both ways; s_0 and the keys; then the alignment, the new state and the scores of each
   word. */
TEST(bahdanaus_multiply_adds_are_those_of_the_paper)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    double encoder = 2 * T * (input_to_gru() + gru_step());
    double once = N * N + 3 * N + T * 2 * N * A;
    double alignment = N * A + T * A + 3 * T * A + T * A + 3 * T + T * 2 * N;
    double state_of_word = input_to_gru() + 2 * N * 3 * N + 3 * N + gru_step();
    double scores = (3 * N + E) * V + V + 3 * V;
    check_column(value_of(m->graph, "work"), MODEL_BAHDANAU, encoder,
                 once + L * (alignment + state_of_word + scores));
}

/* What goes in: √d times the vectors, positions, their sum. */
static double input_of(double length)
{
    return 3 * length * D;
}

/* A residual, and a norm: mean, variance (two a cell), standard (two a cell), gain, bias. */
static double around(double length)
{
    return 8 * length * D;
}

static double network(double length)
{
    return length * (D * F + F + F + F * D + D) + around(length);
}

/* All heads: Q and the output, K and V, scores and weighted values, root and softmax (three a
   cell); a mask is one more. */
static double attention_work(double asking, double asked, double mask)
{
    return 2 * asking * D * D + 2 * asked * D * D + 2 * asking * asked * D +
           (1 + 3 + mask) * asking * asked * H + around(asking);
}

TEST(the_transformers_multiply_adds_are_those_of_the_paper)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    double encoder = input_of(T) + TWO_LAYERS * (attention_work(T, T, 0) + network(T));
    double decoder =
        input_of(L) + TWO_LAYERS * (attention_work(L, L, 1) + attention_work(L, T, 0) + network(L));
    check_column(value_of(m->graph, "work"), MODEL_TRANSFORMER, encoder,
                 decoder + L * D * V + 3 * L * V);
}

TEST(recurrent_steps_are_as_many_as_words_and_layers_as_many_as_layers)
{
    for (int length = 1; length <= T; length++) {
        const TwoModels *m = two_models_new(scene, (TwoModelsSettings){.length = length});
        Tensor steps = value_of(m->graph, "steps");
        assert_true(cell(steps, STEPS_ENCODER, MODEL_BAHDANAU) == length);
        assert_true(cell(steps, STEPS_WRITING, MODEL_BAHDANAU) == L);
        assert_true(cell(steps, STEPS_GIVEN, MODEL_BAHDANAU) == L);
        assert_true(cell(steps, STEPS_ENCODER, MODEL_TRANSFORMER) == TWO_LAYERS);
        assert_true(cell(steps, STEPS_WRITING, MODEL_TRANSFORMER) == L * TWO_LAYERS);
        assert_true(cell(steps, STEPS_GIVEN, MODEL_TRANSFORMER) == TWO_LAYERS);
    }
}

/* A GRU's state waits for U_zr, a sum, σ, ⊙, U, a sum, tanh and the interpolation: 8 operations
   after the state before it, and one more after xW + b, which are two. */
TEST(a_word_more_is_eight_operations_more_for_the_one_and_none_for_the_other)
{
    double of_transformer = 0, of_both = 0;
    for (int length = 2; length <= T; length++) {
        const TwoModels *m = two_models_new(scene, (TwoModelsSettings){.length = length});
        Tensor operations = value_of(m->graph, "operations");
        double encoder = cell(operations, OPERATIONS_ENCODER, MODEL_TRANSFORMER);
        double both = cell(operations, OPERATIONS_BOTH, MODEL_TRANSFORMER);
        assert_true(cell(operations, OPERATIONS_ENCODER, MODEL_BAHDANAU) == 1 + 8 * length);
        assert_true(length == 2 || (encoder == of_transformer && both == of_both));
        assert_true(0 < encoder && encoder < both);
        of_transformer = encoder;
        of_both = both;
    }
}

/* Bahdanau's decoder begins with a product and a tanh. A word waits for the product of the state
   before it with W_a, the sum, tanh, the product with v, softmax, the context, its product with C,
   the sum, and all of the GRU but hU_zr, which is there by then. After the last come a product, a
   sum and softmax.

   A layer of the transformer's encoder: Q, scores, root, softmax, the weighted values and W_O; five
   operations in the network; each with a sum and a norm of five. What goes in is a product and a
   sum. In the decoder the first layer's own attention does not wait for the memory; in the others
   it is one more, the mask, before attention to the memory. At the end a product and softmax. */
TEST(operations_of_a_whole_translation_are_those_of_the_paper)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    Tensor operations = value_of(m->graph, "operations");
    const int word = 8 + 7, norm = 1 + 5, layer = 6 + norm + 5 + norm, own = 7 + norm;
    const int memory = 2 + TWO_LAYERS * layer;
    assert_true(cell(operations, OPERATIONS_BOTH, MODEL_BAHDANAU) == 1 + 8 * T + 2 + L * word + 3);
    assert_true(cell(operations, OPERATIONS_ENCODER, MODEL_TRANSFORMER) == memory);
    assert_true(cell(operations, OPERATIONS_BOTH, MODEL_TRANSFORMER) ==
                memory + layer + (TWO_LAYERS - 1) * (own + layer) + 2);
}
