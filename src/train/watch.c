#include "train/training.h"

/* ---- when ---- */

static bool is_power(int number, int base)
{
    while (number > 1 && number % base == 0)
        number /= base;
    return number == 1;
}

static void add_value(const Watch *w, Series *s, double value)
{
    s->step = w->history.steps_done;
    s->labels = arena_grow(w->training->arena, s->labels, s->count, sizeof *s->labels);
    s->values = arena_grow(w->training->arena, s->values, s->count, sizeof *s->values);
    s->labels[s->count] = arena_format(w->training->arena, "%d", s->step);
    s->values[s->count++] = (real)value;
}

/* ---- what ---- */

static double measure(Watch *w)
{
    double value = w->measure(w->data);
    w->told = arena_format(w->training->arena, w->format, value);
    return value;
}

/* Records what is due after this step; after the last one, whatever is not up to date. The loss is
   recorded at each step at first, then at intervals that grow by an eighth of the step. */
static void look(Watch *w, bool is_last)
{
    int step = w->history.steps_done, told = w->loss.step;
    if (is_last ? told < step : step == told + larger(1, told / 8)) {
        add_value(w, &w->loss, w->loss_sum / (step - told));
        w->loss_sum = 0;
    }
    if (w->measure &&
        (is_last ? w->measured.step < step : step && (step % w->every == 0 || is_power(step, 2))))
        add_value(w, &w->measured, measure(w));
    if (w->snapshot &&
        (is_last ? w->snapshot_step < step : step == 0 || (step >= 10 && is_power(step, 10)))) {
        Scope s = within(scope_of(w->history.graph), "step-%d", ", step %d", step);
        w->snapshot(w->data, s, step);
        w->snapshot_step = step;
    }
}

/* ---- the whole ---- */

Watch *watch_begin(const Watch *wanted)
{
    const Training *t = wanted->training;
    Watch w = *wanted;
    w.history = (TrainingHistory){
        .graph = graph_new(t->arena), .steps_asked = t->plan.recipe.steps, .model = &t->model};
    w.told = w.format;
    graph_name(w.history.graph);
    if (w.measure)
        w.before = measure(&w);
    look(&w, false);
    return arena_copy(t->arena, &w, sizeof w);
}

void watch_step(Watch *watch, double loss)
{
    watch->history.steps_done++;
    watch->loss_sum += loss;
    look(watch, false);
}

/* ---- what was measured ---- */

/* Adds a column of numbers computed outside a graph; `formula` describes them. */
static void give_numbers(const Watch *w, const char *id, const char *title, const char *formula,
                         Axis rows, real *numbers)
{
    Graph *g = w->history.graph;
    given(scope_of(g), id, title, formula, rows, single_axis(g, "measured", id),
          constant(g, (Tensor){rows.count, 1, numbers}, "measured in training"));
}

void watch_give(const Watch *w, const char *name, const char *title, double number)
{
    const char *id = arena_format(w->training->arena, "%s/%s", w->id, name);
    give_numbers(w, id, title, NULL, single_axis(w->history.graph, "measured", id),
                 tensor_filled(w->training->arena, 1, 1, (real)number).data);
}

TrainingHistory watch_end(Watch *watch)
{
    TrainingHistory *h = &watch->history;
    look(watch, true);
    const Series *loss = &watch->loss, *measured = &watch->measured;
    give_numbers(watch, "loss", "Loss", "Σ_i w_i (−log softmax(scores)_i)",
                 label_axis("step", loss->labels, loss->count), loss->values);
    if (!watch->measure)
        return *h;
    give_numbers(watch, watch->id, watch->title, watch->formula,
                 label_axis("step", measured->labels, measured->count), measured->values);
    watch_give(watch, "before",
               arena_format(watch->training->arena, "%s before the first step", watch->title),
               watch->before);
    return *h;
}
