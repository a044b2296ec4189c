#include "model/score_variance.h"

#include "base/random.h"
#include "graph/largest.h"
#include "graph/ops.h"

static Node *drawn(Graph *g, Random *random, int rows, int cols)
{
    Tensor t = tensor_new(g->arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)random_normal(random);
    return constant(g, t, "drawn from N(0, 1)");
}

/* Everything of a matrix in one row. */
static Node *in_one_row(Graph *g, Node *a)
{
    Node **rows = arena_alloc(g->arena, (size_t)cols_of(a), sizeof(Node *));
    for (int j = 0; j < cols_of(a); j++)
        rows[j] = transpose(g, columns(g, a, j, 1));
    return concat(g, rows, cols_of(a));
}

static Node *variance_of(Graph *g, Node *scores)
{
    Node *row = in_one_row(g, scores);
    return row_variance(g, row, row_mean(g, row));
}

/* Of a column of measurements [n,1] → [1,1] */
static Node *average(Graph *g, Node *column)
{
    return row_mean(g, transpose(g, column));
}

static Node *largest_of(Graph *g, Node *weights)
{
    int *cols = arena_alloc(g->arena, (size_t)rows_of(weights), sizeof *cols);
    for (int i = 0; i < rows_of(weights); i++)
        cols[i] = largest_in_row(weights->value, i);
    return pick(g, weights, cols);
}

/* ---- of one dₖ ---- */

/* What is measured of one kind of scores, each [1,1]; last the weights of the first query
   [1,SCORED_KEYS]. */
typedef enum Measure { VARIANCE, ENTROPY, LARGEST, SLOPE, FIRST_WEIGHTS, MEASURES } Measure;

static void measure(Graph *g, Node *scores, Node *measured[MEASURES])
{
    int *first = arena_alloc(g->arena, 1, sizeof *first);
    Node *weights = softmax_rows(g, scores);
    measured[VARIANCE] = variance_of(g, scores);
    measured[ENTROPY] = average(g, row_entropy(g, weights));
    measured[LARGEST] = average(g, largest_of(g, weights));
    measured[SLOPE] = average(g, softmax_slope(g, weights));
    measured[FIRST_WEIGHTS] = gather(g, weights, first, 1);
}

/* Scores of each query with keys of its own [samples,SCORED_KEYS]. Every dₖ has a stream of its
 * own. */
static Node *drawn_scores(Graph *g, ScoreVarianceSettings s, int d)
{
    Random random = random_named(s.seed, arena_format(g->arena, "scores of %d features", d));
    Node *queries = drawn(g, &random, s.samples, d);
    return batched_dots(g, queries, drawn(g, &random, s.samples * SCORED_KEYS, d));
}

/* ---- of all ---- */

typedef Node *Measured[MEASURES];

/* One measure of all dₖ [dims,…]. */
static Node *of_all(Graph *g, Measured *measured, int count, Measure which)
{
    Node **rows = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        rows[i] = measured[i][which];
    return stack(g, rows, count);
}

ScoreVariance score_variance(Graph *g, ScoreVarianceSettings s)
{
    Measured *plain = arena_alloc(g->arena, (size_t)s.dim_count, sizeof *plain);
    Measured *scaled = arena_alloc(g->arena, (size_t)s.dim_count, sizeof *scaled);
    for (int i = 0; i < s.dim_count; i++) {
        Node *scores = drawn_scores(g, s, s.dims[i]);
        measure(g, scores, plain[i]);
        measure(g, divide_by_root(g, scores, s.dims[i]), scaled[i]);
    }
    Node *both[FIRST_WEIGHTS];
    for (Measure m = 0; m < FIRST_WEIGHTS; m++)
        both[m] = concat(
            g, (Node *[]){of_all(g, plain, s.dim_count, m), of_all(g, scaled, s.dim_count, m)}, 2);
    return (ScoreVariance){.settings = s,
                           .variance = both[VARIANCE],
                           .entropy = both[ENTROPY],
                           .largest = both[LARGEST],
                           .slope = both[SLOPE],
                           .plain_weights = of_all(g, plain, s.dim_count, FIRST_WEIGHTS),
                           .scaled_weights = of_all(g, scaled, s.dim_count, FIRST_WEIGHTS)};
}
