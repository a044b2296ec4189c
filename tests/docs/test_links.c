/* Where the documentation's links and pictures point to. */
#include "support/page.h"

static bool is_elsewhere(const char *link)
{
    return begins_with(link, "https://");
}

/* A heading's name in a link: "## JSON: `--format`" is #json---format. */
static bool names_heading(const char *fragment, const char *heading)
{
    heading += strspn(heading, "# ");
    for (; *heading; heading++) {
        char c = *heading == ' ' ? '-' : (char)tolower((unsigned char)*heading);
        if (!isalnum((unsigned char)c) && c != '-' && c != '_')
            continue;
        if (*fragment++ != c)
            return false;
    }
    return !*fragment;
}

static bool has_heading(Scene *scene, const char *path, const char *fragment)
{
    Lines lines = lines_of(scene, scene_read(scene, path).data);
    for (int i = 0; i < lines.count; i++)
        if (lines.lines[i][0] == '#' && names_heading(fragment, lines.lines[i]))
            return true;
    return false;
}

/* Links are relative to their page. */
static bool leads_somewhere(Scene *scene, const Page *page, const char *link)
{
    if (is_elsewhere(link))
        return true;
    int folder = (int)(strrchr(page->path, '/') - page->path);
    size_t length = strcspn(link, "#");
    const char *path =
        length ? arena_format(scene->arena, "%.*s/%.*s", folder, page->path, (int)length, link)
               : page->path;
    return *link && *link != '/' && access(path, R_OK) == 0 &&
           (!link[length] || has_heading(scene, path, link + length + 1));
}

TEST(every_link_and_picture_is_there)
{
    int links = 0;
    Lines pages = page_list(scene);
    for (int i = 0; i < pages.count; i++) {
        Page page = page_read(scene, pages.lines[i]);
        links += page.links.count;
        for (int j = 0; j < page.links.count; j++)
            if (!leads_somewhere(scene, &page, page.links.lines[j]))
                scene_complain(scene, "%s: leads nowhere: %s\n", page.path, page.links.lines[j]);
    }
    assert_true(links > 0);
}

TEST(every_picture_has_words_for_who_cannot_see_it)
{
    Lines pages = page_list(scene);
    for (int i = 0; i < pages.count; i++) {
        Page page = page_read(scene, pages.lines[i]);
        for (int j = 0; j < page.section_count; j++)
            fail_if(strstr(page.sections[j].prose.data, "![]"), "%s: a picture without a text",
                    page.path);
    }
}
