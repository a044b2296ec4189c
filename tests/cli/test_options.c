#include "cli/options.h"

#include "support/scene.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ARGUMENTS = 16 };

/* Parses a command line, given without the program's name and ended by NULL. */
static bool parse_by(Scene *scene, CommandId command, Arguments *arguments,
                     const char *const *words)
{
    /* getopt sorts its array */
    char **argv = arena_alloc(scene->arena, MOST_ARGUMENTS + 2, sizeof *argv);
    int argc = 1;
    argv[0] = arena_strdup(scene->arena, "attnviz");
    for (; words[argc - 1]; argc++) {
        assert_in_range(argc, 1, MOST_ARGUMENTS);
        argv[argc] = arena_strdup(scene->arena, words[argc - 1]);
    }
    return options_parse(scene->arena, command, argc, argv, arguments, &scene->error);
}

static bool parse(Scene *scene, Arguments *arguments, const char *const *words)
{
    return parse_by(scene, COMMAND_ATTENTION, arguments, words);
}

static Arguments parsed_by(Scene *scene, CommandId command, const char *const *words)
{
    Arguments arguments;
    if (!parse_by(scene, command, &arguments, words))
        fail_msg("%s", scene->error.message);
    return arguments;
}

static Arguments parsed(Scene *scene, const char *const *words)
{
    return parsed_by(scene, COMMAND_ATTENTION, words);
}

static void check_fails(Scene *scene, const char *const *words, const char *message)
{
    Arguments arguments;
    assert_fails(parse(scene, &arguments, words), scene, EXIT_USAGE, message);
}

#define WORDS(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static void without_arguments_everything_has_its_default(void **state)
{
    Arguments a = parsed(*state, (const char *const[]){NULL});
    for (int i = 0; i < OPTION_COUNT; i++) {
        assert_false(a.given[i]);
        assert_ptr_equal(a.value[i], option_table[i].fallback);
    }
    assert_string_equal(a.value[OPTION_HEADS], "3");
    assert_string_equal(a.value[OPTION_OUT], "attnviz-out");
    assert_null(a.value[OPTION_SENTENCE]);
    assert_int_equal(a.all[OPTION_EXPLAIN].count, 0);
}

static void a_value_stands_behind_its_option_or_an_equals_sign(void **state)
{
    Arguments a = parsed(*state, WORDS("--heads", "4", "--mask=causal", "--sentence", "a b"));
    assert_string_equal(a.value[OPTION_HEADS], "4");
    assert_string_equal(a.value[OPTION_MASK], "causal");
    assert_string_equal(a.value[OPTION_SENTENCE], "a b");
    assert_true(a.given[OPTION_HEADS] && a.given[OPTION_MASK]);
    assert_false(a.given[OPTION_DIM]);
}

static void letters_may_stand_together(void **state)
{
    Arguments a = parsed(*state, WORDS("-qFc", "-n6", "-s", "a b", "-fcsv"));
    assert_true(a.given[OPTION_QUIET] && a.given[OPTION_FEATURES] && a.given[OPTION_COST]);
    assert_string_equal(a.value[OPTION_HEADS], "6");
    assert_string_equal(a.value[OPTION_FORMAT], "csv");
}

static void a_value_may_begin_with_a_dash(void **state)
{
    Arguments a = parsed(*state, WORDS("-s", "-", "--mask", "-1", "--out=-x"));
    assert_string_equal(a.value[OPTION_SENTENCE], "-");
    assert_string_equal(a.value[OPTION_MASK], "-1");
    assert_string_equal(a.value[OPTION_OUT], "-x");
}

static void a_value_may_be_empty(void **state)
{
    Arguments a = parsed(*state, WORDS("--sentence=", "--out", ""));
    assert_true(a.given[OPTION_SENTENCE]);
    assert_string_equal(a.value[OPTION_SENTENCE], "");
    assert_string_equal(a.value[OPTION_OUT], "");
}

static void a_second_value_is_refused_where_one_counts(void **state)
{
    check_fails(*state, WORDS("--heads", "4", "-n", "6"), "--heads is given twice");
    check_fails(*state, WORDS("-s", "a", "--sentence=a"), "--sentence is given twice");
    Arguments a = parsed(*state, WORDS("-q", "--quiet"));
    assert_true(a.given[OPTION_QUIET]);
}

static void several_sentences_are_for_commands_that_compare_them(void **state)
{
    static const CommandId commands[] = {COMMAND_COMPARE, COMMAND_NORMS};
    for (int i = 0; i < 2; i++) {
        Arguments a = parsed_by(*state, commands[i], WORDS("-s", "a", "-s", "b"));
        assert_int_equal(a.all[OPTION_SENTENCE].count, 2);
        assert_string_equal(a.all[OPTION_SENTENCE].items[1], "b");
    }
}

static void every_explanation_is_kept_in_order(void **state)
{
    Arguments a = parsed(*state, WORDS("-e", "x[1,1]", "--cost", "--explain=y[2,2]", "-ez[3,3]"));
    assert_int_equal(a.all[OPTION_EXPLAIN].count, 3);
    assert_string_equal(a.all[OPTION_EXPLAIN].items[0], "x[1,1]");
    assert_string_equal(a.all[OPTION_EXPLAIN].items[1], "y[2,2]");
    assert_string_equal(a.all[OPTION_EXPLAIN].items[2], "z[3,3]");
}

static void a_name_may_be_cut_short_while_it_is_clear(void **state)
{
    Arguments a = parsed(*state, WORDS("--sent", "a", "--colorm", "magma"));
    assert_string_equal(a.value[OPTION_SENTENCE], "a");
    assert_string_equal(a.value[OPTION_COLORMAP], "magma");
    check_fails(*state, WORDS("--col", "x"), "--col may be any of --color, --colormap");
}

static void every_option_of_every_command_is_read_by_name_and_by_letter(void **state)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        for (int command = 0; command < COMMAND_COUNT; command++) {
            const Option *o = &option_table[i];
            char name[64], letter[] = {'-', o->letter, '\0'};
            if (!option_is_of((OptionId)i, (CommandId)command))
                continue;
            snprintf(name, sizeof name, "--%s", o->name);
            Arguments a =
                parsed_by(*state, (CommandId)command, WORDS(name, o->argument ? "value" : NULL));
            assert_true(a.given[i]);
            assert_true(!o->argument || !strcmp(a.value[i], "value"));
            if (!o->letter)
                continue;
            a = parsed_by(*state, (CommandId)command, WORDS(letter, o->argument ? "value" : NULL));
            assert_true(a.given[i]);
        }
}

static void every_option_is_of_some_command(void **state)
{
    (void)state;
    for (int i = 0; i < OPTION_COUNT; i++)
        assert_true(option_table[i].commands != 0);
}

static void a_command_has_no_name_or_letter_twice(void **state)
{
    (void)state;
    for (int i = 0; i < OPTION_COUNT; i++)
        for (int j = 0; j < i; j++) {
            const Option *a = &option_table[i], *b = &option_table[j];
            if (!(a->commands & b->commands))
                continue;
            assert_string_not_equal(a->name, b->name);
            assert_true(!a->letter || a->letter != b->letter);
        }
}

static void groups_cover_all_options_but_the_hidden_ones(void **state)
{
    (void)state;
    assert_int_equal(option_groups[0].first, 0);
    for (int i = 0; i < OPTION_GROUPS; i++) {
        assert_true(option_groups[i].first < option_groups[i + 1].first);
        assert_true(*option_groups[i].title);
    }
    assert_int_equal(option_groups[OPTION_GROUPS].first, OPTION_MAN);
}

static void an_unknown_option_is_named_with_the_nearest(void **state)
{
    check_fails(*state, WORDS("--hedas", "3"), "unknown option --hedas; did you mean --heads?");
    check_fails(*state, WORDS("--colour=never"), "unknown option --colour; did you mean --color?");
    check_fails(*state, WORDS("-q", "--sentense", "a"),
                "unknown option --sentense; did you mean --sentence?");
    check_fails(*state, WORDS("--tokens"), "unknown option --tokens; attnviz --help lists all");
    check_fails(*state, WORDS("-s", "a", "-z"), "unknown option -z; attnviz --help lists all");
    check_fails(*state, WORDS("-qzF"), "unknown option -z; attnviz --help lists all");
}

static void an_unknown_option_behind_something_unexpected_is_named_too(void **state)
{
    check_fails(*state, WORDS("bat", "--hedas"), "unknown option --hedas; did you mean --heads?");
    check_fails(*state, WORDS("bat", "-qz"), "unknown option -z; attnviz --help lists all");
}

static void a_missing_value_is_said_to_be_missing(void **state)
{
    check_fails(*state, WORDS("--sentence"), "--sentence needs a value");
    check_fails(*state, WORDS("-q", "-n"), "-n needs a value");
    check_fails(*state, WORDS("-qn"), "-qn needs a value");
}

static void a_switch_takes_no_value(void **state)
{
    check_fails(*state, WORDS("--cost=3"), "--cost takes no value");
    check_fails(*state, WORDS("--quiet="), "--quiet takes no value");
}

static void what_belongs_to_no_option_is_an_operand(void **state)
{
    Arguments a = parsed(*state, WORDS("He", "-s", "a", "hit", "--", "--cost"));
    assert_int_equal(a.operands.count, 3);
    assert_string_equal(a.operands.items[0], "He");
    assert_string_equal(a.operands.items[1], "hit");
    assert_string_equal(a.operands.items[2], "--cost");
    assert_false(a.given[OPTION_COST]);
}

static void an_option_of_another_command_is_no_option_of_this(void **state)
{
    Scene *scene = *state;
    Arguments a;
    assert_fails(parse_by(scene, COMMAND_WEIGHTS, &a, WORDS("--heads", "3")), scene, EXIT_USAGE,
                 "--heads is no option of attnviz weights");
    assert_fails(parse_by(scene, COMMAND_WEIGHTS, &a, WORDS("--hedas", "3")), scene, EXIT_USAGE,
                 "unknown option --hedas; attnviz weights --help lists all");
    assert_fails(parse_by(scene, COMMAND_WEIGHTS, &a, WORDS("-n", "3")), scene, EXIT_USAGE,
                 "-n (--heads) is no option of attnviz weights");
}

static void hostile_names_are_only_named(void **state)
{
    enum { LONG = 100000 };
    Scene *scene = *state;
    Arguments arguments;
    char *name = arena_alloc(scene->arena, LONG + 1, 1);
    memset(name, 'x', LONG);
    memcpy(name, "--", 2);
    assert_false(parse(scene, &arguments, WORDS(name)));
    assert_int_equal(scene->error.exit_code, EXIT_USAGE);
    assert_int_equal(strncmp(scene->error.message, "unknown option --xxx", 20), 0);
    assert_true(strlen(scene->error.message) < 200);
    assert_false(parse(scene, &arguments, WORDS("--\x1b[31m%s%n")));
    assert_string_equal(scene->error.message,
                        "unknown option --\x1b[31m%s%n; attnviz --help lists all");
    assert_false(parse(scene, &arguments, WORDS("--=x")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_arguments_everything_has_its_default),
        cmocka_unit_test(a_value_stands_behind_its_option_or_an_equals_sign),
        cmocka_unit_test(letters_may_stand_together),
        cmocka_unit_test(a_value_may_begin_with_a_dash),
        cmocka_unit_test(a_value_may_be_empty),
        cmocka_unit_test(a_second_value_is_refused_where_one_counts),
        cmocka_unit_test(several_sentences_are_for_commands_that_compare_them),
        cmocka_unit_test(every_explanation_is_kept_in_order),
        cmocka_unit_test(a_name_may_be_cut_short_while_it_is_clear),
        cmocka_unit_test(every_option_of_every_command_is_read_by_name_and_by_letter),
        cmocka_unit_test(every_option_is_of_some_command),
        cmocka_unit_test(a_command_has_no_name_or_letter_twice),
        cmocka_unit_test(groups_cover_all_options_but_the_hidden_ones),
        cmocka_unit_test(an_unknown_option_is_named_with_the_nearest),
        cmocka_unit_test(an_unknown_option_behind_something_unexpected_is_named_too),
        cmocka_unit_test(a_missing_value_is_said_to_be_missing),
        cmocka_unit_test(a_switch_takes_no_value),
        cmocka_unit_test(what_belongs_to_no_option_is_an_operand),
        cmocka_unit_test(an_option_of_another_command_is_no_option_of_this),
        cmocka_unit_test(hostile_names_are_only_named),
    };
    return run_scenes(tests);
}
