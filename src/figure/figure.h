/* From a step of a trace to a drawing: the parts of a figure (plots, labels, ticks, bars, charts),
 * their layout, and whole figures. Everything belongs to the arena of the sheet.
 */
#pragma once

#include "document/document.h"
#include "figure/drawing.h"

/* ==== plot ====
 *
 * One step in a figure: the colours of its numbers, its cells or bars, the labels of its rows and
 * columns, the ticks of its axes. The same for a figure of one step and for a place in a panel.
 * Lengths are in pixels.
 */

/* ---- colour scales: one for all matrices that are compared ---- */

/* Two maps and the shades of text must fit into the 256 colours of a picture. */
enum { SCALE_LEVELS = 101 };

typedef struct Scale {
    ValueKind kind;
    /* signed numbers: −range and range; sizes and counts: 0 and range; others: 0 and 1 */
    double least, most;
    double powers; /* ln(most/least) of a logarithmic scale, which clamps at `least` > 0; else 0 */
    bool by_row;   /* each row is scaled to its own largest number */
    Colour fills[SCALE_LEVELS];
} Scale;

/* Whether numbers of this kind can be negative. */
bool is_signed_kind(ValueKind kind);

/* `range` is ignored for probabilities (0 … 1) and masks. */
Scale *scale_new(Arena *arena, ValueKind kind, double range, const FigureStyle *style);

/* The same with the user's range, which applies to weights over `words` words, and to scores if
   `scores`. */
const Scale *scale_chosen(Arena *arena, ValueKind kind, double range, int words, bool scores,
                          const FigureStyle *style);

/* The position of x on the scale, 0 to 1. */
double scale_part(const Scale *scale, double x);

/* The colour index of a finite number. */
int scale_level(const Scale *scale, double x);

/* The same for a row of n numbers; NaN becomes CELL_MASKED. */
void scale_levels(const Scale *scale, const real *x, int n, uint8_t *levels);

/* The colour of a bar, which shows the sign if both occur, and contrasts with the background. */
Colour scale_bar_colour(const Scale *scale, bool negative, Colour background);

/* ---- cells: sizes, numbers, colours ---- */

/* The cells along one axis; each shows `merged` rows or columns of the matrix. */
typedef struct Lane {
    int count, merged;
    int pitch; /* distance of cells, gap included */
} Lane;

typedef struct Plot {
    const Step *step;
    const Scale *scale;
    Lane rows, cols;
    int gap;
    int number_font;                /* 0: no numbers */
    bool by_powers;                 /* numbers have powers of ten, as fixed decimals do not fit */
    bool bare;                      /* without an edge */
    bool omits_numbers;             /* set by plot_draw: faint cells, and cells below a logarithmic
                                       scale, have no numbers */
    int first;                      /* first row of the step to show */
    int followed_row, followed_col; /* 1-based; their labels have the accent colour; 0: none */
    uint8_t *levels;                /* of its cells, and a buffer: for plots_read */
    real *room;
} Plot;

/* The room for a plot. */
typedef struct Room {
    int cell;       /* preferred side of a cell */
    int width;      /* cells shrink to stay within this width … */
    int height;     /* … and height, … */
    int cell_least; /* … but not below this … */
    int side_most;  /* … unless the plot would exceed this; cells are merged as a last resort */
    bool numbers;
} Room;

/* Viewers refuse to open larger pictures. */
enum { PLOT_SIDE_MOST = 8192 };

/* A step without rows or columns is a bug. */
Plot *plot_fit(const Sheet *sheet, const Step *step, const Scale *scale, Room room);

int plot_width(const Plot *plot);
int plot_height(const Plot *plot);

/* Whether to frame the largest cells: for many weights without numbers, if cells are visible. */
enum { FRAMED = 10 };
bool plot_frames_largest(const Plot *plot);

/* Draws the plot with its upper left corner at the origin. Cells without numbers are read later: up
   to then the plot, its step and its scale stay as they are. */
void plot_draw(const Sheet *sheet, Plot *plot);

/* Sizes cells for `count` rows or columns: the preferred size, shrunk to `comfortable` pixels but
   not below cell_least, and always within side_most. */
Lane lane_fit(int count, const Room *room, int comfortable);

/* The largest font in which every number fits into its cell; 0 if it would be illegible. */
int plot_number_font(const Sheet *sheet, const Plot *plot);

/* Reads a row of cells. A merged cell gets the number with the largest absolute value, so that a
   lone peak stays visible; NaN if all are masked. */
const real *plot_read(Arena *arena, const Plot *plot, int row);

/* Reads the cells of all plots in these drawings together, row by row: matrices that follow from
   each other are then computed once (graph/node.h). */
void plots_read(Arena *arena, Drawing *const *drawings, int count);

/* How far labels and words reach beyond a plot. */
typedef struct Overhang {
    int left, above, right, below;
} Overhang;

/* ---- the marks on an edge ---- */

typedef enum Side { SIDE_LEFT, SIDE_ABOVE, SIDE_RIGHT, SIDE_BELOW } Side;

/* A mark of this length, perpendicular to an edge, on the given side. */
Box mark_box(Side side, int edge, int middle, int length, int thickness);

/* ---- labels of rows and columns: rotated, elided or thinned until they fit ---- */

typedef struct Labels {
    const Axis *axis;
    Lane lane;
    int font;
    int angle;        /* to the edge: 0, 45, or 90 (rows) */
    int first, every; /* which labels are shown */
    int gap;          /* to the cells */
    const char **texts;
    int *widths;
    int widest;
    int followed; /* 1-based label that is always shown, in the accent colour; 0: none */
    bool lacking; /* a dagger marks words without a vector */
} Labels;

/* limit: the maximum width of a label; column labels are rotated by at least `angle`. */
Labels labels_of_rows(const Sheet *sheet, const Plot *plot, int limit);
Labels labels_of_columns(const Sheet *sheet, const Plot *plot, int limit, int angle);

/* A single label, elided to `limit`; a dagger marks a word without a vector. */
const char *label_text(const Sheet *sheet, const char *label, int font, int limit);

/* How far labels extend from the cells. */
int labels_extent(const Labels *labels);

/* How far slanted labels extend beyond the last column (above) or the first (below). */
int labels_overhang(const Labels *labels, Side side);

/* x, y: the plot's upper left corner; for labels below it, the lower left. Labels without an axis
   take no room and draw nothing. */
void labels_draw(const Sheet *sheet, const Labels *labels, Side side, int x, int y);

/* ---- ticks: at round numbers, 1, 2 or 5 times a power of ten ---- */

enum { TICKS_MOST = 24 };

typedef struct Tick {
    double value; /* on a logarithmic axis, log₁₀ of the number in the text */
    TextForm form;
    char text[NUMBER_SIZE];
} Tick;

typedef struct Ticks {
    Tick marks[TICKS_MOST];
    int count;
} Ticks;

/* The smallest 1, 2 or 5 times a power of ten that is at least `least` > 0. */
double round_step(double least);

/* Ticks from `least` to `most` > least in at most `parts` < TICKS_MOST steps. */
Ticks ticks_linear(double least, double most, int parts);

/* log₁₀ x, the same on every machine: the coordinate on a logarithmic axis. */
double logarithm(double x);

/* Logarithmic ticks; least and most are log₁₀. At every n-th power of ten, or at 1, 2 and 5 times
   each on a shorter axis, or as ticks_linear on the shortest. All written out, or all as powers. */
Ticks ticks_logarithmic(double least, double most, int parts);

/* The width of the widest tick text; its font is that of small text. */
int ticks_width(const Sheet *sheet, const Ticks *ticks);

/* The distance from the axis to the texts. */
int ticks_gap(const Sheet *sheet);

/* The axis line `edge`, and the side on which its texts are. On the right, texts are right-aligned,
   `room` after the gap. */
typedef struct TickLine {
    Side side; /* not above */
    int edge, room;
} TickLine;

/* Draws a mark and its text, each at its own place along the axis. */
void tick_draw(const Sheet *sheet, TickLine line, const Tick *tick, int mark, int text);

/* ---- bars from a zero line: a list, with a bar beside each row's label, or side by side ---- */

/* The range that compared bars share. */
typedef struct BarSpan {
    double least, most; /* least ≤ 0 ≤ most */
    int before, after;  /* room beyond the ends for the numbers of negative and other bars */
} BarSpan;

/* Bars have their numbers at their ends, or an axis if there is no room for that. */
typedef struct Bars {
    Plot plot; /* each cell is the room of one bar with its number */
    bool list;
    BarSpan span;
    int track;       /* length from `least` to `most` */
    Labels names;    /* of a list … */
    int names_width; /* … */
    int mark_font;   /* if only the largest bars have numbers and names, their font; else 0 */
    Ticks ticks;     /* of the axis, if not every bar has a number */
} Bars;

struct Layout;

/* above: a plot with the same columns, to which the bars are aligned; or NULL. */
Bars *bars_fit(const struct Layout *layout, const Step *step, const Scale *scale,
               const Plot *above);

/* Aligns the bars of all lists in a figure. */
void bars_set_names_width(Bars *bars, int width);

/* The horizontal middle of a list's track, from the left of the plot. */
int bars_middle(const Bars *bars);

/* Draws the bars with the plot's upper left corner at the origin; returns how far the axis reaches.
 */
Overhang bars_draw(const Sheet *sheet, const Bars *bars);

/* ---- charts: a curve for each column of a step, labelled at its end ----
 *
 * Non-finite numbers, and on a logarithmic axis non-positive ones, break the line. Points are
 * marked if they are few, and where one stands alone. The range of several runs is a striped band
 * around their mean. A place on the x axis may be marked by a dashed line with a name.
 */

/* Maps numbers to places along an axis. */
typedef struct ChartAxis {
    bool logarithmic;
    double least, most; /* of a logarithmic axis: log₁₀ of the numbers at its ends */
    Ticks ticks;
} ChartAxis;

typedef struct Chart {
    Plot plot; /* one cell, the size of the whole chart */
    ChartAxis x, y;
    Box area;           /* of the curves, within the plot */
    const char **names; /* of the curves; NULL for a single one, which the y axis names */
} Chart;

/* A chart of this width and at least this height; higher if many curve names need it. */
Chart *chart_fit(const Sheet *sheet, const Step *step, int width, int height);

/* Draws the chart with its upper left corner at the origin. */
void chart_draw(const Sheet *sheet, const Chart *chart);

/* ==== layout ====
 *
 * The layout of every figure: plots, bars and charts in a grid, with titles, labels and legends
 * around them.
 *
 *     caption
 *                  title    title            A heatmap is a grid of one place; heads and stages
 *                 labels   labels            share their scales; the overview has many small
 *     row  labels  plot  →  plot   bar       places that do not.
 *     samples
 *
 * Bars below a plot with the same columns are aligned with it. A row of charts only takes the width
 * of the whole grid, whatever its columns.
 *
 * The drawing belongs to the arena. Nothing fails; a panel without a step is a bug.
 */

/* Sizes for a kind of figure, in CSS pixels. */
typedef struct Sizes {
    int cell;
    int label_limit;               /* maximum width of a label */
    int bar_pitch;                 /* distance of bars in a list */
    int bar_list, bar_height;      /* length of the track in a list, and side by side */
    int chart_width, chart_height; /* minimum */
} Sizes;

/* ---- the caption: title, formula, and in small text the provenance ---- */

/* The caption of a panel; size 0 if its title is "". Wraps words into lines of at most `room`
   pixels, but at least `width` (0: a default), and elides longer words. sentences: also the traced
   sentences, in one line if they fit. The origin is the upper left corner. */
Drawing *caption_draw(const Sheet *sheet, const Panel *panel, bool sentences, int room, int width);

/* ---- colour bars, beside the plots ---- */

/* A vertical bar with ticks and its meaning. */
typedef struct ColourBar {
    const Scale *scale;
    const char *meaning;
    bool relative; /* each plot has its own range: the ticks say −max, 0, max */
} ColourBar;

/* Bars side by side, all of one height: that of the plots, or more if their texts need it. The
   origin is the plots' upper right corner; the end ticks reach half a line beyond the height. */
Drawing *colour_bars_draw(const Sheet *sheet, const ColourBar *bars, int count, int height);

/* ---- samples, below the plots: a line of cells with their meaning ---- */

/* What a mask does to a hidden cell: adds −∞, or sets it to 0. */
enum { HIDES_BY_INFINITY = 1, HIDES_BY_ZERO = 2 };

/* Masks add −∞ to scores, unless the weights are not a softmax or are masked themselves. */
unsigned hides_by(const Sheet *sheet, ValueKind kind);

/* Samples of an unmasked cell and of masked ones (flags as above), followed by `remark` or NULL.
   The origin is the upper left corner; the size is 0 if there is nothing to show. */
Drawing *samples_draw(const Sheet *sheet, bool visible, unsigned masked, const char *remark);

/* A row or column of the grid, sized for its largest place. */
typedef struct Band {
    const char *title; /* of a row, or NULL */
    int before, size, after;
    int start; /* of `size` */
} Band;

/* The parameters of a layout, followed by its results. */
typedef struct Layout {
    const Sheet *sheet; /* its drawing is empty */
    const Panel *panel;
    const Sizes *sizes;
    Room room;         /* of each plot */
    int feature_width; /* width for plots whose columns are features */
    int width;         /* of the figure without margins; 0: as needed */
    bool beside;       /* caption on the left, in a third of the width; else above */
    bool axes;         /* axes have labels and names. False for an overview: rows are labelled only
                          where there is room, each plot of signed numbers has its own range,
                          printed beneath, and the caption includes the sentences */

    struct Place *places, *end; /* the non-empty ones, row-major */
    Band *rows, *cols;
    Drawing *bars, *samples, *caption;
    int left;                  /* of everything but the caption */
    int grid_left, grid_right; /* of the columns with their labels, and of wider charts */
    int right, bottom;         /* of everything */
} Layout;

/* Places bands one after the other; empty ones take no gap. Returns the end of the last. */
int bands_line_up(Band *bands, int count, int start, int gap);

/* Lays out and draws into the sheet's drawing, which it returns. */
Drawing *layout_draw(Layout *layout);

/* ==== diagram ====
 *
 * A panel with a sketch (document/document.h): leaves in a grid whose rows and columns fit their
 * contents; connections are drawn last.
 */

/* Levels of leaving parts out for want of room; level 0 is complete. */
enum { DIAGRAM_LEVELS = 10 };

/* width: of the caption; 0: as needed. */
Drawing *diagram_draw(const Sheet *sheet, const Panel *panel, int width, int level);

/* ==== figure ====
 *
 * The steps of a panel → one figure: a new drawing in the sheet's arena, which points into the
 * trace. Steps need at least one row and one column; they may have thousands.
 */

/* Token × token matrices share one scale per kind of value, and cells show numbers where there is
   room. A panel with feature matrices is an overview: small plots, each with its own range; but
   with bars or curves in it, everything is drawn at a readable size. */
Drawing *panel_figure(const Sheet *sheet, const Panel *panel);

/* ---- splitting panels into pictures of the requested size ---- */

/* The part of a panel within a box of places; NULL if no step is there. It shares the scales of the
   whole. */
Panel *panel_part(Arena *arena, const Panel *panel, Box box);

/* The box itself, or its first half if its picture would be too wide or too high: half of the
   columns or rows, whichever helps; if both do, rows if rows_first. */
Box panel_first(const Sheet *sheet, const Panel *part, Box box, bool rows_first);
