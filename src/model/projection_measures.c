#include "model/words.h"

/* ---- measures of one side ---- */

static Node **each(Graph *g, Node *const *nodes, int count, Node *(*measure)(Graph *g, Node *a))
{
    Node **parts = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        parts[i] = measure(g, nodes[i]);
    return parts;
}

/* One number per node; `of` is their axis. */
static void measure_each(Scope s, const char *id, const char *title, const char *label,
                         Node *const *nodes, Axis of, Node *(*measure)(Graph *g, Node *a))
{
    Node *all = stack(s.graph, each(s.graph, nodes, of.count, measure), of.count);
    with_axes(s, named(s, id, title, all), of, single_axis(s.graph, "measure", label));
}

/* ---- argmax ---- */

/* Each row's largest weight (ties: the word itself, else the first), labelled "bat → ball", or "bat
   → nothing" if all is masked. */
static void measure_most(Scope s, const char *title, Node *weights, const char *const *labels)
{
    enum { MOST_COLUMNS = 40 };
    Graph *g = s.graph;
    int n = rows_of(weights), *cols = arena_alloc(g->arena, (size_t)n, sizeof *cols);
    const char **arrows = arena_alloc(g->arena, (size_t)n, sizeof *arrows);
    for (int i = 0; i < n; i++) {
        Tensor row = node_row(weights, i);
        int first = largest_in_row(row, 0);
        cols[i] = row.data[i] == row.data[first] ? i : first;
        const char *to = row.data[first] > 0 ? labels[cols[i]] : "nothing";
        arrows[i] =
            arena_format(g->arena, "%s → %s", elide_middle(g->arena, labels[i], MOST_COLUMNS),
                         elide_middle(g->arena, to, MOST_COLUMNS));
    }
    with_axes(s, named(s, "most", title, pick(g, weights, cols)),
              label_axis("query → key", arrows, n), single_axis(g, "measure", "largest weight"));
}

/* ---- distances between sides ---- */

/* Distances are symmetric: each is measured once. */
static void measure_distances(Scope s, Node *const *weights, Axis of)
{
    Graph *g = s.graph;
    int count = of.count;
    Node **cell = arena_alloc(g->arena, (size_t)count * (size_t)count, sizeof(Node *));
    Node **rows = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++)
            cell[i * count + j] = cell[j * count + i] = total_variation(g, weights[i], weights[j]);
    for (int i = 0; i < count; i++)
        rows[i] = concat(g, cell + i * count, count);
    Node *all = stack(g, rows, count);
    with_axes(s, named(s, "distances", "Share of a row's weight that would have to move", all), of,
              of);
}

/* ---- the whole ---- */

/* The sides: XXᵀ, each head; for weights also the mean, and the control, XXᵀ at the heads'
   scale. */
void measure_projections(Scope s, const SentenceAttention *a, const char *const *labels)
{
    Graph *g = s.graph;
    Variation varied = a->settings.variation;
    Axis heads = series_axis(g, "attention", "head %d", 1, a->settings.heads);
    Axis sides = axis_extended(g, heads, "XXᵀ", NULL);
    Axis with_mean = axis_extended(g, sides, NULL, "mean");
    Axis all = axis_extended(g, with_mean, NULL, "XXᵀ, scaled");
    Node **scores = arena_alloc(g->arena, (size_t)sides.count, sizeof(Node *));
    Node **weights = arena_alloc(g->arena, (size_t)all.count, sizeof(Node *));
    for (int i = 0; i < sides.count; i++) {
        const Attended *side = i ? &a->heads[i - 1] : &a->raw;
        scores[i] = with_symbol(s, side->scores, "S_{%d}", i);
        weights[i] = with_symbol(s, side->weights, "A_{%d}", i);
    }
    weights[sides.count] = a->mean;
    weights[with_mean.count] = with_symbol(s, matched_attention(s, a), "A_c", 0);
    weights = each(g, weights, all.count, rows_read);
    if (varied.scale == SCALE_AFTER || varied.masking == MASKING_AFTER) /* no row sums to 1 */
        weights = each(g, weights, all.count, row_shares);
    measure_each(s, "symmetry", "Symmetry of the scores", "symmetry", scores, sides, symmetry);
    graph_rest(g); /* scores as a whole, which nothing else asks for */
    measure_each(s, "diagonal", "Share of its weight that a word keeps for itself", "kept", weights,
                 with_mean, diagonal_mean);
    Node *bits = concat(g, each(g, weights, all.count, row_entropy), all.count);
    if (varied.weighting != WEIGHTING_LINEAR) /* negative weights have no entropy */
        with_axes(s, named(s, "entropy", "Entropy of each row of weights, in bits", bits),
                  (Axis){0}, all);
    measure_most(within(s, "raw", "", 0), "Where each word looks most without projections",
                 a->raw.weights, labels);
    measure_most(within(s, "mean", "", 0), "Where each word looks most in the mean of the heads",
                 a->mean, labels);
    measure_distances(s, weights, sides);
}
