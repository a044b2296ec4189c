#include "base/nearest.h"

#include "support/case_list.h"

#include <string.h>

static const char *const names[] = {"none", "causal", "local", "padding"};

static void check_nearest(Scene *scene, const char *const *columns)
{
    const char *found = nearest(columns[0], names, 4);
    (void)scene;
    assert_string_equal(found ? found : "nothing", columns[1]);
}

static void finds_the_name_behind_a_slip(void **state)
{
    check_cases(*state, "base/nearest.list", "slips", check_nearest);
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
        cmocka_unit_test(the_first_of_equally_near_names_wins),
        cmocka_unit_test(a_word_or_name_beyond_measure_is_not_near),
    };
    return run_scenes(tests);
}
