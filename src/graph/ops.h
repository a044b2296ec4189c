/* The constructors of all operations. Each is implemented in the file of its name, of the operation
 * that it is a variant of (subtract in add.c, standardize in layer_norm.c), or of its family
 * (paired_rows.c), with its five pieces of knowledge: forward, backward (if anything is learned
 * through it), explain, cost, and how it is written. ON_ONE, ON_TWO and ON_THREE define the
 * constructors that take only inputs (graph/node.h).
 *
 * All matrices are rank 2; n, m, k, d are numbers of rows or columns. Results belong to the graph.
 * A shape mismatch is a bug and aborts.
 */
#pragma once

#include "graph/names.h"

/* Numbers from outside the graph; `given` says where they come from ("drawn from seed 1"), with the
   prefix LEAF_COMPUTED if they were computed elsewhere. The value is not copied. */
Node *constant(Graph *g, Tensor value, const char *given);

/* Nobody looks ahead: Mᵢⱼ = −∞ where j > i.   Vaswani et al. 2017, §3.2.3 */
extern const Window causal_window;

/* Writes −∞ where the queries from `first` on see no key; the rest stays, so that masks combine by
   union. */
void hide_outside(Tensor mask, int first, Window window);

/* A mask M [queries,keys] of 0 and −∞: given like a constant, but written when it is asked for. */
Node *window_mask(Graph *g, int queries, int keys, Window window, const char *given);

/* 1 where a mask is 0 and else 0, so many times below each other; given like the mask. */
Node *seen_cells(Graph *g, Node *mask, int times);

/* A constant that gets a gradient, so that it can be learned. */
Node *parameter(Graph *g, Tensor value, const char *given);

/* a[n,k] b[k,m] → ab [n,m] */
Node *matmul(Graph *g, Node *a, Node *b);

/* a[n,k] b[m,k] → abᵀ [n,m] */
Node *matmul_transposed(Graph *g, Node *a, Node *b);

/* a[n,m] + b[n,m]. A mask's −∞ masks the cell it is added to. */
Node *add(Graph *g, Node *a, Node *b);

/* a[n,m] − b[n,m] */
Node *subtract(Graph *g, Node *a, Node *b);

/* a[n,m] / √d */
Node *divide_by_root(Graph *g, Node *a, int d);

/* a[n,m] · √d      Vaswani et al. 2017, §3.4 */
Node *multiply_by_root(Graph *g, Node *a, int d);

/* a[n,m] · factor[1,1] */
Node *multiply_by(Graph *g, Node *a, Node *factor);

/* cᵢ = Σₖ aᵢₖ bᵢₖ for a[n,k] and b[n,k] → [n,1] */
Node *row_dots(Graph *g, Node *a, Node *b);

/* Each row of a[n,m] minus its mean, divided by its standard deviation √(variance + 10⁻⁵).
   Ba, Kiros and Hinton 2016, without gain and bias */
Node *layer_norm(Graph *g, Node *a);

/* Σᵢ wᵢ (−log softmax(scores)ᵢ,ₜ) → [1,1], where t is the target and wᵢ the weight of row i. A
   score of −∞ excludes its column; a target's score is finite. Neither array is copied. */
Node *cross_entropy(Graph *g, Node *scores, const int *targets, const double *weights);

/* Each row of a[n,m] to exp(aᵢⱼ) / Σⱼ exp(aᵢⱼ); a row of −∞ only gives zeros. */
Node *softmax_rows(Graph *g, Node *a);

/* Rows in consecutive groups of any size: groups[k], counted from 0, is the group of row k. For
   words that attend to different numbers of keys. `groups` is not copied. */

/* The softmax of each group of a[p,1] → [p,1] */
Node *group_softmax(Graph *g, Node *a, const int *groups);

/* cᵢ = Σ wₖ vₖ over the rows k of group i, for weights[p,1] and values[p,d] → [groups,d] */
Node *group_sums(Graph *g, Node *weights, Node *values, const int *groups);

/* parts[n,dᵢ] side by side → [n, Σ dᵢ] */
Node *concat(Graph *g, Node *const *parts, int count);

/* Columns first … first + count − 1 of a[n,m] → [n,count] */
Node *columns(Graph *g, Node *a, int first, int count);

/* The columns of a[n,k] placed in mask[n,m] from column `first` on, where the mask is 0; all other
   cells −∞: scores computed for some keys only, among all. */
Node *place_columns(Graph *g, Node *a, Node *mask, int first);

/* The mean of matrices of the same shape. */
Node *mean(Graph *g, Node *const *parts, int count);

/* Rows of table[v,d] by index → [n,d]: the embedding look-up. `rows` is not copied. */
Node *gather(Graph *g, Node *table, const int *rows, int n);

/* Rows first … first + count − 1 of a table; one row, repeated `count` times. */
Node *row_range(Graph *g, Node *table, int first, int count);
Node *repeated_row(Graph *g, Node *table, int row, int count);

enum { POSITION_BASE = 10000 };

/* PE [n,d]: sin(p / base^(2i/d)) in column 2i, cos of the same in column 2i+1, for positions
   p = 0 … n−1; base 0 means POSITION_BASE, that of the paper.   Vaswani et al. 2017, §3.5 */
Node *sinusoids(Graph *g, int n, int d, double base);

/* parts[nᵢ,m] on top of each other → [Σ nᵢ, m] */
Node *stack(Graph *g, Node *const *parts, int count);

/* Row j of a[n,m] times wⱼ, for w[1,n] → [n,m] */
Node *weigh_rows(Graph *g, Node *a, Node *w);

/* The cosine similarity aᵢ·bⱼ/(|aᵢ||bⱼ|) for a[n,d] and b[m,d] → [n,m]; 0 for a zero vector. */
Node *cosines(Graph *g, Node *a, Node *b);

/* (partⱼ·whole)/(whole·whole) for parts[n,d] and whole[1,d] → [1,n]: if the parts add up to the
   whole, their shares sum to 1. 0 if the whole is zero. */
Node *shares(Graph *g, Node *parts, Node *whole);

/* Each row of a[n,m] divided by its sum; zeros if the sum is 0. */
Node *row_shares(Graph *g, Node *a);

/* Each row of a[n,m] divided by its length; a zero row stays zero. */
Node *unit_rows(Graph *g, Node *a);

/* ⟨A, Aᵀ⟩ / ⟨A, A⟩ of a[n,n] → [1,1]: 1 for a symmetric matrix, −1 for an antisymmetric one, about
   0 if aᵢⱼ and aⱼᵢ are unrelated; 1 for a zero matrix. */
Node *symmetry(Graph *g, Node *a);

/* The part of the variance within the rows of a[n,m] that all rows have in common → [1,1]:
   n Σⱼ c̄ⱼ² / Σᵢⱼ cᵢⱼ², where c is a minus the mean of each row, and c̄ the column means of c. 1 for
   rows that differ only by a constant each, and if no row has any variance; 1/n on average for
   unrelated rows. */
Node *rows_alike(Graph *g, Node *a);

/* The mean of a[n,n]'s diagonal → [1,1] */
Node *diagonal_mean(Graph *g, Node *a);

/* −Σⱼ wᵢⱼ log₂ wᵢⱼ of weights w[n,m] ≥ 0, in bits → [n,1]; 0 log 0 = 0.   Shannon 1948, §6 */
Node *row_entropy(Graph *g, Node *w);

/* One cell of each row of a[n,m], in the column given for that row → [n,1]. `cols` is not
   copied. */
Node *pick(Graph *g, Node *a, const int *cols);

/* ½ Σⱼ |aᵢⱼ − bᵢⱼ|, averaged over the rows of a[n,m] and b[n,m] → [1,1]: the total variation
   distance, the share of a row's weight that would have to move. */
Node *total_variation(Graph *g, Node *a, Node *b);

/* exp(a) for a[n,m] */
Node *exp_of(Graph *g, Node *a);

/* The sum of each row of a[n,m] → [n,1] */
Node *row_totals(Graph *g, Node *a);

/* aᵢⱼ/bᵢ for a[n,m] and b[n,1] → [n,m] */
Node *divide_rows(Graph *g, Node *a, Node *by);

/* tanh a[n,m] */
Node *tanh_of(Graph *g, Node *a);

/* σ(a) = 1 / (1 + exp(−a)) for a[n,m] */
Node *sigmoid(Graph *g, Node *a);

/* max(0, a) for a[n,m] */
Node *relu(Graph *g, Node *a);

/* a[n,m] ⊙ b[n,m]: cell by cell. */
Node *multiply(Graph *g, Node *a, Node *b);

/* 1 − a, element-wise */
Node *complement(Graph *g, Node *a);

/* row[1,n] → the diagonal matrix [n,n] */
Node *diagonal(Graph *g, Node *row);

/* z ⊙ a + (1 − z) ⊙ b, all [n,m]: the gate z says how much of a to take, the rest is b. */
Node *interpolate(Graph *g, Node *z, Node *a, Node *b);

/* a[n,m] + b[k,m], b being added to the first k rows, to the next k, and so on; k divides n.
   With k = 1 it is a bias. */
Node *add_row(Graph *g, Node *a, Node *b);

/* exp(−(j − pᵢ)²/2σ²) in column j = 0 … m−1 of row i, for centres p[n,1] and standard deviation σ
   → [n,m] */
Node *gaussian(Graph *g, Node *centres, int m, double deviation);

/* A batch of G sentences of the same length T, position-major: row j·G + i of a matrix is position
   j of sentence i. The next three operations never mix sentences; with G = 1 the last two are qkᵀ
   and wv. */

/* numbers[1,T·G], position-major → [G,T]: number j·G + i goes to row i, column j. */
Node *batch_rows(Graph *g, Node *numbers, int sentences);

/* cᵢⱼ = qᵢ · k_(j·G + i) for queries[G,d] and keys[T·G,d] → [G,T] */
Node *batched_dots(Graph *g, Node *queries, Node *keys);

/* cᵢ = Σⱼ wᵢⱼ v_(j·G + i) for weights[G,T] and values[T·G,d] → [G,d] */
Node *batched_sums(Graph *g, Node *weights, Node *values);

/* |aᵢ| = √Σₖ aᵢₖ² for a[n,d] → [n,1] */
Node *row_lengths(Graph *g, Node *a);

/* a[n,m] → aᵀ [m,n] */
Node *transpose(Graph *g, Node *a);

/* min(1, limit/x) for norms x[n,m]: the factor of gradient clipping by norm.
   Pascanu et al. 2013, algorithm 1 */
Node *clip_factor(Graph *g, Node *norms, double limit);

/* (aₗⱼ/a₁ⱼ)^(1/(l − 1)) for positive columns of a[n,m] → [1,m]: the mean growth factor from row to
   row. Row l is the last before the first number that is not positive or is subnormal (and so has
   lost digits); 0 if l = 1. */
Node *growth(Graph *g, Node *a);

/* One-hot rows from weights[n,m] ≥ 0: the argmax, or, given a draw from [0, 1) per row, a sample in
   proportion to the weights (the column where their running sum passes that fraction of the total).
   A row without weights gives zeros. The draws are not copied. No gradient. */
Node *take_one(Graph *g, Node *weights, const double *draws);

/* The argmax of each row of a[n,m], counted from 1; 0 for a row of zeros → [n,1]. No gradient. */
Node *argmax_rows(Graph *g, Node *a);

/* A batch of sentences of the same length, stacked: a matrix consists of `blocks` blocks with the
   same number of rows, one per sentence. The next two operations never mix sentences; with one
   block they are matmul and matmul_transposed. */

/* Block i is aᵢbᵢ, for a[n·blocks,k] and b[k·blocks,m] → [n·blocks,m] */
Node *blockwise_matmul(Graph *g, Node *a, Node *b, int blocks);

/* Block i is aᵢbᵢᵀ, for a[n·blocks,k] and b[m·blocks,k] → [n·blocks,m] */
Node *blockwise_matmul_transposed(Graph *g, Node *a, Node *b, int blocks);

/* Each row of a[n,m] ⊙ b[1,m]: followed by a bias, the gain of a layer norm. */
Node *multiply_row(Graph *g, Node *a, Node *b);

/* The mean of each row of a[n,m] → [n,1] */
Node *row_mean(Graph *g, Node *a);

/* The mean of each column of a[n,m] → [m,1]; no gradient */
Node *column_mean(Graph *g, Node *a);

/* Σⱼ (aᵢⱼ − meanᵢ)²/m for a[n,m] and the means of its rows [n,1] → [n,1] */
Node *row_variance(Graph *g, Node *a, Node *mean);

/* (aᵢⱼ − meanᵢ)/√(varianceᵢ + ε) for a[n,m] and two [n,1] → [n,m]: with the row's own mean and
   variance, a layer norm in visible parts. ε = 0 stands for 10⁻⁵. */
Node *standardize(Graph *g, Node *a, Node *mean, Node *variance, double epsilon);

/* The same without a mean: aᵢⱼ/√(varianceᵢ + ε). With the mean of the row's squares, an RMS norm
   without gain.      Zhang and Sennrich 2019, eq. 4 */
Node *divide_by_deviation(Graph *g, Node *a, Node *variance, double epsilon);

/* Rotary positions: each block of d columns of row p of a[n,m] is rotated; features i and i + d/2
   of the block, as a point in a plane, by the angle p/base^(2i/d). d is even and divides m. The
   product of two rotated rows depends on the distance of their positions only. Su et al. 2021, eq.
   34, with the pairs of GPT-NeoX and Llama */
Node *rotate_rows(Graph *g, Node *a, int d, double base);

/* GELU: a Φ(a), Φ the distribution function of the standard normal distribution; and its
   approximation ½a(1 + tanh(√(2/π)(a + 0.044715a³))).      Hendrycks and Gimpel 2016 */
Node *gelu(Graph *g, Node *a);
Node *gelu_tanh(Graph *g, Node *a);

/* R [d,d] with R PE(p) = PE(p + steps) for every p: the block of frequency i, in rows and columns
   2i and 2i+1, is cos a, sin a over −sin a, cos a with a = steps / base^(2i/d). d is even. Vaswani
   et al. 2017, §3.5 */
Node *rotations(Graph *g, int steps, int d, double base);

/* √Σᵢⱼ (∂wᵢ/∂xⱼ)² for each row w = softmax(x) of weights [n,m] → [n,1]: the Frobenius norm of the
   Jacobian diag(w) − wwᵀ, i.e. how much the weights change with the scores. */
Node *softmax_slope(Graph *g, Node *w);

/* The standard deviation √(Σ(aᵢⱼ − mean)²/count) of all cells of a[n,m] → [1,1] */
Node *deviation(Graph *g, Node *a);

/* The fraction of rows in which a column of a[n,m] equals b[n,1] → [1,m]. No gradient. */
Node *agreement(Graph *g, Node *a, Node *b);

/* The columns of each head in a matrix: head h begins at column first + h · step. */
typedef struct HeadColumns {
    Node *of;
    int first, step;
} HeadColumns;

typedef struct AttendShape {
    int heads, d_k, sentences;
    bool divided;        /* whether scores are divided by √dₖ */
    HeadColumns q, k, v; /* in [n·sentences,·], [m·sentences,·], [m·sentences,·] */
} AttendShape;

/* softmax(QKᵀ/√dₖ + M) V of every head, side by side → [n·sentences,heads·dₖ], for stacked
   sentences. The mask is that of all sentences stacked, of one [n,m], or NULL. Bit for bit the
   result of divide_by_root, add_row, softmax_rows and the products. The weights are kept if a
   gradient needs them, else computed one block of rows at a time. */
Node *attend_heads(Graph *g, AttendShape shape, Node *mask);

/* ---- gradients as nodes ----
 *
 * A backward pass composed of operations, so that each of its numbers can be named, explained and
 * counted like any other. (Training computes gradients as numbers only: graph_backward.) Each
 * operation provides its part of the chain rule as `derive`; for one that only copies numbers, it
 * follows from `source`.
 */

/* ∂⟨dy, y⟩/∂xᵢ, of xᵢ's shape, into out[i]; NULL if y does not depend on xᵢ. If y has one row, dy
   may have several, each treated separately: then row r of out[i] belongs to row r of dy, and xᵢ
   and all nodes in between must have one row, too. `of` is what formulas call ⟨dy, y⟩: "L". All
   intermediate nodes are named, "back/multiply-7", and get the symbol δ_7 where their formula would
   grow long. */
void derivatives(Scope s, Node *y, Node *dy, const char *of, Node *const *x, int count, Node **out);

/* 1 in one cell, 0 elsewhere: the dy for the gradient of that cell of y. */
Node *cell_seed(Graph *g, const Node *y, int row, int col);

/* The Jacobian ∂y/∂x [n,m] of y[1,n] and x[1,m]. */
Node *jacobian(Scope s, Node *y, Node *x);

/* The identity matrix [n,n]: the dy for the gradients of every cell of a row. */
Node *identity(Graph *g, int n);

/* One term of a matrix's gradient, from one place where it is used. */
typedef struct Part {
    Node *dy;          /* never NULL */
    const Node *mover; /* the copying operation that used the matrix; dy is the gradient of its
                          result, and is added where the numbers came from. NULL: dy is the matrix's
                          own */
    int input;         /* which input of the mover the matrix is; else 0 */
    const struct Part *next;
} Part;

/* The sum of the terms of x's gradient, each added to the cells it belongs to. */
Node *sum(Graph *g, const Node *x, const Part *parts);

/* Defines the `source` of an operation that copies numbers: the members of a CellRun, expressions
   in node, row and col.

       SOURCE_AT(.row = col, .col = row, .count = 1) */
#define SOURCE_AT(...)                                                                             \
    static CellRun source(const Node *node, int row, int col)                                      \
    {                                                                                              \
        (void)node, (void)row, (void)col;                                                          \
        return (CellRun){__VA_ARGS__};                                                             \
    }

/* Defines an operation's `cost`, an expression in node.

       COST_BY(rows_of(node->inputs[0])) */
#define COST_BY(number)                                                                            \
    static double cost(const Node *node)                                                           \
    {                                                                                              \
        return (number);                                                                           \
    }

/* ---- helpers for the operations' `derive` ---- */

/* Defines an operation's `derive`; the gradient is an expression in g, node, input and dy.

       DERIVE_BY(chained(g, dy, complement(g, multiply(g, node, node)))) */
#define DERIVE_BY(gradient)                                                                        \
    static Node *derive(Graph *g, Node *node, UNUSED int input, Node *dy)                          \
    {                                                                                              \
        return (gradient);                                                                         \
    }

/* dy ⊙ factor, element-wise; a factor with one row applies to every row of dy. */
Node *chained(Graph *g, Node *dy, Node *factor);

/* The gradients of a product: C = AB:  ∂A = ∂C Bᵀ, ∂B = Aᵀ ∂C;  C = ABᵀ:  ∂A = ∂C B, ∂B = ∂Cᵀ A */
Node *derive_product(Graph *g, Node *node, int input, Node *dy);
Node *derive_product_transposed(Graph *g, Node *node, int input, Node *dy);

/* A matrix filled with one number. */
Node *number_node(Graph *g, int rows, int cols, double x);

/* The sums of the columns of a[n,m] → [1,m], as a product with ones. */
Node *column_sums(Graph *g, Node *a);

/* The row that a diagonal matrix was made from; NULL for any other node. */
Node *diagonal_of(const Node *node);
