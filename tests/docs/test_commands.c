/* The documentation against the program: what a page shows is what its commands print, and the
 * numbers it speaks of are among them. */
#define _GNU_SOURCE /* strcasestr */

#include "support/page.h"
#include "support/shell.h"

#define USING TESTS_FOLDER "/../docs/using.md"

/* What a page may tell its reader to type, and whether it is tried here. make and the examples are
   known by themselves. */
typedef struct Known {
    const char *name;
    bool is_tried;
} Known;

static const Known known_commands[] = {
    {"attnviz", true},
    {"cat", true},
    {"echo", true},
    {"export", false},
};

static const Known *find_known(const char *command)
{
    size_t length = strcspn(command, " ");
    for (size_t i = 0; i < sizeof known_commands / sizeof *known_commands; i++)
        if (strlen(known_commands[i].name) == length &&
            strncmp(known_commands[i].name, command, length) == 0)
            return &known_commands[i];
    return NULL;
}

static bool is_tried(const char *command)
{
    const Known *known = find_known(command);
    return known && known->is_tried;
}

/* ---- what commands print ---- */

/* A page may show how the program refuses something. */
static bool shows_failure(const Shown *shown)
{
    const char *last = shown->output.count ? shown->output.lines[shown->output.count - 1] : "";
    return begins_with(last, "attnviz: ") && !strstr(last, "warning");
}

/* Runs a page's command, which does what the page says. */
static void check_command(Scene *scene, const Page *page, const Shown *shown)
{
    int status, differs;
    const char *printed = shell_run(scene, shown->command, &status);
    if ((status != 0) != shows_failure(shown)) {
        scene_complain(scene, "%s:%d: exit status %d: %s\n%s", page->path, shown->line, status,
                       shown->command, printed);
        return;
    }
    if (shown->output.count == 0 || shows(shown->output, lines_of(scene, printed), &differs))
        return;
    scene_complain(scene, "%s:%d: %s\n  does not print what the page shows, from here: %s\n",
                   page->path, shown->line, shown->command,
                   differs < shown->output.count ? shown->output.lines[differs] : "(the end)");
}

/* In a folder of the page's own, where its commands see each other's files. */
static void check_page(Scene *scene, const Page *page, int *tried)
{
    char folder[] = "page-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(symlink("../examples", "examples"), 0);
    assert_int_equal(symlink(TESTS_FOLDER, "tests"), 0);
    for (int i = 0; i < page->shown_count; i++)
        if (is_tried(page->shown[i].command)) {
            check_command(scene, page, &page->shown[i]);
            ++*tried;
        }
    assert_int_equal(chdir(".."), 0);
}

TEST(commands_print_what_the_pages_show)
{
    int tried = 0;
    shell_prepare(scene);
    Lines pages = page_list(scene);
    for (int i = 0; i < pages.count; i++) {
        Page page = page_read(scene, pages.lines[i]);
        check_page(scene, &page, &tried);
    }
    assert_true(tried > 0);
}

/* ---- numbers in the text ---- */

static bool is_digit(char c)
{
    return isdigit((unsigned char)c);
}

/* Whether this ends where the text is read on. */
static bool is_behind(const char *begin, const char *end, const char *what)
{
    size_t length = strlen(what);
    return (size_t)(end - begin) >= length && memcmp(end - length, what, length) == 0;
}

/* The length of a number with a fraction or grouped thousands at `at`: 0.47, 64,512; 0 for any
   other, and for the number of a section: §3.2. */
static size_t number_length(const char *begin, const char *at)
{
    if (!is_digit(*at) || is_behind(begin, at, "§") ||
        (at > begin && (is_digit(at[-1]) || at[-1] == '.' || at[-1] == ',')))
        return 0;
    const char *end = at + strspn(at, "0123456789");
    bool counts = false;
    for (; *end == ',' && is_digit(end[1]) && is_digit(end[2]) && is_digit(end[3]); end += 4)
        counts = true;
    if (*end == '.' && is_digit(end[1])) {
        end += 1 + strspn(end + 1, "0123456789");
        counts = true;
    }
    return counts ? (size_t)(end - at) : 0;
}

/* All such numbers of a text with their signs, each between two line ends. */
static const char *numbers_of(Scene *scene, const char *text)
{
    Text numbers = text_new(scene->arena);
    text_add(&numbers, "\n");
    for (const char *at = text; *at; at++) {
        size_t length = number_length(text, at);
        if (length)
            text_format(&numbers, "%s%.*s\n", is_behind(text, at, "−") ? "−" : "", (int)length, at);
    }
    return numbers.data;
}

/* Numbers of a section's text that are neither printed in it nor in the files beside the page. */
static void check_founded(Scene *scene, const Page *page, const Section *section,
                          const char *beside)
{
    const char *printed = arena_format(scene->arena, "%s\n%s", section->printed.data, beside);
    const char *known = numbers_of(scene, printed);
    Lines used = lines_of(scene, numbers_of(scene, section->prose.data));
    for (int i = 1; i < used.count; i++)
        if (!strstr(known, arena_format(scene->arena, "\n%s\n", used.lines[i])))
            scene_complain(scene, "%s: a number that is not shown there: %s\n", page->path,
                           used.lines[i]);
}

/* The page of an example speaks of what lies in its out/. */
static const char *texts_beside(Scene *scene, const Page *page)
{
    int status;
    const char *const read = "cat \"$(dirname '%s')\"/out/*.txt 2>/dev/null";
    return shell_run(scene, arena_format(scene->arena, read, page->path), &status);
}

/* Of pages that show what the program prints; others may make up an example. */
TEST(numbers_in_the_text_are_numbers_of_the_program)
{
    Lines pages = page_list(scene);
    for (int i = 0; i < pages.count; i++) {
        Page page = page_read(scene, pages.lines[i]);
        const char *beside = texts_beside(scene, &page);
        for (int j = 0; j < page.section_count && (page.shown_count || *beside); j++)
            check_founded(scene, &page, &page.sections[j], beside);
    }
}

TEST(only_numbers_with_fractions_or_groups_are_looked_for)
{
    assert_string_equal(numbers_of(scene, "7 of 49, §3.2.1, [1,1], in 2017, 10"), "\n");
    assert_string_equal(numbers_of(scene, "0.47, −1.5 64,512. a-0.25 (2.50)"),
                        "\n0.47\n−1.5\n64,512\n0.25\n2.50\n");
}

/* ---- what can be typed at all ---- */

static bool has_target(Scene *scene, const char *target)
{
    Lines makefile = lines_of(scene, scene_read(scene, TESTS_FOLDER "/../Makefile").data);
    for (int i = 0; i < makefile.count; i++)
        if (begins_with(makefile.lines[i], target) && makefile.lines[i][strlen(target)] == ':')
            return true;
    return false;
}

/* "make deps test PREFIX=/usr": all but the settings are targets. */
static bool is_makeable(Scene *scene, const char *command)
{
    const char *word = command + strlen("make");
    while (*(word += strspn(word, " "))) {
        size_t length = strcspn(word, " ");
        const char *target = arena_strndup(scene->arena, word, length);
        if (!strchr(target, '=') && !has_target(scene, target))
            return false;
        word += length;
    }
    return true;
}

static bool is_known(Scene *scene, const char *command)
{
    if (begins_with(command, "sudo "))
        command += strlen("sudo ");
    if (begins_with(command, "make") && strchr(" ", command[strlen("make")]))
        return is_makeable(scene, command);
    if (begins_with(command, "examples/"))
        return access(command, X_OK) == 0;
    return find_known(command);
}

TEST(every_command_is_one_that_there_is)
{
    shell_prepare(scene);
    Lines pages = page_list(scene);
    for (int i = 0; i < pages.count; i++) {
        Page page = page_read(scene, pages.lines[i]);
        for (int j = 0; j < page.shown_count; j++)
            if (!is_known(scene, page.shown[j].command))
                scene_complain(scene, "%s:%d: no such command: %s\n", page.path, page.shown[j].line,
                               page.shown[j].command);
    }
    assert_false(is_known(scene, "atnviz --help"));
    assert_false(is_known(scene, "make instal"));
    assert_false(is_known(scene, "examples/none/run"));
}

/* ---- the README, and docs/using.md ---- */

TEST(the_readme_begins_with_the_two_commands_of_a_new_machine)
{
    Page page = page_read(scene, TESTS_FOLDER "/../README.md");
    assert_true(page.shown_count >= 2);
    assert_string_equal(page.shown[0].command, "make deps demo");
    assert_string_equal(page.shown[1].command, "make deps test");
}

/* That it is the help is for commands_print_what_the_pages_show. */
TEST(using_attnviz_shows_the_whole_help)
{
    Page page = page_read(scene, USING);
    int helps = 0;
    for (int i = 0; i < page.shown_count; i++) {
        const Shown *shown = &page.shown[i];
        if (strcmp(shown->command, "attnviz --help") != 0)
            continue;
        helps++;
        assert_true(shown->output.count > 0);
        for (int j = 0; j < shown->output.count; j++)
            assert_string_not_equal(shown->output.lines[j], "…");
    }
    assert_int_equal(helps, 1);
}

/* "libpng freetype2 libpcre2-8": as a reader would call them, png, FreeType and PCRE. */
TEST(using_attnviz_names_every_library)
{
    static const char variable[] = "LIBRARIES := ";
    const char *page = scene_read(scene, USING).data;
    const char *list = strstr(scene_read(scene, TESTS_FOLDER "/../Makefile").data, variable);
    assert_non_null(list);
    list += strlen(variable);
    for (size_t length; (length = strcspn(list, " \n")) > 0;
         list += length + (list[length] == ' ')) {
        size_t lib = begins_with(list, "lib") ? strlen("lib") : 0;
        char *name = arena_strndup(scene->arena, list + lib, length - lib);
        while (strchr("0123456789-", name[strlen(name) - 1]))
            name[strlen(name) - 1] = '\0';
        fail_if(!strcasestr(page, name), "%s does not name %s", USING, name);
    }
}
