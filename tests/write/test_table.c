#include "write/formats.h"

#include "figure/figure.h"
#include "support/picture.h"
#include "support/sample.h"

static const double hidden = -INFINITY;
static const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
static const char *const words[] = {"the", "agreement", "on", "economics"};
static const char *const long_word[] = {"Donaudampfschifffahrtsgesellschaft", "a"};
static const double counting[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                  10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
static const double weights[] = {1,    0,    0,    0,    0.25, 0.75, 0,    0,
                                 0.25, 0.25, 0.25, 0.25, 0.5,  0.25, 0.25, 0};
static const double eighths[] = {0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125};

/* The table as printed; `elided` may be NULL. */
static const char *table_of(Scene *scene, const Step *step, WriteOptions style, bool *elided)
{
    bool cut = false;
    Bytes table = recorded(scene->arena, cut = table_write(recorder, scene->arena, step, &style));
    if (elided)
        *elided = cut;
    return table.data;
}

/* ---- numbers ---- */

static const struct {
    ValueKind kind;
    int rows, cols;
    const char *const *labels;
    const double *numbers, *mask;
    int precision, width;
    bool elided;
    const char *table;
} tables[] = {
#include "write/tables.list"
};

TEST(tables_are_set_so)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        Step step = step_of_numbers(scene, tables[i].kind, tables[i].rows, tables[i].cols,
                                    tables[i].labels, tables[i].numbers, tables[i].mask);
        if (step.kind == VALUE_COUNT)
            step.counts = tables[i].numbers;
        WriteOptions style = {.precision = tables[i].precision, .width = tables[i].width};
        bool elided = false;
        assert_string_equal(table_of(scene, &step, style, &elided), tables[i].table);
        assert_int_equal(elided, tables[i].elided);
    }
}

TEST(curves_on_a_logarithmic_axis_lose_no_numbers)
{
    Curves curves = {.log_y = true};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, letters, (double[]){1, 4e-4, 0}, NULL);
    step.form = FORM_CURVES;
    step.curves = &curves;
    assert_has(table_of(scene, &step, (WriteOptions){.precision = 2}, NULL), "4.00e−04");
    assert_has(table_of(scene, &step, (WriteOptions){.precision = 4}, NULL), "0.0004");
}

TEST(places_are_shown_by_what_stands_there)
{
    static const char *const places[] = {"cat", "日本", "agreement"};
    const double numbers[] = {3, 1, 0, 2};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, letters, numbers, NULL);
    step.places = places;
    step.place_count = 3;
    assert_string_equal(table_of(scene, &step, (WriteOptions){.precision = 2}, NULL),
                        "         key →\n"
                        "query ↓          a          b\n"
                        "      a  agreement        cat\n"
                        "      b          ·       日本\n");
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
        const Gradient *gradient = map->gradients[is_signed][false];
        Colour colour = gradient_colour(gradient, cases[i].place);
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
    const Gradient *gradient = figure_style_default().colormap->gradients[true][false];
    Channels zero = colour_channels(gradient_colour(gradient, 0.5));
    int index = 16 + 36 * ((zero.red * 5 + 127) / 255) + 6 * ((zero.green * 5 + 127) / 255) +
                (zero.blue * 5 + 127) / 255;
    const char *table = shaded(scene, &step, COLOUR_256);
    assert_has(table, arena_format(scene->arena, "\033[48;5;%dm", index));
    assert_lacks(table, ";2;");
}
