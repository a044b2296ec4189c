#include "document/tex.h"

#include "base/utf8.h"

#include <string.h>

typedef struct Symbol {
    const char *text, *tex;
} Symbol;

static const Symbol symbols[] = {
    {"⊙", "\\odot "},
    {"·", "\\cdot "},
    {"×", "\\times "},
    {"−", "-"},
    {"…", "\\ldots "},
    {"∂", "\\partial "},
    {"Σ", "\\sum "},
    {"←", "\\leftarrow "},
    {"→", "\\rightarrow "},
    {"∞", "\\infty "},
    {"≤", "\\le "},
    {"≥", "\\ge "},
    {"⟨", "\\langle "},
    {"⟩", "\\rangle "},
    {"′", "'"},
    {"α", "\\alpha "},
    {"β", "\\beta "},
    {"γ", "\\gamma "},
    {"Δ", "\\Delta "},
    {"θ", "\\theta "},
    {"μ", "\\mu "},
    {"σ", "\\sigma "},
    {"Ā", "\\bar{A}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"%", "\\%"},
    {"#", "\\#"},
    {"&", "\\&"},
    {"$", "\\$"},
    {"~", "\\sim "},
    {"\\", "\\backslash "},
    {" ; ", ";\\; "},
    {NULL, NULL},
};

/* Unicode's own scripts. */
static const Symbol raised[] = {{"ᵀ", "\\top"}, {"²", "2"}, {"³", "3"},  {"¹", "1"},
                                {"⁻", "-"},     {"ⁿ", "n"}, {NULL, NULL}};
static const Symbol lowered[] = {{"₀", "0"}, {"₁", "1"}, {"₂", "2"}, {"₃", "3"},  {"₄", "4"},
                                 {"₅", "5"}, {"₆", "6"}, {"₇", "7"}, {"₈", "8"},  {"₉", "9"},
                                 {"ᵢ", "i"}, {"ⱼ", "j"}, {"ₖ", "k"}, {"ₕ", "h"},  {"ₘ", "m"},
                                 {"ₙ", "n"}, {"ₜ", "t"}, {"ₛ", "s"}, {"ᵥ", "v"},  {"ₐ", "a"},
                                 {"ₑ", "e"}, {"ₓ", "x"}, {"ₚ", "p"}, {NULL, NULL}};

/* What stands over a letter, behind it in the text. An arrow behind a space is a sign. */
static const Symbol accents[] = {
    {"\u0303", "\\tilde"}, {"→", "\\overrightarrow"}, {"←", "\\overleftarrow"}, {NULL, NULL}};

static const Symbol *symbol_at(const Symbol *list, const char *text, const char *end)
{
    for (; list->text; list++) {
        size_t length = strlen(list->text);
        if (length <= (size_t)(end - text) && !memcmp(text, list->text, length))
            return list;
    }
    return NULL;
}

static size_t letters(const char *text, const char *end)
{
    size_t length = 0;
    while (text + length < end && ((text[length] | 32) >= 'a' && (text[length] | 32) <= 'z'))
        length++;
    return length;
}

static void add_formula(Text *out, const char *text, const char *end);

/* The end of a group whose bracket opens at `text`; `end` where none closes it. */
static const char *closing(const char *text, const char *end, char open, char close)
{
    int depth = 0;
    for (; text < end; text++) {
        depth += (*text == open) - (*text == close);
        if (!depth)
            break;
    }
    return text;
}

/* The group or the one character that a mark is about, as TeX's own group; returns its end. */
static const char *add_group(Text *out, const char *text, const char *end)
{
    bool group = *text == '{';
    const char *close = group ? closing(text, end, '{', '}')
                              : text + utf8_decode(text, (size_t)(end - text)).length;
    text_add(out, "{");
    add_formula(out, text + group, close);
    text_add(out, "}");
    return close + (group && close < end);
}

/* Unicode's scripts of one kind, as one group; returns their end. */
static const char *add_unicode_scripts(Text *out, const Symbol *list, const char *mark,
                                       const char *text, const char *end)
{
    const Symbol *script = symbol_at(list, text, end);
    if (!script)
        return text;
    text_format(out, "%s{", mark);
    for (; script; script = symbol_at(list, text, end)) {
        text_add(out, script->tex);
        text += strlen(script->text);
    }
    text_add(out, "}");
    return text;
}

static const char *add_scripts(Text *out, const char *text, const char *end)
{
    for (const char *before = NULL; text < end && text != before;) {
        before = text;
        if ((*text == '_' || *text == '^') && text + 1 < end) {
            text_add_bytes(out, text, 1);
            text = add_group(out, text + 1, end);
        }
        text = add_unicode_scripts(out, lowered, "_", text, end);
        text = add_unicode_scripts(out, raised, "^", text, end);
    }
    return text;
}

/* A variable under what stands over it, the last uppermost; returns the end. */
static const char *add_variable(Text *out, const char *text, size_t length, const char *end)
{
    const Symbol *accent = symbol_at(accents, text + length, end);
    Text variable = text_new(out->arena);
    text_add_bytes(&variable, text, length);
    text += length;
    for (; accent; accent = symbol_at(accents, text, end)) {
        const char *under = variable.data;
        variable = text_new(out->arena);
        text_format(&variable, "%s{%s}", accent->tex, under);
        text += strlen(accent->text);
    }
    text_add(out, variable.data);
    return text;
}

/* A product of variables is several: QK, XX. Other letters are a name; between names a space is
   one, as it is nowhere else. */
static const char *add_letters(Text *out, const char *text, const char *end)
{
    static const char *const products[] = {"QKVWXx", "hijk", "ndkr"};
    size_t length = letters(text, end);
    bool is_name = length > 1;
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        is_name = is_name && strspn(text, products[i]) < length;
    if (!is_name)
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
    if (text < end && (*text == '(' || *text == '{')) {
        const char *close = closing(text, end, *text, *text == '(' ? ')' : '}');
        add_formula(out, text + 1, close);
        text = close < end ? close + 1 : end;
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
    const Symbol *symbol = symbol_at(symbols, text, end);
    if (letters(text, end))
        return add_letters(out, text, end);
    if (end - text >= (long)strlen("√") && !memcmp(text, "√", strlen("√")))
        return add_root(out, text, end);
    if (symbol) {
        text_add(out, symbol->tex);
        return text + strlen(symbol->text);
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
