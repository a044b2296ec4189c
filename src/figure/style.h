/* How figures are to look: what the command line lets a user choose. */
#ifndef FIGURE_STYLE_H
#define FIGURE_STYLE_H

#include "figure/colour.h"

#include <math.h>
#include <stddef.h>

enum { DPI_LEAST = 50, DPI_MOST = 600, CELL_LEAST = 1, CELL_MOST = 200, PRECISION_MOST = 6 };

typedef struct FigureStyle {
    const Theme *theme;
    const Colormap *colormap;
    int dpi;          /* pixels an inch; lengths below are in CSS pixels, 96 an inch */
    int cell;         /* side of a cell; 0: what suits the matrix */
    bool values;      /* numbers in the cells, where they fit */
    int precision;    /* their decimals */
    const char *font; /* a font file to try before the built-in one, or NULL */
} FigureStyle;

/* Twice a screen's resolution: sharp on a slide. */
static inline FigureStyle figure_style_default(void)
{
    return (FigureStyle){
        .theme = &themes[0], .colormap = &colormaps[0], .dpi = 192, .values = true, .precision = 2};
}

/* CSS pixels as pixels of the picture, at least one. */
static inline int style_pixels(const FigureStyle *style, double length)
{
    return (int)fmax(1, floor(length * style->dpi / 96 + 0.5));
}

#endif
