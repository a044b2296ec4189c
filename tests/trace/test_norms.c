/* The trace of layer norm beside batch norm. */
#include "trace/traces.h"

#include "graph/ops.h"
#include "support/gradient.h"
#include "support/sample.h"
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

TEST(a_sentence_alone_has_seven_steps_and_among_others_eleven)
{
    static const char *const ids[] = {
        "input layer/mean layer/variance layer/output batch/mean batch/variance batch/output",
        "input layer/mean layer/variance layer/output batch/mean batch/variance batch/output "
        "layer/joined layer/change batch/joined batch/change"};
    static const char *const lines[] = {"norms -s 'hit a bat'",
                                        "norms -s 'hit a bat' -s 'a mammal'"};
    for (int count = 1; count <= 2; count++) {
        Trace *trace = trace_of(scene, random_tensor(scene->arena, 3, D, "first"), count);
        check_ids(scene, trace, ids[count - 1]);
        assert_int_equal(traced(scene, lines[count - 1])->text_count, count);
        for (int i = 0; i < trace->step_count; i++)
            assert_true(step_is_drawn(&trace->steps[i]));
        assert_int_equal(trace->panels[0].rows, count == 1 ? 3 : 5);
    }
}

TEST(the_pictures_say_whether_another_sentence_changes_anything)
{
    Trace *trace = trace_of(scene, random_tensor(scene->arena, 3, D, "first"), 2);
    assert_string_equal(trace->panels[0].places[3].title,
                        "layer norm: other sentences change nothing");
    assert_string_equal(trace->panels[0].places[4].title,
                        "batch norm: what other sentences change");
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
