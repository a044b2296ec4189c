#include "figure/sheet.h"

#include <math.h>

Sheet sheet_new(Arena *arena, Typesetter *typesetter, const FigureStyle *style)
{
    return (Sheet){drawing_new(arena, style->dpi, style->theme->background), typesetter, style};
}

int sheet_pixels(const Sheet *sheet, double length)
{
    return style_pixels(sheet->style, length);
}

int sheet_font(const Sheet *sheet, double size)
{
    return (int)floor(size * 64 * sheet->style->dpi / 96 + 0.5);
}

int line_height(int font)
{
    return divide_up(font * 125, 64 * 100);
}

int middle_to_base(int font)
{
    return (font * 36 + 3200) / 6400; /* half of DejaVu's capital height, 0.73 em */
}

int sheet_text_width(const Sheet *sheet, const char *string, int font)
{
    return text_width(sheet->typesetter, string, TEXT_PLAIN, font);
}

void sheet_text(const Sheet *sheet, TextItem text)
{
    drawing_add(sheet->drawing, (Item){.kind = ITEM_TEXT, .text = text});
}

void sheet_fill(const Sheet *sheet, Box box, Colour colour)
{
    drawing_add(sheet->drawing, (Item){.kind = ITEM_FILL, .fill = {box, colour}});
}

void sheet_stroke(const Sheet *sheet, const StrokePoint *points, int count, double thickness,
                  Colour colour)
{
    Stroke stroke = {.points = points,
                     .count = count,
                     .thickness = (int)(thickness * sheet->style->dpi / 96 * STROKE_PIXEL),
                     .colour = colour};
    drawing_add(sheet->drawing, (Item){.kind = ITEM_STROKE, .stroke = stroke});
}
