/* Every operation's constructor; each lives in the file of its name, or of the operation that it is
 * a form of (subtract in add.c, standardize in layer_norm.c), or of its family (paired_rows.c),
 * with its five pieces of knowledge: forward, backward (if anything is learned through it),
 * explain, cost, and how it is written. Where the inputs say all that a node needs, ON_ONE, ON_TWO
 * and ON_THREE make the constructor (graph/node.h).
 *
 * All matrices are rank 2; n, m, k, d are numbers of rows or columns. Results belong to the graph.
 * A shape that does not fit is a bug and aborts. */
#pragma once

#include "graph/names.h"

/* Numbers from outside the graph; `given` says where they come from ("drawn from seed 1"). The
   value is not copied. What was computed, but by no operation of the graph, begins with
   LEAF_COMPUTED. */
Node *constant(Graph *g, Tensor value, const char *given);

/* A constant that is learned: it gets a gradient. */
Node *parameter(Graph *g, Tensor value, const char *given);

/* a[n,k] b[k,m] → ab [n,m] */
Node *matmul(Graph *g, Node *a, Node *b);

/* a[n,k] b[m,k] → abᵀ [n,m] */
Node *matmul_transposed(Graph *g, Node *a, Node *b);

/* a[n,m] + b[n,m]. A mask's −∞ hides what it is added to. */
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

/* Each row of a[n,m] less its mean, over its standard deviation √(variance + 10⁻⁵).
   Ba, Kiros and Hinton 2016, without gain and bias */
Node *layer_norm(Graph *g, Node *a);

/* Σᵢ wᵢ (−log softmax(scores)ᵢ,ₜ) → [1,1], t being the target of row i and wᵢ its weight. A score
   of −∞ is no candidate; a target's is finite. Neither array is copied. */
Node *cross_entropy(Graph *g, Node *scores, const int *targets, const double *weights);

/* Each row of a[n,m] to exp(aᵢⱼ) / Σⱼ exp(aᵢⱼ); a row that is −∞ throughout gives zeros. */
Node *softmax_rows(Graph *g, Node *a);

/* Rows in groups of their own sizes, one after the other: groups[k], from 0 on, is that of row k.
   What a word sees where not all see equally many; `groups` is not copied. */

/* The softmax of each group of a[p,1] → [p,1] */
Node *group_softmax(Graph *g, Node *a, const int *groups);

/* cᵢ = Σ wₖ vₖ over the rows k of group i, for weights[p,1] and values[p,d] → [groups,d] */
Node *group_sums(Graph *g, Node *weights, Node *values, const int *groups);

/* parts[n,dᵢ] side by side → [n, Σ dᵢ] */
Node *concat(Graph *g, Node *const *parts, int count);

/* Columns first … first + count − 1 of a[n,m] → [n,count] */
Node *columns(Graph *g, Node *a, int first, int count);

/* a[n,k] in the columns of mask[n,m] from `first` on, where the mask is 0; elsewhere its −∞: scores
   that were computed of some keys only, among all. */
Node *place_columns(Graph *g, Node *a, Node *mask, int first);

/* The mean of matrices of one shape. */
Node *mean(Graph *g, Node *const *parts, int count);

/* Rows of table[v,d] by index → [n,d]: the embedding look-up. `rows` is not copied. */
Node *gather(Graph *g, Node *table, const int *rows, int n);

/* Of the same, rows first … first + count − 1; and one row so many times. */
Node *row_range(Graph *g, Node *table, int first, int count);
Node *repeated_row(Graph *g, Node *table, int row, int count);

enum { POSITION_BASE = 10000 };

/* PE [n,d]: sin(p / base^(2i/d)) in column 2i, cos of the same in column 2i+1, for positions
   p = 0 … n−1.   Vaswani et al. 2017, §3.5, whose base, POSITION_BASE, is meant by 0, too. */
Node *sinusoids(Graph *g, int n, int d, double base);

/* parts[nᵢ,m] on top of each other → [Σ nᵢ, m] */
Node *stack(Graph *g, Node *const *parts, int count);

/* Row j of a[n,m] times w[1,n]'s wⱼ → [n,m] */
Node *weigh_rows(Graph *g, Node *a, Node *w);

/* aᵢ·bⱼ/(|aᵢ||bⱼ|) for a[n,d] and b[m,d] → [n,m]; 0 where a vector is zero. */
Node *cosines(Graph *g, Node *a, Node *b);

/* (partⱼ·whole)/(whole·whole) for parts[n,d] and whole[1,d] → [1,n]: the shares of parts that add
   up to the whole sum to 1. 0 where the whole is zero. */
Node *shares(Graph *g, Node *parts, Node *whole);

/* Each row of a[n,m] over its sum; a row that sums to 0 becomes zero. */
Node *row_shares(Graph *g, Node *a);

/* Each row of a[n,m] over its length; a row of zeros stays zero. */
Node *unit_rows(Graph *g, Node *a);

/* ⟨A, Aᵀ⟩ / ⟨A, A⟩ of a[n,n] → [1,1]: 1 for a symmetric matrix, −1 for an antisymmetric one, about
   0 where a cell says nothing of the one across; 1 for a matrix of zeros. */
Node *symmetry(Graph *g, Node *a);

/* Of the variance within the rows of a[n,m], the part that is the same in every row → [1,1]:
   n Σⱼ c̄ⱼ² / Σᵢⱼ cᵢⱼ², c being a less the mean of each row, and c̄ its columns' means. 1 for rows
   that differ by a number each, and where no row has a variance; 1/n on average for rows that have
   nothing to do with each other. */
Node *rows_alike(Graph *g, Node *a);

/* The mean of a[n,n]'s diagonal → [1,1] */
Node *diagonal_mean(Graph *g, Node *a);

/* −Σⱼ wᵢⱼ log₂ wᵢⱼ of weights w[n,m] ≥ 0, in bits → [n,1]; 0 log 0 = 0.   Shannon 1948, §6 */
Node *row_entropy(Graph *g, Node *w);

/* One cell of each row of a[n,m], in the column given for it → [n,1]. `cols` is not copied. */
Node *pick(Graph *g, Node *a, const int *cols);

/* The mean over the rows of ½ Σⱼ |aᵢⱼ − bᵢⱼ| for a[n,m] and b[n,m] → [1,1]: the total variation
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

/* 1 − a, cell by cell */
Node *complement(Graph *g, Node *a);

/* row[1,n] → the matrix [n,n] with its cells on the diagonal, 0 elsewhere */
Node *diagonal(Graph *g, Node *row);

/* z ⊙ a + (1 − z) ⊙ b, all [n,m]: z says how much of a, the rest is b. */
Node *interpolate(Graph *g, Node *z, Node *a, Node *b);

/* a[n,m] + b[k,m], b on the first k rows, on the next k, and so on; k divides n. With k = 1 a
   bias on each row. */
Node *add_row(Graph *g, Node *a, Node *b);

/* exp(−(j − pᵢ)²/2σ²) in column j = 0 … m−1 of row i, for centres p[n,1] and the deviation σ
   → [n,m] */
Node *gaussian(Graph *g, Node *centres, int m, double deviation);

/* A batch of G sentences of one length, place by place: row j·G + i of a matrix is place j of
   sentence i. The next three never let one sentence see another's rows; with G = 1 the last two are
   qkᵀ and wv. */

/* numbers[1,T·G], place by place → [G,T]: number j·G + i in row i, column j. */
Node *batch_rows(Graph *g, Node *numbers, int sentences);

/* cᵢⱼ = qᵢ · k_(j·G + i) for queries[G,d] and keys[T·G,d] → [G,T] */
Node *batched_dots(Graph *g, Node *queries, Node *keys);

/* cᵢ = Σⱼ wᵢⱼ v_(j·G + i) for weights[G,T] and values[T·G,d] → [G,d] */
Node *batched_sums(Graph *g, Node *weights, Node *values);

/* |aᵢ| = √Σₖ aᵢₖ² for a[n,d] → [n,1] */
Node *row_lengths(Graph *g, Node *a);

/* a[n,m] → aᵀ [m,n] */
Node *transpose(Graph *g, Node *a);

/* min(1, limit/x) for norms x[n,m]: what brings a norm down to the limit.      Pascanu et al. 2013,
   algorithm 1 */
Node *clip_factor(Graph *g, Node *norms, double limit);

/* (aₗⱼ/a₁ⱼ)^(1/(l − 1)) for positive columns of a[n,m] → [1,m]: the mean factor from row to
   row. Row l is the last, or the last before a number that is not positive, or so small that it has
   lost digits; 0 where l = 1. */
Node *growth(Graph *g, Node *a);

/* 1 in one column of each row of weights[n,m] ≥ 0, and 0 in the others: of the largest weight, or,
   with a draw from [0, 1) for each row, in proportion to the weights: where their running sum
   passes that part of the whole. A row without weights gives zeros. The draws are not copied. No
   gradient goes back through it. */
Node *take_one(Graph *g, Node *weights, const double *draws);

/* The column of the largest number in each row of a[n,m], counted from 1; 0 for a row of zeros
   → [n,1]. No gradient goes back through it. */
Node *argmax_rows(Graph *g, Node *a);

/* Sentences of one length on top of each other: block i of a matrix cut into `blocks` of as many
   rows is sentence i's. The next two never let one sentence see another's rows; with one block they
   are matmul and matmul_transposed. */

/* Block i is aᵢbᵢ, for a[n·blocks,k] and b[k·blocks,m] → [n·blocks,m] */
Node *blockwise_matmul(Graph *g, Node *a, Node *b, int blocks);

/* Block i is aᵢbᵢᵀ, for a[n·blocks,k] and b[m·blocks,k] → [n·blocks,m] */
Node *blockwise_matmul_transposed(Graph *g, Node *a, Node *b, int blocks);

/* Each row of a[n,m] ⊙ b[1,m]: with a bias after it, the gain of a layer norm. */
Node *multiply_row(Graph *g, Node *a, Node *b);

/* The mean of each row of a[n,m] → [n,1] */
Node *row_mean(Graph *g, Node *a);

/* The mean of each column of a[n,m] → [m,1]; no gradient */
Node *column_mean(Graph *g, Node *a);

/* Σⱼ (aᵢⱼ − meanᵢ)²/m for a[n,m] and the means of its rows [n,1] → [n,1] */
Node *row_variance(Graph *g, Node *a, Node *mean);

/* (aᵢⱼ − meanᵢ)/√(varianceᵢ + ε) for a[n,m], both others [n,1] → [n,m]: with the row's own mean and
   variance a layer norm whose parts can be looked at. ε is 10⁻⁵ where 0 is given. */
Node *standardize(Graph *g, Node *a, Node *mean, Node *variance, double epsilon);

/* The same where no mean is taken off: aᵢⱼ/√(varianceᵢ + ε). With the mean of a row's squares an RMS
   norm without gain.      Zhang and Sennrich 2019, eq. 4 */
Node *divide_by_deviation(Graph *g, Node *a, Node *variance, double epsilon);

/* Each row of a[n,m] turned by its place p, block by block of d columns: features i and i + d/2 of a
   block are a point in a plane, which turns by the angle p/base^(2i/d). d is even and divides m. A
   product of two rows so turned depends on how far apart they are, not on where they are.
   Su et al. 2021, eq. 34, with the pairs of GPT-NeoX and Llama */
Node *rotate_rows(Graph *g, Node *a, int d, double base);

/* a Φ(a), Φ being the normal distribution's: GELU; and ½a(1 + tanh(√(2/π)(a + 0.044715a³))), which
   comes near it.      Hendrycks and Gimpel 2016 */
Node *gelu(Graph *g, Node *a);
Node *gelu_tanh(Graph *g, Node *a);

/* R [d,d] with R PE(p) = PE(p + steps) for every p: the block of frequency i, in rows and columns
   2i and 2i+1, is cos a, sin a over −sin a, cos a with a = steps / base^(2i/d). d is even. Vaswani
   et al. 2017, §3.5 */
Node *rotations(Graph *g, int steps, int d, double base);

/* √Σᵢⱼ (∂wᵢ/∂xⱼ)² of each row of weights w = softmax(x) [n,m] → [n,1]: the Frobenius norm of
   diag(w) − wwᵀ, how much the weights move with the scores. */
Node *softmax_slope(Graph *g, Node *w);

/* √(Σ(aᵢⱼ − mean)²/count) of all cells of a[n,m] → [1,1]: the standard deviation. */
Node *deviation(Graph *g, Node *a);

/* In how large a part of the rows each column of a[n,m] is what b[n,1] is → [1,m]. No gradient goes
   back through it. */
Node *agreement(Graph *g, Node *a, Node *b);

/* The columns that the heads have in a matrix: head h, from 0, `step` behind those of the head
   before. */
typedef struct HeadColumns {
    Node *of;
    int first, step;
} HeadColumns;

typedef struct AttendShape {
    int heads, d_k, sentences;
    bool divided;        /* scores by √dₖ */
    HeadColumns q, k, v; /* of [n·sentences,·], [m·sentences,·], [m·sentences,·] */
} AttendShape;

/* softmax(QKᵀ/√dₖ + M) V of every head, side by side → [n·sentences,heads·dₖ], for sentences on top
   of each other and a mask of all, of one [n,m], or NULL: what divide_by_root, add_row,
   softmax_rows and the products give, to the bit. The weights are held where a gradient wants them,
   else a block of rows at a time. */
Node *attend_heads(Graph *g, AttendShape shape, Node *mask);

/* ---- gradients as nodes ----
 *
 * A backward pass composed of operations, so that every number of it can be named, explained and
 * counted as any other. (Training goes back in numbers alone: graph_backward.) An operation that is
 * gone through knows its part of the chain rule, `derive`; of one that only moves numbers it
 * follows from where they came from. */

/* ∂⟨dy, y⟩/∂xᵢ, of xᵢ's shape, into out[i]; NULL where y does not depend on it. A y of one row may
   have a dy of several, each for itself: a row of out[i] is then that of one row of dy, for an xᵢ
   of one row; all between must have one row, too. `of` is what formulas call ⟨dy, y⟩: "L". All that
   is computed on the way is named, "back/multiply-7", and where its formula would grow long it is
   δ_7 from there on. */
void derivatives(Scope s, Node *y, Node *dy, const char *of, Node *const *x, int count, Node **out);

/* 1 in one cell, 0 elsewhere: the dy of that cell of y. */
Node *cell_seed(Graph *g, const Node *y, int row, int col);

/* ∂y/∂x [n,m] of y[1,n] and x[1,m]. */
Node *jacobian(Scope s, Node *y, Node *x);

/* 1 on the diagonal of [n,n], 0 elsewhere: the dy of every cell of a row. */
Node *identity(Graph *g, int n);

/* What comes back to a matrix from one place where it is used. */
typedef struct Part {
    Node *dy;          /* never NULL */
    const Node *mover; /* what only moved the matrix there: dy is its result's, and goes back to
                          where the numbers came from. NULL: dy is the matrix's own */
    int input;         /* which of the mover's the matrix is; else 0 */
    const struct Part *next;
} Part;

/* The sum of what comes back to x, each where it belongs. */
Node *sum(Graph *g, const Node *x, const Part *parts);

/* ---- what the operations' own files derive with ---- */

/* dy ⊙ factor, cell by cell; a factor of one row goes with every row of dy. */
Node *chained(Graph *g, Node *dy, Node *factor);

/* What a product derives: C = AB:  ∂A = ∂C Bᵀ, ∂B = Aᵀ ∂C;  C = ABᵀ:  ∂A = ∂C B, ∂B = ∂Cᵀ A */
Node *derive_product(Graph *g, Node *node, int input, Node *dy);
Node *derive_product_transposed(Graph *g, Node *node, int input, Node *dy);

/* A matrix of one number. */
Node *number_node(Graph *g, int rows, int cols, double x);

/* The sum of the rows of a[n,m] → [1,m], as a product with ones. */
Node *column_sums(Graph *g, Node *a);

/* What a diagonal matrix was made from; NULL of another. */
Node *diagonal_of(const Node *node);
