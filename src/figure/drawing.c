#include "figure/drawing.h"

Point point_turned(int angle, int64_t x, int64_t y)
{
    enum { ONE = 1 << 16, HALF_ROOT_2 = 46341 }; /* √½ · ONE */
    int64_t sine = angle == 45 ? HALF_ROOT_2 : angle ? ONE : 0;
    int64_t cosine = angle == 45 ? HALF_ROOT_2 : ONE - sine;
    return (Point){(int)((x * cosine - y * sine) / ONE), (int)((x * sine + y * cosine) / ONE)};
}

int text_start(const TextItem *text)
{
    return -(int)text->align * em_scaled(text->line->width, text->size) / 2;
}

Drawing *drawing_new(Arena *arena, int dpi, Colour background)
{
    Drawing drawing = {.arena = arena, .dpi = dpi, .background = background};
    return arena_copy(arena, &drawing, sizeof drawing);
}

void drawing_add(Drawing *d, Item item)
{
    d->items = arena_append(d->arena, d->items, &d->count, &item, sizeof item);
}

/* ---- sheets ---- */

Sheet sheet_new(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                const struct Trace *trace)
{
    Drawing *drawing = drawing_new(arena, style->dpi, style->theme->background);
    return (Sheet){arena, drawing, typesetter, style, style->theme, trace};
}

Sheet sheet_of_part(const Sheet *sheet)
{
    return sheet_new(sheet->arena, sheet->typesetter, sheet->style, sheet->trace);
}

void sheet_put(const Sheet *sheet, const Drawing *part, int x, int y)
{
    for (int i = 0; i < part->count; i++) {
        Item item = part->items[i];
        item.at = (Point){item.at.x + x, item.at.y + y};
        drawing_add(sheet->drawing, item);
    }
}

int sheet_pixels(const Sheet *sheet, double length)
{
    return (int)fmax(1, floor(length * sheet->style->dpi / CSS_DPI + 0.5));
}

int sheet_plot(const Sheet *sheet, int length)
{
    return sheet_pixels(sheet, length * sheet->style->graphics / 100.0);
}

int sheet_font(const Sheet *sheet, double size)
{
    size = sheet->style->points > 0 ? fmax(size, SMALL_SIZE) : size;
    return (int)floor(size * 64 * sheet->style->dpi / CSS_DPI + 0.5);
}

int line_height(int font)
{
    return divide_up(font * 125, 64 * 100);
}

int middle_to_base(int font)
{
    return (font * 36 + 3200) / 6400; /* half of DejaVu's cap height, 0.73 em */
}

int sheet_text_width(const Sheet *sheet, const char *string, int font)
{
    return text_width(sheet->typesetter, string, TEXT_PLAIN, font);
}

TextItem sheet_small(const Sheet *sheet, Align align)
{
    return (TextItem){
        .size = sheet_font(sheet, SMALL_SIZE), .align = align, .colour = sheet->theme->muted};
}

void sheet_text(const Sheet *sheet, TextItem look, const char *string, int x, int y)
{
    look.string = string;
    look.line = typeset(sheet->typesetter, string, look.form);
    look.x = x;
    look.y = y;
    drawing_add(sheet->drawing, (Item){.kind = ITEM_TEXT, .text = look});
}

void sheet_fill(const Sheet *sheet, Box box, Colour colour)
{
    drawing_add(sheet->drawing, (Item){.kind = ITEM_FILL, .fill = {box, colour}});
}

void sheet_frame(const Sheet *sheet, Box inner)
{
    int line = sheet_pixels(sheet, 1);
    Box outer = {inner.x - line, inner.y - line, inner.width + 2 * line, inner.height + 2 * line};
    sheet_fill(sheet, outer, sheet->theme->frame);
}

void sheet_sample(const Sheet *sheet, uint8_t level, Box box)
{
    const Theme *theme = sheet->theme;
    Cells one = {box.x,           box.y,         1,           1,
                 box.width,       box.height,    0,           arena_copy(sheet->arena, &level, 1),
                 &theme->visible, theme->masked, theme->hatch};
    drawing_add(sheet->drawing, (Item){.kind = ITEM_CELLS, .cells = one});
}

void sheet_stroke(const Sheet *sheet, const Point *points, int count, double thickness,
                  Colour colour)
{
    Stroke stroke = {.points = arena_copy(sheet->arena, points, (size_t)count * sizeof *points),
                     .count = count,
                     .thickness = (int)(thickness * sheet->style->dpi / CSS_DPI * STROKE_PIXEL),
                     .colour = colour};
    drawing_add(sheet->drawing, (Item){.kind = ITEM_STROKE, .stroke = stroke});
}

void sheet_outline(const Sheet *sheet, Box box, double thickness, Colour colour)
{
    int left = box.x * STROKE_PIXEL, right = left + box.width * STROKE_PIXEL;
    int top = box.y * STROKE_PIXEL, bottom = top + box.height * STROKE_PIXEL;
    Point corners[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}};
    sheet_stroke(sheet, corners, 5, thickness, colour);
}

void sheet_arrow(const Sheet *sheet, Point from, Point tip, double thickness, Colour colour)
{
    double x = tip.x - from.x, y = tip.y - from.y, length = sqrt(x * x + y * y);
    double part = length > 0 ? sheet_pixels(sheet, ARROW_HEAD) * STROKE_PIXEL / length : 0;
    int along = (int)rint(part * x), up = (int)rint(part * y);
    Point head[] = {{tip.x - along + up / 2, tip.y - up - along / 2},
                    tip,
                    {tip.x - along - up / 2, tip.y - up + along / 2}};
    sheet_stroke(sheet, (Point[]){from, tip}, 2, thickness, colour);
    sheet_stroke(sheet, head, 3, thickness, colour);
}
