/* Figures as SVG: the drawing's own shapes, and its texts as text, which can be selected and
 * searched. They are set in DejaVu Sans where there is one; what stands for it elsewhere is fitted
 * to the same width. */
#include "base/memory.h"
#include "base/version.h"
#include "figure/typeset.h"
#include "write/figures.h"

#include <stdlib.h>
#include <string.h>

enum {
    CSS_DPI = 96,
    PIXEL = STROKE_PIXEL,
    MOST_SHAPES = 10000, /* cells with a shape each; more are a picture */
};

static const char mark[] = "<!-- made by attnviz ";

/* ---- text ---- */

/* Control characters have no place in XML, even written as their numbers. */
static void put_text(FILE *out, const char *text, size_t size)
{
    for (size_t i = 0, length; i < size; i += length) {
        int32_t c = character_at(text + i, size - i, &length);
        bool is_whole = length > 1 || c < 0x80; /* no byte that begins no character */
        if (c == '<' || c == '>' || c == '&' || c == '"' || !is_whole)
            fprintf(out, "&#%d;", (int)c);
        else if (c >= ' ' && c != 0x7f && c != 0xfffe && c != 0xffff)
            fwrite(text + i, 1, length, out);
    }
}

static void put_element(FILE *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, "<%s>", name);
    put_text(out, text, strlen(text));
    fprintf(out, "</%s>\n", name);
}

/* 1/64 pixel as pixels. */
static double pixels(int64_t length)
{
    return (double)length / PIXEL;
}

static void put_span(FILE *out, const TextItem *text, const Span *span, double left)
{
    fprintf(out, "<tspan x=\"%.2f\" y=\"%.2f\"", left + pixels(em_scaled(span->x, text->size)),
            text->y - pixels(em_scaled(span->y, text->size)));
    if (span->scale != EM)
        fprintf(out, " font-size=\"%.2f\"", pixels(em_scaled(span->scale, text->size)));
    if (span->slanted)
        fputs(" font-style=\"italic\"", out);
    fprintf(out, " textLength=\"%.2f\">", pixels(em_scaled(span->width, text->size)));
    put_text(out, span->text, span->size);
    fputs("</tspan>", out);
}

static void put_text_item(FILE *out, const TextItem *text)
{
    const Line *line = text->line;
    double left = text->x + pixels(text_start(text));
    fprintf(out, "<text font-size=\"%.2f\" fill=\"#%06x\"", pixels(text->size),
            (unsigned)text->colour);
    if (text->angle)
        fprintf(out, " transform=\"rotate(%d %d %d)\"", -text->angle, text->x, text->y);
    fputs(">", out);
    for (int i = 0; i < line->span_count; i++)
        if (line->spans[i].width > 0)
            put_span(out, text, &line->spans[i], left);
    fputs("</text>\n", out);
    for (int i = 0; i < line->bar_count; i++) {
        const Bar *bar = &line->bars[i];
        double height = pixels(em_scaled(bar->height, text->size));
        fprintf(out, "<path fill=\"#%06x\" d=\"M%.2f %.2fh%.2fv%.2fh-%.2fz\"/>\n",
                (unsigned)text->colour, left + pixels(em_scaled(bar->x, text->size)),
                text->y - pixels(em_scaled(bar->y, text->size)) - height,
                pixels(em_scaled(bar->width, text->size)), height,
                pixels(em_scaled(bar->width, text->size)));
    }
}

/* ---- shapes ---- */

/* All cells of one level, neighbours without a gap as one. */
static void put_level(FILE *out, const Cells *cells, uint8_t level)
{
    int height = cells->height - cells->gap;
    for (int i = 0; i < cells->rows; i++) {
        const uint8_t *row = cells->levels + (size_t)i * (size_t)cells->cols;
        for (int j = 0, end; j < cells->cols; j = end + 1) {
            for (end = j; !cells->gap && end + 1 < cells->cols && row[end + 1] == level; end++)
                ;
            int width = (end - j + 1) * cells->width - cells->gap;
            if (row[j] == level)
                fprintf(out, "M%d %dh%dv%dh-%dz", cells->x + j * cells->width,
                        cells->y + i * cells->height, width, height, width);
            else
                end = j;
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
            putc(i + k <= size ? digits[three >> (18 - 6 * k) & 63] : '=', out);
    }
}

/* Many cells as a picture with a pixel each, and what is masked of them laid over it. */
static bool put_pixels(FILE *out, const Cells *cells, Arena *scratch, Error *error)
{
    size_t count = (size_t)cells->rows * (size_t)cells->cols, size = 0;
    uint8_t *levels = arena_alloc(scratch, count, 1);
    for (size_t i = 0; i < count; i++)
        levels[i] = cells->levels[i] == CELL_MASKED ? 0 : cells->levels[i];
    Drawing *small = drawing_new(scratch, CSS_DPI, cells->masked);
    Cells one = {.rows = cells->rows, .cols = cells->cols, .width = 1, .height = 1};
    one.levels = levels;
    one.colours = cells->colours;
    small->width = cells->cols;
    small->height = cells->rows;
    drawing_add(small, (Item){.kind = ITEM_CELLS, .cells = one});
    char *bytes;
    FILE *memory = open_memstream(&bytes, &size);
    if (!memory)
        out_of_memory();
    bool written = png_write(memory, small, &(FigureInfo){0}, scratch, error);
    if (fclose(memory) != 0)
        out_of_memory();
    fprintf(out,
            "<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
            "href=\"data:image/png;base64,",
            cells->x, cells->y, cells->cols * cells->width, cells->rows * cells->height);
    if (written)
        put_base64(out, (const uint8_t *)bytes, size);
    fputs("\"/>\n", out);
    free(bytes);
    return written;
}

static bool put_cells(FILE *out, const Cells *cells, Arena *scratch, Error *error)
{
    bool used[CELL_COLOURS + 1] = {false};
    bool are_many = (double)cells->rows * cells->cols > MOST_SHAPES;
    if (are_many && !put_pixels(out, cells, scratch, error))
        return false;
    for (size_t i = 0; i < (size_t)cells->rows * (size_t)cells->cols; i++)
        used[cells->levels[i]] = true;
    for (int level = 0; level <= CELL_COLOURS; level++) {
        if (!used[level] || (are_many && level != CELL_MASKED))
            continue;
        if (level == CELL_MASKED)
            fputs("<path shape-rendering=\"crispEdges\" fill=\"url(#masked)\" d=\"", out);
        else
            fprintf(out, "<path shape-rendering=\"crispEdges\" fill=\"#%06x\" d=\"",
                    (unsigned)cells->colours[level]);
        put_level(out, cells, (uint8_t)level);
        fputs("\"/>\n", out);
    }
    return true;
}

/* The stripes of masked cells, for all cells of a figure. */
static void put_pattern(FILE *out, const Drawing *drawing)
{
    const Cells *cells = NULL;
    int period = larger(4, 5 * drawing->dpi / CSS_DPI);
    for (int i = 0; i < drawing->count && !cells; i++)
        if (drawing->items[i].kind == ITEM_CELLS)
            cells = &drawing->items[i].cells;
    if (cells)
        fprintf(out,
                "<defs><pattern id=\"masked\" width=\"%d\" height=\"%d\" "
                "patternUnits=\"userSpaceOnUse\"><path fill=\"#%06x\" d=\"M0 0h%dv%dh-%dz\"/>"
                "<path stroke=\"#%06x\" stroke-width=\"%.2f\" "
                "d=\"M0 %dL%d 0M-1 1L1 -1M%d %dL%d %d\"/></pattern></defs>\n",
                period, period, (unsigned)cells->masked, period, period, period,
                (unsigned)cells->hatch, drawing->dpi / (double)CSS_DPI * 0.7, period, period,
                period - 1, period + 1, period + 1, period - 1);
}

static void put_arrow(FILE *out, const Arrow *a)
{
    int head = a->x + a->length - a->head;
    double middle = a->y + a->thickness % 2 / 2.0, half = a->thickness / 2.0;
    fprintf(out, "<path fill=\"#%06x\" d=\"M%d %.2fH%dV%.2fL%d %.2fL%d %.2fV%.2fH%dz\"/>\n",
            (unsigned)a->colour, a->x, middle - half, head, middle - a->head / 2.0,
            a->x + a->length, middle, head, middle + a->head / 2.0, middle + half, a->x);
}

static void put_stroke(FILE *out, const Stroke *s)
{
    fprintf(out,
            "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.2f\" "
            "stroke-linecap=\"round\" stroke-linejoin=\"round\" points=\"",
            (unsigned)s->colour, pixels(s->thickness));
    for (int i = 0; i < s->count || i < 2; i++) { /* of one point a line to itself: a disc */
        const Point *p = &s->points[i < s->count ? i : 0];
        fprintf(out, "%.2f,%.2f ", s->at.x + pixels(p->x), s->at.y + pixels(p->y));
    }
    fputs("\"/>\n", out);
}

static void put_fill(FILE *out, const Fill *fill)
{
    const Box *b = &fill->box;
    fprintf(out, "<path shape-rendering=\"crispEdges\" fill=\"#%06x\" d=\"M%d %dh%dv%dh-%dz\"/>\n",
            (unsigned)fill->colour, b->x, b->y, b->width, b->height, b->width);
}

static bool put_item(FILE *out, const Item *item, Arena *scratch, Error *error)
{
    switch (item->kind) {
    case ITEM_FILL:
        put_fill(out, &item->fill);
        break;
    case ITEM_CELLS:
        return put_cells(out, &item->cells, scratch, error);
    case ITEM_ARROW:
        put_arrow(out, &item->arrow);
        break;
    case ITEM_STROKE:
        put_stroke(out, &item->stroke);
        break;
    case ITEM_TEXT:
        put_text_item(out, &item->text);
        break;
    }
    return true;
}

/* ---- the whole ---- */

bool svg_write(FILE *out, const Drawing *drawing, const FigureInfo *info, Arena *scratch,
               Error *error)
{
    double scale = (double)CSS_DPI / drawing->dpi;
    fprintf(out, "%s%s -->\n", mark, ATTNVIZ_VERSION);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.2f\" height=\"%.2f\" "
            "viewBox=\"0 0 %d %d\" font-family=\"'DejaVu Sans', Verdana, sans-serif\" "
            "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" role=\"img\">\n",
            drawing->width * scale, drawing->height * scale, drawing->width, drawing->height);
    put_element(out, "title", info->title);
    put_element(out, "desc", info->description);
    put_element(out, "metadata", info->command);
    put_pattern(out, drawing);
    put_fill(out, &(Fill){{0, 0, drawing->width, drawing->height}, drawing->background});
    for (int i = 0; i < drawing->count; i++)
        if (!put_item(out, &drawing->items[i], scratch, error))
            return false;
    fputs("</svg>\n", out);
    return true;
}

static bool write_all(const Document *document, const WriteOptions *options, Folder *folder,
                      Error *error)
{
    return figures_write("svg", svg_write, document, options, folder, error);
}

const Format format_svg = {.files = {".svg", mark, sizeof mark - 1, sizeof mark - 1},
                           .write_all = write_all};
