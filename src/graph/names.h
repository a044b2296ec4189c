/* A model names what it makes, where it makes it. A named node is a step of the trace; its path is
 * the step's id: "encoder-1/head-2/weights".
 *
 *     Node *scores = named(s, "scores", "Scores", matmul_transposed(g, q, k));
 *
 * Names are for those who look: a graph has them only after `graph_name`. Training composes the
 * same functions in a graph without, where naming a node costs a comparison. Everything lives in
 * the graph's arena.
 */
#pragma once

#include "graph/set.h"

typedef struct Name {
    const char *id;      /* "head-2/weights" */
    const char *title;   /* "Attention weights of head 2" */
    const char *formula; /* "Q = X W_Q", "softmax(QKᵀ/√dₖ + M)" */
    Node *node;
    Writing *writing; /* its axes, kind and mask; the node's own, by which what is made from it is
                         written, if it is its first name, or one with a symbol */
} Name;

typedef struct Names {
    bool columns; /* formulas are those of the transposes: a word is a column of X, not a row */
    Name *items;  /* in the order they were made */
    int count;
    Lexicon ids;           /* numbered as the items are; none is given twice */
    const char **features; /* "1", "2", … */
    int feature_count;
    Changes changes; /* made to what is named from then on */
} Names;

/* Where a name is given: a place in the tree of steps. Passed by copy. */
typedef struct Scope {
    Graph *graph;
    const char *path; /* "encoder-1/head-2/" */
    const char *of;   /* what titles end in: " of head 2" */
    int number;       /* of the last step down that had one: symbols may have it, "Q_{%d}" */
    const Axis *row; /* what the row of a matrix of one row is: "output word", “zone”; or NULL */
} Scope;

/* Names are kept from now on. */
void graph_name(Graph *g);

Scope scope_of(Graph *g);

/* The text, with the number in the place of its %d if it has one. */
const char *format_number(Arena *arena, const char *text, int number);

/* Whether words are columns in formulas, "S = KᵀQ". What is computed stays as it is. */
bool words_are_columns(const Graph *g);

/* Whether anybody looks: what is made only to be shown is made only then. */
bool has_names(Scope s);

/* A step further down: ids begin with this name, titles end in `of`. Both are formats that may have
   one number; it becomes the scope's where the name has it. */
Scope within(Scope s, const char *name, const char *of, int number);

/* The same where titles end in a text that nobody wrote for a format: a word of the user's. */
Scope ending_in(Scope s, const char *of);

/* The same where a matrix of one row has this row. */
Scope with_row(Scope s, Axis row);

/* Names a node, and returns it. A matrix may have several names; its first is what explanations
   call it. The title ends in what the scope is of. */
Node *named(Scope s, const char *id, const char *title, Node *node);

/* The same with a symbol, which stands for the node in the formulas of what is made from it:
   "Q = X W_Q", and from then on "QKᵀ". A format that may have the scope's number. */
Node *defined(Scope s, const char *id, const char *title, const char *symbol, Node *node);

/* The same of what is not computed: the model says what its rows and columns are. */
Node *given(Scope s, const char *id, const char *title, const char *symbol, Axis rows, Axis cols,
            Node *node);

/* The same of learned numbers: a matrix of features by features, or one row, called `label`. */
Node *given_matrix(Scope s, const char *id, const char *title, const char *symbol, Node *node);
Node *given_row(Scope s, const char *id, const char *title, const char *symbol, const char *label,
                Node *node);

/* A given mask: 0 where a query may look and −∞ where it may not. */
Node *given_mask(Scope s, const char *id, const char *title, Axis rows, Axis cols, Node *node);

/* Says what a node's rows and columns are, under the name given last, where the model knows more
   than the operation: of an axis whose name is NULL only what is there is kept. Nothing happens in
   a graph without names. */
Node *with_axes(Scope s, Node *node, Axis rows, Axis cols);

/* A step of queries and keys. */
Node *with_roles(Scope s, Node *node, const char *rows, const char *cols);

/* What formulas call the number of its columns: "d_k". */
Node *with_width(Scope s, Node *node, const char *symbol);

/* Its one column is a measure of each row: "mean". */
Node *with_measure(Scope s, Node *node, const char *label);

/* What formulas call it; NULL where there are no names. */
const char *symbol_of(Scope s, Node *node);

/* What formulas call it from now on, whether it has a name or not; where it has, that stays written
   out. A format with a number. */
Node *with_symbol(Scope s, Node *node, const char *symbol, int number);

/* The same, said under the name given last, too: "S = QKᵀ/√dₖ". */
Node *with_definition(Scope s, Node *node, const char *symbol);

/* What its numbers mean, where the operation cannot know. */
Node *with_kind(Scope s, Node *node, ValueKind kind);

/* They count something; `exact` has them to the last digit, or is NULL where they have it
   themselves. */
Node *with_counts(Scope s, Node *node, const double *exact);

/* Which of its cells are masked, where the operation cannot know: `mask` is of its shape, or NULL.
 */
Node *with_mask(Scope s, Node *node, Node *mask);

/* The name with this id, or NULL. */
const Name *name_find(const Graph *g, const char *id);

/* The node with this id under the scope's path: there is one. */
Node *node_within(Scope s, const char *id);

/* The first name of a node, or NULL. */
const Name *name_of(const Graph *g, const Node *node);
