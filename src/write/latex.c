/* LaTeX: an article for pdflatex, lualatex and xelatex, with booktabs tables. */
#include "write/formats.h"

/* The preamble. pdflatex has Latin letters only and shows others as code points; the other engines
   use a font that has them. */
extern const char latex_list[];

static const Markup latex = {
#include "write/markup_latex.list"
};

const Format format_latex = {.files = {"trace.tex", BEGINS("% made by attnviz ")},
                             .markup = &latex};
