/* From a drawing to pixels, and from pixels to compressed bytes. */
#pragma once

#include "figure/drawing.h"

/* ==== raster ====
 *
 * A drawing → pixels, a band of rows at a time, as a whole picture does not fit into the cache.
 *
 * The picture has a palette of at most 256 colours, enough for most figures: a byte per pixel is a
 * third of the memory and of the compression work. Fills come first and get their exact colours;
 * antialiased edges get the nearest colour once the palette is full. All arithmetic is integer, so
 * the same drawing in the same bands has the same pixels everywhere.
 */

enum { PALETTE_MOST = 256 };

/* The unit of what lies between pixels. */
enum { PIXEL = STROKE_PIXEL };

/* Complete when all rows are drawn. */
typedef struct Palette {
    Colour colours[PALETTE_MOST]; /* the background first */
    int count;
} Palette;

/* Belongs to the arena, like everything it allocates; nothing fails. */
typedef struct Raster Raster;

/* The drawing must not change while the raster is in use. */
Raster *raster_new(Arena *arena, const Drawing *drawing);

/* Draws rows top … top + count − 1 into zeroed memory, in PNG's form: each row is preceded by its
   filter byte, 0. Everything is clipped to the drawing. */
void raster_draw(void *raster, int top, int count, uint8_t *rows);

const Palette *raster_palette(const Raster *raster);

/* The vertical period of the stripes of masked cells, in rows. */
int raster_period(const Drawing *drawing);

/* ---- lines: figure/stroke.c ---- */

/* The pixels that a line can touch. */
Box stroke_extent(const Stroke *stroke);

/* Writes a line's coverage of each pixel of an area, row-major, into zeroed memory. False if the
   line misses the area. */
bool stroke_cover(const Stroke *stroke, Box area, uint8_t *coverage);

/* ==== deflate ====
 *
 * Compresses pictures of rectangles and letters for PNG (zlib format, RFC 1950 and 1951).
 *
 * Most of a heatmap's row repeats the row above; zlib does not know that and examines every byte
 * several times. This encoder tries four distances only: one row back, one period of rows back
 * (stripes), one byte back (a run), and the last place with the same four bytes (letters).
 */

/* Draws rows top … top + count − 1 of a picture into zeroed memory. */
typedef void RowsDrawn(void *picture, int top, int count, uint8_t *rows);

/* Draws and compresses `rows` rows of `length` bytes, at most `most` at a time. period: of the
   stripes in rows, or 0. The result belongs to the arena; nothing fails. */
Bytes deflate_rows(Arena *arena, size_t length, int rows, int most, int period, RowsDrawn *draw,
                   void *picture);
