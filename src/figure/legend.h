/* What the colours mean: colour bars to the right of the plots, samples below them. */
#ifndef FIGURE_LEGEND_H
#define FIGURE_LEGEND_H

#include "figure/plot.h"

/* A vertical bar with ticks and its meaning. */
typedef struct ColourBar {
    const Scale *scale;
    const char *meaning;
    bool relative; /* each plot has a range of its own: the ticks say −max, 0, max */
    int height;
} ColourBar;

ColourBar colour_bar(const Sheet *sheet, const Scale *scale, const char *meaning, int height);

/* Ticks and meaning included; the ticks of the ends reach half a line beyond the height. */
int colour_bar_width(const Sheet *sheet, const ColourBar *bar);
void colour_bar_draw(const Sheet *sheet, const ColourBar *bar, int x, int y);

/* A line of samples with their words. */
typedef struct Samples {
    bool visible; /* of a mask */
    bool masked;
    const char *remark; /* after them, or NULL */
} Samples;

/* 0 when there is nothing to say. */
int samples_height(const Sheet *sheet, const Samples *samples);
int samples_width(const Sheet *sheet, const Samples *samples);
void samples_draw(const Sheet *sheet, const Samples *samples, int x, int y);

#endif
