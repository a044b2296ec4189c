#include "model/neighbours.h"

#include "graph/ops.h"

static Neighbours begin(Graph *g, const Weights *weights, int count)
{
    return (Neighbours){.table = word_table(g, weights),
                        .count = count,
                        .words = arena_alloc(g->arena, (size_t)count, sizeof(NeighbourWord))};
}

static int *kept(Arena *arena, int row)
{
    int *copy = arena_alloc(arena, 1, sizeof *copy);
    *copy = row;
    return copy;
}

Neighbours neighbours(Graph *g, const Weights *weights, const int *rows, int count, int most)
{
    Neighbours n = begin(g, weights, count);
    for (int i = 0; i < count; i++) {
        const int *row = kept(g->arena, rows[i]);
        NeighbourWord *w = &n.words[i];
        w->term = (Term){.row = *row};
        w->vector = gather(g, n.table.vectors, row, 1);
        w->nearest = nearest_words(g, &n.table, w->vector, row, 1, most);
    }
    return n;
}

Neighbours neighbours_of_sum(Graph *g, const Weights *weights, const Term *terms, int count,
                             int most)
{
    CHECK(count > 0 && !terms[0].minus, "a sum of %d terms", count);
    Neighbours n = begin(g, weights, count);
    int *own = arena_alloc(g->arena, (size_t)count, sizeof *own);
    for (int i = 0; i < count; i++) {
        NeighbourWord *w = &n.words[i];
        own[i] = terms[i].row;
        w->term = terms[i];
        w->vector = gather(g, n.table.vectors, own + i, 1);
        w->unit = unit_rows(g, w->vector);
        n.sum = !i ? w->unit : w->term.minus ? subtract(g, n.sum, w->unit) : add(g, n.sum, w->unit);
    }
    n.nearest = nearest_words(g, &n.table, n.sum, own, count, most);
    return n;
}
