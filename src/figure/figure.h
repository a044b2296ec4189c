/* From a step of a trace to a drawing: the parts of a figure, what stands in a place, the layout of
 * all places, figures.
 */
#pragma once

#include "document/document.h"
#include "figure/drawing.h"

/* ==== plot ====
 *
 * One step as it stands in a figure: the colours of its numbers, its cells or bars, the labels of
 * its rows and columns, the marks of an axis. The same for a figure of its own and for a place in a
 * panel. Lengths are pixels.
 */

/* ---- from a number to its colour: one scale for all matrices that are compared ---- */

/* Two maps and the text's shades have to fit into the 256 colours of a picture. */
enum { SCALE_LEVELS = 101 };

typedef struct Scale {
    ValueKind kind;
    double least,
        most; /* signed numbers: −range and range; sizes and counts: 0 and range; others: 0 and 1 */
    double powers; /* of e from the positive `least`, if it is logarithmic: what is smaller has its
                      colour; else 0 */
    bool by_row;   /* … to the largest of each row */
    Colour fills[SCALE_LEVELS];
} Scale;

/* Numbers around zero; others are from 0 to 1, sizes and counts from 0, or a mask. */
bool is_signed_kind(ValueKind kind);

/* `range` is of no account to a probability (0 … 1) and a mask. */
Scale *scale_new(Arena *arena, ValueKind kind, double range, const FigureStyle *style);

/* The same of what is drawn: weights over `words` words, and with `scores` those, have the range
   that the user asks for. */
const Scale *scale_chosen(Arena *arena, ValueKind kind, double range, int words, bool scores,
                          const FigureStyle *style);

/* How far x is from the least to the most, 0 to 1. */
double scale_part(const Scale *scale, double x);

/* The index of a finite number's colour. */
int scale_level(const Scale *scale, double x);

/* The same of a row of n numbers, a NaN being CELL_MASKED. */
void scale_levels(const Scale *scale, const real *x, int n, uint8_t *levels);

/* The colour of a bar: the sign shows where there are two, and it stands out from the background.
 */
Colour scale_bar_colour(const Scale *scale, bool negative, Colour background);

/* ---- cells: how large they are, which number stands in each, what colour ---- */

/* The cells along an axis: each stands for `merged` rows or columns of the matrix. */
typedef struct Lane {
    int count, merged;
    int pitch; /* from cell to cell, the gap included */
} Lane;

typedef struct Plot {
    const Step *step;
    const Scale *scale;
    Lane rows, cols;
    int gap;
    int number_font;                /* 0: no numbers */
    bool bare;                      /* without an edge */
    bool omits_numbers;             /* drawn: of faint cells, which would be a wall of zeros, and
                                       where a logarithmic scale has not begun */
    int first;                      /* the first row of the step that it shows */
    int followed_row, followed_col; /* their names are shown in the accent; from 1, 0: none */
} Plot;

/* How much room a plot has. */
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

/* Rows or columns without a number are a bug. */
Plot *plot_fit(const Sheet *sheet, const Step *step, const Scale *scale, Room room);

int plot_width(const Plot *plot);
int plot_height(const Plot *plot);

/* Whether its largest cells are framed: of many weights without numbers, cells that can be seen. */
enum { FRAMED = 10 };
bool plot_frames_largest(const Plot *plot);

/* With its upper left corner at the origin. */
void plot_draw(const Sheet *sheet, Plot *plot);

/* Cells for `count` rows or columns: as large as asked, within `comfortable` while they are not
   smaller than cell_least, within side_most always. */
Lane lane_fit(int count, const Room *room, int comfortable);

/* The largest font in which every number fits into its cell; 0 when nobody could read it. */
int plot_number_font(const Sheet *sheet, const Plot *plot);

/* What reading a row of its cells takes. */
real *plot_room(Arena *arena, const Plot *plot);

/* A row of cells: of the numbers that share one that farthest from zero, so that a lone peak stays
   visible; NaN where all are masked. They stay until the next row is read into the room. */
const real *plot_read(const Plot *plot, int row, real *room);

/* How far what stands around a plot reaches from it. */
typedef struct Overhang {
    int left, above, right, below;
} Overhang;

/* ---- the marks on an edge ---- */

typedef enum Side { SIDE_LEFT, SIDE_ABOVE, SIDE_RIGHT, SIDE_BELOW } Side;

/* A line of `length` that leads away from an edge, on a side of it. */
Box mark_box(Side side, int edge, int middle, int length, int thickness);

/* ---- the names of rows and columns beside it, or columns' below: turned, elided or thinned until
 * they fit ---- */

typedef struct Labels {
    const Axis *axis;
    Lane lane;
    int font;
    int angle;        /* to the edge that they stand on: 0, 45, or 90 as rows' are */
    int first, every; /* which are shown */
    int gap;          /* from the cells */
    const char **texts;
    int *widths;
    int widest;
    int followed;  /* has the accent, and is shown; from 1, 0: none … */
    Colour accent; /* … */
    bool lacking;  /* a dagger marks words without a vector */
} Labels;

/* `limit`: the longest a label may be; columns' are turned by `angle` at least. */
Labels labels_of_rows(const Sheet *sheet, const Plot *plot, int limit);
Labels labels_of_columns(const Sheet *sheet, const Plot *plot, int limit, int angle);

/* A label by itself, no wider than limit; a dagger marks a word without a vector. */
const char *label_text(const Sheet *sheet, const char *label, int font, int limit);

/* How far they reach from the cells. */
int labels_extent(const Labels *labels);

/* How far slanting labels reach past the last column above, past the first one below. */
int labels_overhang(const Labels *labels, Side side);

/* x, y: the corner of the plot that is upper left, of labels below it lower left. Labels without an
   axis take no room, and nothing is drawn. */
void labels_draw(const Sheet *sheet, const Labels *labels, Side side, int x, int y);

/* ---- where an axis is marked: at round numbers, 1, 2 or 5 times a power of ten ---- */

enum { TICKS_MOST = 24 };

typedef struct Tick {
    double value; /* of a logarithmic axis: log₁₀ of what its text says */
    TextForm form;
    char text[NUMBER_SIZE];
} Tick;

typedef struct Ticks {
    Tick marks[TICKS_MOST];
    int count;
} Ticks;

/* A step of 1, 2 or 5 times a power of ten that is at least `least`, which is positive, and its
   decimals. */
double round_step(double least, int *decimals);

/* From `least` to the larger `most`, in at most `parts` steps: less than TICKS_MOST. */
Ticks ticks_linear(double least, double most, int parts);

/* To base 10, the same on every machine: what a place on a logarithmic axis is measured in. */
double logarithm(double x);

/* The same between powers of ten: every power, or every so many; 1, 2 and 5 times each where the
   axis is too short for that; else as ticks_linear. All are written out, or all as powers. */
Ticks ticks_logarithmic(double least, double most, int parts);

/* The widest of their texts in the font that they have. */
int ticks_width(const Sheet *sheet, const Ticks *ticks);

/* From the axis to the texts. */
int ticks_gap(const Sheet *sheet);

/* Where the texts stand, and the axis on that side. To the right of it they end `room` after the
   gap. */
typedef struct TickLine {
    Side side; /* not above */
    int edge, room;
} TickLine;

/* A mark and its text, at two places along the axis. */
void tick_draw(const Sheet *sheet, TickLine line, const Tick *tick, int mark, int text);

/* ---- bars from a zero line: in a list, one beside each row's name, or side by side ---- */

/* What bars that are compared share. */
typedef struct BarSpan {
    double least, most; /* zero lies between them */
    int before, after;  /* beyond the ends, for the numbers of negative and other bars */
} BarSpan;

/* The numbers stand at the ends of the bars; where there is no room for that, an axis says how long
   the bars are. */
typedef struct Bars {
    Plot plot; /* its cells hold a bar each, with all that belongs to it */
    bool list;
    BarSpan span;
    int track;       /* from `least` to `most` */
    Labels names;    /* of a list … */
    int names_width; /* … */
    int mark_font;   /* of the largest numbers and their names where no others have one; or 0 */
    Ticks ticks;     /* where not all have one */
} Bars;

struct Layout;

/* `above`: the plot with the same columns that bars stand under, cell for cell; or NULL. */
Bars *bars_fit(const struct Layout *layout, const Step *step, const Scale *scale,
               const Plot *above);

/* All lists of a figure begin in one line. */
void bars_set_names_width(Bars *bars, int width);

/* The middle of what the bars' lengths are measured on, from the left of the plot. */
int bars_middle(const Bars *bars);

/* From the upper left corner of their plot; how far their axis reaches. */
Overhang bars_draw(const Sheet *sheet, const Bars *bars);

/* ---- curves over axes: a line for each column of a step, named at its end ----
 *
 * What is not finite, and on a logarithmic axis what is not positive, has no place; the line is
 * broken there. Few points are marked, and so is one that stands alone. What several runs span is a
 * band of stripes around their mean. A place on the x axis may
 * be marked, too, by a dashed line with a name.
 */

/* From numbers to places along an axis. */
typedef struct ChartAxis {
    bool logarithmic;
    double least, most; /* of a logarithmic axis: log₁₀ of the numbers at its ends */
    Ticks ticks;
} ChartAxis;

typedef struct Chart {
    Plot plot; /* of one cell, which is as large as everything */
    ChartAxis x, y;
    Box area;           /* where in it the curves lie */
    const char **names; /* of the curves, or NULL when there is one, which y names */
} Chart;

/* As wide as that, and at least as high; higher where the names of many curves ask for it. */
Chart *chart_fit(const Sheet *sheet, const Step *step, int width, int height);

/* With its upper left corner at the origin. */
void chart_draw(const Sheet *sheet, const Chart *chart);

/* ==== layout ====
 *
 * The layout of every figure: plots, bars and curves in a grid, with what names and explains them
 * around it.
 *
 *     caption
 *                  title    title            A heatmap is a grid of one place; the heads and the
 *                 labels   labels            stages are places that share their scales; the
 *     row  labels  plot  →  plot   bar       overview is many small ones that do not.
 *     samples
 *
 * Bars that stand under a plot with the same columns are aligned with it. A row that holds nothing
 * but curves is as wide as all the others, whatever their columns.
 *
 * The drawing belongs to the arena. Nothing fails; a panel without a step is a bug.
 */

/* What a kind of figure asks for, in CSS pixels. */
typedef struct Sizes {
    int cell;
    int label_limit;               /* the longest a label may be */
    int bar_pitch;                 /* from bar to bar of a list */
    int bar_list, bar_height;      /* from the least to the most, in a list and side by side */
    int chart_width, chart_height; /* at least */
} Sizes;

/* ---- over a figure: its title, its formula, and in small where it comes from ---- */

/* In lines of at most `limit` pixels: words go to the next line, and a word that is longer is
   elided. The sentences, if they are asked for, stand in one line if they fit. From the upper left
   corner, as wide and high as it says. */
Drawing *caption_draw(const Sheet *sheet, const char *title, const char *formula, bool sentences,
                      int limit);

/* ---- beside the plots: what the colours mean ---- */

/* A vertical bar with ticks and its meaning. */
typedef struct ColourBar {
    const Scale *scale;
    const char *meaning;
    bool relative; /* each plot has a range of its own: the ticks say −max, 0, max */
} ColourBar;

/* Side by side and all of one height, that of the plots or what their meanings need. From the upper
   left corner of what is beside them; the ticks of their ends reach half a line beyond the height.
 */
Drawing *colour_bars_draw(const Sheet *sheet, const ColourBar *bars, int count, int height);

/* ---- below them: a line of samples with their words ---- */

/* What a mask makes of what it hides. */
enum { HIDES_BY_INFINITY = 1, HIDES_BY_ZERO = 2 };

/* To scores −∞ is added, but where weights are no softmax or are masked themselves. */
unsigned hides_by(const Sheet *sheet, ValueKind kind);

/* Of what a mask lets see and what it hides, `masked`; `remark` follows them, or is NULL. From
   their upper left corner; of no size when there is nothing to say. */
Drawing *samples_draw(const Sheet *sheet, bool visible, unsigned masked, const char *remark);

/* A row or a column of the grid: what its widest place needs. */
typedef struct Band {
    const char *title; /* of a row, or NULL */
    int before, size, after;
    int start; /* of `size` */
} Band;

/* What a kind of figure asks for, and then what is made of it. */
typedef struct Layout {
    const Sheet *sheet; /* without anything; its trace is told about */
    const Panel *panel;
    const Sizes *sizes;
    Room room;         /* of each plot */
    int feature_width; /* … whose columns are features */
    int width;         /* of all between the margins; 0: what it needs */
    bool beside;       /* the caption stands left of all, in a third of that; else above */
    bool axes;         /* labels and words of the axes; an overview's rows are labelled where it is
                          easy, each plot of signed numbers has a range of its own, written
                          beneath, and the caption has the sentences */

    struct Place *places, *end; /* those that hold something, row after row */
    Band *rows, *cols;
    Drawing *bars, *samples, *caption;
    int left;                  /* of all but the caption */
    int grid_left, grid_right; /* of the columns, their labels, and charts that are wider */
    int right, bottom;         /* of everything */
} Layout;

/* One after the other, without a gap at those that are empty; returns the end of the last. */
int bands_line_up(Band *bands, int count, int start, int gap);

/* Of no size for a title "". As wide as `room`, and at least `width`; for 0 as it likes. */
Drawing *panel_caption(const Sheet *sheet, const Panel *panel, bool sentences, int room, int width);

/* The drawing of the sheet. */
Drawing *layout_draw(Layout *layout);

/* ==== diagram ====
 *
 * A panel with a sketch (document/document.h): leaves in a grid whose lines are as wide and high as
 * what stands in them; what leads from one to another is drawn last.
 */

/* How much of it may be left out for want of room: nothing at level 0. */
enum { DIAGRAM_LEVELS = 10 };

/* The caption is as wide, or for 0 as it likes. */
Drawing *diagram_draw(const Sheet *sheet, const Panel *panel, int width, int level);

/* ==== figure ====
 *
 * A step of a trace, or steps that belong side by side → one figure. The drawing is a new one, in
 * the sheet's arena, and points into its trace.
 */

/* From one row and column to thousands; a matrix without any is a bug. */
Drawing *step_figure(const Sheet *sheet, const Step *step);

/* Token × token matrices are compared: they share one scale for each kind of value, and their
   cells show numbers where there is room. A panel that also holds matrices of features is an
   overview: small plots, each with its own range; but where there are bars or curves everything is
   drawn to be read. */
Drawing *panel_figure(const Sheet *sheet, const Panel *panel);

/* ---- pictures of the size that the style asks for ---- */

/* What of a panel lies in a box of its places. It shares the scales of the whole. */
const Panel *panel_part(Arena *arena, const Panel *panel, Box box);

/* The box of such a part, or its first half where its picture would be too wide or too high: of its
   columns, or where both would do of its rows. */
Box panel_first(const Sheet *sheet, const Panel *part, Box box, bool rows_first);
