/* Formulas are strings with two marks: `_` lowers and `^` raises the character, or the {group},
 * that follows: "softmax(QKᵀ/√d_k)", "10000^{2i/d}", "head_{12}". Figures typeset them; everything
 * else shows the plain form. */
#pragma once

#include "base/base.h"

/* Unicode's own subscripts where there are such (dₖ, head₁₂), and σ²; else the mark stays (W_Q,
   d_model), with round brackets about what is no word: 10000^(2i/d). A figure's √(a + b) has a bar
   instead of the brackets. */
const char *formula_plain(Arena *arena, const char *formula);

/* ---- how a formula is read ---- */

/* A part of a formula between brackets: without them, and how many bytes it takes with them. */
typedef struct Group {
    const char *text;
    size_t size, length;
} Group;

/* What stands between `open`, ( or {, and what closes it, or the end where nothing does; no bytes
   long where the text does not begin with it. */
Group group_at(const char *text, size_t size, char open);

/* The group in either brackets behind √. */
Group radicand_at(const char *text, size_t size);

/* Whether letters are variables: one is, and so is each of a product, QK, XX or xW, of indices, ij,
   and of a cost, knd. All others are a name. */
bool is_product(const char *letters, size_t size);

/* What stands raised or lowered: what is behind a mark, or a script of Unicode's as the character
   that it is a form of. */
typedef struct Script {
    bool raised;
    const char *text; /* … which is `plain` */
    size_t size;
    size_t length; /* of the source, with its mark and braces */
    char plain[4];
} Script;

/* Whether it is a group that nothing closes. */
static inline bool is_open(const Script *script)
{
    return script->text != script->plain && script->length == script->size + 2;
}

/* The script that a text begins with, if it does. */
bool script_at(const char *text, size_t size, Script *script);
