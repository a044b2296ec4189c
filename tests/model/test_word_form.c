#include "model/word_form.h"

#include "support/scene.h"

static void a_word_is_found_by_its_base_form(void **state)
{
    Scene *scene = *state;
    static const char *const words[] = {"bat",   "box",   "fly",   "hope",  "hop", "church",
                                        "woman", "known", "bus",   "happy", "big", "wise",
                                        "dish",  "s",     "flies", "<unk>"};
    static const char *const cases[][2] = {
        {"bat", "bat"},
        {"bats", "bat"},
        {"bat's", "bat"},
        {"bats'", "bat"},
        {"boxes", "box"},
        {"flies", "flies"},
        {"flied", "fly"},
        {"hoped", "hope"},
        {"hoping", "hope"},
        {"hopping", "hop"},
        {"hopped", "hop"},
        {"churches", "church"},
        {"women", "woman"},
        {"buses", "bus"},
        {"happiest", "happy"},
        {"happier", "happy"},
        {"bigger", "big"},
        {"wiser", "wise"},
        {"dishes", "dish"},
        {"well-known", "known"},
        {"fruit-bats", "bat"},
        {"zebra", NULL},
        {"", NULL},
        {"-", NULL},
        {"ed", NULL},
        {"'s", NULL},
        {"ss", NULL},
        {"bat-", NULL},
    };
    Vocabulary v = vocabulary_new(scene->arena, words, sizeof words / sizeof *words);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *form, *expected = cases[i][1] ? cases[i][1] : cases[i][0];
        int row = vocabulary_row_of_form(scene->arena, &v, cases[i][0], &form);
        assert_string_equal(form, expected);
        assert_int_equal(row, vocabulary_row(&v, expected));
        assert_int_equal(row >= 0, cases[i][1] != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_word_is_found_by_its_base_form)};
    return run_scenes(tests);
}
