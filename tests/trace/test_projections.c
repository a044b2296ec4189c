/* The trace of the projections: its steps and its page. */
#include "trace/traces.h"

#include "support/sample.h"
#include "support/steps.h"

typedef struct Told {
    Sample sample;
    Trace *trace;
    Trace *known; /* the main job's, of the same sentence */
} Told;

static Told told_of(Scene *scene, SampleSettings settings)
{
    Told t = {.sample = sample_untold(scene, settings), .known = sample_trace(scene, settings)};
    measure_projections(scope_of(t.sample.graph), &t.sample.model, t.sample.tokens.labels);
    t.trace = trace_sentence_attention(t.sample.graph, &t.sample.model, &t.sample.subject,
                                       projections_list);
    add_panels(t.trace);
    return t;
}

/* Calls `check` for all combinations of mask and scale and some numbers of heads. */
static void for_all_kinds(Scene *scene, void (*check)(Scene *, const Told *, int heads, bool mask))
{
    static const int heads[] = {1, 2, 3, 6, 7, 12};
    for (int bits = 0; bits < 4; bits++)
        for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
            Told t = told_of(scene, (SampleSettings){.text = "he hit the ball, the bat",
                                                     .heads = heads[i],
                                                     .dim = 84,
                                                     .mask = bits & 1 ? "causal" : NULL,
                                                     .no_scale = bits & 2});
            check(scene, &t, heads[i], bits & 1);
        }
}

/* ---- steps ---- */

static void check_promised(Scene *scene, const Told *t, int heads, bool mask)
{
    (void)mask;
    Text promised = text_new(scene->arena);
    text_add(&promised, "raw/scores raw/weights ");
    for (int h = 1; h <= heads; h++)
        text_format(&promised, "head-%d/scores head-%d/weights ", h, h);
    text_add(&promised, "mean/weights difference/weights matched/weights symmetry diagonal "
                        "entropy raw/most mean/most distances");
    check_ids(scene, t->trace, promised.data);
    for (int i = 0; i < t->trace->step_count; i++)
        assert_true(step_is_drawn(&t->trace->steps[i]));
}

TEST(the_steps_are_those_promised_in_their_order)
{
    for_all_kinds(scene, check_promised);
}

static void check_matrices(Scene *scene, const Told *t, int heads, bool mask)
{
    (void)scene, (void)mask;
    int matrices = 2 + 2 * heads + 2;
    for (int i = 0; i < matrices; i++) {
        const Step *step = &t->trace->steps[i], *known = step_named(t->known, step->id);
        assert_memory_equal(step->node->value.data, known->node->value.data,
                            tensor_size(known->node->value) * sizeof(real));
        assert_int_equal(!step->mask, !known->mask);
        assert_string_equal(step->title, known->title);
        assert_string_equal(step->formula, known->formula);
        assert_string_equal(step->note, known->note);
        assert_int_equal(step->kind, known->kind);
    }
}

TEST(the_matrices_are_told_as_in_the_main_job)
{
    for_all_kinds(scene, check_matrices);
}

/* That a row of raw/most or mean/most names its query, the column of its number, and that the
   explanation goes there. */
static void check_gaze(Scene *scene, const Told *t, const Step *most, const Step *weights, int row)
{
    Explanation e =
        cell_told((Explanation){.arena = scene->arena, .digits = 6}, (Cell){most->node, row, 0});
    assert_int_equal(e.use_count, 1);
    assert_ptr_equal(e.uses[0].node, weights->node);
    assert_int_equal(e.uses[0].row, row);
    assert_string_equal(most->rows.labels[row],
                        arena_format(scene->arena, "%s → %s", t->sample.tokens.labels[row],
                                     t->sample.tokens.labels[e.uses[0].col]));
    assert_true(at(most->node->value, row, 0) == at(weights->node->value, row, e.uses[0].col));
}

static void check_gazes(Scene *scene, const Told *t, int heads, bool mask)
{
    (void)heads, (void)mask;
    for (int row = 0; row < rows_of(t->sample.model.input); row++) {
        check_gaze(scene, t, step_named(t->trace, "raw/most"), step_named(t->trace, "raw/weights"),
                   row);
        check_gaze(scene, t, step_named(t->trace, "mean/most"),
                   step_named(t->trace, "mean/weights"), row);
    }
}

TEST(a_row_says_which_word_looks_at_which)
{
    for_all_kinds(scene, check_gazes);
}

TEST(a_word_that_sees_nothing_looks_at_nothing)
{
    scene_write(scene, "mask.csv", "0,0\n1,1\n");
    Told t = told_of(scene, (SampleSettings){.text = "a b", .mask = "mask.csv"});
    const Step *most = step_named(t.trace, "mean/most");
    assert_string_equal(most->rows.labels[0], "a → nothing");
    assert_true(at(most->node->value, 0, 0) == 0 && at(most->node->value, 1, 0) > 0);
    assert_true(trace_check(t.trace, &scene->error));
}

TEST(long_words_leave_room_for_both_in_a_label)
{
    static const char word[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    Told t = told_of(scene, (SampleSettings){.text = word});
    const char *label = step_named(t.trace, "raw/most")->rows.labels[0];
    assert_has(label, "…");
    assert_has(label, " → ");
    assert_true(strlen(label) < 2 * strlen(word));
}

/* ---- settings ---- */

TEST(settings_and_texts_are_those_of_the_main_job)
{
    Told t = told_of(scene, (SampleSettings){.text = "The bat, the ball", .seed = 7});
    const Trace *known = t.known;
    assert_int_equal(t.trace->setting_count, known->setting_count);
    for (int i = 0; i < known->setting_count; i++) {
        assert_string_equal(t.trace->settings[i].name, known->settings[i].name);
        check_setting(t.trace, known->settings[i].name, known->settings[i].value);
        assert_int_equal(t.trace->settings[i].is_number, known->settings[i].is_number);
    }
    assert_string_equal(t.trace->provenance, known->provenance);
    assert_int_equal(t.trace->text_count, 1);
    assert_string_equal(t.trace->texts[0].text, "The bat, the ball");
}

/* ---- the page ---- */

/* Every step of its trace but two, each once, with a title. */
static void check_page(Scene *scene, const Told *t, int heads, bool mask)
{
    (void)scene, (void)heads, (void)mask;
    const Panel *page = &t->trace->panels[0];
    for (int i = 0; i < t->trace->step_count; i++) {
        const Step *step = &t->trace->steps[i];
        bool apart = !strcmp(step->id, "entropy") || !strcmp(step->id, "distances");
        int times = 0;
        for (int p = 0; p < page->rows * page->cols; p++) {
            times += page->places[p].step == step;
            assert_int_equal(page->places[p].step != NULL, page->places[p].title != NULL);
        }
        assert_int_equal(times, apart ? 0 : 1);
    }
    assert_int_equal(page->cols, 5);
    assert_string_equal(page->note, step_named(t->trace, "diagonal")->note);
}

TEST(the_page_shows_everything_but_entropy_and_distances)
{
    for_all_kinds(scene, check_page);
}
