#include "base/nearest.h"

#include "support/scene.h"

#include <string.h>

static const char *const names[] = {"none", "causal", "local", "padding"};

static void assert_nearest(const char *word, const char *expected)
{
    const char *found = nearest(word, names, 4);
    assert_string_equal(found ? found : "nothing", expected);
}

static void finds_the_name_behind_a_slip(void **state)
{
    (void)state;
    assert_nearest("causal", "causal");
    assert_nearest("casual", "causal");  /* swapped */
    assert_nearest("causl", "causal");   /* left out */
    assert_nearest("caussal", "causal"); /* put in */
    assert_nearest("nine", "none");      /* replaced */
    assert_nearest("lokal", "local");
    assert_nearest("pading", "padding");
    assert_nearest("loc", "local");
}

static void says_nothing_when_nothing_is_near(void **state)
{
    (void)state;
    assert_nearest("", "nothing");
    assert_nearest("future", "nothing");
    assert_nearest("xyz", "nothing");
    assert_null(nearest("causal", names, 0));
}

static void the_first_of_equally_near_names_wins(void **state)
{
    (void)state;
    static const char *const twins[] = {"text", "test"};
    assert_string_equal(nearest("tet", twins, 2), "text");
}

static void a_word_or_name_beyond_measure_is_not_near(void **state)
{
    (void)state;
    static const char *const long_names[] = {
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    char word[100];
    memset(word, 'a', sizeof word);
    word[99] = '\0';
    assert_null(nearest(word, names, 4));
    word[40] = '\0';
    assert_null(nearest(word, long_names, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_name_behind_a_slip),
        cmocka_unit_test(says_nothing_when_nothing_is_near),
        cmocka_unit_test(the_first_of_equally_near_names_wins),
        cmocka_unit_test(a_word_or_name_beyond_measure_is_not_near),
    };
    return run_scenes(tests);
}
