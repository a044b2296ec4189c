/* A self-contained page: every step an article, its matrix a coloured table. A script (page.js)
 * opens the arithmetic of a cell; without it, all tables are still there. */
#include "figure/figure.h"
#include "write/formats.h"

extern const char page_js[];

/* The beginning of a page with its style. Its content security policy allows only the script whose
   hash follows, and no requests. */
extern const char html_list[];

enum {
    PAGE_CELLS_MOST = 1 << 18, /* in all tables: what browsers show without delay */
    LONG_TRACE = 100,          /* steps; from then on matrices are initially closed */
    WIDE = 16,                 /* columns; beyond that cells are narrow */
    SOURCE_DEPTH = 8           /* unnamed operations to follow between two steps */
};

typedef struct Page {
    FILE *out;
    Arena *scratch; /* of one block */
    const Trace *trace;
    const WriteOptions *options;
    bool *tabled;          /* for each step, whether it has a table */
    double room;           /* remaining cells for tables */
    const char *before;    /* id of the previous step */
    const Step **pictured; /* what its tables and figures show, if it is not too large */
    int pictured_count;
} Page;

/* Like printf with %d and %s only; strings are escaped. */
__attribute__((format(printf, 2, 3))) static void put(const Page *p, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *c = format; *c; c++)
        if (begins_with(c, "%d"))
            fprintf(p->out, "%d", va_arg(arguments, int)), c++;
        else if (begins_with(c, "%s"))
            xml_put(p->out, va_arg(arguments, const char *)), c++;
        else
            putc(*c, p->out);
    va_end(arguments);
}

static const Scale *scale_of(const Page *p, ValueKind kind, double range, const Theme *theme)
{
    FigureStyle style = *p->options->figure;
    style.theme = theme;
    return scale_new(p->scratch, kind, range, &style);
}

/* ---- colours ---- */

static int level_at(const Scale *scale, const Step *step, int row, int col)
{
    double x = step->places ? 0 : step_number(step, row, col); /* texts have no scale */
    return cell_is_masked(step, row, col) ? CELL_MASKED : scale_level(scale, x);
}

static void put_class(const Page *p, const char *before, const Scale *scale, int level)
{
    char letter = scale->kind == VALUE_MASK ? 'o' : scale->least < 0 ? 's' : 'p';
    fprintf(p->out, level == CELL_MASKED ? "%sm>" : "%s%c%d>", before, letter, level);
}

static int side_of(const Axis *axis)
{
    return larger(9, smaller(axis->count * (axis->named ? 6 : 2), 144));
}

/* The place of its picture; −1 if it has none. */
static int picture_of(const Page *p, const Step *step)
{
    int place = p->pictured_count - 1;
    while (place >= 0 && p->pictured[place] != step)
        place--;
    return place;
}

static void list_picture(Page *p, Arena *arena, const Step *step)
{
    if (!step || step->places || (double)step->rows.count * step->cols.count > PICTURE_CELLS_MOST)
        return;
    if (picture_of(p, step) < 0)
        p->pictured = arena_append(arena, p->pictured, &p->pictured_count, &step, sizeof step);
}

static void list_pictures(Page *p, const Document *document)
{
    for (int i = 0; i < document->count; i++) {
        const Block *block = &document->blocks[i];
        const Panel *panel = block->panel;
        for (int k = 0; panel && k < panel->rows * panel->cols; k++)
            list_picture(p, document->arena, panel->places[k].step);
        list_picture(p, document->arena, block->step);
    }
}

static void put_span(const Page *p, const Step *step)
{
    int place = picture_of(p, step);
    if (place >= 0)
        put(p, "<span class=\"picture i%d\"></span>", place);
}

/* A matrix as the background of a CSS class, so that the page contains it once. */
static void put_picture(const Page *p, int place, const Theme *theme)
{
    const Step *step = p->pictured[place];
    const Scale *scale = scale_of(p, step->kind, step_range(step), theme);
    int rows = step->rows.count, cols = step->cols.count;
    uint8_t *levels = arena_alloc(p->scratch, (size_t)rows * (size_t)cols, 1);
    for (int i = 0; i < rows * cols; i++)
        levels[i] = (uint8_t)level_at(scale, step, i / cols, i % cols);
    fprintf(p->out, ".i%d{width:%dpx;height:%dpx;background-image:url(", place,
            side_of(&step->cols), side_of(&step->rows));
    Cells cells = {0, 0, rows, cols, 1, 1, 0, levels, scale->fills, theme->masked, theme->masked};
    pixels_put(p->out, &cells, p->scratch);
    fputs(")}\n", p->out);
}

/* Gives up what is in scratch: pictures take much. */
static void put_theme(const Page *p, const Theme *theme)
{
    static const ValueKind kinds[] = {VALUE_PROBABILITY, VALUE_SIGNED, VALUE_MASK};
    fprintf(p->out, ":root{--masked:#%06x;--hatch:#%06x}\n", theme->masked, theme->hatch);
    for (int k = 0; k < 3; k++) {
        const Colour *fills = scale_of(p, kinds[k], 1, theme)->fills;
        for (int i = 0; i < SCALE_LEVELS; i++)
            fprintf(p->out, ".%c%d{background:#%06x;color:#%06x}\n", "pso"[k], i, fills[i],
                    colour_ink(fills[i]));
    }
    for (int i = 0; i < p->pictured_count; i++) {
        put_picture(p, i, theme);
        arena_reset(p->scratch);
    }
}

/* ---- the head ---- */

static void put_head(const Page *p)
{
    fprintf(p->out,
            "<!DOCTYPE html>\n" MADE_BY ATTNVIZ_VERSION " -->\n%s" SCRIPT_HASH "'\">\n<style>\n",
            html_list);
    put_theme(p, &themes[0]);
    put(p, "@media screen and (prefers-color-scheme:dark){\n");
    put_theme(p, &themes[1]);
    const char *command = shell_command(p->scratch, p->trace->argc, p->trace->argv);
    put(p, "}\n</style>\n<title>%s</title>\n<header><code>%s</code></header>\n", command, command);
    put(p, "<nav aria-label=\"Chapters\"></nav>\n<main>\n");
    if (!p->trace->text_count) /* otherwise the texts are the title */
        put(p, "<h1>%s</h1>\n", p->trace->panel_count ? p->trace->panels->title : command);
}

/* ---- tables ---- */

static void put_table(const Page *p, const NumberFormat *format, const Scale *scale)
{
    const Step *step = format->step;
    char digits[NUMBER_SIZE];
    put(p, "<div class=scroll><table class=\"matrix%s\"><thead><tr><td>%s →<br>%s ↓",
        step->cols.count > WIDE ? " wide" : "", step->cols.name, step->rows.name);
    for (int col = 0; col < step->cols.count; col++)
        put(p, "<th scope=col><bdi>%s</bdi>", step->cols.labels[col]);
    put(p, "<tbody>\n");
    for (int row = 0; row < step->rows.count; row++) {
        put(p, "<tr><th scope=row><bdi>%s</bdi>", step->rows.labels[row]);
        for (int col = 0; col < step->cols.count; col++) {
            put_class(p, "<td class=", scale, level_at(scale, step, row, col));
            xml_put(p->out, cell_text(format, row, col, digits));
        }
        put(p, "\n");
    }
    put(p, "</table></div>\n");
}

static void put_legend(const Page *p, const NumberFormat *format, const Scale *scale)
{
    char digits[NUMBER_SIZE];
    put(p, "<p class=legend>%s <span><i>", number_text(format, scale->least, digits));
    for (int i = 0; i < SCALE_LEVELS; i += 20)
        put_class(p, "</i><i class=", scale, i);
    put(p, "</i></span> %s %s", number_text(format, scale->most, digits),
        step_meaning(format->step));
    put(p, format->step->mask ? ", masked <i class=m></i></p>\n" : "</p>\n");
}

/* Links the nearest steps that a node was computed from, each once. */
static void add_sources(const Page *p, const Node *node, int depth, Text *links)
{
    for (int i = 0; i < node->input_count; i++) {
        const Step *step = trace_step_of(p->trace, node->inputs[i]);
        bool is_shown = step && !step->unasked && trace_step(p->trace, step->id);
        const char *id = is_shown ? step->id : "";
        const char *link = arena_format(p->scratch, "<a href=\"#%s\">%s</a>", id, id);
        if (!is_shown && depth)
            add_sources(p, node->inputs[i], depth - 1, links);
        else if (is_shown && !strstr(links->data, link))
            text_format(links, "%s%s", links->length ? ", " : "from ", link);
    }
}

/* ---- blocks ---- */

/* "Encoder 1, self" for "encoder-1/self/heads"; if nothing is numbered, or each by its place among
   the gains, the title. */
static const char *chapter_name(const Page *p, const char *id, const char *title)
{
    char *name = arena_strdup(p->scratch, place_words(p->scratch, id));
    if (!strpbrk(name, "0123456789") || begins_with(id, "gain-"))
        return title;
    name += strlen(", ");
    *name = (char)toupper((unsigned char)*name);
    return name;
}

/* Begins a new chapter when the prefix of the ids, "encoder-1/self", changes. */
static void put_heading(Page *p, const Block *b)
{
    const char *id = b->number ? p->trace->steps[b->number - 1].id : "";
    size_t length = (size_t)(base_name(id) - id);
    bool goes_on = p->before && !strncmp(p->before, id, length) && !strchr(p->before + length, '/');
    if (!goes_on || !b->number)
        put(p, "<h2 id=chapter-%d>%s</h2>\n", b->number, chapter_name(p, id, b->text));
    if (b->number)
        put(p, "<article id=\"%s\">\n<h3><span>%d</span> %s</h3>\n", id, b->number, b->text);
    p->before = id;
}

static void put_formula(Page *p, const Block *b)
{
    fprintf(p->out, "<p class=formula>%s</p>\n", formula_mathml(p->scratch, b->step->formula));
}

static void put_paragraph(Page *p, const Block *b)
{
    put(p, b->kind == BLOCK_QUOTE ? "<h1>%s</h1>\n" : "<p>%s</p>\n", b->text);
}

static void put_matrix(Page *p, const Block *b)
{
    const Step *step = b->step;
    int place = (int)(step - p->trace->steps);
    double cells = step_cells(step);
    bool closed = p->trace->step_count > LONG_TRACE || step->detail || step->later ||
                  (!step->rows.named && !step->cols.named && step->rows.count > 1);
    NumberFormat format = table_format(step, p->options->precision);
    const Scale *scale = scale_of(p, step->kind, step_range(step), &themes[0]);
    Text sources = text_new(p->scratch);
    put(p, closed ? "<details><summary>" : "<details open><summary>");
    put(p, "%s, %d × %d</summary>\n", step->id, step->rows.count, step->cols.count);
    p->tabled[place] = cells <= fmin(TABLE_CELLS_MOST, p->room);
    p->room -= p->tabled[place] ? cells : 0;
    if (p->tabled[place]) {
        put_table(p, &format, scale);
    } else {
        put_span(p, step);
        put(p, "<p>Too many cells for a table here: --format csv has all.</p>\n");
    }
    if (step->kind != VALUE_MASK && !step->places)
        put_legend(p, &format, scale);
    put(p, "</details>\n");
    add_sources(p, step->made, SOURCE_DEPTH, &sources);
    fprintf(p->out, "<p class=from>%s</p>\n</article>\n", sources.data);
}

static void put_place(const Page *p, const PanelPlace *place, bool quotes)
{
    const char *title = place->title ? place->title : place->step->id;
    if (place->arrow) {
        const char *word = formula_plain(p->scratch, place->arrow);
        bool is_sign = utf8_decode(word, strlen(word)).length == strlen(word);
        put(p, "<span class=\"arrow%s\">%s</span>", is_sign ? "" : " flow", word);
    }
    const Step *told = step_shown(p->trace, place->step);
    bool is_told = told && !told->unasked;
    if (is_told)
        put(p, "<a href=\"#%s\" title=\"%s\">", told->id, told->title);
    if (quotes || !place->title || strstr(title, "-") || strstr(title, "–")) /* words; minus is − */
        put(p, "%s", title);
    else
        fputs(formula_mathml(p->scratch, title), p->out);
    put_span(p, place->step);
    put(p, is_told ? "</a>" : "");
}

/* A figure that is not matrices, as SVG. */
static void put_diagram(const Page *p, const Panel *panel)
{
    const FigureStyle *style = p->options->figure;
    ENDED_BY(font_close) Font *font = font_open(p->scratch, style->font);
    Sheet sheet = sheet_new(p->scratch, typesetter_new(p->scratch, font), style, p->trace);
    Drawing *drawing = panel_figure(&sheet, panel);
    plots_read(p->scratch, &drawing, 1);
    drawing->info.title = panel->title;
    drawing->info.description = figure_description(p->scratch, panel, style->precision);
    Bytes svg = svg_encode(drawing, p->scratch, p->scratch);
    fprintf(p->out, "<figure><div class=scroll tabindex=0>%s</div></figure>\n",
            strstr(svg.data, "<svg"));
}

/* A panel: each matrix as a thumbnail that links to it. A single step already has its table. */
static void put_figure(Page *p, const Block *b)
{
    const Panel *panel = b->panel;
    bool drawn = panel->sketch || panel_holds(panel, FORM_CURVES) || panel_holds(panel, FORM_BARS);
    if (drawn && !b->step)
        put_diagram(p, panel);
    if (drawn || b->step)
        return;
    put(p, "<figure><div class=scroll><table>");
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const char *title = panel->row_titles ? panel->row_titles[i / panel->cols] : NULL;
        if (i % panel->cols == 0)
            put(p, title ? "<tr><th scope=row>%s" : "<tr><td>", title);
        put(p, "<td>");
        if (panel->places[i].step)
            put_place(p, &panel->places[i], panel->quotes);
    }
    put(p, "</table></div><figcaption><b>%s</b> %s</figcaption></figure>\n", panel->title,
        panel->note);
}

static void put_listing(Page *p, const Block *b)
{
    put(p, "<div class=scroll><table class=listing>");
    for (int i = 0; i < b->listing->count; i++)
        put(p, i % b->listing->column_count ? "<td>%s" : "\n<tr><td>%s", b->listing->cells[i]);
    put(p, "</table></div>\n");
}

#define BLOCK(name, text, html, ...) html,
static void (*const put_block[BLOCK_KINDS])(Page *p, const Block *b) = {
#include "document/blocks.list"
};

/* ---- the page ---- */

static void write_page(FILE *out, const Document *document, const WriteOptions *options)
{
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    const Trace *trace = document->trace;
    bool *tabled = arena_alloc(document->arena, (size_t)trace->step_count + 1, sizeof *tabled);
    Page p = {out, scratch, trace, options, tabled, PAGE_CELLS_MOST, .before = NULL};
    list_pictures(&p, document);
    put_head(&p);
    for (int i = 0; i < document->count; i++) {
        put_block[document->blocks[i].kind](&p, &document->blocks[i]);
        arena_reset(scratch);
    }
    put(&p, "</main>\n<script type=\"application/json\">");
    html_put_cells(out, trace, tabled);
    fprintf(out, "</script>\n<script>%s</script>\n", page_js);
}

const Format format_html = {.files = {"trace.html", MADE_BY, sizeof MADE_BY - 1, 64},
                            .write_one = write_page};
