/* bahdanau, luong and compare-scores as a user sees them: what they show and refuse, mostly with
   drawn weights, whose translations are nonsense; and what the built-in ones make of the paper's
   sentence. */
#include "support/document.h"
#include "support/program.h"
#include "support/sample.h"
#include "train/pair_training.h"

#include <string.h>

/* ---- bahdanau ---- */

static void without_a_source_it_is_the_sentence_of_the_paper(void **state)
{
    Scene *scene = *state;
    Run run = check_finished(attnviz(scene, "bahdanau -w random"));
    assert_string_equal(line_at(scene, run.output, 0),
                        "“the agreement on the european economic area was signed in august 1992”");
    check_shows(run,
                "\n 1. Embeddings of the source words\n"
                "    source   12 × 24   X = E[words]\n",
                "Open attnviz-out/000-overview.png first. More pictures: --full.\n", NULL);
    check_narrow(scene, run.output);
}

static void the_first_word_is_told_whole_and_the_others_in_brief(void **state)
{
    Scene *scene = *state;
    Run run = check_success(
        attnviz(scene, "bahdanau -w random --target 'le chat dort' --source 'the cat sleeps'"));
    assert_non_null(strstr(run.output, "\n    step-1/tanh   3 × 24   "));
    assert_null(strstr(run.output, "\n    step-2/tanh   "));
    check_shows(run, "\n    step-2/weights   1 × 3   ",
                " 5 steps left out here: step-2/query … step-2/energies\n",
                "\n    alignment   4 × 3   ", NULL);
    assert_string_equal(scene_list(scene, "attnviz-out"),
                        ".attnviz 00-overview.png 10-step-1-energies.png 11-step-1-inside.png "
                        "11-step-1-weights.png 19-step-1-words.png 62-alignment.png trace.txt");
    assert_non_null(strstr(run.output, " first. More pictures: --full.\n"));
    const char *file = scene_read(scene, "attnviz-out/trace.txt").data;
    assert_non_null(strstr(file, "\n    step-2/tanh   3 × 24   "));
    assert_null(strstr(file, "left out here"));
}

static void another_word_or_all_are_told_whole(void **state)
{
    Scene *scene = *state;
    Run second =
        check_finished(attnviz(scene, "bahdanau -w random --source 'the cat sleeps' --step 2"));
    assert_non_null(strstr(second.output, "\n    step-2/tanh   3 × 24   "));
    assert_null(strstr(second.output, "\n    step-1/tanh   "));
    Run full = check_finished(
        attnviz(scene, "bahdanau -w random --source 'the cat sleeps' --max-steps 2 --full"));
    check_shows(full, "\n    step-1/tanh   3 × 24   ", "\n    step-2/tanh   3 × 24   ", NULL);
    assert_null(strstr(full.output, "More pictures"));
    assert_non_null(strstr(scene_list(scene, "attnviz-out"), "-step-2-weights.png"));
}

static void given_words_are_gone_on_with(void **state)
{
    Scene *scene = *state;
    Run run = check_success(
        attnviz(scene, "bahdanau -w random --target \"L'accord est signé\" -f json -q"));
    assert_string_equal(run.errors, "");
    json_t *document = document_of(scene, "attnviz-out/trace.json");
    static const char *const words[] = {"l'", "accord", "est", "signé", "</s>"};
    json_t *tokens =
        json_object_get(json_array_get(json_object_get(document, "texts"), 1), "tokens");
    assert_int_equal(json_array_size(tokens), 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(json_string_value(json_array_get(tokens, i)), words[i]);
    json_decref(document);
}

static void a_weight_is_explained_down_to_the_tanh(void **state)
{
    Scene *scene = *state;
    Run run = check_success(
        attnviz(scene, "bahdanau -w random --source 'the economic area' --target 'la zone "
                       "économique' --explain step-3/weights[économique,economic] --depth 4"));
    check_shows(run,
                "step-3/weights[économique,economic] = ", "\nstep-3/energies[économique,area] = ",
                "\nstep-3/tanh[economic,1] = ", "\nstep-3/sum[economic,1] = ", NULL);
}

static void a_translation_without_end_is_cut_and_says_so(void **state)
{
    check_warned(attnviz(*state, "bahdanau -w random --max-steps 3 -q"),
                 "the translation did not end within 3 words (--max-steps)");
}

static void the_sentence_may_come_from_standard_input(void **state)
{
    Scene *scene = *state;
    static const char line[] = "The cat sleeps.\n";
    Surroundings piped = {.input = {line, sizeof line - 1}};
    Run run =
        check_finished(attnviz_in(scene, piped, "bahdanau -w random --source - --max-steps 1"));
    assert_string_equal(line_at(scene, run.output, 0), "“The cat sleeps.”");
    assert_non_null(strstr(run.output, "\n    source   3 × 24   "));
}

static void cells_and_encoders_have_their_own_traces(void **state)
{
    Scene *scene = *state;
    Run run = check_finished(
        attnviz(scene, "bahdanau -w random --cell rnn --encoder causal --source 'the cat sleeps'"));
    assert_non_null(strstr(run.output, "causal RNN encoder"));
    check_lacks(run, "encoder/backward", "update-gate", NULL);
}

static void hard_attention_draws_from_the_seed(void **state)
{
    Scene *scene = *state;
    const char *first = NULL;
    for (int i = 0; i < 2; i++) {
        Run run = check_finished(attnviz(scene, "bahdanau -w random --attention hard --seed 7"));
        check_shows(run, "hard (drawn)", "\n    taken   ", NULL);
        if (first)
            assert_string_equal(run.output, first);
        first = run.output;
    }
    Run largest =
        check_finished(attnviz(scene, "bahdanau -w random --attention hard --hard argmax"));
    assert_non_null(strstr(largest.output, "hard (the largest)"));
}

static void sentences_to_try_are_printed(void **state)
{
    Scene *scene = *state;
    Run run = check_finished(attnviz(scene, "bahdanau --sample 3"));
    assert_int_equal(line_count(run.output), 3);
    for (int i = 0; i < 3; i++)
        check_finished(attnviz(scene, "bahdanau -w random --max-steps 1 -q --source '%s'",
                               line_at(scene, run.output, i)));
}

static void what_is_wrong_is_said_in_one_line(void **state)
{
    static const Refusal wrong[] = {
        {"-w random --source ''", 2, "--source: no text: attention needs at least one word"},
        {"-w random --source '  '", 2,
         "--source: only white space: attention needs at least one word"},
        {"-w random --max-steps 0", 2, "--max-steps: 0 is not from 1 to 200"},
        {"-w random --step 0", 2, "--step: 0 is not from 1 to 200"},
        {"-w random --step 60", 2, "--step 60: the translation has 34 steps"},
        {"-w random --sample 0", 2, "--sample: 0 is not from 1 to 100"},
        {"-w random --sample 3", 2,
         "--sample prints sentences and does nothing else: it does not go with --weights"},
        {"-w random --cell lstm", 2, "--cell: 'lstm' is none of gru, rnn"},
        {"-w random --hard argmax", 2,
         "--hard says what hard attention takes: it goes with --attention hard"},
        {"-w random --target 'le chat' --max-steps 3", 2,
         "--max-steps ends the translator's own words; --target gives them all"},
        {"-w no.safetensors --seed 3", 2,
         "--seed draws random weights, or what hard attention takes: neither is drawn here"},
        {"-w no.safetensors", 1, "no.safetensors: No such file or directory"},
    };
    check_refusals(*state, "bahdanau", wrong, sizeof wrong / sizeof *wrong);
}

static void an_unknown_word_is_named_with_all_that_are_known(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "bahdanau -w random --source 'the bat sleeps'");
    static const char start[] = "attnviz: --source: not in the vocabulary: 'bat' (did you mean "
                                "'cat'?); known: an and ";
    assert_int_equal(run.status, EXIT_USAGE);
    assert_int_equal(strncmp(run.errors, start, strlen(start)), 0);
    assert_non_null(strstr(run.errors, " 2015\n"));
    run = attnviz(scene, "bahdanau -w random --target 'le shat'");
    assert_int_equal(run.status, EXIT_USAGE);
    assert_non_null(strstr(run.errors, "--target: not in the vocabulary: 'shat'"));
    assert_non_null(strstr(run.errors, " août 1957 1992 2015\n"));
}

static void a_source_of_too_many_words_is_refused(void **state)
{
    Scene *scene = *state;
    Text text = text_new(scene->arena);
    for (int i = 0; i < 51; i++)
        text_add(&text, "cat ");
    check_refused(attnviz(scene, "bahdanau -w random --source '%s'", text.data), EXIT_USAGE,
                  "--source: 51 words, at most 50 can be translated");
}

/* ---- a file of one's own ---- */

/* A file as training writes it, though of a translator that has learned nothing. */
static void write_model(Scene *scene, const char *path, const char *kind)
{
    PairSource language = usual_language(scene->arena);
    TrainingPlan plan = training_plan(scene->arena, model_kind(kind), NULL, &language, 0, 1);
    PairTraining *training = pair_training_new(scene->arena, &language, &plan);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    pair_training_end(training);
    pair_file_write(training, stream, (TranslationScore){.sentences = 10, .right = 3});
    assert_int_equal(fclose(stream), 0);
}

static void a_file_of_ones_own_is_traced_and_named(void **state)
{
    Scene *scene = *state;
    write_model(scene, "mine.safetensors", "bahdanau");
    Run run = check_finished(attnviz(scene, "bahdanau -w mine.safetensors --max-steps 2"));
    check_shows(run, "mine.safetensors", "\nWeights\n", "3 of 10 sentences", NULL);
}

static void a_file_of_another_kind_is_refused(void **state)
{
    Scene *scene = *state;
    write_model(scene, "mine.safetensors", "bahdanau");
    check_refused(attnviz(scene, "luong -w mine.safetensors"), EXIT_USAGE,
                  "--weights mine.safetensors is a model of the kind bahdanau, but "
                  "general is asked for; it goes with attnviz bahdanau");
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
            if (is_source ? weight < limit : weight >= limit)
                fail_msg("%s looks at column %zu with %g", word, j, weight);
        }
        return;
    }
    fail_msg("no output word %s", word);
}

static void the_papers_sentence_is_translated_and_its_adjectives_cross_over(void **state)
{
    Scene *scene = *state;
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

static void every_kind_is_built_in(void **state)
{
    static const char *const lines[][6] = {
        {"bahdanau", "--cell", "rnn"},
        {"bahdanau", "--encoder", "causal"},
        {"bahdanau", "--cell", "rnn", "--encoder", "causal"},
        {"luong", "--score", "dot"},
        {"luong", "--score", "general"},
        {"luong", "--score", "concat"},
        {"luong", "--local", "monotonic"},
        {"luong", "--local", "predictive", "--window", "2"},
        {"compare-scores"},
    };
    Scene *scene = *state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *arguments[] = {lines[i][0], "--source",  "the cat sleeps", "-f",        "text",
                                   lines[i][1], lines[i][2], lines[i][3],      lines[i][4], NULL};
        Run run = check_success(program_run(scene, (Surroundings){0}, arguments));
        assert_string_equal(line_at(scene, run.output, 1), "“le chat dort”");
    }
}

/* ---- luong ---- */

static void luongs_scores_and_windows_are_shown(void **state)
{
    Scene *scene = *state;
    static const char *const scores[] = {"dot", "general", "concat"};
    for (int i = 0; i < 3; i++) {
        Run run =
            check_finished(attnviz(scene, "luong -w random --score '%s' --max-steps 2", scores[i]));
        check_shows(run, arena_format(scene->arena, "%s score", scores[i]),
                    "\n    step-1/attentional   1 × 32   ", NULL);
    }
    Run run = check_finished(
        attnviz(scene, "luong -w random --local predictive --window 4 --max-steps 2"));
    check_shows(run, "local predictive, D = 4", "\n    step-1/place   1 × 1   ",
                "\n    step-1/bell   1 × 12   ", NULL);
}

static void a_window_needs_local_attention_and_that_its_score(void **state)
{
    Scene *scene = *state;
    check_refused(attnviz(scene, "luong -w random --window 2"), EXIT_USAGE,
                  "--window is that of local attention: it goes with --local monotonic or "
                  "predictive");
    check_refused(attnviz(scene, "luong -w random --window 0 --local monotonic"), EXIT_USAGE,
                  "--window: 0 is not from 1 to 50");
    check_refused(attnviz(scene, "luong -w random --local monotonic --score dot"), EXIT_USAGE,
                  "--local monotonic is learned with --score general, not with dot");
}

/* ---- compare-scores ---- */

static void every_score_has_a_panel_and_a_column(void **state)
{
    Scene *scene = *state;
    Run run = check_success(attnviz(
        scene,
        "compare-scores -w random --source 'the cat sleeps' --target 'le chat dort' --full"));
    assert_string_equal(run.errors, "");
    static const char *const names[] = {"additive", "dot",     "general", "concat",
                                        "local-m",  "local-p", "hard"};
    for (int i = 0; i < 7; i++)
        assert_non_null(strstr(
            run.output, arena_format(scene->arena, "\n    %s/alignment   4 × 3   ", names[i])));
    assert_non_null(strstr(run.output, "\n    looks   4 × 7   "));
    assert_string_equal(scene_list(scene, "attnviz-out"),
                        ".attnviz 00-overview.png 01-additive-alignment.png 02-dot-alignment.png "
                        "03-general-alignment.png 04-concat-alignment.png "
                        "05-local-m-alignment.png 06-local-p-alignment.png "
                        "07-hard-alignment.png trace.txt");
}

static void scores_are_compared_on_the_words_of_the_first(void **state)
{
    Scene *scene = *state;
    Run own = check_finished(
        attnviz(scene, "bahdanau -w random --source 'the cat sleeps' --max-steps 4"));
    Run all = check_finished(
        attnviz(scene, "compare-scores -w random --source 'the cat sleeps' --max-steps 4"));
    assert_string_equal(line_at(scene, own.output, 1), line_at(scene, all.output, 1));
}

static void one_file_is_not_enough_to_compare(void **state)
{
    check_refused(attnviz(*state, "compare-scores -w a.safetensors"), EXIT_USAGE,
                  "--weights a.safetensors: a file holds one translator, and 7 are "
                  "compared: built-in or random");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_source_it_is_the_sentence_of_the_paper),
        cmocka_unit_test(the_first_word_is_told_whole_and_the_others_in_brief),
        cmocka_unit_test(another_word_or_all_are_told_whole),
        cmocka_unit_test(given_words_are_gone_on_with),
        cmocka_unit_test(a_weight_is_explained_down_to_the_tanh),
        cmocka_unit_test(a_translation_without_end_is_cut_and_says_so),
        cmocka_unit_test(the_sentence_may_come_from_standard_input),
        cmocka_unit_test(cells_and_encoders_have_their_own_traces),
        cmocka_unit_test(hard_attention_draws_from_the_seed),
        cmocka_unit_test(sentences_to_try_are_printed),
        cmocka_unit_test(what_is_wrong_is_said_in_one_line),
        cmocka_unit_test(an_unknown_word_is_named_with_all_that_are_known),
        cmocka_unit_test(a_source_of_too_many_words_is_refused),
        cmocka_unit_test(a_file_of_ones_own_is_traced_and_named),
        cmocka_unit_test(a_file_of_another_kind_is_refused),
        cmocka_unit_test(the_papers_sentence_is_translated_and_its_adjectives_cross_over),
        cmocka_unit_test(every_kind_is_built_in),
        cmocka_unit_test(luongs_scores_and_windows_are_shown),
        cmocka_unit_test(a_window_needs_local_attention_and_that_its_score),
        cmocka_unit_test(every_score_has_a_panel_and_a_column),
        cmocka_unit_test(scores_are_compared_on_the_words_of_the_first),
        cmocka_unit_test(one_file_is_not_enough_to_compare),
    };
    return run_scenes(tests);
}
