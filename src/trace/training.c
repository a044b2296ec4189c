#include "trace/training.h"

#include "trace/narration.h"

#define GIVES "{followed-from} gives {followed} to {followed-to}"
#define MOST "its largest weight is {followed-top-weight}, for {followed-top}."

static const Note sentences[] = {
    {"step-*/weights", NULL, "one-row", "A word by itself can only look at itself."},
    {"step-0/weights", "mean", "", GIVES ", an even share being {even}; " MOST},
    {"step-*/weights", "mean", "", GIVES ", at step 0 it was {followed-at-start}; " MOST},
    {"step-*/weights", "softmax_rows", "",
     "Between two words the largest weight is {between}, from {between-from} to {between-to}; an "
     "even share would be {even}."},
    {"step-0/*W_Q|step-0/*W_K", "columns", "",
     "Drawn at random, with a standard deviation of {deviation}."},
    {"step-*W_Q|step-*W_K", "columns", "",
     "Since step 0 its numbers moved by {learned-by} (root mean square); they now have the "
     "standard "
     "deviation {deviation}."},
    {"step-*/change", "subtract", "",
     "{longest} went farthest: its vector moved by {longest-length}; at step 0 it was "
     "{longest-at-start} long."},
    {"loss", NULL, "one-row", "{first-cell} in the only step."},
    {"loss", NULL, "last-of-one-step", "{first-cell} in step 1, {final-cell} in step {last-name}."},
    {"loss", NULL, "",
     "{first-cell} in step 1, {final-cell} on average in steps {last-begin} to {last-name}."},
    {"perplexity", NULL, "",
     "Hidden words of {first-whole@perplexity/sentences} "
     "{sentence|sentences:first-whole@perplexity/sentences} held out are guessed as if among "
     "{last-whole}, as if among {first-whole@perplexity/before} before the first step; their "
     "frequencies alone give {first-whole@perplexity/unigram}."},
    {0},
};

/* "bat to hit: 0.14 at step 0, 0.16 at step 10, …" */
static const Note course[] = {{"*", NULL, "one-row", "A word by itself can only look at itself."},
                              {"*", NULL, "", "{followed-from} to {followed-to}: "},
                              {0}};
static const Note course_point[] = {{"*", NULL, "", "{followed} at step "}, {0}};

static const View views[] = {
    {"step-*/change", ROLE_SHOWN, FORM_CELLS},
    {"step-*/mean/weights", ROLE_BEHIND, FORM_CELLS},
    {"step-*/raw/*", ROLE_BEHIND, FORM_CELLS},
    {"step-*/difference/*", ROLE_BEHIND, FORM_CELLS},
    {"step-*/W_Q", ROLE_SHOWN, FORM_CELLS},
    {"step-*/W_K", ROLE_SHOWN, FORM_CELLS},
    {"step-*/weights", ROLE_SHOWN, FORM_CELLS},
    {"loss", ROLE_SHOWN, FORM_CURVES},
    {"perplexity", ROLE_SHOWN, FORM_CURVES},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

/* ---- curves ---- */

static void add_curve(Trace *t, const char *name, const Measurements *m, bool log_y)
{
    if (!m->count)
        return;
    Curves *curves = arena_alloc(t->arena, 1, sizeof *curves);
    *curves =
        (Curves){.x = m->steps, .x_name = "step", .y_name = name, .log_x = true, .log_y = log_y};
    trace_step_edited(t, name)->curves = curves;
}

/* ---- panels ---- */

static const char *snapshot_id(const Trace *t, int step, const char *what)
{
    return arena_format(t->arena, "step-%d/%s", step, what);
}

static const char *head_id(const Trace *t, int step, int head, const char *what)
{
    return arena_format(t->arena, "step-%d/head-%d/%s", step, head + 1, what);
}

/* "bat to hit: 0.14 at step 0, 0.16 at step 10, 0.37 at step 3000; no pair of words gained more."
 */
static const char *note_course(Trace *t, const TrainingHistory *h)
{
    const char *first = snapshot_id(t, h->snapshots[0], "weights");
    Text text = text_new(t->arena);
    text_add(&text, note_of_step(t, trace_step(t, first), course));
    if (h->n == 1)
        return text.data;
    for (int i = 0; i < h->snapshot_count; i++) {
        const Step *weights = trace_step(t, snapshot_id(t, h->snapshots[i], "weights"));
        text_format(&text, "%s%s%d", i ? ", " : "", note_of_step(t, weights, course_point),
                    h->snapshots[i]);
    }
    text_add(&text, "; no pair of words gained more.");
    return text.data;
}

/* The heads' mean from snapshot to snapshot; below it the curves. */
static void add_overview(Trace *t, const TrainingHistory *h)
{
    bool curves = h->loss.count;
    Grid grid = grid_new(t, "overview", 1 + curves, h->snapshot_count);
    grid.panel.title = "Attention as it is learned";
    grid.panel.formula = trace_step(t, "step-0/weights")->formula;
    grid.panel.note = note_course(t, h);
    for (int i = 0; i < h->snapshot_count; i++)
        grid_place(&grid, 0, i, snapshot_id(t, h->snapshots[i], "weights"),
                   arena_format(t->arena, "step %d", h->snapshots[i]), NULL);
    if (curves) {
        grid_place(&grid, 1, 0, "loss", "loss", NULL);
        grid_place(&grid, 1, 1, "perplexity", "held-out perplexity", NULL);
    }
    add_panel(t, grid);
}

/* A row for each snapshot, a column for each head. */
static void add_heads(Trace *t, const TrainingHistory *h)
{
    int heads = h->settings.heads;
    Grid grid = grid_new(t, "heads", h->snapshot_count, heads);
    grid.panel.title = "Attention weights of the heads as they are learned";
    grid.panel.formula = trace_step(t, "step-0/head-1/weights")->formula;
    grid.panel.note = note_course(t, h);
    for (int i = 0; i < h->snapshot_count; i++) {
        grid.row_titles[i] = arena_format(t->arena, "step %d", h->snapshots[i]);
        for (int k = 0; k < heads; k++)
            grid_place(&grid, i, k, head_id(t, h->snapshots[i], k, "weights"),
                       arena_format(t->arena, "head %d", k + 1), NULL);
    }
    add_panel(t, grid);
}

/* The same of W_Q and W_K. */
static void add_projections(Trace *t, const TrainingHistory *h)
{
    static const char *const names[] = {"W_Q", "W_K"};
    int heads = h->settings.heads, last = h->snapshots[h->snapshot_count - 1];
    Grid grid = grid_new(t, "projections", h->snapshot_count, 2 * heads);
    grid.panel.title = "The projections as they are learned";
    grid.panel.formula =
        arena_format(t->arena, "%s, %s", trace_any_step(t, "step-0/head-1/Q")->formula,
                     trace_any_step(t, "step-0/head-1/K")->formula);
    grid.panel.note = arena_format(t->arena, "W_Q of head 1: %s",
                                   trace_step(t, head_id(t, last, 0, "W_Q"))->note);
    for (int i = 0; i < h->snapshot_count; i++) {
        grid.row_titles[i] = arena_format(t->arena, "step %d", h->snapshots[i]);
        for (int k = 0; k < 2 * heads; k++)
            grid_place(&grid, i, k, head_id(t, h->snapshots[i], k / 2, names[k % 2]),
                       arena_format(t->arena, "%s, head %d", names[k % 2], k / 2 + 1), NULL);
    }
    add_panel(t, grid);
}

/* ---- the whole ---- */

static void add_settings(Trace *t, const TrainingHistory *h, const char *seed)
{
    int d_k = h->d_model / h->settings.heads;
    add_number_setting(t, "heads", h->settings.heads);
    add_number_setting(t, "d_model", h->d_model);
    add_number_setting(t, "d_k", d_k);
    add_setting(t, "corpus", h->corpus, false);
    add_number_setting(t, "steps", h->steps_done);
    add_number_setting(t, "steps asked for", h->steps_asked);
    add_setting(t, "weights", arena_format(t->arena, "learned from %s", h->corpus), false);
    add_setting(t, "seed", seed, true);
    t->provenance =
        arena_format(t->arena, "d_{model} = %d, d_k = %d, %d step%s of training on %s, seed %s",
                     h->d_model, d_k, h->steps_done, plural(h->steps_done), h->corpus, seed);
}

Trace *trace_training(const TrainingHistory *h, const Subject *subject)
{
    Trace *t = trace_begin(h->graph);
    add_text(t, traced_text(subject->sentence, h->n, subject->tokens));
    add_settings(t, h, subject->seed);
    trace_tell(t, views, sentences);
    add_curve(t, "loss", &h->loss, false);
    add_curve(t, "perplexity", &h->perplexity, true);
    add_overview(t, h);
    add_heads(t, h);
    add_projections(t, h);
    return t;
}
