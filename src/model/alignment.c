#include "model/layers.h"

/* In the order of Score. */
const char *const score_names[] = {"additive", "dot", "general", "concat"};

/* In the order of Reach: what a user may ask for. */
const char *const reach_names[] = {"none", "monotonic", "predictive"};

Aligner aligner_learned(Scope s, Score score, Reach reach, int n, int m, int a)
{
    Scope own = within(s, score_names[score], "", 0), local = within(s, "local", "", 0);
    Aligner aligner = {.score = score, .reach = reach};
    if (score == SCORE_CONCAT)
        aligner.W_a = learned(own, "W_a", "Projection of query and key", n + m, a, START_BY_ROWS);
    else if (score != SCORE_DOT)
        aligner.W_a = learned(own, "W_a", "Projection of the query", n,
                              score == SCORE_GENERAL ? m : a, START_BY_ROWS);
    if (score == SCORE_ADDITIVE)
        aligner.U_a = learned(own, "U_a", "Projection of the keys", m, a, START_BY_ROWS);
    if (score == SCORE_ADDITIVE || score == SCORE_CONCAT)
        aligner.v_a = learned(within(s, "alignment", "", 0), "v_a",
                              "What the units of the layer count", 1, a, START_BY_COLUMNS);
    if (reach == REACH_PREDICTIVE) {
        aligner.W_p =
            learned(local, "W_p", "Weights of the layer that expects a place", n, a, START_BY_ROWS);
        aligner.v_p =
            learned(local, "v_p", "What the units of this layer count", 1, a, START_BY_COLUMNS);
    }
    return aligner;
}

AlignmentKeys alignment_keys(Scope s, const Aligner *aligner, Node *annotations)
{
    AlignmentKeys keys = {.annotations = annotations};
    if (aligner->score == SCORE_ADDITIVE)
        keys.projected = named(s, "keys", "Keys as the alignment model sees them",
                               matmul(s.graph, annotations, aligner->U_a));
    return keys;
}

/* ---- energies ---- */

/* [s ; hⱼ]: each annotation with the query of its sentence. */
static Node *join(Scope s, Node *query, Node *annotations)
{
    Graph *g = s.graph;
    int count = rows_of(annotations), *rows = arena_alloc(g->arena, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] = i % rows_of(query);
    Node *parts[] = {gather(g, query, rows, count), annotations};
    return with_axes(s, named(s, "joined", "Query beside each key", concat(g, parts, 2)),
                     rows_called(s, annotations), (Axis){0});
}

static Node *energies(Scope s, const Aligner *aligner, const AlignmentKeys *keys, Node *query)
{
    Graph *g = s.graph;
    Score score = aligner->score;
    Node *annotations = keys->annotations, *asks = query;
    if (score == SCORE_GENERAL || score == SCORE_ADDITIVE)
        asks = named(s, "projected-query", "Projected query", matmul(g, query, aligner->W_a));
    if (score == SCORE_GENERAL || score == SCORE_DOT)
        return batched_dots(g, asks, annotations);
    Node *sum = score == SCORE_ADDITIVE ? add_row(g, keys->projected, asks)
                                        : matmul(g, join(s, query, annotations), aligner->W_a);
    Axis places = rows_called(s, annotations);
    sum = with_axes(s, named(s, "sum", "Query meets keys", sum), places, (Axis){0});
    Node *layer = named(s, "tanh", "The alignment model's layer", tanh_of(g, sum));
    /* vᵀ tanh(sum) of each row, as a row of energies for each sentence */
    Node *all = matmul_transposed(g, aligner->v_a, with_axes(s, layer, places, (Axis){0}));
    return rows_of(query) == 1 ? all : batch_rows(g, all, rows_of(query));
}

/* ---- local attention ---- */

/* pₜ = T · σ(v_pᵀ tanh(W_p s)) */
static Node *expected_place(Scope s, const Aligner *aligner, Node *query, int length)
{
    Graph *g = s.graph;
    Tensor T = tensor_filled(g->arena, 1, 1, (real)length);
    Node *sum = named(s, "place-sum", "Pre-activation of the layer that expects a place",
                      matmul(g, query, aligner->W_p));
    Node *layer = named(s, "place-layer", "The layer that expects a place", tanh_of(g, sum));
    Node *score = named(s, "place-score", "Pre-activation of the expected place",
                        matmul_transposed(g, layer, aligner->v_p));
    Node *share =
        named(s, "place-share", "The expected place as a share of the sentence", sigmoid(g, score));
    Axis one = single_axis(g, "measure", "place from 0");
    one.named = false; /* a scalar */
    Node *all = given(s, "source-length", "The length of the source", "T", one, one,
                      constant(g, T, "the length of the source sentence"));
    Node *place = defined(s, "place", "Expected place", "p_{%d}", multiply_by(g, share, all));
    return with_axes(s, place, (Axis){0}, one);
}

/* The window mask [G,T], 0 from centre − D to centre + D, else −∞. REACH_OWN ends before the
   centre, REACH_OTHERS excludes it. Without `place` the centre is the index of the word. */
static Node *window(Graph *g, const Aligner *aligner, Tensor shape, const Node *place, int word)
{
    Tensor mask = tensor_new(g->arena, shape.rows, shape.cols);
    for (int i = 0; i < mask.rows; i++) {
        real centre = place ? node_value(place).data[i] : (real)word;
        real last = aligner->reach == REACH_OWN ? centre - 1 : centre + (real)aligner->window;
        for (int j = 0; j < mask.cols; j++)
            if ((real)j < centre - (real)aligner->window || (real)j > last ||
                (aligner->reach == REACH_OTHERS && j == word))
                mask_hide(mask, i, j);
    }
    return constant(g, mask, "0 within the window, −∞ outside");
}

/* A range of source positions. */
typedef struct Stretch {
    int first, count;
} Stretch;

/* The positions to compute: for one sentence those inside the window, at least one; for a batch,
   whose windows differ, all; and all during training, so that gradients are summed in one order for
   any batch size. */
static Stretch part_seen(const Graph *g, const Node *window, int places)
{
    int first = 0, last = places - 1;
    if (!window || !g->names || rows_of(window) > 1)
        return (Stretch){0, places};
    while (first < last && isinf(node_value(window).data[first]))
        first++;
    while (first < last && isinf(node_value(window).data[last]))
        last--;
    return (Stretch){first, last - first + 1};
}

/* The keys within that range. */
static AlignmentKeys keys_within(Scope s, const AlignmentKeys *keys, Stretch part)
{
    Node *rows = row_range(s.graph, keys->annotations, part.first, part.count);
    Axis places = rows_called(s, rows); /* for one row, too */
    rows = defined(s, "near", "Annotations within the window", "H_{%d}", rows);
    AlignmentKeys near = {.annotations = with_axes(s, rows, places, (Axis){0})};
    if (keys->projected)
        near.projected = row_range(s.graph, keys->projected, part.first, part.count);
    return near;
}

/* Energies at all positions, −∞ outside the window. */
static Node *masked(Scope s, Node *annotations, Node *energies, Node *window, Stretch part)
{
    bool is_part = part.count < cols_of(window);
    if (s.graph->names) {
        const Writing *e = writing_of(s.graph, energies);
        given_mask(s, "window", "Window", e->rows, is_part ? rows_called(s, annotations) : e->cols,
                   window);
    }
    return named(s, "masked", "Energies within the window",
                 is_part ? place_columns(s.graph, energies, window, part.first)
                         : add(s.graph, energies, window));
}

/* softmax(energies) ⊙ exp(−(j − pₜ)²/2σ²). */
static Node *weights_about(Scope s, const Aligner *aligner, Node *place, Node *masked)
{
    Graph *g = s.graph;
    Node *softmax = named(s, "softmax", "Weights within the window", softmax_rows(g, masked));
    Node *bell = named(s, "bell", "Gaussian about the expected place",
                       gaussian(g, place, cols_of(masked), aligner->window / 2.0));
    if (g->names)
        with_axes(s, bell, (Axis){0}, writing_of(g, masked)->cols);
    return multiply(g, softmax, bell);
}

/* ---- hard attention ---- */

static Node *take(Scope s, const Aligner *aligner, Node *weights, int word)
{
    if (aligner->taking == TAKE_MEAN)
        return NULL;
    Random random =
        random_named(aligner->seed, arena_format(s.graph->arena, "hard attention, word %d", word));
    double *draws = arena_alloc(s.graph->arena, (size_t)rows_of(weights), sizeof *draws);
    for (int i = 0; i < rows_of(weights); i++)
        draws[i] = random_uniform(&random);
    return defined(s, "taken", "The place taken", "o_{%d}",
                   take_one(s.graph, weights, aligner->taking == TAKE_DRAWN ? draws : NULL));
}

/* ---- the whole ---- */

Aligned align(Scope s, const Aligner *aligner, const AlignmentKeys *keys, Node *query, int word)
{
    Graph *g = s.graph;
    Tensor all = {rows_of(query), rows_of(keys->annotations) / rows_of(query), NULL};
    /* In training, energies are computed before pₜ: the query's gradient is summed in the order of
       its uses, and the built-in translators were trained with this order. */
    Node *learning = g->names ? NULL : energies(s, aligner, keys, query);
    Node *place = NULL, *open = NULL;
    if (aligner->reach == REACH_PREDICTIVE)
        place = expected_place(s, aligner, query, all.cols);
    if (aligner->reach != REACH_GLOBAL)
        open = window(g, aligner, all, place, word);
    Stretch part = part_seen(g, open, all.cols);
    bool is_near = part.count < all.cols;
    AlignmentKeys seen = is_near ? keys_within(s, keys, part) : *keys;
    Node *scores =
        learning ? learning : named(s, "energies", "Energies", energies(s, aligner, &seen, query));
    if (open)
        scores = masked(s, keys->annotations, scores, open, part);
    Aligned a;
    a.weights = place ? weights_about(s, aligner, place, scores) : softmax_rows(g, scores);
    defined(s, "weights", "Attention weights", "α_{%d}", a.weights);
    a.taken = take(s, aligner, a.weights, word);
    Node *mixed = a.taken ? a.taken : a.weights;
    if (is_near)
        mixed = columns(g, mixed, part.first, part.count);
    a.context = batched_sums(g, mixed, seen.annotations);
    defined(s, "context",
            a.taken ? "Context: the value taken" : "Context: the weighted average of the values",
            "c_{%d}", a.context);
    return a;
}
