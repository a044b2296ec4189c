#include "figure/layout.h"

#include "support/picture.h"

#include <string.h>

/* The texts of a bar of a scale, from the bottom up, with a space between; its meaning comes
   last. */
static const char *bar_texts(Scene *scene, ValueKind kind, double range, int height, bool relative)
{
    Studio studio = studio_open(scene);
    Sheet sheet = sheet_new(scene->arena, studio.typesetter, &studio.style);
    const Scale *scale = scale_new(scene->arena, kind, range, &studio.style);
    ColourBar bar = colour_bar(&sheet, scale, "score", height);
    bar.relative = relative;
    colour_bar_draw(&sheet, &bar, 0, 100);
    Text text = text_new(scene->arena);
    int before = 1 << 20;
    for (int i = 0; i < sheet.drawing->count; i++) {
        const Item *item = &sheet.drawing->items[i];
        if (item->kind != ITEM_TEXT)
            continue;
        text_format(&text, "%s%s", text.length ? " " : "", item->text.string);
        if (item->text.angle == 0) {
            assert_true(item->text.y < before);
            before = item->text.y;
        }
    }
    return text.data;
}

static void weights_have_ticks_from_0_to_1(void **state)
{
    assert_string_equal(bar_texts(*state, VALUE_PROBABILITY, 0.01, 400, false),
                        "0.0 0.2 0.4 0.6 0.8 1.0 score");
    assert_string_equal(bar_texts(*state, VALUE_FRACTION, 0.01, 400, false),
                        "0.0 0.2 0.4 0.6 0.8 1.0 score");
}

static void a_bar_is_as_high_as_its_matrix_up_to_a_limit(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Sheet sheet = sheet_new(scene->arena, studio.typesetter, &studio.style);
    const Scale *scale = scale_new(scene->arena, VALUE_PROBABILITY, 1, &studio.style);
    int slide = sheet_pixels(&sheet, 700);
    assert_int_equal(colour_bar(&sheet, scale, "weight", slide).height, slide);
    assert_true(colour_bar(&sheet, scale, "weight", 4 * slide).height < 2 * slide);
}

static void counts_have_whole_ticks_from_0(void **state)
{
    assert_string_equal(bar_texts(*state, VALUE_COUNT, 71, 400, false), "0 20 40 60 score");
    assert_string_equal(bar_texts(*state, VALUE_COUNT, 3, 400, false), "0 1 2 3 score");
    assert_string_equal(bar_texts(*state, VALUE_COUNT, 1, 400, false), "0 1 score");
}

static void signed_ticks_are_round_symmetric_and_hold_zero(void **state)
{
    const struct {
        double range;
        int height;
        const char *texts;
    } cases[] = {
        {10.4, 400, "−10 −5 0 5 10 score"},
        {10.4, 200, "−10 0 10 score"},
        {0.97, 450, "−0.8 −0.6 −0.4 −0.2 0.0 0.2 0.4 0.6 0.8 score"},
        {1, 200, "−1.0 −0.5 0.0 0.5 1.0 score"},
        {96, 400, "−80 −60 −40 −20 0 20 40 60 80 score"},
        {0.004, 200, "−0.004 −0.002 0.000 0.002 0.004 score"},
        {3e7, 200, "−20000000 0 20000000 score"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(bar_texts(*state, VALUE_SIGNED, cases[i].range, cases[i].height, false),
                            cases[i].texts);
}

static void ticks_can_be_drawn_for_any_range(void **state)
{
    for (double range = 1e-30; range < 1e30; range *= 3.7) {
        const char *texts = bar_texts(*state, VALUE_SIGNED, range, 300, false);
        assert_non_null(strstr(texts, "score"));
    }
}

static void a_relative_bar_names_its_ends(void **state)
{
    assert_string_equal(bar_texts(*state, VALUE_SIGNED, 3, 400, true), "−max 0 max score");
}

static void a_bar_shows_every_colour_from_bottom_to_top(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    for (int height = 1; height < 900; height += 53) {
        Sheet sheet = sheet_new(scene->arena, studio.typesetter, &studio.style);
        const Scale *scale = scale_new(scene->arena, VALUE_PROBABILITY, 1, &studio.style);
        ColourBar bar = colour_bar(&sheet, scale, "weight", height);
        colour_bar_draw(&sheet, &bar, 10, 100);
        int bottom = 100 + bar.height, level = 0;
        for (int i = 1; i < sheet.drawing->count && level < SCALE_LEVELS; i++) {
            Fill fill = sheet.drawing->items[i].fill; /* after the frame */
            assert_int_equal(sheet.drawing->items[i].kind, ITEM_FILL);
            assert_true(fill.colour == scale->fills[level++]);
            assert_int_equal(fill.box.y + fill.box.height, bottom);
            bottom = fill.box.y;
        }
        assert_int_equal(level, SCALE_LEVELS);
        assert_int_equal(bottom, 100);
    }
}

static void a_bar_is_high_enough_for_its_meaning(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Sheet sheet = sheet_new(scene->arena, studio.typesetter, &studio.style);
    const Scale *scale = scale_new(scene->arena, VALUE_DIFFERENCE, 1, &studio.style);
    const char *meaning = "the difference of all the weights there are";
    ColourBar bar = colour_bar(&sheet, scale, meaning, 10);
    assert_true(bar.height >= sheet_text_width(&sheet, meaning, sheet_font(&sheet, SMALL_SIZE)));
}

static void samples_take_the_room_they_say(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Sheet sheet = sheet_new(scene->arena, studio.typesetter, &studio.style);
    assert_int_equal(samples_height(&sheet, &(Samples){0}), 0);
    assert_int_equal(samples_width(&sheet, &(Samples){0}), 0);
    Samples samples = {.visible = true, .masked = true, .remark = "merged"};
    int width = samples_width(&sheet, &samples);
    samples_draw(&sheet, &samples, 50, 10);
    const Item *last = &sheet.drawing->items[sheet.drawing->count - 1];
    assert_string_equal(last->text.string, "merged");
    int end = last->text.x + sheet_text_width(&sheet, "merged", last->text.size);
    assert_int_equal(end - 50, width);
}

static void the_masked_sample_is_a_masked_cell(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Sheet sheet = sheet_new(scene->arena, studio.typesetter, &studio.style);
    samples_draw(&sheet, &(Samples){.masked = true}, 0, 0);
    for (int i = 0; i < sheet.drawing->count; i++)
        if (sheet.drawing->items[i].kind == ITEM_CELLS) {
            assert_int_equal(sheet.drawing->items[i].cells.levels[0], CELL_MASKED);
            return;
        }
    fail_msg("there is no sample");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_have_ticks_from_0_to_1),
        cmocka_unit_test(a_bar_is_as_high_as_its_matrix_up_to_a_limit),
        cmocka_unit_test(counts_have_whole_ticks_from_0),
        cmocka_unit_test(signed_ticks_are_round_symmetric_and_hold_zero),
        cmocka_unit_test(ticks_can_be_drawn_for_any_range),
        cmocka_unit_test(a_relative_bar_names_its_ends),
        cmocka_unit_test(a_bar_shows_every_colour_from_bottom_to_top),
        cmocka_unit_test(a_bar_is_high_enough_for_its_meaning),
        cmocka_unit_test(samples_take_the_room_they_say),
        cmocka_unit_test(the_masked_sample_is_a_masked_cell),
    };
    return run_scenes(tests);
}
