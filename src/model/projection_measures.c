#include "model/projection_measures.h"

#include "base/utf8.h"
#include "graph/ops.h"

/* The same of XXᵀ, of each head, and where there is one of their mean. */
typedef struct Sides {
    int count;
    Node **nodes;
    Axis axis;
} Sides;

static Sides sides_new(Graph *g, const char *name, int heads, bool with_mean)
{
    int count = 1 + heads + with_mean;
    const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
    labels[0] = "XXᵀ";
    for (int i = 1; i < count; i++)
        labels[i] = i <= heads ? arena_format(g->arena, "head %d", i) : "mean";
    return (Sides){.count = count,
                   .nodes = arena_alloc(g->arena, (size_t)count, sizeof(Node *)),
                   .axis = label_axis(name, labels, count)};
}

static Sides scores_of(Scope s, const SentenceAttention *a)
{
    Sides all = sides_new(s.graph, "scores of", a->settings.heads, false);
    for (int i = 0; i < all.count; i++) {
        all.nodes[i] = i ? a->heads[i - 1].scores : a->raw.scores;
        with_symbol(s, all.nodes[i], "S_{%d}", i);
    }
    return all;
}

static Sides weights_of(Scope s, const SentenceAttention *a, bool with_mean)
{
    int heads = a->settings.heads;
    Sides all = sides_new(s.graph, "weights of", heads, with_mean);
    for (int i = 0; i <= heads; i++) {
        all.nodes[i] = i ? a->heads[i - 1].weights : a->raw.weights;
        with_symbol(s, all.nodes[i], "A_{%d}", i);
    }
    if (with_mean)
        all.nodes[heads + 1] = a->mean;
    return all;
}

/* ---- one number a side ---- */

static void measure_each(Scope s, const char *id, const char *title, const char *label,
                         const Sides *sides, Node *(*measure)(Graph *g, Node *a))
{
    Graph *g = s.graph;
    Node **parts = arena_alloc(g->arena, (size_t)sides->count, sizeof(Node *));
    for (int i = 0; i < sides->count; i++)
        parts[i] = measure(g, sides->nodes[i]);
    with_axes(s, named(s, id, title, stack(g, parts, sides->count)), sides->axis,
              single_axis(g, "measure", label));
}

static void measure_entropy(Scope s, const Sides *weights, Axis queries)
{
    Graph *g = s.graph;
    Node **parts = arena_alloc(g->arena, (size_t)weights->count, sizeof(Node *));
    for (int i = 0; i < weights->count; i++)
        parts[i] = row_entropy(g, weights->nodes[i]);
    with_axes(s,
              named(s, "entropy", "Entropy of each row of weights, in bits",
                    concat(g, parts, weights->count)),
              queries, weights->axis);
}

/* ---- where words look ---- */

/* The column of each row's largest weight: of several the word's own, else the first. */
static int *largest(Graph *g, const Node *weights)
{
    Tensor w = weights->value;
    int *cols = arena_alloc(g->arena, (size_t)w.rows, sizeof *cols);
    for (int i = 0; i < w.rows; i++) {
        cols[i] = i;
        for (int j = 0; j < w.cols; j++)
            if (at(w, i, j) > at(w, i, cols[i]))
                cols[i] = j;
    }
    return cols;
}

/* "bat → ball"; "bat → nothing" where all is masked. */
static Axis gazes(Graph *g, const Node *most, const int *cols, const char *const *labels)
{
    enum { MOST_COLUMNS = 40 };
    const char **arrows = arena_alloc(g->arena, (size_t)rows_of(most), sizeof *arrows);
    for (int i = 0; i < rows_of(most); i++) {
        const char *to = at(most->value, i, 0) > 0 ? labels[cols[i]] : "nothing";
        arrows[i] =
            arena_format(g->arena, "%s → %s", elide_middle(g->arena, labels[i], MOST_COLUMNS),
                         elide_middle(g->arena, to, MOST_COLUMNS));
    }
    return label_axis("query → key", arrows, rows_of(most));
}

static void measure_most(Scope s, const char *title, Node *weights, const char *const *labels)
{
    Graph *g = s.graph;
    const int *cols = largest(g, weights);
    Node *most = named(s, "most", title, pick(g, weights, cols));
    with_axes(s, most, gazes(g, most, cols, labels), single_axis(g, "measure", "largest weight"));
}

/* ---- between the sides ---- */

/* A distance does not depend on the direction: each is measured once. */
static void measure_distances(Scope s, const Sides *weights)
{
    Graph *g = s.graph;
    int count = weights->count;
    Node **cells = arena_alloc(g->arena, (size_t)count * (size_t)count, sizeof(Node *));
    Node **rows = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++)
            cells[i * count + j] = cells[j * count + i] =
                total_variation(g, weights->nodes[i], weights->nodes[j]);
    for (int i = 0; i < count; i++)
        rows[i] = concat(g, cells + i * count, count);
    with_axes(s,
              named(s, "distances", "Share of a row's weight that would have to move",
                    stack(g, rows, count)),
              weights->axis, weights->axis);
}

/* ---- the whole ---- */

void measure_projections(Scope s, const SentenceAttention *a, const char *const *labels)
{
    Sides scores = scores_of(s, a), weights = weights_of(s, a, true);
    Sides without_mean = weights_of(s, a, false);
    measure_each(s, "symmetry", "Symmetry of the scores", "symmetry", &scores, symmetry);
    measure_each(s, "diagonal", "Weight that a word keeps for itself", "kept", &weights,
                 diagonal_mean);
    measure_entropy(s, &weights, label_axis("query", labels, a->n));
    measure_most(within(s, "raw", "", 0), "Where each word looks most without projections",
                 a->raw.weights, labels);
    measure_most(within(s, "mean", "", 0), "Where each word looks most in the mean of the heads",
                 a->mean, labels);
    measure_distances(s, &without_mean);
}
