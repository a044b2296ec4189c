#include "model/spread.h"

#include "graph/ops.h"

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

void spread_of(Scope s, const char *id, const char *title, Node *const *runs, int count, Axis rows,
               Axis cols, ValueKind kind)
{
    CHECK(count > 0, "%s of %d runs", id, count);
    Node *middle = named(s, id, title, mean(s.graph, runs, count));
    with_kind(s, with_axes(s, middle, rows, cols), kind);
    spread_around(s, middle, id, title, runs, count);
}
