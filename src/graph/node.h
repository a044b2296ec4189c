/* A tensor that remembers how it was made, and the operation that made it.
 *
 * An operation knows five things about one formula: how to compute it, how to differentiate it (or
 * that nothing is learned through it), how to explain any one cell of its result in plain
 * arithmetic, what it costs, and how to write it down. Everything attnviz does (tracing, training,
 * explaining, counting) walks a graph of such nodes.
 *
 * A graph owns its nodes through its arena. Nodes are computed when they are made, so the list is
 * in topological order. Shapes that do not fit are our own bug: CHECK aborts.
 */
#pragma once

#include "graph/explanation.h"
#include "graph/writing.h"
#include "tensor/tensor.h"

typedef struct Node Node;
typedef struct Graph Graph;
typedef struct Attending Attending;

/* Where numbers that are only moved come from: `count` of them, side by side in an input's memory
   from this cell on, and side by side in the result's. */
typedef struct CellRun {
    int input, row, col;
    size_t count;
} CellRun;

typedef struct Op {
    const char *name;
    /* Its formula, from those of its inputs: "max(0, {1})"; see formula_filled. NULL where nothing
       is made but a copy, or where `write` makes it. What stands in no trace (a loss, all heads in
       one node) has none, and no arithmetic: to explain it aborts. */
    const char *formula;
    /* Writes the arithmetic behind one cell; see graph/explanation.h. */
    void (*explain)(Explanation *e, Cell cell);
    /* Makes node->value, which is zero unless the operation `fills` all of it, from the inputs'
       values. NULL for a leaf, and where one of the fields below says how. */
    void (*forward)(Node *node);
    /* Adds to the gradient of each input that wants one, as a single input does. NULL where one of
       the fields below says how, and where the operation only measures, or writes a gradient: that
       a backward pass gets there is our own bug, and aborts. */
    void (*backward)(Node *node);
    /* Its part of the chain rule, as nodes: what dy, a gradient of its value, adds to that of one
       input; see derivatives in graph/ops.h. NULL where no derivative goes through it, and where
       numbers are only moved, which says it all. */
    Node *(*derive)(Graph *g, Node *node, int input, Node *dy);
    /* Its arithmetic, where nothing explains it: a text with the inputs' cells put in, "{1} × {2}".
       Of an input with fewer rows or columns it is the cell in the same place from its first on,
       again and again. NULL where it is the formula. */
    const char *arithmetic;
    /* Of an operation on one input, cut into as many rows of n numbers as the result has: all of y
       from x, and what ∂y adds to ∂x. */
    struct {
        void (*forward)(real *y, const real *x, int n);
        void (*backward)(real *dx, const real *dy, const real *y, const real *x, int n);
        bool as_one; /* cell by cell: all rows at once are as good as one */
    } rows;
    /* Of an operation that only moves numbers: what stands in the result from a cell on. It may
       have a faster `forward`, too. */
    CellRun (*source)(const Node *node, int row, int col);
    /* What the forward pass takes, in multiply-adds: steps for each cell of the result and for each
       of the first input, and, where cells are sums of products, one for each product: the columns
       of the first input. None for look-ups and copies. Where that is not it, `cost` says it. */
    int steps, input_steps;
    bool sums_products;
    double (*cost)(const Node *node);
    /* Its formula where words are columns, all matrices being written transposed; NULL where that
       is the same. */
    const char *turned_formula;
    ValueKind kind; /* numbers that are only moved have their first input's */
    /* What its rows, columns and numbers are, where they are not as in its first input; NULL where
       they are. */
    void (*write)(Graph *g, const Node *node, Writing *w);
    bool is_flat;              /* a step function: wherever it has a slope, it is 0 */
    bool fills;                /* all of its value; else it starts from zeros */
    bool overwrites_gradients; /* where they are unset: see Node.grad_is_unset */
} Op;

struct Node {
    const Op *op;
    Tensor value;
    Tensor grad; /* ∂loss/∂value; no data until a backward pass reaches the node */
    bool wants_grad;
    bool grad_is_unset; /* only while its first gradient is on the way to it, by a product, which
                           then overwrites */
    int input_count;
    Node **inputs;
    int index;                 /* in the graph's list */
    Writing *writing;          /* see writing_of; NULL where nobody has asked for it */
    int first_name, last_name; /* into the graph's names, from 1; 0 for none */
    union {                    /* what the operation needs beside its inputs */
        int dimension;         /* divide_by_root, multiply_by_root */
        int first_col;         /* columns, place_columns */
        const int *rows;       /* gather: the row of the table that becomes each row */
        const int *cols;       /* pick: the column of each row */
        const int *groups;     /* group_softmax, group_sums: the group of each row, from 0 on */
        struct {               /* what formulas have as %g and %d */
            double number;     /* sinusoids, rotations: the base; gaussian: the deviation;
                                  clip_factor: the limit */
            int steps;         /* rotations */
        } told;
        const double *draws; /* take_one: of each row, from [0, 1); NULL for the largest */
        const char *given;   /* leaf: where its numbers come from */
        struct {             /* products of matrices */
            int count;
            bool transposed; /* whether the second input is, block by block */
        } blocks;
        const Attending *attending;  /* attend_heads */
        const struct Change *change; /* set */
        const struct Part *parts;    /* sum: as many as it has inputs */
        struct {                     /* cross_entropy */
            const int *targets;      /* of each row */
            const double *weights;   /* of each row */
            Tensor softmax;          /* of the scores, for the way back */
        } choices;
    } parameter;
};

struct Graph {
    Arena *arena;
    Node **nodes;
    int count;
    bool shapes_only;
    struct Names *names;           /* NULL where nobody looks: see graph/names.h */
    struct Parameters *parameters; /* of the model that is put together: see graph/parameters.h */
    int next_parameter;
};

Graph *graph_new(Arena *arena);

/* A graph for counting: its nodes know their shapes, so what they cost, but nothing is computed and
   no value has data. What reads values (explanations, gradients) is not for it. */
Graph *graph_of_shapes(Arena *arena);

/* Adds a node made like `model` (its op and parameter; its value too for a leaf) with inputs, and
   computes it. What the operations' constructors call. */
Node *graph_node(Graph *g, Node model, int rows, int cols, Node *const *inputs, int input_count);

/* The same of two inputs, which have to fit. */
Node *node_of_two(Graph *g, Node model, bool fit, int rows, int cols, Node *a, Node *b);

/* The same of inputs of one shape, which the result has, too. */
Node *node_like_its_inputs(Graph *g, const Op *op, Node *const *inputs, int input_count);

/* Turns a node into another operation on a copy of what it was, which stands before it in the list;
   then that and all nodes behind it are computed again. */
void node_turn_into(Graph *g, Node *node, Node model);

/* ∂loss/∂node into the grad of every node that wants one; loss is 1 × 1. */
void graph_backward(Graph *g, Node *loss);

/* The arithmetic behind a cell, as an explanation with an arena says: in numbers of how many
   digits, in parts or not. */
Explanation cell_told(Explanation how, Cell cell);

/* What it takes to compute a node from its inputs, in multiply-adds. */
double node_cost(const Node *node);

/* The mark that begins a leaf's `given` where it was computed, but by no operation of the graph; it
   is not printed. */
#define LEAF_COMPUTED "computed: "

/* Numbers that were given, not computed. */
static inline bool is_leaf(const Node *node)
{
    const Op *op = node->op;
    return !op->forward && !op->rows.forward && !op->source;
}

static inline int rows_of(const Node *node)
{
    return node->value.rows;
}

static inline int cols_of(const Node *node)
{
    return node->value.cols;
}

/* ---- the work behind a node ----
 *
 * What it takes to compute a node: the work of all that it is made from, and how long that takes at
 * least, however many processors there are.
 *
 * An operation cannot begin before what it is made from is there, so the longest chain of
 * operations that wait for each other bounds the time from below. A chain may be measured in
 * operations, in products alone, or in steps of a model: the nodes that hold the result of one step
 * each. The states of a recurrent network are such steps, and as each is made from the one before,
 * their chain is as long as the sentence. The outputs of a transformer's layers are such steps too,
 * and their chain is as long as there are layers, whatever the sentence.
 *
 * Nodes are those of the graph g; another is our own bug, and aborts. */

/* Which nodes of the graph a walk has met, by their index: none yet. */
bool *graph_unmet(Arena *arena, const Graph *g);

/* Multiply-adds of a node and of all that it was made from, each once; what was met before is left
   out. All that is counted is met. */
double graph_work(const Graph *g, bool *met, const Node *node);

/* How many operations the longest chain to `end` has. What costs no multiply-adds (leaves,
   look-ups, copies) does not count. */
int graph_depth(const Graph *g, const Node *end);

/* How many of them sum products: matrix products and their like, the “sequential operations” of
   Vaswani et al. 2017, table 1. */
int graph_products(const Graph *g, const Node *end);

/* How many of these nodes the chain to `end` goes through that goes through most of them. */
int graph_steps(const Graph *g, const Node *end, Node *const *steps, int count);
