/* Formulas set as in a paper: variables slanted and functions upright; W_Q, d_{model}, x^{2}, ᵀ and
 * ₖ as scripts; √ with a bar over what it covers. The marks are those of trace/formula.h. */
#ifndef FIGURE_FORMULA_H
#define FIGURE_FORMULA_H

#include "figure/line.h"

/* Any bytes; marks that make no sense stand for themselves. */
void line_add_formula(LineBuilder *builder, const char *formula, size_t size);

#endif
