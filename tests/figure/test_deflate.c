#include "figure/raster.h"

#include "support/canvas.h"
#include "support/picture.h"
#include "support/sample.h"

#include <png.h>

/* ---- the other side: libpng, which holds the stream against its own checks ---- */

static _Noreturn void on_problem(png_structp png, png_const_charp message)
{
    (void)png;
    fail_msg("libpng: %s", message);
    abort();
}

/* A grey picture around a compressed stream. */
static Bytes wrap(Scene *scene, Bytes stream, size_t width, size_t height)
{
    Recording file;
    recording_begin(&file);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_problem, on_problem);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file.stream);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_write_chunk(png, (png_const_bytep) "IDAT", (png_const_bytep)stream.data, stream.size);
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
    png_destroy_write_struct(&png, &info);
    return recording_end(scene->arena, &file);
}

/* Rows of a picture come with a byte of PNG's before each. */
typedef struct Rows {
    size_t width, height;
    uint8_t *bytes;
} Rows;

/* Compresses, so many rows at a time, and checks that what comes out is what went in; returns its
   size. */
static size_t check_bands(Scene *scene, Rows rows, size_t period, size_t band)
{
    Bytes stream =
        deflate_bands(scene->arena, rows.bytes, rows.width + 1, rows.height, period, band);
    Picture picture = picture_read(scene, wrap(scene, stream, rows.width, rows.height));
    for (size_t y = 0; y < rows.height; y++)
        for (size_t x = 0; x < rows.width; x++)
            fail_if((picture.pixels[y * rows.width + x] & 0xff) !=
                        rows.bytes[y * (rows.width + 1) + 1 + x],
                    "%zu × %zu: (%zu, %zu) differs", rows.width, rows.height, x, y);
    return stream.size;
}

static size_t check(Scene *scene, Rows rows)
{
    return check_bands(scene, rows, 0, rows.height);
}

/* ---- what is compressed ---- */

static uint32_t next_random(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 16;
}

typedef uint8_t Pattern(size_t x, size_t y, uint32_t *random);

static uint8_t blank(size_t x, size_t y, uint32_t *random)
{
    (void)x, (void)y, (void)random;
    return 0;
}

/* The sums of the checksum are as large as can be. */
static uint8_t largest(size_t x, size_t y, uint32_t *random)
{
    (void)x, (void)y, (void)random;
    return 255;
}

static uint8_t first_of_row(size_t x, size_t y, uint32_t *random)
{
    (void)random;
    return x ? 0 : (uint8_t)(y * 40 + 9);
}

static uint8_t three_values(size_t x, size_t y, uint32_t *random)
{
    (void)x, (void)y;
    return (uint8_t)(next_random(random) % 3);
}

static uint8_t noise(size_t x, size_t y, uint32_t *random)
{
    (void)x, (void)y;
    return (uint8_t)next_random(random);
}

static uint8_t steps(size_t x, size_t y, uint32_t *random)
{
    (void)random;
    return (uint8_t)(x / 1000 + (y == 3));
}

/* Noise here and there, and between it stripes at 45° that come again after ten rows. */
static uint8_t striped(size_t x, size_t y, uint32_t *random)
{
    return x < 20 && y % 50 < 9 ? (uint8_t)next_random(random) : (x + y) % 10 < 2;
}

static Rows drawn(Scene *scene, Pattern *pattern, size_t width, size_t height)
{
    Rows rows = {width, height, arena_alloc(scene->arena, (width + 1) * height, 1)};
    uint32_t random = 7;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            rows.bytes[y * (width + 1) + 1 + x] = pattern(x, y, &random);
    return rows;
}

/* ---- tests ---- */

/* Around the longest match, and with rows wider than the window. */
TEST(every_pattern_comes_back)
{
    static const struct {
        Pattern *pattern;
        size_t width, height, most; /* most: its size */
    } cases[] = {
        {noise, 1, 1, 100},          {blank, 3000, 2000, 3000 * 2000 / 100},
        {largest, 1000, 500, 5000},  {noise, 700, 600, 700 * 676},
        {steps, 32766, 5, SIZE_MAX}, {steps, 32767, 5, SIZE_MAX},
        {steps, 32768, 5, SIZE_MAX}, {steps, 32769, 5, SIZE_MAX},
        {steps, 70000, 5, SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(check(scene, drawn(scene, cases[i].pattern, cases[i].width, cases[i].height)) <
                    cases[i].most);
    for (size_t width = 1; width < 40; width++)
        for (size_t height = 1; height < 12; height++)
            check(scene, drawn(scene, three_values, width, height));
    for (size_t width = 250; width < 530; width++)
        check(scene, drawn(scene, first_of_row, width, 4));
}

TEST(rectangles_stripes_and_repeats_come_back)
{
    enum { WIDTH = 500, HEIGHT = 400 };
    uint32_t random = 5;
    for (int round = 0; round < 30; round++) {
        Rows rows = drawn(scene, blank, WIDTH, HEIGHT);
        for (int i = 0; i < 40; i++) {
            size_t x0 = next_random(&random) % WIDTH, y0 = next_random(&random) % HEIGHT;
            size_t x1 = x0 + next_random(&random) % (WIDTH - x0);
            size_t y1 = y0 + next_random(&random) % (HEIGHT - y0);
            unsigned period = next_random(&random) % 9, colour = next_random(&random);
            for (size_t y = y0; y < y1; y++)
                for (size_t x = x0; x < x1; x++)
                    rows.bytes[y * (WIDTH + 1) + 1 + x] =
                        (uint8_t)(colour + (period ? (x + y) % (period + 1) : 0));
        }
        check(scene, rows);
    }
}

TEST(rows_come_back_however_few_are_added_at_a_time)
{
    enum { HEIGHT = 300 }; /* six windows */
    Rows rows = drawn(scene, striped, 700, HEIGHT);
    for (size_t band = 1; band <= HEIGHT; band += 1 + band / 2)
        check_bands(scene, rows, 10, band);
    assert_true(check_bands(scene, rows, 10, 50) < check_bands(scene, rows, 0, 50));
    check_bands(scene, drawn(scene, striped, 4000, 40), 10, 7); /* beyond the window */
}
