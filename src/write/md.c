/* Markdown, as GitHub and pandoc read it: formulas between dollar signs, tables with pipes. */
#include "write/page.h"

#include <string.h>

/* What Markdown or HTML would take for its own; a number with a point only where a list could
   begin. */
static void put_text(FILE *out, Arena *arena, const char *text)
{
    size_t digits = strspn(text, "0123456789");
    (void)arena;
    for (const char *c = text; *c; c++) {
        bool begins_list = digits && c == text + digits && strchr(".)", *c) && c[1] == ' ';
        if (strchr("\\`*_[]|$~", *c) || begins_list || (c == text && strchr("#+-=", *c)))
            putc('\\', out);
        if (*c == '<' || *c == '>' || *c == '&')
            fputs(*c == '<' ? "&lt;" : *c == '>' ? "&gt;" : "&amp;", out);
        else
            putc(*c, out);
    }
}

static void put_columns(FILE *out, int count)
{
    fputs("|---|", out);
    for (int i = 1; i < count; i++)
        fputs("--:|", out);
    putc('\n', out);
}

static void put_picture(FILE *out, Arena *arena, const char *description, const char *file)
{
    fputs("![", out);
    put_text(out, arena, description);
    fprintf(out, "](%s)\n\n", file);
}

static const char mark[] = "<!-- made by attnviz ";

static const Markup markdown = {
    .page = {" -->\n\n", ""},
    .blocks[BLOCK_QUOTE] = {"> ", "\n\n"},
    .blocks[BLOCK_PARAGRAPH] = {"", "\n\n"},
    .blocks[BLOCK_ITEM] = {"- ", "\n\n"},
    .blocks[BLOCK_HEADING] = {"## ", "\n\n"},
    .blocks[BLOCK_FORMULA] = {"\n\n$$", "$$\n\n"},
    .blocks[BLOCK_TABLE] = {"", "\n"},
    .blocks[BLOCK_LISTING] = {"||\n", "\n"},
    .part = {"### ", "\n\n"},
    .code = {"*", "*"},
    .row = {"|", "|\n"},
    .gap = "|",
    .rule = "",
    .dots = "…",
    .most_cols = 14,
    .put_text = put_text,
    .put_columns = put_columns,
    .vectors = FORMAT_svg,
    .put_picture = put_picture,
};

const Format format_md = {.files = {"trace.md", mark, sizeof mark - 1, sizeof mark - 1},
                          .markup = &markdown};
