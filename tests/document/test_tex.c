/* Formulas and texts as TeX sets them. */
#include "document/document.h"
#include "support/case_list.h"

static void check_tex(Scene *scene, const char *const *columns)
{
    assert_string_equal(formula_tex(scene->arena, columns[0]), columns[1]);
}

TEST_CASES(formulas_are_set_so, "document/tex.list", "set", check_tex)

static void check_text(Scene *scene, const char *const *columns)
{
    assert_string_equal(text_tex(scene->arena, columns[0]), columns[1]);
}

TEST_CASES(texts_are_set_so, "document/tex.list", "text", check_text)
