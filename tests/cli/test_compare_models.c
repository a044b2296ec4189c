/* `attnviz compare-models` as a user sees it: its numbers are those of the two commands that trace
   either model alone. */
#include "support/program.h"
#include "support/sample.h"

#include <jansson.h>
#include <string.h>

/* ---- beside the commands of either model ---- */

/* The steps of the trace that the last run left. */
static json_t *steps_in(Scene *scene, const char *folder)
{
    json_error_t error;
    const char *path = arena_format(scene->arena, "%s/trace.json", folder);
    json_t *document = json_loads(scene_read(scene, path).data, 0, &error);
    assert_non_null(document);
    json_t *steps = json_incref(json_object_get(document, "steps"));
    json_decref(document);
    return steps;
}

static const json_t *values_of(const json_t *steps, const char *id)
{
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        if (!strcmp(json_string_value(json_object_get(step, "id")), id))
            return json_object_get(step, "values");
    }
    fail_msg("no step %s", id);
    return NULL;
}

static json_t *traced(Scene *scene, const char *command, const char *source, const char *target)
{
    const char *arguments[] = {
        command, "--source", source, "-f", "json", "-q", "-o", command, target ? "--target" : NULL,
        target,  NULL};
    check_success(program_run(scene, (Surroundings){0}, arguments));
    return steps_in(scene, command);
}

static void check_same_numbers(Scene *scene, const char *source, const char *target)
{
    static const char *const heads[] = {"decoder-1/cross/head-1/weights",
                                        "decoder-1/cross/head-3/weights", "decoder-1/cross/mean",
                                        "decoder-2/cross/head-2/weights", "decoder-2/cross/mean"};
    json_t *both = traced(scene, "compare-models", source, target);
    json_t *bahdanau = traced(scene, "bahdanau", source, target);
    json_t *transformer = traced(scene, "transformer", source, target);
    assert_true(
        json_equal(values_of(both, "bahdanau/alignment"), values_of(bahdanau, "alignment")));
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        assert_true(
            json_equal(values_of(both, arena_format(scene->arena, "transformer/%s", heads[i])),
                       values_of(transformer, heads[i])));
    json_decref(both);
    json_decref(bahdanau);
    json_decref(transformer);
}

static void the_numbers_are_those_of_the_two_commands(void **state)
{
    check_same_numbers(*state, "the european economic area", NULL);
    check_same_numbers(*state, "the cat sleeps", "le chat dort");
}

/* ---- what it shows ---- */

static void without_a_source_it_is_the_sentence_of_the_paper(void **state)
{
    Scene *scene = *state;
    Run run = check_success(attnviz(scene, "compare-models"));
    assert_string_equal(run.errors, "");
    assert_string_equal(line_at(scene, run.output, 0),
                        "“the agreement on the european economic area was signed in august 1992”");
    assert_string_equal(line_at(scene, run.output, 1),
                        "“l'accord sur la zone économique européenne a été signé en août 1992”");
    check_shows(run,
                "both write the same words;\n"
                "    they are the toy language's own\n",
                "has right 999 of\n    1000 sentences",
                "the transformer 1000\n    of 1000 sentences", NULL);
    check_narrow(scene, run.output);
}

/* As many numbers as both files have; 4 words are read and 5 written. Nothing is too wide. */
static void what_both_take_is_told_in_tables(void **state)
{
    Run run = check_success(
        attnviz(*state, "compare-models --source 'the european economic area' -f text"));
    check_shows(run, "\n   both    52,839      107,136\n", "\n   both   227,376      493,911\n",
                NULL);
    assert_null(strstr(run.output, "Tables were cut to fit"));
    assert_non_null(strstr(run.output, "\n        encoder         4            2\n"
                                       "decoder writing         5           10\n"
                                       "  decoder given         5            2\n"));
}

static void counts_are_no_pictures(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "compare-models --source 'the cat sleeps' -q"));
    assert_string_equal(scene_list(scene, "attnviz-out"),
                        ".attnviz 00-overview.png 01-bahdanau-alignment.png "
                        "02-transformer-decoder-1-cross-mean.png "
                        "03-transformer-decoder-1-cross-head-1-weights.png "
                        "04-transformer-decoder-1-cross-head-2-weights.png "
                        "05-transformer-decoder-1-cross-head-3-weights.png "
                        "06-transformer-decoder-2-cross-mean.png "
                        "07-transformer-decoder-2-cross-head-1-weights.png "
                        "08-transformer-decoder-2-cross-head-2-weights.png "
                        "09-transformer-decoder-2-cross-head-3-weights.png 13-agreement.png "
                        "trace.txt");
}

static void two_translations_that_differ_are_both_shown(void **state)
{
    Scene *scene = *state;
    Run run = check_success(attnviz(scene, "compare-models --source 'cat the sleeps'"));
    assert_string_equal(line_at(scene, run.output, 1), "“chat”");
    assert_string_equal(line_at(scene, run.output, 2), "“le chat dort”");
    check_shows(run, "they write different words:", "the toy language does not",
                "\n    bahdanau/looks   2 × 1   ", NULL);
    assert_null(strstr(run.output, "\n    agreement   "));
}

static void a_number_is_explained_within_either_model(void **state)
{
    Scene *scene = *state;
    Run run = check_success(attnviz(scene, "compare-models --source 'the cat sleeps' -e "
                                           "transformer/decoder-2/cross/head-1/weights[chat,cat] "
                                           "-e bahdanau/alignment[chat,cat] --depth 4"));
    check_shows(run, "\ntransformer/decoder-2/cross/head-1/K[cat,1] = ",
                "\nbahdanau/step-2/tanh[cat,1] = ", NULL);
    run = check_success(
        attnviz(scene, "compare-models --source 'the cat sleeps' -e agreement[2,mean] --depth 3"));
    check_shows(run, ") / 4\n", "\nbahdanau/looks[le,bahdanau] = 1\n", NULL);
}

static void the_cost_is_counted_on_request(void **state)
{
    Run run =
        check_success(attnviz(*state, "compare-models --source 'the cat sleeps' -f text --cost"));
    check_shows(run, "\nbahdanau/alignment    ", "\ntransformer/decoder-2/cross/mean    ", NULL);
}

static void sentences_to_try_are_printed(void **state)
{
    Run run = check_success(attnviz(*state, "compare-models --sample 2"));
    assert_int_equal(line_count(run.output), 2);
}

static void the_sentence_may_come_from_standard_input(void **state)
{
    Scene *scene = *state;
    static const char line[] = "The cat sleeps.\n";
    Surroundings piped = {.input = {line, sizeof line - 1}};
    Run run = check_success(attnviz_in(scene, piped, "compare-models --source - -f text"));
    assert_string_equal(line_at(scene, run.output, 0), "“The cat sleeps.”");
    assert_string_equal(line_at(scene, run.output, 1), "“le chat dort”");
}

static void each_that_does_not_end_says_so(void **state)
{
    Run run = check_finished(attnviz(*state, "compare-models --max-steps 2 -q"));
    assert_string_equal(run.errors,
                        "attnviz: warning: the translation of Bahdanau's translator did not end "
                        "within 2 words (--max-steps)\n"
                        "attnviz: warning: the translation of the transformer did not end within "
                        "2 words (--max-steps)\n");
}

/* ---- what it refuses ---- */

static void what_is_wrong_is_said_in_one_line(void **state)
{
    static const Refusal refused[] = {
        {"--source ''", EXIT_USAGE, "--source: no text: attention needs at least one word"},
        {"--source '  '", EXIT_USAGE,
         "--source: only white space: attention needs at least one word"},
        {"--max-steps 0", EXIT_USAGE, "--max-steps: 0 is not from 1 to 200"},
        {"--max-steps 201", EXIT_USAGE, "--max-steps: 201 is not from 1 to 200"},
        {"--target 'le chat' --max-steps 3", EXIT_USAGE,
         "--max-steps ends the translator's own words; --target gives them all"},
        {"--sample 2 --target 'le chat'", EXIT_USAGE,
         "--sample prints sentences and does nothing else: it does not go with --target"},
        {"--sample 0", EXIT_USAGE, "--sample: 0 is not from 1 to 100"},
        {"--sample 3 --out x", EXIT_USAGE,
         "--sample prints sentences and does nothing else: it does not go with --out"},
        {"--weights random", EXIT_USAGE, "--weights is no option of attnviz compare-models"},
    };
    check_refusals(*state, "compare-models", refused, sizeof refused / sizeof *refused);
}

static void unknown_words_and_too_many_are_refused(void **state)
{
    Scene *scene = *state;
    check_refused_with(attnviz(scene, "compare-models --source 'the bat sleeps'"), EXIT_USAGE,
                       "--source: not in the vocabulary: 'bat'");
    Text text = text_new(scene->arena);
    for (int i = 0; i < 1000; i++)
        text_add(&text, "cat ");
    check_refused(attnviz(scene, "compare-models --source '%s'", text.data), EXIT_USAGE,
                  "--source: 1000 words, at most 50 can be translated");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_those_of_the_two_commands),
        cmocka_unit_test(without_a_source_it_is_the_sentence_of_the_paper),
        cmocka_unit_test(what_both_take_is_told_in_tables),
        cmocka_unit_test(counts_are_no_pictures),
        cmocka_unit_test(two_translations_that_differ_are_both_shown),
        cmocka_unit_test(a_number_is_explained_within_either_model),
        cmocka_unit_test(the_cost_is_counted_on_request),
        cmocka_unit_test(sentences_to_try_are_printed),
        cmocka_unit_test(the_sentence_may_come_from_standard_input),
        cmocka_unit_test(each_that_does_not_end_says_so),
        cmocka_unit_test(what_is_wrong_is_said_in_one_line),
        cmocka_unit_test(unknown_words_and_too_many_are_refused),
    };
    return run_scenes(tests);
}
