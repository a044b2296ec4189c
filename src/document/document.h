/* A trace as a format-independent document: headings, paragraphs, formulas, tables, figures and
 * arithmetic in reading order. The document decides the order, the words and the digits; a renderer
 * (write/) walks the blocks and decides how each looks.
 *
 * document_add_trace adds the trace itself; lesson/ adds explanations and costs. Everything belongs
 * to the document's arena and points into the trace.
 */
#pragma once

#include "trace/trace.h"

/* ==== a step's numbers ====
 *
 * How numbers are printed and what they mean, decided once for tables, figures and every format;
 * and where they come from. */

typedef struct NumberFormat {
    const Step *step;
    int decimals;    /* 0 for integers */
    bool scientific; /* scientific notation */
} NumberFormat;

/* `precision` decimals, or step->decimals if that is more. */
NumberFormat fixed_format(const Step *step, int precision);

/* The same, but in scientific notation if fixed decimals would print most nonzero numbers of a
   matrix, or any of a curve on a logarithmic axis, as zero. */
NumberFormat table_format(const Step *step, int precision);

/* "−0.12", "9.31e−10", "−∞", a count as "64,512". Returns `out` or a static string. */
const char *number_text(const NumberFormat *format, double x, char out[NUMBER_SIZE]);

/* What would print as 0 and is none is "<0.01" or ">−0.01"; nothing is "0". */
const char *weight_text(const NumberFormat *format, double x, char out[NUMBER_SIZE]);

/* The text of a table cell: its number, or the string in step->places at that index; "·" for index
   0 or a masked number. */
const char *cell_text(const NumberFormat *format, int row, int col, char out[NUMBER_SIZE]);

/* Whether a weight, or a difference of weights, prints as 0; in most matrices most do. */
bool cell_is_faint(const NumberFormat *format, int row, int col);

/* Whether the cell is masked or is −∞. */
bool cell_is_masked(const Step *step, int row, int col);

/* The largest |x| of the unmasked cells; 0 if there are none. */
double step_range(const Step *step);

/* For each ValueKind its name in files, "probability", and what such numbers usually are,
   "attention weight". */
typedef struct KindWords {
    const char *name, *meaning;
} KindWords;

extern const KindWords kind_words[];

/* What a step's numbers are: "attention weight". */
const char *step_meaning(const Step *step);

/* Whether bars are drawn one below the other: the step has one column. */
bool bars_are_list(const Step *step);

/* Whether any step of a panel has this form. */
bool panel_holds(const Panel *panel, StepForm form);

/* ---- where they come from (arithmetic.c) ----
 *
 * Explanations as lines of text (lesson/), or as parts that link to their cells (write/). */

typedef struct Teller {
    Arena *arena;
    const Trace *trace;
    const Step *asked; /* if two steps show one matrix, the one to name it by */
    int digits;
    bool in_parts;
} Teller;

/* The step that names a node, shown or not; or NULL. */
const Step *told_step(const Teller *teller, const Node *node);

/* The place of a node's cell where its step is shown; and the cell that is shown there. */
Cell cell_turned(const Step *step, Cell cell);

/* The cell in which a number was computed: follows copies back (but not to an unnamed leaf from a
   named copy), and prefers the last named cell on the way. */
Cell made_in(const Teller *teller, Cell cell);

/* The arithmetic of a cell; for a copy, that of the unnamed node it copies. */
Explanation arithmetic_of(const Teller *teller, Cell cell);

/* The leaf that a cell belongs to or was copied from; NULL if the cell was computed. */
const Node *given_leaf(Cell cell, const Explanation *e);

/* x rounded to so many decimals. */
double as_printed(double x, int decimals);

/* A sum of products that is exact as printed: "3.127·1.339 + 2.666·2.209 + 2.85 (12 more) = 12.93".
   The `most` largest products are written out, their factors with one decimal more than the sum;
   the remainder is printed as one number. */
const char *product_sum(Arena *arena, const Step *step, int row, int col, int most, int precision);

/* Where the numbers of a leaf come from, under the name of `node`: "embeddings: learned from …".
   It goes under given_headings[is_given_computed(leaf)]. */
const char *given_text(const Teller *teller, const Node *node, const Node *leaf);
extern const char *const given_headings[2];

/* Whether a leaf was computed outside the graph. */
static inline bool is_given_computed(const Node *leaf)
{
    return begins_with(leaf->parameter.given, LEAF_COMPUTED);
}

/* The operation of a node without a step, in words: "row lengths"; numbered if `before` nodes of
   the same name came earlier. */
const char *operation_name(Arena *arena, const Node *node, int before);

/* ==== the document ==== */

#define BLOCK(name, ...) BLOCK_##name,
typedef enum BlockKind {
#include "document/blocks.list"
    BLOCK_KINDS
} BlockKind;
#undef BLOCK

/* A table of strings that belongs to no step. */
typedef struct Listing {
    const int *widths; /* minimum width of each column in characters; < 0: left-aligned */
    int column_count;
    const char **cells; /* row-major; "" for an empty one */
    int count;
} Listing;

typedef struct Block {
    BlockKind kind;
    const char *text;
    const char *formula; /* in plain characters */
    int number;          /* of a step, from 1; for a figure, that of the step it follows */
    bool titles_all;     /* heads everything that follows, not just a section */
    const Step *step;    /* of a figure only if it shows this step alone */
    const Panel *panel;  /* of a figure */
    const Listing *listing;
    const char *const *equals; /* NULL-terminated */
    const char *remark;        /* or NULL */
} Block;

typedef struct Document {
    Arena *arena;
    const Trace *trace;
    Block *blocks;
    int count;
    int left_out; /* number of steps left out */
    bool undrawn; /* a minor figure is left out */
    bool goes_on; /* the explanation stops before the leaves: there are earlier operations */
} Document;

Document *document_new(Arena *arena, const Trace *trace);
void document_add(Document *document, Block block);

/* Adds a block of plain text. */
void document_say(Document *document, BlockKind kind, const char *text);

/* Adds a new listing; and a row to it: column_count strings. */
Listing *document_list(Document *document, const int *widths, int column_count);
void listing_add(Document *document, Listing *listing, const char *const *cells);

/* Optional parts of a document. */
enum {
    TELL_ALL = 1,      /* details and later steps too; otherwise a line names them */
    DRAW_FEATURES = 2, /* figures of feature matrices too */
    DRAW_MINOR = 4,    /* figures of minor steps and panels too; otherwise `undrawn` is set */
};

/* Adds the sentences, the provenance, every step with its table, and the figures, each after the
   step that it follows (the overview first); and where the weights come from. */
void document_add_trace(Document *document, unsigned wanted);

/* A panel of one step of the trace, by itself. */
Panel *step_panel(const Trace *trace, const Step *step);

/* File names that sort in trace order and name the step: "07-raw-weights.png" for step number 7
   (from 1), id "raw/weights". */
const char *file_name(const Trace *trace, int number, const char *id, const char *extension);

/* ==== diagrams ====
 *
 * Pictures of a computation: names, strips of numbers, bars, lines as wide as a weight. A diagram
 * is a list of leaves (document/diagrams.list) in a grid, repeated for each place of a panel; the
 * step of the first leaf is the place's own, the weights. figure/diagram.c lays them out. */

#define LEAF(name, draw) LEAF_##name,
typedef enum LeafForm {
    LEAF_NONE, /* ends the leaves of a diagram */
#include "document/leaves.list"
} LeafForm;
#undef LEAF

enum { LEAVES_MOST = 192 };

typedef struct Leaf {
    LeafForm form;
    const char *step; /* path from the place's step ("", "../W_O"); of "a|b" the first found */
    int row, col;     /* in the grid; a leaf that is repeated per key takes one line for each */
    int rows, cols;   /* how many it spans; 0: one; −1: the columns of all keys */
    const char *text; /* a formula; NULL: the place's title */
    enum { TO_LEFT, TO_MIDDLE, TO_RIGHT } side; /* alignment in its column */
    int width, height;                          /* CSS pixels; 0 for text and lines */
    bool is_in_corner; /* positioned from the upper left corner of its grid cell, by … */
    int right, down;   /* … so many CSS pixels */
    int scale;         /* leaves with the same number share a colour range; 0: weights */
    int since, until; /* present at levels since ≤ level < until of leaving out; until 0: always */
    int leads;        /* arrows from each key to the next, 1, or to the previous, −1 */
    bool once;        /* only in the first place, spanning all */
    bool brief, brief_alone; /* also in abbreviated places (of many, those between the first and the
                                last), or only in those */
    const char *after;       /* arrows lead to it from the tiles of steps with these ids */
    bool sharpest;  /* use the step with the largest weight (step_peak) among those that match, in
                       the place's layer; with `once`, in the whole trace */
    const char *in; /* only in places with these ids; NULL: in all … */
    const char *with, *without; /* … and only if this step exists beside the place's, or does not */
    int convention; /* … and only where a word is a row, 1, or a column, −1; 0: in both */
    int round;      /* for a box: a residual connection skips so many boxes before it */
    bool begins, remembers; /* no line from the previous box; a line from the memory: the box before
                               the last one that begins */
    bool turned;            /* show the transpose */
    int line;               /* for numbers, their 1-based row; 0: the query's */
    bool planar;            /* only if the vectors have two features and are drawn in their plane */
    int numbered;           /* numbers in the cells, up to so many words */
    enum { ROWS = 1, COLS = 2 } names; /* labels beside a tile: rows, columns or both */
    int frame;                         /* frame around the followed row or column, or their cell */
    int cell_width, cell_height;       /* maximum in CSS pixels; 0: what fits */
} Leaf;

typedef struct Diagram {
    const char *name;
    const char *title; /* format: %1$s panel title or query word, %2$s ", head 2", %3$s column */
    const char *shown; /* what is to be seen, for the alternative text */
    double line_least; /* lines only for weights of at least this; 0: the diagram has no lines */
    const char *of;    /* ids of the weights that can be drawn … */
    const char *needs; /* … and the step that must exist beside them */
    const char *cell;  /* `needs` must be a product with this step, and one cell of it is followed:
                          the query's row, and the column asked for or that of the largest number;
                          or NULL */
    bool together;     /* one diagram per panel, with all its places … */
    bool gathered; /* … or one for all steps, titled by their folders, with lines between boxes */
    bool stacked;  /* weights are heights, so none may be negative */
    bool of_word;  /* for a sentence, available only for the word of --word */
    bool alone;    /* one place per line */
    bool features; /* shows features, not weights: a cell of the step itself is followed */
    int brief_most, brief_first, brief_apart; /* abbreviated places: how many per line, column of
                                                 the first, columns between them */
    int brief_since;      /* level from which all but the first place are abbreviated; 0: never */
    int scales_until;     /* level from which colour bars are left out; 0: 1 */
    int words_most;       /* not available for more words */
    int gap;              /* CSS pixels between columns */
    const char *plane[2]; /* steps of keys and query, drawn in their plane if 2-dimensional */
    bool upright;         /* draw rows of numbers as vertical bars */
    bool by_heads;        /* each head's name has the colour of its arcs */
    bool across;          /* what is repeated per key goes side by side, one column each */
    int keys_most, keys_few; /* with more keys, show those above the uniform weight, at most so
                                many; keys_few if there is little room */
    bool ranked;             /* the largest weight first, else in the order of the columns */
    const char *scales[3];   /* meaning of each colour scale, for its bar */
    const char *remark;      /* below the diagram; or NULL */
    const Leaf *leaves;      /* up to LEAF_NONE; fewer than LEAVES_MOST */
} Diagram;

/* One place of a diagram, with its steps resolved. */
typedef struct SketchPlace {
    const Step *steps[LEAVES_MOST]; /* of each leaf; NULL: the leaf is absent */
    const Step *plane[2];           /* the keys and the query; NULL unless 2-dimensional */
    int followed, column;           /* row of the query; column of the followed cell */
} SketchPlace;

/* A diagram of a panel, which has one row; one SketchPlace per place. */
typedef struct Sketch {
    const Diagram *diagram;
    const SketchPlace *places;
    StepCell told; /* the query whose weights the alternative text has: where all steps are
                      gathered that of the largest weight, if drawn, or of the last place */
} Sketch;

/* ", decoder 1, cross, head 2" of "decoder-1/cross/head-2/weights". */
const char *place_words(Arena *arena, const char *id);

/* The largest weight in the rows with more than one unmasked cell; the first, if tied. */
StepCell step_peak(const Step *step);

/* Adds a panel for each diagram in `asked`, "links,word:bat,product:bat,hit"; `fitting` are the
   names allowed. The query is the one named, the trace's own word, or the last row. Must be called
   before trace_turn: diagrams take words as rows. */
void diagrams_add(Trace *trace, const char *asked, const char *const *fitting, int count);

/* Replaces the trace's overview by the diagram that its list names ("drawn as"; "small as" if the
   picture's size is bounded), if that can be drawn. The old overview becomes the panel "matrices",
   which is minor if the size is bounded, as it would take many pictures. Call before trace_turn. */
void draw_overview(Trace *trace, bool bounded);

/* ---- text that accompanies a figure ---- */

/* The alternative text, safe to print. */
const char *figure_description(Arena *arena, const Panel *panel, int precision);

/* A command line that can be pasted into a shell, quoted where necessary. Valid UTF-8 without
   control characters, whatever the arguments contain. */
const char *shell_command(Arena *arena, int argc, const char *const *argv);

/* ---- TeX and MathML ---- */

/* A formula (trace/trace.h) in TeX's math mode, for LaTeX and KaTeX: "softmax(QKᵀ/√d_k)" becomes
   \mathop{\mathrm{softmax}}\nolimits(QK^{\top}/\sqrt{d_ {k}}). Characters without a TeX command are
   kept, and TeX's special characters escaped. */
const char *formula_tex(Arena *arena, const char *formula);

/* The same as a MathML <math> element. */
const char *formula_mathml(Arena *arena, const char *formula);

/* A text escaped for LaTeX. A character that pdflatex has no glyph for becomes \codepoint{0627}{ا},
   a Greek letter of mathematics \greek{\sigma}{σ}; the preambles define both. */
const char *text_tex(Arena *arena, const char *text);
