#include "model/retrieval.h"

#include "graph/ops.h"
#include "model/alignment.h"

/* q·k by lengths and the angle between: |q||k| cos θ. */
static void measure(Graph *g, Retrieval *r)
{
    int count = rows_of(r->keys);
    int *rows = arena_alloc(g->arena, (size_t)count, sizeof *rows); /* zero: the query, repeated */
    r->query_length = row_lengths(g, gather(g, r->query, rows, count));
    r->key_lengths = row_lengths(g, r->keys);
    r->cosines = cosines(g, r->keys, r->query);
    r->lengths = multiply(g, r->query_length, r->key_lengths);
    r->product = multiply(g, r->lengths, r->cosines);
    r->geometry = concat(g, (Node *[]){r->query_length, r->key_lengths, r->cosines, r->product}, 4);
}

static void score_additively(Graph *g, Retrieval *r)
{
    Aligner aligner = {
        .score = SCORE_ADDITIVE, .W_a = r->layer.W, .U_a = r->layer.U, .v_a = r->layer.v};
    AlignmentKeys keys = alignment_keys(g, &aligner, r->keys);
    Alignment a = align(g, &aligner, &keys, r->query, 0);
    r->projected_query = a.projected_query;
    r->projected_keys = keys.projected;
    r->sum = a.sum;
    r->squashed = a.squashed;
    r->scores = a.energies;
}

Retrieval retrieve(Graph *g, RetrievalScore score, Node *query, Node *keys, Node *values,
                   RetrievalLayer layer)
{
    CHECK(rows_of(query) == 1 && rows_of(keys) == rows_of(values), "%d queries, %d keys, %d values",
          rows_of(query), rows_of(keys), rows_of(values));
    Retrieval r = {.score = score, .query = query, .keys = keys, .values = values};
    if (score == RETRIEVAL_ADDITIVE) {
        r.layer = layer;
        score_additively(g, &r);
    } else {
        measure(g, &r);
        r.scores =
            score == RETRIEVAL_COSINE ? cosines(g, query, keys) : matmul_transposed(g, query, keys);
    }
    bool divides = score == RETRIEVAL_SCALED;
    r.scaled = divides ? divide_by_root(g, r.scores, cols_of(query)) : r.scores;
    r.weights = softmax_rows(g, r.scaled);
    r.weighted = weigh_rows(g, values, r.weights);
    r.output = matmul(g, r.weights, values);
    return r;
}
