#include "model/studies.h"

/* Scores of each query with its keys [samples,SCORED_KEYS]. Each dₖ has its own random stream. */
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

/* ---- measures of one kind of scores ---- */

/* Flattens a matrix to one row. */
static Node *in_one_row(Graph *g, Node *a)
{
    Node **rows = arena_alloc(g->arena, (size_t)cols_of(a), sizeof(Node *));
    for (int j = 0; j < cols_of(a); j++)
        rows[j] = transpose(g, columns(g, a, j, 1));
    return concat(g, rows, cols_of(a));
}

/* The mean over queries [n,1] → [1,1] */
static void average(Scope s, const char *id, const char *title, const char *symbol, Node *column)
{
    Node *all =
        defined(s, arena_format(s.graph->arena, "%s/queries", id),
                arena_format(s.graph->arena, "%s of each query's weights", title), symbol, column);
    named(s, id, title, row_mean(s.graph, transpose(s.graph, all)));
}

static void measure(Scope s, Node *scores)
{
    Graph *g = s.graph;
    Node *w = named(s, "weights", "Attention weights", softmax_rows(g, scores));
    Node *row = defined(s, "row", "All scores in one row", "s", in_one_row(g, scores));
    Node *mean = defined(s, "mean", "Mean of all scores", "μ", row_mean(g, row));
    named(s, "variance", "Variance of all scores", row_variance(g, row, mean));
    average(s, "entropy", "Entropy", "H(w)", row_entropy(g, w));
    average(s, "largest", "Largest", "max w", largest_of_rows(g, w));
    average(s, "slope", "Slope", "|∂w/∂s|", softmax_slope(g, w));
}

/* ---- tables over all dₖ ---- */

/* Stacks the first row of a measure for each dₖ: "plain/weights". */
static Node *of_all(Scope s, ScoreVarianceSettings v, const char *id)
{
    Node **rows = arena_alloc(s.graph->arena, (size_t)v.dims.count, sizeof(Node *));
    for (int i = 0; i < v.dims.count; i++) {
        Node *found = node_within(within(s, "d-%d", "", v.dims.wholes[i]), id);
        rows[i] = rows_of(found) == 1 ? found : row_range(s.graph, found, 0, 1);
    }
    return stack(s.graph, rows, v.dims.count);
}

/* A measure for unscaled and scaled scores, side by side. */
static void tell_both(Scope s, ScoreVarianceSettings v, const char *id, const char *title)
{
    static const char *const kinds[] = {"q·k", "q·k/√dₖ"};
    Graph *g = s.graph;
    Node *plain = of_all(s, v, arena_format(g->arena, "plain/%s", id));
    Node *scaled = of_all(s, v, arena_format(g->arena, "scaled/%s", id));
    Node *both = named(s, id, title, concat(g, (Node *[]){plain, scaled}, 2));
    with_axes(s, both, list_axis(g, "dₖ", v.dims.wholes, v.dims.count),
              label_axis("scores", kinds, 2));
}

static void tell_weights(Scope s, ScoreVarianceSettings v, const char *id, const char *title)
{
    Node *weights = named(s, id, title, of_all(s, v, id));
    with_axes(s, weights, list_axis(s.graph, "dₖ", v.dims.wholes, v.dims.count), (Axis){0});
}

void score_variance(Scope s, ScoreVarianceSettings v)
{
    for (int i = 0; i < v.dims.count; i++) {
        Scope d = within(s, "d-%d", " at dₖ = %d", v.dims.wholes[i]);
        Node *scores = drawn_scores(d, v, v.dims.wholes[i]);
        measure(within(d, "plain", " without the root", 0), scores);
        scores =
            named(d, "scaled", "Scaled scores", divide_by_root(s.graph, scores, v.dims.wholes[i]));
        measure(within(d, "scaled", " with the root", 0), scores);
    }
    tell_both(s, v, "variance", "Variance of the scores");
    tell_both(s, v, "entropy", "Entropy of a query's weights, in bits");
    tell_both(s, v, "largest", "Largest of a query's weights");
    tell_both(s, v, "slope", "How much the weights move with the scores");
    tell_weights(s, v, "plain/weights", "Weights of the first query, scores as they are");
    tell_weights(s, v, "scaled/weights", "Weights of the first query, scores over √dₖ");
}
