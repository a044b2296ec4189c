/* LaTeX: an article as pdflatex, lualatex and xelatex take it, tables by booktabs. */
#include "base/utf8.h"
#include "base/version.h"
#include "document/numbers.h"
#include "document/tex.h"
#include "write/ends.h"
#include "write/formats.h"

#include <string.h>

enum { MOST_ROWS = 32, MOST_COLS = 12 /* of a table */, NARROW = 7 /* more are set smaller */ };

typedef struct Writer {
    FILE *out;
    Arena *arena; /* of one block */
    const Trace *trace;
    const WriteOptions *options;
} Writer;

/* pdflatex has letters of Latin alphabets only: where it sets the article, others stand as their
   numbers. The other programs set them by a font that has them. */
static const char preamble[] = "\\documentclass{article}\n"
                               "\\usepackage{iftex}\n"
                               "\\ifPDFTeX\n"
                               "\\usepackage[T1]{fontenc}\n"
                               "\\usepackage[utf8]{inputenc}\n"
                               "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
                               "\\newcommand{\\codepoint}[2]{{\\footnotesize\\texttt{U+#1}}}\n"
                               "\\else\n"
                               "\\usepackage{fontspec}\n"
                               "\\setmainfont{DejaVu Serif}\n"
                               "\\newcommand{\\codepoint}[2]{#2}\n"
                               "\\fi\n"
                               "\\usepackage{amsmath,amssymb,booktabs,graphicx}\n"
                               "\\usepackage[margin=2.5cm]{geometry}\n"
                               "\\begin{document}\n\n";

/* ---- words ---- */

typedef struct Escape {
    const char *text, *tex;
} Escape;

static const Escape escapes[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\textquotedbl{}"},
    {"'", "\\textquotesingle{}"},
    {"`", "\\textasciigrave{}"},
    {"-", "{-}"}, /* two would be a dash */
    {"−", "$-$"},
    {"∞", "$\\infty$"},
    {"·", "$\\cdot$"},
    {"×", "$\\times$"},
    {"√", "$\\sqrt{}$"},
    {"…", "\\ldots{}"},
    {"“", "``"},
    {"”", "''"},
    {"’", "'"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"±", "$\\pm$"},
    {"→", "$\\rightarrow$"},
};

static const char *escape_of(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (strlen(escapes[i].text) == length && !memcmp(escapes[i].text, text, length))
            return escapes[i].tex;
    return NULL;
}

/* Whether T1 has it: printable ASCII, and the letters of Latin-1 and Latin Extended-A. */
static bool is_latin(int32_t c)
{
    return is_between(c, 0x20, 0x7e) || is_between(c, 0xc0, 0x17f);
}

/* Subscripts and Greek letters, as sentences have them: set as a formula is. */
static bool is_mathematical(int32_t c)
{
    return is_between(c, 0x2070, 0x209f) || is_between(c, 0x391, 0x3c9) || c == 0xb2 || c == 0xb3 ||
           c == 0xb9 || c == 0x1d40 || c == 0x2c7c || is_between(c, 0x1d62, 0x1d65);
}

/* One character behind what it belongs to. */
static void put_mathematical(const Writer *w, const char *text, size_t length)
{
    const char *tex = formula_tex(w->arena, arena_strndup(w->arena, text, length));
    fprintf(w->out, "${}%s$", tex);
}

static void put_escaped(const Writer *w, const char *text)
{
    for (size_t size = strlen(text); size;) {
        CodePoint c = utf8_decode(text, size);
        const char *escaped = escape_of(text, c.length);
        if (escaped)
            fputs(escaped, w->out);
        else if (is_latin(c.value))
            fwrite(text, 1, c.length, w->out);
        else if (is_mathematical(c.value))
            put_mathematical(w, text, c.length);
        else
            fprintf(w->out, "\\codepoint{%04X}{%.*s}", (unsigned)c.value, (int)c.length, text);
        text += c.length;
        size -= c.length;
    }
}

/* ---- tables ---- */

/* The labels for `row` −1, else a row of numbers. */
static void put_row(const Writer *w, const Step *step, const NumberFormat *format, Ends cols,
                    int row)
{
    char digits[NUMBER_SIZE];
    if (row >= 0)
        put_escaped(w, step->rows.labels[row]);
    for (int j = 0; j < cols.count; j = following(cols, j)) {
        fputs(" & ", w->out);
        put_escaped(w, row < 0 ? step->cols.labels[j] : cell_text(format, row, j, digits));
        fputs(is_cut_behind(cols, j) ? " & $\\cdots$" : "", w->out);
    }
    fputs(" \\\\\n", w->out);
}

static void put_table(const Writer *w, const Step *step)
{
    NumberFormat format = table_format(step, w->options->precision);
    Ends rows = ends_within(step->rows.count, MOST_ROWS);
    Ends cols = ends_within(step->cols.count, MOST_COLS);
    int shown = is_cut(cols) ? cols.head + cols.tail + 1 : cols.count;
    fprintf(w->out, "\\begin{center}%s\n\\begin{tabular}{l",
            shown > NARROW ? "\\footnotesize" : "");
    for (int j = 0; j < shown; j++)
        putc('r', w->out);
    fputs("}\n\\toprule\n", w->out);
    put_row(w, step, &format, cols, -1);
    fputs("\\midrule\n", w->out);
    for (int i = 0; i < rows.count; i = following(rows, i)) {
        put_row(w, step, &format, cols, i);
        fputs(is_cut_behind(rows, i) ? "$\\cdots$ \\\\\n" : "", w->out);
    }
    fputs("\\bottomrule\n\\end{tabular}\n\\end{center}\n\n", w->out);
}

/* ---- blocks ---- */

static void put_heading(const Writer *w, const Block *b)
{
    fputs("\\section*{", w->out);
    if (b->number)
        fprintf(w->out, "%d. ", b->number);
    put_escaped(w, b->text);
    fputs("}\n\n", w->out);
}

static void put_formula(const Writer *w, const Step *step)
{
    fputs("\\noindent\\texttt{", w->out);
    put_escaped(w, step->id);
    fprintf(w->out, "}, $%d \\times %d$\n\\begin{flushleft}$\\displaystyle %s$\\end{flushleft}\n\n",
            step->rows.count, step->cols.count, formula_tex(w->arena, step->formula));
}

static void put_figure(const Writer *w, const Block *b)
{
    const char *id = b->step ? b->step->id : b->panel->id;
    if (!w->options->pictures)
        return;
    fprintf(w->out,
            "\\begin{center}\n\\includegraphics[width=\\linewidth,height=0.8\\textheight,"
            "keepaspectratio]{%s}\n\\end{center}\n\n",
            file_name(w->trace, b->number, id, "png"));
}

static void put_listing(const Writer *w, const Listing *listing)
{
    fputs("\\begin{center}\\footnotesize\n\\begin{tabular}{", w->out);
    for (int j = 0; j < listing->column_count; j++)
        putc(listing->columns[j].right ? 'r' : 'l', w->out);
    fputs("}\n", w->out);
    for (int i = 0; i < listing->row_count * listing->column_count; i++) {
        put_escaped(w, listing->cells[i]);
        fputs((i + 1) % listing->column_count ? " & " : " \\\\\n", w->out);
    }
    fputs("\\end{tabular}\n\\end{center}\n\n", w->out);
}

static void put_arithmetic(const Writer *w, const Arithmetic *a)
{
    const Explanation *e = &a->explanation;
    fputs("\\noindent ", w->out);
    put_escaped(w, arena_format(w->arena, "%s = %s", a->name, a->number));
    for (int i = 0; i < e->expression_count && !e->copies; i++)
        put_escaped(w, arena_format(w->arena, " = %s", e->expressions[i].data));
    put_escaped(w, a->source ? arena_format(w->arena, " = %s", a->source) : "");
    put_escaped(w, e->remark ? arena_format(w->arena, " (%s)", e->remark) : "");
    fputs("\n\n", w->out);
}

static void put_block(const Writer *w, const Block *b)
{
    switch (b->kind) {
    case BLOCK_HEADING:
        put_heading(w, b);
        break;
    case BLOCK_FORMULA:
        put_formula(w, b->step);
        break;
    case BLOCK_TABLE:
        put_table(w, b->step);
        break;
    case BLOCK_FIGURE:
        put_figure(w, b);
        break;
    case BLOCK_LISTING:
        put_listing(w, b->listing);
        break;
    case BLOCK_ARITHMETIC:
        put_arithmetic(w, b->arithmetic);
        break;
    default:
        fputs(b->kind == BLOCK_QUOTE ? "\\begin{quote}" : "\\noindent ", w->out);
        put_escaped(w, b->text);
        fputs(b->kind == BLOCK_QUOTE ? "\\end{quote}\n\n" : "\n\n", w->out);
    }
}

static const char mark[] = "% made by attnviz ";

const FileKind latex_files = {"trace.tex", mark, sizeof mark - 1, sizeof mark - 1};

bool write_latex(const Document *document, const WriteOptions *options, Folder *folder,
                 Error *error)
{
    Writer w = {.trace = document->trace, .options = options};
    w.out = folder_begin(folder, latex_files.name, error);
    if (!w.out)
        return false;
    w.arena = arena_new();
    fprintf(w.out, "%s" ATTNVIZ_VERSION "\n%s", mark, preamble);
    for (int i = 0; i < document->count; i++) {
        put_block(&w, &document->blocks[i]);
        arena_reset(w.arena);
    }
    fputs("\\end{document}\n", w.out);
    arena_free(w.arena);
    return folder_end(folder, error);
}
