#include "support/shell.h"

void shell_prepare(Scene *scene)
{
    const char *path = getenv("PATH");
    path = arena_format(scene->arena, "%s/bin:%s", scene->folder, path ? path : "/bin:/usr/bin");
    assert_int_equal(setenv("PATH", path, 1), 0);
    assert_int_equal(mkdir("bin", 0755), 0);
    assert_int_equal(symlink(PROGRAM, "bin/attnviz"), 0);
    shell_succeed(scene, "cp -R '" TESTS_FOLDER "/../examples' .");
}

const char *shell_run(Scene *scene, const char *command, int *status)
{
    Text printed = text_new(scene->arena);
    char part[4096];
    size_t length;
    FILE *pipe = popen(arena_format(scene->arena, "{ %s\n} </dev/null 2>&1", command), "r");
    assert_non_null(pipe);
    while ((length = fread(part, 1, sizeof part, pipe)) > 0)
        text_add_bytes(&printed, part, length);
    int ended = pclose(pipe);
    assert_true(WIFEXITED(ended));
    *status = WEXITSTATUS(ended);
    return without_progress(scene, printed.data);
}

const char *shell_succeed(Scene *scene, const char *command)
{
    int status;
    const char *printed = shell_run(scene, command, &status);
    fail_if(status != 0, "%s: exit status %d\n%s", command, status, printed);
    return printed;
}
