#include "load/arguments.h"

#include <png.h>

enum {
    LARGEST_FILE = 64 << 20,
    MOST_PIXELS = 1 << 26,
    MOST_PATCHES = 64, /* per side */
    CHANNELS = 3       /* red, green, blue */
};

/* The mean of each channel over the pixels of a patch; the sums are integers, so their order does
   not matter. */
static void take_mean(const png_image *image, png_const_bytep pixels, int row, int col,
                      Patches grid, real *mean)
{
    size_t width = image->width, height = image->height, sums[CHANNELS] = {0}, count = 0;
    size_t rows = (size_t)grid.rows, cols = (size_t)grid.cols;
    for (size_t y = height * (size_t)row / rows; y < height * (size_t)(row + 1) / rows; y++)
        for (size_t x = width * (size_t)col / cols; x < width * (size_t)(col + 1) / cols; x++) {
            for (size_t c = 0; c < CHANNELS; c++)
                sums[c] += pixels[(y * width + x) * CHANNELS + c];
            count++;
        }
    for (int c = 0; c < CHANNELS; c++)
        mean[c] = (real)((double)sums[c] / (255.0 * (double)count));
}

/* Reads 8 bits per channel, whatever the file has, with transparency over white. */
Tensor patches_read(Arena *arena, const char *path, Patches grid)
{
    static const png_color white = {255, 255, 255};
    ENDED_BY(png_image_free) png_image image = {.version = PNG_IMAGE_VERSION};
    Bytes file = file_read(arena, path, LARGEST_FILE);
    if (!png_image_begin_read_from_memory(&image, file.data, file.size))
        fail("%s is no PNG picture", path);
    if ((size_t)image.width * image.height > MOST_PIXELS)
        fail("%s: %u × %u pixels; at most %d are read", path, image.width, image.height,
             MOST_PIXELS);
    if ((unsigned)grid.rows > image.height || (unsigned)grid.cols > image.width)
        fail_usage("--grid %dx%d: %s has %u rows of %u pixels", grid.rows, grid.cols, path,
                   image.height, image.width);
    image.format = PNG_FORMAT_RGB;
    image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB; /* 16-bit values are sRGB: no gamma conversion */
    png_bytep pixels = arena_alloc(arena, PNG_IMAGE_SIZE(image), 1);
    if (!png_image_finish_read(&image, &white, pixels, 0, NULL))
        fail("%s: a broken PNG picture: %s", path, image.message);
    Tensor colours = tensor_new(arena, grid.rows * grid.cols, CHANNELS);
    for (int i = 0; i < colours.rows; i++)
        take_mean(&image, pixels, i % grid.rows, i / grid.rows, grid, tensor_row(colours, i));
    return colours;
}

Patches patches_parse(Arena *arena, const char *text)
{
    const char *rest = text, *first = next_part(arena, &rest, "x");
    intmax_t rows, cols;
    if (!is_whole_number(first, 1, MOST_PATCHES, &rows) ||
        !is_whole_number(rest, 1, MOST_PATCHES, &cols))
        fail_usage("--grid: '%s' is not ROWSxCOLUMNS, each from 1 to %d, as in 8x8", text,
                   MOST_PATCHES);
    return (Patches){(int)rows, (int)cols};
}
