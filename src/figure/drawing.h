/* A figure as data: rectangles, cells, lines and texts, in the order of painting.
 *
 * Layout (figure/figure.h) makes drawings; what shows them (figure/raster.h) needs nothing else. A
 * part of a figure is drawn around an origin of its own, which tells how much room it takes, and
 * then put into the drawing of the whole.
 * All lengths are whole pixels of the finished picture, so that every edge is sharp; x grows to the
 * right and y downwards. Everything, the strings too, lives in the arena.
 */
#pragma once

#include "figure/style.h"
#include "figure/typeset.h"

typedef struct Box {
    int x, y, width, height;
} Box;

/* What both cover; no width or height where that is nothing. */
static inline Box box_common(Box a, Box b)
{
    int left = larger(a.x, b.x), top = larger(a.y, b.y);
    int right = smaller(a.x + a.width, b.x + b.width);
    int bottom = smaller(a.y + a.height, b.y + b.height);
    return (Box){left, top, larger(0, right - left), larger(0, bottom - top)};
}

/* A grid of cells, `gap` pixels of background between them. */
enum { CELL_COLOURS = 255, CELL_MASKED = 255 };

typedef struct Cells {
    int x, y;
    int rows, cols;
    int width, height, gap; /* from one cell to the next: width and height, gap included */
    const uint8_t *levels;  /* rows × cols: an index of `colours`, or CELL_MASKED */
    const Colour *colours;
    Colour masked, hatch; /* the ground and the stripes of a masked cell */
} Cells;

typedef enum Align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END } Align;

typedef struct TextItem {
    int x, y; /* the point on the base line that `align` names */
    const char *string;
    const Line *line; /* the string, set */
    TextForm form;
    int size;  /* of an em, in 1/64 pixel */
    int angle; /* 0, 45 or 90 degrees, counter-clockwise about that point */
    Align align;
    Colour colour;
} TextItem;

/* From that point to where the text begins, in 1/64 pixel along its base line. */
int text_start(const TextItem *text);

/* A line through points, its ends and corners round; through one point it is a disc. In 1/64 pixel,
   for between the pixels is where most points of a curve lie. */
enum { STROKE_PIXEL = 64 };

typedef struct Point {
    int x, y;
} Point;

typedef struct Stroke {
    Point at; /* pixels: the points' origin */
    const Point *points;
    int count, thickness;
    Colour colour;
} Stroke;

typedef struct Fill {
    Box box;
    Colour colour;
} Fill;

typedef enum ItemKind { ITEM_FILL, ITEM_CELLS, ITEM_STROKE, ITEM_TEXT } ItemKind;

typedef struct Item {
    ItemKind kind;
    union {
        Point at; /* where any of them is */
        Fill fill;
        Cells cells;
        Stroke stroke;
        TextItem text;
    };
} Item;

typedef struct Drawing {
    Arena *arena;
    int width, height, dpi;
    Colour background;
    Item *items;
    int count;
    struct Raster *raster; /* what was got ready of it to be written, or NULL … */
    Bytes pixels;          /* … and drawn, compressed: write/png.c */
} Drawing;

Drawing *drawing_new(Arena *arena, int dpi, Colour background);

void drawing_add(Drawing *drawing, Item item);

/* ---- what the parts of a figure are laid out on ---- */

/* A drawing with its style, and the measure of texts. */
typedef struct Sheet {
    Arena *arena;
    Drawing *drawing;
    Typesetter *typesetter;
    const FigureStyle *style;
    const Theme *theme;
    const struct Trace *trace; /* whose words may have no vector; or NULL */
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

/* One like it for a part, whose drawing is then put into another, with its origin there. */
Sheet sheet_of_part(const Sheet *sheet);
void sheet_put(const Sheet *sheet, const Drawing *part, int x, int y);

/* CSS pixels as pixels of the picture, at least one. */
int sheet_pixels(const Sheet *sheet, double length);

/* The same of plots, which may be drawn larger or smaller than all else. */
int sheet_plot(const Sheet *sheet, int length);

/* A font of so many CSS pixels, as text is measured: in 1/64 pixel. */
int sheet_font(const Sheet *sheet, double size);

/* From one line to the next, and from the middle of a line down to the base line of its capitals
   and digits; pixels of a font. */
int line_height(int font);
int middle_to_base(int font);

int sheet_text_width(const Sheet *sheet, const char *string, int font);

/* How small words look: axis words, ticks, legends. */
TextItem sheet_small(const Sheet *sheet, Align align);

/* A string that looks like that, at a point. */
void sheet_text(const Sheet *sheet, TextItem look, const char *string, int x, int y);
void sheet_fill(const Sheet *sheet, Box box, Colour colour);

/* A hairline around a box. */
void sheet_frame(const Sheet *sheet, Box inner);

/* Cells; and a single one, CELL_MASKED or the 0 of a mask. */
void sheet_cells(const Sheet *sheet, Cells cells);
void sheet_sample(const Sheet *sheet, uint8_t level, Box box);

/* A line through points; its thickness in CSS pixels. */
void sheet_stroke(const Sheet *sheet, const Point *points, int count, double thickness,
                  Colour colour);
