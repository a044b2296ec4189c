/* Compresses pictures made of rectangles and letters, for PNG (zlib's format, RFC 1950 and 1951).
 *
 *     Deflater *deflater = deflate_begin(arena, length, most, period);
 *     for each few rows:
 *         draw(deflate_space(deflater, count));
 *         deflate_add(deflater);
 *     Bytes stream = deflate_end(deflater);
 *
 * Most of a heatmap's row repeats the row above; zlib, which does not know that, looks at every
 * byte several times. This encoder looks for what a byte begins in four places only: one row back,
 * one period of rows back (stripes), one byte back (a run), and where the same four bytes were seen
 * last (letters).
 */
#pragma once

#include "base/base.h"

/* Belongs to the arena, as everything that it makes; nothing fails. */
typedef struct Deflater Deflater;

/* Rows of `length` bytes, at most `most` at a time; stripes come again after `period` rows, or 0.
 */
Deflater *deflate_begin(Arena *arena, size_t length, size_t most, size_t period);

/* Where the next `count` rows go, one after the other: zeroed. */
uint8_t *deflate_space(Deflater *deflater, size_t count);

/* Compresses the rows there. */
void deflate_add(Deflater *deflater);

Bytes deflate_end(Deflater *deflater);
