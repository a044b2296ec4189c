/* The layers of table 1, cell by cell against the formulas in plain loops: every weight 4, every
   bias 0. */
#include "model/studies.h"

#include "support/nodes.h"

enum { N = 7, D = 3 };

static const double WEIGHT = 4;
static const LayerSizes sizes = {.n = N, .d = D, .kernel = 2, .window = 1};

/* Small enough for no tanh to be 1. */
static Tensor words(Scene *scene)
{
    Tensor x = random_tensor(scene->arena, N, D, "words");
    for (size_t i = 0; i < tensor_size(x); i++)
        x.data[i] /= 50;
    return x;
}

/* The sum of a row times the weight: every cell of xW. */
static double product(Tensor t, int row)
{
    double sum = 0;
    for (int j = 0; j < t.cols; j++)
        sum += WEIGHT * cell(t, row, j);
    return sum;
}

static Tensor layer_of(Scene *scene, LayerKind kind, int depth, Tensor x)
{
    Graph *g = plain_graph(scene);
    return layer(g, kind, &sizes, depth, constant(g, x, "drawn"))->value;
}

static void set_row(Tensor t, int row, double number)
{
    for (int j = 0; j < t.cols; j++)
        tensor_row(t, row)[j] = (real)number;
}

/* softmax(qkᵀ/√d) v of one word over words first … last. */
static void attend(Tensor out, int row, Tensor qk, Tensor v, int first, int last)
{
    double sum = 0, weights[N];
    for (int j = first; j <= last; j++) {
        double score = 0;
        for (int k = 0; k < D; k++)
            score += cell(qk, row, k) * cell(qk, j, k);
        sum += weights[j] = exp(score / sqrt(D));
    }
    for (int k = 0; k < D; k++) {
        double mean = 0;
        for (int j = first; j <= last; j++)
            mean += weights[j] / sum * cell(v, j, k);
        tensor_row(out, row)[k] = (real)mean;
    }
}

TEST(self_attention_looks_at_all_and_restricted_at_its_neighbours)
{
    Tensor x = words(scene), all = tensor_new(scene->arena, N, D),
           near = tensor_new(scene->arena, N, D);
    for (int i = 0; i < N; i++) {
        attend(all, i, x, x, 0, N - 1);
        attend(near, i, x, x, i ? i - 1 : 0, i < N - 1 ? i + 1 : i);
    }
    assert_close(layer_of(scene, LAYER_SELF_ATTENTION, 0, x), all, 1e-6, "all");
    assert_close(layer_of(scene, LAYER_RESTRICTED, 0, x), near, 1e-6, "restricted");
}

TEST(multi_head_attention_projects_four_times)
{
    Tensor x = words(scene), projected = tensor_new(scene->arena, N, D),
           out = tensor_new(scene->arena, N, D), expected = tensor_new(scene->arena, N, D);
    for (int i = 0; i < N; i++)
        set_row(projected, i, product(x, i));
    for (int i = 0; i < N; i++) {
        attend(out, i, projected, projected, 0, N - 1);
        set_row(expected, i, product(out, i));
    }
    assert_close(layer_of(scene, LAYER_MULTI_HEAD, 0, x), expected, 1e-5, "multi-head");
}

/* hₜ = tanh(xₜW + hₜ₋₁U), all its features alike. */
TEST(a_recurrent_layer_goes_on_from_its_state)
{
    Tensor x = words(scene), expected = tensor_new(scene->arena, N, D);
    double h = 0;
    for (int t = 0; t < N; t++) {
        h = tanh(product(x, t) + D * WEIGHT * h);
        set_row(expected, t, h);
    }
    assert_close(layer_of(scene, LAYER_RECURRENT, 0, x), expected, 1e-5, "recurrent");
}

/* z = r = σ(xₜW + hₜ₋₁U), for the weights are the same. */
TEST(a_gru_takes_as_much_as_its_gate_lets_in)
{
    Tensor x = words(scene), expected = tensor_new(scene->arena, N, D);
    double h = 0;
    for (int t = 0; t < N; t++) {
        double gate = 1 / (1 + exp(-product(x, t) - D * WEIGHT * h));
        h = gate * tanh(product(x, t) + D * WEIGHT * gate * h) + (1 - gate) * h;
        set_row(expected, t, h);
    }
    assert_close(layer_of(scene, LAYER_GRU, 0, x), expected, 1e-5, "GRU");
}

/* relu([xₜ xₜ₋₂ᵢ] W), with nothing before the sentence. */
TEST(a_convolution_sees_itself_and_a_word_before)
{
    static const LayerKind kinds[] = {LAYER_CONVOLUTION, LAYER_CONVOLUTION, LAYER_DILATED,
                                      LAYER_DILATED,     LAYER_DILATED,     LAYER_DILATED};
    static const int depths[] = {0, 2, 0, 1, 2, 9}, apart[] = {1, 1, 1, 2, 4, N};
    Tensor x = words(scene);
    for (int c = 0; c < 6; c++) {
        Tensor expected = tensor_new(scene->arena, N, D);
        for (int t = 0; t < N; t++) {
            double sum = product(x, t) + (t >= apart[c] ? product(x, t - apart[c]) : 0);
            set_row(expected, t, sum > 0 ? sum : 0);
        }
        assert_close(layer_of(scene, kinds[c], depths[c], x), expected, 1e-6, "convolution");
    }
}

TEST(a_graph_of_shapes_keeps_no_numbers)
{
    for (LayerKind kind = 0; kind < LAYER_KINDS; kind++) {
        Graph *g = graph_of_shapes(scene->arena);
        layer(g, kind, &sizes, 0, constant(g, (Tensor){N, D, NULL}, "the words"));
        for (int i = 0; i < g->count; i++) /* one row of zeros is what a cell begins with */
            assert_true(!g->nodes[i]->value.data || rows_of(g->nodes[i]) == 1);
    }
}
