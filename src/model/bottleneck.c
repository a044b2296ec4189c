#include "model/bottleneck.h"

/* All that is told, as it is made. */
typedef struct Telling {
    Scope s;
    const Bottleneck *b;
    Axis lengths, sorts;
    Axis counts;  /* the sorts, and all there are */
    Node **right; /* one a seed, and the share of each sort */
    Node **accuracy;
} Telling;

/* Of sentences that were asked for so many times: what one of them counts, and what is right. */
static Node *tell_accuracy(const Telling *t, Scope s, Node *right, int times)
{
    Graph *g = s.graph;
    Tensor shares = tensor_new(g->arena, 1, t->b->length_count);
    for (int i = 0; i < shares.cols; i++)
        shares.data[i] = 1 / (real)(t->b->sentences[i] * times);
    Node *share = given(s, "share-of-one", "What one sentence of a length counts", "1/sentences",
                        single_axis(g, "share", "one sentence"), t->lengths,
                        constant(g, shares, LEAF_COMPUTED "1 over the number of its sentences"));
    with_kind(s, share, VALUE_FRACTION);
    Node *accuracy = named(s, "accuracy", "The share of sentences right, by length",
                           weigh_rows(g, columns(g, right, 0, t->b->sorts), share));
    return with_kind(s, with_axes(s, accuracy, t->lengths, t->sorts), VALUE_FRACTION);
}

static void tell_seeds(const Telling *t)
{
    Graph *g = t->s.graph;
    for (int k = 0; k < t->b->seeds; k++) {
        Scope s = within(t->s, "seed-%d", ", seed %d", k + 1);
        t->right[k] = given(
            s, "right", "Sentences right, by length", "right_{%d}", t->lengths, t->counts,
            constant(g, t->b->right[k], LEAF_COMPUTED "counted: right is every word, and the end"));
        with_kind(s, t->right[k], VALUE_COUNT);
        t->accuracy[k] = tell_accuracy(t, s, t->right[k], 1);
    }
}

/* The seeds added up, and their mean. */
static Node *tell_all(const Telling *t)
{
    Node *sum = t->right[0];
    for (int k = 1; k < t->b->seeds; k++)
        sum = add(t->s.graph, sum, t->right[k]);
    Node *right = defined(t->s, "right", "Sentences right, by length, of all seeds", "right", sum);
    with_kind(t->s, with_axes(t->s, right, t->lengths, t->counts), VALUE_COUNT);
    Node *accuracy = tell_accuracy(t, t->s, right, t->b->seeds);
    spread_around(t->s, accuracy, "accuracy", "The share of sentences right, by length",
                  t->accuracy, t->b->seeds);
    return accuracy;
}

/* ---- lengths that were learned from, and those beyond ---- */

static Axis ranges_axis(const Telling *t, int count)
{
    const Bottleneck *b = t->b;
    Graph *g = t->s.graph;
    const char *beyond = arena_format(g->arena, "beyond, to %d", b->lengths[b->length_count - 1]);
    Axis axis = single_axis(g, "lengths", arena_format(g->arena, "up to %d words", b->longest));
    return axis_unquoted(axis_extended(g, axis, NULL, count > 1 ? beyond : NULL));
}

/* Each length's part of the sentences of its range. */
static Tensor parts_of_ranges(Arena *arena, const Bottleneck *b, int ranges)
{
    int all[2] = {0};
    Tensor parts = tensor_new(arena, ranges, b->length_count);
    for (int i = 0; i < b->length_count; i++)
        all[b->lengths[i] > b->longest] += b->sentences[i];
    for (int i = 0; i < b->length_count; i++) {
        int range = b->lengths[i] > b->longest;
        tensor_row(parts, range)[i] = (real)b->sentences[i] / (real)all[range];
    }
    return parts;
}

static void tell_ranges(const Telling *t, Node *accuracy)
{
    Graph *g = t->s.graph;
    const Bottleneck *b = t->b;
    static const char title[] = "The share right, of lengths learned from and beyond";
    if (!b->longest || b->lengths[0] > b->longest)
        return;
    int ranges = b->lengths[b->length_count - 1] > b->longest ? 2 : 1;
    Axis rows = ranges_axis(t, ranges);
    Node *parts =
        given(t->s, "in-range", "What a length counts in its range", "parts", rows, t->lengths,
              constant(g, parts_of_ranges(g->arena, b, ranges),
                       LEAF_COMPUTED "a length's sentences over those of its range"));
    with_kind(t->s, parts, VALUE_PROBABILITY);
    Node **runs = arena_alloc(g->arena, (size_t)t->b->seeds, sizeof *runs);
    for (int k = 0; k < t->b->seeds; k++)
        runs[k] = matmul(g, parts, t->accuracy[k]);
    Node *all = named(t->s, "ranges", title, matmul(g, parts, accuracy));
    with_kind(t->s, with_axes(t->s, all, rows, t->sorts), VALUE_FRACTION);
    spread_around(t->s, all, "ranges", title, runs, t->b->seeds);
}

void bottleneck(Scope s, const Bottleneck *b)
{
    Arena *arena = s.graph->arena;
    Telling t = {.s = s,
                 .b = b,
                 .lengths = list_axis(s.graph, "length", b->lengths, b->length_count),
                 .sorts = axis_unquoted(label_axis("translator", b->names, b->sorts)),
                 .counts = label_axis("sentences right", b->names, b->sorts),
                 .right = arena_alloc(arena, (size_t)b->seeds, sizeof(Node *)),
                 .accuracy = arena_alloc(arena, (size_t)b->seeds, sizeof(Node *))};
    t.counts = axis_unquoted(axis_extended(s.graph, t.counts, NULL, "of"));
    t.counts.ends_in_total = true;
    tell_seeds(&t);
    tell_ranges(&t, tell_all(&t));
}
