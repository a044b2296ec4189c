/* What a retrieval shows: its steps in order, settings and pictures. The command's example: (2,1)
   asks (1,0), (0,1), (1,1) and (−1,0). */
#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

TEST(a_dot_product_has_its_geometry)
{
    Trace *trace = traced(scene, "retrieve");
    check_ids(scene, trace, "query keys values geometry scores weights weighted output");
    const Step *geometry = step_named(trace, "geometry"), *weights = step_named(trace, "weights");
    assert_string_equal(geometry->cols.labels[2], "cos θ");
    assert_string_equal(geometry->rows.labels[3], "k₄");
    assert_string_equal(step_named(trace, "weighted")->rows.labels[3], "v₄");
    assert_int_equal(weights->form, FORM_BARS);
    assert_int_equal(weights->kind, VALUE_PROBABILITY);
    assert_string_equal(trace->provenance, "dot score, d = 2, 4 keys");
    check_setting(trace, "seed", NULL);
    assert_null(trace_step(trace, "geometry/lengths"));
    assert_string_equal(trace_any_step(trace, "geometry/lengths")->cols.labels[0], "|q||k|");
}

TEST(an_additive_score_shows_its_layer)
{
    Trace *trace = traced(scene, "retrieve --score additive --seed 7");
    check_ids(scene, trace,
              "query keys values W U v projected-query projected-keys tanh scores weights "
              "weighted output");
    check_setting(trace, "seed", "7");
    check_setting(trace, "weights", "random, not learned");
}

TEST(keys_may_have_labels)
{
    scene_write(scene, "keys.csv", "word,x,y\ncat,1,0\n");
    Trace *trace = traced(scene, "retrieve --score cosine --keys keys.csv");
    assert_string_equal(step_named(trace, "scores")->cols.labels[0], "cat");
    assert_int_equal(step_named(trace, "scores")->kind, VALUE_COSINE);
}

TEST(the_overview_goes_from_query_and_keys_to_the_output)
{
    const Trace *trace = traced(scene, "retrieve");
    assert_string_equal(trace->panels[0].id, "overview");
    check_places(&trace->panels[0], 1, 7, "query keys scores weights values weighted output");
    trace = traced(scene, "retrieve --score scaled");
    check_places(&trace->panels[0], 1, 8,
                 "query keys scores scaled weights values weighted output");
}
