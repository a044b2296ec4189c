#include "write/sheets.h"

#include "write/page.h"

/* What a page and an article of sheets begin with, behind the paper's size. */
extern const char sheets_html_list[], sheets_latex_list[];

static const char *text_html(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    for (; *text; text++)
        if (strchr("<>&\"'", *text))
            text_format(&out, "&#%d;", *text);
        else
            text_add_bytes(&out, text, 1);
    return out.data;
}

static const Markup html = {
    .title = "</section>\n<style>@page %1$s{@bottom-right{content:\"%1$s\"}}</style>\n"
             "<section style=\"page:%1$s\"><h1><code>%1$s</code>%2$s</h1>\n",
    .blocks[BLOCK_PARAGRAPH] = {"<p>", "</p>\n"},
    .blocks[BLOCK_HEADING] = {"<h2>", "</h2>\n"},
    .exercise = {{"<div>", "</div>\n"}, {"<div class=wide>", "</div>\n"}},
    .formula_text = formula_mathml,
    .formula = {"", ""},
    .line = {"<p class=line>", "</p>\n"},
    .note = {"<small>", "</small>"},
    .under = "",
    .grid = {"<table>", "</table>\n"},
    .row = {"<tr>", "\n"},
    .label = {"<th>", ""},
    .cells = {{"<td>", ""}, {"<td class=asked>", ""}, {"<td class=done>", ""}},
    .blank = "",
    .shaded = "<td style=\"background:hsl(0 0%% calc(100%% - %s%%))\">",
    .room = "<p class=room></p>\n",
    .gap = "",
    .columns_first = true,
    .text = text_html,
};

static const Format format_sheets = {.files = {.mark = "<!-- made by attnviz "}, .markup = &html};

/* What a page has in place of what a trace's has. */
static const struct {
    const char *name, *extension;
    const Format *format;
    Around page, owner;
    const char *list;
} table[] = {
    {"html",
     "html",
     &format_sheets,
     {" -->\n<!DOCTYPE html>\n<html lang=en>\n<style>@page{size:%s}</style>\n%s<section>",
      "</section>\n"},
     {"<p class=name>Name: <span><bdi>",
      "</bdi></span> Class: <span></span> Date: <span></span></p>\n"},
     sheets_html_list},
    {"latex",
     "tex",
     &format_latex,
     {" \n\\documentclass[%spaper,10pt]{article}\n%s", "\\end{document}\n"},
     {"\\owner{", "}\n"},
     sheets_latex_list},
    {"markdown",
     "md",
     &format_md,
     {" -->\n\n", ""},
     {"Name: ", " Class: \\_\\_\\_\\_ Date: \\_\\_\\_\\_\n\n"},
     ""},
    {0},
};

const char *sheet_format_name(int index)
{
    return table[index].name;
}

bool sheets_write(Folder *folder, const char *name, int index, bool on_letter,
                  const Document *document, Error *error)
{
    Format format = *table[index].format;
    Markup markup = *format.markup;
    markup.page = table[index].page;
    markup.page.before = arena_format(document->arena, markup.page.before,
                                      on_letter ? "letter" : "a4", table[index].list);
    markup.blocks[BLOCK_QUOTE] = table[index].owner;
    format.markup = &markup;
    FILE *out = folder_begin(
        folder, arena_format(document->arena, "%s.%s", name, table[index].extension), error);
    if (out)
        page_write(out, &format, document, NULL);
    return out && folder_end(folder, error);
}
