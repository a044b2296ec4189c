#include "model/projection_measures.h"

#include "graph/ops.h"

/* So many places for nodes. */
static Node **places(Graph *g, int count)
{
    return arena_alloc(g->arena, (size_t)count, sizeof(Node *));
}

/* The weights of XXᵀ, of each head, and of their mean. */
static Node **all_weights(Graph *g, const SelfAttention *model)
{
    int heads = model->multi.head_count;
    Node **weights = places(g, heads + 2);
    weights[0] = model->raw.weights;
    for (int h = 0; h < heads; h++)
        weights[1 + h] = model->multi.heads[h].attention.weights;
    weights[1 + heads] = model->mean;
    return weights;
}

static Node *symmetries(Graph *g, const SelfAttention *model)
{
    int heads = model->multi.head_count;
    Node **parts = places(g, heads + 1);
    parts[0] = symmetry(g, model->raw.scores);
    for (int h = 0; h < heads; h++)
        parts[1 + h] = symmetry(g, model->multi.heads[h].attention.scores);
    return stack(g, parts, heads + 1);
}

static Node *diagonals(Graph *g, Node *const *weights, int count)
{
    Node **parts = places(g, count);
    for (int i = 0; i < count; i++)
        parts[i] = diagonal_mean(g, weights[i]);
    return stack(g, parts, count);
}

static Node *entropies(Graph *g, Node *const *weights, int count)
{
    Node **parts = places(g, count);
    for (int i = 0; i < count; i++)
        parts[i] = row_entropy(g, weights[i]);
    return concat(g, parts, count);
}

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

/* The same where a row has a weight, −1 where all its keys are masked. */
static const int *looks_at(Graph *g, const Node *most, const int *cols)
{
    int *seen = arena_alloc(g->arena, (size_t)rows_of(most), sizeof *seen);
    for (int i = 0; i < rows_of(most); i++)
        seen[i] = at(most->value, i, 0) > 0 ? cols[i] : -1;
    return seen;
}

/* A distance does not depend on the direction: each is measured once. */
static Node *distances(Graph *g, Node *const *weights, int count)
{
    Node **cells = places(g, count * count), **rows = places(g, count);
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++)
            cells[i * count + j] = cells[j * count + i] =
                total_variation(g, weights[i], weights[j]);
    for (int i = 0; i < count; i++)
        rows[i] = concat(g, cells + i * count, count);
    return stack(g, rows, count);
}

ProjectionMeasures projection_measures(Graph *g, const SelfAttention *model)
{
    int heads = model->multi.head_count;
    Node **weights = all_weights(g, model);
    const int *raw = largest(g, model->raw.weights), *mean = largest(g, model->mean);
    ProjectionMeasures m = {.symmetry = symmetries(g, model),
                            .diagonal = diagonals(g, weights, heads + 2),
                            .entropy = entropies(g, weights, heads + 2),
                            .raw_most = pick(g, model->raw.weights, raw),
                            .mean_most = pick(g, model->mean, mean),
                            .distances = distances(g, weights, heads + 1)};
    m.raw_looks_at = looks_at(g, m.raw_most, raw);
    m.mean_looks_at = looks_at(g, m.mean_most, mean);
    return m;
}
