/* `attnviz compare` as a user sees it: one word, two sentences, and two vectors that come out. */
#include "support/document.h"
#include "support/program.h"
#include "support/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char bats[] = "He hit the ball with the bat", mammal[] = "Bat is a mammal";

/* ---- what JSON holds ---- */

static const char *label(json_t *step, const char *axis, size_t i)
{
    return json_string_value(json_array_get(json_object_get(step, axis), i));
}

static double value(json_t *step, size_t row, size_t col)
{
    json_t *cells = json_array_get(json_object_get(step, "values"), row);
    return json_number_value(json_array_get(cells, col));
}

/* The column with the largest number of a row but those in `known`, which has `count`. */
static size_t largest(json_t *step, size_t row, const size_t *known, int count)
{
    size_t best = (size_t)-1;
    for (size_t j = 0; j < json_array_size(json_object_get(step, "columns")); j++) {
        bool is_known = false;
        for (int k = 0; k < count; k++)
            is_known = is_known || known[k] == j;
        if (!is_known && (best == (size_t)-1 || value(step, row, j) > value(step, row, best)))
            best = j;
    }
    return best;
}

/* ---- the lesson ---- */

static json_t *lesson(Scene *scene)
{
    check_success(attnviz(
        scene, "compare --word bat --sentence '%s' --sentence '%s' -w built-in -f json -o out",
        bats, mammal));
    return document_of(scene, "out/trace.json");
}

static void check_words(json_t *document, const char *id, const char *const *words, size_t count)
{
    json_t *step = step_of(document, id);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(label(step, "rows", i), words[i]);
}

static void one_vector_goes_in_and_two_come_out(void **state)
{
    json_t *document = lesson(*state);
    check_words(document, "sentence-1/nearest", (const char *[]){"hit", "ball", "strike"}, 3);
    check_words(document, "sentence-2/nearest", (const char *[]){"mammal", "bird"}, 2);
    json_t *before = step_of(document, "cosine/before"), *after = step_of(document, "cosine/after");
    assert_true(fabs(value(before, 0, 1) - 1) < 1e-6);
    assert_true(value(after, 0, 1) < 0.5);
    assert_true(value(after, 0, 1) == value(after, 1, 0));
    json_decref(document);
}

static void the_largest_weights_go_to_what_makes_the_difference(void **state)
{
    json_t *document = lesson(*state);
    json_t *first = step_of(document, "sentence-1/attention");
    json_t *second = step_of(document, "sentence-2/attention");
    assert_string_equal(label(first, "rows", 3), "mean of heads");
    size_t known[2] = {largest(first, 3, NULL, 0)};
    known[1] = largest(first, 3, known, 1);
    assert_string_equal(label(first, "columns", known[0]), "hit");
    assert_string_equal(label(first, "columns", known[1]), "ball");
    assert_string_equal(label(second, "columns", largest(second, 3, NULL, 0)), "mammal");
    json_decref(document);
}

/* After = static + change, and the cosine is that of the two vectors after. */
static void json_holds_all_that_the_lesson_is_made_of(void **state)
{
    json_t *document = lesson(*state);
    double products[3] = {0};
    for (size_t k = 0; k < 48; k++) {
        double after[2];
        for (int i = 0; i < 2; i++) {
            const char *change = i ? "sentence-2/change" : "sentence-1/change";
            after[i] = value(step_of(document, i ? "sentence-2/after" : "sentence-1/after"), 0, k);
            double sum =
                value(step_of(document, "static"), 0, k) + value(step_of(document, change), 0, k);
            assert_true(fabs(sum - after[i]) < 1e-4);
        }
        products[0] += after[0] * after[1];
        products[1] += after[0] * after[0];
        products[2] += after[1] * after[1];
    }
    double cosine = products[0] / sqrt(products[1] * products[2]);
    assert_true(fabs(cosine - value(step_of(document, "cosine/after"), 0, 1)) < 1e-5);
    json_t *texts = json_object_get(document, "texts");
    assert_int_equal(json_array_size(texts), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(texts, 1), "sentence")),
                        mammal);
    json_decref(document);
}

static void shares_and_weights_sum_to_one(void **state)
{
    json_t *document = lesson(*state);
    static const char *const ids[] = {"sentence-1/attention", "sentence-2/attention",
                                      "sentence-1/contributions", "sentence-2/contributions"};
    for (int i = 0; i < 4; i++) {
        json_t *step = step_of(document, ids[i]);
        for (size_t r = 0; r < json_array_size(json_object_get(step, "rows")); r++) {
            double sum = 0;
            for (size_t j = 0; j < json_array_size(json_object_get(step, "columns")); j++)
                sum += value(step, r, j);
            assert_true(fabs(sum - 1) < 1e-5);
        }
    }
    json_decref(document);
}

static void the_terminal_tells_the_lesson_and_fits(void **state)
{
    Scene *scene = *state;
    Run run =
        attnviz(scene, "compare -W bat -s '%s' -s '%s' -w built-in -f text -o out", bats, mammal);
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 0), "“He hit the ball with the bat”");
    assert_string_equal(line_at(scene, run.output, 1), "“Bat is a mammal”");
    check_shows(run, "on average over the heads, to “hit”.\n",
                "on average over the heads, to “mammal”.\n",
                "    “bat” goes in as the same vector every time: the cosine "
                "is 1.\n",
                NULL);
    check_narrow(scene, run.output);
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.txt");
}

/* ---- heads, masks, weights ---- */

static void any_heads_and_masks_compare(void **state)
{
    static const char *const heads[] = {"1", "3", "12"}, *const masks[] = {"none", "causal"};
    Scene *scene = *state;
    for (int h = 0; h < 3; h++)
        for (int m = 0; m < 2; m++) {
            check_success(attnviz(scene,
                                  "compare -W bat -s '%s' -s '%s' -n '%s' -m '%s' -w built-in -o "
                                  "out -f text,png,csv,npy,json -q",
                                  bats, mammal, heads[h], masks[m]));
            json_t *document = document_of(scene, "out/trace.json");
            json_t *rows = json_object_get(step_of(document, "sentence-1/attention"), "rows");
            assert_int_equal(json_array_size(rows), atoi(heads[h]) + 1);
            json_decref(document);
        }
}

/* Under a causal mask "Bat", the first word, sees itself alone. */
static void a_mask_hides_what_comes_later(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "compare -W bat -s '%s' -s '%s' -m causal -w built-in -f text -o out",
                      bats, mammal);
    check_success(run);
    assert_non_null(
        strstr(run.output, "    “Bat” sees only itself and gives it all its weight.\n"));
}

static void a_seed_draws_other_weights(void **state)
{
    Scene *scene = *state;
    const char *outputs[3], *const seeds[] = {"1", "2", "1"};
    for (int i = 0; i < 3; i++) {
        Run run = attnviz(
            scene, "compare -W bat -s '%s' -s '%s' -w random --seed '%s' -d 6 -f text -o out", bats,
            mammal, seeds[i]);
        check_success(run);
        outputs[i] = run.output;
        assert_non_null(strstr(run.output, arena_format(scene->arena, "seed %s", seeds[i])));
    }
    assert_string_not_equal(outputs[0], outputs[1]);
    assert_string_equal(outputs[0], outputs[2]);
}

static void sixteen_sentences_are_compared(void **state)
{
    Scene *scene = *state;
    const char *arguments[40] = {"compare", "-W", "bat", "-f", "text", "-w", "built-in"};
    for (int i = 0; i < 16; i++) {
        arguments[7 + 2 * i] = "-s";
        arguments[8 + 2 * i] = i % 2 ? bats : mammal;
    }
    arguments[39] = NULL;
    Run run = program_run(scene, (Surroundings){.output = NULL}, arguments);
    check_success(run);
    assert_non_null(strstr(run.output, "sentence-16/nearest"));
}

/* ---- which word ---- */

/* The place of the word: the row label of its change. */
static const char *compared_in_first(Scene *scene, const char *word, const char *sentence)
{
    Run run = attnviz(scene,
                      "compare -W '%s' -s '%s' -s 'the bat and the bat' -w built-in -f json -o out",
                      word, sentence);
    check_finished(run);
    json_t *document = document_of(scene, "out/trace.json");
    const char *found =
        arena_strdup(scene->arena, label(step_of(document, "sentence-1/change"), "rows", 0));
    json_decref(document);
    return found;
}

static void a_number_behind_the_word_says_which_of_several(void **state)
{
    Scene *scene = *state;
    assert_string_equal(compared_in_first(scene, "bat", "a bat is a bat"), "bat₁");
    assert_string_equal(compared_in_first(scene, "bat:1", "a bat is a bat"), "bat₁");
    assert_string_equal(compared_in_first(scene, "bat:2", "a bat is a bat"), "bat₂");
    assert_string_equal(compared_in_first(scene, "BAT:2", "A Bat is a BAT"), "BAT₂");
}

static void a_word_that_occurs_twice_is_a_warning_that_tells_how_to_choose(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "compare -W bat -s 'a bat is a bat' -s '%s' -w built-in -q", mammal);
    check_warned(run, "bat occurs 2 times in sentence 1: the first is "
                      "compared; --word bat:2 takes the second");
    check_success(
        attnviz(scene, "compare -W bat:1 -s 'a bat is a bat' -s '%s' -w built-in -q", mammal));
}

static void another_form_of_the_word_is_the_word(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(
        scene,
        "compare -W cricket -s 'Crickets sing.' -s 'A cricket is an insect' -w built-in -f text");
    check_success(run);
    assert_non_null(strstr(run.output, "Looked up in another form: Crickets as cricket. Left out, "
                                       "having no\n    vector: \".\".\n"));
}

static void an_unknown_word_is_one_warning_and_the_step_says_so(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(
        scene,
        "compare -W flurble -s 'a flurble flew' -s 'flurble is a mammal' -w built-in -f text");
    check_warned(run, "the built-in weights have no vector for: flurble");
    check_shows(run,
                "    “flurble” is not in the vocabulary and enters as any "
                "unknown word does:",
                "Not in the vocabulary: flurble.", NULL);
}

static void a_hostile_sentence_is_shown_safely(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(
        scene,
        "compare -W bat -s 'bat \x1b[2J \u202e <b>' -s '%s' -w random -d 6 -f text,png,json -o out",
        mammal);
    check_finished(run);
    assert_null(strchr(run.output, '\033'));
    assert_null(strstr(run.output, "\u202e"));
    assert_null(strchr(run.errors, '\033'));
    assert_null(strchr(scene_read(scene, "out/trace.txt").data, '\033'));
}

static void one_sentence_may_come_from_standard_input(void **state)
{
    Scene *scene = *state;
    Surroundings piped = {.input = {"Bat is a mammal\n", 16}};
    Run run = attnviz_in(scene, piped, "compare -W bat -s '%s' -s - -w built-in -f text", bats);
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 1), "“Bat is a mammal”");
}

/* ---- how many words ---- */

static void so_many_nearest_words_are_listed_as_asked_for(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(
        scene, "compare -W bat -s '%s' -s '%s' -w built-in --top 3 -f json -o out", bats, mammal));
    json_t *document = document_of(scene, "out/trace.json");
    json_t *rows = json_object_get(step_of(document, "sentence-2/nearest"), "rows");
    assert_int_equal(json_array_size(rows), 3);
    json_decref(document);
}

/* ---- explanations ---- */

/* More matrices are given than the trace has steps: with 12 heads 38 of them, with 24 heads 74. */
static void a_change_is_explained_for_many_heads(void **state)
{
    static const char *const heads[] = {"12", "24"};
    Scene *scene = *state;
    for (int i = 0; i < 2; i++) {
        Run run = attnviz(scene,
                          "compare -W bat -s '%s' -s '%s' -w built-in --heads '%s' --explain "
                          "sentence-1/change[bat,1]",
                          bats, mammal, heads[i]);
        check_success(run);
        assert_non_null(strstr(run.output, "\nsentence-1/change[bat,1] = "));
        const char *given = strstr(run.output, "\nGiven, not computed:\n");
        assert_non_null(given);
        assert_int_equal(line_count(given + 1), 1 + 3 * atoi(heads[i]) + 2); /* W_O, embeddings */
    }
    assert_string_equal(scene_list(scene, "."), "");
}

static void what_is_passed_on_the_way_can_be_asked_for_too(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene,
                      "compare -W bat -s '%s' -s '%s' -w built-in -e 'sentence-1/attention[head "
                      "2,ball]' -e sentence-1/head-2/scores[bat,ball] --depth 1",
                      bats, mammal);
    check_success(run);
    check_shows(run, "\n  = sentence-1/head-2/weights[bat,ball]\n",
                "\n\nScores of head 2 in sentence 1   QKᵀ\n"
                "sentence-1/head-2/scores[bat,ball] = ",
                NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_vector_goes_in_and_two_come_out),
        cmocka_unit_test(the_largest_weights_go_to_what_makes_the_difference),
        cmocka_unit_test(json_holds_all_that_the_lesson_is_made_of),
        cmocka_unit_test(shares_and_weights_sum_to_one),
        cmocka_unit_test(the_terminal_tells_the_lesson_and_fits),
        cmocka_unit_test(any_heads_and_masks_compare),
        cmocka_unit_test(a_mask_hides_what_comes_later),
        cmocka_unit_test(a_seed_draws_other_weights),
        cmocka_unit_test(sixteen_sentences_are_compared),
        cmocka_unit_test(a_number_behind_the_word_says_which_of_several),
        cmocka_unit_test(a_word_that_occurs_twice_is_a_warning_that_tells_how_to_choose),
        cmocka_unit_test(another_form_of_the_word_is_the_word),
        cmocka_unit_test(an_unknown_word_is_one_warning_and_the_step_says_so),
        cmocka_unit_test(a_hostile_sentence_is_shown_safely),
        cmocka_unit_test(one_sentence_may_come_from_standard_input),
        cmocka_unit_test(so_many_nearest_words_are_listed_as_asked_for),
        cmocka_unit_test(a_change_is_explained_for_many_heads),
        cmocka_unit_test(what_is_passed_on_the_way_can_be_asked_for_too),
    };
    return run_scenes(tests);
}
