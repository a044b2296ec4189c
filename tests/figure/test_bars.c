#include "figure/figure.h"

#include "support/forms.h"
#include "support/picture.h"
#include "support/traced.h"

enum { WORDS = 5 };

static const char *const words[] = {"hit", "ball", "the", "bat", "cave"};
static const double some_numbers[WORDS] = {0.8, 0.4, -0.2, 0, 0.1};

/* A figure of bars with the words' names, in a list or side by side. */
static Drawing *bars(Studio *studio, ValueKind kind, bool list, const double *numbers)
{
    return figure_of_step(studio, bars_of_numbers(studio->scene, kind, list ? WORDS : 1,
                                                  list ? 1 : WORDS, words, numbers));
}

/* Of two sentences. */
static Drawing *comparison(Studio *studio, const char *first, const char *second)
{
    return figure_of(studio, comparison_trace(studio->scene, first, second), "comparison");
}

/* The n-th fill in the colour of bars of a sign, in the order of painting, or NULL. */
static const Box *bar_at(const Studio *studio, const Drawing *d, ValueKind kind, bool negative,
                         int n)
{
    const Scale *scale = scale_new(d->arena, kind, 1, &studio->style);
    Colour colour = scale_bar_colour(scale, negative, studio->style.theme->background);
    for (int i = 0; i < d->count; i++)
        if (d->items[i].kind == ITEM_FILL && d->items[i].fill.colour == colour && n-- == 0)
            return &d->items[i].fill.box;
    return NULL;
}

TEST_OF_DRAWING(without_numbers_there_is_an_axis)
{
    studio->style.values = false;
    for (int list = 0; list < 2; list++) {
        Drawing *d = bars(studio, VALUE_COSINE, list, some_numbers);
        assert_int_equal(count_text(d, "0.80"), 0);
        assert_int_equal(count_text(d, "0.0"), 1);
        assert_int_equal(count_text(d, "1.0"), 1);
    }
}

TEST_OF_DRAWING(a_cosine_and_a_fraction_are_measured_against_one)
{
    const double small[WORDS] = {0.2, 0.1, 0.1, 0.1, 0.1}, whole[WORDS] = {1, 0.1, 0.1, 0.1, 0.1};
    const ValueKind kinds[] = {VALUE_COSINE, VALUE_FRACTION};
    for (int i = 0; i < 2; i++) {
        Drawing *a = bars(studio, kinds[i], true, small);
        Drawing *b = bars(studio, kinds[i], true, whole);
        int fifth = bar_at(studio, a, kinds[i], false, 0)->width;
        int all = bar_at(studio, b, kinds[i], false, 0)->width;
        assert_in_range(5 * fifth - all + 3, 0, 6);
    }
}

/* Side by side there is no room for signs. */
TEST_OF_DRAWING(bars_tell_what_is_little_from_nothing)
{
    const double numbers[WORDS] = {0.99, 0.004, -0.006, 0, -0.001};
    for (int list = 0; list < 2; list++) {
        Drawing *d = bars(studio, VALUE_DIFFERENCE, list, numbers);
        assert_int_equal(count_text(d, "<0.01"), list);
        assert_int_equal(count_text(d, ">−0.01"), list);
        assert_int_equal(count_text(d, "0.00"), list ? 0 : 2);
        assert_int_equal(count_text(d, "−0.01"), 1);
        assert_int_equal(count_text(d, "0"), 1);
    }
}

TEST_OF_DRAWING(what_is_masked_has_stripes_and_no_number)
{
    const double numbers[WORDS] = {0.8, -INFINITY, -0.2, NAN, 0.1};
    Drawing *d = bars(studio, VALUE_SIGNED, true, numbers);
    int striped = 0;
    for (int i = 0; i < d->count; i++)
        striped += d->items[i].kind == ITEM_CELLS && d->items[i].cells.levels[0] == CELL_MASKED;
    assert_int_equal(striped, 2 + 1); /* and the legend's sample */
    assert_int_equal(count_text(d, "masked (−∞)"), 1);
    assert_int_equal(count_text(d, "−∞"), 0);
}

TEST_OF_DRAWING(any_number_of_bars_can_be_drawn)
{
    const int counts[] = {1, 2, 40, 300, 5000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int list = 0; list < 2; list++) {
            int n = counts[i];
            double *numbers = arena_alloc(scene->arena, (size_t)n, sizeof *numbers);
            const char **labels = arena_alloc(scene->arena, (size_t)n, sizeof *labels);
            for (int k = 0; k < n; k++) {
                numbers[k] = k == n / 2 ? 100 : sin(k);
                labels[k] = words[k % WORDS];
            }
            Drawing *d = figure_of_step(studio, bars_of_numbers(scene, VALUE_SIGNED, list ? n : 1,
                                                                list ? 1 : n, labels, numbers));
            assert_in_range(d->width, 200, 3000);
            assert_in_range(d->height, 200, 3000);
        }
}

/* Of forty in a picture that is low; the second largest stands beside the largest. */
TEST_OF_DRAWING(of_many_bars_the_largest_have_their_names_and_numbers)
{
    enum { MANY = 40 };
    double numbers[MANY];
    const char *labels[MANY];
    for (int i = 0; i < MANY; i++) {
        numbers[i] = i == 7 ? 9 : i == 8 ? 8.5 : i % 10 == 3 ? -7 + i / 40.0 : 1;
        labels[i] = arena_format(scene->arena, "word%d", i);
    }
    Step step = bars_of_numbers(scene, VALUE_SIGNED, MANY, 1, labels, numbers);
    studio->style.width = 6.5;
    studio->style.height = 3;
    studio->style.points = 8;
    Drawing *d = figure_of_step(studio, step);
    assert_int_equal(count_text(d, "word7 9.00"), 1);
    assert_int_equal(count_text(d, "word8 8.50"), 0);
    assert_int_equal(count_text(d, "word3 −6.93"), 1);
    assert_int_equal(count_text(d, "word33 −6.18"), 1);
    assert_int_equal(count_text(d, "word0 1.00"), 0); /* the seventh */
    studio->style.values = false;
    assert_int_equal(count_text(figure_of_step(studio, step), "word7 9.00"), 0);
}

TEST_OF_DRAWING(bars_stand_out_in_every_theme_and_colormap)
{
    for (const Theme *theme = themes; theme->name; theme++)
        for (const Colormap *map = colormaps; map->name; map++)
            for (ValueKind kind = VALUE_SIGNED; kind <= VALUE_COUNT; kind++) {
                if (kind == VALUE_MASK)
                    continue;
                studio->style.theme = theme;
                studio->style.colormap = map;
                const Scale *scale = scale_new(scene->arena, kind, 1, &studio->style);
                Colour more = scale_bar_colour(scale, false, theme->background);
                Colour less = scale_bar_colour(scale, true, theme->background);
                assert_true(colour_contrast(more, theme->background) >= 3);
                assert_true(colour_contrast(less, theme->background) >= 3);
                assert_int_equal(more == less, !is_signed_kind(kind));
            }
}

TEST_OF_DRAWING(a_long_sentence_is_elided_to_its_column)
{
    static const char sentence[] = "incomprehensibilities notwithstanding, bats unquestionably hit";
    Drawing *d = comparison(studio, sentence, "a bat");
    assert_int_equal(count_text(d, sentence), 0);
    int elided = 0;
    for (int i = 0; i < d->count; i++)
        if (d->items[i].kind == ITEM_TEXT && !strncmp(d->items[i].text.string, "incompre", 8) &&
            strstr(d->items[i].text.string, "bly hit"))
            elided++;
    assert_int_equal(elided, 1);
}
