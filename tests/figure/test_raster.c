#include "figure/raster.h"

#include "support/canvas.h"
#include "support/picture.h"

#include <string.h>

static const Colour white = 0xffffff, red = 0xff0000, blue = 0x0000ff;

static Drawing *blank(Scene *scene, int width, int height)
{
    Drawing *drawing = drawing_new(scene->arena, 192, white);
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
    if (c != expected)
        fail_msg("(%d, %d) is #%06x", x, y, c);
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

static Canvas *draw(Scene *scene, Studio *studio, const Drawing *drawing)
{
    return rasterise(scene->arena, studio->typesetter, drawing);
}

static void an_empty_drawing_is_its_background(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Canvas *canvas = draw(scene, &studio, blank(scene, 7, 5));
    assert_int_equal(count_pixels(canvas, white), 35);
    assert_int_equal(canvas->colour_count, 1);
}

static void each_row_begins_with_the_byte_that_png_wants(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 7, 5);
    add_fill(drawing, (Box){0, 0, 7, 5}, red);
    Canvas *canvas = draw(scene, &studio, drawing);
    assert_int_equal(canvas->stride, 8);
    for (int y = 0; y < 5; y++)
        assert_int_equal(canvas->pixels[(ptrdiff_t)y * 8 - 1], 0);
}

static void a_fill_covers_its_box_and_no_more(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 20, 10);
    add_fill(drawing, (Box){3, 2, 5, 4}, red);
    Canvas *canvas = draw(scene, &studio, drawing);
    assert_int_equal(count_pixels(canvas, red), 20);
    check_pixel(canvas, 3, 2, red);
    check_pixel(canvas, 7, 5, red);
    check_pixel(canvas, 8, 5, white);
    check_pixel(canvas, 7, 6, white);
}

static void what_lies_outside_is_cut_off(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 20, 10);
    add_fill(drawing, (Box){-5, -5, 7, 7}, red);
    add_fill(drawing, (Box){18, 8, 1000, 1000}, blue);
    add_fill(drawing, (Box){50, 50, 3, 3}, blue);
    TextItem text = {.string = "Outside", .size = 30 * 64, .colour = blue};
    const struct {
        int x, y, angle;
    } places[] = {{-60, 5, 0}, {15, 2, 0}, {10, 200, 90}, {-30, 30, 45}, {400, 400, 0}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        text.x = places[i].x;
        text.y = places[i].y;
        text.angle = places[i].angle;
        drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
    }
    Canvas *canvas = draw(scene, &studio, drawing);
    check_pixel(canvas, 0, 0, red);
    check_pixel(canvas, 19, 9, blue);
}

/* ---- cells ---- */

static const Colour palette[] = {0x0a141e, 0xc86432};

static Cells some_cells(const uint8_t *levels, int rows, int cols)
{
    return (Cells){.x = 4,
                   .y = 6,
                   .rows = rows,
                   .cols = cols,
                   .width = 22,
                   .height = 18,
                   .gap = 2,
                   .levels = levels,
                   .colours = palette,
                   .masked = 0xe6e6e6,
                   .hatch = 0x969696};
}

static void cells_have_their_colours_and_gaps(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 60, 60);
    const uint8_t levels[] = {0, 1, 1, 0};
    drawing_add(drawing, (Item){.kind = ITEM_CELLS, .cells = some_cells(levels, 2, 2)});
    Canvas *canvas = draw(scene, &studio, drawing);
    check_pixel(canvas, 4, 6, palette[0]);
    check_pixel(canvas, 23, 21, palette[0]);
    check_pixel(canvas, 24, 6, white); /* the gap */
    check_pixel(canvas, 26, 6, palette[1]);
    check_pixel(canvas, 4, 22, white);
    check_pixel(canvas, 4, 24, palette[1]);
    assert_int_equal(count_pixels(canvas, palette[0]), 2 * 20 * 16);
    assert_int_equal(count_pixels(canvas, palette[1]), 2 * 20 * 16);
}

static void a_masked_cell_is_striped(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 60, 60);
    const uint8_t levels[] = {CELL_MASKED, 0};
    Cells cells = some_cells(levels, 1, 2);
    drawing_add(drawing, (Item){.kind = ITEM_CELLS, .cells = cells});
    Canvas *canvas = draw(scene, &studio, drawing);
    int ground = count_pixels(canvas, cells.masked), stripe = count_pixels(canvas, cells.hatch);
    assert_true(ground > 20 * 16 / 2);
    assert_true(stripe > 20 * 16 / 20);
    /* at 45°: what is at (x, y) is at (x + 1, y − 1) too */
    for (int y = 7; y < 22; y++)
        for (int x = 4; x < 23; x++)
            check_pixel(canvas, x + 1, y - 1, at_pixel(canvas, x, y));
    check_pixel(canvas, 30, 10, palette[0]);
}

static void stripes_go_on_from_cell_to_cell(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 60, 60);
    const uint8_t levels[] = {CELL_MASKED, CELL_MASKED, CELL_MASKED, CELL_MASKED};
    drawing_add(drawing, (Item){.kind = ITEM_CELLS, .cells = some_cells(levels, 2, 2)});
    Canvas *canvas = draw(scene, &studio, drawing);
    for (int i = 0; i < 4; i++) /* from the left cell into the right one, across the gap */
        check_pixel(canvas, 22 + 6, 20 - 6 - i, at_pixel(canvas, 22, 20 - i));
}

static void cells_of_a_pixel_are_drawn(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 6, 6);
    const uint8_t levels[] = {0, 1, CELL_MASKED, 0};
    Cells cells = some_cells(levels, 2, 2);
    cells.width = cells.height = 1;
    cells.gap = 0;
    cells.x = cells.y = 2;
    drawing_add(drawing, (Item){.kind = ITEM_CELLS, .cells = cells});
    Canvas *canvas = draw(scene, &studio, drawing);
    check_pixel(canvas, 2, 2, palette[0]);
    check_pixel(canvas, 3, 2, palette[1]);
    check_pixel(canvas, 3, 3, palette[0]);
    assert_false(at_pixel(canvas, 2, 3) == white);
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

static Box box_of_text(Scene *scene, Studio *studio, TextItem text)
{
    Drawing *drawing = blank(scene, 400, 400);
    text.size = 40 * 64;
    text.x = text.y = 200;
    drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
    return inked_box(draw(scene, studio, drawing));
}

static void a_text_stands_where_its_alignment_says(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Box start = box_of_text(scene, &studio, (TextItem){.string = "HHH", .align = ALIGN_START});
    Box middle = box_of_text(scene, &studio, (TextItem){.string = "HHH", .align = ALIGN_MIDDLE});
    Box end = box_of_text(scene, &studio, (TextItem){.string = "HHH", .align = ALIGN_END});
    assert_in_range(start.x, 200, 206);
    assert_in_range(2 * middle.x + middle.width, 398, 402);
    assert_in_range(end.x + end.width, 194, 200);
    assert_int_equal(start.y + start.height, 200); /* on the base line */
    assert_in_range(start.height, 29, 30);         /* 0.73 em */
}

static void a_text_can_be_turned(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Box flat = box_of_text(scene, &studio, (TextItem){.string = "HHH"});
    Box upright = box_of_text(scene, &studio, (TextItem){.string = "HHH", .angle = 90});
    assert_in_range(upright.width, flat.height - 1, flat.height + 1);
    assert_in_range(upright.height, flat.width - 1, flat.width + 1);
    assert_int_equal(upright.x + upright.width, 200);      /* to the left of its base line … */
    assert_in_range(upright.y + upright.height, 194, 200); /* … and above its start */
    Box slanting = box_of_text(scene, &studio, (TextItem){.string = "HHH", .angle = 45});
    assert_in_range(slanting.width, slanting.height - 2, slanting.height + 2);
    assert_in_range(slanting.width, (flat.width + flat.height) * 7 / 10 - 3,
                    (flat.width + flat.height) * 71 / 100 + 3);
}

static void a_root_is_drawn_with_its_bar(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    TextItem text = {.string = "√x", .form = TEXT_FORMULA};
    Box root = box_of_text(scene, &studio, text);
    text.form = TEXT_PLAIN;
    Box plain = box_of_text(scene, &studio, text);
    assert_int_equal(root.y, plain.y); /* the bar lies at the root's own height */
    Drawing *drawing = blank(scene, 400, 400);
    text = (TextItem){.string = "√x", .form = TEXT_FORMULA, .size = 40 * 64, .x = 200, .y = 200};
    drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
    Canvas *canvas = draw(scene, &studio, drawing);
    assert_false(at_pixel(canvas, root.x + root.width - 4, root.y + 1) == white);
}

static void letters_have_smooth_edges_in_their_colour(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 100, 60);
    TextItem text = {.string = "O", .size = 40 * 64, .x = 20, .y = 45, .colour = red};
    drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
    Canvas *canvas = draw(scene, &studio, drawing);
    assert_true(count_pixels(canvas, red) > 100);
    assert_true(canvas->colour_count > 6);
    for (int i = 0; i < canvas->colour_count; i++) {
        Channels c = colour_channels(canvas->palette[i]);
        assert_int_equal(c.green, c.blue); /* white to red */
    }
}

static void a_text_over_two_colours_blends_with_both(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 200, 60);
    add_fill(drawing, (Box){0, 0, 100, 60}, blue);
    TextItem text = {.string = "OOOO", .size = 40 * 64, .x = 30, .y = 45, .colour = red};
    drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
    Canvas *canvas = draw(scene, &studio, drawing);
    int of_blue = 0, of_white = 0;
    for (int i = 0; i < canvas->colour_count; i++) {
        Channels c = colour_channels(canvas->palette[i]);
        of_blue += c.green == 0 && c.red > 30 && c.blue > 30;
        of_white += c.red == 255 && c.green > 30 && c.green < 225;
    }
    assert_true(of_blue > 3 && of_white > 3);
}

static void texts_lie_over_everything_else(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 100, 60);
    TextItem text = {.string = "O", .size = 40 * 64, .x = 20, .y = 45, .colour = red};
    drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
    add_fill(drawing, (Box){0, 0, 100, 60}, blue);
    assert_true(count_pixels(draw(scene, &studio, drawing), red) > 100);
}

static void an_arrow_has_a_shaft_and_a_head(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 100, 40);
    Arrow arrow = {.x = 10, .y = 20, .length = 60, .thickness = 3, .head = 12, .colour = red};
    drawing_add(drawing, (Item){.kind = ITEM_ARROW, .arrow = arrow});
    Canvas *canvas = draw(scene, &studio, drawing);
    for (int x = 10; x < 66; x++)
        check_pixel(canvas, x, 20, red);
    check_pixel(canvas, 30, 22, white);
    check_pixel(canvas, 59, 24, red); /* the head is wider than the shaft */
    Box box = inked_box(canvas);
    assert_int_equal(box.x, 10);
    assert_int_equal(box.width, 60);
    assert_int_equal(2 * box.y + box.height, 2 * 20 + 1); /* as much above as below */
}

static void a_line_has_its_colour_and_smooth_edges(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 100, 60);
    add_fill(drawing, (Box){50, 0, 50, 60}, blue);
    static const StrokePoint points[] = {{10 * 64, 10 * 64}, {90 * 64 + 37, 50 * 64 - 23}};
    drawing_add(drawing, (Item){.kind = ITEM_STROKE, .stroke = {points, 2, 4 * 64, red}});
    Canvas *canvas = draw(scene, &studio, drawing);
    assert_in_range(count_pixels(canvas, red), 180, 360); /* 89 long, 4 wide, less the edges */
    check_pixel(canvas, 30, 20, red);
    check_pixel(canvas, 70, 40, red);
    check_pixel(canvas, 30, 26, white);
    check_pixel(canvas, 70, 34, blue);
    assert_true(canvas->colour_count > 8); /* between red and white, and red and blue */
}

static Colour of_number(int i)
{
    return colour_of((Channels){i, 255 - i, i * 37 & 0xff});
}

static void a_line_is_exact_in_colour_however_many_there_are(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    enum { FILLS = 240 };
    Drawing *drawing = blank(scene, FILLS, 40);
    for (int i = 0; i < FILLS; i++)
        add_fill(drawing, (Box){i, 0, 1, 40}, of_number(i));
    static const StrokePoint points[] = {{0, 10 * 64}, {FILLS * 64, 30 * 64}};
    drawing_add(drawing, (Item){.kind = ITEM_STROKE, .stroke = {points, 2, 6 * 64, red}});
    Canvas *canvas = draw(scene, &studio, drawing);
    for (int x = 10; x < FILLS; x++)
        check_pixel(canvas, x, 10 + x * 20 / FILLS, red);
}

/* ---- the palette ---- */

static void all_filled_colours_are_exact_whatever_the_texts_need(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    enum { FILLS = 220 };
    Drawing *drawing = blank(scene, FILLS * 20, 30);
    for (int i = 0; i < FILLS; i++) {
        Colour ground = of_number(i);
        TextItem text = {.string = "8", .size = 20 * 64, .x = i * 20 + 4, .y = 22};
        text.colour = colour_ink(ground);
        drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
        add_fill(drawing, (Box){i * 20, 0, 20, 30}, ground);
    }
    Canvas *canvas = draw(scene, &studio, drawing);
    assert_true(canvas->colour_count <= PALETTE_MOST);
    for (int i = 0; i < FILLS; i++)
        check_pixel(canvas, i * 20, 0, of_number(i));
}

static void more_colours_than_there_is_room_for_get_the_nearest(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 400, 1);
    for (int i = 0; i < 256; i++)
        add_fill(drawing, (Box){i, 0, 1, 1}, (Colour)i << 16);
    Canvas *canvas = draw(scene, &studio, drawing); /* 256 and white: one too many */
    assert_int_equal(canvas->colour_count, PALETTE_MOST);
    check_pixel(canvas, 254, 0, 0xfe0000);
    check_pixel(canvas, 255, 0, 0xfe0000);
}

static void the_same_drawing_has_the_same_pixels(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene), other = studio_open(scene);
    Drawing *drawing = blank(scene, 300, 100);
    add_fill(drawing, (Box){30, 10, 100, 60}, blue);
    TextItem text = {.string = "softmax(QKᵀ/√dₖ)", .form = TEXT_FORMULA, .size = 30 * 64};
    text.x = 20;
    text.y = 60;
    drawing_add(drawing, (Item){.kind = ITEM_TEXT, .text = text});
    Canvas *first = draw(scene, &studio, drawing);
    typeset(other.typesetter, "something else before", TEXT_PLAIN);
    Canvas *second = draw(scene, &other, drawing);
    assert_int_equal(first->colour_count, second->colour_count);
    assert_memory_equal(first->palette, second->palette, sizeof first->palette);
    assert_memory_equal(first->pixels, second->pixels, first->stride * 100 - 1);
}

static void bands_of_any_height_make_the_same_picture(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Drawing *drawing = blank(scene, 300, 120);
    static const uint8_t levels[] = {0, CELL_MASKED, 1, 0, CELL_MASKED, CELL_MASKED};
    Cells cells = some_cells(levels, 2, 3);
    drawing_add(drawing, (Item){.kind = ITEM_CELLS, .cells = cells});
    add_fill(drawing, (Box){130, 30, 100, 60}, blue);
    drawing_add(drawing, (Item){.kind = ITEM_ARROW, .arrow = {140, 50, 60, 3, 12, red}});
    static const StrokePoint points[] = {{500, 7000}, {9000, 900}, {9000, 7000}, {18000, 2000}};
    drawing_add(drawing, (Item){.kind = ITEM_STROKE, .stroke = {points, 4, 3 * 64, red}});
    for (int angle = 0; angle <= 90; angle += 45)
        drawing_add(drawing, (Item){.kind = ITEM_TEXT,
                                    .text = {.string = "√dₖ and more",
                                             .form = angle ? TEXT_PLAIN : TEXT_FORMULA,
                                             .size = 24 * 64,
                                             .x = 100,
                                             .y = 110,
                                             .angle = angle}});
    Canvas *whole = draw(scene, &studio, drawing);
    for (int rows = 1; rows < 120; rows += 1 + rows / 4) {
        Canvas *bands = rasterise_bands(scene->arena, studio.typesetter, drawing, rows);
        for (int y = 0; y < 120; y++)
            for (int x = 0; x < 300; x++)
                check_pixel(bands, x, y, at_pixel(whole, x, y));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_drawing_is_its_background),
        cmocka_unit_test(each_row_begins_with_the_byte_that_png_wants),
        cmocka_unit_test(a_fill_covers_its_box_and_no_more),
        cmocka_unit_test(what_lies_outside_is_cut_off),
        cmocka_unit_test(cells_have_their_colours_and_gaps),
        cmocka_unit_test(a_masked_cell_is_striped),
        cmocka_unit_test(stripes_go_on_from_cell_to_cell),
        cmocka_unit_test(cells_of_a_pixel_are_drawn),
        cmocka_unit_test(a_text_stands_where_its_alignment_says),
        cmocka_unit_test(a_text_can_be_turned),
        cmocka_unit_test(a_root_is_drawn_with_its_bar),
        cmocka_unit_test(letters_have_smooth_edges_in_their_colour),
        cmocka_unit_test(a_text_over_two_colours_blends_with_both),
        cmocka_unit_test(texts_lie_over_everything_else),
        cmocka_unit_test(an_arrow_has_a_shaft_and_a_head),
        cmocka_unit_test(a_line_has_its_colour_and_smooth_edges),
        cmocka_unit_test(a_line_is_exact_in_colour_however_many_there_are),
        cmocka_unit_test(all_filled_colours_are_exact_whatever_the_texts_need),
        cmocka_unit_test(more_colours_than_there_is_room_for_get_the_nearest),
        cmocka_unit_test(the_same_drawing_has_the_same_pixels),
        cmocka_unit_test(bands_of_any_height_make_the_same_picture),
    };
    return run_scenes(tests);
}
