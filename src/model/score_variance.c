#include "model/score_variance.h"

#include "base/random.h"
#include "graph/ops.h"
#include "tensor/vector.h"

/* Scores of each query with keys of its own [samples,SCORED_KEYS]. Every dₖ has a stream of its
 * own. */
static Node *drawn_scores(Scope s, ScoreVarianceSettings v, int d)
{
    Graph *g = s.graph;
    Random random = random_named(v.seed, arena_format(g->arena, "scores of %d features", d));
    int keys = v.samples * SCORED_KEYS;
    static const char drawn[] = "drawn from N(0, 1)";
    Node *q = given(s, "queries", "Queries", "Q", number_axis(g, "query", 1, v.samples),
                    feature_axis(g, d),
                    constant(g, tensor_drawn(g->arena, &random, v.samples, d, 1), drawn));
    Node *k =
        given(s, "keys", "Keys, place by place", "K", number_axis(g, "key", 1, keys),
              feature_axis(g, d), constant(g, tensor_drawn(g->arena, &random, keys, d, 1), drawn));
    with_width(s, q, "d_k");
    Node *scores = named(s, "scores", "Scores", batched_dots(g, q, k));
    return with_axes(s, scores, (Axis){0}, number_axis(g, "key", 1, SCORED_KEYS));
}

/* ---- what is measured of one kind of scores ---- */

/* Each [1,1]; last the weights of the first query [1,SCORED_KEYS]. */
typedef enum Measure { VARIANCE, ENTROPY, LARGEST, SLOPE, FIRST_WEIGHTS, MEASURES } Measure;

static const char *const measure_ids[FIRST_WEIGHTS] = {"variance", "entropy", "largest", "slope"};

/* Everything of a matrix in one row. */
static Node *in_one_row(Graph *g, Node *a)
{
    Node **rows = arena_alloc(g->arena, (size_t)cols_of(a), sizeof(Node *));
    for (int j = 0; j < cols_of(a); j++)
        rows[j] = transpose(g, columns(g, a, j, 1));
    return concat(g, rows, cols_of(a));
}

static Node *variance_of(Scope s, Node *scores)
{
    Graph *g = s.graph;
    Node *row = defined(s, "row", "All scores in one row", "s", in_one_row(g, scores));
    Node *mean = defined(s, "mean", "Mean of all scores", "μ", row_mean(g, row));
    return named(s, "variance", "Variance of all scores", row_variance(g, row, mean));
}

/* Of a measurement of each query [n,1] → [1,1] */
static Node *average(Scope s, const char *id, const char *title, const char *symbol, Node *column)
{
    Node *all =
        defined(s, arena_format(s.graph->arena, "%s/queries", id),
                arena_format(s.graph->arena, "%s of each query's weights", title), symbol, column);
    return named(s, id, title, row_mean(s.graph, transpose(s.graph, all)));
}

static Node *largest_of(Graph *g, Node *weights)
{
    int *cols = arena_alloc(g->arena, (size_t)rows_of(weights), sizeof *cols);
    for (int i = 0; i < rows_of(weights); i++)
        cols[i] = largest_in_row(weights->value, i);
    return pick(g, weights, cols);
}

static void measure(Scope s, Node *scores, Node *measured[MEASURES])
{
    Graph *g = s.graph;
    Node *w = named(s, "weights", "Attention weights", softmax_rows(g, scores));
    measured[VARIANCE] = variance_of(s, scores);
    measured[ENTROPY] = average(s, "entropy", "Entropy", "H(w)", row_entropy(g, w));
    measured[LARGEST] = average(s, "largest", "Largest", "max w", largest_of(g, w));
    measured[SLOPE] = average(s, "slope", "Slope", "|∂w/∂s|", softmax_slope(g, w));
    measured[FIRST_WEIGHTS] = row_range(g, w, 0, 1);
}

/* ---- of all dₖ ---- */

typedef Node *Measured[MEASURES];

/* One measure of all dₖ [dims,…]. */
static Node *of_all(Graph *g, Measured *measured, int count, Measure which)
{
    Node **rows = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        rows[i] = measured[i][which];
    return stack(g, rows, count);
}

static void tell(Scope s, ScoreVarianceSettings v, Measured *plain, Measured *scaled)
{
    static const char *const titles[FIRST_WEIGHTS] = {
        "Variance of the scores", "Entropy of a query's weights, in bits",
        "Largest of a query's weights", "How much the weights move with the scores"};
    static const char *const kinds[] = {"q·k", "q·k/√dₖ"};
    Graph *g = s.graph;
    Axis dims = list_axis(g, "dₖ", v.dims, v.dim_count);
    for (Measure m = 0; m < FIRST_WEIGHTS; m++) {
        Node *parts[] = {of_all(g, plain, v.dim_count, m), of_all(g, scaled, v.dim_count, m)};
        Node *both = named(s, measure_ids[m], titles[m], concat(g, parts, 2));
        with_axes(s, both, dims, label_axis("scores", kinds, 2));
    }
    with_axes(s,
              named(s, "plain/weights", "Weights of the first query, scores as they are",
                    of_all(g, plain, v.dim_count, FIRST_WEIGHTS)),
              dims, (Axis){0});
    with_axes(s,
              named(s, "scaled/weights", "Weights of the first query, scores over √dₖ",
                    of_all(g, scaled, v.dim_count, FIRST_WEIGHTS)),
              dims, (Axis){0});
}

void score_variance(Scope s, ScoreVarianceSettings v)
{
    Arena *arena = s.graph->arena;
    Measured *plain = arena_alloc(arena, (size_t)v.dim_count, sizeof *plain);
    Measured *scaled = arena_alloc(arena, (size_t)v.dim_count, sizeof *scaled);
    for (int i = 0; i < v.dim_count; i++) {
        Scope d = within(s, "d-%d", " at dₖ = %d", v.dims[i]);
        Node *scores = drawn_scores(d, v, v.dims[i]);
        measure(within(d, "plain", " without the root", 0), scores, plain[i]);
        Node *over =
            named(d, "scaled", "Scaled scores", divide_by_root(s.graph, scores, v.dims[i]));
        measure(within(d, "scaled", " with the root", 0), over, scaled[i]);
    }
    tell(s, v, plain, scaled);
}
