#include "figure/drawing.h"

#include "support/picture.h"

enum { STEPS = 200 };

static const Colour black = 0x000000, white = 0xffffff;

/* Of x in 0 … 1. */
static Colour sequential_colour(const Colormap *map, bool dark, double x)
{
    const Gradient *gradient = map->gradients[false][dark];
    return gradient_colour(gradient, x);
}

/* Of x in −1 … 1. */
static Colour diverging_colour(const Colormap *map, bool dark, double x)
{
    const Gradient *gradient = map->gradients[true][dark];
    return gradient_colour(gradient, (x + 1) / 2);
}

static double sequential(const Colormap *map, bool dark, int step)
{
    return colour_luminance(sequential_colour(map, dark, (double)step / STEPS));
}

static double diverging(const Colormap *map, bool dark, int step)
{
    return colour_luminance(diverging_colour(map, dark, (double)step / STEPS));
}

static bool is_grey(const Colormap *map)
{
    return strcmp(map->name, "grey") == 0;
}

TEST(luminance_and_contrast_are_those_of_wcag)
{
    assert_true(fabs(colour_luminance(white) - 1) < 1e-12);
    assert_true(colour_luminance(black) == 0);
    assert_true(fabs(colour_luminance(0xff0000) - 0.2126) < 1e-12);
    assert_true(fabs(colour_luminance(0x777777) - 0.184475) < 1e-6);
    assert_true(fabs(colour_contrast(white, black) - 21) < 1e-12);
    assert_true(fabs(colour_contrast(0x777777, white) - 4.478) < 1e-3);
    assert_true(colour_contrast(black, white) == colour_contrast(white, black));
}

TEST(a_sequential_map_goes_one_way_in_luminance)
{
    for (const Colormap *map = colormaps; map->name; map++)
        for (int dark = 0; dark < 2; dark++) {
            double way = sequential(map, dark, STEPS) - sequential(map, dark, 0);
            assert_true(fabs(way) > 0.6);
            for (int i = 0; i < STEPS; i++)
                assert_true((sequential(map, dark, i + 1) - sequential(map, dark, i)) * way >=
                            -0.002);
        }
}

TEST(a_diverging_map_goes_one_way_from_a_zero_without_hue)
{
    for (const Colormap *map = colormaps; map->name; map++)
        for (int dark = 0; dark < 2; dark++) {
            Channels zero = colour_channels(diverging_colour(map, dark, 0));
            assert_true(zero.red == zero.green && zero.green == zero.blue);
            for (int i = 0; i < STEPS && !is_grey(map); i++) {
                double here = diverging(map, dark, i), next = diverging(map, dark, i + 1);
                assert_true(fabs(next - diverging(map, dark, -i - 1)) < 0.01);
                assert_true(dark ? next >= here - 0.002 : next <= here + 0.002);
            }
        }
}

TEST(the_ends_of_a_diverging_map_differ_for_those_who_do_not_see_red_and_green)
{
    for (const Colormap *map = colormaps; map->name; map++) {
        Channels low = colour_channels(diverging_colour(map, false, -1));
        Channels high = colour_channels(diverging_colour(map, false, 1));
        assert_true(abs(low.blue - high.blue) > 120);
    }
}

TEST(the_grey_map_shows_the_sign_without_colour_and_no_weight_as_the_background)
{
    const Colormap *map = colormap_named("grey");
    for (int i = -STEPS; i < STEPS; i++) {
        assert_true(diverging(map, false, i + 1) <= diverging(map, false, i));
        assert_true(diverging(map, true, i + 1) >= diverging(map, true, i));
    }
    assert_true(sequential(map, false, 0) > 0.9 && sequential(map, false, STEPS) < 0.01);
    assert_true(sequential(map, true, 0) < 0.01 && sequential(map, true, STEPS) > 0.9);
}

TEST(what_lies_outside_has_the_colour_of_the_end)
{
    for (const Colormap *map = colormaps; map->name; map++) {
        assert_true(sequential_colour(map, false, -1) == sequential_colour(map, false, 0));
        assert_true(sequential_colour(map, true, 7) == sequential_colour(map, true, 1));
        assert_true(diverging_colour(map, true, 9) == diverging_colour(map, true, 1));
    }
}

TEST(ink_can_be_read_on_every_background)
{
    for (Colour ground = 0; ground <= 0xffffff; ground += 4099)
        assert_true(colour_contrast(ground, colour_ink(ground)) >= 4.5);
    for (const Colormap *map = colormaps; map->name; map++)
        for (int i = -STEPS; i <= STEPS; i++) {
            Colour ground = diverging_colour(map, i % 2, (double)i / STEPS);
            assert_true(colour_contrast(ground, colour_ink(ground)) >= 4.5);
        }
}

/* ---- curves ---- */

typedef struct Triple {
    double x[3];
} Triple;

static Triple times(const double matrix[3][3], Triple v)
{
    Triple out = {{0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out.x[i] += matrix[i][k] * v.x[k];
    return out;
}

/* To light, through a matrix of what somebody sees of it, to OKLab (Ottosson 2020). */
static Triple seen_as(Colour c, const double sight[3][3])
{
    static const double to_cones[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                          {0.2119034982, 0.6806995451, 0.1073969566},
                                          {0.0883024619, 0.2817188376, 0.6299787005}};
    static const double to_lab[3][3] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                        {1.9779984951, -2.4285922050, 0.4505937099},
                                        {0.0259040371, 0.7827717662, -0.8086757660}};
    Channels of = colour_channels(c);
    Triple light = {{of.red / 255.0, of.green / 255.0, of.blue / 255.0}};
    for (int i = 0; i < 3; i++)
        light.x[i] =
            light.x[i] <= 0.04045 ? light.x[i] / 12.92 : pow((light.x[i] + 0.055) / 1.055, 2.4);
    light = times(sight, light);
    for (int i = 0; i < 3; i++)
        light.x[i] = fmin(fmax(light.x[i], 0), 1);
    Triple cones = times(to_cones, light);
    for (int i = 0; i < 3; i++)
        cones.x[i] = cbrt(cones.x[i]);
    return times(to_lab, cones);
}

/* Normal sight, and none of one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1. */
static const double sights[4][3][3] = {
#include "figure/sights.list"
};

TEST(curves_differ_for_everybody_and_stand_out)
{
    for (const Theme *theme = themes; theme->name; theme++)
        for (int i = 0; i < THEME_CURVES; i++) {
            assert_true(colour_contrast(theme->curves[i], theme->background) >= 3);
            for (int j = 0; j < i; j++)
                for (int s = 0; s < 4; s++) {
                    Triple a = seen_as(theme->curves[i], sights[s]);
                    Triple b = seen_as(theme->curves[j], sights[s]);
                    double distance = sqrt(pow(a.x[0] - b.x[0], 2) + pow(a.x[1] - b.x[1], 2) +
                                           pow(a.x[2] - b.x[2], 2));
                    fail_if(distance < 0.12, "%s: curves %d and %d are %.3f apart for sight %d",
                            theme->name, j, i, distance, s);
                }
        }
}

TEST(a_theme_can_be_read_and_its_masked_cells_are_neither_blank_nor_plain)
{
    for (const Theme *theme = themes; theme->name; theme++) {
        assert_true(colour_contrast(theme->text, theme->background) >= 7);
        assert_true(colour_contrast(theme->muted, theme->background) >= 4.5);
        assert_false(theme->masked == theme->background);
        assert_true(colour_contrast(theme->hatch, theme->masked) > 1.4);
        assert_true(colour_contrast(theme->visible, theme->masked) > 1.4);
    }
}

TEST(mixing_goes_from_one_colour_to_the_other)
{
    assert_true(colour_mix(black, white, 0, 15) == black);
    assert_true(colour_mix(black, white, 15, 15) == white);
    assert_int_equal(colour_mix(black, white, 1, 2), 0x808080);
}

TEST(names_are_found_and_others_are_not)
{
    assert_ptr_equal(colormap_named("viridis"), &colormaps[0]);
    assert_ptr_equal(theme_named("light"), &themes[0]);
    assert_string_equal(theme_named("dark")->name, "dark");
    assert_null(colormap_named("jet"));
    assert_null(theme_named(""));
}
