#include "load/words.h"

#include "base/text.h"
#include "load/weights.h"
#include "support/scene.h"

#include <stdlib.h>
#include <string.h>

/* A vocabulary of these words, each with a vector of one number, its place from 1. */
static Weights weights_of(Scene *scene, const char *const *words, int count)
{
    Tensor embeddings = tensor_new(scene->arena, count, 1);
    for (int i = 0; i < count; i++)
        embeddings.data[i] = (real)(i + 1);
    return (Weights){.embeddings = embeddings,
                     .vocabulary = lexicon_of(scene->arena, words, count)};
}

static Tokens tokens_of(Scene *scene, const char *text)
{
    Tokens tokens;
    if (!tokenize(scene->arena, "the text", text, strlen(text), 1000, &tokens, &scene->error))
        fail_msg("%s", scene->error.message);
    return tokens;
}

static Words look_up(Scene *scene, const char *text, const Weights *weights)
{
    Tokens tokens = tokens_of(scene, text);
    Words words;
    if (!words_look_up(scene->arena, &tokens, weights, &words, &scene->error))
        fail_msg("%s", scene->error.message);
    return words;
}

static void assert_list(const char *list, const char *expected)
{
    if (expected && list)
        assert_string_equal(list, expected);
    else
        assert_true(list == expected);
}

static void assert_lists(const Words *words, const char *unknown, const char *forms,
                         const char *left_out)
{
    assert_list(words->unknown, unknown);
    assert_list(words->forms, forms);
    assert_list(words->left_out, left_out);
}

static void assert_labels(Scene *scene, const Words *words, const char *expected)
{
    Text labels = text_new(scene->arena);
    for (int i = 0; i < words->tokens.count; i++)
        text_format(&labels, "%s%s", i ? "|" : "", words->tokens.labels[i]);
    assert_string_equal(labels.data, expected);
}

static const char *const seven[] = {"the", "bat", "hit", "<unk>", "swim", ",", "flow"};

static void a_text_of_known_words_is_taken_as_it_is(void **state)
{
    Scene *scene = *state;
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, "The bat hit the bat", &weights);
    assert_lists(&words, NULL, NULL, NULL);
    assert_labels(scene, &words, "The₁|bat₁|hit|the₂|bat₂");
    assert_true((int)words.vectors.table.data[1] == 2);
}

static void marks_without_a_vector_are_left_out_and_the_others_stay(void **state)
{
    Scene *scene = *state;
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, "\"The bat,\" hit the... bat. ☃ !", &weights);
    assert_lists(&words, NULL, NULL, "\"\"\" \".\" \"☃\" \"!\"");
    assert_labels(scene, &words, "The₁|bat₁|,|hit|the₂|bat₂");
    assert_true((int)tensor_row(words.vectors.table, 2)[0] == 6);
}

static void repeated_words_are_numbered_among_those_kept(void **state)
{
    Scene *scene = *state;
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, ". the . hit the .", &weights);
    assert_labels(scene, &words, "the₁|hit|the₂");
    assert_int_equal(words.vectors.rows[2], 0);
}

static void random_weights_leave_nothing_out(void **state)
{
    Scene *scene = *state;
    Tokens tokens = tokens_of(scene, "a bat. No!");
    Weights weights = weights_random(scene->arena, tokens.keys, tokens.count, 4, 1);
    Words words = look_up(scene, "a bat. No!", &weights);
    assert_lists(&words, NULL, NULL, NULL);
    assert_labels(scene, &words, "a|bat|.|No|!");
}

static void ideographs_and_digits_are_words(void **state)
{
    Scene *scene = *state;
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, "日 7 か\u3099", &weights);
    assert_lists(&words, "日, 7, が", NULL, NULL);
}

static void words_in_another_form_and_unknown_ones_are_listed_once_as_written(void **state)
{
    Scene *scene = *state;
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, "Bats swam, bats hit a Wug; a wug", &weights);
    assert_lists(&words, "a, Wug", "Bats as bat, swam as swim", "\";\"");
    assert_true((int)words.vectors.table.data[0] == 2);
    assert_null(words.vectors.forms[5]);
}

static void a_text_of_marks_only_is_an_error(void **state)
{
    Scene *scene = *state;
    Weights weights = weights_of(scene, seven, 7);
    Tokens tokens = tokens_of(scene, "?! ?");
    Words words;
    assert_fails(words_look_up(scene->arena, &tokens, &weights, &words, &scene->error), scene,
                 EXIT_FAILURE, "no word in the text, only marks that have no vector: \"?\" \"!\"");
}

static void long_lists_and_hostile_words_are_cut(void **state)
{
    Scene *scene = *state;
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, "a b c d e f g h i j k l m n", &weights);
    assert_lists(&words, "a, b, c, d, e, f, g, h, i, j, k, l and 2 more", NULL, NULL);
    words = look_up(scene, "the \x1b . ! ? : ; + - * / = < > & %", &weights);
    assert_lists(
        &words, NULL, NULL,
        "\"␛\" \".\" \"!\" \"?\" \":\" \";\" \"+\" \"-\" \"*\" \"/\" \"=\" \"<\" and 3 more");
    char text[1001] = "";
    memset(text, 'x', 1000);
    words = look_up(scene, text, &weights);
    assert_true(strlen(words.unknown) < 70);
}

static void the_built_in_weights_know_a_plain_sentence(void **state)
{
    Scene *scene = *state;
    Weights weights;
    assert_true(builtin_weights(scene->arena, 3, &weights, &scene->error));
    Words words = look_up(scene, "He hit the ball with the bat. The cat swam!", &weights);
    assert_lists(&words, NULL, "swam as swim", "\".\" \"!\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_of_known_words_is_taken_as_it_is),
        cmocka_unit_test(marks_without_a_vector_are_left_out_and_the_others_stay),
        cmocka_unit_test(repeated_words_are_numbered_among_those_kept),
        cmocka_unit_test(random_weights_leave_nothing_out),
        cmocka_unit_test(ideographs_and_digits_are_words),
        cmocka_unit_test(words_in_another_form_and_unknown_ones_are_listed_once_as_written),
        cmocka_unit_test(a_text_of_marks_only_is_an_error),
        cmocka_unit_test(long_lists_and_hostile_words_are_cut),
        cmocka_unit_test(the_built_in_weights_know_a_plain_sentence),
    };
    return run_scenes(tests);
}
