/* How a node is written down: its formula from its inputs' formulas, what its rows and columns are,
 * and what kind of numbers it has.
 *
 * An operation says this once, in its own file, as it says how it is computed. Models give symbols
 * to what a paper gives symbols to (graph/names.h); whatever else is on screen beside a number
 * follows from the operations, so it cannot stay as it is when the computation changes.
 *
 * Formulas are written in a small dialect: _x or _{ij} is a subscript, ^x or ^{ij} a superscript;
 * the rest is Unicode text. Everything here lives in the graph's arena.
 */
#pragma once

#include "base/base.h"

struct Graph;
struct Node;

/* What a number means: chooses colours and formats. */
typedef enum ValueKind {
    VALUE_SIGNED,      /* any number, around zero */
    VALUE_PROBABILITY, /* 0 to 1; each row sums to 1 (or is wholly masked and zero) */
    VALUE_DIFFERENCE,  /* of two probabilities, −1 to 1 */
    VALUE_MASK,        /* 0 or −∞ */
    VALUE_COSINE,      /* of two vectors, −1 to 1 */
    VALUE_FRACTION,    /* 0 to 1, and nothing sums */
    VALUE_SHARE,       /* parts of a whole: they sum to 1, and one may be negative */
    VALUE_SIZE,        /* 0 or more: lengths, entropies, variances */
    VALUE_COUNT,       /* how many: 0, 1, 2, … */
} ValueKind;

typedef struct Axis {
    const char *name; /* "query", "key", "token", "feature", "head" */
    int count;
    const char *const *labels; /* safe to show: no control characters; repeated words numbered */
    bool named;                /* each place has a name (a token, a head); else numbered features */
    const char *role_of;       /* what a query or key is otherwise called: "token"; NULL where the
                                  name is no role */
    const char *symbol;        /* what a formula calls the count: "d_k"; NULL for "d" */
    bool ends_in_total;        /* the last place holds what the others are parts of */
    bool unquoted;             /* the labels are numbers or symbols, not words to be quoted */
} Axis;

/* How tightly a formula holds together: what binds less than its surroundings needs brackets. */
typedef enum Binding { BINDS_ATOM, BINDS_PRODUCT, BINDS_SUM } Binding;

typedef struct Formula {
    const char *text; /* NULL: nothing is known but that it was given */
    Binding binding;
} Formula;

typedef struct Writing {
    Formula formula;
    const char *each; /* of parts that differ in their index only, how every one is made:
                         "α_{i} = softmax(e_{i})"; else NULL */
    Axis rows, cols;
    ValueKind kind;
    const struct Node *mask; /* M of 0 and −∞ when cells can be masked, else NULL */
    const double *counts;    /* of VALUE_COUNT, row after row, where a node's numbers have too few
                                digits to tell them to the last one; else NULL */
} Writing;

/* How a node is written: by its symbol if it was given one, else as its operation writes it. Made
   when first asked for, and kept. */
const Writing *writing_of(struct Graph *g, struct Node *node);

/* What an operation makes of its inputs, whatever symbol the node has. */
Writing writing_derived(struct Graph *g, struct Node *node);

/* An operation's template with its inputs put in: {1} as it is, {1*} as a factor, {1!} as what a
   superscript stands behind (in brackets where it needs them), {1…} all inputs separated by commas,
   ~ a space unless two single letters meet: "{1*}~{2!}ᵀ" is QKᵀ, or X W_Kᵀ; %g and %d the numbers
   that it was told (Node.parameter). What stands in no
   bracket says how it binds: + − = as a sum, a space or a sign as a product. */
Formula formula_filled(struct Graph *g, const struct Node *node, const char *template);

/* Whether so many formulas differ in a last index only, "head_1", "head_2"; one alone is a series
   if it has an index. */
bool formulas_are_series(struct Graph *g, struct Node *const *nodes, int count);

/* Whether different nodes are made by one formula, which then stands for all of them. */
bool formulas_are_one(struct Graph *g, struct Node *const *nodes, int count);

/* How each of a series is made, with i for its index: "h_{i} = tanh(x_{i} W + h_{i−1} U)"; NULL for
   what is no series, or where the formulas differ in more than their indices. */
const char *formula_of_each(struct Graph *g, struct Node *const *nodes, int count);

/* Features numbered from 1. The labels are shared: there is one list in a graph. Without labels in
   a graph without names. */
Axis feature_axis(struct Graph *g, int count);

/* Each place with a name of its own. */
Axis label_axis(const char *name, const char *const *labels, int count);

/* Places numbered from `first` on, each seen by its number: positions, sizes. */
Axis number_axis(struct Graph *g, const char *name, int first, int count);

/* The same of numbers that are no run. */
Axis list_axis(struct Graph *g, const char *name, const int *numbers, int count);

/* Places called by a text with a number: "head %d", from `first` on. */
Axis series_axis(struct Graph *g, const char *name, const char *format, int first, int count);

/* One place with a name: a total, a measure. */
Axis single_axis(struct Graph *g, const char *name, const char *label);

/* The axis with labels that are numbers or symbols, not words to be quoted. */
Axis axis_unquoted(Axis axis);

/* The axis with one more place before its first, or behind its last; NULL for none. */
Axis axis_extended(struct Graph *g, Axis axis, const char *first, const char *last);

/* The axis with a role in attention, and without it again. */
Axis axis_as(Axis axis, const char *role);
Axis axis_itself(Axis axis);

/* Some places of an axis, their labels with them: places[i], or first + i where that is NULL. */
Axis axis_places(struct Graph *g, Axis axis, const int *places, int first, int count);

/* The columns of several nodes side by side, or their rows on top of each other, `count` in all.
   Labels stay where all places have them. */
Axis axes_joined(struct Graph *g, struct Node *const *nodes, int node_count, bool rows, int count);

/* The masks of a node's parts, joined as these are, 0 where one has none; NULL where none has. */
const struct Node *masks_joined(struct Graph *g, const struct Node *node,
                                struct Node *(*join)(struct Graph *, struct Node *const *, int));

/* How a formula calls so many places from `first` on, counted from 1: "3", "1…7". */
const char *places_written(struct Graph *g, int first, int count);

/* For operations that make a number of each row, of each column, of a whole matrix. */
void write_for_rows(struct Graph *g, const struct Node *node, Writing *w);
void write_for_columns(struct Graph *g, const struct Node *node, Writing *w);
void write_number(struct Graph *g, const struct Node *node, Writing *w);

/* For products cell by cell: of fractions they are fractions, of sizes sizes. */
void write_cell_product(struct Graph *g, const struct Node *node, Writing *w);

/* For products: rows of the first input against columns of the second, without their roles. */
void write_product(struct Graph *g, const struct Node *node, Writing *w);
