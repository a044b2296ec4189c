/* Whole pictures to test with, of what the program draws and compresses in bands. */
#pragma once

#include "figure/raster.h"

/* Pixels row after row, `stride` bytes apart, of which the one before each row is PNG's. */
typedef struct Canvas {
    int width, height;
    size_t stride;
    uint8_t *pixels;
    Colour palette[PALETTE_MOST];
    int colour_count;
} Canvas;

/* In bands of so many rows. */
Canvas *rasterise_bands(Arena *arena, const Drawing *drawing, int rows);
Canvas *rasterise(Arena *arena, const Drawing *drawing);

/* `count` rows of `length` bytes as a zlib stream, so many rows at a time. */
Bytes deflate_bands(Arena *arena, const uint8_t *rows, size_t length, size_t count, size_t period,
                    size_t band);
