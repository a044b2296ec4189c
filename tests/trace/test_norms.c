/* The trace of layer norm beside batch norm. */
#include "trace/traces.h"

#include "support/gradient.h"
#include "support/steps.h"
#include "support/traced.h"

enum { D = 6 };

static const char *const words[] = {"a", "b", "c", "d", "e"};
static const struct {
    int count;
    const char *const *words;
} sentences[] = {{3, words}, {2, words + 3}};

static Trace *trace_of(Scene *scene, Tensor first, int count)
{
    Graph *g = graph_new(scene->arena);
    Tensor vectors[] = {first, random_tensor(g->arena, 2, D, "second")};
    Node *inputs[2];
    graph_name(g);
    for (int i = 0; i < count; i++) {
        int n = sentences[i].count;
        Scope s = within(scope_of(g), "sentence-%d", "", i + 1);
        Node *nowhere = constant(g, tensor_new(g->arena, n, D), "positions");
        Node *x = add(g, constant(g, vectors[i], "test"), nowhere);
        inputs[i] = with_axes(s, defined(s, "input", "Words", "X", x),
                              label_axis("token", sentences[i].words, n), feature_axis(g, D));
    }
    norms_compared(scope_of(g), inputs, count, NULL);
    return traced_graph(g, norms_list, D, count, words);
}

/* Rows of mean 2.5, −1.5 and 1, the last without a variance. */
TEST(rows_of_equal_numbers_are_told_apart)
{
    Tensor x = tensor_new(scene->arena, 3, D);
    for (int j = 0; j < D; j++) {
        tensor_row(x, 0)[j] = (real)j;
        tensor_row(x, 1)[j] = (real)j - 4;
        tensor_row(x, 2)[j] = 1;
    }
    Trace *trace = trace_of(scene, x, 1);
    check_told(trace, "layer/mean", "from −1.5 (“b”) to 2.5 (“a”)");
    check_told(trace, "layer/output", "that was not one number");
    trace = trace_of(scene, tensor_new(scene->arena, 3, D), 1);
    check_told(trace, "batch/output", "all become 0");
    check_told(trace, "batch/variance", ": 0 throughout.");
}
