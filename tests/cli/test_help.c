#include "cli/help.h"

#include "base/text.h"
#include "base/utf8.h"
#include "base/version.h"
#include "figure/style.h"
#include "support/sample.h"
#include "write/formats.h"

#include <stdlib.h>
#include <string.h>

static const char *help_of(Scene *scene, CommandId command)
{
    Recording recording;
    recording_begin(&recording);
    help_write(recording.stream, command);
    return recording_end(scene, &recording).data;
}

static const char *help(Scene *scene)
{
    return help_of(scene, COMMAND_ATTENTION);
}

static const char *man(Scene *scene)
{
    Recording recording;
    recording_begin(&recording);
    man_write(recording.stream);
    return recording_end(scene, &recording).data;
}

static const char *completion(Scene *scene, const char *shell)
{
    Recording recording;
    recording_begin(&recording);
    assert_true(completion_write(recording.stream, shell, &scene->error));
    return recording_end(scene, &recording).data;
}

/* The line of the help that is about an option. */
static const char *line_of(Scene *scene, const char *text, const Option *option)
{
    const char *flag = arena_format(scene->arena, " --%s ", option->name);
    for (int i = 1; i < line_count(text); i++) /* behind the usage */
        if (strstr(line_at(scene, text, i), flag))
            return line_at(scene, text, i);
    fail_msg("nothing about --%s", option->name);
    return NULL;
}

/* ---- --help ---- */

/* A line a command, and else what fits 45 lines of 80 columns. */
static void the_help_fits_a_screen(void **state)
{
    for (int command = 0; command < COMMAND_COUNT; command++) {
        const char *text = help_of(*state, (CommandId)command);
        assert_true(line_count(text) <= 45 + (command ? 0 : COMMAND_COUNT));
        for (int i = 0; i < line_count(text); i++) {
            const char *line = line_at(*state, text, i);
            if (utf8_width(line) > 80)
                fail_msg("%d columns: %s", utf8_width(line), line);
            assert_true(!*line || line[strlen(line) - 1] != ' ');
        }
    }
}

static void check_line(Scene *scene, const char *text, const Option *o)
{
    const char *line = line_of(scene, text, o);
    const char *start = o->letter ? arena_format(scene->arena, "  -%c, --%s", o->letter, o->name)
                                  : arena_format(scene->arena, "      --%s", o->name);
    assert_int_equal(strncmp(line, start, strlen(start)), 0);
    if (o->argument)
        assert_non_null(strstr(line, arena_format(scene->arena, "--%s %s ", o->name, o->argument)));
    assert_non_null(strstr(line, o->help));
    const char *end = arena_format(scene->arena, " [%s]", o->fallback ? o->fallback : "");
    if (o->fallback)
        assert_string_equal(line + strlen(line) - strlen(end), end);
    else
        assert_string_equal(line + strlen(line) - strlen(o->help), o->help);
}

/* Whether the command takes an option of this name, perhaps of another row. */
static bool takes_name(CommandId command, const char *name)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (option_is_of((OptionId)i, command) && !option_is_hidden((OptionId)i) &&
            !strcmp(option_table[i].name, name))
            return true;
    return false;
}

static void the_help_has_every_option_of_the_command_with_letter_argument_and_default(void **state)
{
    Scene *scene = *state;
    for (int command = 0; command < COMMAND_COUNT; command++) {
        const char *text = help_of(scene, (CommandId)command);
        for (int i = 0; i < OPTION_COUNT; i++) {
            const Option *o = &option_table[i];
            if (!takes_name((CommandId)command, o->name))
                assert_null(strstr(text, arena_format(scene->arena, "      --%s ", o->name)));
            else if (option_is_of((OptionId)i, (CommandId)command))
                check_line(scene, text, o);
        }
    }
}

static void the_help_has_every_command(void **state)
{
    for (int i = 1; i < COMMAND_COUNT; i++) {
        const Command *c = &command_table[i];
        assert_non_null(strstr(help(*state), command_name(c)));
        assert_non_null(strstr(help(*state), c->summary));
        assert_non_null(strstr(man(*state), c->summary));
    }
}

static void the_help_groups_the_options_under_titles(void **state)
{
    const char *at = help(*state);
    for (int i = 0; i < OPTION_GROUPS; i++) {
        Scene *scene = *state;
        at = strstr(at, arena_format(scene->arena, "\n%s:\n", option_groups[i].title));
        assert_non_null(at);
    }
}

static void the_help_has_two_examples(void **state)
{
    const char *examples = strstr(help(*state), "\nExamples:\n");
    assert_non_null(examples);
    assert_int_equal(line_count(examples + 1), 3);
    assert_int_equal(strncmp(line_at(*state, examples + 1, 1), "  attnviz ", 10), 0);
    assert_int_equal(strncmp(line_at(*state, examples + 1, 2), "  attnviz ", 10), 0);
}

/* ---- what users name ---- */

/* That both the help and the completions of an option list exactly these names. */
static void check_names(const Option *option, const char *const *names, int count)
{
    const char *words = option->words;
    for (int i = 0; i < count; i++) {
        assert_non_null(strstr(option->help, names[i]));
        assert_int_equal(strncmp(words, names[i], strlen(names[i])), 0);
        words += strlen(names[i]);
        assert_int_equal(*words, i + 1 < count ? ' ' : '\0');
        words += *words == ' ';
    }
}

static void colormaps_themes_and_formats_are_those_of_their_tables(void **state)
{
    (void)state;
    const char *names[16];
    int count = 0;
    for (const Colormap *map = colormaps; map->name; map++)
        names[count++] = map->name;
    check_names(&option_table[OPTION_COLORMAP], names, count);
    count = 0;
    for (const Theme *theme = themes; theme->name; theme++)
        names[count++] = theme->name;
    check_names(&option_table[OPTION_THEME], names, count);
    for (count = 0; format_name(count); count++)
        names[count] = format_name(count);
    check_names(&option_table[OPTION_FORMAT], names, count);
}

/* ---- the manual page ---- */

/* An option's name as roff has it. */
static const char *roff(Scene *scene, const char *name)
{
    Text out = text_new(scene->arena);
    for (; *name; name++) {
        text_add(&out, *name == '-' ? "\\" : "");
        text_add_bytes(&out, name, 1);
    }
    return out.data;
}

static void the_manual_page_has_every_option_and_default(void **state)
{
    Scene *scene = *state;
    const char *text = man(scene);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (option_is_hidden(i))
            continue;
        const char *name = arena_format(scene->arena, "\\-\\-%s", roff(scene, o->name));
        const char *value = arena_format(scene->arena, "(default: %s)",
                                         roff(scene, o->fallback ? o->fallback : ""));
        bool found = false; /* two commands may have an option of one name */
        for (const char *about = strstr(text, name); about && !found;
             about = strstr(about + 1, name)) {
            const char *end = strstr(about, "\n.");
            const char *paragraph = arena_strndup(scene->arena, about, (size_t)(end - about));
            found = !o->fallback || strstr(paragraph, value);
        }
        if (!found)
            fail_msg("--%s has no paragraph with its default", o->name);
    }
}

static void the_manual_page_has_only_requests_of_the_man_macros(void **state)
{
    static const char *const requests[] = {".TH ", ".SH ", ".SS ", ".TP", ".B ", ".br"};
    Scene *scene = *state;
    const char *text = man(scene);
    for (int i = 0; i < line_count(text); i++) {
        const char *line = line_at(scene, text, i);
        bool known = *line != '.' && *line != '\'';
        for (int k = 0; k < 6; k++)
            known |= !strncmp(line, requests[k], strlen(requests[k]));
        if (!known || !*line)
            fail_msg("line %d: '%s'", i + 1, line);
    }
    assert_non_null(strstr(text, arena_format(scene->arena, "attnviz %s", ATTNVIZ_VERSION)));
    assert_null(strstr(text, ".SH \n"));
}

static void the_manual_page_has_the_sections_of_one(void **state)
{
    static const char *const sections[] = {"NAME",        "SYNOPSIS",    "DESCRIPTION",
                                           "COMMANDS",    "OPTIONS",     "FILES",
                                           "ENVIRONMENT", "EXIT STATUS", "EXAMPLES"};
    Scene *scene = *state;
    const char *at = man(scene);
    for (int i = 0; i < 9; i++) {
        at = strstr(at, arena_format(scene->arena, "\n.SH %s\n", sections[i]));
        if (!at)
            fail_msg("no section %s", sections[i]);
    }
}

/* ---- completions ---- */

static void every_shell_completes_every_option(void **state)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    Scene *scene = *state;
    for (int s = 0; s < 3; s++) {
        const char *text = completion(scene, shells[s]), *mark = s < 2 ? "--" : "-l ";
        for (int i = 0; i < OPTION_COUNT; i++) {
            const char *flag = arena_format(scene->arena, "%s%s", mark, option_table[i].name);
            assert_int_equal(strstr(text, flag) != NULL, !option_is_hidden(i));
        }
    }
}

static void values_are_completed_from_the_table(void **state)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    Scene *scene = *state;
    for (int s = 0; s < 3; s++) {
        const char *text = completion(scene, shells[s]);
        assert_non_null(strstr(text, "viridis cividis magma grey"));
        assert_non_null(strstr(text, "text png csv npy json"));
        assert_null(strchr(text, '@')); /* the marks for files are ours */
    }
    assert_non_null(strstr(completion(scene, "bash"), "--weights|-w) COMPREPLY=($(compgen -f "));
    assert_non_null(strstr(completion(scene, "bash"), "--folder) COMPREPLY=($(compgen -d "));
    /* a folder, or the file that a training writes */
    assert_non_null(strstr(completion(scene, "bash"), "--out|-o) COMPREPLY=($(compgen -f "));
}

static void quotes_in_completions_are_closed(void **state)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    for (int s = 0; s < 3; s++) {
        const char *text = completion(*state, shells[s]);
        bool inside = false;
        for (const char *c = text; *c; c++) {
            if (*c == '\\' && c[1] && (!inside || shells[s][0] == 'f'))
                c++;
            else if (*c == '\'')
                inside = !inside;
            else if (*c == '\n')
                assert_false(inside);
        }
        assert_false(inside);
    }
}

static void an_unknown_shell_is_a_usage_error(void **state)
{
    Scene *scene = *state;
    Recording recording;
    recording_begin(&recording);
    bool written = completion_write(recording.stream, "tcsh", &scene->error);
    Bytes text = recording_end(scene, &recording);
    assert_fails(written, scene, EXIT_USAGE,
                 "--completion: no shell 'tcsh'; there are bash, zsh and fish");
    assert_int_equal(text.size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_help_fits_a_screen),
        cmocka_unit_test(the_help_has_every_option_of_the_command_with_letter_argument_and_default),
        cmocka_unit_test(the_help_has_every_command),
        cmocka_unit_test(the_help_groups_the_options_under_titles),
        cmocka_unit_test(the_help_has_two_examples),
        cmocka_unit_test(colormaps_themes_and_formats_are_those_of_their_tables),
        cmocka_unit_test(the_manual_page_has_every_option_and_default),
        cmocka_unit_test(the_manual_page_has_only_requests_of_the_man_macros),
        cmocka_unit_test(the_manual_page_has_the_sections_of_one),
        cmocka_unit_test(every_shell_completes_every_option),
        cmocka_unit_test(values_are_completed_from_the_table),
        cmocka_unit_test(quotes_in_completions_are_closed),
        cmocka_unit_test(an_unknown_shell_is_a_usage_error),
    };
    return run_scenes(tests);
}
