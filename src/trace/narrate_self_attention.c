#include "trace/self_attention.h"

#include "trace/narration.h"
#include "trace/notes.h"

/* One narration: the trace so far, and who writes its sentences. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const SelfAttention *model;
    Notes notes;
} Narration;

/* How attention over one input is written: without projections, or in a head. */
typedef struct Notation {
    const char *id, *of;      /* "head-2", " of head 2" */
    const char *scores;       /* "QKᵀ" */
    const char *root, *value; /* "√dₖ", "V" */
    const char *part;         /* what the weights add up: "value" */
    int d;
} Notation;

static const Notation raw_notation = {
    .id = "raw",
    .of = " without projections",
    .scores = "XXᵀ",
    .root = "√d",
    .value = "X",
    .part = "vector",
};

/* ---- steps ---- */

static Axis tokens(const Narration *n, const char *name)
{
    return token_axis(name, n->notes.labels, n->model->n);
}

/* A matrix with one row a token and numbered features. */
static void add_features(Narration *n, const char *id, const char *title, const char *formula,
                         const char *note, const Node *node)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .rows = tokens(n, "token"),
                              .cols = numbered_axis(n->arena, cols_of(node)),
                              .kind = VALUE_SIGNED,
                              .node = node});
}

/* A learned matrix: features by features. */
static void add_matrix(Narration *n, const char *id, const char *title, const char *formula,
                       const char *note, const Node *node)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .rows = numbered_axis(n->arena, rows_of(node)),
                              .cols = numbered_axis(n->arena, cols_of(node)),
                              .kind = VALUE_SIGNED,
                              .node = node});
}

/* A matrix of queries × keys; `mask` when the step comes after the mask. */
static void add_square(Narration *n, const char *id, const char *title, const char *formula,
                       const char *note, ValueKind kind, const Node *node, const Node *mask)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .rows = tokens(n, "query"),
                              .cols = tokens(n, "key"),
                              .kind = kind,
                              .node = node,
                              .mask = mask});
}

static bool has_scale(const Narration *n)
{
    return n->model->settings.scale == SCALE_ROOT;
}

static const char *scaled_formula(const Narration *n, const Notation *w)
{
    return has_scale(n) ? arena_format(n->arena, "%s/%s", w->scores, w->root) : w->scores;
}

static const char *masked_formula(const Narration *n, const Notation *w)
{
    const char *scaled = scaled_formula(n, w);
    return n->model->mask ? arena_format(n->arena, "%s + M", scaled) : scaled;
}

static const char *id_of(const Narration *n, const Notation *w, const char *stage)
{
    return arena_format(n->arena, "%s/%s", w->id, stage);
}

static const char *title_of(const Narration *n, const Notation *w, const char *stage)
{
    return arena_format(n->arena, "%s%s", stage, w->of);
}

static void add_attention(Narration *n, const Notation *w, const Attention *a,
                          const char *score_note)
{
    const SelfAttention *model = n->model;
    const char *masked = masked_formula(n, w);
    add_square(n, id_of(n, w, "scores"), title_of(n, w, "Scores"), w->scores, score_note,
               VALUE_SIGNED, a->scores, NULL);
    if (has_scale(n))
        add_square(n, id_of(n, w, "scaled"), title_of(n, w, "Scaled scores"), scaled_formula(n, w),
                   note_scaled(&n->notes, a, w->d), VALUE_SIGNED, a->scaled, NULL);
    if (model->mask)
        add_square(n, id_of(n, w, "masked"), title_of(n, w, "Masked scores"), masked,
                   note_masked(&n->notes), VALUE_SIGNED, a->masked, model->mask);
    add_square(n, id_of(n, w, "weights"), title_of(n, w, "Attention weights"),
               arena_format(n->arena, "softmax(%s)", masked), note_weights(&n->notes, a->weights),
               VALUE_PROBABILITY, a->weights, model->mask);
    add_features(n, id_of(n, w, "output"), title_of(n, w, "Output"),
                 arena_format(n->arena, "softmax(%s) %s", masked, w->value),
                 note_output(&n->notes, a, w->part), a->output);
}

static void add_head(Narration *n, int index)
{
    const Head *head = &n->model->multi.heads[index];
    int d_k = n->model->d_k;
    Notation w = {.id = arena_format(n->arena, "head-%d", index + 1),
                  .of = arena_format(n->arena, " of head %d", index + 1),
                  .scores = "QKᵀ",
                  .root = "√dₖ",
                  .value = "V",
                  .part = "value",
                  .d = d_k};
    const struct {
        const char *letter, *matrix_title, *rows_title, *rows_note;
        const Node *matrix, *rows;
    } parts[] = {
        {"Q", "Query projection", "Queries", "One query a word, what it asks for", head->W_Q,
         head->Q},
        {"K", "Key projection", "Keys", "One key a word, what it can be found by", head->W_K,
         head->K},
        {"V", "Value projection", "Values", "One value a word, what it gives", head->W_V, head->V},
    };
    for (int i = 0; i < 3; i++) {
        const char *matrix = arena_format(n->arena, "W_%s", parts[i].letter);
        const char *columns = arena_format(n->arena, "Columns %d to %d of the whole %s",
                                           index * d_k + 1, (index + 1) * d_k, matrix);
        add_matrix(n, id_of(n, &w, matrix), title_of(n, &w, parts[i].matrix_title), matrix,
                   note_matrix(&n->notes, parts[i].matrix, columns), parts[i].matrix);
    }
    for (int i = 0; i < 3; i++) {
        const char *formula =
            arena_format(n->arena, "%s = X W_%s", parts[i].letter, parts[i].letter);
        add_features(n, id_of(n, &w, parts[i].letter), title_of(n, &w, parts[i].rows_title),
                     formula, note_rows(&n->notes, parts[i].rows, parts[i].rows_note),
                     parts[i].rows);
    }
    add_attention(n, &w, &head->attention, note_head_scores(&n->notes, head->attention.scores));
}

static void add_input(Narration *n)
{
    const SelfAttention *model = n->model;
    add_features(n, "embeddings", "Embeddings", "X", note_embeddings(&n->notes), model->embeddings);
    if (model->positional) {
        add_features(n, "positional", "Positional encoding",
                     "PE(p, 2i) = sin(p/10000^{2i/d}), PE(p, 2i+1) = cos(p/10000^{2i/d})",
                     note_positional(&n->notes), model->positional);
        add_features(n, "input", "Input", "X ← X + PE", note_input(&n->notes), model->input);
    }
    if (model->mask)
        add_square(n, "mask", "Mask", "M", note_mask(&n->notes), VALUE_MASK, model->mask,
                   model->mask);
}

/* "Concat(head₁, …, head₃)" */
static const char *concat_formula(const Narration *n)
{
    int heads = n->model->multi.head_count;
    if (heads == 1)
        return "Concat(head_1)";
    return arena_format(n->arena, "Concat(head_1, %shead_{%d})", heads > 2 ? "…, " : "", heads);
}

static void add_result(Narration *n)
{
    const MultiHead *multi = &n->model->multi;
    const char *concat = concat_formula(n);
    add_features(n, "concat", "Heads side by side", concat, note_concat(&n->notes), multi->concat);
    add_matrix(n, "W_O", "Output projection", "W_O",
               note_matrix(&n->notes, multi->W_O, "The matrix that mixes the heads"), multi->W_O);
    add_features(n, "output", "Output", arena_format(n->arena, "%s W_O", concat),
                 note_result(&n->notes), multi->output);
}

static void add_comparison(Narration *n)
{
    const SelfAttention *model = n->model;
    const char *mean = arena_format(n->arena, "mean of softmax(%s) over the heads",
                                    masked_formula(n, &(Notation){.scores = "QKᵀ", .root = "√dₖ"}));
    add_square(n, "mean/weights", "Mean attention weights of the heads", mean, note_mean(&n->notes),
               VALUE_PROBABILITY, model->mean, model->mask);
    add_square(n, "difference/weights", "Projections minus no projections",
               arena_format(n->arena, "mean − softmax(%s)", masked_formula(n, &raw_notation)),
               note_difference(&n->notes), VALUE_DIFFERENCE, model->difference, model->mask);
}

/* ---- panels ---- */

/* The stages of attention that this trace has, from the scores to the output; returns the column
   after the last. */
static int place_stages(const Narration *n, Grid *grid, int row, int col, const Notation *w,
                        bool output)
{
    const struct {
        const char *id, *title, *arrow;
    } stages[] = {
        {"scores", w->scores, NULL},
        {"scaled", "scaled", arena_format(n->arena, "/%s", w->root)},
        {"masked", "masked", "+ M"},
        {"weights", "weights", "softmax"},
        {"output", "output", arena_format(n->arena, "· %s", w->value)},
    };
    for (int i = 0; i < (output ? 5 : 4); i++)
        if (grid_place(grid, row, col, id_of(n, w, stages[i].id), stages[i].title, stages[i].arrow))
            col++;
    return col;
}

static int stage_count(const Narration *n)
{
    return 2 + has_scale(n) + (n->model->mask != NULL);
}

static Notation head_notation(const Narration *n, int index)
{
    return (Notation){.id = arena_format(n->arena, "head-%d", index + 1),
                      .scores = "QKᵀ",
                      .root = "√dₖ",
                      .value = "V"};
}

/* Rows: the input, attention without projections, every head, the result. */
static void add_overview(Narration *n)
{
    int heads = n->model->multi.head_count, last = heads + 2, stages = stage_count(n);
    Grid grid = grid_new(n->trace, "overview", heads + 3, 3 + stages + 1);
    grid.panel.title = "Self-attention, stage by stage";
    grid.panel.formula =
        arena_format(n->arena, "head = softmax(%s) V",
                     masked_formula(n, &(Notation){.scores = "QKᵀ", .root = "√dₖ"}));
    grid.panel.note = n->trace->steps[n->trace->step_count - 1].note;
    grid.row_titles[0] = "input";
    grid_place(&grid, 0, 0, "embeddings", "X", NULL);
    grid_place(&grid, 0, 1, "positional", "PE", "+");
    grid_place(&grid, 0, 2, "input", "X + PE", "=");
    grid_place(&grid, 0, 3, "mask", "M", NULL);
    grid.row_titles[1] = "no projections";
    place_stages(n, &grid, 1, 3, &raw_notation, true);
    for (int h = 0; h < heads; h++) {
        Notation w = head_notation(n, h);
        grid.row_titles[2 + h] = arena_format(n->arena, "head %d", h + 1);
        grid_place(&grid, 2 + h, 0, id_of(n, &w, "Q"), "Q", NULL);
        grid_place(&grid, 2 + h, 1, id_of(n, &w, "K"), "K", NULL);
        grid_place(&grid, 2 + h, 2, id_of(n, &w, "V"), "V", NULL);
        place_stages(n, &grid, 2 + h, 3, &w, true);
    }
    grid.row_titles[last] = "result";
    grid_place(&grid, last, 0, "concat", "concat", NULL);
    grid_place(&grid, last, 1, "W_O", "W_O", "·");
    grid_place(&grid, last, 2, "output", "output", "=");
    grid_place(&grid, last, 3 + stages - 1, "mean/weights", "mean of heads", NULL);
    grid_place(&grid, last, 3 + stages, "difference/weights", "mean − no projections", NULL);
    add_panel(n->trace, grid);
}

static void add_stages(Narration *n, int index)
{
    Notation w = head_notation(n, index);
    Grid grid = grid_new(n->trace, id_of(n, &w, "stages"), 1, stage_count(n));
    grid.panel.title = arena_format(n->arena, "Head %d, from scores to weights", index + 1);
    grid.panel.formula = arena_format(n->arena, "softmax(%s)", masked_formula(n, &w));
    place_stages(n, &grid, 0, 0, &w, false);
    grid.panel.note = trace_step(n->trace, id_of(n, &w, "weights"))->note;
    add_panel(n->trace, grid);
}

/* Every head and their mean, at most this many in a row. */
enum { HEADS_A_ROW = 5 };

static void add_heads(Narration *n)
{
    int heads = n->model->multi.head_count, places = heads + 1;
    int rows = (places + HEADS_A_ROW - 1) / HEADS_A_ROW, cols = (places + rows - 1) / rows;
    Grid grid = grid_new(n->trace, "heads", rows, cols);
    grid.panel.title = "Attention weights of the heads";
    grid.panel.formula = arena_format(
        n->arena, "softmax(%s)", masked_formula(n, &(Notation){.scores = "QKᵀ", .root = "√dₖ"}));
    grid.panel.note = trace_step(n->trace, "mean/weights")->note;
    for (int h = 0; h < heads; h++)
        grid_place(&grid, h / cols, h % cols, arena_format(n->arena, "head-%d/weights", h + 1),
                   arena_format(n->arena, "head %d", h + 1), NULL);
    grid_place(&grid, heads / cols, heads % cols, "mean/weights", "mean of the heads", NULL);
    add_panel(n->trace, grid);
}

static void add_beside(Narration *n)
{
    Grid grid = grid_new(n->trace, "xxt-beside-heads", 1, 3);
    grid.panel.title = "What the projections change";
    grid.panel.formula = arena_format(n->arena, "softmax(%s) beside the mean of the heads",
                                      masked_formula(n, &raw_notation));
    grid.panel.note = trace_step(n->trace, "difference/weights")->note;
    grid_place(&grid, 0, 0, "raw/weights", "no projections", NULL);
    grid_place(&grid, 0, 1, "mean/weights", "mean of the heads", NULL);
    grid_place(&grid, 0, 2, "difference/weights", "difference", NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

static void add_settings(Narration *n, const Subject *subject)
{
    const SelfAttention *model = n->model;
    add_number_setting(n->trace, "heads", model->settings.heads);
    add_number_setting(n->trace, "d_model", model->d_model);
    add_number_setting(n->trace, "d_k", model->d_k);
    add_setting(n->trace, "mask", subject->mask, false);
    add_setting(n->trace, "positions", model->settings.positions ? "sinusoidal" : "none", false);
    add_setting(n->trace, "scale", has_scale(n) ? "sqrt" : "none", false);
    add_setting(n->trace, "weights", model->origin, false);
    add_setting(n->trace, "seed", subject->seed, true);
    add_source(n->trace, model->origin, subject->recipe, "held-out perplexity",
               subject->perplexity);
    n->trace->provenance = arena_format(
        n->arena, "d_{model} = %d, d_k = %d, mask %s, %s positions, weights %s%s%s", model->d_model,
        model->d_k, subject->mask, model->settings.positions ? "sinusoidal" : "no", model->origin,
        subject->seed ? ", seed " : "", subject->seed ? subject->seed : "");
}

enum { INPUT_STEPS = 4, RAW_STEPS = 5, HEAD_STEPS = 11, END_STEPS = 5, SETTINGS = 10 };

/* Room for every step and panel that there can be. */
static Trace *empty_trace(Arena *arena, const SelfAttention *model, const Subject *subject)
{
    int heads = model->multi.head_count;
    Trace *trace = trace_new(arena, INPUT_STEPS + RAW_STEPS + HEAD_STEPS * heads + END_STEPS,
                             heads + 3, SETTINGS, 1);
    trace->argc = subject->argc;
    trace->argv = subject->argv;
    add_text(trace, traced_text(subject->sentence, model->n, subject->tokens));
    return trace;
}

Trace *narrate_self_attention(Arena *arena, const SelfAttention *model, const Subject *subject)
{
    Narration n = {.arena = arena, .model = model, .trace = empty_trace(arena, model, subject)};
    n.notes = (Notes){.arena = arena,
                      .model = model,
                      .labels = subject->labels,
                      .unknown = subject->unknown,
                      .forms = subject->forms,
                      .left_out = subject->left_out};
    add_settings(&n, subject);
    add_input(&n);
    Notation raw = raw_notation;
    raw.d = model->d_model;
    add_attention(&n, &raw, &model->raw, note_raw_scores(&n.notes));
    for (int i = 0; i < model->multi.head_count; i++)
        add_head(&n, i);
    add_result(&n);
    add_comparison(&n);

    add_overview(&n);
    for (int i = 0; i < model->multi.head_count; i++)
        add_stages(&n, i);
    add_heads(&n);
    add_beside(&n);
    return n.trace;
}
