#include "trace/trace.h"

#include "support/case_list.h"

static void check_plain(Scene *scene, const char *const *columns)
{
    assert_string_equal(formula_plain(scene->arena, columns[0]), columns[1]);
}

TEST_CASES(marks_lower_and_raise_where_there_are_such_characters, "trace/formulas.list", "plain",
           check_plain)
