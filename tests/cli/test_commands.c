#include "cli/commands.h"

#include "support/scene.h"

/* The command of a line, given without the program's name; *words: in how many words. */
static const Command *found(Scene *scene, int count, const char *const *line, int *words)
{
    char *argv[8] = {arena_strdup(scene->arena, "attnviz")};
    for (int i = 0; i < count; i++)
        argv[1 + i] = arena_strdup(scene->arena, line[i]);
    return command_find(scene->arena, count + 1, argv, words);
}

static void check_unknown(Scene *scene, const char *word, const char *message)
{
    char *argv[] = {arena_strdup(scene->arena, "attnviz"), arena_strdup(scene->arena, word)};
    int words;
    assert_misused(command_find(scene->arena, 2, argv, &words), message);
}

TEST(a_line_that_begins_with_an_option_is_the_main_job)
{
    int words;
    assert_ptr_equal(found(scene, 0, NULL, &words), command_table[0]);
    assert_int_equal(words, 0);
    assert_ptr_equal(found(scene, 2, (const char *[]){"-s", "weights"}, &words), command_table[0]);
    assert_int_equal(words, 0);
}

TEST(every_command_is_found_by_its_name)
{
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

TEST(every_command_has_what_the_help_shows)
{
    for (int i = 0; command_table[i]; i++) {
        const Command *c = command_table[i];
        assert_true(begins_with(c->title, "attnviz"));
        assert_true(c->run);
        assert_true(c->summary && c->examples->line);
        for (const Example *e = c->examples; e->line; e++)
            assert_true(begins_with(e->line, c->title) && e->what);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(c->title, command_table[j]->title);
    }
}

TEST(an_unknown_command_is_told_the_nearest_or_all)
{
    check_unknown(scene, "wieghts", "unknown command 'wieghts'; did you mean weights?");
    char *argv[] = {arena_strdup(scene->arena, "attnviz"), arena_strdup(scene->arena, "He hit")};
    int words;
    assert_failing(command_find(scene->arena, 2, argv, &words));
    assert_int_equal(scene->error.exit_code, EXIT_USAGE);
    assert_has(scene->error.message,
               "unexpected 'He hit'; a sentence goes with --sentence, in quotes");
    for (int i = 1; command_table[i]; i++)
        assert_has(scene->error.message, command_name(command_table[i]));
}
