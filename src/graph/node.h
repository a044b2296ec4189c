/* A tensor that remembers how it was made, and the operation that made it.
 *
 * An operation knows five things about one formula: how to compute it, how to differentiate it
 * (unless nothing is learned through it), how to explain any cell of its result in plain
 * arithmetic, what it costs, and how to write it down. Everything attnviz does (tracing, training,
 * explaining, counting) walks a graph of such nodes.
 *
 * A graph owns its nodes through its arena. Nodes are computed when they are made, so the list is
 * in topological order. A shape mismatch is a bug of ours: CHECK aborts.
 */
#pragma once

#include "tensor/tensor.h"

typedef struct Node Node;
typedef struct Graph Graph;
typedef struct Attending Attending;

/* The keys that a mask lets query i see: from i − before to i + after, without the last `padding`
   (whose rows as queries stay).   A sliding window: Beltagy et al. 2020, §3.1 */
typedef struct Window {
    int before, after, padding;
} Window;

/* ==== explanation ====
 *
 * The arithmetic behind one cell, as written by its operation.
 *
 * An operation writes one or more expressions whose value is the cell, each from the actual numbers
 * of its operands:
 *
 *     explanation_begin(e, "@ × @ / #", (Cell){a, row, 0}, (Cell){b, 0, col}, length);
 *
 * Each operand cell is printed and recorded as a use, so that lesson/lesson.h can go on to explain
 * it. Evaluating any of the expressions gives the cell, up to the digits printed; the tests do
 * evaluate them. A leaf has no expression; it says where its number comes from.
 */

typedef struct Cell {
    const Node *node;
    int row, col;
} Cell;

enum { MAX_EXPRESSIONS = 3 };

/* A sum over more cells than this would not fit on a screen: only its partial results are
   written. */
enum { EXPLAINED_TERMS = 400 };

/* Placeholders for numbers if in_parts is set, so that expressions of the same form are the same
   text: the first for a number that is bracketed when negative, the second for one that is not. */
#define PART_BRACKETED "\1"
#define PART_BARE "\2"

/* The number behind a placeholder: printed digits, or the cell of a use. */
typedef struct NumberPart {
    const char *digits; /* NULL if it is the cell uses[use] */
    int use;
} NumberPart;

typedef struct Explanation {
    Arena *arena;
    Cell cell;  /* the cell explained */
    int digits; /* significant digits of a printed number */
    bool in_parts;
    Text expressions[MAX_EXPRESSIONS]; /* all equal to the cell, each evaluated further than the one
                                          before */
    int expression_count;
    const char *given;  /* a leaf: where the number comes from; else NULL */
    const char *remark; /* one clause on a special case, or NULL */
    bool copies;        /* the cell is a copy of its one operand */
    Cell *uses;         /* the operand cells, in order */
    int use_count;
    NumberPart *parts; /* in order of their placeholders; empty unless in_parts */
    int part_count;
} Explanation;

/* Starts the next expression. In the text, @ stands for an operand (a Cell argument), which becomes
   a use; {1} for the first input's cell in the same row and column (modulo its size, if it is
   smaller); # for another number (a double); %d for an exact int. A negative number is bracketed
   after an operator or before a power. Σ@ and Σ@^2 are sums over the cells of the operand's row,
   ΣΣ@ and ΣΣ@^2 over all rows; @·@ is the dot product of two rows. */
void explanation_begin(Explanation *e, const char *text, ...);

/* Appends to the expression. If the text begins with " + ", it is the next term of a sum: the plus
   is left out at the start of the expression or of a bracket. */
void explanation_add(Explanation *e, const char *text, ...);

/* Adds a use that the remark mentions but no expression prints. */
void explanation_use(Explanation *e, Cell cell);

/* If is_constant, writes that the cell is 0 or 1, with the reason as remark, where the usual
   arithmetic is undefined or irrelevant. Returns is_constant. */
bool explained_as_constant(Explanation *e, bool is_constant, const char *why);

/* Writes an expression that is one operand: for copies and look-ups. */
void explanation_copy(Explanation *e, Cell cell);

/* ==== writing ====
 *
 * How a node is written down: its formula, built from its inputs' formulas, what its rows and
 * columns are, and what kind of numbers it has.
 *
 * An operation says this once, in its own file, next to its computation. Models define the symbols
 * of their paper (graph/names.h); everything else on screen beside a number follows from the
 * operations, so it cannot go stale when the computation changes.
 *
 * Formulas use a small markup: _x or _{ij} is a subscript, ^x or ^{ij} a superscript; the rest is
 * Unicode text. Everything here lives in the graph's arena.
 */

/* What a number means; determines colours and formats. */
#define KIND(name, ...) VALUE_##name,
typedef enum ValueKind {
#include "graph/value_kinds.list"
} ValueKind;
#undef KIND

/* Weights and fractions: from 0 to 1, on a common scale. */
bool is_weight_kind(ValueKind kind);

typedef struct Axis {
    const char *name; /* "query", "key", "token", "feature", "head" */
    int count;
    const char *const *labels; /* safe to show (no control characters), repeated words numbered */
    bool named;                /* places have names (a token, a head), else they are numbered
                                  features */
    const char *role_of;       /* what a query or key is without its role: "token"; NULL if `name`
                                  is not a role */
    const char *symbol;        /* the count in formulas: "d_k"; NULL for "d" */
    bool ends_in_total;        /* the last place is the total of the others */
    bool unquoted;             /* labels are numbers or symbols, not words to be quoted */
} Axis;

/* The precedence of a formula's outermost operator: brackets are needed where it is too low. */
typedef enum Binding { BINDS_ATOM, BINDS_PRODUCT, BINDS_SUM } Binding;

typedef struct Formula {
    const char *text; /* NULL for an input without a symbol */
    Binding binding;
} Formula;

typedef struct Writing {
    Formula formula;
    const char *each; /* the formula of the i-th part, if all differ only in their index: "α_{i} =
                         softmax(e_{i})"; else NULL */
    Axis rows, cols;
    ValueKind kind;
    const Node *mask;     /* the mask of 0 and −∞ if cells can be masked, else NULL */
    const double *counts; /* for VALUE_COUNT: the exact counts, row-major, if the node's own numbers
                             have too few digits; else NULL */
} Writing;

/* How a node is written: by its symbol if it has one, else as its operation writes it. Computed on
   first use and cached. */
const Writing *writing_of(Graph *g, Node *node);

/* How its operation writes it, ignoring any symbol of the node. */
Writing writing_derived(Graph *g, Node *node);

/* Fills an operation's template with its inputs: {1} is bare, {1*} a factor and {1!} the base of a
   superscript (each bracketed if needed), {1…} all inputs separated by commas. ~ is a space unless
   it joins two single letters: "{1*}~{2!}ᵀ" gives QKᵀ, or X W_Kᵀ. %g and %d are the operation's
   numbers (Node.parameter). The binding follows from the operators outside brackets: + − = make a
   sum, a space or another sign a product. */
Formula formula_filled(Graph *g, const Node *node, const char *template);

/* The node's parameter `number` as %g writes it; a small one in decimals: 0.00001. */
const char *told_number(Arena *arena, const Node *node);

/* Whether the formulas differ only in their last index, "head_1", "head_2"; a single one is a
   series if it has an index. */
bool formulas_are_series(Graph *g, Node *const *nodes, int count);

/* Whether distinct nodes have the same formula, which can then stand for all of them. */
bool formulas_are_one(Graph *g, Node *const *nodes, int count);

/* The general formula of a series, with index i: "h_{i} = tanh(x_{i} W + h_{i−1} U)"; NULL if it is
   no series or the formulas differ in more than their indices. */
const char *formula_of_each(Graph *g, Node *const *nodes, int count);

/* Features numbered from 1. The graph keeps one shared list of labels; a graph without names has
   none. */
Axis feature_axis(Graph *g, int count);

/* Places with a label each. */
Axis label_axis(const char *name, const char *const *labels, int count);

/* Places labelled with their numbers, from `first` on: positions, sizes. */
Axis number_axis(Graph *g, const char *name, int first, int count);

/* The same with arbitrary numbers. */
Axis list_axis(Graph *g, const char *name, const int *numbers, int count);

/* Places labelled by a format with a number: "head %d", from `first` on. */
Axis series_axis(Graph *g, const char *name, const char *format, int first, int count);

/* One labelled place: a total, a measure. */
Axis single_axis(Graph *g, const char *name, const char *label);

/* The axis, its labels marked as numbers or symbols, not words to be quoted. */
Axis axis_unquoted(Axis axis);

/* The axis with one more place at the front, at the end, or both; NULL for none. */
Axis axis_extended(Graph *g, Axis axis, const char *first, const char *last);

/* The axis with a role in attention ("query"), and without its role again. */
Axis axis_as(Axis axis, const char *role);
Axis axis_itself(Axis axis);

/* Some places of an axis with their labels: places[i], or first + i if `places` is NULL. */
Axis axis_places(Graph *g, Axis axis, const int *places, int first, int count);

/* A node's row axis, or its column axis. */
Axis axis_of(Graph *g, Node *node, bool rows);

/* The template of some rows of the first input, "{1!}[3, ·]", or of columns, "{1!}[·, 1…7]", which
   are rows where words are columns; `first` counts from 0. */
const char *part_template(Graph *g, bool rows, int first, int count);

/* For element-wise products: the product of fractions is a fraction, that of sizes a size. */
void write_cell_product(Graph *g, const Node *node, Writing *w);

/* ==== nodes ==== */

/* Where copied numbers come from: `count` numbers of one row of an input, from this cell on, that
   are contiguous in the result, too. */
typedef struct CellRun {
    int input, row, col;
    size_t count;
} CellRun;

typedef struct Op {
    const char *name;
    /* The formula template: "max(0, {1})"; see formula_filled. NULL for a plain copy, or if `write`
       builds it. An operation that never appears in a trace (a loss, all heads in one node) has no
       formula and no arithmetic: explaining it aborts. */
    const char *formula;
    /* Writes the arithmetic of one cell: see above. */
    void (*explain)(Explanation *e, Cell cell);
    /* Computes node->value from the inputs' values. The value starts as zeros unless the operation
       `fills` it. NULL for a constant, or if `rows` or `source` below does it. */
    void (*forward)(Node *node);
    /* Adds to the gradient of every input that wants one; a single input always does. NULL if
       `rows` or `source` below does it, and for operations that only measure or that write
       gradients: a backward pass that reaches those is a bug of ours, and aborts. */
    void (*backward)(Node *node);
    /* The chain rule as nodes: given dy, the gradient of its value, returns the term for one
       input's gradient; see derivatives in graph/ops.h. NULL if no derivative goes through it, or
       if it only copies (`source` says where the gradient goes). */
    Node *(*derive)(Graph *g, Node *node, int input, Node *dy);
    /* The arithmetic template, if there is no `explain`: "{1} × {2}", see explanation_begin. NULL
       if it is the formula. */
    const char *arithmetic;
    /* For an operation on one input that splits into as many rows of n numbers as the result has:
       computes y from x, and adds to ∂x given ∂y. */
    struct {
        void (*forward)(real *y, const real *x, int n);
        void (*backward)(real *dx, const real *dy, const real *y, const real *x, int n);
        bool as_one; /* element-wise: all rows can be passed as one */
    } rows;
    /* For an operation that only copies numbers: the source of the result from a cell on. It may
       also have a faster `forward`. */
    CellRun (*source)(const Node *node, int row, int col);
    /* The cost of the forward pass in multiply-adds: `steps` per cell of the result, `input_steps`
       per cell of the first input, and, if cells are sums of products, one per product (the first
       input's number of columns). Look-ups and copies cost nothing. `cost`, if given, replaces all
       this. */
    int steps, input_steps;
    bool sums_products;
    double (*cost)(const Node *node);
    /* The formula template when words are columns and all matrices are written transposed; NULL if
       it is the same. */
    const char *turned_formula;
    ValueKind kind; /* operations that only copy take their first input's */
    /* The shapes of the inputs and the result: "nk,km>nm". Equal letters are equal numbers, and
       tell which axis of an input the result's axis comes from; 1 is one. NULL if all shapes are
       equal. */
    const char *shapes;
    /* Sets axes and kind of numbers where they do not follow from the shapes; else NULL. */
    void (*write)(Graph *g, const Node *node, Writing *w);
    bool is_leaf; /* no computation, even if it has a `forward` that writes down what was given */
    bool is_flat; /* a step function: its gradient is 0 */
    /* Each row follows from the same row of the inputs with as many rows (by their letters), and
       from all of the others: it can be computed some rows at a time. */
    bool by_rows;
    bool fills; /* writes all of its value, which then need not be zeroed */
    /* For a measure of one input, without parameter, that takes one row of it after the other: adds
       a row of n numbers to the node's sums, from which `forward` then makes the value. */
    void (*take_row)(double *sums, const real *x, int row, int n);
} Op;

struct Node {
    const Op *op;
    Tensor value;
    Tensor grad; /* ∂loss/∂value; has data while a backward pass is at the node, and if it has no
                    inputs also after it */
    bool wants_grad;
    int input_count;
    Node **inputs;
    int index;         /* in the graph's list */
    Graph *resting;    /* a thrifty graph, if its value may be given up; else NULL */
    double cost_again; /* of it and of what rests before it; 0 if it does not rest */
    struct Node *part; /* the same operation on a block of rows, which ends at this one (0: none) */
    int rows_end;
    int first_row;         /* of such a block */
    double *sums;          /* of a measure: n + 2, at first 0; NULL for other operations */
    int taken;             /* its input's rows that it took */
    struct Node *measured; /* its measures, and of a measure the next one: they take its rows … */
    struct Node *next;     /* … whenever these are computed */
    Writing *writing;      /* cached by writing_of; NULL until first asked for */
    const Survey *surveys; /* of each row, by one of its masks, if all were surveyed; else NULL */
    int first_name, last_name; /* 1-based index into the graph's names; 0 for none */
    union {                    /* what the operation needs besides its inputs */
        int dimension;         /* divide_by_root, multiply_by_root */
        int first_col;         /* columns, place_columns */
        const int *rows;       /* gather: the table row for each row */
        const int *cols;       /* pick: the column for each row */
        const int *groups;     /* group_softmax, group_sums: the group of each row, from 0 */
        struct {               /* %g and %d in formulas */
            double number;     /* sinusoids, rotations: the base; gaussian: the deviation;
                                  clip_factor: the limit */
            int steps;         /* rotations */
        } told;
        const double *draws;   /* take_one: a draw from [0, 1) per row; NULL for argmax */
        struct {               /* leaf */
            const char *given; /* where its numbers come from */
            Window window;     /* of a mask */
        };
        struct { /* matrix products */
            int count;
            bool transposed; /* the second input is transposed, block by block */
            Tensor turned;   /* the second input, of a product by rows */
        } blocks;
        const Attending *attending;  /* attend_heads */
        const struct Change *change; /* set */
        const struct Part *parts;    /* sum: linked list, one part per input */
        struct {                     /* cross_entropy */
            const int *targets;      /* per row */
            const double *weights;   /* per row */
            Tensor softmax;          /* of the scores, kept for the backward pass */
        } choices;
    } parameter;
};

struct Graph {
    Arena *arena;
    Node **nodes;
    int count;
    bool shapes_only;
    /* Of a thrifty graph the memory of values that are large and cheap to compute: they are
       computed when they are asked for, by rows or as a whole, and given up by graph_rest. NULL:
       all are computed at once, and stay. */
    Arena *rooms;
    bool rests;                    /* there are such values */
    Tensor *spare;                 /* gradients that were given up */
    int spare_count;               /* of them */
    struct Names *names;           /* NULL unless names are recorded: see graph/names.h */
    struct Parameters *parameters; /* of the model being built: see graph/names.h */
    int next_parameter;
};

Graph *graph_new(Arena *arena);

/* A graph for counting: its nodes have shapes, and thus costs, but no values are computed. Do not
   use it with anything that reads values (explanations, gradients). */
Graph *graph_of_shapes(Arena *arena);

/* Creates a node from `model` (op and parameter; for a leaf also the value) and its inputs, and
   computes it. Called by the operations' constructors. */
Node *graph_node(Graph *g, Node model, int rows, int cols, Node *const *inputs, int input_count);

/* The same for an operation with `shapes`: checks the inputs against them, and derives the
   result's. A measure of a resting node that was made before is returned again. */
Node *node_of_shapes(Graph *g, Node model, Node *const *inputs, int input_count);

/* A node's value, or one row of it as a matrix, for all but operations that are being computed. The
   row is there until another of that node is asked for. */
Tensor node_value(const Node *node);
Tensor node_row(const Node *node, int row);

/* Who reads several matrices reads so many rows of each in turn: they are computed together. */
enum { ROWS_AT_ONCE = 8 };

/* Gives up what a thrifty graph can compute again. */
void graph_rest(Graph *g);

/* Of so many n × n matrices of attention, how many a thrifty graph has at any time. */
int matrices_at_once(int n, int count);

/* The two letters of an input's shape; place = number of inputs gives the result's. */
const char *shape_letters(const Op *op, int place);

/* Defines an operation of one to three inputs without parameters: its constructor and its Op.

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

/* Defines the forward pass of an element-wise function, y[i] being an expression in x[i].

       FORWARD_BY(1 - x[i]) */
#define FORWARD_BY(value)                                                                          \
    static void forward(real *y, const real *x, int n)                                             \
    {                                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            y[i] = (value);                                                                        \
    }

/* Defines its backward pass: ∂x += ∂y · slope, the slope being an expression in x[i] and y[i].

       BACKWARD_BY_SLOPE(1 - y[i] * y[i]) */
#define BACKWARD_BY_SLOPE(slope)                                                                   \
    static void backward(real *dx, const real *dy, const real *y, const real *x, int n)            \
    {                                                                                              \
        (void)x, (void)y;                                                                          \
        for (int i = 0; i < n; i++)                                                                \
            dx[i] += dy[i] * (slope);                                                              \
    }

/* Defines a forward pass that gives one number for each row: an expression in its n numbers x.

       FORWARD_BY_ROW(vector_sum(x, n)) */
#define FORWARD_BY_ROW(value)                                                                      \
    static void forward(real *y, const real *x, int n)                                             \
    {                                                                                              \
        *y = (real)(value);                                                                        \
    }

/* Defines a forward pass that computes each cell by itself: an expression in node, row and col.

       FORWARD_BY_CELLS(forward, row == col) */
#define FORWARD_BY_CELLS(name, number)                                                             \
    static void name(Node *node)                                                                   \
    {                                                                                              \
        for (int row = 0; row < rows_of(node); row++)                                              \
            for (int col = 0; col < cols_of(node); col++)                                          \
                tensor_row(node->value, row)[col] = (real)(number);                                \
    }

/* Turns a node into another operation on a copy of itself, which is inserted before it in the list;
   recomputes the node and all after it. */
void node_turn_into(Graph *g, Node *node, Node model);

/* Computes ∂loss/∂node into the grad of every node that wants one and has no inputs; loss is 1 × 1,
   and the graph has all values. The gradients on the way make room for one another. */
void graph_backward(Graph *g, Node *loss);

/* Explains a cell; `how` gives the arena, the number of digits and in_parts. */
Explanation cell_told(Explanation how, Cell cell);

/* The cost of computing a node from its inputs, in multiply-adds. */
double node_cost(const Node *node);

/* An Op.cost of one per cell of every input: for sums of all their cells. */
double cost_of_terms(const Node *node);

/* The prefix of a leaf's `given` if its value was computed outside the graph; not printed. */
#define LEAF_COMPUTED "computed: "

/* A node whose numbers were given, not computed. */
static inline bool is_leaf(const Node *node)
{
    return node->op->is_leaf;
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
 * The total cost of computing a node and everything it was made from, and a lower bound on the
 * time, with any number of processors.
 *
 * An operation cannot start before its inputs are there, so the longest chain of dependent
 * operations bounds the time from below. Its length can be counted in operations, in products
 * alone, or in steps of a model: nodes that each hold the result of one step. The states of a
 * recurrent network are such steps, and as each depends on the one before, their chain is as long
 * as the sentence. The outputs of a transformer's layers are steps, too, and their chain is as long
 * as the number of layers, whatever the sentence.
 *
 * All nodes must belong to g; CHECK aborts otherwise.
 */

/* Multiply-adds of a node and of all its ancestors, each counted once; nodes already marked in
   `met` are skipped, and counted ones are marked. `met` is indexed by Node.index. */
double graph_work(const Graph *g, bool *met, const Node *node);

/* What a chain's length is counted in: operations, without those that have no multiply-adds
   (leaves, look-ups, copies); or only sums of products, such as matrix products: the “sequential
   operations” of Vaswani et al. 2017, table 1. */
typedef enum ChainUnit { OPERATIONS, PRODUCTS } ChainUnit;

/* The length of the longest chain to `end`. */
int graph_depth(const Graph *g, const Node *end, ChainUnit unit);

/* The same counting only these nodes. */
int graph_steps(const Graph *g, const Node *end, Node *const *steps, int count);
