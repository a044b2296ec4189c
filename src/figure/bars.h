/* Numbers as bars from a zero line: one column of them as a list, a bar beside each row's name; one
 * row of them as bars side by side. The numbers stand at the ends of the bars; where there is no
 * room for that, an axis says how long the bars are. */
#ifndef FIGURE_BARS_H
#define FIGURE_BARS_H

#include "figure/labels.h"
#include "figure/ticks.h"

/* What bars that are compared share. */
typedef struct BarSpan {
    double least, most; /* zero lies between them */
    int before, after;  /* pixels beyond the ends, for the numbers of negative and other bars */
} BarSpan;

/* How much room bars have, in pixels; for their width that of cells holds. */
typedef struct BarRoom {
    int pitch;         /* from bar to bar of a list */
    int list, columns; /* from `least` to `most`, in a list and side by side */
    int names;         /* the longest that a name in a list may be */
} BarRoom;

typedef struct Bars {
    Plot plot; /* its cells hold a bar each, with all that belongs to it */
    BarSpan span;
    int track;       /* pixels from `least` to `most` */
    Labels names;    /* of a list … */
    int names_width; /* … */
    Ticks ticks;     /* where there are no numbers */
} Bars;

/* Of all lists of a kind in a panel, or of all bars that stand side by side. */
BarSpan bars_span(const Sheet *sheet, const Panel *panel, ValueKind kind, bool list);

/* `above`: the plot with the same columns that bars stand under, cell for cell; or NULL. */
Bars bars_fit(const Sheet *sheet, const Step *step, const Scale *scale, BarSpan span, Room cells,
              BarRoom room, const Plot *above);

/* All lists of a figure begin in one line. */
void bars_set_names_width(Bars *bars, int width);

/* Left of bars and below them: the axis. */
int bars_space_before(const Sheet *sheet, const Bars *bars);
int bars_space_below(const Sheet *sheet, const Bars *bars);

/* The middle of what the bars' lengths are measured on, from the left of the plot. */
int bars_middle(const Bars *bars);

void bars_draw(const Sheet *sheet, const Bars *bars, int x, int y);

#endif
