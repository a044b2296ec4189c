/* Formulas and words as TeX sets them. */
#ifndef DOCUMENT_TEX_H
#define DOCUMENT_TEX_H

#include "base/text.h"

/* A formula (trace/formula.h) in TeX's mathematical mode, as LaTeX and KaTeX read it:
   "softmax(QKᵀ/√d_k)" is \operatorname{softmax}(QK^{\top}/\sqrt{d_{k}}). What TeX has no command
   for stays as it is; what it would take for its own is escaped. */
const char *formula_tex(Arena *arena, const char *formula);

/* A text as LaTeX shows it, whatever it holds. What pdflatex has no letter for is
   \codepoint{0627}{ا}, which the preamble defines. */
const char *text_tex(Arena *arena, const char *text);

#endif
