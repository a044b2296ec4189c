#include "write/formats.h"

#include "figure/raster.h"

#include <png.h>

enum { BAND_SIZE = 1 << 17, TEXTS_ROOM = 1 << 12 };

static _Noreturn void on_error(UNUSED png_structp png, png_const_charp message)
{
    fail("PNG: %s", message);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t size)
{
    text_add_bytes(png_get_io_ptr(png), (const char *)bytes, size);
}

static bool is_ascii(const char *text)
{
    while (*text && !(*text & 0x80))
        text++;
    return !*text;
}

/* tEXt chunks are Latin-1, which includes ASCII; iTXt chunks are UTF-8. */
static void set_texts(png_structp png, png_infop info, const FigureInfo *texts)
{
    const char *const pairs[][2] = {{"Title", texts->title},
                                    {"Description", texts->description},
                                    {"Command", texts->command},
                                    {"Comment", texts->comment},
                                    {"Software", "attnviz " ATTNVIZ_VERSION}};
    for (int i = 0; i < COUNT_OF(pairs); i++) {
        const char *text = pairs[i][1];
        if (!text || !*text)
            continue;
        png_text entry = {.compression = is_ascii(text) ? PNG_TEXT_COMPRESSION_NONE
                                                        : PNG_ITXT_COMPRESSION_NONE,
                          .key = (png_charp)(uintptr_t)pairs[i][0], /* it reads and copies them */
                          .text = (png_charp)(uintptr_t)text};
        png_set_text(png, info, &entry, 1);
    }
}

static void set_header(png_structp png, png_infop info, const Drawing *drawing,
                       const Palette *palette)
{
    png_color colours[PALETTE_MOST];
    png_uint_32 per_metre = (png_uint_32)((drawing->dpi * 10000 + 127) / 254);
    for (int i = 0; i < palette->count; i++) {
        Channels c = colour_channels(palette->colours[i]);
        colours[i] = (png_color){(png_byte)c.red, (png_byte)c.green, (png_byte)c.blue};
    }
    png_set_IHDR(png, info, (png_uint_32)drawing->width, (png_uint_32)drawing->height, 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, colours, palette->count);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
}

/* Each band is drawn and compressed while it is in the cache. The pixels are compressed already, so
 * IDAT and IEND are written as raw chunks. */
Bytes png_encode(const Drawing *drawing, Arena *arena, Arena *scratch)
{
    Raster *raster = drawing->raster ? drawing->raster : raster_new(scratch, drawing);
    size_t length = (size_t)drawing->width + 1;
    int most = larger(1, (int)(BAND_SIZE / length));
    Bytes pixels = deflate_rows(scratch, length, drawing->height, most, raster_period(drawing),
                                raster_draw, raster);
    size_t room = pixels.size + TEXTS_ROOM; /* long texts take more */
    Text file = {.arena = arena, .data = arena_alloc_unset(arena, room, 1), .capacity = room};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info)
        on_error(png, "libpng does not start");
    png_set_write_fn(png, &file, on_write, NULL); /* libpng's default flush expects a FILE */
    set_header(png, info, drawing, raster_palette(raster));
    set_texts(png, info, &drawing->info);
    png_write_info(png, info);
    png_write_chunk(png, (png_const_bytep) "IDAT", (png_const_bytep)pixels.data, pixels.size);
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
    png_destroy_write_struct(&png, &info);
    return (Bytes){file.data, file.length};
}

/* The mark that identifies our files is one of its text chunks. */
const Format format_png = {
    .files = {".png", "Software\0attnviz ", 17, ANYWHERE}, .encode = png_encode, .is_raster = true};
