/* What the trace of a translation shows: with drawn weights, of every kind of translator. */
#include "trace/traces.h"

#include "support/explained.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/translated.h"

/* ---- the steps ---- */

TEST(a_query_is_the_state_before)
{
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    assert_ptr_equal(step_named(t->trace, "step-2/query")->node,
                     step_named(t->trace, "step-1/state")->node);
}

/* ---- formulas ---- */

TEST(a_weight_is_explained_down_to_the_words_vectors)
{
    const Trace *trace =
        translated_new(scene, (TranslatedSettings){.target = {"le", "chat", "</s>"}})->trace;
    const char *text = explained(scene, trace, "step-2/weights", 0, 0, 0);
    static const char *const parts[] = {"step-2/weights[chat,the] = ",
                                        "\nstep-2/energies[chat,cat₁] = ",
                                        "\nstep-2/tanh[the,1] = ",
                                        "\n  = tanh(",
                                        "\nstep-2/sum[the,1] = ",
                                        "\nkeys[the,1] = ",
                                        "\nencoder/forward-1/state[the,1] = ",
                                        "\nstep-1/state[le,1] = ",
                                        "\nGiven, not computed:\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_has(text, parts[i]);
}

TEST(a_draw_is_explained_by_the_weights)
{
    const Trace *trace = translated_new(scene, (TranslatedSettings){.taking = TAKE_DRAWN})->trace;
    const char *text = explained(scene, trace, "step-1/taken", 0, 0, 2);
    assert_has(text, "(drawn 0.");
    assert_has(text, "of the row's sum: column ");
    assert_has(text, "\nstep-1/weights[");
}

/* ---- behind ---- */

TEST(explanations_name_all_that_they_pass_through)
{
    static const TranslatedSettings all[] = {
        {.kind = "bahdanau"},     {.kind = "bahdanau-rnn-causal"},
        {.kind = "dot"},          {.kind = "concat"},
        {.kind = "local-m"},      {.kind = "local-p"},
        {.taking = TAKE_LARGEST},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const Trace *trace = translated_new(scene, all[k])->trace;
        check_all_named(scene, trace, explained(scene, trace, "step-2/words", 0, 0, 0));
    }
}

/* ---- panels and settings ---- */

/* The step in the upper row; the ids and titles of the lower one, to the first place that is empty,
   each behind an arrow with what the operation adds. */
static void check_inside(Scene *scene, TranslatedSettings settings, const char *expected)
{
    settings.whole = 2;
    const Trace *trace = translated_new(scene, settings)->trace;
    const Panel *panel = panel_named(trace, "step-3/inside");
    Text all = text_new(scene->arena);
    assert_int_equal(trace->panel_count, 2);
    assert_int_equal(panel->rows, 2);
    assert_string_equal(trace->steps[panel->after].id,
                        settings.taking ? "step-3/taken" : "step-3/weights");
    text_format(&all, "%s %s;", panel->places[0].step->id, panel->places[0].title);
    for (int i = panel->cols; i < 2 * panel->cols && panel->places[i].step; i++)
        text_format(&all, " %s%s%s %s", panel->places[i].arrow ? panel->places[i].arrow : "",
                    panel->places[i].arrow ? " → " : "", panel->places[i].step->id,
                    panel->places[i].title);
    assert_string_equal(all.data, expected);
}

TEST(the_inside_goes_from_the_query_and_the_keys_to_the_weights)
{
    check_inside(scene, (TranslatedSettings){.taking = TAKE_DRAWN},
                 "step-3/projected-query s_{2} W_a; keys H U_a "
                 "+ s_{2} W_a → step-3/sum H U_a + s_{2} W_a tanh → step-3/tanh tanh "
                 "· v_aᵀ → step-3/inside/energies e softmax → step-3/inside/weights α "
                 "one-hot(draw) → step-3/inside/taken taken");
    check_inside(scene, (TranslatedSettings){.kind = "dot"},
                 "step-3/state s_{3}; annotations H · s_{3}ᵀ → step-3/inside/energies e "
                 "softmax → step-3/inside/weights α");
    check_inside(scene, (TranslatedSettings){.kind = "local-p"},
                 "step-3/projected-query s_{3} W_a; step-3/near H_{3} "
                 "· (s_{3} W_a)ᵀ → step-3/inside/energies e "
                 "· where M is 0, else −∞ → step-3/inside/masked e or −∞ "
                 "softmax → step-3/inside/softmax softmax ⊙ → step-3/inside/bell Gaussian "
                 "= → step-3/inside/weights α");
    check_inside(scene, (TranslatedSettings){.kind = "concat", .taking = TAKE_LARGEST},
                 "step-3/state s_{3}; annotations H step-3/sum [s_{3} ; H] W_a "
                 "tanh → step-3/tanh tanh · v_aᵀ → step-3/inside/energies e "
                 "softmax → step-3/inside/weights α one-hot(argmax) → step-3/inside/taken taken");
}

TEST(the_columns_of_the_inside_are_the_rows_of_the_steps)
{
    const TranslatedSentence *t =
        translated_new(scene, (TranslatedSettings){.kind = "local-p", .whole = 2});
    static const char *const stages[] = {"energies", "masked", "softmax", "bell", "weights"};
    for (int i = 0; i < 5; i++) {
        const char *id = arena_format(((Scene *)scene)->arena, "step-3/%s", stages[i]);
        const Step *row = step_named(t->trace, id);
        const Step *column = trace_any_step(
            t->trace, arena_format(((Scene *)scene)->arena, "step-3/inside/%s", stages[i]));
        assert_int_equal(column->kind, row->kind);
        assert_int_equal(column->rows.count, row->cols.count);
        for (int j = 0; j < column->rows.count; j++) {
            assert_true(at(column->node->value, j, 0) == at(row->node->value, 0, j));
            assert_string_equal(column->rows.labels[j], row->cols.labels[j]);
            assert_int_equal(step_is_masked(column, j, 0), step_is_masked(row, 0, j));
        }
    }
}

TEST(how_the_weights_were_learned_is_told)
{
    TranslatedSentence t = *translated_new(scene, (TranslatedSettings){0});
    t.translator.recipe = "3000 steps";
    t.translator.score = "all sentences right";
    t.graph = graph_new(scene->arena);
    graph_name(t.graph);
    translate_aligned(scope_of(t.graph), &t.translator, &t.task);
    const Trace *trace = translated_told(&t);
    assert_string_equal(trace->source,
                        "random, not learned: 3000 steps; held-out score all sentences right");
    check_setting(trace, "recipe", "3000 steps");
    check_setting(trace, "held-out score", "all sentences right");
    check_setting(trace, "window", NULL);
    check_setting(trace, "alignment_layer", "4");
}
