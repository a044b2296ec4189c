#include "figure/figure.h"

#include "support/picture.h"
#include "support/sample.h"
#include "trace/build.h"

enum { LIMIT = 200 };

/* A plot of which only the columns' and rows' names and distances matter. */
static Plot plot_of(Scene *scene, int count, const char *const *names, bool tokens, int pitch)
{
    Step *step = arena_alloc(scene->arena, 1, sizeof *step);
    step->rows = (Axis){.name = "row", .count = count, .labels = names, .named = tokens};
    step->cols = step->rows;
    return (Plot){.step = step, .rows = {count, 1, pitch}, .cols = {count, 1, pitch}};
}

static Labels labels_of(Studio *studio, int count, const char *const *names, bool tokens, int pitch)
{
    Sheet sheet = studio_sheet(studio);
    Plot plot = plot_of(studio->scene, count, names, tokens, pitch);
    return labels_of_columns(&sheet, &plot, LIMIT, 0);
}

static const char *const words[] = {"a", "cat", "international", "on"};

TEST_OF_DRAWING(columns_are_named_horizontally_where_all_names_fit)
{
    assert_int_equal(labels_of(studio, 4, words, true, 200).angle, 0);
    assert_int_equal(labels_of(studio, 4, words, true, 80).angle, 45);
    assert_int_equal(labels_of(studio, 4, words, true, 34).angle, 90);
}

TEST_OF_DRAWING(all_columns_are_named_while_lines_keep_apart)
{
    const char *const *names = numbered_axis(scene->arena, 500).labels;
    for (int pitch = 1; pitch < 60; pitch++) {
        Labels labels = labels_of(studio, 500, names, true, pitch);
        int line = line_height(labels.font);
        assert_int_equal(labels.every > 1, labels.angle == 90 && pitch < line);
        assert_true(labels.every * pitch >= (labels.angle == 0 ? labels.widest : line));
    }
}

TEST_OF_DRAWING(names_get_smaller_before_they_are_left_out)
{
    Sheet sheet = studio_sheet(studio);
    const struct {
        int pitch, size, every;
    } cases[] = {{80, LABEL_SIZE, 1}, {30, LABEL_SIZE, 1}, {25, 10, 1}, {12, LABEL_SIZE_LEAST, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Plot plot = plot_of(scene, 4, words, true, cases[i].pitch);
        Labels labels = labels_of_rows(&sheet, &plot, LIMIT);
        assert_int_equal(labels.font, sheet_font(&sheet, cases[i].size));
        assert_int_equal(labels.every, cases[i].every);
    }
}

TEST_OF_DRAWING(features_are_counted_in_ones_twos_fives_and_tens)
{
    const char *const *names = numbered_axis(scene->arena, 300).labels;
    int before = 1000;
    for (int pitch = 1; pitch < 100; pitch++) {
        Labels labels = labels_of(studio, 300, names, false, pitch);
        assert_int_equal(labels.angle, 0);
        int digits = labels.every;
        while (digits % 10 == 0)
            digits /= 10;
        assert_true(digits == 1 || digits == 2 || digits == 5);
        assert_int_equal((labels.first + 1) % labels.every, 0); /* 5, 10, 15 */
        assert_true(labels.every <= before);
        before = labels.every;
    }
    assert_int_equal(before, 1);
}

/* Wide enough for a letter, or for none; of the names every other is left out at least. */
TEST_OF_DRAWING(a_word_without_a_vector_counts_where_its_name_is_shown)
{
    const char *const *names = numbered_axis(scene->arena, 40).labels;
    for (int pitch = 1; pitch < 12; pitch++)
        for (int lacks = 0; lacks < 40; lacks++) {
            Trace *trace = trace_begin(graph_new(scene->arena));
            Sheet sheet = studio_sheet(studio);
            Plot plot = plot_of(scene, 40, names, true, pitch);
            lexicon_add(&trace->lacking, names[lacks]);
            sheet.trace = trace;
            Labels cols = labels_of_columns(&sheet, &plot, LIMIT, 0);
            Labels rows = labels_of_rows(&sheet, &plot, LIMIT);
            assert_true(cols.every > 1 && rows.every > 1);
            assert_int_equal(cols.lacking, lacks % cols.every == cols.first);
            assert_int_equal(rows.lacking, lacks % rows.every == rows.first);
        }
}

TEST_OF_DRAWING(long_names_are_elided)
{
    const char *const names[] = {"internationalization-of-everything", "on"};
    Labels labels = labels_of(studio, 2, names, true, 80);
    assert_has(labels.texts[0], "…");
    assert_string_equal(labels.texts[1], "on");
    assert_in_range(labels.widest, LIMIT * 8 / 10, LIMIT);
}

TEST_OF_DRAWING(a_merged_cell_lends_its_place_to_all_its_names)
{
    Sheet sheet = studio_sheet(studio);
    Plot plot = plot_of(scene, 4000, numbered_axis(scene->arena, 4000).labels, true, 1);
    plot.rows.merged = 4;
    Labels labels = labels_of_rows(&sheet, &plot, LIMIT);
    assert_int_equal(labels.every, 4 * line_height(labels.font));
}

TEST_OF_DRAWING(only_slanting_names_reach_beyond_the_last_column)
{
    const char *const names[] = {"a", "b", "international"};
    Labels flat = labels_of(studio, 3, names, true, 200);
    Labels slanting = labels_of(studio, 3, names, true, 80);
    Labels upright = labels_of(studio, 3, names, true, 34);
    assert_int_equal(labels_overhang(&flat, SIDE_ABOVE), 0);
    assert_int_equal(labels_overhang(&upright, SIDE_ABOVE), 0);
    assert_in_range(labels_overhang(&slanting, SIDE_ABOVE), slanting.widest * 7 / 10 - 40,
                    slanting.widest * 71 / 100);
}

TEST_OF_DRAWING(names_left_out_leave_marks_for_the_others)
{
    Sheet sheet = studio_sheet(studio);
    Plot plot = plot_of(scene, 40, numbered_axis(scene->arena, 40).labels, true, 12);
    Labels labels = labels_of_rows(&sheet, &plot, LIMIT);
    labels_draw(&sheet, &labels, SIDE_LEFT, 100, 50);
    assert_int_equal(count_items(sheet.drawing, ITEM_TEXT), 20);
    assert_int_equal(count_items(sheet.drawing, ITEM_FILL), 20);
    for (int i = 0; i < 20; i++)
        assert_in_range(item_at(sheet.drawing, ITEM_FILL, i)->fill.box.y, 50, 50 + 40 * 12);
}
