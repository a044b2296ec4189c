#include "train/training.h"

typedef struct Point {
    int step;
    double value;
} Point;

/* The first point is before the first step. */
typedef struct Series {
    int count;
    Point *points;
} Series;

struct Watch {
    Arena *arena;
    Watched of;
    TrainingHistory history; /* so far */
    int snapshot;            /* after how many steps the last was taken */
    Series loss, measured;
    double loss_sum; /* since the last point of `loss` */
    const char *told;
};

/* ---- when ---- */

static bool is_power(int number, int base)
{
    while (number > 1 && number % base == 0)
        number /= base;
    return number == 1;
}

static void add_point(const Watch *w, Series *series, double value)
{
    series->points = arena_grow(w->arena, series->points, series->count, sizeof(Point));
    series->points[series->count++] = (Point){w->history.steps_done, value};
}

static Point last(const Series *series)
{
    return series->points[series->count - 1];
}

/* ---- what ---- */

static void measure(Watch *w)
{
    double value = w->of.measure(w->of.data);
    add_point(w, &w->measured, value);
    w->told = arena_format(w->arena, "%s%.0f%s", w->of.told[0], value, w->of.told[1]);
}

/* At what is due after this step; after the last one, at everything that was not just looked at.
   The loss is told of each step at first, then an eighth farther every time. */
static void look(Watch *w, bool is_last)
{
    int step = w->history.steps_done, told = last(&w->loss).step;
    if (is_last ? told < step : step == told + larger(1, told / 8)) {
        add_point(w, &w->loss, w->loss_sum / (step - told));
        w->loss_sum = 0;
    }
    if (w->of.measure &&
        (is_last ? last(&w->measured).step < step : step % w->of.every == 0 || is_power(step, 2)))
        measure(w);
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
    Watch *w = arena_alloc(t->arena, 1, sizeof *w);
    *w = (Watch){.arena = t->arena,
                 .of = *watched,
                 .history = {.graph = graph_new(t->arena),
                             .steps_asked = t->plan.recipe.steps,
                             .model = &t->model},
                 .told = watched->told[0]};
    graph_name(w->history.graph);
    add_point(w, &w->loss, 0);
    look(w, false);
    return w;
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

/* Numbers that no graph computed: `formula` says how they came about. */
static void give_numbers(const Watch *w, const char *id, const char *title, const char *formula,
                         Axis rows, Tensor numbers)
{
    Graph *g = w->history.graph;
    given(scope_of(g), id, title, formula, rows, single_axis(g, "measured", id),
          constant(g, numbers, "measured in training"));
}

static void give_series(const Watch *w, const char *id, const char *title, const char *formula,
                        const Series *series)
{
    int count = series->count - 1;
    const Point *points = series->points + 1;
    const char **labels = arena_alloc(w->arena, (size_t)count, sizeof *labels);
    Tensor values = tensor_new(w->arena, count, 1);
    for (int i = 0; i < count; i++) {
        labels[i] = arena_format(w->arena, "%d", points[i].step);
        values.data[i] = (real)points[i].value;
    }
    give_numbers(w, id, title, formula, label_axis("step", labels, count), values);
}

void watch_give(const Watch *w, const char *name, const char *title, double number)
{
    const char *id = arena_format(w->arena, "%s/%s", w->of.id, name);
    give_numbers(w, id, title, NULL, single_axis(w->history.graph, "measured", id),
                 tensor_filled(w->arena, 1, 1, (real)number));
}

TrainingHistory watch_end(Watch *watch)
{
    const Watched *of = &watch->of;
    TrainingHistory *h = &watch->history;
    look(watch, true);
    give_series(watch, "loss", "Loss", "Σ_i w_i (−log softmax(scores)_i)", &watch->loss);
    if (!of->measure)
        return *h;
    give_series(watch, of->id, of->title, of->formula, &watch->measured);
    watch_give(watch, "before", arena_format(watch->arena, "%s before the first step", of->title),
               watch->measured.points[0].value);
    return *h;
}
