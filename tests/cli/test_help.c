#include "cli/commands.h"

#include "support/sample.h"

static const char *help_of(Scene *scene, const Command *command)
{
    return recorded(scene->arena, help_write(recorder, scene->arena, "help", command)).data;
}

static const char *help(Scene *scene)
{
    return help_of(scene, command_table[0]);
}

static const char *man(Scene *scene)
{
    return recorded(scene->arena, help_write(recorder, scene->arena, "manual", command_table[0]))
        .data;
}

static const char *completion(Scene *scene, const char *shell)
{
    return recorded(scene->arena, completion_write(recorder, scene->arena, shell)).data;
}

static int command_count(void)
{
    int count = 0;
    while (command_table[count])
        count++;
    return count;
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

/* A line a command, and else what fits 57 lines of 80 columns. */
TEST(the_help_is_a_page)
{
    for (const Command *const *c = command_table; *c; c++) {
        const char *text = help_of(scene, *c);
        assert_true(line_count(text) <= 57 + (c == command_table ? command_count() : 0));
        check_narrow(scene, text, 80);
    }
}

static void check_line(Scene *scene, const char *text, const Option *o)
{
    const char *line = line_of(scene, text, o);
    const char *start = o->letter ? arena_format(scene->arena, "  -%c, --%s", o->letter, o->name)
                                  : arena_format(scene->arena, "      --%s", o->name);
    assert_true(begins_with(line, start));
    if (o->argument)
        assert_has(line, arena_format(scene->arena, "--%s %s ", o->name, o->argument));
    assert_null(strchr(line, '%')); /* the mark for the names of values is ours */
    assert_has(line, arena_strndup(scene->arena, o->help, strcspn(o->help, "%")));
    Strings words = option_words(scene->arena, o);
    for (int i = 0; strchr(o->help, '%') && i < words.count; i++)
        assert_has(line, words.items[i]);
    if (o->fallback)
        assert_true(ends_with(line, arena_format(scene->arena, " [%s]", o->fallback)));
}

TEST(the_help_has_every_option_of_the_command_with_letter_argument_and_default)
{
    for (const Command *const *c = command_table; *c; c++) {
        const char *text = help_of(scene, *c);
        Arguments a = options_default(*c);
        int shown = 0, told = 0;
        for (int i = 0; i < a.count; i++) {
            if (a.items[i].group == OPTIONS_HIDDEN)
                continue;
            const Option *o = a.items[i].option;
            if (a.items[i].group == OPTIONS_BESIDE) { /* in the line of another */
                assert_has(text,
                           arena_format(scene->arena, "; --%s%s%s", o->name,
                                        o->argument ? " " : ":", o->argument ? o->argument : " "));
                continue;
            }
            check_line(scene, text, o);
            shown++;
        }
        for (int i = 1; i < line_count(text); i++) { /* and none that it does not take */
            const char *line = line_at(scene, text, i);
            told += !strncmp(line, "      --", 8) || (!strncmp(line, "  -", 3) && line[4] == ',');
        }
        assert_int_equal(told, shown);
    }
}

TEST(the_help_has_every_command)
{
    for (int i = 1; command_table[i]; i++) {
        const Command *c = command_table[i];
        assert_has(help(scene), command_name(c));
        assert_has(help(scene), c->summary);
        assert_has(man(scene), c->summary);
    }
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

/* Whether some paragraph about the option has its default: commands may have their own of a name.
 */
static bool is_told(Scene *scene, const char *text, const Option *o)
{
    const char *name = arena_format(scene->arena, "\\-\\-%s", roff(scene, o->name));
    const char *value =
        o->fallback ? arena_format(scene->arena, "(default: %s)", roff(scene, o->fallback)) : "";
    for (const char *about = strstr(text, name); about; about = strstr(about + 1, name)) {
        const char *end = strstr(about, "\n.");
        if (strstr(arena_strndup(scene->arena, about, (size_t)(end - about)), value))
            return true;
    }
    return false;
}

TEST(the_manual_page_has_every_option_and_default)
{
    const char *text = man(scene);
    for (const Command *const *c = command_table; *c; c++) {
        Arguments a = options_default(*c);
        for (int i = 0; i < a.count; i++)
            fail_if(a.items[i].group != OPTIONS_HIDDEN && !is_told(scene, text, a.items[i].option),
                    "--%s has no paragraph with its default", a.items[i].option->name);
    }
}

TEST(the_manual_page_has_only_requests_of_the_man_macros)
{
    static const char *const requests[] = {".TH ", ".SH ", ".SS ", ".TP", ".B ", ".br"};
    const char *text = man(scene);
    for (int i = 0; i < line_count(text); i++) {
        const char *line = line_at(scene, text, i);
        bool known = *line != '.' && *line != '\'';
        for (int k = 0; k < 6; k++)
            known |= begins_with(line, requests[k]);
        fail_if(!known || !*line, "line %d: '%s'", i + 1, line);
    }
    assert_has(text, arena_format(scene->arena, "attnviz %s", ATTNVIZ_VERSION));
    assert_lacks(text, ".SH \n");
}

/* ---- completions ---- */

static const char *const shells[] = {"bash", "zsh", "fish"};

TEST(every_shell_completes_every_option)
{
    for (int s = 0; s < 3; s++) {
        const char *text = completion(scene, shells[s]), *mark = s < 2 ? "--" : "-l ";
        assert_lacks(text, "@f"); /* the marks for files are ours */
        for (const Command *const *c = command_table; *c; c++) {
            Arguments a = options_default(*c);
            for (int i = 0; i < a.count; i++)
                assert_int_equal(strstr(text, arena_format(scene->arena, "%s%s", mark,
                                                           a.items[i].option->name)) != NULL,
                                 a.items[i].group != OPTIONS_HIDDEN);
        }
    }
}

TEST(quotes_in_completions_are_closed)
{
    for (int s = 0; s < 3; s++) {
        const char *text = completion(scene, shells[s]);
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
