/* Figures as SVG: the drawing's shapes, and its text as text, which can be selected and searched.
 * It asks for the font that measured it; a substitute is stretched to the same width. */
#include "figure/raster.h"
#include "write/formats.h"

#define ELEMENT(name, format) static const char name##_element[] = format;
#include "write/svg.list"

enum { MOST_SHAPES = 10000 /* cells as shapes; more become an image */ };

/* ---- text ---- */

/* XML forbids control characters, even as character references. */
void xml_put(FILE *out, const char *text)
{
    for (CodePoint c; utf8_next(&text, &c);)
        if (c.value < 0) /* an invalid byte */
            fputs("&#65533;", out);
        else if (c.value == '<' || c.value == '>' || c.value == '&' || c.value == '"')
            fprintf(out, "&#%d;", (int)c.value);
        else if (c.value >= ' ' && c.value != 0x7f && c.value != 0xfffe && c.value != 0xffff)
            fwrite(text - c.length, 1, c.length, out);
}

static void put_element(FILE *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, "<%s>", name);
    xml_put(out, text);
    fprintf(out, "</%s>\n", name);
}

/* 1/64 pixels as pixels, to a hundredth, for %g. */
static double pixels(int64_t length)
{
    return (double)(length * 100 / STROKE_PIXEL) / 100;
}

/* text-anchor: as the text is aligned, so that it stays aligned in another font; with several
   spans, each starts at its own x. */
static const char *anchor(const TextItem *text)
{
    static const char *const names[] = {"start", "middle", "end"};
    Align align = text->line->span_count == 1 ? text->align : ALIGN_START;
    return names[text->line->leftwards ? ALIGN_END - align : align];
}

static void put_span(FILE *out, const TextItem *text, const Span *span, double left)
{
    double x =
        text->line->span_count == 1 ? text->x : left + pixels(em_scaled(span->x, text->size));
    fprintf(out, "<tspan x=\"%g\" y=\"%g\"", x, text->y - pixels(em_scaled(span->y, text->size)));
    if (span->scale != EM)
        fprintf(out, " font-size=\"%g\"", pixels(em_scaled(span->scale, text->size)));
    if (span->slanted)
        fputs(" font-style=\"italic\"", out);
    if (!span->stood_for)
        fprintf(out, " textLength=\"%g\"", pixels(em_scaled(span->width, text->size)));
    fputc('>', out);
    xml_put(out, span->text);
    fputs("</tspan>", out);
}

/* The bars of roots. */
static void put_bars(FILE *out, const TextItem *text, double left)
{
    for (int i = 0; i < text->line->bar_count; i++) {
        const Box *bar = &text->line->bars[i];
        double width = pixels(em_scaled(bar->width, text->size));
        double height = pixels(em_scaled(bar->height, text->size));
        fprintf(out, bar_element, (unsigned)text->colour,
                left + pixels(em_scaled(bar->x, text->size)),
                text->y - pixels(em_scaled(bar->y, text->size)) - height, width, height, width);
    }
}

static void put_text_item(FILE *out, const TextItem *text, bool begins, bool ends)
{
    const Line *line = text->line;
    double left = text->x + pixels(text_start(text));
    if (begins)
        fprintf(out, "<text font-size=\"%g\" fill=\"#%06x\" text-anchor=\"%s\"", pixels(text->size),
                (unsigned)text->colour, anchor(text));
    if (begins && text->angle)
        fprintf(out, " transform=\"rotate(%d %d %d)\"", -text->angle, text->x, text->y);
    if (begins && line->leftwards)
        fputs(" direction=\"rtl\"", out);
    fputs(begins ? ">" : " ", out);
    for (int i = 0; i < line->span_count; i++)
        if (line->spans[i].width > 0)
            put_span(out, text, &line->spans[i], left);
    if (ends)
        fputs("</text>\n", out);
    put_bars(out, text, left);
}

/* The font that measured the text, and fallbacks. */
static void put_family(FILE *out, const Drawing *drawing)
{
    const char *family = NULL;
    for (int i = 0; i < drawing->count && !family; i++)
        if (drawing->items[i].kind == ITEM_TEXT)
            family = font_family(drawing->items[i].text.line->font);
    fputs(" font-family=\"'", out);
    xml_put(out, family ? family : "");
    fputs("', 'DejaVu Sans', Verdana, sans-serif\"", out);
}

/* ---- shapes ---- */

/* All cells of one level as one path; adjacent cells without a gap are merged. */
static void put_level(FILE *out, const Cells *cells, uint8_t level)
{
    int height = cells->height - cells->gap;
    for (int i = 0; i < cells->rows; i++) {
        const uint8_t *row = cells->levels + (size_t)i * (size_t)cells->cols;
        for (int j = 0, end; j < cells->cols; j = end + 1) {
            for (end = j; !cells->gap && end + 1 < cells->cols && row[end + 1] == row[j]; end++)
                ;
            int width = (end - j + 1) * cells->width - cells->gap;
            if (row[j] == level)
                fprintf(out, "M%d %dh%dv%dh-%dz", cells->x + j * cells->width,
                        cells->y + i * cells->height, width, height, width);
        }
    }
}

/* RFC 4648, §4 */
static void put_base64(FILE *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = 0;
        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (i + k < size ? bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            putc_unlocked(i + k <= size ? digits[three >> (18 - 6 * k) & 63] : '=', out);
    }
}

void pixels_put(FILE *out, const Cells *cells, Arena *scratch)
{
    Drawing *small = drawing_new(scratch, CSS_DPI, cells->masked);
    Cells one = *cells;
    one.x = one.y = one.gap = 0;
    one.width = one.height = 1;
    small->width = cells->cols;
    small->height = cells->rows;
    drawing_add(small, (Item){.kind = ITEM_CELLS, .cells = one});
    Bytes png = png_encode(small, scratch, scratch);
    fputs("data:image/png;base64,", out);
    put_base64(out, (const uint8_t *)png.data, png.size);
}

/* Many cells as an image; the masked ones get one striped path. */
static void put_image(FILE *out, const Cells *cells, Arena *scratch)
{
    fprintf(out, image_element, cells->x, cells->y, cells->cols * cells->width - cells->gap,
            cells->rows * cells->height - cells->gap);
    pixels_put(out, cells, scratch);
    fputs("\"/>\n", out);
}

static void put_shapes(FILE *out, const Cells *cells)
{
    size_t count = (size_t)cells->rows * (size_t)cells->cols;
    for (int level = 0; level <= CELL_COLOURS; level++) {
        if (!memchr(cells->levels, level, count))
            continue;
        if (level == CELL_MASKED)
            fputs("<path fill=\"url(#masked)\" d=\"", out);
        else
            fprintf(out, "<path fill=\"#%06x\" d=\"", (unsigned)cells->colours[level]);
        put_level(out, cells, (uint8_t)level);
        fputs("\"/>\n", out);
    }
}

/* The stripes of masked cells, for all cells of a figure. */
static void put_pattern(FILE *out, const Drawing *drawing)
{
    const Cells *cells = NULL;
    int period = raster_period(drawing);
    for (int i = 0; i < drawing->count && !cells; i++)
        if (drawing->items[i].kind == ITEM_CELLS)
            cells = &drawing->items[i].cells;
    if (cells)
        fprintf(out, pattern_element, period, period, (unsigned)cells->masked, period, period,
                period, (unsigned)cells->hatch, drawing->dpi / (double)CSS_DPI * 0.7, period,
                period, period - 1, period + 1, period + 1, period - 1);
}

static void put_stroke(FILE *out, const Stroke *s)
{
    fprintf(out, polyline_element, (unsigned)s->colour, pixels(s->thickness));
    for (int i = 0; i < s->count || i < 2; i++) { /* a single point twice: a disc */
        const Point *p = &s->points[i < s->count ? i : 0];
        fprintf(out, "%g,%g ", s->at.x + pixels(p->x), s->at.y + pixels(p->y));
    }
    fputs("\"/>\n", out);
}

static void put_fill(FILE *out, const Fill *fill, bool begins, bool ends)
{
    const Box *b = &fill->box;
    if (begins)
        fprintf(out, "<path fill=\"#%06x\" d=\"", (unsigned)fill->colour);
    fprintf(out, "M%d %dh%dv%dh-%dz", b->x, b->y, b->width, b->height, b->width);
    if (ends)
        fputs("\"/>\n", out);
}

/* ---- the whole ---- */

/* Whether a text can share a line, and an element, with others. */
static bool is_word(const TextItem *text)
{
    return text->align == ALIGN_START && !text->angle && !text->line->leftwards;
}

/* Whether the next item continues the same element: words of one line, so that they can be searched
   together, or stripes of one colour. */
static bool goes_on(const Item *item, const Item *next)
{
    const TextItem *a = &item->text, *b = &next->text;
    if (item->kind != next->kind)
        return false;
    if (item->kind == ITEM_FILL)
        return item->fill.colour == next->fill.colour;
    return item->kind == ITEM_TEXT && a->size == b->size && a->colour == b->colour && is_word(a) &&
           is_word(b) && !a->line->bar_count;
}

static void put_item(FILE *out, const Item *item, bool begins, bool ends, Arena *scratch)
{
    if (item->kind == ITEM_FILL)
        put_fill(out, &item->fill, begins, ends);
    else if (item->kind == ITEM_TEXT)
        put_text_item(out, &item->text, begins, ends);
    else if (item->kind == ITEM_STROKE)
        put_stroke(out, &item->stroke);
    else if ((double)item->cells.rows * item->cells.cols > MOST_SHAPES)
        put_image(out, &item->cells, scratch);
    else
        put_shapes(out, &item->cells);
}

static void put_drawing(FILE *out, const Drawing *drawing, Arena *scratch)
{
    double scale = (double)CSS_DPI / drawing->dpi;
    fputs(MADE_BY ATTNVIZ_VERSION " -->\n", out);
    fprintf(out, svg_element, drawing->width * scale, drawing->height * scale, drawing->width,
            drawing->height);
    put_family(out, drawing);
    fputs(">\n", out);
    put_element(out, "title", drawing->info.title);
    put_element(out, "desc", drawing->info.description);
    put_element(out, "metadata", drawing->info.command);
    put_element(out, "metadata", drawing->info.comment);
    put_pattern(out, drawing);
    put_fill(out, &(Fill){{0, 0, drawing->width, drawing->height}, drawing->background}, true,
             true);
    bool begins = true;
    for (int i = 0; i < drawing->count; i++) {
        const Item *item = &drawing->items[i];
        bool ends = i + 1 == drawing->count || !goes_on(item, item + 1);
        put_item(out, item, begins, ends, scratch);
        begins = ends;
    }
    fputs("</svg>\n", out);
}

Bytes svg_encode(const Drawing *drawing, Arena *arena, Arena *scratch)
{
    char *data = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&data, &size);
    if (memory)
        put_drawing(memory, drawing, scratch);
    if (!memory || fclose(memory) != 0)
        out_of_memory();
    Bytes bytes = {arena_strndup(arena, data, size), size};
    free(data);
    return bytes;
}

const Format format_svg = {.files = {".svg", BEGINS(MADE_BY)}, .encode = svg_encode};
