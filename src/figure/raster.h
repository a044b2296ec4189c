/* A drawing → pixels.
 *
 * The canvas has a palette of at most 256 colours, as most figures need no more: a byte a pixel is
 * a third of the memory and of the work of compressing it. What is filled gets its exact colour;
 * the shades at the edges of letters get the nearest when the palette is full. Only whole numbers
 * are computed with, so the same drawing has the same pixels everywhere.
 */
#ifndef FIGURE_RASTER_H
#define FIGURE_RASTER_H

#include "figure/drawing.h"

enum { PALETTE_MOST = 256 };

/* Pixels row after row, `stride` bytes apart, of which the one before each row is 0: a picture in
   PNG's form without a copy. Belongs to the arena. */
typedef struct Canvas {
    int width, height;
    size_t stride; /* width + 1 */
    uint8_t *pixels;
    Colour palette[PALETTE_MOST];
    int colour_count;
} Canvas;

/* What lies outside the drawing's size is cut off. */
Canvas *rasterise(Arena *arena, Typesetter *typesetter, const Drawing *drawing);

#endif
