/* A step's numbers: how they are written and what they are, decided once for tables, figures and
 * every other format; and where they come from. */
#pragma once

#include "trace/trace.h"

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

/* What stands in a cell of a table: its number; the name of the place that it numbers; "·" where
   there is no such place, or a number is hidden by the mask. */
const char *cell_text(const NumberFormat *format, int row, int col, char out[NUMBER_SIZE]);

/* Whether a weight that a word is given is 0 as it is written: of most matrices most are. */
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

/* Where the numbers of a leaf come from, as this node's: "embeddings: learned from …", to stand
   under one of the headings; under which, `computed` says. */
const char *given_text(const Teller *teller, const Node *node, const Node *leaf, bool *computed);
extern const char *const given_headings[2];

/* The operation of a node that has no step in words, "row lengths"; numbered where so many others
   that are called so came before. */
const char *operation_name(Arena *arena, const Node *node, int before);
