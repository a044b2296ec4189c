#include "support/case_list.h"

static const char *const names[] = {"none", "causal", "local", "padding"};

static void check_nearest(Scene *scene, const char *const *columns)
{
    const char *found = nearest(columns[0], names, 4);
    (void)scene;
    assert_string_equal(found ? found : "nothing", columns[1]);
}

TEST(finds_the_name_behind_a_slip)
{
    check_cases(scene, "base/nearest.list", "slips", check_nearest);
    assert_null(nearest("causal", names, 0));
}

TEST(the_first_of_equally_near_names_wins)
{
    static const char *const twins[] = {"text", "test"};
    assert_string_equal(nearest("tet", twins, 2), "text");
}

TEST(a_word_or_name_beyond_measure_is_not_near)
{
    static const char *const long_names[] = {
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    char word[100];
    memset(word, 'a', sizeof word);
    word[99] = '\0';
    assert_null(nearest(word, names, 4));
    word[40] = '\0';
    assert_null(nearest(word, long_names, 1));
}
