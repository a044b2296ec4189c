#include "figure/drawing.h"

/* ---- luminance and contrast ---- */

/* An sRGB channel as linear light, 0 to 1. Each is computed once; only one thread asks. */
static double light_of(int channel)
{
    static double lights[256];
    double c = channel / 255.0;
    if (!(lights[channel] > 0))
        lights[channel] =
            c <= 0.04045 ? c / 12.92 : portable_exp(2.4 * portable_log((c + 0.055) / 1.055));
    return lights[channel];
}

double colour_luminance(Colour c)
{
    Channels of = colour_channels(c);
    return 0.2126 * light_of(of.red) + 0.7152 * light_of(of.green) + 0.0722 * light_of(of.blue);
}

double colour_contrast(Colour a, Colour b)
{
    double la = colour_luminance(a), lb = colour_luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

Colour colour_ink(Colour background)
{
    /* (L + 0.05) / 0.05 ≥ 1.05 / (L + 0.05) */
    double light = colour_luminance(background) + 0.05;
    return light * light >= 1.05 * 0.05 ? 0x000000 : 0xffffff;
}

/* ---- themes ----
 *
 * The curves' colours come from a search: each contrasts with the background, and any two are far
 * apart in OKLab for normal vision and for the three kinds of colour blindness. */

const Theme themes[] = {
#include "figure/themes.list"
    {.name = NULL},
};

/* ---- colormaps ---- */

#define MAP(name, ...) static const Gradient name = {__VA_ARGS__};
#include "figure/colormaps.list"

const Colormap colormaps[] = {
#include "figure/colormap_names.list"
    {.name = NULL},
};

const char *theme_name(int index)
{
    return themes[index].name;
}

const char *colormap_name(int index)
{
    return colormaps[index].name;
}

Colour gradient_colour(const Gradient *gradient, double x)
{
    enum { STEPS = 256 };
    double place = fmin(fmax(x, 0), 1) * (COLORMAP_POINTS - 1);
    int left = (int)fmin(floor(place), COLORMAP_POINTS - 2);
    const Colour *points = *gradient + left;
    return colour_mix(points[0], points[1], (int)rint((place - left) * STEPS), STEPS);
}
