#include "write/png.h"

#include "base/number.h"
#include "base/utf8.h"
#include "base/version.h"
#include "figure/bars.h"
#include "figure/deflate.h"
#include "figure/panels.h"
#include "figure/plot.h"
#include "figure/raster.h"
#include "figure/sheet.h"
#include "figure/step.h"
#include "trace/formula.h"
#include "write/names.h"

#include <png.h>
#include <string.h>

/* ---- one file ---- */

enum { MOST_TEXTS = 5, MESSAGE_SIZE = 128, BAND_SIZE = 1 << 17 };

/* What libpng is given; it reports a failure by a jump out of it. */
typedef struct Picture {
    FILE *file;
    png_structp png;
    png_infop info;
    const Drawing *drawing;
    const Palette *palette;
    png_text texts[MOST_TEXTS];
    int text_count;
    Bytes pixels; /* compressed */
    char message[MESSAGE_SIZE];
} Picture;

static _Noreturn void on_error(png_structp png, png_const_charp message)
{
    Picture *picture = png_get_error_ptr(png);
    snprintf(picture->message, sizeof picture->message, "%s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t size)
{
    Picture *picture = png_get_io_ptr(png);
    fwrite(bytes, 1, size, picture->file); /* a failure stays in the stream */
}

static void on_flush(png_structp png)
{
    (void)png;
}

static void set_palette(Picture *p)
{
    png_color palette[PALETTE_MOST];
    for (int i = 0; i < p->palette->count; i++) {
        Colour c = p->palette->colours[i];
        palette[i] = (png_color){c.red, c.green, c.blue};
    }
    png_set_PLTE(p->png, p->info, palette, p->palette->count);
}

/* The pixels are compressed already, and so IDAT and IEND are written as they are. */
static bool write_chunks(Picture *p)
{
    if (setjmp(png_jmpbuf(p->png)))
        return false;
    png_uint_32 per_metre = (png_uint_32)((p->drawing->dpi * 10000 + 127) / 254);
    png_set_write_fn(p->png, p, on_write, on_flush);
    png_set_IHDR(p->png, p->info, (png_uint_32)p->drawing->width, (png_uint_32)p->drawing->height,
                 8, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    set_palette(p);
    png_set_sRGB(p->png, p->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_pHYs(p->png, p->info, per_metre, per_metre, PNG_RESOLUTION_METER);
    png_set_text(p->png, p->info, p->texts, p->text_count);
    png_write_info(p->png, p->info);
    png_write_chunk(p->png, (png_const_bytep) "IDAT", (png_const_bytep)p->pixels.data,
                    p->pixels.size);
    png_write_chunk(p->png, (png_const_bytep) "IEND", NULL, 0);
    return true;
}

static bool is_ascii(const char *text)
{
    while (*text && !(*text & 0x80))
        text++;
    return !*text;
}

/* tEXt is Latin-1, which ASCII is too; iTXt is UTF-8. */
static void add_text(Picture *p, const char *key, const char *text)
{
    if (!text || !*text)
        return;
    png_text *out = &p->texts[p->text_count++];
    *out = (png_text){.compression =
                          is_ascii(text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE,
                      .key = (png_charp)(uintptr_t)key, /* libpng reads and copies them */
                      .text = (png_charp)(uintptr_t)text};
}

static bool write_picture(Picture *p)
{
    p->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
    p->info = p->png ? png_create_info_struct(p->png) : NULL;
    if (!p->info)
        snprintf(p->message, sizeof p->message, "libpng does not start");
    bool written = p->info && write_chunks(p);
    png_destroy_write_struct(&p->png, &p->info);
    return written;
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

bool png_write(FILE *file, const Drawing *drawing, Typesetter *typesetter, const PngInfo *info,
               Arena *scratch, Error *error)
{
    Raster *raster = raster_new(scratch, typesetter, drawing);
    Picture p = {.file = file, .drawing = drawing, .palette = raster_palette(raster)};
    p.pixels = compress(raster, drawing, scratch);
    add_text(&p, "Title", info->title);
    add_text(&p, "Description", info->description);
    add_text(&p, "Command", info->command);
    add_text(&p, "Comment", info->comment);
    add_text(&p, "Software", "attnviz " ATTNVIZ_VERSION);
    return write_picture(&p) || fail(error, "PNG: %s", p.message);
}

/* ---- the command ---- */

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./,:@%";
    return *word && strspn(word, plain) == strlen(word);
}

static bool is_printable(const char *word)
{
    size_t size = strlen(word);
    if (utf8_valid_length(word, size) != size)
        return false;
    for (const char *c = word; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return false;
    return true;
}

/* 'it'\''s' */
static void add_quoted(Text *out, const char *word)
{
    text_add(out, "'");
    for (; *word; word++)
        if (*word == '\'')
            text_add(out, "'\\''");
        else
            text_add_bytes(out, word, 1);
    text_add(out, "'");
}

/* $'\x1b[1m': every byte that is not plain as its number, as bash, zsh and ksh read it. */
static void add_escaped(Text *out, const char *word)
{
    text_add(out, "$'");
    for (; *word; word++)
        if ((unsigned char)*word < 0x20 || (unsigned char)*word >= 0x7f || strchr("'\\", *word))
            text_format(out, "\\x%02x", (unsigned char)*word);
        else
            text_add_bytes(out, word, 1);
    text_add(out, "'");
}

const char *shell_command(Arena *arena, int argc, const char *const *argv)
{
    Text out = text_new(arena);
    for (int i = 0; i < argc; i++) {
        text_add(&out, i ? " " : "");
        if (is_plain(argv[i]))
            text_add(&out, argv[i]);
        else if (is_printable(argv[i]))
            add_quoted(&out, argv[i]);
        else
            add_escaped(&out, argv[i]);
    }
    return out.data;
}

/* ---- all figures of a trace ---- */

enum { BARS_TOLD = 12, CURVE_DIGITS = 6 };

typedef struct Run {
    const Trace *trace;
    const FigureStyle *style;
    Folder *folder;
    const char *command;
    Typesetter *typesetter;
    Arena *scratch; /* of one figure */
} Run;

/* For those who cannot see the picture; safe to show, as notes are but titles need not be. */
static const char *visible(Arena *arena, const char *description)
{
    Text out = text_new(arena);
    text_add_visible(&out, description);
    return out.data;
}

static void describe_cells(Text *out, const Step *step)
{
    text_format(out, "Heatmap of %d × %d cells, a row for each %s, a column for each %s.",
                step->rows.count, step->cols.count, step->rows.name, step->cols.name);
}

static void describe_bar(Text *out, const Step *step, int i, int precision)
{
    bool list = bars_are_list(step);
    int row = list ? i : 0, col = list ? 0 : i;
    char number[NUMBER_SIZE];
    plot_number(number, step, row, col, precision);
    text_format(out, "%s%s %s", i ? ", " : "", list ? step->rows.labels[i] : step->cols.labels[i],
                cell_is_masked(step, row, col) ? "masked" : number);
}

/* The first of many stand for all. */
static void describe_bars(Text *out, const Step *step, int precision)
{
    int count = step->rows.count * step->cols.count, told = smaller(count, BARS_TOLD);
    text_format(out, "Bars, %s: ", scale_meaning(step));
    for (int i = 0; i < told; i++)
        describe_bar(out, step, i, precision);
    text_format(out, told < count ? " … (%d in all)." : ".", count);
}

static void describe_curves(Text *out, const Step *step)
{
    const Curves *curves = step->curves;
    char first[NUMBER_SIZE], last[NUMBER_SIZE];
    number_digits(first, curves->x[0], CURVE_DIGITS);
    number_digits(last, curves->x[step->rows.count - 1], CURVE_DIGITS);
    text_format(out, "%s of ", step->cols.count == 1 ? "Curve" : "Curves");
    for (int i = 0; i < step->cols.count; i++)
        text_format(out, "%s%s", i ? ", " : "", step->cols.labels[i]);
    text_format(out, ": %s over %s, %s to %s%s.", curves->y_name, curves->x_name, first, last,
                curves->log_x || curves->log_y ? ", logarithmic" : "");
}

static const char *describe_step(Arena *arena, const FigureStyle *style, const Step *step)
{
    Text out = text_new(arena);
    text_format(&out, "%s: %s. ", step->title, formula_plain(arena, step->formula));
    switch (step->form) {
    case FORM_CELLS:
        describe_cells(&out, step);
        break;
    case FORM_BARS:
        describe_bars(&out, step, style->precision);
        break;
    case FORM_CURVES:
        describe_curves(&out, step);
        break;
    }
    text_format(&out, " %s", step->note);
    return visible(arena, out.data);
}

/* "Heatmaps and bars": what the panel holds. */
static const char *panel_forms(Arena *arena, const Panel *panel)
{
    static const char *const names[] = {
        [FORM_CELLS] = "heatmaps", [FORM_BARS] = "bars", [FORM_CURVES] = "curves"};
    bool held[FORM_CURVES + 1] = {false};
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->steps[i])
            held[panel->steps[i]->form] = true;
    Text out = text_new(arena);
    for (int form = 0; form <= FORM_CURVES; form++)
        if (held[form])
            text_format(&out, "%s%s", out.length ? " and " : "", names[form]);
    out.data[0] = (char)(out.data[0] - 'a' + 'A');
    return out.data;
}

/* The rows by their titles where they have any, else what stands side by side. */
static const char *describe_panel(Arena *arena, const Panel *panel)
{
    Text out = text_new(arena);
    int count = panel->row_titles ? panel->rows : panel->rows * panel->cols, named = 0;
    const char *const *titles = panel->row_titles ? panel->row_titles : panel->titles;
    text_format(&out, "%s: %s. %s %s: ", panel->title, formula_plain(arena, panel->formula),
                panel_forms(arena, panel), panel->row_titles ? "in rows" : "side by side");
    for (int i = 0; i < count; i++)
        if (titles && titles[i])
            text_format(&out, "%s%s", named++ ? ", " : "", formula_plain(arena, titles[i]));
    text_format(&out, ". %s", panel->note);
    return visible(arena, out.data);
}

static bool write_figure(Run *run, const char *name, const Drawing *drawing, PngInfo info,
                         Error *error)
{
    FILE *file = folder_begin(run->folder, name, error);
    info.command = run->command;
    info.comment = run->trace->source;
    return file && png_write(file, drawing, run->typesetter, &info, run->scratch, error) &&
           folder_end(run->folder, error);
}

static bool write_step(Run *run, int index, Error *error)
{
    const Step *step = &run->trace->steps[index];
    const char *name = file_name(run->trace, index + 1, step->id, "png");
    arena_reset(run->scratch);
    PngInfo info = {.title = step->title,
                    .description = describe_step(run->scratch, run->style, step)};
    Drawing *drawing = step_figure(run->scratch, run->typesetter, run->style, run->trace, step);
    return write_figure(run, name, drawing, info, error);
}

static bool write_panel(Run *run, int index, Error *error)
{
    const Panel *panel = &run->trace->panels[index];
    int number = index == 0 ? 0 : panel->after + 1; /* the overview comes first */
    const char *name = file_name(run->trace, number, panel->id, "png");
    arena_reset(run->scratch);
    PngInfo info = {.title = panel->title, .description = describe_panel(run->scratch, panel)};
    Drawing *drawing = panel_figure(run->scratch, run->typesetter, run->style, run->trace, panel);
    return write_figure(run, name, drawing, info, error);
}

static bool is_drawn(const Step *step, unsigned too)
{
    if (step->detail || (step->minor && !(too & DRAW_MINOR)))
        return false;
    return (too & DRAW_FEATURES) || step_is_drawn(step);
}

static bool write_figures(Run *run, unsigned too, Error *error)
{
    const Trace *trace = run->trace;
    for (int i = 0; i < trace->panel_count; i++)
        if (!write_panel(run, i, error))
            return false;
    for (int i = 0; i < trace->step_count; i++)
        if (is_drawn(&trace->steps[i], too) && !write_step(run, i, error))
            return false;
    return true;
}

bool png_write_trace(const Trace *trace, const FigureStyle *style, unsigned too, Folder *folder,
                     Text *warnings, Error *error)
{
    Arena *kept = arena_new(), *scratch = arena_new(); /* for all figures, for one */
    Font *font = font_open(kept, style->font, error);
    bool written = false;
    if (font) {
        Run run = {.trace = trace,
                   .style = style,
                   .folder = folder,
                   .command = shell_command(kept, trace->argc, trace->argv),
                   .typesetter = typesetter_new(kept, font),
                   .scratch = scratch};
        written = write_figures(&run, too, error);
        font_warn(font, warnings);
        font_close(font);
    }
    arena_free(scratch);
    arena_free(kept);
    return written;
}
