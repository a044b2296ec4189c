/* What attnviz and its README tell a newcomer to type. */
#include "support/program.h"
#include "support/sample.h"

/* On a terminal, with files in the scene's folder. */
static Run typed(Scene *scene, const char *line)
{
    return attnviz_in(scene, (Surroundings){.columns = 80}, "%s", line);
}

/* What stands in a line between two texts; NULL where it does not begin with the first. */
static const char *between(Scene *scene, const char *line, const char *before, const char *behind)
{
    if (!begins_with(line, before))
        return NULL;
    const char *start = line + strlen(before), *end = strstr(start, behind);
    return arena_strndup(scene->arena, start, end ? (size_t)(end - start) : strlen(start));
}

/* Training takes minutes, and has tests of its own. */
static bool is_long(const char *command)
{
    return begins_with(command, "train ") || !strcmp(command, "compare-training");
}

TEST(every_command_of_the_readme_works_as_it_stands_there)
{
    const char *readme = scene_read(scene, TESTS_FOLDER "/../README.md").data;
    for (int i = 0; i < line_count(readme); i++) {
        const char *command = between(scene, line_at(scene, readme, i), "| `attnviz ", "`");
        if (command && *command != '-' && !is_long(command))
            check_success(typed(scene, command));
    }
}

TEST(the_table_of_commands_has_every_command)
{
    const char *page = scene_read(scene, TESTS_FOLDER "/../docs/using.md").data;
    const char *list = strstr(attnviz(scene, "--help").output, "\nCommands, ");
    int count = 0;
    for (int i = 2; *line_at(scene, list, i) == ' '; i++, count++) {
        const char *name = between(scene, line_at(scene, list, i), "  ", "  ");
        if (begins_with(name, "train transformer ")) /* fills its column */
            name = "train transformer";
        assert_has(page, arena_format(scene->arena, "\n| `attnviz %s` |", name));
    }
    assert_true(count > 20);
}

TEST(every_command_to_try_works)
{
    static const char *const pages[] = {"", "mask", "explain", "format", "words"};
    for (size_t p = 0; p < sizeof pages / sizeof *pages; p++) {
        const char *page = typed(scene, arena_format(scene->arena, "help %s", pages[p])).output;
        int count = 0;
        for (int i = 0; i < line_count(page); i++) {
            const char *command = between(scene, line_at(scene, page, i), "  attnviz ", "\n");
            if (command)
                check_success(typed(scene, command));
            count += command != NULL;
        }
        assert_in_range(count, 2, 3);
    }
}
