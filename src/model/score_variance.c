#include "model/studies.h"

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
typedef enum Measure { VARIANCE, ENTROPY, LARGEST, SLOPE, FIRST, MEASURES } Measure;

/* Everything of a matrix in one row. */
static Node *in_one_row(Graph *g, Node *a)
{
    Node **rows = arena_alloc(g->arena, (size_t)cols_of(a), sizeof(Node *));
    for (int j = 0; j < cols_of(a); j++)
        rows[j] = transpose(g, columns(g, a, j, 1));
    return concat(g, rows, cols_of(a));
}

/* Of a measurement of each query [n,1] → [1,1] */
static Node *average(Scope s, const char *id, const char *title, const char *symbol, Node *column)
{
    Node *all =
        defined(s, arena_format(s.graph->arena, "%s/queries", id),
                arena_format(s.graph->arena, "%s of each query's weights", title), symbol, column);
    return named(s, id, title, row_mean(s.graph, transpose(s.graph, all)));
}

/* Of the i-th dₖ. */
static void measure(Scope s, Node *scores, Node **measured[MEASURES], int i)
{
    Graph *g = s.graph;
    Node *w = named(s, "weights", "Attention weights", softmax_rows(g, scores));
    Node *row = defined(s, "row", "All scores in one row", "s", in_one_row(g, scores));
    Node *mean = defined(s, "mean", "Mean of all scores", "μ", row_mean(g, row));
    measured[VARIANCE][i] =
        named(s, "variance", "Variance of all scores", row_variance(g, row, mean));
    measured[ENTROPY][i] = average(s, "entropy", "Entropy", "H(w)", row_entropy(g, w));
    measured[LARGEST][i] = average(s, "largest", "Largest", "max w", largest_of_rows(g, w));
    measured[SLOPE][i] = average(s, "slope", "Slope", "|∂w/∂s|", softmax_slope(g, w));
    measured[FIRST][i] = row_range(g, w, 0, 1);
}

/* ---- of all dₖ ---- */

/* Without the root, and with it. */
enum { PLAIN, SCALED, KINDS };

static void tell(Scope s, ScoreVarianceSettings v, Node **measured[KINDS][MEASURES])
{
    static const char *const told[FIRST][2] = {
        {"variance", "Variance of the scores"},
        {"entropy", "Entropy of a query's weights, in bits"},
        {"largest", "Largest of a query's weights"},
        {"slope", "How much the weights move with the scores"}};
    static const char *const kinds[KINDS] = {"q·k", "q·k/√dₖ"};
    static const char *const weights[KINDS][2] = {
        {"plain/weights", "Weights of the first query, scores as they are"},
        {"scaled/weights", "Weights of the first query, scores over √dₖ"}};
    Axis dims = list_axis(s.graph, "dₖ", v.dims.wholes, v.dims.count);
    Node *all[KINDS][MEASURES];
    for (int k = 0; k < KINDS; k++)
        for (Measure m = 0; m < MEASURES; m++)
            all[k][m] = stack(s.graph, measured[k][m], v.dims.count);
    for (Measure m = 0; m < FIRST; m++) {
        Node *both = concat(s.graph, (Node *[]){all[PLAIN][m], all[SCALED][m]}, KINDS);
        with_axes(s, named(s, told[m][0], told[m][1], both), dims,
                  label_axis("scores", kinds, KINDS));
    }
    for (int k = 0; k < KINDS; k++)
        with_axes(s, named(s, weights[k][0], weights[k][1], all[k][FIRST]), dims, (Axis){0});
}

void score_variance(Scope s, ScoreVarianceSettings v)
{
    Node **measured[KINDS][MEASURES];
    for (int i = 0; i < KINDS * MEASURES; i++)
        measured[i / MEASURES][i % MEASURES] =
            arena_alloc(s.graph->arena, (size_t)v.dims.count, sizeof(Node *));
    for (int i = 0; i < v.dims.count; i++) {
        Scope d = within(s, "d-%d", " at dₖ = %d", v.dims.wholes[i]);
        Node *scores = drawn_scores(d, v, v.dims.wholes[i]);
        measure(within(d, "plain", " without the root", 0), scores, measured[PLAIN], i);
        scores =
            named(d, "scaled", "Scaled scores", divide_by_root(s.graph, scores, v.dims.wholes[i]));
        measure(within(d, "scaled", " with the root", 0), scores, measured[SCALED], i);
    }
    tell(s, v, measured);
}
