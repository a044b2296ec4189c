/* Markdown, as GitHub and pandoc read it: formulas between dollar signs, tables with pipes. */
#include "base/version.h"
#include "document/numbers.h"
#include "document/tex.h"
#include "write/ends.h"
#include "write/formats.h"
#include "write/text.h"

#include <string.h>

enum { MOST_ROWS = 32, MOST_COLS = 14 }; /* of a table */

typedef struct Writer {
    FILE *out;
    Arena *arena; /* of one block */
    const Trace *trace;
    const WriteOptions *options;
} Writer;

/* What Markdown or HTML would take for its own. */
static void put_escaped(const Writer *w, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*_[]|$~", *text))
            putc('\\', w->out);
        if (*text == '<' || *text == '>' || *text == '&')
            fputs(*text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&amp;", w->out);
        else
            putc(*text, w->out);
    }
}

/* A text where a line begins: a number with a point would begin a list, and a sign a heading. */
static void put_line(const Writer *w, const char *text)
{
    size_t digits = strspn(text, "0123456789");
    if ((*text && strchr("#+-=", *text)) ||
        (digits && text[digits] && strchr(".)", text[digits]))) {
        fprintf(w->out, "%.*s\\%c", (int)digits, text, text[digits]);
        text += digits + 1;
    }
    put_escaped(w, text);
}

/* ---- tables ---- */

/* A row of labels, of rules or of numbers; `row` −2, −1 or one of the step's. */
static void put_row(const Writer *w, const Step *step, const NumberFormat *format, Ends cols,
                    int row)
{
    char digits[NUMBER_SIZE];
    fputs(row == -1 ? "|---|" : "|", w->out);
    if (row >= 0)
        put_escaped(w, step->rows.labels[row]);
    fputs(row == -1 ? "" : "|", w->out);
    for (int j = 0; j < cols.count; j = following(cols, j)) {
        if (row == -1)
            fputs("--:", w->out);
        else
            put_escaped(w, row < 0 ? step->cols.labels[j] : cell_text(format, row, j, digits));
        putc('|', w->out);
        if (is_cut_behind(cols, j))
            fputs(row == -1 ? "---|" : "…|", w->out);
    }
    putc('\n', w->out);
}

static void put_table(const Writer *w, const Step *step)
{
    NumberFormat format = table_format(step, w->options->precision);
    Ends rows = ends_within(step->rows.count, MOST_ROWS);
    Ends cols = ends_within(step->cols.count, MOST_COLS);
    put_row(w, step, &format, cols, -2);
    put_row(w, step, &format, cols, -1);
    for (int i = 0; i < rows.count; i = following(rows, i)) {
        put_row(w, step, &format, cols, i);
        if (is_cut_behind(rows, i))
            fputs("|…|\n", w->out);
    }
    putc('\n', w->out);
}

/* ---- blocks ---- */

static void put_heading(const Writer *w, const Block *b)
{
    if (b->formula) {
        fprintf(w->out, "### ");
        put_escaped(w, b->text);
        fprintf(w->out, "\n\n`%s`\n\n", b->formula);
        return;
    }
    fputs("## ", w->out);
    if (b->number)
        fprintf(w->out, "%d. ", b->number);
    put_escaped(w, b->text);
    fputs("\n\n", w->out);
}

static void put_formula(const Writer *w, const Step *step)
{
    fprintf(w->out, "`%s`, %d × %d\n\n$$%s$$\n\n", step->id, step->rows.count, step->cols.count,
            formula_tex(w->arena, step->formula));
}

static void put_figure(const Writer *w, const Block *b)
{
    const char *id = b->step ? b->step->id : b->panel->id;
    if (!w->options->pictures)
        return;
    fputs("![", w->out);
    put_escaped(w, figure_description(w->arena, b, w->options->precision));
    fprintf(w->out, "](%s)\n\n", file_name(w->trace, b->number, id, "png"));
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
    case BLOCK_ARITHMETIC:
        fputs("```\n", w->out);
        text_write_block(w->out, w->arena, b, &(TextStyle){.precision = w->options->precision});
        fputs("```\n\n", w->out);
        break;
    default:
        fputs(b->kind == BLOCK_QUOTE ? "> " : b->kind == BLOCK_ITEM ? "- " : "", w->out);
        put_line(w, b->text);
        fputs("\n\n", w->out);
    }
}

static const char mark[] = "<!-- made by attnviz ";

const FileKind md_files = {"trace.md", mark, sizeof mark - 1, sizeof mark - 1};

bool write_md(const Document *document, const WriteOptions *options, Folder *folder, Error *error)
{
    Writer w = {.trace = document->trace, .options = options};
    w.out = folder_begin(folder, md_files.name, error);
    if (!w.out)
        return false;
    w.arena = arena_new();
    fprintf(w.out, "%s" ATTNVIZ_VERSION " -->\n\n", mark);
    for (int i = 0; i < document->count; i++) {
        put_block(&w, &document->blocks[i]);
        arena_reset(w.arena);
    }
    arena_free(w.arena);
    return folder_end(folder, error);
}
