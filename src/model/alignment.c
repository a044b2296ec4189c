#include "model/alignment.h"

#include "base/random.h"
#include "graph/ops.h"
#include "model/mask.h"

AlignmentKeys alignment_keys(Graph *g, const Aligner *aligner, Node *annotations)
{
    bool additive = aligner->score == SCORE_ADDITIVE;
    return (AlignmentKeys){.annotations = annotations,
                           .projected = additive ? matmul(g, annotations, aligner->U_a) : NULL};
}

/* ---- energies ---- */

/* The query of its sentence beside each annotation. */
static Node *join(Graph *g, Node *query, Node *annotations)
{
    int count = rows_of(annotations), *rows = arena_alloc(g->arena, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] = i % rows_of(query);
    return concat(g, (Node *[]){gather(g, query, rows, count), annotations}, 2);
}

/* vᵀ tanh(sum) of each row, as a row of energies for each sentence. */
static Node *energies_of_sums(Graph *g, Node *v, Alignment *a)
{
    a->squashed = tanh_of(g, a->sum);
    Node *energies = matmul_transposed(g, v, a->squashed);
    int sentences = rows_of(a->query);
    return sentences == 1 ? energies : batch_rows(g, energies, sentences);
}

static Node *energies(Graph *g, const Aligner *aligner, const AlignmentKeys *keys, Alignment *a)
{
    switch (aligner->score) {
    case SCORE_ADDITIVE:
        a->projected_query = matmul(g, a->query, aligner->W_a);
        a->sum = add_row(g, keys->projected, a->projected_query);
        return energies_of_sums(g, aligner->v_a, a);
    case SCORE_DOT:
        return batched_dots(g, a->query, keys->annotations);
    case SCORE_GENERAL:
        a->projected_query = matmul(g, a->query, aligner->W_a);
        return batched_dots(g, a->projected_query, keys->annotations);
    case SCORE_CONCAT:
        a->joined = join(g, a->query, keys->annotations);
        a->sum = matmul(g, a->joined, aligner->W_a);
        return energies_of_sums(g, aligner->v_a, a);
    }
    CHECK(false, "score %d", (int)aligner->score);
    return NULL;
}

/* ---- local attention ---- */

/* pₜ = S · σ(v_pᵀ tanh(W_p s)) */
static void predict_place(Graph *g, const Aligner *aligner, int length, Alignment *a)
{
    Tensor S = tensor_new(g->arena, 1, 1);
    S.data[0] = (real)length;
    a->place_hidden = tanh_of(g, matmul(g, a->query, aligner->W_p));
    a->place_share = sigmoid(g, matmul_transposed(g, a->place_hidden, aligner->v_p));
    a->place = multiply_by(g, a->place_share, constant(g, S, "the length of the source sentence"));
}

/* Row g is open from centre − D to centre + D. */
static Node *window_mask(Graph *g, const Aligner *aligner, const Alignment *a, int word)
{
    Tensor mask = tensor_new(g->arena, rows_of(a->energies), cols_of(a->energies));
    for (int i = 0; i < mask.rows; i++) {
        real centre = a->place ? a->place->value.data[i] : (real)word;
        for (int j = 0; j < mask.cols; j++)
            if ((real)j < centre - (real)aligner->window ||
                (real)j > centre + (real)aligner->window)
                mask_hide(mask, i, j);
    }
    return constant(g, mask, "0 within the window, −∞ outside");
}

/* ---- hard attention ---- */

static const double *draws(Arena *arena, const Aligner *aligner, int sentences, int word)
{
    Random random =
        random_named(aligner->seed, arena_format(arena, "hard attention, word %d", word));
    double *numbers = arena_alloc(arena, (size_t)sentences, sizeof *numbers);
    for (int i = 0; i < sentences; i++)
        numbers[i] = random_uniform(&random);
    return numbers;
}

static Node *take(Graph *g, const Aligner *aligner, Node *weights, int word)
{
    if (aligner->taking == TAKE_MEAN)
        return NULL;
    bool is_drawn = aligner->taking == TAKE_DRAWN;
    return take_one(g, weights, is_drawn ? draws(g->arena, aligner, rows_of(weights), word) : NULL);
}

/* ---- the whole ---- */

Alignment align(Graph *g, const Aligner *aligner, const AlignmentKeys *keys, Node *query, int word)
{
    Alignment a = {.query = query};
    a.energies = energies(g, aligner, keys, &a);
    if (aligner->reach == REACH_PREDICTIVE)
        predict_place(g, aligner, cols_of(a.energies), &a);
    a.masked = a.energies;
    if (aligner->reach != REACH_GLOBAL) {
        a.mask = window_mask(g, aligner, &a, word);
        a.masked = add(g, a.energies, a.mask);
    }
    a.softmax = a.weights = softmax_rows(g, a.masked);
    if (a.place) {
        a.bell = gaussian(g, a.place, cols_of(a.energies), aligner->window / 2.0);
        a.weights = multiply(g, a.softmax, a.bell);
    }
    a.taken = take(g, aligner, a.weights, word);
    a.context = batched_sums(g, a.taken ? a.taken : a.weights, keys->annotations);
    return a;
}
