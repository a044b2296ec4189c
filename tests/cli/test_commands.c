#include "cli/commands.h"

#include "support/scene.h"

#include <string.h>

/* The command of a line, given without the program's name; *words: in how many words. */
static const Command *found(Scene *scene, int count, const char *const *line, int *words)
{
    char *argv[8] = {arena_strdup(scene->arena, "attnviz")};
    const Command *command;
    for (int i = 0; i < count; i++)
        argv[1 + i] = arena_strdup(scene->arena, line[i]);
    if (!command_find(scene->arena, count + 1, argv, &command, words, &scene->error))
        fail_msg("%s", scene->error.message);
    return command;
}

static void check_unknown(Scene *scene, const char *word, const char *message)
{
    char *argv[] = {arena_strdup(scene->arena, "attnviz"), arena_strdup(scene->arena, word)};
    const Command *command;
    int words;
    assert_fails(command_find(scene->arena, 2, argv, &command, &words, &scene->error), scene,
                 EXIT_USAGE, message);
}

static void a_line_that_begins_with_an_option_is_the_main_job(void **state)
{
    int words;
    assert_ptr_equal(found(*state, 0, NULL, &words), &attention_command);
    assert_int_equal(words, 0);
    assert_ptr_equal(found(*state, 2, (const char *[]){"-s", "weights"}, &words),
                     &attention_command);
    assert_int_equal(words, 0);
}

static void every_command_is_found_by_its_name(void **state)
{
    Scene *scene = *state;
    for (const Command *const *c = command_table + 1; *c; c++) {
        const char *line[4] = {0}, *name = command_name(*c);
        int count = 0, words;
        for (; *name; name += strspn(name, " ")) {
            size_t length = strcspn(name, " ");
            line[count++] = arena_strndup(scene->arena, name, length);
            name += length;
        }
        line[count] = "--help";
        assert_ptr_equal(found(scene, count + 1, line, &words), *c);
        assert_int_equal(words, count);
    }
}

static void every_command_has_what_the_help_shows(void **state)
{
    (void)state;
    for (int i = 0; command_table[i]; i++) {
        const Command *c = command_table[i];
        assert_true(!strncmp(c->title, "attnviz", strlen("attnviz")));
        assert_true(c->summary && c->run);
        assert_true(!strncmp(c->examples[0].command, c->title, strlen(c->title)));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(c->title, command_table[j]->title);
    }
}

static void an_unknown_command_is_told_the_nearest_or_all(void **state)
{
    check_unknown(*state, "wieghts", "unknown command 'wieghts'; did you mean weights?");
    Scene *scene = *state;
    char *argv[] = {arena_strdup(scene->arena, "attnviz"), arena_strdup(scene->arena, "He hit")};
    const Command *command;
    int words;
    assert_false(command_find(scene->arena, 2, argv, &command, &words, &scene->error));
    assert_int_equal(scene->error.exit_code, EXIT_USAGE);
    assert_non_null(strstr(scene->error.message,
                           "unexpected 'He hit'; a sentence goes with --sentence, in quotes"));
    for (int i = 1; command_table[i]; i++)
        assert_non_null(strstr(scene->error.message, command_name(command_table[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_that_begins_with_an_option_is_the_main_job),
        cmocka_unit_test(every_command_is_found_by_its_name),
        cmocka_unit_test(every_command_has_what_the_help_shows),
        cmocka_unit_test(an_unknown_command_is_told_the_nearest_or_all),
    };
    return run_scenes(tests);
}
