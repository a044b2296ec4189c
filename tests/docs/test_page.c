/* The reader of pages itself: what it lets pass, the documentation's tests let pass. */
#include "support/case_list.h"
#include "support/page.h"

static Page read_text(Scene *scene, const char *text)
{
    scene_write(scene, "page.md", text);
    return page_read(scene, "page.md");
}

/* What is shown, what is printed, and the line from which it is not what is shown, if any. */
static void check_shown(Scene *scene, const char *const *columns)
{
    int differs;
    bool same = shows(lines_of(scene, columns[0]), lines_of(scene, columns[1]), &differs);
    assert_int_equal(same, columns[2] == NULL);
    if (columns[2])
        assert_int_equal(differs, atoi(columns[2]));
}

TEST_CASES(what_is_shown_is_what_is_printed_but_for_gaps, "docs/shown.list", "shown", check_shown)

TEST(commands_come_with_what_they_print)
{
    Page page = read_text(scene, "words\n```console\n$ one\na\nb\n$ two\n```\n$ no command\n");
    assert_int_equal(page.shown_count, 2);
    assert_string_equal(page.shown[0].command, "one");
    assert_int_equal(page.shown[0].line, 3);
    assert_int_equal(page.shown[0].output.count, 2);
    assert_string_equal(page.shown[0].output.lines[1], "b");
    assert_string_equal(page.shown[1].command, "two");
    assert_int_equal(page.shown[1].output.count, 0);
}

TEST(a_block_without_a_command_goes_on_with_the_last)
{
    Page page = read_text(scene, "```console\n$ one\na\n```\nwords\n```console\n…\nb\n```\n");
    assert_int_equal(page.shown_count, 1);
    assert_int_equal(page.shown[0].output.count, 3);
    assert_string_equal(page.shown[0].output.lines[1], "…");
    assert_string_equal(page.shown[0].output.lines[2], "b");
}

TEST(other_blocks_are_not_commands)
{
    Page page = read_text(scene, "```python\n$ one\n```\n```\n$ two\n```\n");
    assert_int_equal(page.shown_count, 0);
}

TEST(links_are_told_from_words_and_code)
{
    Page page = read_text(scene, "See [a](b.md), ![c](d/e.png) and `[f](g)`: 1.5.\n");
    assert_int_equal(page.links.count, 2);
    assert_string_equal(page.links.lines[0], "b.md");
    assert_string_equal(page.links.lines[1], "d/e.png");
    assert_string_equal(page.sections[0].prose.data, "See [a](), ![c]() and : 1.5.\n");
}

TEST(sections_go_from_heading_to_heading)
{
    Page page = read_text(scene, "# A\nb\n```console\n$ c\nd\n```\n# E\n```console\n…\nf\n```\n");
    assert_int_equal(page.section_count, 3);
    assert_string_equal(page.sections[0].prose.data, "");
    assert_string_equal(page.sections[1].prose.data, "# A\nb\n");
    assert_string_equal(page.sections[1].printed.data, "d\n");
    assert_string_equal(page.sections[2].prose.data, "# E\n");
    assert_string_equal(page.sections[2].printed.data, "…\nf\n");
}
