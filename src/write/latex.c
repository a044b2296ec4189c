/* LaTeX: an article as pdflatex, lualatex and xelatex take it, tables by booktabs. */
#include "write/page.h"

/* What an article begins with. pdflatex has letters of Latin alphabets only: where it sets the
   article, others stand as their numbers. The other programs set them by a font that has them. */
extern const char latex_list[];

static const char mark[] = "% made by attnviz ";

static const Markup latex = {
    .page = {latex_list, "\\end{document}\n"},
    .blocks[BLOCK_QUOTE] = {"\\begin{quote}", "\\end{quote}\n\n"},
    .blocks[BLOCK_PARAGRAPH] = {"\\noindent ", "\n\n"},
    .blocks[BLOCK_ITEM] = {"\\noindent --- ", "\n\n"},
    .blocks[BLOCK_HEADING] = {"\\section*{", "}\n\n"},
    .blocks[BLOCK_FORMULA] = {"\n\\begin{flushleft}$\\displaystyle ", "$\\end{flushleft}\n\n"},
    .blocks[BLOCK_TABLE] = {"\\begin{center}", "\\bottomrule\n\\end{tabular}\n\\end{center}\n\n"},
    .blocks[BLOCK_LISTING] = {"\\begin{center}", "\\bottomrule\n\\end{tabular}\n\\end{center}\n\n"},
    .code = {"\\noindent\\texttt{", "}"},
    .row = {"", " \\\\\n"},
    .gap = " & ",
    .rule = "\\midrule\n",
    .dots = "$\\cdots$",
    .most_cols = 12,
    .text = text_tex,
    .columns = {"\\begin{tabular}{l", "}\n\\toprule\n"},
    .column = "r",
    .columns_first = true,
    .smaller = "\\footnotesize ",
    .vectors = FORMAT_pdf,
    .picture = {"\\begin{center}\n\\includegraphics[width=\\linewidth,"
                "height=0.8\\textheight,keepaspectratio]{",
                "}\n\\end{center}\n\n"},
};

const Format format_latex = {.files = {"trace.tex", mark, sizeof mark - 1, sizeof mark - 1},
                             .markup = &latex};
