#include "support/canvas.h"

#include "figure/raster.h"

Canvas *rasterise_bands(Arena *arena, const Drawing *drawing, int rows)
{
    size_t stride = (size_t)drawing->width + 1;
    uint8_t *bytes = arena_alloc(arena, stride * (size_t)drawing->height, 1);
    Raster *raster = raster_new(arena, drawing);
    for (int top = 0; top < drawing->height; top += rows)
        raster_draw(raster, top, smaller(rows, drawing->height - top),
                    bytes + (size_t)top * stride);
    Canvas *canvas = arena_alloc(arena, 1, sizeof *canvas);
    *canvas = (Canvas){.width = drawing->width,
                       .height = drawing->height,
                       .stride = stride,
                       .pixels = bytes + 1,
                       .colour_count = raster_palette(raster)->count};
    memcpy(canvas->palette, raster_palette(raster)->colours, sizeof canvas->palette);
    return canvas;
}

Canvas *rasterise(Arena *arena, const Drawing *drawing)
{
    return rasterise_bands(arena, drawing, drawing->height);
}

typedef struct Source {
    const uint8_t *rows;
    size_t length;
} Source;

static void copy_rows(void *picture, int top, int count, uint8_t *rows)
{
    const Source *source = picture;
    memcpy(rows, source->rows + (size_t)top * source->length, (size_t)count * source->length);
}

Bytes deflate_bands(Arena *arena, const uint8_t *rows, size_t length, size_t count, size_t period,
                    size_t band)
{
    return deflate_rows(arena, length, (int)count, (int)band, (int)period, copy_rows,
                        &(Source){rows, length});
}
