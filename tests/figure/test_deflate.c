#include "figure/deflate.h"

#include "base/text.h"
#include "support/canvas.h"
#include "support/scene.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

/* ---- the other side: libpng, which holds the stream against its own checks ---- */

typedef struct Stream {
    const char *data;
    size_t size, used;
} Stream;

static void on_read(png_structp png, png_bytep out, size_t size)
{
    Stream *stream = png_get_io_ptr(png);
    if (size > stream->size - stream->used)
        png_error(png, "the stream ends early");
    memcpy(out, stream->data + stream->used, size);
    stream->used += size;
}

static void on_write(png_structp png, png_bytep bytes, size_t size)
{
    text_add_bytes(png_get_io_ptr(png), (const char *)bytes, size);
}

static void on_flush(png_structp png)
{
    (void)png;
}

static _Noreturn void on_problem(png_structp png, png_const_charp message)
{
    (void)png;
    fail_msg("libpng: %s", message);
    abort();
}

/* A grey picture around a compressed stream. */
static Text wrap(Scene *scene, Bytes stream, size_t width, size_t height)
{
    Text file = text_new(scene->arena);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_problem, on_problem);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &file, on_write, on_flush);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_write_chunk(png, (png_const_bytep) "IDAT", (png_const_bytep)stream.data, stream.size);
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
    png_destroy_write_struct(&png, &info);
    return file;
}

static void check_rows(Text file, const uint8_t *rows, size_t width, size_t height)
{
    Stream stream = {file.data, file.length, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_problem, on_problem);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &stream, on_read);
    png_read_info(png, info);
    uint8_t *row = malloc(width);
    assert_non_null(row);
    for (size_t y = 0; y < height; y++) {
        png_read_row(png, row, NULL);
        assert_memory_equal(row, rows + y * (width + 1) + 1, width);
    }
    png_read_end(png, info);
    free(row);
    png_destroy_read_struct(&png, &info, NULL);
}

/* Rows of a picture come with a byte of PNG's before each. */
static uint8_t *rows_new(Scene *scene, size_t width, size_t height)
{
    return arena_alloc(scene->arena, (width + 1) * height, 1);
}

/* Compresses, and checks that what comes out is what went in; returns its size. */
static size_t check(Scene *scene, const uint8_t *rows, size_t width, size_t height)
{
    Bytes stream = deflate_rows(scene->arena, rows, width + 1, height);
    check_rows(wrap(scene, stream, width, height), rows, width, height);
    return stream.size;
}

static uint32_t next_random(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 16;
}

/* ---- tests ---- */

static void the_smallest_picture_comes_back(void **state)
{
    Scene *scene = *state;
    uint8_t *rows = rows_new(scene, 1, 1);
    rows[1] = 200;
    check(scene, rows, 1, 1);
}

static void pictures_of_all_small_sizes_come_back(void **state)
{
    Scene *scene = *state;
    uint32_t random = 3;
    for (size_t width = 1; width < 40; width++)
        for (size_t height = 1; height < 12; height++) {
            uint8_t *rows = rows_new(scene, width, height);
            for (size_t y = 0; y < height; y++)
                for (size_t x = 0; x < width; x++)
                    rows[y * (width + 1) + 1 + x] = (uint8_t)(next_random(&random) % 3);
            check(scene, rows, width, height);
        }
}

static void a_blank_picture_takes_hardly_any_room(void **state)
{
    Scene *scene = *state;
    assert_true(check(scene, rows_new(scene, 3000, 2000), 3000, 2000) < 3000 * 2000 / 100);
}

static void noise_comes_back_and_hardly_grows(void **state)
{
    Scene *scene = *state;
    enum { WIDTH = 700, HEIGHT = 600 };
    uint8_t *rows = rows_new(scene, WIDTH, HEIGHT);
    uint32_t random = 1;
    for (size_t y = 0; y < HEIGHT; y++)
        for (size_t x = 0; x < WIDTH; x++)
            rows[y * (WIDTH + 1) + 1 + x] = (uint8_t)next_random(&random);
    assert_true(check(scene, rows, WIDTH, HEIGHT) < WIDTH * HEIGHT * 101 / 100);
}

static void rectangles_stripes_and_repeats_come_back(void **state)
{
    Scene *scene = *state;
    enum { WIDTH = 500, HEIGHT = 400 };
    uint32_t random = 5;
    for (int round = 0; round < 30; round++) {
        uint8_t *rows = rows_new(scene, WIDTH, HEIGHT);
        for (int i = 0; i < 40; i++) {
            size_t x0 = next_random(&random) % WIDTH, y0 = next_random(&random) % HEIGHT;
            size_t x1 = x0 + next_random(&random) % (WIDTH - x0);
            size_t y1 = y0 + next_random(&random) % (HEIGHT - y0);
            unsigned period = next_random(&random) % 9, colour = next_random(&random);
            for (size_t y = y0; y < y1; y++)
                for (size_t x = x0; x < x1; x++)
                    rows[y * (WIDTH + 1) + 1 + x] =
                        (uint8_t)(colour + (period ? (x + y) % (period + 1) : 0));
        }
        check(scene, rows, WIDTH, HEIGHT);
    }
}

/* Counts like Fibonacci's make Huffman's tree as deep as it can be: deeper than the format lets
   it be. */
static void the_most_uneven_counts_come_back(void **state)
{
    Scene *scene = *state;
    enum { WIDTH = 1000, HEIGHT = 300, SYMBOLS = 24 };
    uint8_t *rows = rows_new(scene, WIDTH, HEIGHT);
    uint32_t random = 11;
    for (size_t y = 0; y < HEIGHT; y++)
        for (size_t x = 0; x < WIDTH; x++) {
            uint32_t bits = next_random(&random) << 16 | next_random(&random);
            int symbol = 0;
            while (symbol < SYMBOLS && (bits >> symbol & 1))
                symbol++;
            rows[y * (WIDTH + 1) + 1 + x] = (uint8_t)(symbol * 7);
        }
    check(scene, rows, WIDTH, HEIGHT);
}

static void rows_wider_than_the_window_come_back(void **state)
{
    Scene *scene = *state;
    const size_t widths[] = {32766, 32767, 32768, 32769, 70000};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        uint8_t *rows = rows_new(scene, widths[i], 5);
        for (size_t y = 0; y < 5; y++)
            for (size_t x = 0; x < widths[i]; x++)
                rows[y * (widths[i] + 1) + 1 + x] = (uint8_t)(x / 1000 + (y == 3));
        check(scene, rows, widths[i], 5);
    }
}

static void lengths_around_the_longest_match_come_back(void **state)
{
    Scene *scene = *state;
    for (size_t width = 250; width < 530; width++) {
        uint8_t *rows = rows_new(scene, width, 4);
        for (size_t y = 0; y < 4; y++)
            rows[y * (width + 1) + 1] = (uint8_t)(y * 40 + 9); /* then a run of zeros */
        check(scene, rows, width, 4);
    }
}

/* Noise here and there, and between it stripes at 45° that come again after ten rows. */
static uint8_t *striped_rows(Scene *scene, size_t width, size_t height)
{
    uint8_t *rows = rows_new(scene, width, height);
    uint32_t random = 7;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            rows[y * (width + 1) + 1 + x] =
                x < 20 && y % 50 < 9 ? (uint8_t)next_random(&random) : (x + y) % 10 < 2;
    return rows;
}

static void rows_come_back_however_few_are_added_at_a_time(void **state)
{
    Scene *scene = *state;
    enum { WIDTH = 700, HEIGHT = 300 }; /* six windows */
    uint8_t *rows = striped_rows(scene, WIDTH, HEIGHT);
    for (size_t band = 1; band <= HEIGHT; band += 1 + band / 2) {
        Bytes stream = deflate_bands(scene->arena, rows, WIDTH + 1, HEIGHT, 10, band);
        check_rows(wrap(scene, stream, WIDTH, HEIGHT), rows, WIDTH, HEIGHT);
    }
}

static void a_period_that_is_known_saves_room(void **state)
{
    Scene *scene = *state;
    enum { WIDTH = 700, HEIGHT = 300 };
    uint8_t *rows = striped_rows(scene, WIDTH, HEIGHT);
    Bytes with = deflate_bands(scene->arena, rows, WIDTH + 1, HEIGHT, 10, 50);
    Bytes without = deflate_bands(scene->arena, rows, WIDTH + 1, HEIGHT, 0, 50);
    assert_true(with.size < without.size);
}

static void a_period_beyond_the_window_comes_back(void **state)
{
    Scene *scene = *state;
    enum { WIDTH = 4000, HEIGHT = 40 };
    uint8_t *rows = striped_rows(scene, WIDTH, HEIGHT);
    Bytes stream = deflate_bands(scene->arena, rows, WIDTH + 1, HEIGHT, 10, 7);
    check_rows(wrap(scene, stream, WIDTH, HEIGHT), rows, WIDTH, HEIGHT);
}

static void the_same_rows_give_the_same_bytes(void **state)
{
    Scene *scene = *state;
    uint8_t *rows = rows_new(scene, 300, 300);
    for (size_t i = 0; i < 300; i++)
        memset(rows + i * 301 + 1, (int)(i / 7), i);
    Bytes once = deflate_rows(scene->arena, rows, 301, 300);
    Bytes again = deflate_rows(scene->arena, rows, 301, 300);
    assert_int_equal(once.size, again.size);
    assert_memory_equal(once.data, again.data, once.size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_picture_comes_back),
        cmocka_unit_test(pictures_of_all_small_sizes_come_back),
        cmocka_unit_test(a_blank_picture_takes_hardly_any_room),
        cmocka_unit_test(noise_comes_back_and_hardly_grows),
        cmocka_unit_test(rectangles_stripes_and_repeats_come_back),
        cmocka_unit_test(the_most_uneven_counts_come_back),
        cmocka_unit_test(rows_wider_than_the_window_come_back),
        cmocka_unit_test(lengths_around_the_longest_match_come_back),
        cmocka_unit_test(rows_come_back_however_few_are_added_at_a_time),
        cmocka_unit_test(a_period_that_is_known_saves_room),
        cmocka_unit_test(a_period_beyond_the_window_comes_back),
        cmocka_unit_test(the_same_rows_give_the_same_bytes),
    };
    return run_scenes(tests);
}
