#include "figure/style.h"

#include "base/elementary.h"

#include <math.h>

/* ---- luminance and contrast ---- */

/* A channel of sRGB as an amount of light, 0 to 1. */
static double light_of(int channel)
{
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : portable_exp(2.4 * portable_log((c + 0.055) / 1.055));
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

static int mix_channel(int a, int b, int part, int whole)
{
    return (a * (whole - part) + b * part + whole / 2) / whole;
}

Colour colour_mix(Colour a, Colour b, int part, int whole)
{
    Channels x = colour_channels(a), y = colour_channels(b);
    return colour_of((Channels){mix_channel(x.red, y.red, part, whole),
                                mix_channel(x.green, y.green, part, whole),
                                mix_channel(x.blue, y.blue, part, whole)});
}

/* ---- themes ----
 *
 * The curves' colours were searched for: each stands out from the background, and any two are far
 * apart in OKLab for normal sight and for the three kinds of colour blindness. */

static const Colour light_curves[THEME_CURVES] = {0x0645e7, 0xff5501, 0x16a39e,
                                                  0x9a1286, 0x2a0033, 0x504400};
static const Colour dark_curves[THEME_CURVES] = {0x2b90ff, 0xbe9a35, 0x24d4cb,
                                                 0xc94d9e, 0xffffff, 0xffde0b};

/* In the order of the fields. */
const Theme themes[] = {
    {"light", false, 0xffffff, 0x16181c, 0x5c6168, 0xb9bdc4, 0x9cc5e6, 0xefefef, 0xc2c2c2,
     light_curves},
    {"dark", true, 0x14161a, 0xf1f2f4, 0xa5abb3, 0x565c66, 0x3b719e, 0x2b2e34, 0x555a63,
     dark_curves},
    {.name = NULL},
};

/* ---- colormaps ----
 *
 * tests/figure/colormaps.py makes the tables. viridis, magma and cividis are matplotlib's (released
 * under CC0; cividis is by Nuñez, Anderton and Renslow, 2018), thinned: no entry is off by more
 * than 6 of 255. The diverging maps go from blue through a neutral to orange in OKLab, the
 * luminance falling (on dark: rising) by equal steps of L* on both sides. */

static const Colour viridis[COLORMAP_POINTS] = {
    0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453681, 0x424086, 0x3f4989, 0x3b528b,
    0x375a8d, 0x33638d, 0x2f6a8e, 0x2c728e, 0x297a8e, 0x26818e, 0x23898e, 0x21908c, 0x1f988b,
    0x1f9f88, 0x21a685, 0x28ae80, 0x31b57b, 0x3ebc74, 0x4cc26c, 0x5dc963, 0x6ece58, 0x82d34c,
    0x96d83f, 0xabdc32, 0xc0df24, 0xd5e21a, 0xeae51a, 0xfde725,
};

static const Colour cividis[COLORMAP_POINTS] = {
    0x00224e, 0x00285b, 0x002e6a, 0x043371, 0x1a386f, 0x273e6e, 0x32436d, 0x3b496c, 0x434e6c,
    0x4b546c, 0x52596d, 0x5a5f6e, 0x61656f, 0x686a71, 0x6f7073, 0x757676, 0x7c7b78, 0x848179,
    0x8b8778, 0x938d78, 0x9b9376, 0xa39a75, 0xaba072, 0xb3a670, 0xbbad6c, 0xc3b469, 0xccba64,
    0xd4c15f, 0xddc958, 0xe6d051, 0xefd748, 0xf8df3c, 0xfee838,
};

static const Colour magma[COLORMAP_POINTS] = {
    0x000004, 0x030311, 0x0a0822, 0x130d33, 0x1d1146, 0x28115a, 0x36106a, 0x430f76, 0x50127c,
    0x5d177f, 0x691c81, 0x762181, 0x822681, 0x8f2a81, 0x9c2e7f, 0xa9327d, 0xb63779, 0xc33b75,
    0xcf4170, 0xdb486a, 0xe65163, 0xee5c5e, 0xf5695c, 0xf9785d, 0xfb8761, 0xfd9668, 0xfea571,
    0xfeb47b, 0xfec387, 0xfed194, 0xfde0a2, 0xfceeb0, 0xfcfdbf,
};

static const Colour grey[COLORMAP_POINTS] = {
    0xf5f5f5, 0xeeeeee, 0xe7e7e7, 0xe0e0e0, 0xd9d9d9, 0xd2d2d2, 0xcbcbcb, 0xc4c4c4, 0xbdbdbd,
    0xb6b6b6, 0xafafaf, 0xa8a8a8, 0xa1a1a1, 0x9a9a9a, 0x939393, 0x8c8c8c, 0x858585, 0x7e7e7e,
    0x777777, 0x707070, 0x696969, 0x626262, 0x5b5b5b, 0x545454, 0x4d4d4d, 0x464646, 0x3f3f3f,
    0x383838, 0x313131, 0x2a2a2a, 0x232323, 0x1c1c1c, 0x151515,
};

static const Colour blue_orange[COLORMAP_POINTS] = {
    0x06399d, 0x0545a9, 0x0651b4, 0x085dbf, 0x0d69ca, 0x1876d4, 0x2582dc, 0x348ee2, 0x449be8,
    0x57a7ec, 0x6ab3ef, 0x7fbef1, 0x94caf3, 0xabd5f3, 0xc3dff3, 0xdbeaf3, 0xf3f3f3, 0xf3e5db,
    0xf3d6c3, 0xf2c7ab, 0xf0b895, 0xeda980, 0xea996c, 0xe58a5a, 0xe07b48, 0xd96c38, 0xd15d28,
    0xc74f1a, 0xbd410b, 0xb13300, 0xa52400, 0x971700, 0x890500,
};

static const Colour dark_blue_orange[COLORMAP_POINTS] = {
    0x6ecbff, 0x56c0fc, 0x4db5f2, 0x45a9e8, 0x3e9ede, 0x3993d2, 0x3788c5, 0x357db8, 0x3572a9,
    0x34679a, 0x345d8a, 0x33537a, 0x314a69, 0x2f4058, 0x2d3747, 0x2a2e36, 0x262626, 0x372b29,
    0x49312b, 0x5a372c, 0x6b3c2c, 0x7b422c, 0x8c492b, 0x9c4f2a, 0xab5729, 0xb95f28, 0xc76929,
    0xd4732b, 0xdf7d30, 0xea8938, 0xf49441, 0xfea049, 0xffb068,
};

const Colormap colormaps[] = {
    {"viridis", viridis, blue_orange, dark_blue_orange},
    {"cividis", cividis, blue_orange, dark_blue_orange},
    {"magma", magma, blue_orange, dark_blue_orange},
    /* For a printer without colours: even the sign shows, from light through grey to dark. */
    {"grey", grey, grey, grey},
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

/* x in 0 … 1 along the points. */
static Colour interpolate(const Colour *points, double x)
{
    enum { STEPS = 256 };
    double place = fmin(fmax(x, 0), 1) * (COLORMAP_POINTS - 1);
    int left = (int)fmin(floor(place), COLORMAP_POINTS - 2);
    int part = (int)rint((place - left) * STEPS);
    return colour_mix(points[left], points[left + 1], part, STEPS);
}

Colour colormap_sequential(const Colormap *map, double x)
{
    return interpolate(map->sequential, x);
}

Colour colormap_diverging(const Colormap *map, bool dark, double x)
{
    return interpolate(dark ? map->dark_diverging : map->diverging, (x + 1) / 2);
}
