/* What the parts of a figure are laid out on: the drawing, its style, and the measure of texts. */
#ifndef FIGURE_SHEET_H
#define FIGURE_SHEET_H

#include "base/number.h"
#include "figure/drawing.h"
#include "figure/style.h"

typedef struct Sheet {
    Drawing *drawing;
    Typesetter *typesetter;
    const FigureStyle *style;
} Sheet;

/* Sizes of text, and the space around things, in CSS pixels. */
enum {
    TITLE_SIZE = 17,
    FORMULA_SIZE = 15,
    LABEL_SIZE = 12,
    LABEL_SIZE_LEAST = 9,
    SMALL_SIZE = 11, /* axis words, ticks, legends, provenance */
    MARGIN = 16,
    LABEL_GAP = 5, /* from a label to its cell */
};

Sheet sheet_new(Arena *arena, Typesetter *typesetter, const FigureStyle *style);

int sheet_pixels(const Sheet *sheet, double length);

/* A font of so many CSS pixels, as text is measured: in 1/64 pixel. */
int sheet_font(const Sheet *sheet, double size);

/* From one line to the next, and from the middle of a line down to the base line of its capitals
   and digits; pixels of a font. */
int line_height(int font);
int middle_to_base(int font);

int sheet_text_width(const Sheet *sheet, const char *string, int font);

void sheet_text(const Sheet *sheet, TextItem text);
void sheet_fill(const Sheet *sheet, Box box, Colour colour);

/* A line through points, which must stay; its thickness in CSS pixels. */
void sheet_stroke(const Sheet *sheet, const StrokePoint *points, int count, double thickness,
                  Colour colour);

#endif
