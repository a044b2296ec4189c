/* The places of a panel: what stands in each, by which scale its numbers are drawn, the labels and
 * words around it, and how much room that takes. Where the places stand is figure/layout.c's. */
#pragma once

#include "figure/layout.h"

/* A plot, bars or curves, the labels of rows and columns, the title, the arrow that leads to it,
   and a word beneath. */
typedef struct Place {
    int row, col;                     /* of the panel */
    const struct Place *left, *above; /* the nearest that hold something, or NULL */
    const Step *step;
    Plot *plot;                      /* its cells, or the room of its bars or curves */
    Bars *bars;                      /* what is drawn there instead of cells, or NULL */
    Chart *chart;                    /* … */
    Links *links;                    /* … */
    Labels rows, cols;               /* beside and above it, or below bars; without an axis: none */
    const char *row_word, *col_word; /* "query (row)", "key (column)", or NULL */
    const char *title;               /* or NULL */
    TextForm title_form;             /* a formula, or words that are quoted and may be elided */
    const char *arrow;               /* the word on the arrow that leads here, or NULL */
    const char *beneath;             /* what the numbers range over, or are; or NULL */
    Drawing *drawing; /* all but the arrow, around the plot's upper left corner … */
    int title_item;   /* … and where in it the title is */
    Overhang reach;
    int width; /* how wide plot and title are */
    int x, y;  /* of the plot's upper left corner in the figure */
} Place;

/* ---- one place: figure/place.c ---- */

/* Makes its drawing, and so learns how much room it takes. */
void place_draw(const Sheet *sheet, Place *place);

/* Elides a title that is wider. */
void place_limit_title(const Sheet *sheet, Place *place, int width);

/* Left of the plot: labels, or the arrow. `gap` is what separates it from the place before. */
int place_space_before(const Sheet *sheet, const Place *place, int gap);

/* From one plot to the next; the word stands around `middle`. */
void place_draw_arrow(const Sheet *sheet, const Place *from, const Place *to, int middle);

/* ---- all places: figure/places.c ---- */

/* A row or a column of the grid: what its widest place needs. */
typedef struct Band {
    const char *title; /* of a row, or NULL */
    int before, size, after;
    int start; /* of `size` */
} Band;

typedef struct Layout {
    const Sheet *sheet;
    const LayoutPlan *plan;
    Place *places, *end;                  /* those that hold something, row after row */
    const Scale *scales[VALUE_COUNT + 1]; /* by kind: those that places share */
    Band *rows, *cols;
    Drawing *bars, *samples, *caption;
    int grid_left, grid_right; /* of the columns, their labels, and charts that are wider */
    int right, bottom;         /* of everything */
} Layout;

/* Fills the places, which belong to the sheet's arena. */
void places_add(Layout *layout);

/* Whether each step of this kind has a range of its own: numbers around zero, if the plan says so;
   a cosine's is one everywhere. */
bool places_have_own_range(const Layout *layout, ValueKind kind);

/* The scale of a step: of all of its kind, or its own and that of other scores in its row. */
const Scale *places_scale(Layout *layout, const Step *step, int row);

/* Puts the curves of its step into a place, so wide; to be drawn then. */
void places_fit_chart(const Layout *layout, Place *place, int width);

/* Whether two axes name the same. */
bool places_same_labels(const Axis *a, const Axis *b);
