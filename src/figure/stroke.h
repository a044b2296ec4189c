/* A line through points → how much of each pixel it covers.
 *
 * Whole numbers only, so that the pixels are the same on every machine. A pixel's coverage follows
 * from its middle's distance to the nearest part of the line; where the line crosses or touches
 * itself nothing is counted twice.
 */
#ifndef FIGURE_STROKE_H
#define FIGURE_STROKE_H

#include "figure/drawing.h"

/* A line is cut into pieces side by side, each as high as the line is there: the box around all of
   a curve would be mostly empty. */
typedef struct StrokePiece {
    GlyphImage image;
    int x, y; /* of its upper left pixel */
    const struct StrokePiece *next;
} StrokePiece;

/* The first piece, NULL if none lies in a picture of this size. Belongs to the arena. */
const StrokePiece *stroke_pieces(Arena *arena, const Stroke *stroke, int width, int height);

#endif
