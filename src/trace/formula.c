#include "trace/trace.h"

#include <utf8proc.h>

/* ---- parsing ---- */

FormulaGroup group_at(const char *text, size_t size, char open)
{
    char close = open == '(' ? ')' : '}';
    int depth = 0;
    if (size == 0 || text[0] != open)
        return (FormulaGroup){0};
    for (size_t i = 0; i < size; i++) {
        depth += (text[i] == open) - (text[i] == close);
        if (depth == 0)
            return (FormulaGroup){text + 1, i - 1, i + 1};
    }
    return (FormulaGroup){text + 1, size - 1, size};
}

FormulaGroup radicand_at(const char *text, size_t size)
{
    return group_at(text, size, size && *text == '(' ? '(' : '{');
}

bool is_product(const char *letters, size_t size)
{
    return utf8_cluster(letters, size) == size || strspn(letters, "AEHQKVWXxaq") >= size ||
           strspn(letters, "hijk") >= size || strspn(letters, "ndkr") >= size;
}

/* A Unicode script, to be typeset from its base character: in many fonts the sizes of the script
   characters differ. */
static bool unicode_script_at(const char *text, size_t size, Script *script)
{
    CodePoint c = utf8_decode(text, size);
    int32_t plain;
    int type = utf8proc_get_property(c.value)->decomp_type;
    if ((type != UTF8PROC_DECOMP_TYPE_SUPER && type != UTF8PROC_DECOMP_TYPE_SUB) ||
        utf8proc_decompose_char(c.value, &plain, 1, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, NULL) !=
            1)
        return false;
    script->raised = type == UTF8PROC_DECOMP_TYPE_SUPER;
    script->text = script->plain;
    script->size = (size_t)utf8proc_encode_char(plain, (utf8proc_uint8_t *)script->plain);
    script->length = c.length;
    return true;
}

bool script_at(const char *text, size_t size, Script *script)
{
    if (size < 2 || (text[0] != '_' && text[0] != '^'))
        return unicode_script_at(text, size, script);
    FormulaGroup group = group_at(text + 1, size - 1, '{');
    size_t one = utf8_decode(text + 1, size - 1).length;
    if (!group.length)
        group = (FormulaGroup){text + 1, one, one};
    script->raised = text[0] == '^';
    script->text = group.text;
    script->size = group.size;
    script->length = 1 + group.length;
    return true;
}

/* ---- in plain characters ---- */

static const char letters_and_digits[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789";

/* The Unicode scripts for a whole group, or nothing if one is missing. A superscript must be a
   single digit, ² but not ¹²: in many fonts the others look different. */
static const char *script_characters(Arena *arena, char mark, const char *group, size_t length)
{
    const char *pairs = mark == '_' ? "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉iᵢjⱼkₖmₘnₙpₚtₜvᵥhₕ" : "1¹2²3³";
    Text out = text_new(arena);
    for (size_t i = 0; i < length; i++) {
        const char *pair = strchr(pairs, group[i]);
        if (!pair || (mark == '^' && length > 1))
            return "";
        text_add_bytes(&out, pair + 1, utf8_decode(pair + 1, strlen(pair + 1)).length);
    }
    return out.data;
}

static void add_script(Text *out, char mark, const Script *script)
{
    const char *group = script->text;
    const char *characters = script_characters(out->arena, mark, group, script->size);
    bool is_word = mark == '_' && strspn(group, letters_and_digits) >= script->size;
    bool bracketed = script->length > script->size + 1 && !is_word;
    if (*characters)
        text_add(out, characters);
    else
        text_format(out, bracketed ? "%c(%.*s)" : "%c%.*s", mark, (int)script->size, group);
}

const char *formula_plain(Arena *arena, const char *formula)
{
    Text out = text_new(arena);
    for (Script script; *formula;) {
        /* not a stray mark, nor one before an unclosed group */
        bool marked = (*formula == '_' || *formula == '^') &&
                      script_at(formula, strlen(formula), &script) && !is_open(&script);
        if (marked)
            add_script(&out, *formula, &script);
        else
            text_add_bytes(&out, formula, 1);
        formula += marked ? script.length : 1;
    }
    return out.data;
}
