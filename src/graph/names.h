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

#include "graph/node.h"

/* ==== numbers that are set ====
 *
 * What if this number were another: steps whose numbers are set from outside while a graph is made.
 *
 * When a node gets a name that a change is about (graph/names.h), it turns into a `set` operation
 * on a copy of what it was, so all that is made from it has the changed numbers.
 */

/* y = kept ⊙ x + put: 1 and 0 where a number stays, 0 and the number where it is replaced. What is
   replaced may be ∞. */
typedef struct Change {
    const char *id;    /* of the step */
    const char *asked; /* "--set 'mask[1,2]=0'": what explanations call it */
    Tensor kept, put;
} Change;

typedef struct Changes {
    Change *items;
    int count;
} Changes;

/* Turns a node into what it was with the change, which its formula says, and computes again what
   was made from it already. */
void set_numbers(Graph *g, Node *node, const Change *change, Writing *w);

/* ==== names ==== */

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

/* ==== parameters ====
 *
 * What a model learns, declared where it is used.
 *
 *     Node *W = learned(s, "W_Q", "Query projection", d, d, START_BY_ROWS);
 *
 * The declaration is all there is: from it a parameter is drawn, loaded and checked, trained,
 * saved, counted and shown. A model declares the same parameters in the same order whenever it is
 * put together with one configuration: the first time, in a graph of shapes, they are collected
 * (name, shape, start); from then on each call answers with the next one. The order is that of
 * files and of the optimiser.
 *
 * The values live in the arena of the Parameters; nodes live in the graph.
 */

/* What a parameter is before it has learned. */
typedef enum Start {
    START_ZEROS,
    START_ONES,
    START_NORMAL,     /* N(0, 1) */
    START_BY_ROWS,    /* N(0, 1/rows): a product keeps the variance of what comes in */
    START_BY_COLUMNS, /* N(0, 1/columns) */
    START_SMALL,      /* N(0, 0.09/rows): at first little comes out of a product */
} Start;

typedef struct Parameter {
    const char *name; /* "encoder-1/self/W_Q": in files, and in explanations */
    int rows, cols;
    Start start;
    Tensor value;      /* no data before it is drawn or loaded */
    Node *node;        /* in the graph that was made last */
    bool fixed;        /* it stays as it is while others learn */
    const int *chosen; /* the rows of a larger parameter that its rows are, or NULL */
} Parameter;

typedef struct Parameters {
    Arena *arena;
    const char *origin; /* "random, not learned", "learned from WordNet 3.0" */
    bool is_learning;   /* nodes want gradients */
    bool draws;         /* what is declared is drawn there and then … */
    uint64_t seed;      /* … from this */
    Parameter *items;
    int count;
} Parameters;

/* Puts a model together, so that it declares its parameters; `model` is its configuration. */
typedef void Declares(Scope s, const void *model);

/* The parameters of a model, without values. */
Parameters *parameters_declared(Arena *arena, Declares *declares, const void *model);

/* Parameters that are drawn from a seed where they are declared: of a graph that is made once. */
Parameters *parameters_from_seed(Arena *arena, uint64_t seed);

/* Values as they start, from a seed: each parameter has a stream of its own, by its name. */
void parameters_draw(Parameters *p, uint64_t seed);

/* How many numbers are learned. */
long parameters_size(const Parameters *p);

/* Fails if too little memory is left for so many copies of them. */
bool parameters_check_memory(const Parameters *p, int copies, Error *error);

/* The parameter with this name, or NULL; the value of one that there is. */
Parameter *parameter_find(const Parameters *p, const char *name);
Tensor parameter_value(const Parameters *p, const char *name);

/* The same values, none of them copied, with nodes of their own: for a graph of another thread, or
   one that learns while others look, or to be given others. */
Parameters *parameters_shared(Arena *arena, const Parameters *p, bool is_learning);

/* From now on `learned` answers from these. */
void graph_use(Graph *g, Parameters *p);

/* The next parameter: rows × cols numbers called `name` under the scope's path. With a title it is
   named there and then; without, the model names it where it is shown. */
Node *learned(Scope s, const char *name, const char *title, int rows, int cols, Start start);
