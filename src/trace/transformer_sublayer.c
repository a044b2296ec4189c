#include "trace/transformer_sublayer.h"

#include "trace/formula.h"
#include "trace/narration.h"
#include "trace/transformer_notes.h"

static Arena *arena_of(const Sublayer *sub)
{
    return sub->trace->arena;
}

/* ---- steps ---- */

static const char *id_in(const Sublayer *sub, const char *stage)
{
    return arena_format(arena_of(sub), "%s/%s", sub->id, stage);
}

/* What every step of a sublayer shares; a detail where its layer is not told. */
static Step step_of(const Sublayer *sub, const char *stage, const char *title, const char *formula)
{
    return (Step){.id = id_in(sub, stage),
                  .title = arena_format(arena_of(sub), "%s: %s", sub->title, title),
                  .formula = formula,
                  .rows = sub->rows,
                  .kind = VALUE_SIGNED,
                  .detail = !sub->told};
}

static Seen seen(const Sublayer *sub, const Step *step)
{
    return seen_step(arena_of(sub), step);
}

/* A row of features a word. */
static Step featured(const Sublayer *sub, Step step, const Node *node)
{
    return with_features(arena_of(sub), step, node);
}

static void add_noted(const Sublayer *sub, Step step, const char *note)
{
    step.note = note;
    add_step(sub->trace, step);
}

/* A learned matrix: always a detail. */
static void add_learned(const Sublayer *sub, const char *name, const Node *node, const char *what)
{
    Step step = featured(sub, step_of(sub, name, name, name), node);
    step.rows = numbered_axis(arena_of(sub), rows_of(node));
    step.detail = true;
    add_noted(sub, step, note_learned(seen(sub, &step), what));
}

/* A learned row, a number for each feature; `symbol`: "γ". */
static Step learned_row(const Sublayer *sub, const char *id, const char *symbol, const Node *node)
{
    const char **label = arena_alloc(arena_of(sub), 1, sizeof *label);
    label[0] = formula_plain(arena_of(sub), symbol);
    Step step = featured(sub, step_of(sub, id, symbol, symbol), node);
    step.title = arena_format(arena_of(sub), "%s: %s", sub->title, label[0]);
    step.rows = token_axis("learned", label, 1);
    return step;
}

static void add_biases(const Sublayer *sub, const char *name, const Node *node, const char *what)
{
    Step step = learned_row(sub, name, name, node);
    step.detail = true;
    add_noted(sub, step, note_learned_row(seen(sub, &step), what));
}

/* ---- attention ---- */

static const char *masked_formula(const AttentionKind *kind)
{
    return kind->mask ? "QKᵀ/√dₖ + M" : "QKᵀ/√dₖ";
}

static const char *weights_formula(Arena *arena, const AttentionKind *kind)
{
    return arena_format(arena, "softmax(%s)", masked_formula(kind));
}

/* With where queries and keys come from: "softmax(QKᵀ/√dₖ), Q = Y W_Q, K = memory W_K". */
static const char *head_formula(Arena *arena, const AttentionKind *kind)
{
    return arena_format(arena, "%s, Q = %s W_Q, K = %s W_K", weights_formula(arena, kind),
                        kind->asking, kind->asked);
}

/* A step of a head; of the layer that is told only the first is told whole. */
static Step head_step(const Sublayer *sub, int head, const char *stage, const char *title,
                      const char *formula)
{
    Step step = step_of(sub, arena_format(arena_of(sub), "head-%d/%s", head + 1, stage),
                        arena_format(arena_of(sub), "%s of head %d", title, head + 1), formula);
    step.detail = !sub->told || head > 0;
    return step;
}

/* Queries × keys. */
static Step asking(Step step, const AttentionKind *kind, const Node *node)
{
    step.cols = kind->keys;
    step.node = node;
    return step;
}

static void add_head_rows(const Sublayer *sub, const AttentionKind *kind, int h, const Head *head)
{
    const char *asking_rows = kind->asking, *asked = kind->asked;
    Step q =
        head_step(sub, h, "Q", "queries", arena_format(arena_of(sub), "Q = %s W_Q", asking_rows));
    Step k = head_step(sub, h, "K", "keys", arena_format(arena_of(sub), "K = %s W_K", asked));
    Step v = head_step(sub, h, "V", "values", arena_format(arena_of(sub), "V = %s W_V", asked));
    k.rows = v.rows = kind->keys;
    q = featured(sub, q, head->Q);
    k = featured(sub, k, head->K);
    v = featured(sub, v, head->V);
    add_noted(sub, q, note_longest_row(seen(sub, &q), "One query a word, what it asks for"));
    add_noted(sub, k, note_longest_row(seen(sub, &k), "One key a word, what it can be found by"));
    add_noted(sub, v, note_longest_row(seen(sub, &v), "One value a word, what it gives"));
}

static void add_head_weights(const Sublayer *sub, const AttentionKind *kind, int h,
                             const Attention *a)
{
    const char *formula = weights_formula(arena_of(sub), kind);
    Step w = asking(head_step(sub, h, "weights", "weights", formula), kind, a->weights);
    w.kind = VALUE_PROBABILITY;
    w.mask = kind->mask;
    add_noted(sub, w, note_largest_weight(seen(sub, &w), kind->mask != NULL));
    Step o = featured(
        sub, head_step(sub, h, "output", "output", arena_format(arena_of(sub), "%s V", formula)),
        a->output);
    add_noted(sub, o, note_weighted_values(seen(sub, &o), a->weights, kind->keys.labels));
}

static void add_head(const Sublayer *sub, const AttentionKind *kind, int h, const Head *head)
{
    const Attention *a = &head->attention;
    add_head_rows(sub, kind, h, head);
    Step s = asking(head_step(sub, h, "scores", "scores", "QKᵀ"), kind, a->scores);
    Step d = asking(head_step(sub, h, "scaled", "scaled scores", "QKᵀ/√dₖ"), kind, a->scaled);
    Step m =
        asking(head_step(sub, h, "masked", "masked scores", masked_formula(kind)), kind, a->masked);
    m.mask = kind->mask;
    add_noted(sub, s, note_largest_score(seen(sub, &s)));
    add_noted(sub, d, note_divided(seen(sub, &d), a->scores, cols_of(head->K)));
    if (kind->mask)
        add_noted(sub, m, note_hidden(seen(sub, &m), kind->mask));
    add_head_weights(sub, kind, h, a);
}

static const char *mean_note(const AttentionKind *kind, Seen mean)
{
    return kind->mask                    ? note_masked_mean(mean)
           : kind->asking == kind->asked ? note_own_weight(mean)
                                         : note_cross_mean(mean);
}

/* Queries, keys or values of all heads, and the matrix that makes them. */
static void add_projected(const Sublayer *sub, const char *letter, const char *what,
                          const char *from, Axis rows, const Node *matrix, const Node *node)
{
    const char *name = arena_format(arena_of(sub), "W_%s", letter);
    add_learned(
        sub, name, matrix,
        arena_format(arena_of(sub), "What %s are made with, all heads' side by side", what));
    Step step = featured(sub,
                         step_of(sub, letter, arena_format(arena_of(sub), "all heads' %s", what),
                                 arena_format(arena_of(sub), "%s = %s %s", letter, from, name)),
                         node);
    step.rows = rows;
    step.detail = true;
    add_noted(sub, step,
              note_longest_row(seen(sub, &step), "All heads' side by side, a row a word"));
}

void add_attention(const Sublayer *sub, const AttentionKind *kind, const MultiHead *multi,
                   const Projections *p, const Node *mean)
{
    add_projected(sub, "Q", "queries", kind->asking, sub->rows, p->W_Q, multi->Q);
    add_projected(sub, "K", "keys", kind->asked, kind->keys, p->W_K, multi->K);
    add_projected(sub, "V", "values", kind->asked, kind->keys, p->W_V, multi->V);
    for (int h = 0; h < multi->head_count; h++)
        add_head(sub, kind, h, &multi->heads[h]);
    Step m = asking(
        step_of(sub, "mean", "mean weights of the heads",
                arena_format(arena_of(sub), "mean of %s", weights_formula(arena_of(sub), kind))),
        kind, mean);
    m.kind = VALUE_PROBABILITY;
    m.mask = kind->mask;
    add_noted(sub, m, mean_note(kind, seen(sub, &m)));
    add_learned(sub, "W_O", p->W_O, "What mixes the heads");
    Step c =
        featured(sub, step_of(sub, "concat", "heads side by side", "Concat(head_1, …, head_h)"),
                 multi->concat);
    Step o = featured(sub, step_of(sub, "output", "output", "Concat(head_1, …, head_h) W_O"),
                      multi->output);
    c.detail = true;
    add_noted(sub, c, note_longest_row(seen(sub, &c), "The outputs of all heads in one row"));
    add_noted(sub, o, note_longest_row(seen(sub, &o), "The heads mixed, a row a word"));
}

/* ---- the feed-forward network ---- */

void add_network(const Sublayer *sub, const FeedForward *f, const FeedForwardParameters *p)
{
    add_learned(sub, "W_1", p->W_1, "The first layer");
    add_biases(sub, "b_1", p->b_1, "Its biases");
    add_learned(sub, "W_2", p->W_2, "The second layer");
    add_biases(sub, "b_2", p->b_2, "Its biases");
    Step first = featured(sub, step_of(sub, "product", "hidden products", "xW_1"), f->product);
    Step second = featured(sub, step_of(sub, "back", "products", "max(0, xW_1 + b_1)W_2"), f->back);
    Step s = featured(sub, step_of(sub, "sums", "hidden sums", "xW_1 + b_1"), f->sums);
    Step a = featured(sub, step_of(sub, "active", "hidden units", "max(0, xW_1 + b_1)"), f->active);
    Step o =
        featured(sub, step_of(sub, "output", "output", "max(0, xW_1 + b_1)W_2 + b_2"), f->output);
    first.detail = second.detail = s.detail = true;
    add_noted(sub, first, note_longest_row(seen(sub, &first), "Each row times W₁"));
    add_noted(sub, s, note_longest_row(seen(sub, &s), "With the biases, each word by itself"));
    add_noted(sub, a, note_silent(seen(sub, &a)));
    add_noted(sub, second, note_longest_row(seen(sub, &second), "As many numbers as went in"));
    add_noted(sub, o, note_longest_row(seen(sub, &o), "Back to as many numbers as went in"));
}

/* ---- around a sublayer ---- */

static const char *const moment_labels[MOMENT_COLUMNS] = {"mean", "variance", "mean after",
                                                          "variance after"};

/* A moment of each row that goes in or comes out. */
static void add_moment(const Sublayer *sub, int column, const char *formula, const Node *node)
{
    static const char *const ids[MOMENT_COLUMNS] = {"mean", "variance", "mean-after",
                                                    "variance-after"};
    const char *name = moment_labels[column];
    Step step =
        step_of(sub, ids[column], arena_format(arena_of(sub), "%s of each row", name), formula);
    step.cols = token_axis("measure", moment_labels + column, 1);
    step.form = FORM_BARS;
    step.node = node;
    step.detail = true;
    add_noted(sub, step, note_range(seen(sub, &step), name));
}

/* Of what comes out, and all side by side. */
static void add_effect(const Sublayer *sub, const NormEffect *effect, const NormParameters *p)
{
    add_moment(sub, 2, "Σ_j y_{ij}/d", effect->after.mean);
    add_moment(sub, 3, "Σ_j (y_{ij} − Σ_k y_{ik}/d)^2/d", effect->after.variance);
    Step all = step_of(sub, "moments", "what it does to each row", "μ_i, σ_i^2, of x and of y");
    all.cols = token_axis("measure", moment_labels, MOMENT_COLUMNS);
    all.node = effect->moments;
    add_noted(sub, all, note_moments(seen(sub, &all), p->gain, p->bias));
}

void add_norm(const Sublayer *around, const LayerNorm *norm, const NormEffect *effect,
              const NormParameters *p)
{
    Sublayer sub = *around;
    sub.id = id_in(around, "norm");
    sub.title = arena_format(arena_of(around), "%s, layer norm", around->title);
    Step standard = featured(
        &sub, step_of(&sub, "standard", "standardised", "(x_{ij} − μ_i)/√(σ_i^2 + 0.00001)"),
        norm->standard);
    Step scaled =
        featured(&sub, step_of(&sub, "scaled", "scaled", "γ_j (x_{ij} − μ_i)/√(σ_i^2 + 0.00001)"),
                 norm->scaled);
    Step output = featured(
        &sub, step_of(&sub, "output", "output", "y = γ_j (x_{ij} − μ_i)/√(σ_i^2 + 0.00001) + β_j"),
        norm->output);
    Step gain = learned_row(&sub, "gain", "γ", p->gain);
    Step bias = learned_row(&sub, "bias", "β", p->bias);
    standard.detail = scaled.detail = true;
    add_noted(&sub, gain, note_learned_row(seen(&sub, &gain), "A factor for each feature"));
    add_noted(&sub, bias, note_learned_row(seen(&sub, &bias), "Added to each feature"));
    add_moment(&sub, 0, "μ_i = Σ_j x_{ij}/d", norm->moments.mean);
    add_moment(&sub, 1, "σ_i^2 = Σ_j (x_{ij} − μ_i)^2/d", norm->moments.variance);
    add_noted(&sub, standard, note_norm_rows(seen(&sub, &standard)));
    add_noted(&sub, scaled, note_longest_row(seen(&sub, &scaled), "Each feature times γ"));
    add_noted(&sub, output, note_norm_rows(seen(&sub, &output)));
    add_effect(&sub, effect, p);
}

void add_before(const Sublayer *sub, Surroundings s)
{
    if (sub->norm == NORM_PRE)
        add_norm(sub, &s.residual->norm, s.effect, s.norm);
}

void add_after(const Sublayer *sub, Surroundings s)
{
    Step sum =
        featured(sub, step_of(sub, "residual", "residual", "x + Sublayer(x)"), s.residual->sum);
    if (sub->norm == NORM_PRE)
        sum.formula = "x + Sublayer(LayerNorm(x))";
    add_noted(sub, sum, note_moved(seen(sub, &sum), s.input));
    if (sub->norm == NORM_POST)
        add_norm(sub, &s.residual->norm, s.effect, s.norm);
}

/* ---- panels ---- */

static const char *first_head(const Sublayer *sub, const char *stage)
{
    return id_in(sub, arena_format(arena_of(sub), "head-1/%s", stage));
}

/* From the scores to the weights of the first head. */
static void add_stages(const Sublayer *sub, const AttentionKind *kind)
{
    static const struct {
        const char *id, *title, *arrow;
    } stages[] = {{"scores", "QKᵀ", NULL},
                  {"scaled", "QKᵀ/√d_k", "/√d_k"},
                  {"masked", "QKᵀ/√d_k + M", "+ M"},
                  {"weights", "softmax", "softmax"}};
    enum { STAGES = sizeof stages / sizeof *stages };
    Grid grid =
        grid_new(sub->trace, first_head(sub, "stages"), 1, kind->mask ? STAGES : STAGES - 1);
    grid.panel.title =
        arena_format(arena_of(sub), "%s: head 1, from scores to weights", sub->title);
    grid.panel.formula = head_formula(arena_of(sub), kind);
    grid.panel.note = trace_step(sub->trace, first_head(sub, "weights"))->note;
    for (int i = 0, col = 0; i < STAGES; i++)
        col += grid_place(&grid, 0, col, first_head(sub, stages[i].id), stages[i].title,
                          stages[i].arrow);
    add_panel(sub->trace, grid);
}

/* Every head of an attention and their mean, at most this many in a row. */
enum { HEADS_A_ROW = 5 };

static void add_heads(const Sublayer *sub, const AttentionKind *kind, int heads)
{
    int places = heads > 1 ? heads + 1 : 1;
    int rows = (places + HEADS_A_ROW - 1) / HEADS_A_ROW, cols = (places + rows - 1) / rows;
    Grid grid = grid_new(sub->trace, id_in(sub, "heads"), rows, cols);
    grid.panel.title = arena_format(arena_of(sub), "%s: %s", sub->title, kind->who);
    grid.panel.formula = head_formula(arena_of(sub), kind);
    grid.panel.note = trace_step(sub->trace, id_in(sub, "mean"))->note;
    for (int h = 0; h < heads; h++)
        grid_place(&grid, h / cols, h % cols,
                   id_in(sub, arena_format(arena_of(sub), "head-%d/weights", h + 1)),
                   arena_format(arena_of(sub), "head %d", h + 1), NULL);
    if (heads > 1)
        grid_place(&grid, heads / cols, heads % cols, id_in(sub, "mean"), "mean of the heads",
                   NULL);
    add_panel(sub->trace, grid);
}

void add_attention_panels(const Sublayer *sub, const AttentionKind *kind, int heads)
{
    add_stages(sub, kind);
    add_heads(sub, kind, heads);
}
