/* One place of a figure: a plot, the labels of its rows and columns, its title, the arrow that
 * leads to it, and the range of its values. Knows how much room that takes, and draws it. */
#ifndef FIGURE_PLACE_H
#define FIGURE_PLACE_H

#include "figure/labels.h"

typedef struct Place {
    Plot plot; /* without a step: there is nothing here */
    bool has_rows, has_cols;
    Labels rows, cols;
    const char *row_word, *col_word; /* "query (row)", "key (column)", or NULL */
    const char *title;               /* a formula, or NULL */
    const char *arrow;               /* the word on the arrow that leads here, or NULL */
    const char *range;               /* beneath, or NULL */
    int x, y;                        /* of the plot's upper left corner */
} Place;

/* The plot and the title over it. */
int place_width(const Sheet *sheet, const Place *place);

/* Left of the plot: labels, or the arrow. `gap` is what separates it from the place before. */
int place_space_before(const Sheet *sheet, const Place *place, int gap);
int place_space_above(const Sheet *sheet, const Place *place);
int place_space_below(const Sheet *sheet, const Place *place);

void place_draw(const Sheet *sheet, const Place *place);

/* From one plot to the next; the word stands around `middle`. */
void place_draw_arrow(const Sheet *sheet, const Place *from, const Place *to, int middle);

#endif
