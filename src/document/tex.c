#include "document/document.h"

/* A kind of use, a character, and its TeX code. */
typedef struct Row {
    const char *kind, *text, *tex;
} Row;

static const Row rows[] = {
#include "document/tex.list"
};

/* The row of this kind for the first character of a text; or NULL. */
static const Row *find(const char *kind, const char *text)
{
    for (int i = 0; i < COUNT_OF(rows); i++)
        if (!strcmp(rows[i].kind, kind) && begins_with(text, rows[i].text))
            return &rows[i];
    return NULL;
}

static size_t letters(const char *text)
{
    return strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
}

/* Appends the TeX code of the first character, if there is a row of this kind; returns the bytes
   consumed. */
static size_t add_found(Text *out, const char *kind, const char *text)
{
    const Row *row = find(kind, text);
    text_add(out, row ? row->tex : "");
    return row ? strlen(row->text) : 0;
}

/* ---- formulas ---- */

/* printf formats for the parts of a formula. */
typedef struct Notation {
    const char *lowered, *raised; /* of base and script */
    const char *root, *over, *name, *variable, *space;
    bool is_tex;
} Notation;

static const Notation tex = {
#include "document/notation_tex.list"
};

static const Notation mathml = {
#include "document/notation_mathml.list"
};

static const char *add_scripted(Text *out, const Notation *notation, const char *text);

static void add_formula(Text *out, const Notation *notation, const char *text)
{
    while (*text)
        text = add_scripted(out, notation, text);
}

/* Appends a variable with its accents, the last one on top; returns the end. */
static const char *add_variable(Text *out, const Notation *n, const char *text)
{
    const char *variable = arena_format(out->arena, n->variable, (char[]){*text, '\0'});
    text++;
    for (const Row *over; (over = find("over", text)); text += strlen(over->text)) {
        const char *mark = *text == '\xcc' ? "~" : over->text;
        variable = arena_format(out->arena, n->over, variable, n->is_tex ? over->tex : mark);
    }
    text_add(out, variable);
    return text;
}

/* A space between a name and another, or a number, is kept; all others are dropped. */
static const char *add_name(Text *out, const Notation *n, const char *text, size_t length)
{
    text_format(out, n->name, arena_strndup(out->arena, text, length));
    text += length;
    bool spaced = *text == ' ' && (letters(text + 1) || isdigit((unsigned char)text[1]));
    text_add(out, spaced ? n->space : "");
    return text + spaced;
}

static const char *add_root(Text *out, const Notation *n, const char *text)
{
    Text inner = text_new(out->arena);
    text += strlen("√");
    FormulaGroup group = radicand_at(text, strlen(text));
    if (group.length) {
        add_formula(&inner, n, arena_strndup(out->arena, group.text, group.size));
        text += group.length;
    } else if (*text) {
        text = add_scripted(&inner, n, text);
    }
    text_format(out, n->root, inner.data);
    return text;
}

/* Appends any other character: its TeX code, or itself. MathML has no space between factors. */
static const char *add_sign(Text *out, const Notation *n, const char *text)
{
    CodePoint c = utf8_decode(text, strlen(text));
    const char *sign = arena_strndup(out->arena, text, c.length);
    size_t used = n->is_tex ? add_found(out, "sign", text) : 0;
    if (used) {
        text_add(out, letters(out->data + out->length - 1) ? " " : "");
        return text + used;
    }
    if (n->is_tex)
        text_add(out, sign);
    else if (c.value == ' ')
        text_add(out, letters(text + 1) ? n->space : "");
    else if (is_between(c.value, 0x370, 0x3ff))
        text_format(out, n->variable, sign);
    else if (strchr("0123456789.", *text))
        text_format(out, "<mn>%s</mn>", sign);
    else
        text_format(out, "<mo stretchy=false>%s</mo>",
                    *text == '<'   ? "&lt;"
                    : *text == '&' ? "&amp;"
                                   : sign);
    return text + c.length;
}

static const char *add_atom(Text *out, const Notation *n, const char *text)
{
    size_t length = letters(text);
    if (length)
        return is_product(text, length) ? add_variable(out, n, text)
                                        : add_name(out, n, text, length);
    return (begins_with(text, "√") ? add_root : add_sign)(out, n, text);
}

/* Appends the first atom of a formula with its scripts. Consecutive scripts of one kind are merged,
   because TeX rejects a double subscript. */
static const char *add_scripted(Text *out, const Notation *n, const char *text)
{
    Text base = text_new(out->arena), low = text_new(out->arena), high = text_new(out->arena);
    Script script;
    if (!script_at(text, strlen(text), &script))
        text = add_atom(&base, n, text);
    for (; script_at(text, strlen(text), &script); text += script.length) {
        Text *to = script.raised ? &high : &low;
        if (!n->is_tex || !add_found(to, "raised", text))
            add_formula(to, n, arena_strndup(out->arena, script.text, script.size));
    }
    const char *all = base.data;
    if (low.length)
        all = arena_format(out->arena, n->lowered, all, low.data);
    if (high.length)
        all = arena_format(out->arena, n->raised, all, high.data);
    text_add(out, all);
    return text;
}

const char *formula_tex(Arena *arena, const char *formula)
{
    Text out = text_new(arena);
    add_formula(&out, &tex, formula);
    return out.data;
}

const char *formula_mathml(Arena *arena, const char *formula)
{
    Text out = text_new(arena);
    text_add(&out, "<math>");
    add_formula(&out, &mathml, formula);
    text_add(&out, "</math>");
    return out.data;
}

/* ---- texts ---- */

static void add_character(Text *out, const char *character, int32_t c)
{
    Script script;
    if (!letters(character) && add_found(out, "text", character))
        return;
    /* scripts in math mode, unless their base is no single byte: TeX's fonts lack those */
    if (find("raised", character) ||
        (script_at(character, strlen(character), &script) && script.size == 1))
        text_format(out, "${}%s$", formula_tex(out->arena, character));
    else if (is_between(c, 0x20, 0x7e) || is_between(c, 0xa1, 0x17f)) /* which pdflatex has */
        text_add(out, character);
    else
        text_format(out, "\\codepoint{%04X}{%s}", (unsigned)c, character);
}

const char *text_tex(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    for (CodePoint c; utf8_next(&text, &c);)
        add_character(&out, arena_strndup(arena, text - c.length, c.length), c.value);
    return out.data;
}
