/* How figures are to look: the colours of numbers (colormaps) and of everything around them
 * (themes), and what else the command line lets a user choose.
 *
 * Everything here is a constant or a plain function; nothing fails.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t Colour; /* 0xRRGGBB */

/* 0 to 255 each. */
typedef struct Channels {
    int red, green, blue;
} Channels;

static inline Channels colour_channels(Colour c)
{
    return (Channels){c >> 16 & 0xff, c >> 8 & 0xff, c & 0xff};
}

static inline Colour colour_of(Channels channels)
{
    return (Colour)(channels.red << 16 | channels.green << 8 | channels.blue);
}

/* Relative luminance, 0 (black) to 1 (white).   WCAG 2.2, "relative luminance" */
double colour_luminance(Colour c);

/* 1 to 21; text wants at least 4.5.   WCAG 2.2, "contrast ratio" */
double colour_contrast(Colour a, Colour b);

/* Black or white, whichever reads better on a background: the contrast is at least 4.58. */
Colour colour_ink(Colour background);

/* a·(1 − part/whole) + b·part/whole */
Colour colour_mix(Colour a, Colour b, int part, int whole);

/* Lines that share axes are told apart by so many colours, and then by dashes. */
enum { THEME_CURVES = 6 };

/* What surrounds the numbers. */
typedef struct Theme {
    const char *name;
    bool dark;
    Colour background, text, muted; /* muted: axis words, ticks, provenance */
    Colour frame;                   /* the hairline around a matrix, the ticks' marks */
    Colour visible;                 /* a cell of a mask where the query may look */
    Colour masked, hatch;           /* a masked cell and its stripes */
    const Colour *curves;           /* THEME_CURVES */
} Theme;

/* A sequential map for 0 … 1 and a diverging one, centred on zero, for signed numbers: colours at
   equal distances, straight lines between; what begins each in figure/colormaps.list. */
enum { COLORMAP_POINTS = 33 };

typedef struct Colormap {
    const char *name;
    const char *sequential[2], *diverging[2]; /* on a light and on a dark theme */
} Colormap;

/* What users name. Each table ends with a NULL name; its first row is the default. */
extern const Theme themes[];
extern const Colormap colormaps[];

/* The names in their order; NULL behind the last. */
const char *theme_name(int index);
const char *colormap_name(int index);

/* The colour of x in 0 … 1. Luminance rises or falls all the way (in "grey" away from the
   background's). */
Colour colormap_sequential(const Colormap *map, bool dark, double x);

/* The colour of x in −1 … 1: x and −x have the same luminance (but in "grey", where it falls from
   one end to the other, and rises on dark). */
Colour colormap_diverging(const Colormap *map, bool dark, double x);

/* ---- what a user chooses ---- */

enum { DPI_LEAST = 50, DPI_MOST = 600, CELL_LEAST = 1, CELL_MOST = 200, PRECISION_MOST = 6 };

/* How weights become colours. Of many words most weights are small: `RANGE_AUTO` is then
   logarithmic from the even share, 1/n, else from 0 to 1. */
typedef enum RangeKind { RANGE_AUTO, RANGE_ROW, RANGE_LOG, RANGE_GIVEN } RangeKind;

typedef struct Range {
    RangeKind kind;
    double least, most; /* of RANGE_GIVEN: within 0 … 1 of weights, −B … B of scores */
} Range;

typedef struct FigureStyle {
    const Theme *theme;
    const Colormap *colormap;
    int dpi;       /* pixels an inch; lengths below are in CSS pixels, 96 an inch */
    int cell;      /* side of a cell; 0: what suits the matrix */
    bool values;   /* numbers in the cells, where they fit */
    int precision; /* their decimals */
    Range range;
    const char *title;    /* instead of a figure's own; "": no heading; or NULL */
    double width, height; /* inches that a picture has, and may have; 0: what it needs */
    double points;        /* of its smallest text; 0: what looks well */
    int graphics;         /* per cent of their usual size that plots have: figure/figure.c */
    const char *font;     /* a font file to try before the built-in one, or NULL */
} FigureStyle;
