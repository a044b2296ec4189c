#include "figure/figure.h"

#include "support/picture.h"

static Drawing *drawn(Studio *studio, ColourBar bar, int height)
{
    Sheet sheet = studio_sheet(studio);
    return colour_bars_draw(&sheet, &bar, 1, height);
}

static ColourBar bar_of(Studio *studio, ValueKind kind, double range, const char *meaning)
{
    return (ColourBar){scale_new(studio->arena, kind, range, &studio->style), meaning, false};
}

static int height_of(Studio *studio, ValueKind kind, const char *meaning, int height)
{
    return drawn(studio, bar_of(studio, kind, 1, meaning), height)->height;
}

/* The texts of a bar, from the bottom up, with a space between; its meaning comes last. */
static void check_bar(Studio *studio, ColourBar bar, int height, const char *expected)
{
    const Drawing *d = drawn(studio, bar, height);
    Text text = text_new(studio->arena);
    int before = 1 << 20;
    for (int i = 0; i < d->count; i++) {
        const TextItem *item = &d->items[i].text;
        if (d->items[i].kind != ITEM_TEXT)
            continue;
        text_format(&text, "%s%s", text.length ? " " : "", item->string);
        if (item->angle == 0) {
            assert_true(item->y < before);
            before = item->y;
        }
    }
    assert_has(text.data, "score");
    if (expected)
        assert_string_equal(text.data, expected);
}

TEST_OF_DRAWING(ticks_are_round_and_hold_zero)
{
    static const struct {
        ValueKind kind;
        double range;
        int height;
        const char *texts;
    } cases[] = {
#include "figure/legends.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_bar(studio, bar_of(studio, cases[i].kind, cases[i].range, "score"), cases[i].height,
                  cases[i].texts);
    for (double range = 1e-30; range < 1e30; range *= 3.7)
        check_bar(studio, bar_of(studio, VALUE_SIGNED, range, "score"), 300, NULL);
}

TEST_OF_DRAWING(a_relative_bar_names_its_ends)
{
    ColourBar bar = bar_of(studio, VALUE_SIGNED, 3, "score");
    bar.relative = true;
    check_bar(studio, bar, 400, "−max 0 max score");
}

TEST_OF_DRAWING(a_bar_is_as_high_as_its_matrix_up_to_a_limit)
{
    Sheet sheet = studio_sheet(studio);
    int slide = sheet_pixels(&sheet, 700);
    assert_int_equal(height_of(studio, VALUE_PROBABILITY, "weight", slide), slide);
    assert_true(height_of(studio, VALUE_PROBABILITY, "weight", 4 * slide) < 2 * slide);
}

TEST_OF_DRAWING(a_bar_is_high_enough_for_its_meaning)
{
    Sheet sheet = studio_sheet(studio);
    const char *meaning = "the difference of all the weights there are";
    int width = sheet_text_width(&sheet, meaning, sheet_font(&sheet, SMALL_SIZE));
    assert_true(height_of(studio, VALUE_DIFFERENCE, meaning, 10) >= width);
}

TEST_OF_DRAWING(a_bar_shows_every_colour_from_bottom_to_top)
{
    for (int height = 1; height < 900; height += 53) {
        ColourBar bar = bar_of(studio, VALUE_PROBABILITY, 1, "weight");
        const Drawing *d = drawn(studio, bar, height);
        int bottom = d->height, level = 0;
        for (int i = 1; i < d->count && level < SCALE_LEVELS; i++) {
            Fill fill = d->items[i].fill; /* after the frame */
            assert_int_equal(d->items[i].kind, ITEM_FILL);
            assert_true(fill.colour == bar.scale->fills[level++]);
            assert_int_equal(fill.box.y + fill.box.height, bottom);
            bottom = fill.box.y;
        }
        assert_int_equal(level, SCALE_LEVELS);
        assert_int_equal(bottom, 0);
    }
}

TEST_OF_DRAWING(samples_take_the_room_they_say)
{
    Sheet sheet = studio_sheet(studio);
    const Drawing *none = samples_draw(&sheet, false, false, NULL);
    assert_true(none->width == 0 && none->height == 0 && none->count == 0);
    const Drawing *d = samples_draw(&sheet, true, true, "merged");
    const TextItem *remark = text_at(d, "merged");
    assert_int_equal(remark->x + sheet_text_width(&sheet, "merged", remark->size), d->width);
    const uint8_t levels[] = {0, CELL_MASKED};
    for (int i = 0, sample = 0; i < d->count; i++)
        if (d->items[i].kind == ITEM_CELLS)
            assert_int_equal(d->items[i].cells.levels[0], levels[sample++]);
}

TEST_OF_DRAWING(a_bar_of_weights_says_what_lies_beyond_its_ends)
{
    static const struct {
        Range range;
        int words;
        const char *texts;
    } cases[] = {
        {{.kind = RANGE_AUTO}, 60, "≤ 1/60 0.03 0.1 0.3 1 score"},
        {{.kind = RANGE_AUTO}, 1024, "≤ 1/1024 0.01 0.03 0.1 0.3 1 score"},
        {{.kind = RANGE_LOG}, 60, "≤ 0.001 0.01 0.03 0.1 0.3 1 score"},
        {{.kind = RANGE_ROW}, 60, "0 max score"},
        {{RANGE_GIVEN, 0, 0.3}, 60, "0 0.03 0.1 ≥ 0.3 score"},
        {{RANGE_GIVEN, 0.1, 1}, 60, "≤ 0.1 0.3 1 score"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        studio->style.range = cases[i].range;
        const Scale *scale =
            scale_chosen(scene->arena, VALUE_PROBABILITY, 0, cases[i].words, false, &studio->style);
        check_bar(studio, (ColourBar){scale, "score", false}, 400, cases[i].texts);
    }
}

/* A score of 24 has the colour of 5 there. */
TEST_OF_DRAWING(a_bar_of_scores_says_what_lies_beyond_its_ends)
{
    studio->style.range = (Range){RANGE_GIVEN, -5, 5};
    const Scale *scale = scale_chosen(scene->arena, VALUE_SIGNED, 24, 7, true, &studio->style);
    check_bar(studio, (ColourBar){scale, "score", false}, 400, "≤ −5 0 ≥ 5 score");
    scale = scale_chosen(scene->arena, VALUE_SIGNED, 24, 7, false, &studio->style);
    check_bar(studio, (ColourBar){scale, "score", false}, 400, "−20 −15 −10 −5 0 5 10 15 20 score");
}
