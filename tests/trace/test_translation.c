/* What the trace of a translation shows: with drawn weights, of every kind of translator. */
#include "trace/traces.h"

#include "support/explained.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/translated.h"

#include <string.h>

/* ---- the steps ---- */

/* The ids of a source's steps, of so many words' stages, and of the end. */
static const char *promised_ids(Scene *scene, const char *source, const char *stages, int words,
                                const char *end)
{
    Text ids = text_new(scene->arena);
    add_ids(&ids, "", source);
    for (int i = 1; i <= words; i++)
        add_ids(&ids, arena_format(scene->arena, "step-%d/", i), stages);
    add_ids(&ids, "", end);
    return ids.data;
}

TEST(every_kind_shows_what_it_has)
{
    static const char both[] = "source encoder/forward encoder/backward annotations";
    static const struct {
        TranslatedSettings settings;
        const char *source, *stages, *end;
    } kinds[] = {
        {{.kind = "bahdanau"},
         "source encoder/forward encoder/backward annotations keys",
         "query projected-query sum tanh energies weights context update-gate reset-gate candidate "
         "state scores probabilities words",
         "alignment"},
        {{.kind = "bahdanau-rnn-causal", .taking = TAKE_LARGEST},
         "source encoder/forward keys",
         "query projected-query sum tanh energies weights taken context state scores probabilities "
         "words",
         "alignment taken"},
        {{.kind = "dot"},
         both,
         "update-gate reset-gate candidate state energies weights context attentional scores "
         "probabilities words",
         "alignment"},
        {{.kind = "general"},
         both,
         "update-gate reset-gate candidate state projected-query energies weights context "
         "attentional scores probabilities words",
         "alignment"},
        {{.kind = "concat"},
         both,
         "update-gate reset-gate candidate state sum tanh energies weights context attentional "
         "scores probabilities words",
         "alignment"},
        {{.kind = "local-m"},
         both,
         "update-gate reset-gate candidate state near projected-query energies window masked "
         "weights "
         "context attentional scores probabilities words",
         "alignment"},
        {{.kind = "local-p", .taking = TAKE_DRAWN},
         both,
         "update-gate reset-gate candidate state place near projected-query energies window masked "
         "softmax bell weights taken context attentional scores probabilities words",
         "alignment taken"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const TranslatedSentence *t = translated_new(scene, kinds[i].settings);
        check_ids(scene, t->trace,
                  promised_ids(scene, kinds[i].source, kinds[i].stages, t->translation.length,
                               kinds[i].end));
    }
}

static void check_kind(const Trace *trace, const char *id, ValueKind kind, const char *rows,
                       const char *cols)
{
    const Step *step = step_named(trace, id);
    assert_int_equal(step->kind, kind);
    assert_string_equal(step->rows.name, rows);
    assert_string_equal(step->cols.name, cols);
}

TEST(steps_have_the_axes_and_kinds_of_their_numbers)
{
    const Trace *trace = translated_new(scene, (TranslatedSettings){0})->trace;
    const Trace *local = translated_new(scene, (TranslatedSettings){.kind = "local-p"})->trace;
    check_kind(trace, "annotations", VALUE_SIGNED, "source word", "feature");
    check_kind(trace, "step-1/query", VALUE_SIGNED, "output word", "feature");
    check_kind(trace, "step-1/tanh", VALUE_SIGNED, "source word", "feature");
    check_kind(trace, "step-1/energies", VALUE_SIGNED, "output word", "source word");
    check_kind(trace, "step-1/weights", VALUE_PROBABILITY, "output word", "source word");
    check_kind(trace, "step-1/words", VALUE_FRACTION, "next word", "measure");
    check_kind(trace, "alignment", VALUE_PROBABILITY, "output word", "source word");
    check_kind(local, "alignment", VALUE_FRACTION, "output word", "source word");
    check_kind(local, "step-1/window", VALUE_MASK, "output word", "source word");
    assert_int_equal(step_named(trace, "step-1/words")->form, FORM_BARS);
    assert_non_null(step_named(local, "step-1/weights")->mask);
    assert_non_null(step_named(local, "alignment")->mask);
}

TEST(words_name_rows_and_columns_repeated_ones_numbered)
{
    const TranslatedSentence *t =
        translated_new(scene, (TranslatedSettings){.target = {"le", "chat", "voit", "le", "</s>"}});
    const Step *alignment = step_named(t->trace, "alignment");
    static const char *const rows[] = {"le₁", "chat", "voit", "le₂", "</s>"};
    static const char *const cols[] = {"the", "cat₁", "sees", "a", "red", "cat₂"};
    for (int i = 0; i < 5; i++)
        assert_string_equal(alignment->rows.labels[i], rows[i]);
    for (int j = 0; j < 6; j++)
        assert_string_equal(alignment->cols.labels[j], cols[j]);
    assert_string_equal(step_named(t->trace, "step-4/weights")->rows.labels[0], "le₂");
    assert_string_equal(step_named(t->trace, "step-4/weights")->title,
                        "Attention weights for “le₂”");
}

TEST(a_query_is_the_state_before)
{
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    assert_ptr_equal(step_named(t->trace, "step-2/query")->node,
                     step_named(t->trace, "step-1/state")->node);
}

/* ---- formulas ---- */

TEST(formulas_are_those_of_the_papers_for_rows)
{
    static const struct {
        const char *kind, *id, *formula;
    } formulas[] = {
        {"bahdanau", "encoder/backward",
         "H← = [h←_{1} ; … ; h←_{6}], h←_{i} = z_{i} ⊙ h̃←_{i} + (1 − z_{i}) ⊙ h←_{i+1}"},
        {"bahdanau-rnn", "encoder/forward",
         "H→ = [h→_{1} ; … ; h→_{6}], h→_{i} = tanh((XW + b)[i, ·] + h→_{i−1} U)"},
        {"bahdanau", "annotations", "H = [H→ ; H←]"},
        {"bahdanau", "step-1/query", "s_{0} = tanh(h←_{1} W_s)"},
        {"bahdanau-causal", "step-1/query", "s_{0} = tanh(h→_{6} W_s)"},
        {"bahdanau", "step-2/energies", "v_a tanh(H U_a + s_{1} W_a)ᵀ"},
        {"dot", "step-2/energies", "s_{2} Hᵀ"},
        {"general", "step-2/energies", "s_{2} W_a Hᵀ"},
        {"concat", "step-2/energies", "v_a tanh([s_{2} ; H] W_a)ᵀ"},
        {"local-m", "step-2/weights", "α_{2} = softmax(s_{2} W_a H_{2}ᵀ where M is 0, else −∞)"},
        {"local-p", "alignment",
         "A = [α_{1} ; … ; α_{4}], α_{i} = softmax(s_{i} W_a H_{i}ᵀ where M is 0, else −∞) "
         "⊙ exp(−(j − p_{i})²/(2 · 0.5²))"},
        {"local-p", "step-2/place", "p_{2} = σ(tanh(s_{2} W_p) v_pᵀ) · T"},
        {"bahdanau", "step-2/context", "c_{2} = α_{2} H"},
        {"bahdanau", "step-2/candidate",
         "s̃_{2} = tanh((y_{1} W + b + c_{2} C)[·, 13…18] + (r_{2} ⊙ s_{1}) U)"},
        {"bahdanau-rnn", "step-2/state", "s_{2} = tanh(y_{1} W + b + c_{2} C + s_{1} U)"},
        {"dot", "step-2/attentional", "h̃_{2} = tanh([c_{2} ; s_{2}] W_c)"},
    };
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        const Trace *trace =
            translated_new(scene, (TranslatedSettings){.kind = formulas[i].kind})->trace;
        check_formula(trace, formulas[i].id, formulas[i].formula);
    }
}

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
        assert_non_null(strstr(text, parts[i]));
}

TEST(a_draw_is_explained_by_the_weights)
{
    const Trace *trace = translated_new(scene, (TranslatedSettings){.taking = TAKE_DRAWN})->trace;
    const char *text = explained(scene, trace, "step-1/taken", 0, 0, 2);
    assert_non_null(strstr(text, "(drawn 0."));
    assert_non_null(strstr(text, "of the row's sum: column "));
    assert_non_null(strstr(text, "\nstep-1/weights["));
}

/* ---- details ---- */

/* What is left out of every word's steps, of all but the whole one's, and of none's. */
TEST(one_word_is_told_whole)
{
    const Trace *trace = translated_new(scene, (TranslatedSettings){.whole = 1})->trace;
    static const struct {
        const char *stage;
        bool whole, others;
    } stages[] = {{"query", false, true},   {"tanh", false, true},  {"energies", false, true},
                  {"context", false, true}, {"state", false, true}, {"weights", false, false},
                  {"words", false, false},  {"scores", true, true}, {"probabilities", true, true}};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        for (int word = 1; word <= 3; word++) {
            const char *id =
                arena_format(((Scene *)scene)->arena, "step-%d/%s", word, stages[i].stage);
            assert_int_equal(step_named(trace, id)->detail,
                             word == 2 ? stages[i].whole : stages[i].others);
            bool is_shown = !stages[i].others; /* of each word, but drawn of one */
            assert_int_equal(step_named(trace, id)->minor, is_shown && word != 2);
        }
    assert_false(step_named(trace, "keys")->detail);
    assert_false(step_named(trace, "alignment")->detail);
}

/* ---- behind ---- */

/* Behind the trace, and as large as its axes. */
static void check_behind(const TranslatedSentence *t, const char *id)
{
    const Step *step = trace_any_step(t->trace, id);
    if (!step)
        fail_msg("no step %s", id);
    assert_null(trace_step(t->trace, id));
    assert_int_equal(step->rows.count, rows_of(step->node));
    assert_int_equal(step->cols.count, cols_of(step->node));
}

TEST(what_is_learned_has_the_name_it_has_in_a_file)
{
    static const char *const kinds[] = {"bahdanau", "bahdanau-rnn-causal", "concat", "local-p"};
    for (int k = 0; k < 4; k++) {
        const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){.kind = kinds[k]});
        for (int i = 0; i < t->translator.parameters->count; i++)
            check_behind(t, t->translator.parameters->items[i].name);
    }
}

TEST(what_is_inside_the_cells_has_names_behind_the_trace)
{
    static const char *const ids[] = {"encoder/forward/products",
                                      "encoder/forward-1/before",
                                      "encoder/forward-1/state",
                                      "encoder/backward-5/update-gate",
                                      "encoder/backward-5/gates-sum",
                                      "encoder/backward-6/gates-from-state",
                                      "decoder/first-state-sum",
                                      "step-3/word-product",
                                      "step-3/word-input",
                                      "step-3/context-input",
                                      "step-3/input",
                                      "step-3/kept",
                                      "step-3/from-state",
                                      "step-3/tanh-of",
                                      "step-3/score-products"};
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        check_behind(t, ids[i]);
    assert_string_equal(trace_any_step(t->trace, "encoder/forward-2/input")->title,
                        "What the word adds at “cat₁”, read forwards");
    assert_string_equal(trace_any_step(t->trace, "encoder/forward-2/from-state")->rows.labels[0],
                        "cat₁");
    t = translated_new(scene, (TranslatedSettings){.kind = "bahdanau-rnn-causal"});
    check_behind(t, "step-1/tanh-of");
}

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

TEST(the_overview_is_the_alignment)
{
    const Trace *soft = translated_new(scene, (TranslatedSettings){0})->trace;
    const Trace *hard = translated_new(scene, (TranslatedSettings){.taking = TAKE_DRAWN})->trace;
    assert_string_equal(soft->panels[0].id, "overview");
    check_places(&soft->panels[0], 1, 1, "alignment");
    check_places(&hard->panels[0], 1, 2, "alignment taken");
}

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

TEST(the_trace_says_what_it_is_of)
{
    const TranslatedSentence *t = translated_new(
        scene, (TranslatedSettings){.kind = "local-m", .window = 2, .target = {"un", "chat"}});
    const Trace *trace = t->trace;
    assert_int_equal(trace->text_count, 2);
    assert_string_equal(trace->texts[0].text, "the cat sees a red cat");
    assert_int_equal(trace->texts[0].token_count, 6);
    assert_string_equal(trace->texts[1].text, "un chat");
    assert_string_equal(trace->texts[1].tokens[1], "chat");
    check_setting(trace, "score", "general");
    check_setting(trace, "local", "monotonic");
    check_setting(trace, "window", "2");
    check_setting(trace, "attention", "soft");
    check_setting(trace, "encoder", "bidirectional");
    check_setting(trace, "cell", "gru");
    check_setting(trace, "hidden", "6");
    check_setting(trace, "alignment_layer", NULL);
    check_setting(trace, "target", "given");
    assert_string_equal(trace->provenance,
                        "Luong et al. 2015: general score, local monotonic, D = 2, soft attention, "
                        "bidirectional GRU encoder, weights random, not learned, seed 1");
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
