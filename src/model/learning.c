#include "model/learning.h"

/* ---- bands ---- */

/* Of every cell the least of all runs, or with −1 for `sign` the most. Written as the mean is. */
static void edge(Scope s, Node *mean, const char *id, const char *title, Node *const *runs,
                 int count, real sign)
{
    Arena *arena = s.graph->arena;
    const Writing *w = writing_of(s.graph, mean);
    bool least = sign > 0;
    Tensor t = tensor_copied(arena, runs[0]->value);
    for (int k = 1; k < count; k++)
        for (size_t i = 0; i < tensor_size(t); i++)
            if (sign * runs[k]->value.data[i] < sign * t.data[i])
                t.data[i] = runs[k]->value.data[i];
    Node *node = constant(s.graph, t, least ? "the least of all seeds" : "the most of all seeds");
    given(s, arena_format(arena, "%s/%s", id, least ? "least" : "most"),
          arena_format(arena, "%s: the %s of %d seeds", title, least ? "lowest" : "highest", count),
          least ? "min over seeds" : "max over seeds", w->rows, w->cols, node);
    with_kind(s, node, w->kind);
}

void spread_around(Scope s, Node *mean, const char *id, const char *title, Node *const *runs,
                   int count)
{
    if (count == 1)
        return;
    edge(s, mean, id, title, runs, count, 1);
    edge(s, mean, id, title, runs, count, -1);
}

/* ---- curves ---- */

static void curves(Scope s, const Learning *l, const char *id, const char *title,
                   const Tensor *measured, const char *from, ValueKind kind)
{
    int seeds = l->seeds.count;
    Node **runs = arena_alloc(s.graph->arena, (size_t)seeds, sizeof *runs);
    from = arena_format(s.graph->arena, LEAF_COMPUTED "%s", from);
    for (int k = 0; k < seeds; k++)
        runs[k] = given(within(s, "seed-%d", ", seed %d", k + 1), id, title, id, l->when,
                        l->variants, constant(s.graph, measured[k], from));
    Node *middle = named(s, id, title, mean(s.graph, runs, seeds));
    with_kind(s, with_axes(s, middle, l->when, l->variants), kind);
    spread_around(s, middle, id, title, runs, seeds);
}

/* The first point at which a run has half of the sentences right, from 1; 0 for none. */
static Tensor first_points(Arena *arena, const Learning *l)
{
    Tensor first = tensor_new(arena, l->variants.count, l->seeds.count);
    for (int v = 0; v < first.rows; v++)
        for (int k = 0; k < first.cols; k++)
            for (int p = l->when.count - 1; p >= 0; p--)
                if ((double)at(l->right[k], p, v) >= 0.5)
                    tensor_row(first, v)[k] = (real)(p + 1);
    return first;
}

void learning_curves(Scope s, const Learning *l)
{
    Node *models = given(s, "models", "What is compared", "counted", l->variants, l->columns,
                         constant(s.graph, l->models, LEAF_COMPUTED "counted"));
    with_kind(s, models, VALUE_COUNT);
    curves(s, l, "right", "Held-out sentences right", l->right,
           "counted: right is every word, and the end", VALUE_FRACTION);
    curves(s, l, "loss", "Held-out loss", l->loss, "the mean of −log p of every word and the end",
           VALUE_SIGNED);
    Node *reached =
        given(s, "reached", "When half of the sentences were right first", "first right ≥ 0.5",
              l->variants, l->seeds,
              constant(s.graph, first_points(s.graph->arena, l),
                       LEAF_COMPUTED "the first measurement of at least 0.5; 0 for none"));
    with_kind(s, reached, VALUE_COUNT);
    if (l->seconds.rows)
        given(s, "seconds", "Seconds of training", "clock", l->variants, l->seeds,
              constant(s.graph, l->seconds, "by the clock, without the measurements"));
}
