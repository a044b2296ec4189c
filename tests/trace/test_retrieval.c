/* What a retrieval shows: its steps in order, settings and pictures. */
#include "trace/retrieval.h"

#include "graph/ops.h"
#include "support/sample.h"

#include <string.h>

static Node *numbers(Graph *g, int rows, int cols, const double *values)
{
    Tensor t = tensor_new(g->arena, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        t.data[i] = (real)values[i];
    return constant(g, t, "by hand");
}

/* The blackboard's example: (2,1) asks (1,0), (0,1), (1,1) and (−1,0). */
static Trace *blackboard(Scene *scene, RetrievalScore score, const char *const *labels, int keys)
{
    static const double vectors[] = {1, 0, 0, 1, 1, 1, -1, 0};
    Graph *g = graph_new(scene->arena);
    Retrieval r = {.score = score,
                   .query = numbers(g, 1, 2, (double[]){2, 1}),
                   .keys = numbers(g, keys, 2, vectors),
                   .key = retrieval_axis(g->arena, "key", "k", labels, keys),
                   .value = retrieval_axis(g->arena, "value", "v", labels, keys)};
    graph_name(g);
    graph_use(g, retrieval_layer(g->arena, 2, 2, 7));
    retrieve(scope_of(g), &r);
    return trace_retrieval(g, &r, score == RETRIEVAL_ADDITIVE ? "7" : NULL);
}

static const char *ids_of(Scene *scene, const Trace *trace)
{
    Text ids = text_new(scene->arena);
    for (int i = 0; i < trace->step_count; i++)
        text_format(&ids, "%s%s", i ? " " : "", trace->steps[i].id);
    return ids.data;
}

static void a_dot_product_has_its_geometry(void **state)
{
    Scene *scene = *state;
    Trace *trace = blackboard(scene, RETRIEVAL_DOT, NULL, 4);
    assert_string_equal(ids_of(scene, trace),
                        "query keys values geometry scores weights weighted output");
    const Step *geometry = step_named(trace, "geometry"), *weights = step_named(trace, "weights");
    assert_string_equal(geometry->cols.labels[2], "cos θ");
    assert_string_equal(geometry->rows.labels[3], "k₄");
    assert_string_equal(step_named(trace, "weighted")->rows.labels[3], "v₄");
    assert_int_equal(weights->form, FORM_BARS);
    assert_int_equal(weights->kind, VALUE_PROBABILITY);
    assert_string_equal(trace->provenance, "dot score, d = 2, 4 keys");
    assert_null(trace_setting(trace, "seed"));
    assert_null(trace_step(trace, "geometry/lengths"));
    assert_string_equal(trace_any_step(trace, "geometry/lengths")->cols.labels[0], "|q||k|");
}

static void scaled_scores_are_two_steps(void **state)
{
    Trace *trace = blackboard(*state, RETRIEVAL_SCALED, NULL, 4);
    assert_int_equal(trace->panels[0].cols, 5);
    assert_string_equal(trace->panels[0].steps[1]->id, "scaled");
}

static void an_additive_score_shows_its_layer(void **state)
{
    Scene *scene = *state;
    Trace *trace = blackboard(scene, RETRIEVAL_ADDITIVE, NULL, 4);
    assert_string_equal(ids_of(scene, trace),
                        "query keys values W U v projected-query projected-keys tanh scores "
                        "weights weighted output");
    assert_string_equal(trace_setting(trace, "seed"), "7");
    assert_string_equal(trace_setting(trace, "weights"), "random, not learned");
}

static void keys_may_have_labels(void **state)
{
    static const char *const labels[] = {"cat"};
    Trace *trace = blackboard(*state, RETRIEVAL_COSINE, labels, 1);
    assert_string_equal(step_named(trace, "scores")->cols.labels[0], "cat");
    assert_int_equal(step_named(trace, "scores")->kind, VALUE_COSINE);
}

static void the_overview_goes_from_scores_to_the_output(void **state)
{
    static const char *const ids[] = {"scores", "weights", "weighted", "output"};
    const Panel *panel = &blackboard(*state, RETRIEVAL_DOT, NULL, 4)->panels[0];
    assert_string_equal(panel->id, "overview");
    assert_int_equal(panel->cols, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(panel->steps[i]->id, ids[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dot_product_has_its_geometry),
        cmocka_unit_test(scaled_scores_are_two_steps),
        cmocka_unit_test(an_additive_score_shows_its_layer),
        cmocka_unit_test(keys_may_have_labels),
        cmocka_unit_test(the_overview_goes_from_scores_to_the_output),
    };
    return run_scenes(tests);
}
