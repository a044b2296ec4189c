/* Layer normalisation and its parts; and beside batch normalisation, the same formula along the
   other axis. */
#include "model/layers.h"

#include "support/nodes.h"

static Node *filled(Graph *g, int cols, double number)
{
    return constant(g, tensor_filled(g->arena, 1, cols, (real)number), "by hand");
}

static Node *normed(Graph *g, Node *x, Node *gain, Node *bias)
{
    NormParameters p = {.gain = gain, .bias = bias};
    return norm_with(scope_of(g), &p, x);
}

TEST_OF_GRAPH(without_gain_and_bias_each_row_has_mean_0_and_variance_1)
{
    Node *x = multiply_by_root(g, drawn(g, 4, 9, "x"), 50);
    graph_name(g);
    Node *output = normed(g, x, filled(g, 9, 1), filled(g, 9, 0));
    Tensor moments = value_of(g, "moments"); /* mean, variance, and both after */
    for (int i = 0; i < 4; i++) {
        assert_true(at(moments, i, 1) > 5);
        assert_true(fabs(cell(moments, i, 2)) < 1e-6);
        assert_near(cell(moments, i, 3), 1, 1e-5);
    }
    assert_close(output->value, layer_norm(g, x)->value, 1e-6, "layer_norm");
}

static Node *loss_of_norm(Graph *g, Node *const *p)
{
    return weighted_sum(g, normed(g, p[0], p[1], p[2]));
}

TEST(the_gradient_goes_through_mean_and_variance)
{
    Arena *arena = scene->arena;
    Tensor values[] = {random_tensor(arena, 3, 5, "x"), random_tensor(arena, 1, 5, "gain"),
                       random_tensor(arena, 1, 5, "bias")};
    check_gradients(scene, loss_of_norm, values, 3);
}

/* ---- beside batch normalisation ---- */

enum { D = 8 };

/* Sentences of 3, 4, … tokens. */
static Graph *graph_of(Scene *scene, int count)
{
    Graph *g = plain_graph(scene);
    Node *sentences[2];
    graph_name(g);
    for (int i = 0; i < count; i++) {
        Tensor t = random_tensor(g->arena, 3 + i, D, i ? "two" : "one");
        sentences[i] =
            given(within(scope_of(g), "sentence-%d", "", i + 1), "input", "Words", "X",
                  number_axis(g, "token", 1, 3 + i), feature_axis(g, D), constant(g, t, "drawn"));
    }
    norms_compared(scope_of(g), sentences, count, NULL);
    return g;
}

TEST(another_sentence_changes_batch_norm_alone)
{
    Graph *g = graph_of(scene, 2);
    Tensor layer = value_of(g, "layer/change"), batch = value_of(g, "batch/change");
    double most = 0;
    for (size_t i = 0; i < tensor_size(layer); i++) {
        assert_true(layer.data[i] == 0);
        most = fmax(most, fabs((double)batch.data[i]));
    }
    assert_true(most > 0.1);
    Tensor all = value_of(g, "batch/all/output"), joined = value_of(g, "batch/joined");
    assert_int_equal(all.rows, 7);
    assert_close(joined, (Tensor){3, D, all.data}, 0, "joined");
    assert_null(name_find(graph_of(scene, 1), "batch/change"));
}

/* With padding counted, or left out of the columns' means and variances. */
TEST_OF_GRAPH(norms_of_a_padded_batch_are_those_of_pytorch)
{
    static const char *const steps[][2] = {
        {"layer/output", "layer"},        {"layer/joined", "layer"},
        {"padded/layer/joined", "layer"}, {"batch/output", "batch/alone"},
        {"batch/joined", "batch/joined"}, {"padded/batch/joined", "batch/padded"}};
    Safetensors file = reference_file(scene, "norms.safetensors");
    graph_name(g);
    Node *first = constant(g, reference(scene, &file, NULL, "first"), "drawn");
    Node *second = constant(g, reference(scene, &file, NULL, "second"), "drawn");
    Node *padding = constant(g, reference(scene, &file, NULL, "padding"), "drawn");
    Node *padded = stack(g, (Node *[]){first, padding, second}, 3);
    norms_compared(scope_of(g), (Node *[]){first, second}, 2, padded);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assert_close(value_of(g, steps[i][0]), reference(scene, &file, NULL, steps[i][1]), 1e-5,
                     steps[i][0]);
    Tensor change = value_of(g, "padded/layer/change");
    for (size_t i = 0; i < tensor_size(change); i++)
        assert_true(change.data[i] == 0);
}
