/* The completions as bash runs them. */
#include "support/case_list.h"
#include "support/shell.h"

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

static void check_completed(Scene *scene, const char *const *columns)
{
    assert_string_equal(
        arena_format(scene->arena, "%s: %s", columns[0], completed(scene, columns[0])),
        arena_format(scene->arena, "%s: %s\n", columns[0], columns[1]));
}

TEST(a_line_goes_on_with_what_its_command_takes)
{
    shell_prepare(scene);
    check_cases(scene, "cli/cases/completion.list", "goes on", check_completed);
}
