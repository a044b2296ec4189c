/* Markdown, as GitHub and pandoc read it: formulas between dollar signs, tables with pipes. */
#include "write/page.h"

/* What Markdown or HTML would take for its own; a number with a point only where a list could
   begin. */
static const char *text_md(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    size_t digits = strspn(text, "0123456789");
    for (const char *c = text; *c; c++) {
        bool begins_list = digits && c == text + digits && strchr(".)", *c) && c[1] == ' ';
        if (strchr("\\`*_[]|$~", *c) || begins_list || (c == text && strchr("#+-=", *c)))
            text_add(&out, "\\");
        if (*c == '<' || *c == '>' || *c == '&')
            text_add(&out, *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : "&amp;");
        else
            text_add_bytes(&out, c, 1);
    }
    return out.data;
}

static const char mark[] = "<!-- made by attnviz ";

static const Markup markdown = {
#include "write/markup_md.list"
};

const Format format_md = {.files = {"trace.md", mark, sizeof mark - 1, sizeof mark - 1},
                          .markup = &markdown};
