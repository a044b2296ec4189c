/* One translation seen by several alignment models: the steps, the table of places, the panel. */
#include "trace/traces.h"

#include "support/explained.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/translated.h"

enum { COMPARED = 3, WORDS = 4, PLACES = 6 };

static const TranslatedSettings models[COMPARED] = {
    {.kind = "bahdanau", .target = {"le", "chat", "voit", "</s>"}},
    {.kind = "local-p", .target = {"le", "chat", "voit", "</s>"}},
    {.kind = "bahdanau", .target = {"le", "chat", "voit", "</s>"}, .taking = TAKE_LARGEST},
};

static const char *const names[COMPARED] = {"additive", "local-p", "hard"};
static const char *const titles[COMPARED] = {"additive", "local, predictive", "hard"};

typedef struct Compared {
    Graph *g;
    TracedText source, target;
    Node *alignments[COMPARED];
} Compared;

static Compared compared_new(Scene *scene)
{
    Compared c = {.g = graph_new(scene->arena)};
    graph_name(c.g);
    for (int k = 0; k < COMPARED; k++) {
        const TranslatedSentence *t = translated_new(scene, models[k]);
        Scope s = within(scope_of(c.g), names[k], "", 0);
        s.number = k + 1;
        c.alignments[k] = compared_alignment(
            s, &t->translator, &t->task, arena_format(scene->arena, "Alignment: %s", titles[k]));
        c.source = t->source;
        c.target = t->target;
    }
    return c;
}

/* `weights`, if any: where each word looks, a row a word and a column a model, 0 for nothing. */
static const Trace *trace_of(Compared *c, const int places[][COMPARED])
{
    for (int k = 0; places && k < COMPARED; k++) {
        Tensor t = c->alignments[k]->value;
        memset(t.data, 0, tensor_size(t) * sizeof(real));
        for (int i = 0; i < WORDS; i++)
            if (places[i][k])
                tensor_row(t, i)[places[i][k] - 1] = (real)0.5;
    }
    named_looks(scope_of(c->g), "looks", "Where each output word looks most",
                label_axis("score", names, COMPARED), c->alignments);
    Trace *t = trace_begin(c->g);
    add_text(t, c->source);
    add_text(t, c->target);
    add_setting(t, "target", "given", false);
    add_setting(t, "weights", "random", false);
    add_setting(t, "seed", "1", true);
    trace_tell(t, score_comparison_list);
    trace_places(t, "looks", writing_of(c->g, *c->alignments)->cols);
    add_panels(t);
    return t;
}

static const Trace *trace_with(Scene *scene, const int places[][COMPARED])
{
    Compared *c = arena_alloc(scene->arena, 1, sizeof *c);
    *c = compared_new(scene);
    return trace_of(c, places);
}

TEST(every_model_has_its_alignment_and_the_table_a_column)
{
    static const int some[][COMPARED] = {{1, 1, 1}, {2, 2, 6}, {3, 0, 3}, {4, 4, 4}};
    const Trace *trace = trace_with(scene, some);
    assert_int_equal(trace->step_count, COMPARED + 1);
    assert_string_equal(trace->provenance,
                        "each score has a translator of its own, and all go on with the words "
                        "given; weights random, seed 1");
    assert_string_equal(step_named(trace, "local-p/alignment")->title,
                        "Alignment: local, predictive");
    assert_non_null(step_named(trace, "local-p/alignment")->mask);
    assert_int_equal(step_named(trace, "local-p/alignment")->kind, VALUE_FRACTION);
    assert_int_equal(step_named(trace, "hard/alignment")->kind, VALUE_PROBABILITY);
    const Step *looks = step_named(trace, "looks");
    assert_int_equal(looks->rows.count, WORDS);
    assert_int_equal(looks->cols.count, COMPARED);
    assert_string_equal(looks->cols.labels[1], "local-p");
    assert_int_equal(looks->place_count, PLACES);
    assert_string_equal(looks->places[1], "cat₁");
    for (int i = 0; i < WORDS; i++)
        for (int k = 0; k < COMPARED; k++)
            assert_true(at(looks->node->value, i, k) == (real)some[i][k]);
}

TEST(the_overview_has_a_panel_for_each)
{
    const Trace *trace = trace_with(scene, NULL);
    const Panel *panel = &trace->panels[0];
    assert_int_equal(panel->rows * panel->cols, COMPARED);
    assert_string_equal(panel->places[1].title, "local, predictive");
    assert_string_equal(panel->places[2].step->id, "hard/alignment");
}

TEST(the_note_counts_the_words_on_which_they_agree)
{
    static const int differ[][COMPARED] = {{1, 1, 1}, {2, 2, 6}, {3, 0, 3}, {4, 4, 4}};
    static const int agree[][COMPARED] = {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}};
    static const int blind[][COMPARED] = {{1, 0, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}};
    check_note(trace_with(scene, differ), "looks",
               "All 3 agree on 1 of 3 words. At “chat” additive looks at “cat₁”, hard at “cat₂”.");
    check_note(trace_with(scene, agree), "looks", "All 3 agree on every word.");
    check_note(trace_with(scene, blind), "looks",
               "All 3 agree on 2 of 3 words. At “le” additive looks at “the”, local-p at nothing.");
}

TEST(sharpness_is_the_mean_of_the_weights_looked_at)
{
    static const int places[][COMPARED] = {{1, 1, 1}, {2, 2, 2}, {0, 0, 3}, {6, 6, 6}};
    Compared c = compared_new(scene);
    Tensor weights = name_find(c.g, "hard/weights")->node->value;
    for (size_t i = 0; i < tensor_size(weights); i++)
        weights.data[i] = (real)0.25;
    const Trace *trace = trace_of(&c, places);
    check_note(trace, "additive/alignment",
               "A word's largest weight is 0.38 on average. “voit” looks at nothing: "
               "its window lies behind the end of the source.");
    /* half of a quarter, the places being taken by halves here */
    check_note(trace, "hard/alignment",
               "Each word takes one place, whose weight is 0.12 on average.");
}

TEST(explanations_pass_through_each_model_alone)
{
    const Trace *trace = trace_with(scene, NULL);
    const char *text = explained(scene, trace, "local-p/alignment", 1, 1, 0);
    assert_has(text, "\nlocal-p/step-2/bell[chat,cat₁] = ");
    assert_has(text, "\nlocal-p/encoder/forward-1/candidate[the,1] = ");
    check_all_named(scene, trace, text);
    check_all_named(scene, trace, explained(scene, trace, "looks", 1, 2, 0));
    assert_null(trace_step(trace, "local-p/step-2/bell"));
}
