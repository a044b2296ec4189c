/* LaTeX: an article for pdflatex, lualatex and xelatex, with booktabs tables. */
#include "write/page.h"

/* The preamble. pdflatex has Latin letters only and shows others as code points; the other engines
   use a font that has them. */
extern const char latex_list[];

static const char mark[] = "% made by attnviz ";

static const Markup latex = {
#include "write/markup_latex.list"
};

const Format format_latex = {.files = {"trace.tex", mark, sizeof mark - 1, sizeof mark - 1},
                             .markup = &latex};
