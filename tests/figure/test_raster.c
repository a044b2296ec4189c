#include "figure/raster.h"

#include "support/canvas.h"
#include "support/picture.h"

static const Colour white = 0xffffff, red = 0xff0000, blue = 0x0000ff;

static Drawing *blank(Studio *studio, int width, int height)
{
    Drawing *drawing = drawing_new(studio->arena, 192, white);
    drawing->width = width;
    drawing->height = height;
    return drawing;
}

static Colour at_pixel(const Canvas *canvas, int x, int y)
{
    assert_in_range(x, 0, canvas->width - 1);
    assert_in_range(y, 0, canvas->height - 1);
    return canvas->palette[canvas->pixels[(size_t)y * canvas->stride + (size_t)x]];
}

static void check_pixel(const Canvas *canvas, int x, int y, Colour expected)
{
    Colour c = at_pixel(canvas, x, y);
    fail_if(c != expected, "(%d, %d) is #%06x", x, y, c);
}

static int count_pixels(const Canvas *canvas, Colour colour)
{
    int count = 0;
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            count += at_pixel(canvas, x, y) == colour;
    return count;
}

static void add_fill(Drawing *drawing, Box box, Colour colour)
{
    drawing_add(drawing, (Item){.kind = ITEM_FILL, .fill = {box, colour}});
}

static void add_text(Studio *studio, Drawing *drawing, TextItem text)
{
    text.line = typeset(studio->typesetter, text.string, text.form);
    drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
}

static void add_stroke(Drawing *drawing, const Point *points, int count, int pixels)
{
    Stroke stroke = {{0, 0}, points, count, pixels * STROKE_PIXEL, red};
    drawing_add(drawing, (Item){.kind = ITEM_STROKE, .stroke = stroke});
}

static Canvas *draw(Studio *studio, const Drawing *drawing)
{
    return rasterise(studio->arena, drawing);
}

/* ---- boxes and cells ---- */

static const Colour palette[] = {0x0a141e, 0xc86432};

static Item some_cells(int rows, int cols, int side, int gap, const uint8_t *levels)
{
    Cells cells = {.x = 1, .y = 1, .rows = rows, .cols = cols, .gap = gap, .levels = levels};
    cells.width = cells.height = side;
    cells.colours = palette;
    cells.masked = 0xe6e6e6;
    cells.hatch = 0x969696;
    return (Item){.kind = ITEM_CELLS, .cells = cells};
}

/* A letter a pixel, a line a row. */
static const char *looks_of(Studio *studio, const Canvas *canvas)
{
    static const struct {
        Colour colour;
        char letter;
    } letters[] = {{0xffffff, '.'}, {0xff0000, 'r'}, {0x0000ff, 'b'}, {0x0a141e, '0'},
                   {0xc86432, '1'}, {0xe6e6e6, '-'}, {0x969696, '#'}, {0xbebebe, '+'}};
    Text looks = text_new(studio->arena);
    for (int i = 0; i < canvas->width * canvas->height; i++) {
        Colour c = at_pixel(canvas, i % canvas->width, i / canvas->width);
        const char *letter = "?";
        for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
            letter = letters[k].colour == c ? &letters[k].letter : letter;
        text_add_bytes(&looks, letter, 1);
        text_add(&looks, (i + 1) % canvas->width ? "" : "\n");
    }
    return looks.data;
}

/* Stripes lie at 45°, and go on from cell to cell. */
TEST_OF_DRAWING(boxes_and_cells_cover_their_pixels_and_no_more)
{
    static const uint8_t levels[] = {0, 1, 1, 0}, masked[] = {CELL_MASKED, CELL_MASKED, 0};
    const Item inside = {.kind = ITEM_FILL, .fill = {{1, 1, 3, 2}, red}};
    const Item corner = {.kind = ITEM_FILL, .fill = {{-5, -5, 7, 7}, red}};
    const Item end = {.kind = ITEM_FILL, .fill = {{4, 3, 1000, 1000}, blue}};
    const Item beyond = {.kind = ITEM_FILL, .fill = {{50, 50, 3, 3}, blue}};
    const struct {
        int width, height, count;
        Item items[3];
        const char *looks;
    } cases[] = {
#include "figure/rasters.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Drawing *drawing = blank(studio, cases[i].width, cases[i].height);
        for (int k = 0; k < cases[i].count; k++)
            drawing_add(drawing, cases[i].items[k]);
        Canvas *canvas = draw(studio, drawing);
        assert_string_equal(looks_of(studio, canvas), cases[i].looks);
        assert_int_equal(canvas->stride, cases[i].width + 1);
        for (int y = 0; y < canvas->height; y++) /* the byte that PNG wants before each row */
            assert_int_equal(canvas->pixels[(ptrdiff_t)y * (cases[i].width + 1) - 1], 0);
    }
}

TEST_OF_DRAWING(texts_outside_are_cut_off)
{
    static const struct {
        int x, y, angle;
    } places[] = {{-60, 5, 0}, {15, 2, 0}, {10, 200, 90}, {-30, 30, 45}, {400, 400, 0}};
    Drawing *drawing = blank(studio, 20, 10);
    add_fill(drawing, (Box){18, 8, 2, 2}, blue);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        TextItem text = {.string = "Outside", .size = 30 * 64, .colour = blue};
        text.x = places[i].x;
        text.y = places[i].y;
        text.angle = places[i].angle;
        add_text(studio, drawing, text);
    }
    check_pixel(draw(studio, drawing), 19, 9, blue);
}

/* ---- texts and arrows ---- */

/* The smallest box around what is not background. */
static Box inked_box(const Canvas *canvas)
{
    int left = canvas->width, top = canvas->height, right = 0, bottom = 0;
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            if (at_pixel(canvas, x, y) != white) {
                left = x < left ? x : left;
                right = x > right ? x : right;
                top = y < top ? y : top;
                bottom = y > bottom ? y : bottom;
            }
    return (Box){left, top, right - left + 1, bottom - top + 1};
}

static Box box_of_text(Studio *studio, TextItem text)
{
    Drawing *drawing = blank(studio, 400, 400);
    text.size = 40 * 64;
    text.x = text.y = 200;
    add_text(studio, drawing, text);
    return inked_box(draw(studio, drawing));
}

TEST_OF_DRAWING(a_text_stands_where_its_alignment_says)
{
    Box start = box_of_text(studio, (TextItem){.string = "HHH", .align = ALIGN_START});
    Box middle = box_of_text(studio, (TextItem){.string = "HHH", .align = ALIGN_MIDDLE});
    Box end = box_of_text(studio, (TextItem){.string = "HHH", .align = ALIGN_END});
    assert_in_range(start.x, 200, 206);
    assert_in_range(2 * middle.x + middle.width, 398, 402);
    assert_in_range(end.x + end.width, 194, 200);
    assert_int_equal(start.y + start.height, 200); /* on the base line */
    assert_in_range(start.height, 29, 30);         /* 0.73 em */
}

TEST_OF_DRAWING(what_comes_later_lies_over_what_was_there)
{
    Drawing *drawing = blank(studio, 100, 60);
    TextItem text = {.string = "O", .size = 40 * 64, .x = 20, .y = 45, .colour = red};
    add_fill(drawing, (Box){0, 0, 100, 60}, blue);
    add_text(studio, drawing, text);
    Canvas *canvas = draw(studio, drawing);
    int before = count_pixels(canvas, red);
    assert_true(before > 100);
    add_fill(drawing, (Box){0, 0, 36, 60}, blue);
    int after = count_pixels(draw(studio, drawing), red);
    assert_true(after > before / 3 && after < before * 2 / 3);
}

static Colour of_number(int i)
{
    return colour_of((Channels){i, 255 - i, i * 37 & 0xff});
}

TEST_OF_DRAWING(a_line_is_exact_in_colour_however_many_there_are)
{
    enum { FILLS = 240 };
    Drawing *drawing = blank(studio, FILLS, 40);
    for (int i = 0; i < FILLS; i++)
        add_fill(drawing, (Box){i, 0, 1, 40}, of_number(i));
    static const Point points[] = {{0, 10 * 64}, {FILLS * 64, 30 * 64}};
    add_stroke(drawing, points, 2, 6);
    Canvas *canvas = draw(studio, drawing);
    for (int x = 10; x < FILLS; x++)
        check_pixel(canvas, x, 10 + x * 20 / FILLS, red);
}

/* ---- the palette ---- */

TEST_OF_DRAWING(all_filled_colours_are_exact_whatever_the_texts_need)
{
    enum { FILLS = 220 };
    Drawing *drawing = blank(studio, FILLS * 20, 30);
    for (int i = 0; i < FILLS; i++) {
        Colour ground = of_number(i);
        TextItem text = {.string = "8", .size = 20 * 64, .x = i * 20 + 4, .y = 22};
        text.colour = colour_ink(ground);
        add_text(studio, drawing, text);
        add_fill(drawing, (Box){i * 20, 0, 20, 30}, ground);
    }
    Canvas *canvas = draw(studio, drawing);
    assert_true(canvas->colour_count <= PALETTE_MOST);
    for (int i = 0; i < FILLS; i++)
        check_pixel(canvas, i * 20, 0, of_number(i));
}

TEST_OF_DRAWING(more_colours_than_there_is_room_for_get_the_nearest)
{
    Drawing *drawing = blank(studio, 400, 1);
    for (int i = 0; i < 256; i++)
        add_fill(drawing, (Box){i, 0, 1, 1}, (Colour)i << 16);
    Canvas *canvas = draw(studio, drawing); /* 256 and white: one too many */
    assert_int_equal(canvas->colour_count, PALETTE_MOST);
    check_pixel(canvas, 254, 0, 0xfe0000);
    check_pixel(canvas, 255, 0, 0xfe0000);
}

TEST_OF_DRAWING(bands_of_any_height_make_the_same_picture)
{
    Drawing *drawing = blank(studio, 300, 120);
    static const uint8_t levels[] = {0, CELL_MASKED, 1, 0, CELL_MASKED, CELL_MASKED};
    drawing_add(drawing, some_cells(2, 3, 22, 2, levels));
    add_fill(drawing, (Box){130, 30, 100, 60}, blue);
    static const Point points[] = {{500, 7000}, {9000, 900}, {9000, 7000}, {18000, 2000}};
    add_stroke(drawing, points, 4, 3);
    for (int angle = 0; angle <= 90; angle += 45)
        add_text(studio, drawing,
                 (TextItem){.string = "√dₖ and more",
                            .form = angle ? TEXT_PLAIN : TEXT_FORMULA,
                            .size = 24 * 64,
                            .x = 100,
                            .y = 110,
                            .angle = angle});
    Canvas *whole = draw(studio, drawing);
    for (int rows = 1; rows < 120; rows += 1 + rows / 4) {
        Canvas *bands = rasterise_bands(scene->arena, drawing, rows);
        for (int y = 0; y < 120; y++)
            for (int x = 0; x < 300; x++)
                check_pixel(bands, x, y, at_pixel(whole, x, y));
    }
}
