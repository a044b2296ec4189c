/* From a drawing to the bytes of a picture. */
#pragma once

#include "figure/drawing.h"

/* ==== raster ====
 *
 * A drawing → pixels, a band of rows at a time: a whole picture is larger than a processor's cache.
 *
 * The picture has a palette of at most 256 colours, as most figures need no more: a byte a pixel is
 * a third of the memory and of the work of compressing it. What is filled has the first choice of
 * colours and gets its exact one; the shades at the edges of letters get the nearest when the
 * palette is full. Only whole numbers
 * are computed with, so the same drawing in the same bands has the same pixels everywhere.
 */

enum { PALETTE_MOST = 256 };

/* Complete when all rows are drawn. */
typedef struct Palette {
    Colour colours[PALETTE_MOST]; /* the background first */
    int count;
} Palette;

/* Belongs to the arena, as everything that it makes; nothing fails. */
typedef struct Raster Raster;

/* The drawing must stay as it is. */
Raster *raster_new(Arena *arena, const Drawing *drawing);

/* Rows top … top + count − 1 in PNG's form, a byte before each row: its filter, 0. Into zeroed
   memory. What lies outside the drawing's size is cut off. */
void raster_draw(void *raster, int top, int count, uint8_t *rows);

const Palette *raster_palette(const Raster *raster);

/* The rows after which the stripes of masked cells come again. */
int raster_period(const Drawing *drawing);

/* ---- lines: figure/stroke.c ---- */

/* The pixels that a line can touch. */
Box stroke_extent(const Stroke *stroke);

/* How much of each pixel of an area a line covers, row after row, into zeroed memory. False when
   that is nothing. */
bool stroke_cover(const Stroke *stroke, Box area, uint8_t *coverage);

/* ==== deflate ====
 *
 * Compresses pictures made of rectangles and letters, for PNG (zlib's format, RFC 1950 and 1951).
 *
 * Most of a heatmap's row repeats the row above; zlib, which does not know that, looks at every
 * byte several times. This encoder looks for what a byte begins in four places only: one row back,
 * one period of rows back (stripes), one byte back (a run), and where the same four bytes were seen
 * last (letters).
 */

/* Rows top … top + count − 1 of a picture, one after the other, into zeroed memory. */
typedef void RowsDrawn(void *picture, int top, int count, uint8_t *rows);

/* Draws and compresses `rows` rows of `length` bytes, at most `most` at a time; stripes come again
   after `period` rows, or 0. Belongs to the arena; nothing fails. */
Bytes deflate_rows(Arena *arena, size_t length, int rows, int most, int period, RowsDrawn *draw,
                   void *picture);
