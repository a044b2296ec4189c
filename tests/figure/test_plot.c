#include "figure/figure.h"

#include "support/picture.h"
#include "support/sample.h"

static const Room roomy = {
    .cell = 80, .width = 1440, .height = 1440, .cell_least = 2, .side_most = 2048, .numbers = true};

/* A step of `rows` × `cols` numbers, all of them `x`. */
static Step constant_step(Scene *scene, ValueKind kind, int rows, int cols, double x)
{
    size_t count = (size_t)rows * (size_t)cols;
    double *numbers = arena_alloc(scene->arena, count, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = x;
    const char **labels = arena_alloc(scene->arena, (size_t)rows, sizeof *labels);
    for (int i = 0; i < rows; i++)
        labels[i] = "the";
    return step_of_numbers(scene, kind, rows, cols, labels, numbers, NULL);
}

/* The plot of a step that stays in the arena. */
static Plot fit(Sheet *sheet, Step step, Room room)
{
    Step *kept = arena_alloc(sheet->arena, 1, sizeof *kept);
    *kept = step;
    return *plot_fit(sheet, kept, scale_new(sheet->arena, step.kind, 1, sheet->style), room);
}

TEST_OF_DRAWING(the_room_is_kept_to_whatever_the_number_of_cells)
{
    Sheet sheet = studio_sheet(studio);
    const int counts[] = {1, 2, 7, 30, 128, 512, 1024, 1025, 2048, 2049, 3000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int n = counts[i];
        Plot plot = fit(&sheet, constant_step(scene, VALUE_PROBABILITY, n, n, 0.5), roomy);
        assert_in_range(plot_width(&plot), 1, roomy.side_most);
        assert_int_equal(plot_width(&plot), plot_height(&plot));
        assert_true(plot.rows.count * plot.rows.merged >= n);
        assert_int_equal(plot.rows.merged > 1, n > roomy.side_most);
        if (n * roomy.cell_least <= roomy.side_most)
            assert_true(plot.cols.pitch >= roomy.cell_least);
    }
}

TEST_OF_DRAWING(cells_are_as_large_as_there_is_room_for)
{
    static const struct {
        ValueKind kind;
        int rows, cols;
        int asked; /* the side of a cell, in CSS pixels; 0: roomy */
        int width, height, gap;
    } cases[] = {
#include "figure/cell_sizes.list"
    };
    Sheet sheet = studio_sheet(studio);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Room room = roomy;
        if (cases[i].asked) {
            room.cell = room.cell_least = sheet_pixels(&sheet, cases[i].asked);
            room.side_most = PLOT_SIDE_MOST;
        }
        Plot plot = fit(
            &sheet, constant_step(scene, cases[i].kind, cases[i].rows, cases[i].cols, 0.5), room);
        assert_int_equal(plot.cols.pitch, cases[i].width);
        assert_int_equal(plot.rows.pitch, cases[i].height);
        assert_int_equal(plot.gap, cases[i].gap);
        assert_int_equal(plot_width(&plot), cases[i].cols * cases[i].width - cases[i].gap);
        assert_in_range(plot_width(&plot), 1, PLOT_SIDE_MOST);
    }
}

TEST_OF_DRAWING(numbers_get_smaller_and_then_vanish)
{
    Sheet sheet = studio_sheet(studio);
    int before = 1 << 20;
    for (int n = 1; n < 60; n++) {
        Step step = constant_step(scene, VALUE_PROBABILITY, n, n, 0.5);
        int font = fit(&sheet, step, roomy).number_font;
        assert_true(font <= before);
        assert_true(font == 0 || font >= sheet_font(&sheet, 6.5));
        before = font;
    }
    assert_int_equal(before, 0);
}

TEST_OF_DRAWING(numbers_are_drawn_where_they_fit_and_are_wanted)
{
    static const double numbers[] = {1.5, -1234.5, 123456789.5, 1.5};
    Sheet sheet = studio_sheet(studio);
    int fonts[4];
    for (int i = 0; i < 4; i++) {
        Room room = roomy;
        room.numbers = i < 3;
        fonts[i] =
            fit(&sheet, constant_step(scene, VALUE_SIGNED, 2, 2, numbers[i]), room).number_font;
    }
    assert_true(fonts[0] > fonts[1] && fonts[1] > 0);
    assert_true(fonts[2] > 0 && fonts[3] == 0);
}

/* The texts drawn, with a space between. */
static const char *drawn_texts(Scene *scene, const Drawing *drawing)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < drawing->count; i++)
        if (drawing->items[i].kind == ITEM_TEXT)
            text_format(&text, "%s ", drawing->items[i].text.string);
    return text.data;
}

/* A masked cell has no number, a mask's say 0. A merged cell shows its number farthest from zero: 0
   beside a masked one. */
TEST_OF_DRAWING(cells_have_the_levels_and_numbers_of_their_step)
{
    enum { M = CELL_MASKED };
    static const Room narrow = {
        .cell = 80, .width = 2, .height = 2, .cell_least = 1, .side_most = 2};
    static const char *const labels[] = {"a", "b", "c"};
    static const struct {
        ValueKind kind;
        int side, precision;
        const Room *room;
        double numbers[9], mask[9];
        uint8_t levels[4];
        const char *texts;
    } cases[] = {
#include "figure/plots.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        studio->style.precision = cases[i].precision;
        Sheet sheet = studio_sheet(studio);
        Step step = step_of_numbers(scene, cases[i].kind, cases[i].side, cases[i].side, labels,
                                    cases[i].numbers, cases[i].mask);
        Plot plot = fit(&sheet, step, *cases[i].room);
        plot_draw(&sheet, &plot);
        plots_read(scene->arena, &sheet.drawing, 1);
        const Cells *cells = &item_at(sheet.drawing, ITEM_CELLS, 0)->cells;
        assert_int_equal(cells->rows, smaller(2, cases[i].side));
        assert_memory_equal(cells->levels, cases[i].levels, (size_t)(cells->rows * cells->cols));
        assert_string_equal(drawn_texts(scene, sheet.drawing), cases[i].texts);
        assert_int_equal(step_survey(plot.step).unseen > 0, cases[i].side > 1);
    }
}

/* Whose rows are more than are read in turn: some merged rows begin in one turn and end in the
   next. The last two plots begin at a later row. */
TEST_OF_DRAWING(plots_that_are_read_together_have_the_levels_of_each_alone)
{
    enum { N = 3 * ROWS_AT_ONCE + 5, PLOTS = 5 };
    static const int sides[PLOTS] = {N, N / 3 + 1, 9, 1, 20}, firsts[PLOTS] = {0, 0, 0, 40, 5};
    double *numbers = arena_alloc(scene->arena, N * N, sizeof *numbers);
    const char *labels[N];
    Drawing *drawings[PLOTS];
    Plot plots[PLOTS];
    for (int i = 0; i < N * N; i++) {
        labels[i % N] = "the";
        numbers[i] = sin(i * 0.7 * i);
    }
    for (int i = 0; i < PLOTS; i++) {
        Sheet sheet = studio_sheet(studio);
        Room room = {.cell = 1, .width = N, .height = N, .cell_least = 1, .side_most = sides[i]};
        Plot *plot = &plots[i];
        *plot =
            fit(&sheet, step_of_numbers(scene, VALUE_SIGNED, N, N, labels, numbers, NULL), room);
        plot->first = firsts[i];
        plot->rows.count = smaller(plot->rows.count, divide_up(N - firsts[i], plot->rows.merged));
        plot_draw(&sheet, plot);
        drawings[i] = sheet.drawing;
    }
    plots_read(scene->arena, drawings, PLOTS);
    for (int i = 0; i < PLOTS; i++) {
        const Cells *cells = &item_at(drawings[i], ITEM_CELLS, 0)->cells;
        uint8_t levels[N];
        assert_int_equal(cells->cols, divide_up(N, divide_up(N, sides[i])));
        for (int r = 0; r < cells->rows; r++) {
            scale_levels(plots[i].scale, plot_read(scene->arena, &plots[i], r), cells->cols,
                         levels);
            assert_memory_equal(cells->levels + r * cells->cols, levels, (size_t)cells->cols);
        }
    }
}

TEST_ABORTS(a_matrix_without_rows_is_a_bug)
{
    Studio *studio = studio_open(scene);
    Sheet sheet = studio_sheet(studio);
    fit(&sheet, constant_step(scene, VALUE_PROBABILITY, 0, 0, 0), roomy);
}
