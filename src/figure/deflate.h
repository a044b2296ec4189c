/* Compresses pictures made of rectangles and letters, for PNG (zlib's format, RFC 1950 and 1951).
 *
 * Most rows of a heatmap repeat the row above; zlib, which does not know that, looks at every byte
 * several times. This encoder asks first whether a row is the one above, and otherwise looks for
 * what a byte begins in four places only: one byte back (a run), one row back (what is above), a
 * row less one byte back (stripes at 45°), and where the same four bytes were seen last (letters).
 */
#ifndef FIGURE_DEFLATE_H
#define FIGURE_DEFLATE_H

#include "base/file.h"

#include <stdint.h>

/* `count` rows of `length` bytes, one after the other. The result lives in the arena; nothing
   fails. */
Bytes deflate_rows(Arena *arena, const uint8_t *rows, size_t length, size_t count);

#endif
