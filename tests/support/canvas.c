#include "support/canvas.h"

#include "figure/raster.h"

Canvas *rasterise_bands(Arena *arena, const Drawing *drawing, int rows)
{
    size_t stride = (size_t)drawing->width + 1;
    uint8_t *bytes = arena_alloc(arena, stride * (size_t)drawing->height, 1);
    Raster *raster = raster_new(arena, drawing);
    for (int top = 0; top < drawing->height; top += rows)
        raster_draw(raster, top, smaller(rows, drawing->height - top),
                    bytes + (size_t)top * stride + 1, stride);
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

Bytes deflate_bands(Arena *arena, const uint8_t *rows, size_t length, size_t count, size_t period,
                    size_t band)
{
    Deflater *deflater = deflate_begin(arena, length, band, period);
    for (size_t at = 0; at < count; at += band) {
        size_t some = count - at < band ? count - at : band;
        memcpy(deflate_space(deflater, some), rows + at * length, some * length);
        deflate_add(deflater);
    }
    return deflate_end(deflater);
}

Bytes deflate_rows(Arena *arena, const uint8_t *rows, size_t length, size_t count)
{
    return deflate_bands(arena, rows, length, count, 0, count);
}
