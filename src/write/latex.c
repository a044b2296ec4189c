/* LaTeX: an article as pdflatex, lualatex and xelatex take it, tables by booktabs. */
#include "write/page.h"

/* What an article begins with. pdflatex has letters of Latin alphabets only: where it sets the
   article, others stand as their numbers. The other programs set them by a font that has them. */
extern const char latex_list[];

static const char mark[] = "% made by attnviz ";

static const Markup latex = {
#include "write/markup_latex.list"
};

const Format format_latex = {.files = {"trace.tex", mark, sizeof mark - 1, sizeof mark - 1},
                             .markup = &latex};
