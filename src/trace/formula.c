#include "trace/formula.h"

#include <stdbool.h>
#include <string.h>

static const char letters_and_digits[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789";

enum { SCRIPT_SIZE = 3 };

/* The subscript of an ASCII character, SCRIPT_SIZE bytes, or NULL. */
static const char *subscript(char c)
{
    static const char pairs[] = "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉iᵢjⱼkₖmₘnₙpₚtₜvᵥhₕ";
    const char *letter = strchr(pairs, c);
    return c && letter ? letter + 1 : NULL;
}

/* The superscript of a digit that powers have, or NULL: the others look unlike these in many
   fonts. */
static const char *superscript(char c)
{
    return c == '1' ? "¹" : c == '2' ? "²" : c == '3' ? "³" : NULL;
}

static bool all_have_subscripts(const char *group, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!subscript(group[i]))
            return false;
    return length > 0;
}

static void add_group(Text *out, char mark, const char *group, size_t length, bool braces)
{
    if (mark == '_' && all_have_subscripts(group, length)) {
        for (size_t i = 0; i < length; i++)
            text_add_bytes(out, subscript(group[i]), SCRIPT_SIZE);
        return;
    }
    if (mark == '^' && length == 1 && superscript(group[0])) {
        text_add(out, superscript(group[0]));
        return;
    }
    bool word = mark == '_' && strspn(group, letters_and_digits) >= length;
    text_add_bytes(out, &mark, 1);
    text_add(out, braces && !word ? "(" : "");
    text_add_bytes(out, group, length);
    text_add(out, braces && !word ? ")" : "");
}

const char *formula_plain(Arena *arena, const char *formula)
{
    Text out = text_new(arena);
    for (const char *c = formula; *c; c++) {
        const char *end = c[1] == '{' ? strchr(c, '}') : NULL;
        bool marks = (*c == '_' || *c == '^') && c[1];
        if (marks && end) {
            add_group(&out, *c, c + 2, (size_t)(end - c - 2), true);
            c = end;
        } else if (marks && c[1] != '{') {
            add_group(&out, *c, c + 1, 1, false);
            c++;
        } else {
            text_add_bytes(&out, c, 1);
        }
    }
    return out.data;
}
