/* Markdown for GitHub and pandoc: formulas between dollar signs, pipe tables. */
#include "write/formats.h"

/* Escapes what Markdown or HTML would interpret; the point after a number only where a list could
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

static const Markup markdown = {
#include "write/markup_md.list"
};

const Format format_md = {.files = {"trace.md", BEGINS(MADE_BY)}, .markup = &markdown};
