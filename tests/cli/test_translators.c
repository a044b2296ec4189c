/* bahdanau, luong and compare-scores as a user sees them: what they show and refuse, mostly with
   drawn weights, whose translations are nonsense; and what the built-in ones make of the paper's
   sentence. */
#include "support/document.h"
#include "support/program.h"
#include "support/sample.h"

/* ---- bahdanau ---- */

TEST(sentences_to_try_are_printed)
{
    Run run = check_finished(attnviz(scene, "bahdanau --sample 3"));
    assert_int_equal(line_count(run.output), 3);
    for (int i = 0; i < 3; i++)
        check_finished(attnviz(scene, "bahdanau -w random --max-steps 1 -q --source '%s'",
                               line_at(scene, run.output, i)));
}

/* ---- built in ---- */

/* The largest weight of the row with this label is at this source word, and above the limit. */
static void check_looks(const json_t *alignment, const char *word, const char *source, double limit)
{
    const json_t *rows = json_object_get(alignment, "rows"),
                 *cols = json_object_get(alignment, "columns"),
                 *values = json_object_get(alignment, "values");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        if (strcmp(json_string_value(json_array_get(rows, i)), word) != 0)
            continue;
        const json_t *row = json_array_get(values, i);
        for (size_t j = 0; j < json_array_size(cols); j++) {
            bool is_source = !strcmp(json_string_value(json_array_get(cols, j)), source);
            double weight = json_number_value(json_array_get(row, j));
            fail_if(is_source ? weight < limit : weight >= limit, "%s looks at column %zu with %g",
                    word, j, weight);
        }
        return;
    }
    fail_msg("no output word %s", word);
}

TEST(the_papers_sentence_is_translated_and_its_adjectives_cross_over)
{
    Run run = check_success(attnviz(scene, "bahdanau -f text,json"));
    assert_string_equal(run.errors, "");
    assert_string_equal(line_at(scene, run.output, 1),
                        "“l'accord sur la zone économique européenne a été signé en août 1992”");
    json_t *document = document_of(scene, "attnviz-out/trace.json");
    json_t *alignment = step_of(document, "alignment");
    check_looks(alignment, "accord", "agreement", .9);
    check_looks(alignment, "zone", "area", .9);
    check_looks(alignment, "économique", "economic", .9);
    check_looks(alignment, "européenne", "european", .9);
    check_looks(alignment, "août", "august", .9);
    json_decref(document);
}

/* ---- compare-scores ---- */

TEST(scores_are_compared_on_the_words_of_the_first)
{
    Run own = check_finished(
        attnviz(scene, "bahdanau -w random --source 'the cat sleeps' --max-steps 4"));
    Run all = check_finished(
        attnviz(scene, "compare-scores -w random --source 'the cat sleeps' --max-steps 4"));
    assert_string_equal(line_at(scene, own.output, 1), line_at(scene, all.output, 1));
}
