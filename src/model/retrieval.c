#include "model/studies.h"

/* ---- what is given ---- */

static Node *given_vectors(Scope s, const Retrieval *r, const char *id, const char *title,
                           const char *symbol, Axis places, Node *node)
{
    static const char *const channels[] = {"red", "green", "blue"};
    Axis numbers = feature_axis(s.graph, cols_of(node));
    if (r->patch_rows) {
        numbers = label_axis("channel", channels, 3);
        numbers.named = false; /* displayed like features */
    }
    return given(s, id, title, symbol, places, numbers, node);
}

/* If keys are their own values, they are named again as values. */
static Node *values_of(Scope s, const Retrieval *r)
{
    if (r->values)
        return given_vectors(s, r, "values", "The values", "V", r->value, r->values);
    Node *copied = row_range(s.graph, r->keys, 0, rows_of(r->keys));
    return with_axes(s, defined(s, "values", "The values", "V", copied), r->value, (Axis){0});
}

/* ---- scores ---- */

/* Names one number per key. */
static Node *part(Scope s, Axis key, const char *id, const char *title, const char *symbol,
                  const char *label, Node *node)
{
    return with_axes(s, defined(s, id, title, symbol, node), key,
                     single_axis(s.graph, "part", label));
}

void dot_geometry(Scope s, Node *q, Node *keys)
{
    Graph *g = s.graph;
    Scope in = within(s, "geometry", "", 0);
    Axis k = writing_of(g, keys)->rows;
    Node *query = part(in, k, "query-length", "The length of the query", "|q|", "|q|",
                       row_lengths(g, repeated_row(g, q, 0, rows_of(keys))));
    Node *key =
        part(in, k, "key-lengths", "The length of each key", "|k|", "|k|", row_lengths(g, keys));
    Node *angle =
        part(in, k, "cosines", "The cosine of the angle", "cos θ", "cos θ", cosines(g, keys, q));
    Node *lengths = part(in, k, "lengths", "Both lengths", NULL, "|q||k|", multiply(g, query, key));
    Node *product = part(in, k, "product", "Lengths and angle multiplied", NULL, "product",
                         multiply(g, lengths, angle));
    named(s, "geometry", "Each dot product by lengths and angle",
          concat(g, (Node *[]){query, key, angle, product}, 4));
}

/* ---- an additive score's layer ---- */

/* The initialisation about preserves the length of its input rows. */
static Node *layer_matrix(Scope s, const char *name, const char *title, int rows, int cols)
{
    Start start = rows > 1 ? START_BY_ROWS : START_BY_COLUMNS;
    Node *node = learned(within(s, "retrieve", "", 0), name, NULL, rows, cols, start);
    return given_matrix(s, name, title, name, node);
}

static Node *additive_scores(Scope s, const Retrieval *r)
{
    Graph *g = s.graph;
    int d = cols_of(r->query), d_k = cols_of(r->keys); /* also the number of units */
    Node *W = layer_matrix(s, "W", "The layer's W", d, d_k);
    Node *U = layer_matrix(s, "U", "The layer's U", d_k, d_k);
    Node *v = layer_matrix(s, "v", "The layer's v", 1, d_k);
    Node *query = named(s, "projected-query", "The query in the layer", matmul(g, r->query, W));
    Node *keys = named(s, "projected-keys", "The keys in the layer", matmul(g, r->keys, U));
    Node *sum = named(s, "pre-activation", "Query and keys in the layer", add_row(g, keys, query));
    return matmul_transposed(g, v, named(s, "tanh", "The layer's units", tanh_of(g, sum)));
}

static Node *score(Scope s, const Retrieval *r)
{
    if (r->score == RETRIEVAL_ADDITIVE)
        return additive_scores(s, r);
    dot_geometry(s, r->query, r->keys);
    return r->score == RETRIEVAL_COSINE ? cosines(s.graph, r->query, r->keys)
                                        : matmul_transposed(s.graph, r->query, r->keys);
}

/* ---- a picture ---- */

/* Rearranges numbers of patches [1,m] into the grid of the picture. */
static void lay_out(Scope s, const Retrieval *r, const char *id, const char *title, Node *numbers)
{
    Node *grid = named(s, id, title, batch_rows(s.graph, numbers, r->patch_rows));
    with_axes(s, grid, number_axis(s.graph, "patch", 1, rows_of(grid)),
              number_axis(s.graph, "patch", 1, cols_of(grid)));
    with_kind(s, grid, VALUE_FRACTION);
}

/* Soft and hard attention on the picture's grid.   Xu et al. 2015, §4 */
static void look_at_picture(Scope s, const Retrieval *r, Node *weights, Node *values)
{
    Graph *g = s.graph;
    Node *taken = defined(s, "taken", "The patch taken", "t", take_one(g, weights, NULL));
    named(s, "hard-output", "The output of hard attention", matmul(g, taken, values));
    s = within(s, "grid", "", 0);
    lay_out(s, r, "picture", "How bright each patch is", transpose(g, row_mean(g, r->keys)));
    lay_out(s, r, "weights", "The weights over the picture", weights);
    lay_out(s, r, "taken", "The patch taken", taken);
}

/* ---- the whole ---- */

Node *retrieve(Scope s, const Retrieval *r)
{
    Graph *g = s.graph;
    Axis asking = axis_unquoted(single_axis(g, "query", "q"));
    given_vectors(s, r, "query", "The query", "q", asking, r->query);
    given_vectors(s, r, "keys", "The keys", "K", r->key, r->keys);
    Node *values = values_of(s, r);
    bool divides = r->score == RETRIEVAL_SCALED;
    Node *scores = defined(s, "scores", "The score of each key", divides ? NULL : "s", score(s, r));
    with_axes(s, scores, asking, r->key);
    if (divides)
        scores = defined(s, "scaled", "The scores, scaled", "s",
                         divide_by_root(g, scores, cols_of(r->query)));
    Node *weights = defined(s, "weights", "The weight of each key", "a", softmax_rows(g, scores));
    named(s, "weighted", "Each value by its weight", weigh_rows(g, values, weights));
    Node *output = defined(s, "output", "The output", "o", matmul(g, weights, values));
    if (r->patch_rows)
        look_at_picture(s, r, weights, values);
    return output;
}
