/* One place of a figure: a plot, bars or curves, the labels of rows and columns, the title, the
 * arrow that leads to it, and a word beneath. Knows how much room that takes, and draws it. */
#ifndef FIGURE_PLACE_H
#define FIGURE_PLACE_H

#include "figure/bars.h"
#include "figure/chart.h"

typedef struct Place {
    Plot plot;               /* without a step: there is nothing here */
    Bars *bars;              /* what is drawn there instead of cells, or NULL */
    Chart *chart;            /* … */
    bool has_rows, has_cols; /* labels beside and above it, or below bars */
    Labels rows, cols;
    const char *row_word, *col_word; /* "query (row)", "key (column)", or NULL */
    const char *title;               /* or NULL */
    TextForm title_form;             /* a formula, or words that are quoted and may be elided */
    const char *arrow;               /* the word on the arrow that leads here, or NULL */
    const char *beneath;             /* what the numbers range over, or are; or NULL */
    int x, y;                        /* of the plot's upper left corner */
} Place;

bool place_is_empty(const Place *place);

/* The plot and the title over it. */
int place_width(const Sheet *sheet, const Place *place);

/* Elides a quoted title that is wider. */
void place_limit_title(const Sheet *sheet, Place *place, int width);

/* Left of the plot: labels, or the arrow. `gap` is what separates it from the place before. */
int place_space_before(const Sheet *sheet, const Place *place, int gap);
int place_space_above(const Sheet *sheet, const Place *place);
int place_space_below(const Sheet *sheet, const Place *place);

void place_draw(const Sheet *sheet, const Place *place);

/* From one plot to the next; the word stands around `middle`. */
void place_draw_arrow(const Sheet *sheet, const Place *from, const Place *to, int middle);

#endif
