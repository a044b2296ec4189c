/* Markdown for GitHub and pandoc: formulas between dollar signs, pipe tables. */
#include "write/formats.h"

/* Escapes what Markdown, pandoc's too, or HTML would interpret: of signs after the first word those
   that could begin a list. Spaces before it would make it code. */
static const char *text_md(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    text += strspn(text, " ");
    for (const char *c = text; *c; c++) {
        bool begins_list = c == text + strcspn(text, " .)") && *c != ' ' && c[1] == ' ';
        if (strchr("\\`*_[]|$~^", *c) || begins_list || begins_with(c, "--") ||
            (c == text && strchr("#+-=", *c)))
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
