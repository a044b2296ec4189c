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

/* What is measured of one kind of scores, each [1,1]. */
typedef struct Measured {
    Node *variance, *entropy, *largest, *slope;
    Node *first; /* the weights of the first query [1,SCORED_KEYS] */
} Measured;

static Measured measure(Graph *g, Node *scores)
{
    int *first = arena_alloc(g->arena, 1, sizeof *first);
    Node *weights = softmax_rows(g, scores);
    return (Measured){.variance = variance_of(g, scores),
                      .entropy = average(g, row_entropy(g, weights)),
                      .largest = average(g, largest_of(g, weights)),
                      .slope = average(g, softmax_slope(g, weights)),
                      .first = gather(g, weights, first, 1)};
}

/* Scores of each query with keys of its own [samples,SCORED_KEYS]. Every dₖ has a stream of its
 * own. */
static Node *drawn_scores(Graph *g, ScoreVarianceSettings s, int d)
{
    Random random = random_named(s.seed, arena_format(g->arena, "scores of %d features", d));
    Node *queries = drawn(g, &random, s.samples, d);
    return dealt_dots(g, queries, drawn(g, &random, s.samples * SCORED_KEYS, d));
}

/* ---- of all ---- */

/* One measure of all dₖ, plain and scaled side by side [dims,2]. */
static Node *together(Graph *g, Node *const *plain, Node *const *scaled, int count)
{
    return concat(g, (Node *[]){stack(g, plain, count), stack(g, scaled, count)}, 2);
}

enum { PLAIN, SCALED, KINDS };

ScoreVariance score_variance(Graph *g, ScoreVarianceSettings s)
{
    size_t count = (size_t)s.dim_count;
    Node **lists[KINDS][5];
    for (int kind = 0; kind < KINDS; kind++)
        for (int m = 0; m < 5; m++)
            lists[kind][m] = arena_alloc(g->arena, count, sizeof(Node *));
    for (int i = 0; i < s.dim_count; i++) {
        Node *scores = drawn_scores(g, s, s.dims[i]);
        for (int kind = 0; kind < KINDS; kind++) {
            Measured m = measure(g, kind == PLAIN ? scores : divide_by_root(g, scores, s.dims[i]));
            Node *const found[] = {m.variance, m.entropy, m.largest, m.slope, m.first};
            for (int k = 0; k < 5; k++)
                lists[kind][k][i] = found[k];
        }
    }
    return (ScoreVariance){.settings = s,
                           .variance = together(g, lists[PLAIN][0], lists[SCALED][0], s.dim_count),
                           .entropy = together(g, lists[PLAIN][1], lists[SCALED][1], s.dim_count),
                           .largest = together(g, lists[PLAIN][2], lists[SCALED][2], s.dim_count),
                           .slope = together(g, lists[PLAIN][3], lists[SCALED][3], s.dim_count),
                           .plain_weights = stack(g, lists[PLAIN][4], s.dim_count),
                           .scaled_weights = stack(g, lists[SCALED][4], s.dim_count)};
}
