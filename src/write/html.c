/* A page that needs no other file and no network: every step an article, its matrix a table in
 * colours. A script (page.js) opens the arithmetic of a cell; without it, all tables are there. */
#include "write/html.h"
#include "base/utf8.h"
#include "base/version.h"
#include "figure/plot.h"
#include "trace/formula.h"
#include "write/formats.h"

#include <string.h>

extern const char page_css[], page_js[];

enum {
    PAGE_CELLS_MOST = 1 << 18, /* of all tables: what browsers show without delay */
    LONG_TRACE = 100,          /* steps; its matrices are closed until they are asked for */
    WIDE = 16,                 /* columns; more have narrow cells */
    MANY_SOURCES = 8
};

static const char mark[] = "<!-- made by attnviz ";

typedef struct Page {
    FILE *out;
    Arena *arena, *scratch; /* of the page, and of one block */
    const Document *document;
    const Trace *trace;
    const WriteOptions *options;
    bool *tabled;          /* of each step: whether its numbers are there */
    const Step **pictures; /* what is drawn small, or too large for a table */
    int picture_count;
    bool in_article;
} Page;

void html_put(FILE *out, const char *text)
{
    for (; *text; text++)
        if (strchr("<>&\"'", *text))
            fprintf(out, "&#%d;", *text);
        else
            putc(*text, out);
}

static void put_around(const Page *p, const char *before, const char *text, const char *behind)
{
    fputs(before, p->out);
    html_put(p->out, text);
    fputs(behind, p->out);
}

static void put_formula(const Page *p, const char *formula)
{
    fputs(formula_mathml(p->scratch, formula), p->out);
}

static const Scale *scale_of(const Page *p, const Step *step, const Theme *theme)
{
    FigureStyle style = *p->options->figure;
    style.theme = theme;
    return scale_new(p->scratch, step->kind, step_range(step), &style);
}

/* ---- pictures ---- */

static Cells cells_of(const Page *p, const Step *step, const Theme *theme)
{
    int rows = step->rows.count, cols = step->cols.count;
    const Scale *scale = scale_of(p, step, theme);
    uint8_t *levels = arena_alloc(p->scratch, (size_t)rows * (size_t)cols, 1);
    for (int i = 0; i < rows * cols; i++)
        levels[i] = cell_is_masked(step, i / cols, i % cols)
                        ? CELL_MASKED
                        : (uint8_t)scale_level(scale, step_number(step, i / cols, i % cols));
    return (Cells){.rows = rows,
                   .cols = cols,
                   .levels = levels,
                   .colours = scale->fills,
                   .masked = theme->masked,
                   .hatch = theme->masked};
}

static int picture_of(const Page *p, const Step *step)
{
    int i = 0;
    while (i < p->picture_count && p->pictures[i] != step)
        i++;
    return i;
}

static void add_picture(Page *p, const Step *step)
{
    if (!step || step_cells(step) > PICTURE_CELLS_MOST || picture_of(p, step) < p->picture_count)
        return;
    p->pictures = arena_grow(p->arena, p->pictures, p->picture_count, sizeof(Step *));
    p->pictures[p->picture_count++] = step;
}

/* Where a picture stands; it has a class, so that it is in the page once. */
static void put_picture(const Page *p, const Step *step, const char *element, int pixels)
{
    int sides[2], counts[2] = {step->cols.count, step->rows.count};
    for (int i = 0; i < 2; i++) {
        bool named = i ? step->rows.named : step->cols.named;
        sides[i] = larger(9, smaller(counts[i] * (named ? pixels : 2), 24 * pixels));
    }
    fprintf(p->out, "<%s class=\"picture i%d\" style=\"width:%dpx;height:%dpx\"></%s>", element,
            picture_of(p, step), sides[0], sides[1], element);
}

/* ---- colours ---- */

static void put_theme(const Page *p, const Theme *theme)
{
    FigureStyle style = *p->options->figure;
    style.theme = theme;
    fprintf(p->out, ":root{--seen:#%06x;--masked:#%06x;--hatch:#%06x}\n", theme->visible,
            theme->masked, theme->hatch);
    for (int has_sign = 0; has_sign < 2; has_sign++) {
        ValueKind kind = has_sign ? VALUE_SIGNED : VALUE_PROBABILITY;
        const Scale *scale = scale_new(p->scratch, kind, 1, &style);
        for (int i = 0; i < SCALE_LEVELS; i++)
            fprintf(p->out, ".%c%d{background:#%06x;color:#%06x}\n", "ps"[has_sign], i,
                    scale -> fills[i], colour_ink(scale->fills[i]));
    }
    for (int i = 0; i < p->picture_count; i++) {
        Cells cells = cells_of(p, p->pictures[i], theme);
        fprintf(p->out, ".i%d{background-image:url(", i);
        pixels_put(p->out, &cells, p->scratch, &(Error){0});
        fputs(")}\n", p->out);
        arena_reset(p->scratch);
    }
}

/* ---- the head ---- */

static void put_title(const Page *p)
{
    const Trace *t = p->trace;
    for (int i = 0; i < t->text_count; i++)
        put_around(p, i ? " → " : "", visible_text(p->scratch, t->texts[i].text), "");
    if (!t->text_count)
        put_around(p, "", t->steps[0].title, "");
}

/* The only script that runs is the one whose hash is named; nothing is fetched. */
static void put_head(const Page *p)
{
    fprintf(p->out,
            "<!DOCTYPE html>\n%s" ATTNVIZ_VERSION " -->\n<html lang=\"en\">\n"
            "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
            "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
            "script-src '" SCRIPT_HASH "'; base-uri 'none'; form-action 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
            mark);
    put_title(p);
    fprintf(p->out, "</title>\n<style>\n%s", page_css);
    put_theme(p, &themes[0]);
    fputs("@media screen and (prefers-color-scheme:dark){\n", p->out);
    put_theme(p, &themes[1]);
    fputs("}\n</style>\n<header><h1>", p->out);
    put_title(p);
    put_around(p, "</h1>\n<p><code>", shell_command(p->scratch, p->trace->argc, p->trace->argv),
               "</code></p></header>\n");
}

/* ---- chapters ---- */

static size_t chapter_length(const Step *step)
{
    const char *slash = strrchr(step->id, '/');
    return slash ? (size_t)(slash - step->id) : 0;
}

/* Steps that follow each other have a chapter by the part that they are of: "encoder-1/self". */
static bool begins_chapter(const Step *step, const Step *first)
{
    const Step *before = step - 1;
    while (before >= first && before->unasked)
        before--;
    size_t length = chapter_length(step);
    return before < first || chapter_length(before) != length ||
           strncmp(before->id, step->id, length) != 0;
}

static const char *chapter_name(const Page *p, const Step *step)
{
    size_t length = chapter_length(step);
    if (!length)
        return step->title;
    char *name = arena_strndup(p->scratch, step->id, length);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? ' ' : *c;
    *name = *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name;
    return name;
}

static void put_chapters(const Page *p)
{
    fputs("<nav aria-label=\"Chapters\">", p->out);
    for (int i = 0; i < p->document->count; i++) {
        const Block *b = &p->document->blocks[i];
        if (b->kind != BLOCK_TABLE || !begins_chapter(b->step, p->trace->steps))
            continue;
        put_around(p, "<a href=\"#chapter-", b->step->id, "\">");
        put_around(p, "", chapter_name(p, b->step), "</a>");
    }
    fputs("</nav>\n<main>\n", p->out);
}

/* ---- tables ---- */

static void put_cell(const Page *p, const NumberFormat *format, const Scale *scale, int row,
                     int col)
{
    char digits[NUMBER_SIZE];
    const Step *step = format->step;
    if (cell_is_masked(step, row, col))
        fputs("<td class=m>", p->out);
    else if (step->kind == VALUE_MASK)
        fputs("<td class=o>", p->out);
    else
        fprintf(p->out, "<td class=%c%d>", "ps"[is_signed_kind(step->kind)],
                scale_level(scale, step_number(step, row, col)));
    html_put(p->out, cell_text(format, row, col, digits));
}

static void put_label(const Page *p, const char *scope, const char *label)
{
    fprintf(p->out, "<th scope=%s><bdi>", scope);
    put_around(p, "", label, "</bdi>");
}

static void put_table(const Page *p, const NumberFormat *format, const Scale *scale)
{
    const Step *step = format->step;
    fprintf(p->out, "<div class=scroll><table class=\"matrix%s%s\"><thead><tr><td>",
            step->cols.count > WIDE ? " wide" : "", step->cols.named ? "" : " numbered");
    put_around(p, "", step->cols.name, " →<br>");
    put_around(p, "", step->rows.name, " ↓");
    for (int col = 0; col < step->cols.count; col++)
        put_label(p, "col", step->cols.labels[col]);
    fputs("<tbody>\n", p->out);
    for (int row = 0; row < step->rows.count; row++) {
        fputs("<tr>", p->out);
        put_label(p, "row", step->rows.labels[row]);
        for (int col = 0; col < step->cols.count; col++)
            put_cell(p, format, scale, row, col);
        putc('\n', p->out);
    }
    fputs("</table></div>\n", p->out);
}

static void put_legend(const Page *p, const NumberFormat *format, const Scale *scale)
{
    char digits[NUMBER_SIZE];
    const Step *step = format->step;
    fputs("<p class=legend>", p->out);
    if (step->kind == VALUE_MASK) {
        fputs("<i class=o></i> 0, seen <i class=m></i> −∞, hidden</p>\n", p->out);
        return;
    }
    put_around(p, "", number_text(format, scale->least, digits), " <span>");
    for (int i = 0; i < SCALE_LEVELS; i += 5)
        fprintf(p->out, "<i class=%c%d></i>", "ps"[is_signed_kind(step->kind)], i);
    put_around(p, "</span> ", number_text(format, scale->most, digits), " ");
    put_around(p, "", step_meaning(step), step->mask ? " <i class=m></i> masked" : "");
    fputs("</p>\n", p->out);
}

/* What a table's place holds where there are too many cells. */
static void put_large(const Page *p, const Step *step)
{
    if (picture_of(p, step) < p->picture_count)
        put_picture(p, step, "div", 6);
    fprintf(p->out,
            "<p class=legend>%d × %d cells are too many for a table here: --format csv has all of "
            "them, and --explain tells of each how it came about.</p>\n",
            step->rows.count, step->cols.count);
}

/* ---- where a step comes from ---- */

typedef struct Sources {
    const Page *page;
    const Node **seen;
    int seen_count, count;
} Sources;

/* The nearest steps behind a node, each once. */
static void put_sources(Sources *s, const Node *node)
{
    for (int i = 0; i < node->input_count; i++) {
        const Node *input = node->inputs[i];
        const Trace *trace = s->page->trace;
        int k = 0;
        while (k < s->seen_count && s->seen[k] != input)
            k++;
        if (k < s->seen_count)
            continue;
        s->seen = arena_grow(s->page->scratch, s->seen, s->seen_count, sizeof(Node *));
        s->seen[s->seen_count++] = input;
        const Step *step = trace_step_of(trace, input);
        if (!step || step->unasked || trace_step(trace, step->id) != step) {
            put_sources(s, input);
        } else if (s->count++ < MANY_SOURCES) {
            put_around(s->page, s->count == 1 ? "<p class=from>from <a href=\"#" : ", <a href=\"#",
                       step->id, "\">");
            put_around(s->page, "", step->id, "</a>");
        }
    }
}

/* ---- blocks ---- */

static void end_article(Page *p)
{
    fputs(p->in_article ? "</article>\n" : "", p->out);
    p->in_article = false;
}

static void put_heading(Page *p, const Block *b)
{
    end_article(p);
    if (!b->number) {
        put_around(p, "<h2>", b->text, "</h2>\n");
        return;
    }
    const Step *step = &p->trace->steps[b->number - 1];
    if (begins_chapter(step, p->trace->steps)) {
        put_around(p, "<h2 id=\"chapter-", step->id, "\">");
        put_around(p, "", chapter_name(p, step), "</h2>\n");
    }
    put_around(p, "<article id=\"", step->id, "\">\n");
    fprintf(p->out, "<h3><span>%d</span> ", b->number);
    put_around(p, "", b->text, "</h3>\n");
    p->in_article = true;
}

static void put_step_formula(Page *p, const Block *b)
{
    fputs("<p class=formula>", p->out);
    put_formula(p, b->step->formula);
    fputs("</p>\n", p->out);
}

static void put_paragraph(Page *p, const Block *b)
{
    put_around(p, "<p>", b->text, "</p>\n");
}

static void put_matrix(Page *p, const Block *b)
{
    const Step *step = b->step;
    bool closed = p->trace->step_count > LONG_TRACE || step->detail || step->later ||
                  (!step->rows.named && !step->cols.named && step->rows.count > 1);
    NumberFormat format = table_format(step, p->options->precision);
    const Scale *scale = scale_of(p, step, &themes[0]);
    fprintf(p->out, "<details%s><summary>", closed ? "" : " open");
    put_around(p, "", step->id, "");
    fprintf(p->out, ", %d × %d</summary>\n", step->rows.count, step->cols.count);
    if (p->tabled[step - p->trace->steps])
        put_table(p, &format, scale);
    else
        put_large(p, step);
    put_legend(p, &format, scale);
    fputs("</details>\n", p->out);
    Sources sources = {.page = p};
    put_sources(&sources, step->made);
    fputs(!sources.count ? "" : sources.count > MANY_SOURCES ? ", …</p>\n" : "</p>\n", p->out);
}

static void put_place(const Page *p, const PanelPlace *place, bool quotes)
{
    fputs("<td>", p->out);
    if (!place->step)
        return;
    if (place->arrow)
        put_around(p, "<span class=arrow>", formula_plain(p->scratch, place->arrow), "</span>");
    put_around(p, "<a href=\"#", place->step->id, "\">");
    const char *title = place->title ? place->title : place->step->id;
    if (quotes || !place->title)
        html_put(p->out, title);
    else
        put_formula(p, title);
    if (picture_of(p, place->step) < p->picture_count)
        put_picture(p, place->step, "span", 6);
    fputs("</a>", p->out);
}

/* Of panels, each matrix as a small picture that leads to it; of a single step there is a table. */
static void put_figure(Page *p, const Block *b)
{
    if (!b->panel)
        return;
    end_article(p);
    fputs("<figure><div class=scroll><table>", p->out);
    for (int row = 0; row < b->panel->rows; row++) {
        fputs("<tr><th>", p->out);
        html_put(p->out, b->panel->row_titles && b->panel->row_titles[row]
                             ? b->panel->row_titles[row]
                             : "");
        for (int col = 0; col < b->panel->cols; col++)
            put_place(p, &b->panel->places[row * b->panel->cols + col], b->panel->quotes);
    }
    put_around(p, "</table></div><figcaption><b>", b->text, "</b> ");
    put_around(p, "", b->panel->note, "</figcaption></figure>\n");
}

static void put_listing(Page *p, const Block *b)
{
    const Listing *listing = b->listing;
    fputs("<div class=scroll><table class=listing>", p->out);
    for (int i = 0; i < listing->count; i++)
        put_around(p, i % listing->column_count ? "<td>" : "\n<tr><td>", listing->cells[i], "");
    fputs("</table></div>\n", p->out);
}

static void put_nothing(Page *p, const Block *b)
{
    (void)p, (void)b;
}

/* The sentence is the title already. */
static void (*const put_block[BLOCK_KINDS])(Page *p, const Block *b) = {
    [BLOCK_QUOTE] = put_nothing,        [BLOCK_HEADING] = put_heading,
    [BLOCK_FORMULA] = put_step_formula, [BLOCK_PARAGRAPH] = put_paragraph,
    [BLOCK_TABLE] = put_matrix,         [BLOCK_FIGURE] = put_figure,
    [BLOCK_LISTING] = put_listing,      [BLOCK_ARITHMETIC] = put_nothing,
    [BLOCK_ITEM] = put_paragraph,       [BLOCK_RESULT] = put_paragraph,
};

/* ---- the page ---- */

/* Which steps have a table, and what is drawn. */
static void look_ahead(Page *p)
{
    double cells = 0;
    p->tabled = arena_alloc(p->arena, (size_t)p->trace->step_count + 1, sizeof *p->tabled);
    for (int i = 0; i < p->document->count; i++) {
        const Block *b = &p->document->blocks[i];
        if (b->kind == BLOCK_TABLE) {
            double more = step_cells(b->step);
            bool fits = more <= TABLE_CELLS_MOST && cells + more <= PAGE_CELLS_MOST;
            p->tabled[b->step - p->trace->steps] = fits;
            cells += fits ? more : 0;
            add_picture(p, fits ? NULL : b->step);
        }
        for (int k = 0; b->panel && k < b->panel->rows * b->panel->cols; k++)
            add_picture(p, b->panel->places[k].step);
    }
}

static void write_page(FILE *out, const Document *document, const WriteOptions *options)
{
    Page p = {.out = out,
              .arena = arena_new(),
              .scratch = arena_new(),
              .document = document,
              .trace = document->trace,
              .options = options};
    look_ahead(&p);
    put_head(&p);
    put_chapters(&p);
    for (int i = 0; i < document->count; i++) {
        put_block[document->blocks[i].kind](&p, &document->blocks[i]);
        arena_reset(p.scratch);
    }
    end_article(&p);
    fputs("</main>\n<script type=\"application/json\">", out);
    html_put_cells(out, p.trace, p.tabled);
    fprintf(out, "</script>\n<script>%s</script>\n", page_js);
    arena_free(p.scratch);
    arena_free(p.arena);
}

const Format format_html = {.files = {"trace.html", mark, sizeof mark - 1, 64},
                            .write_one = write_page};
