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

#include "tensor/tensor.h"

typedef struct Node Node;
typedef struct Graph Graph;
typedef struct Attending Attending;

/* ==== explanation ====
 *
 * The arithmetic behind one cell, as an operation tells it.
 *
 * An operation writes one or more expressions whose value is the cell, each from the actual
 * numbers of its operands:
 *
 *     explanation_begin(e, "@ × @ / #", (Cell){a, row, 0}, (Cell){b, 0, col}, length);
 *
 * A cell is printed and remembered, so that a walk (lesson/lesson.h) can go on to explain it.
 * Evaluating any of the expressions gives the cell, up to the digits printed; the tests do evaluate
 * them. A leaf writes no expression but where its number comes from.
 */

typedef struct Cell {
    const Node *node;
    int row, col;
} Cell;

enum { MAX_EXPRESSIONS = 3 };

/* A sum over more cells than this tells nothing by its cells: it is written by its parts. */
enum { EXPLAINED_TERMS = 400 };

/* What stands for a number in an expression that is told in parts, so that expressions of the same
   form are the same text: one that has brackets where it is negative, and one that has none. */
#define PART_BRACKETED "\1"
#define PART_BARE "\2"

/* Such a number: as it is printed, or the use whose cell it is. */
typedef struct NumberPart {
    const char *digits; /* NULL: of a use */
    int use;
} NumberPart;

typedef struct Explanation {
    Arena *arena;
    Cell cell;  /* that is explained */
    int digits; /* significant digits of a printed number */
    bool in_parts;
    Text expressions[MAX_EXPRESSIONS]; /* all equal to the cell, in the order of evaluation */
    int expression_count;
    const char *given;  /* a leaf: where the number comes from; else NULL */
    const char *remark; /* one clause on a special case, or NULL */
    bool copies;        /* the cell is its one operand, only moved */
    Cell *uses;         /* the operands met, in order */
    int use_count;
    NumberPart *parts; /* in their order; none unless it is told so */
    int part_count;
} Explanation;

/* Starts the next expression with a text. In it, @ stands for an operand's cell (a Cell), which
   becomes one of the uses, {1} for that of the first input in the explained cell's place (of an
   input with fewer rows or columns again and again), # for another number (a double), %d for an int
   that is exact. A negative number has brackets where it follows an operator, or is raised to a
   power. Σ@ and Σ@^2 are sums over all cells of the row that a cell is in, ΣΣ@ and ΣΣ@^2 over those
   of all rows, @·@ is the product of two rows. */
void explanation_begin(Explanation *e, const char *text, ...);

/* More of the same expression. A text that begins with " + " is the next term of a sum: the plus is
   left out where the sum begins, or its bracket. */
void explanation_add(Explanation *e, const char *text, ...);

/* A cell that the remark speaks of: one of the uses, without being printed. */
void explanation_use(Explanation *e, Cell cell);

/* A cell that is 0 or 1 where the arithmetic behind the others has no meaning, or no say: that, and
   why. False, and nothing is written, where it is none. */
bool explained_as_constant(Explanation *e, bool is_constant, const char *why);

/* An expression that is one operand's cell: copies and look-ups. */
void explanation_copy(Explanation *e, Cell cell);

/* ==== writing ====
 *
 * How a node is written down: its formula from its inputs' formulas, what its rows and columns are,
 * and what kind of numbers it has.
 *
 * An operation says this once, in its own file, as it says how it is computed. Models give symbols
 * to what a paper gives symbols to (graph/names.h); whatever else is on screen beside a number
 * follows from the operations, so it cannot stay as it is when the computation changes.
 *
 * Formulas are written in a small dialect: _x or _{ij} is a subscript, ^x or ^{ij} a superscript;
 * the rest is Unicode text. Everything here lives in the graph's arena.
 */

/* What a number means: chooses colours and formats. */
#define KIND(name, ...) VALUE_##name,
typedef enum ValueKind {
#include "graph/value_kinds.list"
} ValueKind;
#undef KIND

/* Weights and fractions: from 0 to 1, on one scale. */
bool is_weight_kind(ValueKind kind);

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
    const Node *mask;     /* M of 0 and −∞ when cells can be masked, else NULL */
    const double *counts; /* of VALUE_COUNT, row after row, where a node's numbers have too few
                             digits to tell them to the last one; else NULL */
} Writing;

/* How a node is written: by its symbol if it was given one, else as its operation writes it. Made
   when first asked for, and kept. */
const Writing *writing_of(Graph *g, Node *node);

/* What an operation makes of its inputs, whatever symbol the node has. */
Writing writing_derived(Graph *g, Node *node);

/* An operation's template with its inputs put in: {1} as it is, {1*} as a factor, {1!} as what a
   superscript stands behind (in brackets where it needs them), {1…} all inputs separated by commas,
   ~ a space unless two single letters meet: "{1*}~{2!}ᵀ" is QKᵀ, or X W_Kᵀ; %g and %d the numbers
   that it was told (Node.parameter). What stands in no
   bracket says how it binds: + − = as a sum, a space or a sign as a product. */
Formula formula_filled(Graph *g, const Node *node, const char *template);

/* The number that a node was told, as %g has it: a small one in decimals, 0.00001. */
const char *told_number(Arena *arena, const Node *node);

/* Whether so many formulas differ in a last index only, "head_1", "head_2"; one alone is a series
   if it has an index. */
bool formulas_are_series(Graph *g, Node *const *nodes, int count);

/* Whether different nodes are made by one formula, which then stands for all of them. */
bool formulas_are_one(Graph *g, Node *const *nodes, int count);

/* How each of a series is made, with i for its index: "h_{i} = tanh(x_{i} W + h_{i−1} U)"; NULL for
   what is no series, or where the formulas differ in more than their indices. */
const char *formula_of_each(Graph *g, Node *const *nodes, int count);

/* Features numbered from 1. The labels are shared: there is one list in a graph. Without labels in
   a graph without names. */
Axis feature_axis(Graph *g, int count);

/* Each place with a name of its own. */
Axis label_axis(const char *name, const char *const *labels, int count);

/* Places numbered from `first` on, each seen by its number: positions, sizes. */
Axis number_axis(Graph *g, const char *name, int first, int count);

/* The same of numbers that are no run. */
Axis list_axis(Graph *g, const char *name, const int *numbers, int count);

/* Places called by a text with a number: "head %d", from `first` on. */
Axis series_axis(Graph *g, const char *name, const char *format, int first, int count);

/* One place with a name: a total, a measure. */
Axis single_axis(Graph *g, const char *name, const char *label);

/* The axis with labels that are numbers or symbols, not words to be quoted. */
Axis axis_unquoted(Axis axis);

/* The axis with one more place before its first, or behind its last; NULL for none. */
Axis axis_extended(Graph *g, Axis axis, const char *first, const char *last);

/* The axis with a role in attention, and without it again. */
Axis axis_as(Axis axis, const char *role);
Axis axis_itself(Axis axis);

/* Some places of an axis, their labels with them: places[i], or first + i where that is NULL. */
Axis axis_places(Graph *g, Axis axis, const int *places, int first, int count);

/* The columns of several nodes side by side, or their rows on top of each other, `count` in all.
   Labels stay where all places have them. */
Axis axes_joined(Graph *g, Node *const *nodes, int node_count, bool rows, int count);

/* The masks of a node's parts, joined as these are, 0 where one has none; NULL where none has. */
const Node *masks_joined(Graph *g, const Node *node, Node *(*join)(Graph *, Node *const *, int));

/* How a formula calls so many places from `first` on, counted from 1: "3", "1…7". */
const char *places_written(Graph *g, int first, int count);

/* For products cell by cell: of fractions they are fractions, of sizes sizes. */
void write_cell_product(Graph *g, const Node *node, Writing *w);

/* ==== nodes ==== */

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
    /* Writes the arithmetic behind one cell: see above. */
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
    /* Its arithmetic, where nothing explains it: "{1} × {2}", see explanation_begin. NULL where it
       is the formula. */
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
    /* Rows and columns of each input, and of the result: "nk,km>nm". A letter is one number
       wherever it stands, and says where a row or column of the result comes from; 1 is one. NULL
       where all have one shape. */
    const char *shapes;
    /* What its rows, columns and numbers are, where the shapes do not say it; NULL where they do.
     */
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
    struct Parameters *parameters; /* of the model that is put together: see graph/names.h */
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

/* The same of inputs that have the operation's shapes, as the result then has. */
Node *node_of_shapes(Graph *g, Node model, Node *const *inputs, int input_count);

/* The two letters of an input's shape; those of the result stand behind the last input. */
const char *shape_letters(const Op *op, int place);

/* An operation that is all known by such inputs, one to three: its constructor, and its Op.

       ON_ONE(relu, "relu", "max(0, {1})", …); */
#define ON_ONE(name, ...) OPERATION(name, 1, (Graph * g, Node * a), ((Node *[]){a}), __VA_ARGS__)
#define ON_TWO(name, ...)                                                                          \
    OPERATION(name, 2, (Graph * g, Node * a, Node * b), ((Node *[]){a, b}), __VA_ARGS__)
#define ON_THREE(name, ...)                                                                        \
    OPERATION(name, 3, (Graph * g, Node * a, Node * b, Node * c), ((Node *[]){a, b, c}),           \
              __VA_ARGS__)
#define OPERATION(name, count, parameters, inputs, ...)                                            \
    static const Op name##_op;                                                                     \
    Node *name parameters                                                                          \
    {                                                                                              \
        return node_of_shapes(g, (Node){.op = &name##_op}, inputs, count);                         \
    }                                                                                              \
    static const Op name##_op = {__VA_ARGS__}

/* The backward pass of a function of one number, which is done cell by cell: ∂x += ∂y times the
   slope, which is said of x[i] and y[i].

       BACKWARD_BY_SLOPE(1 - y[i] * y[i]) */
#define BACKWARD_BY_SLOPE(slope)                                                                   \
    static void backward(real *dx, const real *dy, const real *y, const real *x, int n)            \
    {                                                                                              \
        (void)x, (void)y;                                                                          \
        for (int i = 0; i < n; i++)                                                                \
            dx[i] += dy[i] * (slope);                                                              \
    }

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

/* The same where all cells of all inputs are added up. */
double cost_of_terms(const Node *node);

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

/* Multiply-adds of a node and of all that it was made from, each once; what was met before is left
   out. All that is counted is met: `met` has a place for each node of the graph, by its index. */
double graph_work(const Graph *g, bool *met, const Node *node);

/* How many operations the longest chain to `end` has. What costs no multiply-adds (leaves,
   look-ups, copies) does not count. */
int graph_depth(const Graph *g, const Node *end);

/* How many of them sum products: matrix products and their like, the “sequential operations” of
   Vaswani et al. 2017, table 1. */
int graph_products(const Graph *g, const Node *end);

/* How many of these nodes the chain to `end` goes through that goes through most of them. */
int graph_steps(const Graph *g, const Node *end, Node *const *steps, int count);
