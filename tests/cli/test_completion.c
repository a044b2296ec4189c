/* The completions as bash runs them. */
#include "support/shell.h"

#include <stdlib.h>
#include <string.h>

/* What a line whose last word is begun goes on with, a space between. */
static const char *completed(Scene *scene, const char *words)
{
    const char *command =
        arena_format(scene->arena,
                     "bash -c 'source <(attnviz --completion bash); COMP_WORDS=(%s); "
                     "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _attnviz; echo \"${COMPREPLY[*]}\"'",
                     words);
    return shell_succeed(scene, command);
}

static void a_command_is_completed_where_it_stands(void **state)
{
    Scene *scene = *state;
    shell_prepare(scene);
    assert_string_equal(completed(scene, "attnviz comp"),
                        "compare compare-scores compare-models\n");
    assert_string_equal(completed(scene, "attnviz compare-"), "compare-scores compare-models\n");
    assert_string_equal(completed(scene, "attnviz compare pro"), "\n");
}

static void options_are_those_of_the_command(void **state)
{
    Scene *scene = *state;
    shell_prepare(scene);
    assert_string_equal(completed(scene, "attnviz --wo"), "\n");
    assert_string_equal(completed(scene, "attnviz compare --wo"), "--word\n");
    assert_string_equal(completed(scene, "attnviz neighbours king --m"), "--minus\n");
    assert_string_equal(completed(scene, "attnviz projections --m"), "--mask\n");
    assert_string_equal(completed(scene, "attnviz weights --"), "--weights --help --version\n");
}

static void values_are_those_of_the_option(void **state)
{
    Scene *scene = *state;
    shell_prepare(scene);
    assert_string_equal(completed(scene, "attnviz compare --theme d"), "dark\n");
    assert_string_equal(completed(scene, "attnviz -w built"), "built-in\n");
    assert_string_equal(completed(scene, "attnviz projections -f np"), "npy\n");
    assert_string_equal(completed(scene, "attnviz luong --score g"), "general\n");
    assert_string_equal(completed(scene, "attnviz retrieve --score a"), "additive\n");
    assert_string_equal(completed(scene, "attnviz train bahdanau --corpus to"), "toy\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_completed_where_it_stands),
        cmocka_unit_test(options_are_those_of_the_command),
        cmocka_unit_test(values_are_those_of_the_option),
    };
    return run_scenes(tests);
}
