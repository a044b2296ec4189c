#include "trace/traces.h"

/* ---- panels ---- */

static const char *snapshot_id(const Trace *t, int step, const char *what)
{
    return arena_format(t->arena, "step-%d/%s", step, what);
}

/* "bat to hit: 0.14 at step 0, 0.16 at step 10, 0.37 at step 3000; no pair of words gained more."
 */
static const char *note_course(Trace *t, const TrainingHistory *h)
{
    const Step *first = trace_step(t, "step-0/weights");
    Text text = text_new(t->arena);
    if (!first || (first->rows.count == 1 && first->cols.count == 1))
        return (first ? first : trace_step(t, "loss"))->note;
    text_add(&text, sentence_filled(t, first, "{row of followed} to {col of followed}"));
    for (int i = 0; i < h->snapshot_count; i++) {
        const Step *weights = trace_step(t, snapshot_id(t, h->snapshots[i], "weights"));
        text_format(&text, "%s %s at step %d", i ? "," : ":",
                    sentence_filled(t, weights, "{followed}"), h->snapshots[i]);
    }
    text_add(&text, "; no pair of words gained more.");
    return text.data;
}

/* The heads' mean from snapshot to snapshot; below it the curves. */
static void add_overview(Trace *t, const TrainingHistory *h)
{
    Grid grid = grid_new(t, "overview",
                         h->snapshot_count ? "Attention as it is learned" : "Learning curves");
    const char *shown = h->snapshot_count ? "step-0/weights" : "loss";
    grid.panel.formula = trace_step(t, shown)->formula;
    grid.panel.note = note_course(t, h);
    for (int i = 0; i < h->snapshot_count; i++)
        grid_place(&grid, 0, i, snapshot_id(t, h->snapshots[i], "weights"),
                   arena_format(t->arena, "step %d", h->snapshots[i]), NULL);
    grid_place(&grid, 1, 0, "loss", "loss", NULL);
    grid_place(&grid, 1, 1, "perplexity", "held-out perplexity", NULL);
    grid_place(&grid, 1, 1, "right", "held out, right", NULL);
    add_panel(t, grid);
}

/* A row for each snapshot: in every head what has this name, titled by formats with the head. */
static void place_heads(Grid *grid, const TrainingHistory *h, int first, int apart,
                        const char *what, const char *title)
{
    Arena *arena = grid->trace->arena;
    for (int i = 0; i < h->snapshot_count; i++) {
        grid_row(grid, i, arena_format(arena, "step %d", h->snapshots[i]));
        for (int k = 1; k <= h->heads; k++)
            grid_place(grid, i, first + (k - 1) * apart,
                       arena_format(arena, "step-%d/head-%d/%s", h->snapshots[i], k, what),
                       arena_format(arena, title, k), NULL);
    }
}

static void add_heads(Trace *t, const TrainingHistory *h)
{
    Grid grid = grid_new(t, "heads", "Attention weights of the heads as they are learned");
    grid.panel.formula = trace_step(t, "step-0/head-1/weights")->formula;
    grid.panel.note = note_course(t, h);
    place_heads(&grid, h, 0, 1, "weights", "head %d");
    add_panel(t, grid);
}

static void add_projections(Trace *t, const TrainingHistory *h)
{
    Grid grid = grid_new(t, "projections", "The projections as they are learned");
    grid_say(&grid, "{formula@/step-0/head-1/Q}, {formula@/step-0/head-1/K}",
             arena_format(t->arena, "W_Q of head 1: {note@/step-%d/head-1/W_Q}",
                          h->snapshots[h->snapshot_count - 1]));
    place_heads(&grid, h, 0, 2, "W_Q", "W_Q, head %d");
    place_heads(&grid, h, 1, 2, "W_K", "W_K, head %d");
    add_panel(t, grid);
}

/* ---- the whole ---- */

static void add_settings(Trace *t, const TrainingHistory *h, const char *seed)
{
    if (h->heads) {
        add_number_setting(t, "heads", h->heads);
        add_number_setting(t, "d_model", h->d_model);
        add_number_setting(t, "d_k", h->d_model / h->heads);
    }
    add_setting(t, "corpus", h->corpus, false);
    add_number_setting(t, "steps", h->steps_done);
    add_number_setting(t, "steps asked for", h->steps_asked);
    add_setting(t, "weights", arena_format(t->arena, "learned from %s", h->corpus), false);
    add_setting(t, "seed", seed, true);
}

Trace *trace_training(const TrainingHistory *h, const TracedText *texts, int text_count,
                      const char *seed)
{
    Trace *t = trace_begin(h->graph);
    for (int i = 0; i < text_count; i++)
        add_text(t, texts[i]);
    add_settings(t, h, seed);
    trace_tell(t, training_list);
    trace_curves(t, "loss", h->loss.steps);
    trace_curves(t, "perplexity|right", h->measured.steps);
    add_overview(t, h);
    if (h->heads && h->snapshot_count) {
        add_heads(t, h);
        add_projections(t, h);
    }
    return t;
}
