#include "figure/figure.h"

#include "support/forms.h"
#include "support/picture.h"

enum { POINTS = 6, PIXEL = 64, MARK_DASH = 7 };

static const double counted[POINTS] = {0, 1, 2, 3, 4, 5};

/* A figure of one curve. */
static Drawing *curve(Studio *studio, int points, const double *x, const double *y)
{
    return figure_of_step(studio, curves_of_numbers(studio->scene, points, 1, x, y));
}

/* The strokes of so many points at least. */
static int strokes_of(const Drawing *d, int least, const Stroke **strokes, int most)
{
    int count = 0;
    for (int i = 0; i < d->count; i++)
        if (d->items[i].kind == ITEM_STROKE && d->items[i].stroke.count >= least && count < most)
            strokes[count++] = &d->items[i].stroke;
    return count;
}

static int discs_of(const Drawing *d)
{
    const Stroke *all[9999];
    return strokes_of(d, 1, all, 9999) - strokes_of(d, 2, all, 9999);
}

/* Of the mark: the only boxes so high and no wider than a line. */
static int dashes_of(const Drawing *d, const Sheet *sheet, int *x)
{
    int count = 0;
    for (int i = 0; i < d->count; i++) {
        Box box = d->items[i].fill.box;
        if (d->items[i].kind == ITEM_FILL && box.width == sheet_pixels(sheet, 1) &&
            box.height == sheet_pixels(sheet, MARK_DASH)) {
            *x = box.x;
            count++;
        }
    }
    return count;
}

TEST_OF_DRAWING(a_logarithmic_axis_has_ticks_near_both_ends)
{
    const double y[POINTS] = {1, 1e-3, 1e-5, 1e-20, 1e-8, 500};
    const char *const texts[] = {"10^{3}", "10^{0}", "10^{−21}"};
    Step step = curves_of_numbers(scene, POINTS, 1, counted, y);
    Drawing *d = figure_of_step(studio, logarithmic(scene, step, false, true));
    for (int i = 0; i < 3; i++)
        fail_if(count_text(d, texts[i]) != 1, "no %s", texts[i]);
}

TEST_OF_DRAWING(a_place_on_the_axis_is_marked)
{
    const double x[POINTS] = {1, 10, 100, 1000, 10000, 100000}, y[POINTS] = {1, 2, 3, 4, 5, 6};
    Step step = logarithmic(scene, curves_of_numbers(scene, POINTS, 1, x, y), true, true);
    Sheet sheet = studio_sheet(studio);
    int at;
    Drawing *d = figure_of_step(studio, with_mark(scene, step, 1000, "here"));
    const Stroke *stroke = NULL;
    assert_int_equal(strokes_of(d, 2, &stroke, 1), 1);
    assert_true(dashes_of(d, &sheet, &at) > 3);
    assert_in_range(at - stroke->at.x - stroke->points[3].x / PIXEL + 2, 0,
                    4); /* where the curve has 1000 */
    assert_int_equal(count_text(d, "here"), 1);
    /* beyond the numbers */
    d = figure_of_step(studio, with_mark(scene, step, 1e6, "here"));
    assert_int_equal(dashes_of(d, &sheet, &at), 0);
    assert_int_equal(count_text(d, "here"), 0);
}

TEST_OF_DRAWING(the_name_of_a_mark_stands_clear_of_curves)
{
    const double x[POINTS] = {1, 2, 3, 4, 5, 6}, y[POINTS] = {4, 0, 0.2, 0.2, 0.2, 4};
    Step step = curves_of_numbers(scene, POINTS, 1, x, y);
    Drawing *d = figure_of_step(studio, with_mark(scene, step, 5, "here"));
    const Stroke *stroke = NULL;
    assert_int_equal(strokes_of(d, 2, &stroke, 1), 1);
    assert_true(text_at(d, "here")->y < stroke->at.y + stroke->points[3].y / PIXEL);
}

TEST_OF_DRAWING(what_has_no_place_breaks_the_line)
{
    const double y[POINTS] = {1, 2, NAN, 3, 4, 5}, z[POINTS] = {1, 2, 0, -3, 4, 5};
    const Stroke *strokes[4];
    Drawing *d = curve(studio, POINTS, counted, y);
    assert_int_equal(strokes_of(d, 2, strokes, 4), 2);
    assert_int_equal(strokes[0]->count, 2);
    assert_int_equal(strokes[1]->count, 3);
    assert_int_equal(discs_of(d), 5);
    d = figure_of_step(
        studio, logarithmic(scene, curves_of_numbers(scene, POINTS, 1, counted, z), false, true));
    assert_int_equal(strokes_of(d, 2, strokes, 4), 2);
    assert_int_equal(discs_of(d), 4);
    d = figure_of_step(
        studio, logarithmic(scene, curves_of_numbers(scene, POINTS, 1, counted, y), true, false));
    assert_int_equal(discs_of(d), 4); /* x = 0 has no place */
}

TEST_OF_DRAWING(curves_with_the_same_colour_differ_in_dashes)
{
    enum { CURVES = 2 * THEME_CURVES };
    double y[2 * CURVES];
    for (int i = 0; i < 2 * CURVES; i++)
        y[i] = i % CURVES;
    Drawing *d = figure_of_step(studio, curves_of_numbers(scene, 2, CURVES, counted, y));
    const Stroke *strokes[4000];
    int count = strokes_of(d, 2, strokes, 4000);
    int thick = 2 * 2 * PIXEL, lines[CURVES] = {0};
    for (int i = 0; i < count; i++)
        for (int c = 0; strokes[i]->thickness == thick && c < THEME_CURVES; c++)
            lines[c] += strokes[i]->colour == studio->style.theme->curves[c];
    for (int c = 0; c < THEME_CURVES; c++)
        assert_true(lines[c] > 20); /* one whole, and the dashes of another */
}

static void check_strokes_lie_within(const Drawing *d)
{
    const Stroke *strokes[9999];
    int count = strokes_of(d, 1, strokes, 9999);
    for (int i = 0; i < count; i++)
        for (int p = 0; p < strokes[i]->count; p++) {
            assert_in_range(strokes[i]->at.x * PIXEL + strokes[i]->points[p].x, 0,
                            d->width * PIXEL);
            assert_in_range(strokes[i]->at.y * PIXEL + strokes[i]->points[p].y, 0,
                            d->height * PIXEL);
        }
}

TEST_OF_DRAWING(any_numbers_make_a_chart)
{
    const double sets[][POINTS] = {{3, 3, 3, 3, 3, 3},
                                   {0, 0, 0, 0, 0, 0},
                                   {NAN, NAN, NAN, NAN, NAN, NAN},
                                   {-1, -2, -3, -4, -5, -6},
                                   {1e30, -1e30, 1e30, 0, 1, 2},
                                   {1e-30, 2e-30, 1e-30, 3e-30, 0, 1e-31},
                                   {1e6, 1e6 + 1, 1e6, 1e6, 1e6, 1e6},
                                   {INFINITY, 1, -INFINITY, 2, 3, 4}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        for (int points = 1; points <= POINTS; points++)
            for (int logs = 0; logs < 4; logs++) {
                Step step = curves_of_numbers(scene, points, 1, counted, sets[i]);
                Drawing *d = figure_of_step(studio, logarithmic(scene, step, logs & 1, logs & 2));
                assert_in_range(d->width, 1300, 1400);
                assert_in_range(d->height, 700, 1200);
                check_strokes_lie_within(d);
            }
}

/* A band of 2 to 8 around 5, and a second one of nothing: stripes of one pixel in every fourth
   column, each as high as the band, and wholly within it. */
TEST_OF_DRAWING(a_band_is_of_stripes_from_the_least_to_the_most)
{
    const double y[] = {5, 0, 5, 0, 5, 0}, least[] = {2, 0, 2, 0, 2, 0},
                 most[] = {8, 0, 8, 0, 8, 0};
    Step step = curves_of_numbers(scene, 3, 2, counted, y);
    Step low = curves_of_numbers(scene, 3, 2, counted, least);
    Step high = curves_of_numbers(scene, 3, 2, counted, most);
    Curves curves = *step.curves;
    curves.least = low.node;
    curves.most = high.node;
    step.curves = &curves;
    Drawing *d = figure_of_step(studio, step);
    const Theme *theme = studio->style.theme;
    Colour pale = colour_mix(theme->curves[0], theme->background, 1, 2);
    const Stroke *strokes[4];
    assert_true(strokes_of(d, 3, strokes, 4) >= 2);
    int middle = strokes[0]->at.y + strokes[0]->points[0].y / PIXEL;
    int zero = strokes[1]->at.y + strokes[1]->points[0].y / PIXEL;
    int width = (strokes[0]->points[2].x - strokes[0]->points[0].x) / PIXEL, stripes = 0, last = 0;
    for (int i = 0; i < d->count; i++) {
        Box box = d->items[i].fill.box;
        if (d->items[i].kind != ITEM_FILL || d->items[i].fill.colour != pale)
            continue;
        assert_true(!stripes || box.x - last == 4);
        assert_int_equal(box.width, 1);
        assert_in_range(box.y - (zero - (zero - middle) * 8 / 5) + 2, 0, 4);
        assert_in_range(box.y + box.height - (zero - (zero - middle) * 2 / 5) + 2, 0, 4);
        last = box.x;
        stripes++;
    }
    assert_in_range(stripes, width / 4 - 1, width / 4 + 1);
}
