#include "write/formats.h"

enum { MOST_ROWS = 32 /* of a table */ };

typedef struct Writer {
    const Markup *markup;
    FILE *out;
    Arena *arena; /* of one block */
    const Trace *trace;
    const WriteOptions *options;
} Writer;

static void put_text(const Writer *w, const char *text)
{
    fputs(w->markup->text(w->arena, text), w->out);
}

static void put_around(const Writer *w, Around around, const char *text)
{
    fprintf(w->out, "%s%s%s", around.before, w->markup->text(w->arena, text), around.behind);
}

/* ---- tables ---- */

static void put_columns(const Writer *w, int count)
{
    const Markup *m = w->markup;
    fputs(m->columns.before, w->out);
    for (int i = 1; i < count; i++)
        fputs(m->column, w->out);
    fputs(m->columns.behind, w->out);
}

/* Writes a row of numbers; row −1: the column labels. */
static void put_row(const Writer *w, const NumberFormat *format, Ends cols, int row)
{
    char digits[NUMBER_SIZE];
    fputs(w->markup->row.before, w->out);
    put_text(w, row < 0 ? "" : format->step->rows.labels[row]);
    for (int j = 0; j < cols.count; j = following(cols, j)) {
        fputs(w->markup->gap, w->out);
        put_text(w, row < 0 ? format->step->cols.labels[j] : cell_text(format, row, j, digits));
        if (is_cut_behind(cols, j))
            fprintf(w->out, "%s%s", w->markup->gap, w->markup->dots);
    }
    fputs(w->markup->row.behind, w->out);
}

static void put_table(const Writer *w, const Block *b)
{
    const Markup *m = w->markup;
    const Step *step = b->step;
    NumberFormat format = table_format(step, w->options->precision);
    Ends rows = ends_within(step->rows.count, MOST_ROWS);
    Ends cols = ends_within(step->cols.count, m->most_cols);
    int columns = 1 + (is_cut(cols) ? cols.head + 1 + cols.tail : cols.count);
    fputs(m->blocks[BLOCK_TABLE].before, w->out);
    if (m->columns_first)
        put_columns(w, columns);
    put_row(w, &format, cols, -1);
    if (!m->columns_first)
        put_columns(w, columns);
    fputs(m->rule, w->out);
    for (int i = 0; i < rows.count; i = following(rows, i)) {
        put_row(w, &format, cols, i);
        if (is_cut_behind(rows, i))
            fprintf(w->out, "%s%s%s", m->row.before, m->dots, m->row.behind);
    }
    fputs(m->blocks[BLOCK_TABLE].behind, w->out);
    if (is_cut(rows) || is_cut(cols))
        put_around(
            w, m->blocks[BLOCK_PARAGRAPH],
            arena_format(w->arena, "Shown: %d of %d rows, %d of %d columns; --format csv has all.",
                         rows.head + rows.tail, rows.count, cols.head + cols.tail, cols.count));
}

static void put_listing(const Writer *w, const Block *b)
{
    const Markup *m = w->markup;
    const Listing *listing = b->listing;
    fputs(m->blocks[BLOCK_LISTING].before, w->out);
    if (!m->columns_first) { /* a listing has no labels, but a table needs a header row */
        fputs(m->row.before, w->out);
        for (int i = 1; i < listing->column_count; i++)
            fputs(m->gap, w->out);
        fputs(m->row.behind, w->out);
    }
    put_columns(w, listing->column_count);
    for (int i = 0; i < listing->count; i++) {
        fputs(i % listing->column_count ? m->gap : m->row.before, w->out);
        put_text(w, listing->cells[i]);
        fputs((i + 1) % listing->column_count ? "" : m->row.behind, w->out);
    }
    fputs(m->blocks[BLOCK_LISTING].behind, w->out);
}

/* ---- blocks ---- */

static void put_formula(const Writer *w, const Block *b)
{
    const Markup *m = w->markup;
    const Step *step = b->step;
    put_around(w, m->code, step->id);
    fprintf(w->out, ", %d × %d", step->rows.count, step->cols.count);
    fprintf(w->out, "%s%s%s", m->blocks[BLOCK_FORMULA].before, formula_tex(w->arena, step->formula),
            m->blocks[BLOCK_FORMULA].behind);
}

static void put_figure(const Writer *w, const Block *b)
{
    const Markup *m = w->markup;
    const bool *written = w->options->formats;
    int shown = written[m->vectors] ? m->vectors : FORMAT_png;
    if (!written[shown])
        return;
    if (m->description.before)
        put_around(w, m->description,
                   figure_description(w->arena, b->panel, w->options->precision));
    fprintf(w->out, "%s%s%s", m->picture.before,
            file_name(w->trace, b->number, b->panel->id, format_name(shown)), m->picture.behind);
}

static void put_mere_text(const Writer *w, const Block *b)
{
    const char *number = b->number ? arena_format(w->arena, "%d. ", b->number) : "";
    put_around(w, w->markup->blocks[b->kind], arena_format(w->arena, "%s%s", number, b->text));
}

#define BLOCK(name, text, html, page) page,
static void (*const put_block[BLOCK_KINDS])(const Writer *w, const Block *b) = {
#include "document/blocks.list"
};

void page_write(FILE *out, const Format *format, const Document *document,
                const WriteOptions *options)
{
    const Markup *markup = format->markup;
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Writer w = {markup, out, arena, document->trace, options};
    fprintf(out, "%s" ATTNVIZ_VERSION "%s", format->files.mark, markup->page.before);
    for (int i = 0; i < document->count; i++) {
        put_block[document->blocks[i].kind](&w, &document->blocks[i]);
        arena_reset(arena);
    }
    fputs(markup->page.behind, out);
}
