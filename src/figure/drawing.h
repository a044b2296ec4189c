/* A figure as data: rectangles, cells, arrows, lines and texts, in the order of painting.
 *
 * Layout (figure/step.h, figure/panels.h) makes drawings, canvases (figure/raster.h) show them.
 * All lengths are whole pixels of the finished picture, so that every edge is sharp; x grows to the
 * right and y downwards. Everything, the strings too, lives in the arena.
 */
#ifndef FIGURE_DRAWING_H
#define FIGURE_DRAWING_H

#include "base/arena.h"
#include "figure/colour.h"
#include "figure/typeset.h"

typedef struct Box {
    int x, y, width, height;
} Box;

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
    const char *string;
    TextForm form;
    int size;  /* of an em, in 1/64 pixel */
    int x, y;  /* the point on the base line that `align` names */
    int angle; /* 0, 45 or 90 degrees, counter-clockwise about that point */
    Align align;
    Colour colour;
} TextItem;

/* From left to right: a shaft and a head. */
typedef struct Arrow {
    int x, y, length; /* y: the middle of the shaft */
    int thickness, head;
    Colour colour;
} Arrow;

/* A line through points, its ends and corners round; through one point it is a disc. In 1/64 pixel,
   for between the pixels is where most points of a curve lie. */
enum { STROKE_PIXEL = 64 };

typedef struct StrokePoint {
    int x, y;
} StrokePoint;

typedef struct Stroke {
    const StrokePoint *points;
    int count, thickness;
    Colour colour;
} Stroke;

typedef struct Fill {
    Box box;
    Colour colour;
} Fill;

typedef enum ItemKind { ITEM_FILL, ITEM_CELLS, ITEM_ARROW, ITEM_STROKE, ITEM_TEXT } ItemKind;

typedef struct Item {
    ItemKind kind;
    union {
        Fill fill;
        Cells cells;
        Arrow arrow;
        Stroke stroke;
        TextItem text;
    };
} Item;

typedef struct Drawing {
    Arena *arena;
    int width, height, dpi;
    Colour background;
    Item *items;
    int count, capacity;
} Drawing;

Drawing *drawing_new(Arena *arena, int dpi, Colour background);

void drawing_add(Drawing *drawing, Item item);

#endif
