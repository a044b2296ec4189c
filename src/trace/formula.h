/* Formulas are strings with two marks: `_` lowers and `^` raises the character, or the {group},
 * that follows: "softmax(QKᵀ/√d_k)", "10000^{2i/d}", "head_{12}". Figures typeset them; everything
 * else shows the plain form. */
#pragma once

#include "base/text.h"

/* Unicode's own subscripts where there are such (dₖ, head₁₂), and σ²; else the mark stays (W_Q,
   d_model), with round brackets about what is no word: 10000^(2i/d). A figure's √(a + b) has a bar
   instead of the brackets. */
const char *formula_plain(Arena *arena, const char *formula);
