/* Layer norm beside batch norm: the same formula along the other axis. */
#include "model/norm.h"

#include "graph/ops.h"
#include "support/nodes.h"

#include <math.h>

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
    norms_compared(scope_of(g), sentences, count);
    return g;
}

TEST(batch_norm_is_layer_norm_of_the_columns)
{
    Graph *g = graph_of(scene, 1);
    Tensor x = value_of(g, "input"), output = value_of(g, "batch/output");
    assert_close(value_of(g, "layer/output"), layer_norm(g, node_of(g, "input"))->value, 1e-6,
                 "layer");
    for (int j = 0; j < D; j++) {
        double mean = 0, variance = 0;
        for (int i = 0; i < x.rows; i++)
            mean += cell(x, i, j) / x.rows;
        for (int i = 0; i < x.rows; i++)
            variance += pow(cell(x, i, j) - mean, 2) / x.rows;
        assert_near((double)value_of(g, "batch/mean").data[j], mean, 1e-6);
        assert_near((double)value_of(g, "batch/variance").data[j], variance, 1e-6);
        for (int i = 0; i < x.rows; i++)
            assert_true(fabs(cell(output, i, j) - (cell(x, i, j) - mean) / sqrt(variance + 1e-5)) <
                        1e-5);
    }
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
