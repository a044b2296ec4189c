#include "write/text.h"

#include "figure/figure.h"
#include "support/picture.h"
#include "support/sample.h"

static const double hidden = -INFINITY;
static const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

/* The table as printed; `elided` may be NULL. */
static const char *table_of(Scene *scene, const Step *step, WriteOptions style, bool *elided)
{
    Recording recording;
    recording_begin(&recording);
    bool cut = table_write(recording.stream, scene->arena, step, &style);
    if (elided)
        *elided = cut;
    return recording_end(scene, &recording).data;
}

static void check_table(Scene *scene, const Step *step, WriteOptions style, const char *expected)
{
    assert_string_equal(table_of(scene, step, style, NULL), expected);
}

/* ---- numbers ---- */

static const struct {
    ValueKind kind;
    int rows, cols;
    const char *const *labels;
    const double *numbers, *mask;
    int precision;
    const char *table;
} tables[] = {
#include "write/tables.list"
};

TEST(tables_are_set_so)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        Step step = step_of_numbers(scene, tables[i].kind, tables[i].rows, tables[i].cols,
                                    tables[i].labels, tables[i].numbers, tables[i].mask);
        check_table(scene, &step, (WriteOptions){.precision = tables[i].precision},
                    tables[i].table);
    }
}

TEST(huge_numbers_stay_short)
{
    const double numbers[] = {1e30, -3e38, 1};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, letters, numbers, NULL);
    const char *table = table_of(scene, &step, (WriteOptions){.precision = 2}, NULL);
    assert_has(table, "1.00e+30");
    assert_has(table, "−3.00e+38");
    assert_true(utf8_width(line_at(scene, table, 2)) < 60);
}

TEST(numbers_that_would_be_lost_have_powers_of_ten)
{
    const double mostly_tiny[] = {1, 4e-4, -2e-7}, half_tiny[] = {1, 4e-4, 0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, letters, mostly_tiny, NULL);
    check_table(scene, &step, (WriteOptions){.precision = 2},
                "         feature →\n"
                "token ↓          1          2          3\n"
                "      a   1.00e+00   4.00e−04  −2.00e−07\n");
    step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, letters, half_tiny, NULL);
    assert_has(table_of(scene, &step, (WriteOptions){.precision = 2}, NULL), " 0.00");
    Curves curves = {.log_y = true};
    step.form = FORM_CURVES;
    step.curves = &curves;
    assert_has(table_of(scene, &step, (WriteOptions){.precision = 2}, NULL), "4.00e−04");
    assert_has(table_of(scene, &step, (WriteOptions){.precision = 4}, NULL), "0.0004");
}

/* A float has 1,025,945,024 and then 1,025,945,088. */
TEST(counts_have_more_digits_than_a_float)
{
    const double numbers[] = {1025945028, 2}, exact[] = {1025945028, 2};
    Step step = step_of_numbers(scene, VALUE_COUNT, 1, 2, letters, numbers, NULL);
    step.counts = exact;
    const char *table = table_of(scene, &step, (WriteOptions){.precision = 2}, NULL);
    assert_string_equal(line_at(scene, table, 2), "      a  1,025,945,028  2");
}

/* ---- masks, weights ---- */

TEST(places_are_shown_by_what_stands_there)
{
    static const char *const words[] = {"cat", "日本", "agreement"};
    const double numbers[] = {3, 1, 0, 2};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, letters, numbers, NULL);
    step.places = words;
    step.place_count = 3;
    const char *expected = "         key →\n"
                           "query ↓          a          b\n"
                           "      a  agreement        cat\n"
                           "      b          ·       日本\n";
    check_table(scene, &step, (WriteOptions){.precision = 2}, expected);
}

/* ---- labels ---- */

/* The display column where each line's numbers end, which must be one for the whole table. */
static void check_right_edge(Scene *scene, const char *table)
{
    int edge = utf8_width(line_at(scene, table, 1));
    for (int i = 2; i < line_count(table); i++)
        assert_int_equal(utf8_width(line_at(scene, table, i)), edge);
}

TEST(wide_and_combining_labels_stay_aligned)
{
    static const char *const labels[] = {"日本", "e\u0301te\u0301", "👩‍👩‍👧", "🇩🇪",
                                         "a"};
    double numbers[25] = {0.25};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 5, 5, labels, numbers, NULL);
    const char *table = table_of(scene, &step, (WriteOptions){.precision = 2}, NULL);
    check_right_edge(scene, table);
    for (int i = 2; i < 7; i++)
        assert_int_equal(utf8_width(line_at(scene, table, i)),
                         (int)strlen("query v") + 5 * (int)strlen("  0.25"));
}

TEST(a_long_label_is_cut_in_the_middle_on_a_terminal_only)
{
    static const char *const labels[] = {"Donaudampfschifffahrtsgesellschaft", "a"};
    const double numbers[] = {1, 2, 3, 4};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, NULL);
    const char *whole = table_of(scene, &step, (WriteOptions){.width = 0}, NULL);
    const char *cut = table_of(scene, &step, (WriteOptions){.width = 80}, NULL);
    assert_has(whole, labels[0]);
    assert_lacks(cut, labels[0]);
    assert_has(cut, "Donaudam…lschaft");
    check_right_edge(scene, cut);
}

/* ---- what is left out ---- */

/* A row of numbers 0, 1, 2 … as wide as it has columns. */
static Step wide_step(Scene *scene, int rows, int cols)
{
    double *numbers = arena_alloc(scene->arena, (size_t)(rows * cols), sizeof *numbers);
    const char **labels = arena_alloc(scene->arena, (size_t)rows, sizeof *labels);
    for (int i = 0; i < rows * cols; i++)
        numbers[i] = i % cols;
    for (int i = 0; i < rows; i++)
        labels[i] = arena_format(scene->arena, "w%d", i + 1);
    return step_of_numbers(scene, VALUE_SIGNED, rows, cols, labels, numbers, NULL);
}

TEST(what_does_not_fit_is_left_out_in_the_middle)
{
    bool elided;
    Step step = wide_step(scene, 1, 20);
    const char *table =
        table_of(scene, &step, (WriteOptions){.width = 44, .precision = 0}, &elided);
    assert_true(elided);
    assert_string_equal(table, "         feature →\n"
                               "token ↓   1   2   3   4  …  17  18  19  20\n"
                               "     w1   0   1   2   3  …  16  17  18  19\n");
}

TEST(what_fits_exactly_is_shown_whole)
{
    bool elided;
    Step step = wide_step(scene, 1, 8);
    int width = 7 + 8 * (2 + 1);
    table_of(scene, &step, (WriteOptions){.width = width, .precision = 0}, &elided);
    assert_false(elided);
    table_of(scene, &step, (WriteOptions){.width = width - 1, .precision = 0}, &elided);
    assert_true(elided);
}

TEST(without_a_width_nothing_is_left_out)
{
    bool elided;
    Step step = wide_step(scene, 100, 300);
    const char *table = table_of(scene, &step, (WriteOptions){.full = true}, &elided);
    assert_false(elided);
    assert_lacks(table, "…");
    assert_int_equal(line_count(table), 102);
    assert_has(line_at(scene, table, 1), " 150 ");
}

TEST(a_tall_table_loses_its_middle_rows)
{
    bool elided;
    Step tall = wide_step(scene, 33, 2), fits = wide_step(scene, 32, 2);
    const char *table = table_of(scene, &fits, (WriteOptions){.width = 80}, &elided);
    assert_false(elided);
    assert_int_equal(line_count(table), 2 + 32);
    table = table_of(scene, &tall, (WriteOptions){.width = 80}, &elided);
    assert_true(elided);
    assert_string_equal(line_at(scene, table, 2 + 15), "      …");
    assert_string_equal(line_at(scene, table, 2 + 14), "    w15  0  1");
    assert_string_equal(line_at(scene, table, 2 + 16), "    w19  0  1");
    assert_int_equal(line_count(table), 2 + 31);
}

static Step weights_of_words(Scene *scene)
{
    static const char *const words[] = {"the", "agreement", "on", "economics"};
    const double numbers[] = {1,    0,    0,    0,    0.25, 0.75, 0,    0,
                              0.25, 0.25, 0.25, 0.25, 0.5,  0.25, 0.25, 0};
    return step_of_numbers(scene, VALUE_PROBABILITY, 4, 4, words, numbers, NULL);
}

/* Labels end where their column does, in turn in two lines. */
TEST(words_that_do_not_fit_stand_closer)
{
    Step step = weights_of_words(scene);
    check_table(scene, &step, (WriteOptions){.width = 52, .precision = 2},
                "           key →\n"
                "          agreement economics\n"
                "query ↓    the        on\n"
                "      the 1.00 0.00 0.00 0.00   Σ = 1.00\n"
                "agreement 0.25 0.75 0.00 0.00   Σ = 1.00\n"
                "       on 0.25 0.25 0.25 0.25   Σ = 1.00\n"
                "economics 0.50 0.25 0.25 0.00   Σ = 1.00\n");
}

TEST(sums_go_before_words_do)
{
    bool elided;
    Step step = weights_of_words(scene);
    const char *table =
        table_of(scene, &step, (WriteOptions){.width = 39, .precision = 2}, &elided);
    assert_false(elided);
    assert_string_equal(line_at(scene, table, 3), "      the 1.00 0.00 0.00 0.00");
    table = table_of(scene, &step, (WriteOptions){.width = 28, .precision = 2}, &elided);
    assert_true(elided);
    assert_lacks(table, "agreement  the");
}

TEST(the_sum_of_a_cut_row_is_still_that_of_all_of_it)
{
    const double numbers[] = {0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125};
    Step step = step_of_numbers(scene, VALUE_PROBABILITY, 1, 8, letters, numbers, NULL);
    bool elided;
    const char *table =
        table_of(scene, &step, (WriteOptions){.width = 40, .precision = 2}, &elided);
    assert_true(elided);
    assert_string_equal(line_at(scene, table, 2), "      a  0.12  0.12  …  0.12   Σ = 1.00");
}

/* ---- colour ---- */

/* The text without its colour codes. */
static const char *without_codes(Scene *scene, const char *text)
{
    Text out = text_new(scene->arena);
    while (*text) {
        if (*text == '\033')
            text += strcspn(text, "m") + 1;
        else
            text_add_bytes(&out, text++, 1);
    }
    return out.data;
}

static const char *shaded(Scene *scene, const Step *step, ColourDepth depth)
{
    FigureStyle style = figure_style_default();
    WriteOptions looks = {.width = 80, .precision = 2, .depth = depth, .figure = &style};
    return table_of(scene, step, looks, NULL);
}

/* What makes a colour that of the ground or of the ink. */
static const char *paint(Scene *scene, int which, Colour colour)
{
    Channels c = colour_channels(colour);
    return arena_format(scene->arena, "\033[%d;2;%d;%d;%dm", which, c.red, c.green, c.blue);
}

TEST(colours_change_nothing_but_the_looks)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b c", .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        const char *with = shaded(scene, step, i % 2 ? COLOUR_TRUE : COLOUR_256);
        const char *without = shaded(scene, step, COLOUR_NONE);
        assert_null(strchr(without, '\033'));
        if (step->kind != VALUE_MASK)
            assert_non_null(strchr(with, '\033'));
        assert_string_equal(without_codes(scene, with), without);
    }
}

/* One truth: what is yellow in a picture is yellow on the terminal. */
TEST(a_cell_has_the_colour_that_it_has_in_a_picture)
{
    static const ValueKind kinds[] = {VALUE_SIGNED, VALUE_PROBABILITY, VALUE_DIFFERENCE,
                                      VALUE_COSINE, VALUE_FRACTION,    VALUE_SHARE,
                                      VALUE_SIZE,   VALUE_COUNT};
    FigureStyle style = figure_style_default();
    const double numbers[] = {0.25, 0.75};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Step step = step_of_numbers(scene, kinds[i], 1, 2, letters, numbers, NULL);
        const char *table = shaded(scene, &step, COLOUR_TRUE);
        const Scale *scale = scale_new(scene->arena, kinds[i], step_range(&step), &style);
        for (int j = 0; j < 2; j++) {
            Colour fill = scale->fills[scale_level(scale, numbers[j])];
            const char *cell = arena_format(scene->arena, " %s%s ", paint(scene, 48, fill),
                                            paint(scene, 38, colour_ink(fill)));
            assert_has(table, cell);
        }
    }
}

TEST(the_colours_of_numbers_are_those_of_the_map)
{
    static const struct {
        ValueKind kind;
        double number, place; /* … beside 4, which is at 1, or beside a weight */
    } cases[] = {{VALUE_SIGNED, -4, 0},
                 {VALUE_SIGNED, 2, 0.75},
                 {VALUE_PROBABILITY, 0.25, 0.25},
                 {VALUE_PROBABILITY, 0.75, 0.75}};
    const Colormap *map = figure_style_default().colormap;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_signed = cases[i].kind == VALUE_SIGNED;
        const double numbers[] = {cases[i].number, is_signed ? 4 : 1};
        Step step = step_of_numbers(scene, cases[i].kind, 1, 2, letters, numbers, NULL);
        Gradient gradient = colormap_gradient(map, is_signed, false);
        Colour colour = gradient_colour(&gradient, cases[i].place);
        assert_has(shaded(scene, &step, COLOUR_TRUE), paint(scene, 48, colour));
    }
}

TEST(masked_cells_are_never_shaded)
{
    const double numbers[] = {0.5, 0}, mask[] = {0, hidden};
    Step step = step_of_numbers(scene, VALUE_PROBABILITY, 1, 2, letters, numbers, mask);
    assert_has(shaded(scene, &step, COLOUR_256), "\033[0m  ·      Σ");
}

TEST(in_256_colours_the_nearest_of_the_cube_is_taken)
{
    const double numbers[] = {0, 0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 2, letters, numbers, NULL);
    Gradient gradient = colormap_gradient(figure_style_default().colormap, true, false);
    Channels zero = colour_channels(gradient_colour(&gradient, 0.5));
    int index = 16 + 36 * ((zero.red * 5 + 127) / 255) + 6 * ((zero.green * 5 + 127) / 255) +
                (zero.blue * 5 + 127) / 255;
    const char *table = shaded(scene, &step, COLOUR_256);
    assert_has(table, arena_format(scene->arena, "\033[48;5;%dm", index));
    assert_lacks(table, ";2;");
}
