/* The names of rows and columns beside a plot: turned, elided or thinned until they fit. */
#ifndef FIGURE_LABELS_H
#define FIGURE_LABELS_H

#include "figure/plot.h"

typedef struct Labels {
    const Axis *axis;
    int pitch, merged; /* pixels from cell to cell, and how many labels share one */
    int font;
    int angle;        /* of column labels: 0, 45 or 90 */
    int first, every; /* which are shown */
    int gap;          /* from the cells */
    const char **texts;
    int *widths;
    int widest;
} Labels;

/* `limit`: the longest a label may be, in pixels. */
Labels labels_of_rows(const Sheet *sheet, const Plot *plot, int limit);
Labels labels_of_columns(const Sheet *sheet, const Plot *plot, int limit);

/* How far they reach from the cells: to the left of rows, upwards of columns. */
int labels_of_rows_extent(const Labels *labels);
int labels_of_columns_extent(const Labels *labels);

/* How far slanting column labels reach past the last column. */
int labels_overhang(const Labels *labels);

/* x, y: the upper left corner of the plot. */
void labels_of_rows_draw(const Sheet *sheet, const Labels *labels, int x, int y);
void labels_of_columns_draw(const Sheet *sheet, const Labels *labels, int x, int y);

/* Column labels below a plot, y being its lower edge, and how far slanting ones reach past the
   first column there. */
void labels_beneath_draw(const Sheet *sheet, const Labels *labels, int x, int y);
int labels_beneath_overhang(const Labels *labels);

#endif
