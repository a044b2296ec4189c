/* A trace as people read it, before any format: headings, paragraphs, formulas, tables, figures,
 * arithmetic, in the order of reading. A renderer (write/) walks the blocks and decides how each
 * looks; what stands where, in which words and with which digits is decided before.
 *
 * document_add_trace tells the trace itself; lesson/ adds what a teacher asks for besides. All
 * belongs to the document's arena and points into the trace.
 */
#pragma once

#include "trace/trace.h"

/* ==== a step's numbers ====
 *
 * How they are written and what they are, decided once for tables, figures and every other format;
 * and where they come from. */

typedef struct NumberFormat {
    const Step *step;
    int decimals;    /* none for whole numbers */
    bool scientific; /* with powers of ten */
} NumberFormat;

/* With so many decimals, or as many as the step needs. */
NumberFormat fixed_format(const Step *step, int precision);

/* The same; but with powers of ten where the numbers span many of them, and fixed decimals would
   show most of a matrix, or any of a curve on a logarithmic axis, as a zero that it is not. */
NumberFormat table_format(const Step *step, int precision);

/* "−0.12", "9.31e−10", "−∞", a count as "64,512". These return `out`, or a string that stays. */
const char *number_text(const NumberFormat *format, double x, char out[NUMBER_SIZE]);
const char *cell_number(const NumberFormat *format, int row, int col, char out[NUMBER_SIZE]);

/* Of a weight what is not 0 is not told as 0: "<0.01". */
const char *weight_text(const NumberFormat *format, double x, char out[NUMBER_SIZE]);

/* What stands in a cell of a table: its number; the name of the place that it numbers; "·" where
   there is no such place, or a number is hidden by the mask. */
const char *cell_text(const NumberFormat *format, int row, int col, char out[NUMBER_SIZE]);

/* Whether a weight that a word is given, or a difference of weights, is 0 as it is written: of most
   matrices most are. */
bool cell_is_faint(const NumberFormat *format, int row, int col);

/* Masked, or −∞ itself. */
bool cell_is_masked(const Step *step, int row, int col);

/* The largest |x| of the cells that are not masked, 0 if there are none. */
double step_range(const Step *step);

/* Of each ValueKind, as files have it, "probability", and what such numbers mostly are, "attention
   weight". */
typedef struct KindWords {
    const char *name, *meaning;
} KindWords;

extern const KindWords kind_words[];

/* What a step's numbers are: "attention weight". */
const char *step_meaning(const Step *step);

/* Whether bars are drawn one below the other: they stand in one column. */
bool bars_are_list(const Step *step);

/* Whether a place of a panel has a step that is drawn so. */
bool panel_holds(const Panel *panel, StepForm form);

/* ---- where they come from (arithmetic.c) ----
 *
 * Told in lines (lesson/) or in parts, each of which leads to its cell (write/). */

typedef struct Teller {
    Arena *arena;
    const Trace *trace;
    const Step *asked; /* a matrix may stand in two steps: it is named by the one asked for */
    int digits;
    bool in_parts;
} Teller;

/* The step that a node is told as, shown or not; or NULL. */
const Step *told_step(const Teller *teller, const Node *node);

/* The cell that a number was made in, by a name if it has one on the way there: copies are passed
   over, but for those of what is given. */
Cell made_in(const Teller *teller, Cell cell);

/* The arithmetic of a cell; of one that only moves a number, what was computed under no name. */
Explanation arithmetic_of(const Teller *teller, Cell cell);

/* The leaf of a cell that was not computed: itself, or what its rows and columns are picked from;
   NULL of one that was. */
const Node *given_leaf(Cell cell, const Explanation *e);

/* x as it is with so many decimals. */
double as_printed(double x, int decimals);

/* A cell that is a sum of products, so that it holds as printed: "3.127·1.339 + 2.666·2.209 + 2.85
   (12 more) = 12.93". The largest products, at most so many, have their factors, with one decimal
   more than the sum; what the others have together is what is left of it. */
const char *product_sum(Arena *arena, const Step *step, int row, int col, int most, int precision);

/* Where the numbers of a leaf come from, as this node's: "embeddings: learned from …", to stand
   under one of the headings; under which, `computed` says. */
const char *given_text(const Teller *teller, const Node *node, const Node *leaf, bool *computed);
extern const char *const given_headings[2];

/* The operation of a node that has no step in words, "row lengths"; numbered where so many others
   that are called so came before. */
const char *operation_name(Arena *arena, const Node *node, int before);

/* ==== the document ==== */

#define BLOCK(name, ...) BLOCK_##name,
typedef enum BlockKind {
#include "document/blocks.list"
    BLOCK_KINDS
} BlockKind;
#undef BLOCK

/* Rows of words and numbers that belong to no step. */
typedef struct Listing {
    const int *widths; /* of its columns, in characters, at least; < 0 where cells stand left */
    int column_count;
    const char **cells; /* row after row; "" for an empty one */
    int count;
} Listing;

typedef struct Block {
    BlockKind kind;
    const char *text;
    const char *formula; /* in plain characters */
    const char *id;
    int number;      /* of a step, from 1; of a figure: of the step that it follows */
    bool titles_all; /* a heading of all that follows, not of a part of it */
    const Step *step;
    const Panel *panel;
    const Listing *listing;
    const char *const *equals; /* ends with NULL */
    const char *remark;        /* or NULL */
} Block;

typedef struct Document {
    Arena *arena;
    const Trace *trace;
    Block *blocks;
    int count;
    int left_out; /* steps */
    bool goes_on; /* behind what is explained lie other operations */
} Document;

Document *document_new(Arena *arena, const Trace *trace);
void document_add(Document *document, Block block);

/* A block that is mere text. */
void document_say(Document *document, BlockKind kind, const char *text);

/* A new listing, and its next row: as many strings as it has columns. */
Listing *document_list(Document *document, const int *widths, int column_count);
void listing_add(Document *document, Listing *listing, const char *const *cells);

/* What is told of a trace beside what is told of every one. */
enum {
    TELL_ALL = 1,      /* details, and what comes later; else a line names them */
    DRAW_FEATURES = 2, /* figures of matrices of features too */
    DRAW_MINOR = 4,    /* … of what is minor */
};

/* The sentences, how the numbers were made, every step with its table, and the figures, each after
   the step that it follows (the overview first); where the weights come from. */
void document_add_trace(Document *document, unsigned wanted);

/* A file's name: they sort in the order of the trace and name the step. "07-raw-weights.png" for
   step number 7 (from 1), id "raw/weights". */
const char *file_name(const Trace *trace, int number, const char *id, const char *extension);

/* ==== diagrams ====
 *
 * Pictures of how numbers become others: names, strips of numbers, bars, lines as wide as a weight.
 * A diagram is rows of leaves (document/diagrams.list) in a grid, for each place of a panel once;
 * the step of the first is the place's own, weights. figure/diagram.c lays them out. */

#define LEAF(name, draw) LEAF_##name,
typedef enum LeafForm {
    LEAF_NONE, /* ends the leaves of a diagram */
#include "document/leaves.list"
} LeafForm;
#undef LEAF

enum { LEAVES_MOST = 192 };

typedef struct Leaf {
    LeafForm form;
    const char *step; /* seen from the place's ("", "../W_O"), the first there is of "a|b" */
    int row, col;     /* of the grid; what is there for each key takes more rows, a line each */
    int rows, cols;   /* over how many it reaches; 0: one; −1: the columns of all keys */
    const char *text; /* a formula; NULL: the place's title */
    enum { TO_LEFT, TO_MIDDLE, TO_RIGHT } side; /* of its column */
    int width, height;                          /* CSS pixels of what is neither text nor lines */
    bool is_in_corner; /* the upper left one of its lines, from which it is … */
    int right, down;   /* … so many CSS pixels */
    int scale;         /* leaves of one number share the range of their colours; 0: weights */
    int since, until;  /* of how much is left out for want of room: what is there instead; and
                          where it goes; 0: nowhere */
    int leads;         /* arrows from each of the keys to the next, 1, or to the one before, −1 */
    bool once;         /* in the first place alone, beside all */
    bool brief, brief_alone; /* of many places, in those between the first and the last: too, or
                                in those alone */
    const char *after;       /* lines lead to it from the tiles of the steps with such ids */
    bool sharpest;  /* of the steps with such ids in the place's layer, or of a leaf that is
                       there once in all, the one with the largest weight (step_peak) */
    const char *in; /* in places with such ids alone; NULL: in all … */
    const char *with, *without; /* … where there is such a step beside the place's, and none */
    int round;                  /* of a box: so many before it a residual connection goes round */
    bool begins, remembers; /* … the one before does not lead to it; that before the last which
                               begins does, too */
    bool turned;            /* the step's transpose */
    int line;               /* of numbers, the row that they are of; 0: the query's */
    bool planar;            /* where vectors are drawn in the plane of their features alone */
    int numbered;           /* numbers in the cells, of at most so many words */
    enum { ROWS = 1, COLS = 2 } names; /* of a tile's rows, columns or both, beside it */
    int frame;                         /* around the row or the column that is followed, or the
                                          cell of both */
    int cell_width, cell_height;       /* CSS pixels, at most; 0: what fits */
} Leaf;

typedef struct Diagram {
    const char *name;
    const char *title; /* of the panel's title or the query's word, ", head 2", the column's */
    const char *shown; /* what there is to see, for those who cannot */
    double line_least; /* weights below that have no line; 0: there are none */
    const char *of;    /* the ids of the weights that it is of … */
    const char *needs; /* … and what there is beside them */
    const char *cell;  /* that is a product with this step, and a cell of it is followed: in the
                          query's row and the column that is asked for, or that of the largest
                          number; or NULL */
    bool together;     /* those that are drawn side by side, in one … */
    bool gathered;     /* … or all in one, called by their folders; their boxes are led through */
    bool stacked;      /* weights are heights: none is negative */
    bool of_word;      /* of a sentence it is there for the word of --word alone */
    bool alone;        /* each place has a line of its own */
    bool features;     /* it is of no weights, and of no product: a cell of itself is followed */
    int brief_most, brief_first, brief_apart; /* so many brief places in a line, in columns from the
                                                 first, so far apart */
    int brief_since;  /* of how much is left out: all but the first place are brief; 0: never … */
    int scales_until; /* … and until when it is told what the colours mean; 0: 1 */
    int words_most;   /* of more there is none */
    int gap;          /* CSS pixels between columns */
    const char *plane[2]; /* steps of keys and of the query, drawn as they are if of two features */
    bool upright;         /* rows of numbers are bars up and down */
    bool by_heads;        /* each head's name has the colour of its arcs */
    bool across;          /* what is there for each key stands side by side, a column each */
    int keys_most, keys_few; /* of more those above the even share; where there is little room */
    bool ranked;             /* the largest weight's first, else in the order of the columns */
    const char *scales[3];   /* what the colours of leaves mean, by their numbers */
    const char *remark;      /* below all; or NULL */
    Leaf leaves[LEAVES_MOST];
} Diagram;

/* What a diagram shows of one place. */
typedef struct SketchPlace {
    const Step *steps[LEAVES_MOST]; /* that of each leaf; NULL: there is none */
    const Step *plane[2];           /* the keys and the query; NULL unless of two features */
    int followed, column;           /* the query; and of a diagram of a cell its column */
} SketchPlace;

/* A diagram of a trace: a panel of one row, of which this is each place. */
typedef struct Sketch {
    const Diagram *diagram;
    const SketchPlace *places;
} Sketch;

/* ", decoder 1, cross, head 2" of "decoder-1/cross/head-2/weights". */
const char *place_words(Arena *arena, const char *id);

/* The largest weight of all words that may look at more than one, the first of equals. */
StepCell step_peak(const Step *step);

/* Adds a panel for each diagram that is asked for, "links,word:bat,product:bat,hit", of so many
   names that fit. Its query is the one so called, the trace's own word, or the last. Before the
   trace is turned: of a diagram words are rows. */
bool diagrams_add(Trace *trace, const char *asked, const char *const *fitting, int count,
                  Error *error);

/* The trace's overview becomes the diagram that its list names, for pictures of any size or of a
   bounded one, if that can be drawn; what it was is the panel "matrices", minor where they are
   bounded, for it would be many pictures. Before the trace is turned. */
void draw_overview(Trace *trace, bool bounded);

/* ---- what formats say of a figure ---- */

/* A description for those who cannot see it, safe to show. */
const char *figure_description(Arena *arena, const Block *figure, int precision);

/* A command as a shell reads it: quoted where need be, so that it can be pasted. Valid UTF-8
   without control characters, whatever the arguments hold. */
const char *shell_command(Arena *arena, int argc, const char *const *argv);

/* ---- as TeX and browsers set it ---- */

/* A formula (trace/trace.h) in TeX's mathematical mode, as LaTeX and KaTeX read it:
   "softmax(QKᵀ/√d_k)" is \operatorname{softmax}(QK^{\top}/\sqrt{d_{k}}). What TeX has no command
   for stays as it is; what it would take for its own is escaped. */
const char *formula_tex(Arena *arena, const char *formula);

/* The same in MathML: an element <math>. */
const char *formula_mathml(Arena *arena, const char *formula);

/* A text as LaTeX shows it, whatever it holds. What pdflatex has no letter for is
   \codepoint{0627}{ا}, which the preamble defines. */
const char *text_tex(Arena *arena, const char *text);
