/* What a retrieval shows: its steps in order, what they are called, and sentences true of them. */
#include "trace/retrieval.h"

#include "graph/ops.h"
#include "support/gradient.h"
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
    Retrieval *r = arena_alloc(scene->arena, 1, sizeof *r);
    Node *k = numbers(g, keys, 2, vectors);
    RetrievalLayer layer = {.W = constant(g, random_tensor(g->arena, 2, 3, "W"), "drawn"),
                            .U = constant(g, random_tensor(g->arena, 2, 3, "U"), "drawn"),
                            .v = constant(g, random_tensor(g->arena, 1, 3, "v"), "drawn")};
    *r = retrieve(g, score, numbers(g, 1, 2, (double[]){2, 1}), k, k, layer);
    RetrievalSubject subject = {.key_labels = labels,
                                .values_are_keys = true,
                                .seed = score == RETRIEVAL_ADDITIVE ? "7" : NULL};
    return narrate_retrieval(scene->arena, r, &subject);
}

static void check_ids(const Trace *trace, const char *const *ids, int count)
{
    assert_int_equal(trace->step_count, count);
    for (int i = 0; i < count; i++)
        assert_string_equal(trace->steps[i].id, ids[i]);
}

static void a_dot_product_has_its_geometry(void **state)
{
    Scene *scene = *state;
    Trace *trace = blackboard(scene, RETRIEVAL_DOT, NULL, 4);
    check_ids(trace,
              (const char *[]){"query", "keys", "values", "geometry", "scores", "weights",
                               "weighted", "output"},
              8);
    const Step *geometry = step_named(trace, "geometry"), *weights = step_named(trace, "weights");
    assert_string_equal(geometry->cols.labels[2], "cos θ");
    assert_string_equal(geometry->rows.labels[3], "k₄");
    assert_int_equal(weights->form, FORM_BARS);
    assert_int_equal(weights->kind, VALUE_PROBABILITY);
    assert_string_equal(trace->provenance, "dot score, d = 2, 4 keys");
    assert_null(trace_setting(trace, "seed"));
    const Node *cosines = geometry->node->inputs[2], *product = geometry->node->inputs[3];
    assert_string_equal(trace_step_of(trace, cosines)->id, "geometry/cosines");
    assert_string_equal(trace_step_of(trace, product->inputs[0])->id, "geometry/lengths");
    assert_null(trace_step(trace, "geometry/lengths"));
}

static void sentences_are_true_of_the_numbers(void **state)
{
    Trace *trace = blackboard(*state, RETRIEVAL_DOT, NULL, 4);
    assert_string_equal(step_named(trace, "query")->note,
                        "One query of 2 numbers, of length 2.24.");
    assert_string_equal(step_named(trace, "keys")->note,
                        "4 keys of 2 numbers each; the longest is k₃, 1.41.");
    assert_string_equal(step_named(trace, "geometry")->note,
                        "The largest product, 3.00 of k₃, is 2.24 × 1.41 × 0.95: two lengths and "
                        "the cosine of the angle between.");
    assert_string_equal(step_named(trace, "scores")->note,
                        "k₃ has the highest score, 3.00, and k₄ the lowest, −2.00.");
    /* exp(2, 1, 3, −2) = 7.389, 2.718, 20.086, 0.135, together 30.328 */
    assert_string_equal(step_named(trace, "weights")->note,
                        "k₃ gets the largest weight, 0.66, and k₄ the smallest, 0.00.");
    assert_string_equal(step_named(trace, "output")->note,
                        "The output is 0.24 v₁ + 0.09 v₂ + 0.66 v₃ + 0.00 v₄.");
}

static void scaled_scores_are_two_steps(void **state)
{
    Trace *trace = blackboard(*state, RETRIEVAL_SCALED, NULL, 4);
    assert_string_equal(step_named(trace, "scaled")->note,
                        "Each score over √2 = 1.41: from −1.41 to 2.12.");
    assert_int_equal(trace->panels[0].cols, 5);
    assert_string_equal(trace->panels[0].steps[1]->id, "scaled");
}

static void an_additive_score_shows_its_layer(void **state)
{
    Trace *trace = blackboard(*state, RETRIEVAL_ADDITIVE, NULL, 4);
    check_ids(trace,
              (const char *[]){"query", "keys", "values", "W", "U", "v", "projected-query",
                               "projected-keys", "tanh", "scores", "weights", "weighted", "output"},
              13);
    assert_string_equal(trace_setting(trace, "seed"), "7");
    assert_string_equal(trace_setting(trace, "weights"), "random, not learned");
}

static void one_key_leaves_no_choice(void **state)
{
    static const char *const labels[] = {"cat"};
    Trace *trace = blackboard(*state, RETRIEVAL_COSINE, labels, 1);
    assert_string_equal(step_named(trace, "weights")->note,
                        "With one key there is no choice: it gets all the weight.");
    assert_string_equal(step_named(trace, "scores")->cols.labels[0], "cat");
    assert_string_equal(step_named(trace, "scores")->note, "The one score is 0.89.");
    assert_string_equal(step_named(trace, "output")->note, "The output is 1.00 v₁.");
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
        cmocka_unit_test(sentences_are_true_of_the_numbers),
        cmocka_unit_test(scaled_scores_are_two_steps),
        cmocka_unit_test(an_additive_score_shows_its_layer),
        cmocka_unit_test(one_key_leaves_no_choice),
        cmocka_unit_test(the_overview_goes_from_scores_to_the_output),
    };
    return run_scenes(tests);
}
