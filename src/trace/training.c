#include "trace/training.h"

#include "base/number.h"
#include "trace/measure.h"
#include "trace/narration.h"

#include <math.h>

typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const TrainingHistory *history;
    const Subject *subject;
    Place followed; /* the pair of words whose mean weight gained most; −1 if there is no pair */
} Narration;

enum { DECIMALS = 2 };

static const char *number(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, DECIMALS));
}

/* Perplexities: hundreds and thousands. */
static const char *whole(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, 0));
}

static const char *count_of(const Narration *n, int count, const char *what)
{
    return arena_format(n->arena, "%d %s%s", count, what, count == 1 ? "" : "s");
}

static const Snapshot *first_of(const TrainingHistory *h)
{
    return &h->snapshots[0];
}

static const Snapshot *last_of(const TrainingHistory *h)
{
    return &h->snapshots[h->snapshot_count - 1];
}

/* ---- notes ---- */

static Place most_gained(const TrainingHistory *h)
{
    Tensor before = first_of(h)->attention.mean->value, after = last_of(h)->attention.mean->value;
    Place best = {-1, -1};
    double most = -2;
    for (int i = 0; i < after.rows; i++)
        for (int j = 0; j < after.cols; j++) {
            double gain = (double)at(after, i, j) - (double)at(before, i, j);
            if (i != j && gain > most) {
                most = gain;
                best = (Place){i, j};
            }
        }
    return best;
}

static const char *followed_weight(const Narration *n, const Snapshot *s)
{
    return number(n, (double)at(s->attention.mean->value, n->followed.row, n->followed.col));
}

static const char *note_mean(const Narration *n, const Snapshot *s)
{
    if (n->followed.row < 0)
        return "A word by itself can only look at itself.";
    const char *query = n->subject->labels[n->followed.row];
    Tensor mean = s->attention.mean->value;
    int largest = largest_in_row(mean, n->followed.row);
    const char *most = arena_format(n->arena, "its largest weight is %s, for %s",
                                    number(n, (double)at(mean, n->followed.row, largest)),
                                    n->subject->labels[largest]);
    if (s == first_of(n->history))
        return arena_format(n->arena, "%s gives %s to %s, an even share being %s; %s.", query,
                            followed_weight(n, s), n->subject->labels[n->followed.col],
                            number(n, 1.0 / mean.cols), most);
    return arena_format(n->arena, "%s gives %s to %s, at step 0 it was %s; %s.", query,
                        followed_weight(n, s), n->subject->labels[n->followed.col],
                        followed_weight(n, first_of(n->history)), most);
}

/* "bat to hit: 0.14 at step 0, 0.16 at step 10, 0.37 at step 3000; no pair of words gained more."
 */
static const char *note_course(const Narration *n)
{
    const TrainingHistory *h = n->history;
    if (n->followed.row < 0)
        return note_mean(n, last_of(h));
    const char *text = arena_format(n->arena, "%s to %s: ", n->subject->labels[n->followed.row],
                                    n->subject->labels[n->followed.col]);
    for (int i = 0; i < h->snapshot_count; i++)
        text = arena_format(n->arena, "%s%s%s at step %d", text, i ? ", " : "",
                            followed_weight(n, &h->snapshots[i]), h->snapshots[i].step);
    return arena_format(n->arena, "%s; no pair of words gained more.", text);
}

static const char *note_head(const Narration *n, const Node *weights)
{
    Place place = largest_between(weights->value, NULL);
    if (place.row < 0)
        return "A word by itself can only look at itself.";
    return arena_format(n->arena,
                        "Between two words the largest weight is %s, from %s to %s; an even share "
                        "would be %s.",
                        number(n, (double)at(weights->value, place.row, place.col)),
                        n->subject->labels[place.row], n->subject->labels[place.col],
                        number(n, 1.0 / cols_of(weights)));
}

/* √(mean of (aᵢⱼ − bᵢⱼ)²) */
static double root_mean_square_gap(Tensor a, Tensor b)
{
    double squares = 0;
    for (size_t i = 0; i < tensor_size(a); i++) {
        double gap = (double)a.data[i] - (double)b.data[i];
        squares += gap * gap;
    }
    return sqrt(squares / (double)tensor_size(a));
}

static const char *note_matrix(const Narration *n, const Node *matrix, const Node *before)
{
    const char *deviation = number(n, standard_deviation(matrix->value));
    if (matrix == before)
        return arena_format(n->arena, "Drawn at random, with a standard deviation of %s.",
                            deviation);
    return arena_format(n->arena,
                        "Since step 0 its numbers moved by %s (root mean square); they now have "
                        "the standard deviation %s.",
                        number(n, root_mean_square_gap(matrix->value, before->value)), deviation);
}

static const char *note_change(const Narration *n, const Snapshot *s)
{
    int farthest = 0;
    Tensor change = s->change->value;
    for (int i = 1; i < change.rows; i++)
        if (row_length(change, i) > row_length(change, farthest))
            farthest = i;
    return arena_format(
        n->arena, "%s went farthest: its vector moved by %s; at step 0 it was %s long.",
        n->subject->labels[farthest], number(n, row_length(change, farthest)),
        number(n, row_length(first_of(n->history)->attention.embeddings->value, farthest)));
}

static const char *note_loss(const Narration *n)
{
    Measurements m = n->history->loss;
    int last = m.count - 1;
    const char *first = number(n, (double)at(m.values->value, 0, 0));
    if (last == 0)
        return arena_format(n->arena, "%s in the only step.", first);
    int from = (int)m.steps[last - 1] + 1, to = (int)m.steps[last];
    const char *end = number(n, (double)at(m.values->value, last, 0));
    if (from == to)
        return arena_format(n->arena, "%s in step 1, %s in step %d.", first, end, to);
    return arena_format(n->arena, "%s in step 1, %s on average in steps %d to %d.", first, end,
                        from, to);
}

static const char *note_perplexity(const Narration *n)
{
    Measurements m = n->history->perplexity;
    return arena_format(n->arena,
                        "Hidden words of %s held out are guessed as if among %s, as if among %s "
                        "before the first step; their frequencies alone give %s.",
                        count_of(n, n->history->held_out, "sentence"),
                        whole(n, (double)at(m.values->value, m.count - 1, 0)),
                        whole(n, n->history->first_perplexity), whole(n, n->history->unigram));
}

/* ---- steps ---- */

static const char *snapshot_id(const Narration *n, const Snapshot *s, const char *what)
{
    return arena_format(n->arena, "step-%d/%s", s->step, what);
}

static const char *head_id(const Narration *n, const Snapshot *s, int head, const char *what)
{
    return arena_format(n->arena, "step-%d/head-%d/%s", s->step, head + 1, what);
}

static Axis tokens(const Narration *n, const char *name)
{
    return token_axis(name, n->subject->labels, first_of(n->history)->attention.n);
}

static void add_weights(Narration *n, const char *id, const char *title, const char *formula,
                        const char *note, const Node *node)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .rows = tokens(n, "query"),
                              .cols = tokens(n, "key"),
                              .kind = VALUE_PROBABILITY,
                              .node = node});
}

static void add_matrix(Narration *n, const Snapshot *s, int head, const char *name,
                       const char *what, const Node *matrix, const Node *before)
{
    add_step(n->trace, (Step){.id = head_id(n, s, head, name),
                              .title = arena_format(n->arena, "%s projection of head %d, step %d",
                                                    what, head + 1, s->step),
                              .formula = name,
                              .note = note_matrix(n, matrix, before),
                              .rows = numbered_axis(n->arena, rows_of(matrix)),
                              .cols = numbered_axis(n->arena, cols_of(matrix)),
                              .kind = VALUE_SIGNED,
                              .node = matrix});
}

static void add_head(Narration *n, const Snapshot *s, int index)
{
    const Head *head = &s->attention.multi.heads[index];
    const Head *before = &first_of(n->history)->attention.multi.heads[index];
    add_matrix(n, s, index, "W_Q", "Query", head->W_Q, before->W_Q);
    add_matrix(n, s, index, "W_K", "Key", head->W_K, before->W_K);
    add_weights(n, head_id(n, s, index, "weights"),
                arena_format(n->arena, "Attention weights of head %d, step %d", index + 1, s->step),
                "softmax(QKᵀ/√dₖ)", note_head(n, head->attention.weights), head->attention.weights);
}

static void add_change(Narration *n, const Snapshot *s)
{
    if (s->change)
        add_step(n->trace, (Step){.id = snapshot_id(n, s, "change"),
                                  .title = arena_format(
                                      n->arena, "How the embeddings changed, step %d", s->step),
                                  .formula = arena_format(n->arena, "X_{%d} − X_0", s->step),
                                  .note = note_change(n, s),
                                  .rows = tokens(n, "token"),
                                  .cols = numbered_axis(n->arena, cols_of(s->change)),
                                  .kind = VALUE_SIGNED,
                                  .node = s->change});
}

static void add_snapshot(Narration *n, const Snapshot *s)
{
    add_change(n, s);
    for (int i = 0; i < s->attention.multi.head_count; i++)
        add_head(n, s, i);
    add_weights(n, snapshot_id(n, s, "weights"),
                arena_format(n->arena, "Mean attention weights of the heads, step %d", s->step),
                "mean of softmax(QKᵀ/√dₖ) over the heads", note_mean(n, s), s->attention.mean);
}

static Axis step_axis(Arena *arena, Measurements m)
{
    const char **labels = arena_alloc(arena, (size_t)m.count, sizeof *labels);
    for (int i = 0; i < m.count; i++)
        labels[i] = arena_format(arena, "%d", (int)m.steps[i]);
    return (Axis){.name = "step", .count = m.count, .labels = labels, .named = true};
}

/* `name` is also the id, and what the curve is called. */
static void add_curve(Narration *n, const char *name, const char *title, const char *formula,
                      const char *note, Measurements m, bool log_y)
{
    const char **label = arena_alloc(n->arena, 1, sizeof *label);
    Curves *curves = arena_alloc(n->arena, 1, sizeof *curves);
    label[0] = name;
    *curves =
        (Curves){.x = m.steps, .x_name = "step", .y_name = name, .log_x = true, .log_y = log_y};
    add_step(n->trace,
             (Step){.id = name,
                    .title = title,
                    .formula = formula,
                    .note = note,
                    .rows = step_axis(n->arena, m),
                    .cols = {.name = "measured", .count = 1, .labels = label, .named = true},
                    .kind = VALUE_SIGNED,
                    .form = FORM_CURVES,
                    .curves = curves,
                    .node = m.values});
}

static void add_curves(Narration *n)
{
    if (!n->history->loss.count)
        return;
    add_curve(n, "loss", "Loss", "Σ_i w_i (−log softmax(scores)_i)", note_loss(n), n->history->loss,
              false);
    add_curve(n, "perplexity", "Perplexity of sentences held out",
              "exp(mean of −log p(hidden word))", note_perplexity(n), n->history->perplexity, true);
}

/* ---- panels ---- */

/* The heads' mean from snapshot to snapshot; below it the curves. */
static void add_overview(Narration *n)
{
    const TrainingHistory *h = n->history;
    bool curves = h->loss.count;
    Grid grid = grid_new(n->trace, "overview", 1 + curves, h->snapshot_count);
    grid.panel.title = "Attention as it is learned";
    grid.panel.formula = "mean of softmax(QKᵀ/√dₖ) over the heads";
    grid.panel.note = note_course(n);
    for (int i = 0; i < h->snapshot_count; i++) {
        const Snapshot *s = &h->snapshots[i];
        grid_place(&grid, 0, i, snapshot_id(n, s, "weights"),
                   arena_format(n->arena, "step %d", s->step), NULL);
    }
    if (curves) {
        grid_place(&grid, 1, 0, "loss", "loss", NULL);
        grid_place(&grid, 1, 1, "perplexity", "held-out perplexity", NULL);
    }
    add_panel(n->trace, grid);
}

/* A row for each snapshot, a column for each head. */
static void add_heads(Narration *n)
{
    const TrainingHistory *h = n->history;
    int heads = first_of(h)->attention.multi.head_count;
    Grid grid = grid_new(n->trace, "heads", h->snapshot_count, heads);
    grid.panel.title = "Attention weights of the heads as they are learned";
    grid.panel.formula = "softmax(QKᵀ/√dₖ)";
    grid.panel.note = note_course(n);
    for (int i = 0; i < h->snapshot_count; i++) {
        const Snapshot *s = &h->snapshots[i];
        grid.row_titles[i] = arena_format(n->arena, "step %d", s->step);
        for (int k = 0; k < heads; k++)
            grid_place(&grid, i, k, head_id(n, s, k, "weights"),
                       arena_format(n->arena, "head %d", k + 1), NULL);
    }
    add_panel(n->trace, grid);
}

/* The same of W_Q and W_K. */
static void add_projections(Narration *n)
{
    static const char *const names[] = {"W_Q", "W_K"};
    const TrainingHistory *h = n->history;
    int heads = first_of(h)->attention.multi.head_count;
    Grid grid = grid_new(n->trace, "projections", h->snapshot_count, 2 * heads);
    grid.panel.title = "The projections as they are learned";
    grid.panel.formula = "Q = X W_Q, K = X W_K";
    grid.panel.note = arena_format(n->arena, "W_Q of head 1: %s",
                                   trace_step(n->trace, head_id(n, last_of(h), 0, "W_Q"))->note);
    for (int i = 0; i < h->snapshot_count; i++) {
        const Snapshot *s = &h->snapshots[i];
        grid.row_titles[i] = arena_format(n->arena, "step %d", s->step);
        for (int k = 0; k < 2 * heads; k++)
            grid_place(&grid, i, k, head_id(n, s, k / 2, names[k % 2]),
                       arena_format(n->arena, "%s, head %d", names[k % 2], k / 2 + 1), NULL);
    }
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

static void add_settings(Narration *n)
{
    const TrainingHistory *h = n->history;
    const SelfAttention *model = &first_of(h)->attention;
    add_number_setting(n->trace, "heads", model->settings.heads);
    add_number_setting(n->trace, "d_model", model->d_model);
    add_number_setting(n->trace, "d_k", model->d_k);
    add_setting(n->trace, "corpus", h->corpus, false);
    add_number_setting(n->trace, "steps", h->steps_done);
    add_number_setting(n->trace, "steps asked for", h->steps_asked);
    add_setting(n->trace, "weights", arena_format(n->arena, "learned from %s", h->corpus), false);
    add_setting(n->trace, "seed", n->subject->seed, true);
    n->trace->provenance = arena_format(
        n->arena, "d_{model} = %d, d_k = %d, %s of training on %s, seed %s", model->d_model,
        model->d_k, count_of(n, h->steps_done, "step"), h->corpus, n->subject->seed);
}

enum { PANELS = 3, SETTINGS = 8, HEAD_STEPS = 3, OTHER_STEPS = 2, CURVES = 2 };

Trace *narrate_training(Arena *arena, const TrainingHistory *history, const Subject *subject)
{
    int heads = first_of(history)->attention.multi.head_count;
    int steps = history->snapshot_count * (HEAD_STEPS * heads + OTHER_STEPS) + CURVES;
    Narration n = {.arena = arena, .history = history, .subject = subject};
    n.trace = trace_new(arena, steps, PANELS, SETTINGS, 1);
    n.trace->argc = subject->argc;
    n.trace->argv = subject->argv;
    n.followed = most_gained(history);
    add_text(n.trace,
             traced_text(subject->sentence, first_of(history)->attention.n, subject->tokens));
    add_settings(&n);
    for (int i = 0; i < history->snapshot_count; i++)
        add_snapshot(&n, &history->snapshots[i]);
    add_curves(&n);
    add_overview(&n);
    add_heads(&n);
    add_projections(&n);
    return n.trace;
}
