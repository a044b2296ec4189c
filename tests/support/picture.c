#include "support/picture.h"

#include "figure/figure.h"
#include "support/forms.h"
#include "support/sample.h"
#include "write/formats.h"

#include <png.h>

static void close_font(void *font)
{
    font_close(font);
}

Studio *studio_open(Scene *scene)
{
    Studio *studio = arena_alloc(scene->arena, 1, sizeof *studio);
    *studio = (Studio){.scene = scene,
                       .arena = scene->arena,
                       .font = font_open(scene->arena, NULL),
                       .style = figure_style_default()};
    scene_at_end(scene, close_font, &studio->font);
    studio->typesetter = typesetter_new(scene->arena, studio->font);
    return studio;
}

Sheet studio_sheet(const Studio *studio)
{
    return sheet_new(studio->arena, studio->typesetter, &studio->style, NULL);
}

const Theme *theme_named(const char *name)
{
    for (const Theme *theme = themes; theme->name; theme++)
        if (strcmp(theme->name, name) == 0)
            return theme;
    return NULL;
}

const Colormap *colormap_named(const char *name)
{
    for (const Colormap *map = colormaps; map->name; map++)
        if (strcmp(map->name, name) == 0)
            return map;
    return NULL;
}

static Drawing *all_read(Drawing *drawing)
{
    plots_read(drawing->arena, &drawing, 1);
    return drawing;
}

Drawing *figure_of_panel(Studio *studio, const Trace *trace, int panel)
{
    Sheet sheet = studio_sheet(studio);
    sheet.trace = trace;
    return all_read(panel_figure(&sheet, &trace->panels[panel]));
}

Drawing *figure_of(Studio *studio, const Trace *trace, const char *id)
{
    for (int i = 0; i < trace->panel_count; i++)
        if (strcmp(trace->panels[i].id, id) == 0)
            return figure_of_panel(studio, trace, i);
    Sheet sheet = studio_sheet(studio);
    sheet.trace = trace;
    return all_read(panel_figure(&sheet, step_panel(trace, step_named(trace, id))));
}

Drawing *figure_of_step(Studio *studio, Step step)
{
    return figure_of(studio, trace_of_step(studio->scene, step), step.id);
}

const Item *item_at(const Drawing *drawing, ItemKind kind, int n)
{
    for (int i = 0; i < drawing->count; i++)
        if (drawing->items[i].kind == kind && n-- == 0)
            return &drawing->items[i];
    return NULL;
}

int count_items(const Drawing *drawing, ItemKind kind)
{
    int count = 0;
    for (int i = 0; i < drawing->count; i++)
        count += drawing->items[i].kind == kind;
    return count;
}

const TextItem *text_at(const Drawing *drawing, const char *string)
{
    for (int i = 0; i < drawing->count; i++)
        if (drawing->items[i].kind == ITEM_TEXT && !strcmp(drawing->items[i].text.string, string))
            return &drawing->items[i].text;
    return NULL;
}

int count_text(const Drawing *drawing, const char *string)
{
    int count = 0;
    for (int i = 0; i < drawing->count; i++)
        count +=
            drawing->items[i].kind == ITEM_TEXT && !strcmp(drawing->items[i].text.string, string);
    return count;
}

/* ---- reading ---- */

typedef struct Source {
    Bytes bytes;
    size_t used;
} Source;

static void on_read(png_structp png, png_bytep out, size_t size)
{
    Source *source = png_get_io_ptr(png);
    if (size > source->bytes.size - source->used)
        png_error(png, "the file ends early");
    memcpy(out, source->bytes.data + source->used, size);
    source->used += size;
}

static _Noreturn void on_problem(png_structp png, png_const_charp message)
{
    (void)png;
    fail_msg("libpng: %s", message);
    abort();
}

static void keep_texts(Scene *scene, Picture *picture, png_structp png, png_infop info)
{
    png_textp texts;
    picture->text_count = png_get_text(png, info, &texts, NULL);
    size_t count = (size_t)picture->text_count;
    picture->keys = arena_alloc(scene->arena, count, sizeof(char *));
    picture->texts = arena_alloc(scene->arena, count, sizeof(char *));
    for (size_t i = 0; i < count; i++) {
        picture->keys[i] = arena_strdup(scene->arena, texts[i].key);
        picture->texts[i] = arena_strdup(scene->arena, texts[i].text);
    }
}

static void keep_pixels(Scene *scene, Picture *picture, png_structp png)
{
    size_t width = (size_t)picture->width, height = (size_t)picture->height;
    picture->pixels = arena_alloc(scene->arena, width * height, sizeof(Colour));
    png_bytep row = arena_alloc(scene->arena, width, 3);
    for (size_t y = 0; y < height; y++) {
        png_read_row(png, row, NULL);
        for (size_t x = 0; x < width; x++)
            picture->pixels[y * width + x] =
                colour_of((Channels){row[3 * x], row[3 * x + 1], row[3 * x + 2]});
    }
}

Picture picture_read(Scene *scene, Bytes bytes)
{
    Source source = {bytes, 0};
    /* a warning of libpng is a fault of the file */
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_problem, on_problem);
    png_infop info = png_create_info_struct(png);
    assert_non_null(info);
    png_set_read_fn(png, &source, on_read);
    png_read_info(png, info);
    Picture picture = {.width = (int)png_get_image_width(png, info),
                       .height = (int)png_get_image_height(png, info),
                       .pixels_per_metre = (int)png_get_pixels_per_meter(png, info)};
    png_set_palette_to_rgb(png);
    png_set_gray_to_rgb(png);
    png_read_update_info(png, info);
    assert_int_equal(png_get_rowbytes(png, info), (size_t)picture.width * 3);
    keep_pixels(scene, &picture, png);
    png_read_end(png, info);
    keep_texts(scene, &picture, png, info);
    assert_int_equal(source.used, bytes.size);
    png_destroy_read_struct(&png, &info, NULL);
    return picture;
}

Colour picture_at(const Picture *picture, int x, int y)
{
    assert_in_range(x, 0, picture->width - 1);
    assert_in_range(y, 0, picture->height - 1);
    return picture->pixels[(size_t)y * (size_t)picture->width + (size_t)x];
}

const char *picture_text(const Picture *picture, const char *key)
{
    for (int i = 0; i < picture->text_count; i++)
        if (strcmp(picture->keys[i], key) == 0)
            return picture->texts[i];
    return NULL;
}

/* ---- writing ---- */

Bytes picture_write(Studio *studio, const Drawing *drawing)
{
    Drawing titled = *drawing;
    titled.info.title = "A figure";
    return png_encode(&titled, studio->scene->arena, studio->arena);
}
