/* A model names its nodes where it makes them. A named node is a step of the trace; its path is the
 * step's id: "encoder-1/head-2/weights".
 *
 *     Node *scores = named(s, "scores", "Scores", matmul_transposed(g, q, k));
 *
 * A graph records names only after `graph_name`. Training runs the same functions in a graph
 * without names, where naming a node costs one comparison. Everything lives in the graph's arena.
 */
#pragma once

#include "graph/node.h"

/* ==== numbers that are set ====
 *
 * "What if this number were another?": steps whose numbers are set from outside while a graph is
 * made.
 *
 * When a node is given a name that a change refers to, it becomes a `set` operation on a copy of
 * itself, so everything computed from it uses the changed numbers.
 */

/* y = kept ⊙ x + put, where (kept, put) is (1, 0) for a cell that stays and (0, value) for one that
   is replaced. A replaced x may be ∞: where kept is 0, it is not multiplied. */
typedef struct Change {
    const char *id;    /* the step's id */
    const char *asked; /* "--set 'mask[1,2]=0'": what explanations call it */
    Tensor kept, put;
} Change;

typedef struct Changes {
    Change *items;
    int count;
} Changes;

/* Applies the change to a node, adds it to the node's formula, and recomputes the nodes already
   made from it. */
void set_numbers(Graph *g, Node *node, const Change *change, Writing *w);

/* ==== names ==== */

typedef struct Name {
    const char *id;      /* "head-2/weights" */
    const char *title;   /* "Attention weights of head 2" */
    const char *formula; /* "Q = X W_Q", "softmax(QKᵀ/√dₖ + M)" */
    Node *node;
    Writing *writing; /* its axes, kind and mask. It is also node->writing, used in the formulas of
                         what is made from the node, if this is the node's first name or has a
                         symbol */
} Name;

typedef struct Names {
    bool columns; /* formulas are transposed: a word is a column of X, not a row */
    Name *items;  /* in the order in which they were given */
    int count;
    Lexicon ids;           /* ids[i] is that of items[i]; all differ */
    const char **features; /* "1", "2", … */
    int feature_count;
    Changes changes; /* applied to nodes named from then on */
} Names;

/* Where names are given: a place in the tree of steps. Passed by copy. */
typedef struct Scope {
    Graph *graph;
    const char *path; /* "encoder-1/head-2/" */
    const char *of;   /* the ending of titles: " of head 2" */
    int number;       /* of the innermost numbered step: symbols may use it, "Q_{%d}" */
    const Axis *row;  /* the row axis of 1 × n matrices: "output word", “zone”; or NULL */
} Scope;

/* The graph records names from now on. */
void graph_name(Graph *g);

Scope scope_of(Graph *g);

/* The text with its %d, if it has one, replaced by the number. */
const char *format_number(Arena *arena, const char *text, int number);

/* Whether formulas have words as columns, "S = KᵀQ". The computation is the same. */
bool words_are_columns(const Graph *g);

/* Whether the graph records names; if not, nodes that are only shown need not be made. */
bool has_names(Scope s);

/* A nested scope: its name is added to ids, `of` to titles. Either may contain one %d for the
   number; the scope takes on the number if `name` has it. */
Scope within(Scope s, const char *name, const char *of, int number);

/* The scope with a literal text added to titles, which is not a format: a word of the user's. */
Scope ending_in(Scope s, const char *of);

/* The scope with this row axis for 1 × n matrices. */
Scope with_row(Scope s, Axis row);

/* Names a node, and returns it. A node may have several names; explanations use the first. The
   scope's `of` is added to the title. */
Node *named(Scope s, const char *id, const char *title, Node *node);

/* The same with a symbol, which stands for the node in later formulas: after "Q = X W_Q" follows
   "QKᵀ". The symbol may contain %d for the scope's number. */
Node *defined(Scope s, const char *id, const char *title, const char *symbol, Node *node);

/* The same for an input, which is not computed: the model says what its rows and columns are. */
Node *given(Scope s, const char *id, const char *title, const char *symbol, Axis rows, Axis cols,
            Node *node);

/* The same for learned numbers: a features × features matrix, or one row called `label`. */
Node *given_matrix(Scope s, const char *id, const char *title, const char *symbol, Node *node);
Node *given_row(Scope s, const char *id, const char *title, const char *symbol, const char *label,
                Node *node);

/* The same for a mask: 0 where a query may attend and −∞ where it may not. */
Node *given_mask(Scope s, const char *id, const char *title, Axis rows, Axis cols, Node *node);

/* Sets a node's axes under its last name, where the model knows more than the operation; an axis
   whose name is NULL is left alone. Does nothing in a graph without names. */
Node *with_axes(Scope s, Node *node, Axis rows, Axis cols);

/* Sets the roles of its rows and columns in attention: "query", "key". */
Node *with_roles(Scope s, Node *node, const char *rows, const char *cols);

/* Sets the symbol for its number of columns: "d_k". */
Node *with_width(Scope s, Node *node, const char *symbol);

/* Sets its only column to a measure of each row: "mean". */
Node *with_measure(Scope s, Node *node, const char *label);

/* The node's formula or symbol, as later formulas use it; NULL in a graph without names. */
const char *symbol_of(Scope s, Node *node);

/* Sets the node's symbol for later formulas, named or not; the formula under its own name stays in
   full. `symbol` may contain %d for the number. */
Node *with_symbol(Scope s, Node *node, const char *symbol, int number);

/* The same, and the formula under its last name becomes an equation: "S = QKᵀ/√dₖ". */
Node *with_definition(Scope s, Node *node, const char *symbol);

/* Sets what its numbers mean, where the operation cannot know. */
Node *with_kind(Scope s, Node *node, ValueKind kind);

/* Marks its numbers as counts; `exact` has them with all digits, or is NULL if the node's own are
   exact. */
Node *with_counts(Scope s, Node *node, const double *exact);

/* Sets its mask, where the operation cannot know it: of the node's shape, or NULL. */
Node *with_mask(Scope s, Node *node, Node *mask);

/* The name with this id, or NULL. */
const Name *name_find(const Graph *g, const char *id);

/* The node with this id under the scope's path; it must exist. */
Node *node_within(Scope s, const char *id);

/* The first name of a node, or NULL. */
const Name *name_of(const Graph *g, const Node *node);

/* ==== parameters ====
 *
 * The learned parameters of a model, declared where they are used.
 *
 *     Node *W = learned(s, "W_Q", "Query projection", d, d, START_BY_ROWS);
 *
 * The declaration is enough for a parameter to be initialised, loaded and checked, trained, saved,
 * counted and shown. A model declares the same parameters in the same order whenever it is built
 * with the same configuration. The first time, in a graph of shapes, they are collected (name,
 * shape, start); after that each call returns the next one. Files and the optimiser use the same
 * order.
 *
 * The values live in the arena of the Parameters; nodes live in the graph.
 */

/* The initial value of a parameter. */
#define START(name, ...) START_##name,
typedef enum Start {
#include "graph/starts.list"
} Start;
#undef START

typedef struct Parameter {
    const char *name; /* "encoder-1/self/W_Q": in files, and in explanations */
    int rows, cols;
    Start start;
    Tensor value;      /* no data until initialised or loaded */
    Node *node;        /* in the latest graph */
    bool fixed;        /* frozen: not trained */
    const int *chosen; /* its rows are these rows of a larger parameter; or NULL */
} Parameter;

typedef struct Parameters {
    Arena *arena;
    const char *origin; /* "random, not learned", "learned from WordNet 3.0" */
    bool is_learning;   /* nodes get gradients */
    bool draws;         /* initialised as soon as declared … */
    uint64_t seed;      /* … from this seed */
    Parameter *items;
    int count;
} Parameters;

/* Builds a model, so that it declares its parameters; `model` is its configuration. */
typedef void Declares(Scope s, const void *model);

/* The parameters of a model, without values. */
Parameters *parameters_declared(Arena *arena, Declares *declares, const void *model);

/* Parameters that are initialised from a seed as they are declared: for a graph that is made
   once. */
Parameters *parameters_from_seed(Arena *arena, uint64_t seed);

/* Initialises all values from a seed; each parameter has its own random stream, given by its
   name. */
void parameters_draw(Parameters *p, uint64_t seed);

/* The number of learned numbers. */
long parameters_size(const Parameters *p);

/* Fails if too little memory is left for this many copies of the parameters. */
void parameters_check_memory(const Parameters *p, int copies);

/* The parameter with this name, or NULL; the value of a parameter that must exist. */
Parameter *parameter_find(const Parameters *p, const char *name);
Tensor parameter_value(const Parameters *p, const char *name);

/* The same values, not copied, with separate nodes: for a graph on another thread, for training
   while another graph only reads them, or to replace some values. */
Parameters *parameters_shared(Arena *arena, const Parameters *p, bool is_learning);

/* From now on `learned` returns these parameters. */
void graph_use(Graph *g, Parameters *p);

/* The next parameter: rows × cols numbers called `name` under the scope's path. With a title it is
   named at once; without (NULL), the model names it where it is shown. */
Node *learned(Scope s, const char *name, const char *title, int rows, int cols, Start start);
