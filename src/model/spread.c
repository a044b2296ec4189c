#include "model/spread.h"

#include "graph/ops.h"

/* Of every cell the least of all runs, or with −1 for `sign` the most. */
static Node *farthest(Scope s, Node *const *runs, int count, real sign)
{
    Tensor t = tensor_copied(s.graph->arena, runs[0]->value);
    for (int k = 1; k < count; k++)
        for (size_t i = 0; i < tensor_size(t); i++)
            if (sign * runs[k]->value.data[i] < sign * t.data[i])
                t.data[i] = runs[k]->value.data[i];
    return constant(s.graph, t, sign > 0 ? "the least of all seeds" : "the most of all seeds");
}

/* Written as the mean is. */
static Node *edge(Scope s, const char *id, const char *title, const char *symbol, Node *mean,
                  Node *node)
{
    const Writing *w = writing_of(s.graph, mean);
    return with_kind(s, given(s, id, title, symbol, w->rows, w->cols, node), w->kind);
}

Spread spread_around(Scope s, Node *mean, const char *id, const char *title, Node *const *runs,
                     int count)
{
    Arena *arena = s.graph->arena;
    Spread p = {.mean = mean};
    if (count == 1)
        return p;
    p.least = edge(s, arena_format(arena, "%s/least", id),
                   arena_format(arena, "%s: the lowest of %d seeds", title, count),
                   "min over seeds", mean, farthest(s, runs, count, 1));
    p.most = edge(s, arena_format(arena, "%s/most", id),
                  arena_format(arena, "%s: the highest of %d seeds", title, count),
                  "max over seeds", mean, farthest(s, runs, count, -1));
    return p;
}

Spread spread_of(Scope s, const char *id, const char *title, Node *const *runs, int count,
                 Axis rows, Axis cols, ValueKind kind)
{
    CHECK(count > 0, "%s of %d runs", id, count);
    Node *middle = named(s, id, title, mean(s.graph, runs, count));
    with_kind(s, with_axes(s, middle, rows, cols), kind);
    return spread_around(s, middle, id, title, runs, count);
}
