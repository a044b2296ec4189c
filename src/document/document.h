/* A trace as people read it, before any format: headings, paragraphs, formulas, tables, figures,
 * arithmetic, in the order of reading. A renderer (write/) walks the blocks and decides how each
 * looks; what stands where, in which words and with which digits is decided before.
 *
 * document_add_trace tells the trace itself; lesson/ adds what a teacher asks for besides. All
 * belongs to the document's arena and points into the trace.
 */
#pragma once

#include "trace/trace.h"

typedef enum BlockKind {
    BLOCK_QUOTE,      /* `text`: a sentence that is traced */
    BLOCK_HEADING,    /* `text`; a step's has `number`, an explained step's `formula` */
    BLOCK_FORMULA,    /* of `step`: its id, shape and formula */
    BLOCK_PARAGRAPH,  /* `text` */
    BLOCK_TABLE,      /* the numbers of `step` */
    BLOCK_FIGURE,     /* `text`: its title; of `step`, or of `panel`, whose `id` names its file;
                         `number` orders that among the others */
    BLOCK_LISTING,    /* `listing` */
    BLOCK_ARITHMETIC, /* `text`: a cell and what it is; all that it `equals`; a `remark` */
    BLOCK_ITEM,       /* `text`: one of several that belong together */
    BLOCK_RESULT,     /* `text`: a sentence on what stands above it */
    BLOCK_KINDS
} BlockKind;

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
