/* One matrix as cells: how large they are, which number stands in each, what colour. The same for
 * a figure of its own and for a place in a panel. Rows or columns without a number are a bug. */
#ifndef FIGURE_PLOT_H
#define FIGURE_PLOT_H

#include "base/number.h"
#include "figure/scale.h"
#include "figure/sheet.h"

typedef struct Plot {
    const Step *step;
    const Scale *scale;
    int rows, cols; /* cells drawn; each stands for a block of the matrix that is `merged` large */
    int merged_rows, merged_cols;
    int cell_width, cell_height, gap; /* from cell to cell, the gap included */
    int number_font;                  /* 0: no numbers */
} Plot;

/* How much room a plot has, in pixels. */
typedef struct Room {
    int cell;       /* the side of a cell, if there is room */
    int width;      /* cells get smaller to keep within these … */
    int height;     /* … */
    int cell_least; /* … down to this, … */
    int side_most;  /* … which only this limit can make smaller, merging cells at last */
    bool numbers;
} Room;

/* A picture larger than this is one that viewers refuse to open. */
enum { PLOT_SIDE_MOST = 8192 };

Plot plot_fit(const Sheet *sheet, const Step *step, const Scale *scale, Room room);

/* Cells of one axis, each for so many rows or columns: as large as asked, within `comfortable`
   while they are not smaller than cell_least, within side_most always. */
typedef struct Fit {
    int cell, merged;
} Fit;

Fit plot_fit_axis(int count, const Room *room, int comfortable);

/* The largest font in which every number fits into its cell; 0 when nobody could read it. */
int plot_number_font(const Sheet *sheet, const Plot *plot);

/* What a cell shows: of the numbers that share it the one farthest from zero, so that a lone peak
   stays visible. False when all are masked. */
bool plot_value(const Plot *plot, int row, int col, double *value);

int plot_width(const Plot *plot);
int plot_height(const Plot *plot);

bool plot_has_masked(const Plot *plot);

/* With its upper left corner there. */
void plot_draw(const Sheet *sheet, const Plot *plot, int x, int y);

#endif
