/* What a comparison shows, and what the built-in weights make of a bat that hits a ball and a bat
   that is a mammal. */
#include "trace/traces.h"

#include "base/utf8.h"
#include "support/compared.h"
#include "support/sample.h"
#include "support/steps.h"

#include <string.h>

/* ---- the steps ---- */

static const char *promised_ids(Scene *scene, int sentences)
{
    static const char *const stages[] = {"attention", "contributions",  "change",
                                         "after",     "gained/nearest", "nearest"};
    Text ids = text_new(scene->arena);
    text_add(&ids, "static static/nearest ");
    for (int i = 1; i <= sentences; i++)
        for (int s = 0; s < 6; s++)
            text_format(&ids, "sentence-%d/%s ", i, stages[s]);
    text_add(&ids, "cosine/before cosine/after ");
    return ids.data;
}

/* ---- the overview ---- */

TEST(a_long_sentence_is_elided_and_a_hostile_one_made_visible)
{
    static const char sentence[] =
        "the \033[31mbat that hung upside down in the old church tower woke up late that evening";
    const Trace *trace =
        compared_new(scene, (ComparedSettings){.word = "bat", .sentences = {sentence, "a bat"}})
            ->trace;
    const char *title = trace->panels[0].places[0].title;
    assert_in_range(utf8_width(title), 50, 60);
    assert_ptr_equal(strstr(title, "the ␛[31mbat that hung"), title);
    assert_non_null(strstr(title, "…"));
    assert_string_equal(strstr(title, "late that"), "late that evening");
    assert_string_equal(trace->texts[0].text, sentence);
}

TEST(a_step_without_numbers_is_left_out)
{
    Trace *alone =
        compared_new(scene, (ComparedSettings){.word = "bat", .sentences = {"bat", "bat"}})->trace;
    check_ids(scene, alone,
              "static sentence-1/attention sentence-1/contributions sentence-1/change "
              "sentence-1/after sentence-2/attention sentence-2/contributions "
              "sentence-2/change sentence-2/after cosine/before cosine/after ");
    assert_int_equal(alone->panels[0].rows, 2);
    const Trace *one_blind =
        compared_new(scene, (ComparedSettings){.word = "bat",
                                               .sentences = {"bat naps", "bat"},
                                               .mask = "padding:1"})
            ->trace;
    assert_null(trace_step(one_blind, "sentence-2/gained/nearest"));
    assert_int_equal(one_blind->panels[0].rows, 5);
    assert_non_null(one_blind->panels[0].places[6].step);
    assert_null(one_blind->panels[0].places[7].step);
}

TEST(sixteen_sentences_have_a_column_each)
{
    ComparedSettings settings = {.word = "bat", .heads = 48, .mask = "causal"};
    for (int i = 0; i < MOST_COMPARED; i++)
        settings.sentences[i] = arena_format(scene->arena, "old bat met %c bat", 'a' + i);
    const Compared *c = compared_new(scene, settings);
    check_ids(scene, c->trace, promised_ids(scene, MOST_COMPARED));
    assert_int_equal(c->trace->panels[0].cols, MOST_COMPARED);
    assert_string_equal(step_named(c->trace, "sentence-9/change")->rows.labels[0], "bat₂");
    assert_int_equal(step_named(c->trace, "sentence-9/attention")->rows.count, 49);
}

TEST(what_a_mask_hides_is_hidden_in_weights_and_shares)
{
    const Trace *trace =
        compared_new(scene, (ComparedSettings){.word = "bat",
                                               .sentences = {"my bat sleeps", "a bat"},
                                               .mask = "causal"})
            ->trace;
    const Step *attention = step_named(trace, "sentence-1/attention");
    for (int j = 0; j < 3; j++) {
        for (int h = 0; h < 4; h++)
            assert_int_equal(step_is_masked(attention, h, j), j == 2);
        assert_int_equal(step_is_masked(step_named(trace, "sentence-1/contributions"), 0, j),
                         j == 2);
    }
}

TEST(labels_of_listed_words_are_safe_to_show)
{
    const Compared *c = compared_new(
        scene,
        (ComparedSettings){.word = "bat", .sentences = {"bat \033 \xe2\x80\xae bat", "a bat"}});
    const Step *list = step_named(c->trace, "sentence-1/nearest");
    for (int i = 0; i < list->rows.count; i++)
        assert_null(strpbrk(list->rows.labels[i], "\033"));
    assert_true(list->rows.count > 0);
}

/* ---- the built-in weights ---- */
