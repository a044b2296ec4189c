#include "trace/traces.h"

void add_attention_settings(Trace *t, const SelfAttentionSettings *settings, int d_model,
                            const Subject *subject)
{
    add_number_setting(t, "heads", settings->heads);
    add_number_setting(t, "d_model", d_model);
    add_number_setting(t, "d_k", d_model / settings->heads);
    add_setting(t, "mask", subject->mask, false);
    add_setting(t, "positions", settings->positions ? "sinusoidal" : "none", false);
    add_setting(t, "scale", settings->scale == SCALE_ROOT ? "sqrt" : "none", false);
    if (settings->normalise)
        add_setting(t, "normalise", "yes", false);
}

/* ---- panels ---- */

/* The stages of attention that there are, from the scores on; what flows into what says the
   arrows. Returns the next column. */
static int place_stages(Grid *grid, int row, int col, const char *part)
{
    enum { STAGES = 5 };
    static const char *const stages[STAGES] = {"scores", "scaled", "masked", "weights", "output"};
    Arena *arena = grid->trace->arena;
    for (int i = 0; i < STAGES; i++) {
        const char *id = arena_format(arena, "%s/%s", part, stages[i]);
        const Step *step = trace_step(grid->trace, id);
        col = grid_flow(grid, row, col, id, i || !step ? stages[i] : step->formula);
    }
    return col;
}

static const char *head_id(const Trace *t, int head, const char *stage)
{
    return arena_format(t->arena, "head-%d%s", head, stage);
}

/* Rows: the input, attention without projections, every head, the result. */
static void add_overview(Trace *t, int heads)
{
    static const char *const input[] = {"embeddings", "positional", "input"};
    static const char *const input_titles[] = {"X", "PE", "X + PE"};
    static const char *const result[] = {"concat", "W_O", "output"};
    static const char *const projected[] = {"Q", "K", "V"};
    int last = heads + 2;
    Grid grid = grid_listed(t, "overview");
    grid_row(&grid, 0, "input");
    grid_equation(&grid, 0, 0, input, input_titles);
    grid_place(&grid, 0, 3, "mask", "M", NULL);
    grid_row(&grid, 1, "no projections");
    int end = place_stages(&grid, 1, 3, "raw");
    for (int h = 1; h <= heads; h++) {
        grid_row(&grid, 1 + h, arena_format(t->arena, "head %d", h));
        for (int i = 0; i < 3; i++)
            grid_place(&grid, 1 + h, i, arena_format(t->arena, "head-%d/%s", h, projected[i]),
                       projected[i], NULL);
        place_stages(&grid, 1 + h, 3, head_id(t, h, ""));
    }
    grid_row(&grid, last, "result");
    grid_equation(&grid, last, 0, result, result);
    grid_place(&grid, last, end - 2, "mean/weights", "mean of heads", NULL);
    grid_place(&grid, last, end - 1, "difference/weights", "mean − no projections", NULL);
    add_panel(t, grid);
}

static void add_stages(Trace *t, int head)
{
    Grid grid = grid_listed_of(t, trace_step(t, head_id(t, head, "/weights")), "stages",
                               head_id(t, head, "/stages"));
    grid.panel.title = arena_format(t->arena, "Head %d%s", head, grid.panel.title);
    add_panel(t, grid);
}

/* Every head and their mean. */
static void add_heads(Trace *t, int heads)
{
    Grid grid = grid_listed(t, "heads");
    grid_heads(&grid, heads, "head-%d/weights", "mean/weights");
    add_panel(t, grid);
}

Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject)
{
    Trace *t = trace_begin(g);
    int heads = model->settings.heads;
    add_text(t, subject->text);
    add_attention_settings(t, &model->settings, cols_of(model->input), subject);
    add_origin(t, &subject->origin);
    trace_tell(t, self_attention_list);
    add_overview(t, heads);
    for (int h = 1; h <= heads; h++)
        add_stages(t, h);
    add_heads(t, heads);
    Grid beside = grid_listed(t, "xxt-beside-heads");
    const Step *control = trace_step(t, "matched/weights");
    if (control)
        beside.panel.note = arena_format(t->arena, "%s %s", beside.panel.note, control->note);
    add_panel(t, beside);
    return t;
}
