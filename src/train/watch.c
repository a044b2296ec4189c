#include "train/training.h"

/* Values recorded after some steps; the labels are the step numbers. */
typedef struct Series {
    int count, step; /* step: of the latest value, 0 if none */
    const char **labels;
    real *values;
} Series;

struct Watch {
    Arena *arena;
    Watched of;
    TrainingHistory history; /* recorded so far */
    int snapshot;            /* step of the latest snapshot */
    Series loss, measured;
    double loss_sum; /* since the latest value of `loss` */
    double before;   /* measured before the first step */
    const char *told;
};

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
    s->labels = arena_grow(w->arena, s->labels, s->count, sizeof *s->labels);
    s->values = arena_grow(w->arena, s->values, s->count, sizeof *s->values);
    s->labels[s->count] = arena_format(w->arena, "%d", s->step);
    s->values[s->count++] = (real)value;
}

/* ---- what ---- */

static double measure(Watch *w)
{
    double value = w->of.measure(w->of.data);
    w->told = arena_format(w->arena, "%s%.0f%s", w->of.told[0], value, w->of.told[1]);
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
    if (w->of.measure && (is_last ? w->measured.step < step
                                  : step && (step % w->of.every == 0 || is_power(step, 2))))
        add_value(w, &w->measured, measure(w));
    if (w->of.snapshot &&
        (is_last ? w->snapshot < step : step == 0 || (step >= 10 && is_power(step, 10)))) {
        Scope s = within(scope_of(w->history.graph), "step-%d", ", step %d", step);
        w->of.snapshot(w->of.data, s, step);
        w->snapshot = step;
    }
}

/* ---- the whole ---- */

Watch *watch_begin(const Watched *watched)
{
    const Training *t = watched->training;
    Watch w = {.arena = t->arena,
               .of = *watched,
               .history = {.graph = graph_new(t->arena),
                           .steps_asked = t->plan.recipe.steps,
                           .model = &t->model},
               .told = watched->told[0]};
    graph_name(w.history.graph);
    if (w.of.measure)
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

const char *watch_told(const Watch *watch)
{
    return watch->told;
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
    const char *id = arena_format(w->arena, "%s/%s", w->of.id, name);
    give_numbers(w, id, title, NULL, single_axis(w->history.graph, "measured", id),
                 tensor_filled(w->arena, 1, 1, (real)number).data);
}

TrainingHistory watch_end(Watch *watch)
{
    const Watched *of = &watch->of;
    TrainingHistory *h = &watch->history;
    look(watch, true);
    const Series *loss = &watch->loss, *measured = &watch->measured;
    give_numbers(watch, "loss", "Loss", "Σ_i w_i (−log softmax(scores)_i)",
                 label_axis("step", loss->labels, loss->count), loss->values);
    if (!of->measure)
        return *h;
    give_numbers(watch, of->id, of->title, of->formula,
                 label_axis("step", measured->labels, measured->count), measured->values);
    watch_give(watch, "before", arena_format(watch->arena, "%s before the first step", of->title),
               watch->before);
    return *h;
}
