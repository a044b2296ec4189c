#include "model/studies.h"

/* ---- bands ---- */

void spread_around(Scope s, Node *mean, const char *id, const char *title, Node *const *runs,
                   int count)
{
    static const struct {
        const char *id, *how, *given, *formula;
    } edges[] = {{"least", "lowest", "the least of all seeds", "min over seeds"},
                 {"most", "highest", "the most of all seeds", "max over seeds"}};
    Arena *arena = s.graph->arena;
    const Writing *w = writing_of(s.graph, mean); /* the runs' axes, too */
    int size = (int)tensor_size(mean->value);
    Tensor ends[] = {tensor_copied(arena, node_value(runs[0])),
                     tensor_copied(arena, node_value(runs[0]))};
    for (int k = 1; k < count; k++)
        vector_widen(ends[1].data, ends[0].data, node_value(runs[k]).data, NULL, size);
    for (int i = 0; i < 2 && count > 1; i++) {
        Node *edge =
            given(s, arena_format(arena, "%s/%s", id, edges[i].id),
                  arena_format(arena, "%s: the %s of %d seeds", title, edges[i].how, count),
                  edges[i].formula, w->rows, w->cols, constant(s.graph, ends[i], edges[i].given));
        with_kind(s, edge, w->kind);
    }
}

/* ---- curves ---- */

static void curves(Scope s, const Learning *l, const char *id, const char *title,
                   const Tensor *measured, const char *from, ValueKind kind)
{
    int seeds = l->seeds.count;
    Node **runs = arena_alloc(s.graph->arena, (size_t)seeds, sizeof *runs);
    for (int k = 0; k < seeds; k++)
        runs[k] = given(within(s, "seed-%d", ", seed %d", k + 1), id, title, id, l->when,
                        l->variants, constant(s.graph, measured[k], from));
    Node *middle = named(s, id, title, mean(s.graph, runs, seeds));
    with_kind(s, with_axes(s, middle, l->when, l->variants), kind);
    spread_around(s, middle, id, title, runs, seeds);
}

/* The first point (from 1) at which a run has half of the sentences right; 0 for none. */
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
           LEAF_COMPUTED "counted: right is every word, and the end", VALUE_FRACTION);
    curves(s, l, "loss", "Held-out loss", l->loss,
           LEAF_COMPUTED "the mean of −log p of every word and the end", VALUE_SIGNED);
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
