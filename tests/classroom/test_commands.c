/* The commands that keys name show the numbers of the sheets. */
#include "classroom/paper.h"

#include "support/csv.h"
#include "support/program.h"
#include "support/shell.h"

/* Which step of a command, from 1, shows which table of a level; one row of it where it has more.
 */
static const struct {
    int level, command;
    const char *step, *table;
    int row; /* of the step, from 1; 0: all are the table's */
} shown[] = {
#include "classroom/shown.list"
};

/* The file of a step: a number stands before its name. */
static const char *step_file(Scene *scene, const char *step)
{
    char *rest = arena_strdup(scene->arena, scene_list(scene, "attnviz-out"));
    const char *ending = arena_format(scene->arena, "-%s.csv", step);
    for (char *name; (name = strsep(&rest, " "));)
        if (strlen(name) == strlen(ending) + 2 && ends_with(name, ending))
            return scene_read(scene, arena_format(scene->arena, "attnviz-out/%s", name)).data;
    fail_msg("no file of %s in %s", step, scene_list(scene, "attnviz-out"));
    return "";
}

/* All numbers behind the headings and labels, or those of a row. */
static void check_step(Scene *scene, const Worksheet *s, const char *step, const char *table,
                       int only)
{
    int index = table_index(s, table), next = 0;
    assert_true(index >= 0);
    Tensor expected = s->tables[index].node->value;
    const char *cursor = step_file(scene, step);
    for (int row = 0; *cursor; row++) {
        char end = ',';
        for (int col = 0; end == ','; col++) {
            const char *field = csv_field(scene->arena, &cursor, &end);
            if (!row || !col || (only && row != only))
                continue;
            double x = strcmp(field, "-inf") ? strtod(field, NULL) : -INFINITY;
            double y = (double)expected.data[next++];
            fail_if(isinf(y) ? x != y : !(fabs(x - y) < 2e-5 * (1 + fabs(y))),
                    "%s %s: %g, but %s %g", s->code, step, x, table, y);
        }
    }
    assert_int_equal(next, tensor_size(expected));
}

static void check_level(Scene *scene, const Worksheet *s)
{
    char *rest = arena_strdup(scene->arena, sheet_commands(s));
    for (int number = 1; rest; number++) {
        const char *command = strsep(&rest, "\n");
        int checked = 0;
        assert_true(begins_with(command, "attnviz "));
        shell_succeed(scene, "rm -rf attnviz-out");
        Run run = check_success(attnviz(scene, "%s -f csv", command + strlen("attnviz ")));
        assert_has(run.output, " = "); /* explained */
        for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
            if (shown[i].level == s->level && shown[i].command == number) {
                check_step(scene, s, shown[i].step, shown[i].table, shown[i].row);
                checked++;
            }
        assert_true(checked > 0);
    }
}

TEST(the_commands_of_a_key_show_the_numbers_of_its_sheet)
{
    for (int level = 1; level <= LEVELS; level++)
        for (unsigned v = 0; v < 3; v++)
            check_level(scene, worksheet_new(scene->arena, level, v * 400 + v));
}

/* In every format, as it is typed: in Markdown without entities. */
TEST(keys_have_their_commands_and_sheets_have_none)
{
    check_success(attnviz(scene, "worksheet --level 7 -f html,latex,markdown"));
    const char *code = strchr(scene_read(scene, "worksheets/codes.csv").data, '\n');
    int level;
    unsigned variant;
    char sheet[CODE_SIZE] = "";
    assert_int_equal(sscanf(strstr(code, ",A7-") + 1, "%10[A-Z0-9-]", sheet), 1);
    assert_true(code_read(sheet, &level, &variant));
    char *rest =
        arena_strdup(scene->arena, sheet_commands(worksheet_new(scene->arena, level, variant)));
    while (rest) {
        const char *command = strsep(&rest, "\n");
        assert_has(scene_read(scene, "worksheets/keys.md").data,
                   arena_format(scene->arena, "\n    %s\n", command));
        assert_has(scene_read(scene, "worksheets/keys.html").data,
                   arena_format(scene->arena, "<samp>%s</samp>", command));
    }
    assert_has(scene_read(scene, "worksheets/keys.tex").data, "\\texttt{attnviz {-}{-}v");
    assert_lacks(scene_read(scene, "worksheets/sheets.md").data, "attnviz --");
}
