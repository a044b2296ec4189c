#include "load/weights.h"

#include "support/case_list.h"
#include "support/sample.h"

/* A vocabulary of these words, each with a vector of one number, its place from 1. */
static Weights weights_of(Scene *scene, const char *const *words, int count)
{
    Tensor embeddings = tensor_new(scene->arena, count, 1);
    for (int i = 0; i < count; i++)
        embeddings.data[i] = (real)(i + 1);
    return (Weights){.embeddings = embeddings,
                     .vocabulary = lexicon_of(scene->arena, words, count)};
}

static Words look_up(Scene *scene, const char *text, const Weights *weights)
{
    Tokens tokens = sample_tokens(scene, text);
    return words_look_up(scene->arena, text, &tokens, weights);
}

static void assert_lists(const Words *words, const char *unknown, const char *forms,
                         const char *left_out)
{
    assert_text(words->text.unknown, unknown);
    assert_text(words->text.forms, forms);
    assert_text(words->text.left_out, left_out);
}

static void assert_labels(Scene *scene, const Words *words, const char *expected)
{
    Text labels = text_new(scene->arena);
    for (int i = 0; i < words->tokens.count; i++)
        text_format(&labels, "%s%s", i ? "|" : "", words->tokens.labels[i]);
    assert_string_equal(labels.data, expected);
}

static const char *const seven[] = {"the", "bat", "hit", "<unk>", "swim", ",", "flow"};

static void check_words(Scene *scene, const char *const *columns)
{
    const char *lists[3];
    for (int i = 0; i < 3; i++)
        lists[i] = *columns[2 + i] ? columns[2 + i] : NULL;
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, columns[0], &weights);
    assert_labels(scene, &words, columns[1]);
    assert_lists(&words, lists[0], lists[1], lists[2]);
}

TEST_CASES(marks_are_left_out_and_words_listed, "load/words.list", "looked up", check_words)

TEST(words_have_their_vectors)
{
    Weights weights = weights_of(scene, seven, 7);
    Words words = look_up(scene, "\"The bat,\" swam; bats hit the wug", &weights);
    static const int numbers[] = {1, 2, 6, 5, 2, 3, 1, 4}; /* an unknown word has that of <unk> */
    for (int i = 0; i < 8; i++)
        assert_true((int)tensor_row(words.vectors.table, words.vectors.rows[i])[0] == numbers[i]);
    assert_null(words.vectors.forms[7]);
    assert_int_equal(words.vectors.rows[6], 0);
}

TEST(a_hostile_word_is_cut)
{
    Weights weights = weights_of(scene, seven, 7);
    const char *text = repeated(scene, "x", 1000);
    assert_true(strlen(look_up(scene, text, &weights).text.unknown) < 70);
}

TEST(random_weights_leave_nothing_out)
{
    Tokens tokens = sample_tokens(scene, "a bat. No!");
    Weights weights = weights_random(scene->arena, tokens.keys, tokens.count, 4, 1);
    Words words = look_up(scene, "a bat. No!", &weights);
    assert_lists(&words, NULL, NULL, NULL);
    assert_labels(scene, &words, "a|bat|.|No|!");
}

TEST(a_text_of_marks_only_is_an_error)
{
    Weights weights = weights_of(scene, seven, 7);
    Tokens tokens = sample_tokens(scene, "?! ?");
    assert_refused(words_look_up(scene->arena, "", &tokens, &weights),
                   "no word in the text, only marks that have no vector: \"?\" \"!\"");
}

TEST(the_built_in_weights_know_a_plain_sentence)
{
    const Safetensors *file = builtin_file(scene->arena, "builtin");
    Weights weights = weights_of_file(scene->arena, file, 3, NULL, 0);
    Words words = look_up(scene, "He hit the ball with the bat. The cat swam!", &weights);
    assert_lists(&words, NULL, "swam as swim", "\".\" \"!\"");
}
