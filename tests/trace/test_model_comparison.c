/* What is told of two models side by side: the steps, whose nodes they are, the picture, and the
   sentences, with places and counts set by hand. */
#include "trace/traces.h"

#include "support/explained.h"
#include "support/nodes.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/two_models.h"

enum { L = 4, FEW = 2 };

static Trace *trace_of(Scene *scene)
{
    return two_models_trace(two_models_new(scene, (TwoModelsSettings){0}));
}

/* ---- steps ---- */

TEST(different_words_have_rows_of_their_own)
{
    const Trace *trace =
        two_models_trace(two_models_new(scene, (TwoModelsSettings){.other_words = true}));
    assert_null(trace_step(trace, "looks"));
    assert_null(trace_step(trace, "agreement"));
    assert_int_equal(step_named(trace, "bahdanau/looks")->rows.count, L);
    const Step *heads = step_named(trace, "transformer/decoder-1/cross/head-1/weights");
    assert_int_equal(heads->rows.count, FEW);
    assert_string_equal(heads->rows.labels[1], "</s>");
    assert_int_equal(trace->text_count, 3);
    assert_string_equal(trace->texts[2].text, "le");
}

/* ---- what stands behind ---- */

TEST(a_sum_is_explained_by_its_parts)
{
    TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    const Trace *trace = two_models_trace(m);
    const char *text = explained(scene, trace, "parameters", PART_BOTH, MODEL_TRANSFORMER, 0);
    const char *expected = arena_format(
        scene->arena, "\n  = %.0f + %.0f\n",
        (double)at(node_of(m->graph, "parameters")->value, PART_ENCODER, MODEL_TRANSFORMER),
        (double)at(node_of(m->graph, "parameters")->value, PART_DECODER, MODEL_TRANSFORMER));
    assert_has(text, expected);
    assert_has(text, "\nComputed by other means:\n  parameters/parts: counted: ");
}

/* No chain of the graph is so long: it has all words at once. */
TEST(the_layers_of_words_to_be_written_are_explained_by_words_times_layers)
{
    const Trace *trace = trace_of(scene);
    const char *text = explained(scene, trace, "steps", STEPS_WRITING, MODEL_TRANSFORMER, 0);
    assert_has(text, "\n  = 4 × 2\n");
    assert_has(text, "\n  steps/rounds: states once, ");
    assert_has(text, "\n  steps/chains: counted: ");
    text = explained(scene, trace, "steps", STEPS_WRITING, MODEL_BAHDANAU, 0);
    assert_has(text, "\n  = 1 × 4\n");
}

/* ---- sentences: words that several models share ---- */

static void set_column(Node *node, int col, const int *places)
{
    for (int i = 0; i < rows_of(node); i++)
        tensor_row(node->value, i)[col] = (real)places[i];
}

static void check_looks(Scene *scene, const int second[L], const char *expected)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    Node *looks = node_of(m->graph, "looks");
    set_column(looks, 0, (int[]){1, 2, 3, 6});
    set_column(looks, 1, (int[]){1, 3, 4, 5});
    set_column(looks, 2, second);
    check_told(two_models_trace(m), "looks", expected);
}

TEST(the_nearest_layer_says_where_it_first_differs)
{
    check_looks(scene, (int[]){1, 2, 4, 6},
                "in decoder 1 at 1, in decoder 2 at 2 of 3 words. The first word at which decoder "
                "2 differs is “voit”: it looks at “a”, not “sees”.");
    check_looks(scene, (int[]){1, 2, 3, 6}, "in decoder 1 at 1, in decoder 2 at 3 of 3 words.");
}

TEST(heads_are_alike_where_none_differs)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    Node *looks = node_of(m->graph, "transformer/decoder-2/cross/looks");
    set_column(looks, 0, (int[]){6, 6, 6, 6}); /* the mean is no head */
    set_column(looks, 1, (int[]){1, 2, 3, 4});
    set_column(looks, 2, (int[]){1, 2, 4, 4});
    check_note(two_models_trace(m), "transformer/decoder-2/cross/looks",
               "All 2 heads look at the same word for 2 of 3 output words.");
}

TEST(what_is_taken_is_told_by_its_counts)
{
    const TwoModels *m = two_models_new(scene, (TwoModelsSettings){0});
    real *both = tensor_row(node_of(m->graph, "work")->value, PART_BOTH);
    both[MODEL_BAHDANAU] = 1000;
    both[MODEL_TRANSFORMER] = 2500;
    const Trace *trace = two_models_trace(m);
    check_told(trace, "work", "takes 2.50 times as many multiply-adds.");
    check_told(trace, "steps", "4 words × 2 layers; ");
    assert_int_equal(step_named(trace, "work")->kind, VALUE_COUNT);
}

TEST(whether_they_write_the_same_is_told)
{
    static const char *const verdicts[] = {"both write the same words",
                                           "they write different words: first Bahdanau's "
                                           "translator, then the transformer"};
    for (int other = 0; other < 2; other++) {
        TwoModels *m = two_models_new(scene, (TwoModelsSettings){.other_words = other});
        m->forced = false;
        assert_string_equal(two_models_trace(m)->provenance,
                            arena_format(((Scene *)scene)->arena,
                                         "Bahdanau et al. 2015 beside Vaswani et al. 2017: %s",
                                         verdicts[other]));
    }
}
