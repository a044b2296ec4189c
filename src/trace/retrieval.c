#include "trace/retrieval.h"

#include "base/number.h"
#include "trace/formula.h"
#include "trace/measure.h"
#include "trace/narration.h"

#include <math.h>

/* One narration: the trace so far, and what keys and values are called. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const Retrieval *retrieval;
    const RetrievalSubject *subject;
    const char *const *keys, *const *values;
} Narration;

const char *const retrieval_score_names[] = {[RETRIEVAL_DOT] = "dot",
                                             [RETRIEVAL_SCALED] = "scaled",
                                             [RETRIEVAL_COSINE] = "cosine",
                                             [RETRIEVAL_ADDITIVE] = "additive"};

static const char *const score_formulas[] = {[RETRIEVAL_DOT] = "s_i = q·k_i",
                                             [RETRIEVAL_SCALED] = "q·k_i",
                                             [RETRIEVAL_COSINE] = "s_i = cos(q, k_i)",
                                             [RETRIEVAL_ADDITIVE] = "s_i = v · tanh(qW + k_iU)"};

static const char scaled_formula[] = "s_i = q·k_i/√d";

enum { DECIMALS = 2, TERMS_SPELLED = 4 };

/* ---- sentences ---- */

static const char *number(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, DECIMALS));
}

static const char *cell(const Narration *n, const Node *node, int row, int col)
{
    return number(n, (double)at(node->value, row, col));
}

static int longest(const Node *rows)
{
    int best = 0;
    for (int i = 1; i < rows_of(rows); i++)
        if (row_length(rows->value, i) > row_length(rows->value, best))
            best = i;
    return best;
}

static int smallest_in_row(Tensor t)
{
    int best = 0;
    for (int j = 1; j < t.cols; j++)
        if (at(t, 0, j) < at(t, 0, best))
            best = j;
    return best;
}

/* "4 keys of 2 numbers each; the longest is k₃, 1.41." */
static const char *note_rows(const Narration *n, const Node *rows, const char *what,
                             const char *const *labels)
{
    int count = rows_of(rows), best = longest(rows);
    const char *length = number(n, row_length(rows->value, best));
    if (count == 1)
        return arena_format(n->arena, "One %s of %d number%s, of length %s.", what, cols_of(rows),
                            plural(cols_of(rows)), length);
    return arena_format(n->arena, "%d %ss of %d number%s each; the longest is %s, %s.", count, what,
                        cols_of(rows), plural(cols_of(rows)), labels[best], length);
}

/* The product of the best key taken apart. */
static const char *note_geometry(const Narration *n)
{
    const Node *g = n->retrieval->geometry;
    int best = 0;
    for (int i = 1; i < rows_of(g); i++)
        if (at(g->value, i, 3) > at(g->value, best, 3))
            best = i;
    return arena_format(n->arena,
                        "%s product, %s of %s, is %s × %s × %s: two lengths and the "
                        "cosine of the angle between.",
                        rows_of(g) == 1 ? "The" : "The largest", cell(n, g, best, 3), n->keys[best],
                        cell(n, g, best, 0), cell(n, g, best, 1), cell(n, g, best, 2));
}

static const char *note_scores(const Narration *n, const Node *scores)
{
    int most = largest_in_row(scores->value, 0), least = smallest_in_row(scores->value);
    if (cols_of(scores) == 1)
        return arena_format(n->arena, "The one score is %s.", cell(n, scores, 0, 0));
    if (at(scores->value, 0, most) == at(scores->value, 0, least))
        return arena_format(n->arena, "All keys have the score %s.", cell(n, scores, 0, 0));
    return arena_format(n->arena, "%s has the highest score, %s, and %s the lowest, %s.",
                        n->keys[most], cell(n, scores, 0, most), n->keys[least],
                        cell(n, scores, 0, least));
}

static const char *note_weights(const Narration *n)
{
    const Node *weights = n->retrieval->weights;
    int count = cols_of(weights), most = largest_in_row(weights->value, 0);
    int least = smallest_in_row(weights->value);
    if (count == 1)
        return "With one key there is no choice: it gets all the weight.";
    if (at(weights->value, 0, most) == at(weights->value, 0, least))
        return arena_format(n->arena, "Equal scores share the weight: %s for each of %d keys.",
                            cell(n, weights, 0, 0), count);
    return arena_format(n->arena, "%s gets the largest weight, %s, and %s the smallest, %s.",
                        n->keys[most], cell(n, weights, 0, most), n->keys[least],
                        cell(n, weights, 0, least));
}

static const char *note_weighted(const Narration *n)
{
    const Node *weighted = n->retrieval->weighted;
    int best = longest(weighted);
    return arena_format(n->arena, "%s %s into the output, a vector of length %s.", n->values[best],
                        rows_of(weighted) == 1 ? "goes" : "puts most",
                        number(n, row_length(weighted->value, best)));
}

/* "0.24 v₁ + 0.09 v₂ + 0.66 v₃ + 0.00 v₄"; of many values the largest weight alone. */
static const char *note_output(const Narration *n)
{
    const Node *weights = n->retrieval->weights;
    int count = cols_of(weights), most = largest_in_row(weights->value, 0);
    Text sum = text_new(n->arena);
    if (count > TERMS_SPELLED)
        return arena_format(n->arena, "The output is %s of %s and parts of %d others, none larger.",
                            cell(n, weights, 0, most), n->values[most], count - 1);
    for (int i = 0; i < count; i++)
        text_format(&sum, "%s%s %s", i ? " + " : "", cell(n, weights, 0, i), n->values[i]);
    return arena_format(n->arena, "The output is %s.", sum.data);
}

/* ---- steps ---- */

/* "k₁" … */
static const char *const *numbered(Arena *arena, const char *letter, int count)
{
    const char **labels = arena_alloc(arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = formula_plain(arena, arena_format(arena, "%s_{%d}", letter, i + 1));
    return labels;
}

static const char *const query_label[] = {"q"};

static Axis key_axis(const Narration *n)
{
    return token_axis("key", n->keys, rows_of(n->retrieval->keys));
}

static Axis query_axis(void)
{
    return token_axis("query", query_label, 1);
}

/* Vectors: a row each, its numbers being features. */
static void add_vectors(Narration *n, const char *id, const char *title, const char *formula,
                        const char *note, Axis rows, const Node *node)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .rows = rows,
                              .cols = numbered_axis(n->arena, cols_of(node)),
                              .kind = VALUE_SIGNED,
                              .node = node});
}

/* A number for each key, as a bar. */
static void add_bars(Narration *n, const char *id, const char *title, const char *formula,
                     const char *note, ValueKind kind, const Node *node)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .rows = query_axis(),
                              .cols = key_axis(n),
                              .kind = kind,
                              .form = FORM_BARS,
                              .node = node});
}

static void add_given(Narration *n)
{
    const Retrieval *r = n->retrieval;
    Axis values = token_axis("value", n->values, rows_of(r->values));
    add_vectors(n, "query", "The query", "q", note_rows(n, r->query, "query", query_label),
                query_axis(), r->query);
    add_vectors(n, "keys", "The keys", "k_i", note_rows(n, r->keys, "key", n->keys), key_axis(n),
                r->keys);
    add_vectors(n, "values", "The values", "v_i",
                n->subject->values_are_keys ? "No values were given: each key is its own value."
                                            : note_rows(n, r->values, "value", n->values),
                values, r->values);
}

static void add_geometry(Narration *n)
{
    static const char *const columns[] = {"|q|", "|k|", "cos θ", "product"};
    add_step(n->trace, (Step){.id = "geometry",
                              .title = "Each dot product by lengths and angle",
                              .formula = "q·k_i = |q||k_i| cos θ_i",
                              .note = note_geometry(n),
                              .rows = key_axis(n),
                              .cols = token_axis("part", columns, 4),
                              .kind = VALUE_SIGNED,
                              .node = n->retrieval->geometry});
}

/* The columns of the geometry by themselves, and what lies between them: names for explanations. */
static const Trace *narrate_behind(const Narration *n)
{
    const Retrieval *r = n->retrieval;
    static const char *const formulas[] = {"|q|", "|k_i|", "|q||k_i|", "cos θ_i"};
    static const char *const labels[] = {"|q|", "|k|", "|q||k|", "cos θ"};
    const struct {
        const char *id, *title;
        const Node *node;
    } parts[] = {{"geometry/query-length", "The length of the query", r->query_length},
                 {"geometry/key-lengths", "The length of each key", r->key_lengths},
                 {"geometry/lengths", "Both lengths", r->lengths},
                 {"geometry/cosines", "The cosine of the angle", r->cosines}};
    enum { PARTS = sizeof parts / sizeof *parts };
    Trace *behind = trace_new(n->arena, PARTS, 0, 0, 0);
    for (int i = 0; i < PARTS; i++)
        add_step(behind, (Step){.id = parts[i].id,
                                .title = parts[i].title,
                                .formula = formulas[i],
                                .note = "",
                                .rows = key_axis(n),
                                .cols = token_axis("part", &labels[i], 1),
                                .kind = VALUE_SIGNED,
                                .node = parts[i].node});
    return behind;
}

static void add_matrix(Narration *n, const char *id, const char *what, const Node *node)
{
    const char *note = arena_format(n->arena, "%s, %d × %d, is drawn at random and not learned.",
                                    what, rows_of(node), cols_of(node));
    add_vectors(n, id, arena_format(n->arena, "The layer's %s", what), id, note,
                numbered_axis(n->arena, rows_of(node)), node);
}

/* What an additive score has in place of lengths and an angle. */
static void add_layer(Narration *n)
{
    const Retrieval *r = n->retrieval;
    int units = cols_of(r->sum);
    add_matrix(n, "W", "W", r->layer.W);
    add_matrix(n, "U", "U", r->layer.U);
    add_matrix(n, "v", "v", r->layer.v);
    add_vectors(n, "projected-query", "The query in the layer", "qW",
                arena_format(n->arena, "q as the layer's %d unit%s see%s it.", units, plural(units),
                             units == 1 ? "s" : ""),
                query_axis(), r->projected_query);
    add_vectors(n, "projected-keys", "The keys in the layer", "k_iU",
                note_rows(n, r->projected_keys, "projected key", n->keys), key_axis(n),
                r->projected_keys);
    add_vectors(n, "tanh", "The layer's units", "tanh(qW + k_iU)",
                note_rows(n, r->squashed, "row", n->keys), key_axis(n), r->squashed);
}

static const char *note_scaled(const Narration *n)
{
    int d = cols_of(n->retrieval->query);
    return arena_format(
        n->arena, "Each score over √%d = %s: from %s to %s.", d, number(n, sqrt(d)),
        cell(n, n->retrieval->scaled, 0, smallest_in_row(n->retrieval->scaled->value)),
        cell(n, n->retrieval->scaled, 0, largest_in_row(n->retrieval->scaled->value, 0)));
}

static void add_answer(Narration *n)
{
    const Retrieval *r = n->retrieval;
    add_bars(n, "scores", "The score of each key", score_formulas[r->score],
             note_scores(n, r->scores), r->score == RETRIEVAL_COSINE ? VALUE_COSINE : VALUE_SIGNED,
             r->scores);
    if (r->scaled != r->scores)
        add_bars(n, "scaled", "The scores, scaled", scaled_formula, note_scaled(n), VALUE_SIGNED,
                 r->scaled);
    add_bars(n, "weights", "The weight of each key", "a = softmax(s)", note_weights(n),
             VALUE_PROBABILITY, r->weights);
    add_vectors(n, "weighted", "Each value by its weight", "a_iv_i", note_weighted(n),
                token_axis("value", n->values, rows_of(r->values)), r->weighted);
    add_vectors(n, "output", "The output", "o = Σ_i a_iv_i", note_output(n), query_axis(),
                r->output);
}

/* ---- the overview ---- */

/* From the scores to the output; the titles say how each follows from the one before. */
static void add_overview(Narration *n)
{
    const Retrieval *r = n->retrieval;
    bool divides = r->scaled != r->scores;
    const char *score = divides ? scaled_formula : score_formulas[r->score];
    Grid grid = grid_new(n->trace, "overview", 1, divides ? 5 : 4);
    int col = 0;
    grid.panel.title = "A query asks, keys answer with their values";
    grid.panel.formula = arena_format(n->arena, "o = Σ_i a_iv_i, a = softmax(s), %s", score);
    grid.panel.note = note_output(n);
    grid_place(&grid, 0, col++, "scores", score_formulas[r->score], NULL);
    if (divides)
        grid_place(&grid, 0, col++, "scaled", scaled_formula, NULL);
    grid_place(&grid, 0, col++, "weights", "a = softmax(s)", NULL);
    grid_place(&grid, 0, col++, "weighted", "a_iv_i", NULL);
    grid_place(&grid, 0, col, "output", "o = Σ_i a_iv_i", NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

enum { MOST_STEPS = 14, PANELS = 1, SETTINGS = 6 };

static void add_settings(Narration *n)
{
    const Retrieval *r = n->retrieval;
    const char *seed = n->subject->seed;
    const char *score = retrieval_score_names[r->score], *origin = "random, not learned";
    int d = cols_of(r->query), keys = rows_of(r->keys);
    add_setting(n->trace, "score", score, false);
    add_number_setting(n->trace, "d", d);
    add_number_setting(n->trace, "keys", keys);
    add_setting(n->trace, "weights", seed ? origin : NULL, false);
    add_setting(n->trace, "seed", seed, true);
    n->trace->provenance = arena_format(
        n->arena, "%s score, d = %d, %d key%s%s%s%s%s", score, d, keys, plural(keys),
        seed ? ", weights " : "", seed ? origin : "", seed ? ", seed " : "", seed ? seed : "");
}

Trace *narrate_retrieval(Arena *arena, const Retrieval *retrieval, const RetrievalSubject *subject)
{
    int count = rows_of(retrieval->keys);
    Narration n = {.arena = arena,
                   .trace = trace_new(arena, MOST_STEPS, PANELS, SETTINGS, 0),
                   .retrieval = retrieval,
                   .subject = subject,
                   .keys = subject->key_labels ? subject->key_labels : numbered(arena, "k", count),
                   .values =
                       subject->value_labels ? subject->value_labels : numbered(arena, "v", count)};
    n.trace->argc = subject->argc;
    n.trace->argv = subject->argv;
    add_settings(&n);
    add_given(&n);
    if (retrieval->geometry) {
        add_geometry(&n);
        n.trace->behind = narrate_behind(&n);
    } else {
        add_layer(&n);
    }
    add_answer(&n);
    add_overview(&n);
    return n.trace;
}
