#include "write/figures.h"

#include "base/number.h"
#include "base/version.h"
#include "figure/deflate.h"
#include "figure/figure.h"
#include "figure/raster.h"
#include "tensor/processor.h"

#include <png.h>
#include <stdatomic.h>

/* ---- one file ---- */

enum { BAND_SIZE = 1 << 17 };

/* libpng reports a failure by a jump out of it. */
static _Noreturn void on_error(png_structp png, png_const_charp message)
{
    fail(png_get_error_ptr(png), "PNG: %s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t size)
{
    fwrite(bytes, 1, size, png_get_io_ptr(png)); /* a failure stays in the stream */
}

static void on_flush(png_structp png)
{
    (void)png;
}

static bool is_ascii(const char *text)
{
    while (*text && !(*text & 0x80))
        text++;
    return !*text;
}

/* tEXt is Latin-1, which ASCII is too; iTXt is UTF-8. */
static void set_texts(png_structp png, png_infop info, const FigureInfo *texts)
{
    const char *const pairs[][2] = {{"Title", texts->title},
                                    {"Description", texts->description},
                                    {"Command", texts->command},
                                    {"Comment", texts->comment},
                                    {"Software", "attnviz " ATTNVIZ_VERSION}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
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

/* The picture in PNG's form, a byte before each row: its filter, 0. Each band is drawn and
   compressed while it is in the processor's cache. */
static Bytes compress(Raster *raster, const Drawing *drawing, Arena *scratch)
{
    size_t stride = (size_t)drawing->width + 1;
    int most = larger(1, (int)(BAND_SIZE / stride));
    Deflater *deflater = deflate_begin(scratch, stride, (size_t)raster_period(drawing));
    for (int top = 0; top < drawing->height; top += most) {
        int count = smaller(most, drawing->height - top);
        raster_draw(raster, top, count, deflate_space(deflater, (size_t)count) + 1, stride);
        deflate_add(deflater);
    }
    return deflate_end(deflater);
}

/* The file around pixels that are compressed already, and so IDAT and IEND are written as they
   are. */
static bool write_file(FILE *file, const Drawing *drawing, const Palette *palette, Bytes pixels,
                       const FigureInfo *texts, Error *error)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, error, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool started = info || fail(error, "PNG: libpng does not start");
    bool written = started && setjmp(png_jmpbuf(png)) == 0;
    if (written) {
        png_set_write_fn(png, file, on_write, on_flush);
        set_header(png, info, drawing, palette);
        set_texts(png, info, texts);
        png_write_info(png, info);
        png_write_chunk(png, (png_const_bytep) "IDAT", (png_const_bytep)pixels.data, pixels.size);
        png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
    }
    png_destroy_write_struct(&png, &info);
    return written;
}

bool png_write(FILE *file, const Drawing *drawing, const FigureInfo *info, Arena *scratch,
               Error *error)
{
    Raster *raster = raster_new(scratch, drawing);
    Bytes pixels = compress(raster, drawing, scratch);
    return write_file(file, drawing, raster_palette(raster), pixels, info, error);
}

/* ---- all figures of a document ---- */

/* A figure in the making; its arena is used again for the next. */
typedef struct Figure {
    const Block *block;
    Arena *scratch;
    Drawing *drawing;
    Raster *raster;
    Bytes pixels;
} Figure;

enum { ABREAST = 2 }; /* figures a thread, so that one that is soon done takes another */

/* What the figures of a document share. */
typedef struct Run {
    const Document *document;
    const WriteOptions *options;
    Typesetter *typesetter;
    Figure figures[ABREAST * MAX_THREADS];
    int count;
    atomic_int next; /* to be drawn */
} Run;

/* Laid out and its text set: on one thread, for all share the typesetter. */
static void begin_figure(Run *run, const Block *block)
{
    Figure *f = &run->figures[run->count++];
    arena_reset(f->scratch);
    f->block = block;
    f->drawing =
        figure_drawing(f->scratch, run->typesetter, run->options->figure, run->document, block);
    f->raster = raster_new(f->scratch, f->drawing);
}

/* Pixels, for which nothing is shared: a thread takes the next figure until there is none. */
static void draw_share(const void *job, int part, int parts)
{
    Run *run = (Run *)(uintptr_t)job;
    (void)part, (void)parts;
    for (int i; (i = run->next++) < run->count;) {
        Figure *f = &run->figures[i];
        f->pixels = compress(f->raster, f->drawing, f->scratch);
    }
}

static bool end_figure(const Run *run, const Figure *f, Folder *folder, Error *error)
{
    FILE *file = folder_begin(folder, figure_file(run->document, f->block, "png"), error);
    FigureInfo info =
        figure_info(f->scratch, run->document, f->block, run->options->figure->precision);
    return file &&
           write_file(file, f->drawing, raster_palette(f->raster), f->pixels, &info, error) &&
           folder_end(folder, error);
}

/* Those that are begun, in their order. */
static bool write_begun(Run *run, Folder *folder, Error *error)
{
    run->next = 0;
    run_shares(draw_share, run, smaller(thread_limit(), larger(1, run->count)));
    for (int i = 0; i < run->count; i++)
        if (!end_figure(run, &run->figures[i], folder, error))
            return false;
    run->count = 0;
    return true;
}

static bool write_figures(Run *run, Folder *folder, Error *error)
{
    int abreast = ABREAST * thread_limit();
    for (int i = 0; i < run->document->count; i++) {
        const Block *block = &run->document->blocks[i];
        if (block->kind == BLOCK_FIGURE)
            begin_figure(run, block);
        if (run->count == abreast && !write_begun(run, folder, error))
            return false;
    }
    return write_begun(run, folder, error);
}

static bool write_all(const Document *document, const WriteOptions *options, Folder *folder,
                      Error *error)
{
    Arena *kept = arena_new(); /* for all figures */
    Font *font = font_open(kept, options->figure->font, error);
    bool written = false;
    if (font) {
        Run run = {
            .document = document, .options = options, .typesetter = typesetter_new(kept, font)};
        for (int i = 0; i < ABREAST * MAX_THREADS; i++)
            run.figures[i].scratch = arena_new();
        written = write_figures(&run, folder, error);
        font_warn(font, options->warnings);
        font_close(font);
        for (int i = 0; i < ABREAST * MAX_THREADS; i++)
            arena_free(run.figures[i].scratch);
    }
    arena_free(kept);
    return written;
}

/* The mark is one of its texts. */
const Format format_png = {.files = {".png", "Software\0attnviz ", 17, ANYWHERE},
                           .write_all = write_all};
