/* One translation seen by several alignment models: the steps, the table of places, the panel. */
#include "trace/score_comparison.h"

#include "graph/ops.h"
#include "support/explained.h"
#include "support/sample.h"
#include "support/translated.h"

#include <string.h>

enum { MODELS = 3 };

static const TranslatedSettings models[MODELS] = {
    {.kind = "bahdanau", .target = {"le", "chat", "voit", "</s>"}},
    {.kind = "local-p", .target = {"le", "chat", "voit", "</s>"}},
    {.kind = "bahdanau", .target = {"le", "chat", "voit", "</s>"}, .taking = TAKE_LARGEST},
};

static const ComparedScore scores[MODELS] = {
    {"additive", "additive", "softmax(e)", "random", VALUE_PROBABILITY},
    {"local-p", "local, predictive", "softmax(e + M)", "random", VALUE_FRACTION},
    {"hard", "hard", "j", "random", VALUE_PROBABILITY},
};

typedef struct Compared {
    TranslationSummary summaries[MODELS];
    ScoreSubject subject;
    const Trace *alone[MODELS];
    Node *looks;
} Compared;

/* The models' translations; `places` says where each word looks, a row a word, NULL as it is. */
static Compared *compared_new(Scene *scene, const int places[][MODELS])
{
    Compared *c = arena_alloc(scene->arena, 1, sizeof *c);
    for (int k = 0; k < MODELS; k++) {
        const TranslatedSentence *t = translated_new(scene, models[k]);
        c->summaries[k] = t->summary;
        c->alone[k] = t->trace;
        c->subject = (ScoreSubject){.argc = 2,
                                    .argv = t->subject.argv,
                                    .source = t->subject.source,
                                    .target = t->subject.target,
                                    .source_length = 6,
                                    .target_length = 4,
                                    .forced = true,
                                    .alone = c->alone,
                                    .seed = "1"};
        for (int i = 0; places && i < 4; i++)
            t->summary.looks->value.data[i] = (real)places[i][k];
    }
    c->looks = looks_side_by_side(graph_new(scene->arena), c->summaries, MODELS);
    return c;
}

static const Trace *trace_of(Scene *scene, const Compared *c)
{
    return narrate_score_comparison(scene->arena, scores, c->summaries, MODELS, c->looks,
                                    &c->subject);
}

static void every_model_has_its_alignment_and_the_table_a_column(void **state)
{
    const Compared *c = compared_new(*state, NULL);
    const Trace *trace = trace_of(*state, c);
    assert_int_equal(trace->step_count, MODELS + 1);
    assert_string_equal(trace->provenance,
                        "each score has a translator of its own, and all go on with the words "
                        "given; weights random, seed 1");
    assert_ptr_equal(step_named(trace, "additive/alignment")->node, c->summaries[0].weights);
    assert_ptr_equal(step_named(trace, "local-p/alignment")->mask, c->summaries[1].mask);
    assert_int_equal(step_named(trace, "local-p/alignment")->kind, VALUE_FRACTION);
    assert_ptr_equal(step_named(trace, "hard/alignment")->node, c->summaries[2].taken);
    const Step *looks = step_named(trace, "looks");
    assert_int_equal(looks->rows.count, 4);
    assert_int_equal(looks->cols.count, MODELS);
    assert_string_equal(looks->cols.labels[1], "local-p");
    assert_int_equal(looks->place_count, 6);
    assert_string_equal(looks->places[1], "cat₁");
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < MODELS; k++)
            assert_true(at(looks->node->value, i, k) == at(c->summaries[k].looks->value, i, 0));
}

static void the_overview_has_a_panel_for_each(void **state)
{
    const Trace *trace = trace_of(*state, compared_new(*state, NULL));
    const Panel *panel = &trace->panels[0];
    assert_int_equal(panel->rows * panel->cols, MODELS);
    assert_string_equal(panel->titles[1], "local, predictive");
    assert_string_equal(panel->steps[2]->id, "hard/alignment");
}

static void the_note_counts_the_words_on_which_they_agree(void **state)
{
    static const int differ[][MODELS] = {{1, 1, 1}, {2, 2, 6}, {3, 0, 3}, {4, 4, 4}};
    static const int agree[][MODELS] = {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}};
    static const int blind[][MODELS] = {{1, 0, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}};
    Scene *scene = *state;
    assert_string_equal(
        step_named(trace_of(scene, compared_new(scene, differ)), "looks")->note,
        "All 3 agree on 2 of 4 words. At “chat” additive looks at “cat₁”, hard at “cat₂”.");
    assert_string_equal(step_named(trace_of(scene, compared_new(scene, agree)), "looks")->note,
                        "All 3 agree on every word.");
    assert_string_equal(
        step_named(trace_of(scene, compared_new(scene, blind)), "looks")->note,
        "All 3 agree on 3 of 4 words. At “le” additive looks at “the”, local-p at nothing.");
}

static void sharpness_is_the_mean_of_the_weights_looked_at(void **state)
{
    Scene *scene = *state;
    static const int places[][MODELS] = {{1, 1, 1}, {2, 2, 2}, {0, 0, 0}, {6, 6, 6}};
    Compared *c = compared_new(scene, places);
    for (int k = 0; k < MODELS; k++) {
        tensor_row(c->summaries[k].weights->value, 0)[0] = (real).5;
        tensor_row(c->summaries[k].weights->value, 1)[1] = (real).75;
        tensor_row(c->summaries[k].weights->value, 3)[5] = (real).75;
    }
    const Trace *trace = trace_of(scene, c);
    assert_string_equal(step_named(trace, "additive/alignment")->note,
                        "On average the largest weight of a word is 0.50.");
    assert_string_equal(step_named(trace, "hard/alignment")->note,
                        "Each word takes one place, whose weight is 0.50 on average.");
    memset(tensor_row(c->summaries[0].weights->value, 2), 0, 6 * sizeof(real));
    assert_string_equal(step_named(trace_of(scene, c), "additive/alignment")->note,
                        "On average the largest weight of a word is 0.50. “voit” looks at nothing: "
                        "its window lies behind the end of the source.");
}

static void explanations_pass_through_each_model_alone(void **state)
{
    Scene *scene = *state;
    const Compared *c = compared_new(scene, NULL);
    const Trace *trace = trace_of(scene, c);
    const char *text = explained(scene, trace, "local-p/alignment", 1, 1, 0);
    assert_non_null(strstr(text, "\nlocal-p/step-2/bell[chat,cat₁] = "));
    assert_non_null(strstr(text, "\nlocal-p/encoder/forward-1/candidate[the,1] = "));
    check_all_named(scene, trace, text);
    check_all_named(scene, trace, explained(scene, trace, "looks", 1, 2, 0));
    assert_null(trace_step(trace, "local-p/step-2/bell"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_has_its_alignment_and_the_table_a_column),
        cmocka_unit_test(the_overview_has_a_panel_for_each),
        cmocka_unit_test(the_note_counts_the_words_on_which_they_agree),
        cmocka_unit_test(explanations_pass_through_each_model_alone),
        cmocka_unit_test(sharpness_is_the_mean_of_the_weights_looked_at),
    };
    return run_scenes(tests);
}
