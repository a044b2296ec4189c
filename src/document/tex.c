#include "document/document.h"

#include "base/utf8.h"
#include "trace/formula.h"

#include <string.h>

/* Rows "sign ⊙ \\odot" (document/tex.list): a kind, a character, and what TeX sets for it. */
extern const char tex_list[];

typedef struct Found {
    int length; /* of `tex`; 0: there is no such row */
    const char *tex;
    size_t used; /* bytes of the text */
} Found;

static Found find(const char *kind, const char *text, const char *end)
{
    size_t kind_length = strlen(kind), used = 0;
    for (const char *row = tex_list; row && text < end; row = strchr(row, '\n')) {
        row += *row == '\n';
        const char *key = row + kind_length + 1;
        if (strncmp(row, kind, kind_length) != 0 || row[kind_length] != ' ')
            continue;
        used = strcspn(key, " ");
        if (used <= (size_t)(end - text) && !memcmp(key, text, used))
            return (Found){(int)strcspn(key + used + 1, "\n"), key + used + 1, used};
    }
    return (Found){.tex = ""};
}

static size_t letters(const char *text, const char *end)
{
    size_t length = 0;
    while (text + length < end && ((text[length] | 32) >= 'a' && (text[length] | 32) <= 'z'))
        length++;
    return length;
}

static void add_formula(Text *out, const char *text, const char *end);

/* What TeX sets for a character, if there is a row of this kind; returns the character's bytes. */
static size_t add_found(Text *out, const char *kind, const char *text, const char *end)
{
    Found found = find(kind, text, end);
    text_add_bytes(out, found.tex, (size_t)found.length);
    return found.used;
}

/* Scripts of one kind that stand together are one group: TeX takes no second. */
static const char *add_scripts(Text *out, const char *text, const char *end)
{
    for (Script script; script_at(text, (size_t)(end - text), &script);) {
        bool raised = script.raised;
        text_add(out, raised ? "^{" : "_{");
        while (script_at(text, (size_t)(end - text), &script) && script.raised == raised) {
            if (!add_found(out, "raised", text, end))
                add_formula(out, script.text, script.text + script.size);
            text += script.length;
        }
        text_add(out, "}");
    }
    return text;
}

/* A variable under what stands over it, the last uppermost; returns the end. */
static const char *add_variable(Text *out, const char *text, size_t length, const char *end)
{
    Text variable = text_new(out->arena);
    text_add_bytes(&variable, text, length);
    text += length;
    for (Found over = find("over", text, end); over.length; over = find("over", text, end)) {
        const char *under = variable.data;
        variable = text_new(out->arena);
        text_format(&variable, "%.*s{%s}", over.length, over.tex, under);
        text += over.used;
    }
    text_add(out, variable.data);
    return text;
}

/* Between names a space is one, as it is nowhere else. */
static const char *add_letters(Text *out, const char *text, const char *end)
{
    size_t length = letters(text, end);
    if (is_product(text, length))
        return add_variable(out, text, length, end);
    text_format(out, "\\operatorname{%.*s}", (int)length, text);
    text += length;
    text_add(out, text < end && *text == ' ' && letters(text + 1, end) ? "\\" : "");
    return text;
}

static const char *add_root(Text *out, const char *text, const char *end)
{
    text += strlen("√");
    text_add(out, "\\sqrt{");
    Group group = radicand_at(text, (size_t)(end - text));
    if (group.length) {
        add_formula(out, group.text, group.text + group.size);
        text += group.length;
    } else if (text < end) {
        size_t word = letters(text, end);
        size_t length = word ? word : utf8_decode(text, (size_t)(end - text)).length;
        add_formula(out, text, text + length);
        text = add_scripts(out, text + length, end);
    }
    text_add(out, "}");
    return text;
}

static const char *add_atom(Text *out, const char *text, const char *end)
{
    if (letters(text, end))
        return add_letters(out, text, end);
    if (!strncmp(text, "√", strlen("√")))
        return add_root(out, text, end);
    size_t used = add_found(out, "sign", text, end);
    if (used) {
        const char *behind = out->data + out->length;
        text_add(out, letters(behind - 1, behind) ? " " : "");
        return text + used;
    }
    size_t length = utf8_decode(text, (size_t)(end - text)).length;
    text_add_bytes(out, text, length);
    return text + length;
}

static void add_formula(Text *out, const char *text, const char *end)
{
    text = add_scripts(out, text, end);
    while (text < end)
        text = add_scripts(out, add_atom(out, text, end), end);
}

const char *formula_tex(Arena *arena, const char *formula)
{
    Text out = text_new(arena);
    add_formula(&out, formula, formula + strlen(formula));
    return out.data;
}

/* ---- texts ---- */

/* Whether T1 has it: printable ASCII, and the letters of Latin-1 and Latin Extended-A. */
static bool is_latin(int32_t c)
{
    return is_between(c, 0x20, 0x7e) || is_between(c, 0xc0, 0x17f);
}

/* Greek letters and scripts, as sentences have them, are set as a formula has them; but scripts
   that stand for what TeX's own fonts do not have. */
static bool is_mathematical(const char *text, const char *end, int32_t c)
{
    Script script;
    return is_between(c, 0x391, 0x3c9) || find("raised", text, end).length ||
           (script_at(text, (size_t)(end - text), &script) && script.size == 1);
}

static void add_character(Text *out, const char *text, CodePoint c)
{
    const char *end = text + c.length;
    if (!letters(text, end) && add_found(out, "text", text, end))
        return;
    if (is_latin(c.value))
        text_add_bytes(out, text, c.length);
    else if (is_mathematical(text, end, c.value))
        text_format(out, "${}%s$",
                    formula_tex(out->arena, arena_strndup(out->arena, text, c.length)));
    else
        text_format(out, "\\codepoint{%04X}{%.*s}", (unsigned)c.value, (int)c.length, text);
}

const char *text_tex(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    for (CodePoint c; utf8_next(&text, &c);)
        add_character(&out, text - c.length, c);
    return out.data;
}
