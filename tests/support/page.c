#include "support/page.h"

#include <glob.h>

Lines lines_of(Scene *scene, const char *text)
{
    int most = 1;
    for (const char *c = text; *c; c++)
        most += *c == '\n';
    Lines lines = {.lines = arena_alloc(scene->arena, (size_t)most, sizeof(char *))};
    while (*text) {
        size_t length = strcspn(text, "\n");
        lines.lines[lines.count++] = arena_strndup(scene->arena, text, length);
        text += length + (text[length] == '\n');
    }
    return lines;
}

/* ---- reading ---- */

Lines page_list(Scene *scene)
{
    static const char *const patterns[] = {"README.md", "docs/*.md", "examples/README.md",
                                           "examples/*/README.md"};
    glob_t found = {0};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        glob(arena_format(scene->arena, "%s/../%s", TESTS_FOLDER, patterns[i]), i ? GLOB_APPEND : 0,
             NULL, &found);
    Lines pages = {arena_alloc(scene->arena, found.gl_pathc, sizeof(char *)), (int)found.gl_pathc};
    for (int i = 0; i < pages.count; i++)
        pages.lines[i] = arena_strdup(scene->arena, found.gl_pathv[i]);
    globfree(&found);
    return pages;
}

static Section *last_section(const Page *page)
{
    return &page->sections[page->section_count - 1];
}

static void begin_section(Scene *scene, Page *page)
{
    page->sections[page->section_count++] =
        (Section){text_new(scene->arena), text_new(scene->arena)};
}

/* One line of a console block. */
static void add_shown(Page *page, const char *line, int number)
{
    Shown *last = &page->shown[page->shown_count - 1];
    if (begins_with(line, "$ ")) {
        const char **free_lines = last->output.lines + last->output.count;
        page->shown[page->shown_count++] = (Shown){number, line + 2, {free_lines, 0}};
    } else if (last->command) {
        last->output.lines[last->output.count++] = line;
        text_format(&last_section(page)->printed, "%s\n", line);
    } else {
        fail_msg("%s:%d: printed by no command: %s", page->path, number, line);
    }
}

/* One line outside of blocks: its links, and its words. */
static void add_prose(Scene *scene, Page *page, const char *line)
{
    if (*line == '#')
        begin_section(scene, page);
    Text *prose = &last_section(page)->prose;
    bool in_code = false;
    for (const char *c = line; *c; c++) {
        in_code ^= *c == '`';
        if (in_code || *c == '`')
            continue;
        text_add_bytes(prose, c, 1);
        if (!begins_with(c, "]("))
            continue;
        size_t length = strcspn(c + 2, ")");
        page->links.lines[page->links.count++] = arena_strndup(scene->arena, c + 2, length);
        text_add(prose, "(");
        c += 1 + length;
    }
    text_add(prose, "\n");
}

/* Room for what a page of so many lines can hold at most. All shown lines share one array, and
   shown[-1], of no command, is where it begins. */
static Page page_new(Scene *scene, const char *path, size_t size, int lines)
{
    Page page = {.path = path};
    page.shown = arena_alloc(scene->arena, (size_t)lines + 1, sizeof *page.shown);
    page.shown->output.lines = arena_alloc(scene->arena, (size_t)lines, sizeof(char *));
    page.shown++;
    page.links.lines = arena_alloc(scene->arena, size / strlen("]()") + 1, sizeof(char *));
    page.sections = arena_alloc(scene->arena, (size_t)lines + 1, sizeof *page.sections);
    begin_section(scene, &page);
    return page;
}

Page page_read(Scene *scene, const char *path)
{
    Bytes bytes = scene_read(scene, path);
    Lines lines = lines_of(scene, bytes.data);
    Page page = page_new(scene, path, bytes.size, lines.count);
    bool in_block = false, in_console = false;
    for (int i = 0; i < lines.count; i++) {
        const char *line = lines.lines[i];
        if (begins_with(line, "```")) {
            in_block = !in_block;
            in_console = in_block && strcmp(line, "```console") == 0;
        } else if (in_console) {
            add_shown(&page, line, i + 1);
        } else if (!in_block) {
            add_prose(scene, &page, line);
        }
    }
    fail_if(in_block, "%s: the last block has no end", path);
    return page;
}

/* ---- comparing ---- */

static bool is_gap(const char *line)
{
    return strcmp(line, "…") == 0;
}

/* The usual match with one kind of wildcard: what follows a gap is tried at every printed line. */
bool shows(Lines shown, Lines printed, int *differs)
{
    int s = 0, p = 0, after_gap = -1, retry = 0;
    *differs = 0;
    while (p < printed.count) {
        if (s < shown.count && is_gap(shown.lines[s])) {
            after_gap = ++s;
            retry = p;
        } else if (s < shown.count && strcmp(shown.lines[s], printed.lines[p]) == 0) {
            s++;
            p++;
        } else if (after_gap >= 0) {
            s = after_gap;
            p = ++retry;
        } else {
            break;
        }
        *differs = s > *differs ? s : *differs;
    }
    while (*differs < shown.count && is_gap(shown.lines[*differs]))
        ++*differs;
    while (s < shown.count && is_gap(shown.lines[s]))
        s++;
    return p == printed.count && s == shown.count;
}
