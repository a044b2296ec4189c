#include "trace/self_attention.h"

static const Note sentences[] = {
    {"output", "matmul", "one-row",
     "The heads mixed into one vector, cosine {turned-cosine} to its input."},
    {"output", "matmul", "",
     "The heads mixed into one vector a word; farthest from its input is that of {turned}, cosine "
     "{turned-cosine}."},
    {0},
};

TracedText subject_text(const Subject *subject, int count)
{
    return (TracedText){.text = subject->sentence,
                        .token_count = count,
                        .tokens = subject->tokens,
                        .unknown = subject->unknown,
                        .forms = subject->forms,
                        .left_out = subject->left_out};
}

void add_attention_settings(Trace *t, const SelfAttentionSettings *settings, int d_model,
                            const Subject *subject)
{
    const char *positions = settings->positions ? "sinusoidal" : "none";
    add_number_setting(t, "heads", settings->heads);
    add_number_setting(t, "d_model", d_model);
    add_number_setting(t, "d_k", d_model / settings->heads);
    add_setting(t, "mask", subject->mask, false);
    add_setting(t, "positions", positions, false);
    add_setting(t, "scale", settings->scale == SCALE_ROOT ? "sqrt" : "none", false);
    t->provenance = arena_format(t->arena, "d_{model} = %d, d_k = %d, mask %s, %s positions",
                                 d_model, d_model / settings->heads, subject->mask,
                                 settings->positions ? "sinusoidal" : "no");
}

void add_weights_settings(Trace *t, const char *origin, const Subject *subject)
{
    add_setting(t, "weights", origin, false);
    add_setting(t, "seed", subject->seed, true);
    add_source(t, origin, subject->recipe, "held-out perplexity", subject->perplexity);
    t->provenance =
        arena_format(t->arena, "%s, weights %s%s%s", t->provenance, origin,
                     subject->seed ? ", seed " : "", subject->seed ? subject->seed : "");
}

/* ---- panels ---- */

/* The stages of attention that there are, from the scores on; what flows into what says the
   arrows. */
static int place_stages(Grid *grid, int row, int col, const char *part, bool output)
{
    static const char *const stages[] = {"scores", "scaled", "masked", "weights", "output"};
    Arena *arena = grid->trace->arena;
    for (int i = 0; i < (output ? 5 : 4); i++) {
        const char *id = arena_format(arena, "%s/%s", part, stages[i]);
        const Step *step = trace_step(grid->trace, id);
        col = grid_flow(grid, row, col, id, i || !step ? stages[i] : step->formula);
    }
    return col;
}

static int stage_count(const Trace *t)
{
    return 2 + (trace_step(t, "raw/scaled") != NULL) + (trace_step(t, "mask") != NULL);
}

static const char *head_id(const Trace *t, int head, const char *stage)
{
    return arena_format(t->arena, "head-%d%s", head + 1, stage);
}

/* Rows: the input, attention without projections, every head, the result. */
static void add_overview(Trace *t, int heads)
{
    static const char *const input[] = {"embeddings", "positional", "input"};
    static const char *const input_titles[] = {"X", "PE", "X + PE"};
    static const char *const result[] = {"concat", "W_O", "output"};
    int last = heads + 2, stages = stage_count(t);
    Grid grid = grid_new(t, "overview", heads + 3, 3 + stages + 1);
    grid.panel.title = "Self-attention, stage by stage";
    grid.panel.formula =
        arena_format(t->arena, "head = %s", trace_step(t, "head-1/output")->formula);
    grid.panel.note = t->steps[t->step_count - 1].note;
    grid.row_titles[0] = "input";
    grid_equation(&grid, 0, 0, input, input_titles);
    grid_place(&grid, 0, 3, "mask", "M", NULL);
    grid.row_titles[1] = "no projections";
    place_stages(&grid, 1, 3, "raw", true);
    for (int h = 0; h < heads; h++) {
        grid.row_titles[2 + h] = arena_format(t->arena, "head %d", h + 1);
        grid_place(&grid, 2 + h, 0, head_id(t, h, "/Q"), "Q", NULL);
        grid_place(&grid, 2 + h, 1, head_id(t, h, "/K"), "K", NULL);
        grid_place(&grid, 2 + h, 2, head_id(t, h, "/V"), "V", NULL);
        place_stages(&grid, 2 + h, 3, head_id(t, h, ""), true);
    }
    grid.row_titles[last] = "result";
    grid_equation(&grid, last, 0, result, result);
    grid_place(&grid, last, 3 + stages - 1, "mean/weights", "mean of heads", NULL);
    grid_place(&grid, last, 3 + stages, "difference/weights", "mean − no projections", NULL);
    add_panel(t, grid);
}

static void add_stages(Trace *t, int head)
{
    const Step *weights = trace_step(t, head_id(t, head, "/weights"));
    Grid grid = grid_new(t, head_id(t, head, "/stages"), 1, stage_count(t));
    grid.panel.title = arena_format(t->arena, "Head %d, from scores to weights", head + 1);
    grid.panel.formula = weights->formula;
    grid.panel.note = weights->note;
    place_stages(&grid, 0, 0, head_id(t, head, ""), false);
    add_panel(t, grid);
}

/* Every head and their mean, at most this many in a row. */
enum { HEADS_A_ROW = 5 };

static void add_heads(Trace *t, int heads)
{
    int places = heads + 1;
    int rows = (places + HEADS_A_ROW - 1) / HEADS_A_ROW, cols = (places + rows - 1) / rows;
    Grid grid = grid_new(t, "heads", rows, cols);
    grid.panel.title = "Attention weights of the heads";
    grid.panel.formula = trace_step(t, "head-1/weights")->formula;
    grid.panel.note = trace_step(t, "mean/weights")->note;
    for (int h = 0; h < heads; h++)
        grid_place(&grid, h / cols, h % cols, head_id(t, h, "/weights"),
                   arena_format(t->arena, "head %d", h + 1), NULL);
    grid_place(&grid, heads / cols, heads % cols, "mean/weights", "mean of the heads", NULL);
    add_panel(t, grid);
}

static void add_beside(Trace *t)
{
    Grid grid = grid_new(t, "xxt-beside-heads", 1, 3);
    grid.panel.title = "What the projections change";
    grid.panel.formula = arena_format(t->arena, "%s beside the mean of the heads",
                                      trace_step(t, "raw/weights")->formula);
    grid.panel.note = trace_step(t, "difference/weights")->note;
    grid_place(&grid, 0, 0, "raw/weights", "no projections", NULL);
    grid_place(&grid, 0, 1, "mean/weights", "mean of the heads", NULL);
    grid_place(&grid, 0, 2, "difference/weights", "difference", NULL);
    add_panel(t, grid);
}

Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject)
{
    Trace *t = trace_begin(g);
    int heads = model->settings.heads;
    add_text(t, subject_text(subject, model->n));
    add_attention_settings(t, &model->settings, model->d_model, subject);
    add_weights_settings(t, model->origin, subject);
    trace_tell(t, NULL, sentences);
    add_overview(t, heads);
    for (int i = 0; i < heads; i++)
        add_stages(t, i);
    add_heads(t, heads);
    add_beside(t);
    return t;
}
