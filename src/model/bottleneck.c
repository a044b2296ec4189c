#include "model/studies.h"

/* The axes of its tables. */
typedef struct Axes {
    Axis lengths, sorts;
    Axis counts; /* the sorts, and the total */
} Axes;

/* Names the counts, the share of one sentence, and the accuracy, their product. */
static Node *tell_accuracy(Scope s, const Bottleneck *b, const Axes *axes, Node *right)
{
    Graph *g = s.graph;
    with_kind(s, with_axes(s, right, axes->lengths, axes->counts), VALUE_COUNT);
    Tensor shares = tensor_new(g->arena, 1, b->length_count);
    for (int i = 0; i < shares.cols; i++)
        shares.data[i] = 1 / at(node_value(right), i, b->sorts);
    Node *share = given(s, "share-of-one", "What one sentence of a length counts", "1/sentences",
                        single_axis(g, "share", "one sentence"), axes->lengths,
                        constant(g, shares, LEAF_COMPUTED "1 over the number of its sentences"));
    with_kind(s, share, VALUE_FRACTION);
    Node *accuracy = named(s, "accuracy", "The share of sentences right, by length",
                           weigh_rows(g, columns(g, right, 0, b->sorts), share));
    return with_kind(s, with_axes(s, accuracy, axes->lengths, axes->sorts), VALUE_FRACTION);
}

/* ---- lengths within and beyond the training range ---- */

/* The fraction of a range's sentences that each length has. */
static Tensor parts_of_ranges(Arena *arena, const Bottleneck *b, int ranges)
{
    Tensor parts = tensor_new(arena, ranges, b->length_count);
    for (int i = 0; i < parts.cols; i++)
        tensor_row(parts, b->lengths[i] > b->longest)[i] = at(b->right[0], i, b->sorts);
    for (int r = 0; r < ranges; r++) {
        real *row = tensor_row(parts, r);
        vector_divide(row, row, vector_sum(row, parts.cols), parts.cols);
    }
    return parts;
}

static void tell_ranges(Scope s, const Bottleneck *b, const Axes *axes, Node *accuracy,
                        Node *const *of_seeds)
{
    static const char title[] = "The share right, of lengths learned from and beyond";
    Graph *g = s.graph;
    int longest = b->lengths[b->length_count - 1], ranges = longest > b->longest ? 2 : 1;
    const char *beyond = arena_format(g->arena, "beyond, to %d", longest);
    Axis rows = single_axis(g, "range", arena_format(g->arena, "up to %d words", b->longest));
    rows = axis_unquoted(axis_extended(g, rows, NULL, ranges > 1 ? beyond : NULL));
    Node *parts =
        given(s, "in-range", "What a length counts in its range", "parts", rows, axes->lengths,
              constant(g, parts_of_ranges(g->arena, b, ranges),
                       LEAF_COMPUTED "a length's sentences over those of its range"));
    with_kind(s, parts, VALUE_PROBABILITY);
    Node **runs = arena_alloc(g->arena, (size_t)b->seeds, sizeof *runs);
    for (int k = 0; k < b->seeds; k++)
        runs[k] = matmul(g, parts, of_seeds[k]);
    Node *all = named(s, "ranges", title, matmul(g, parts, accuracy));
    with_kind(s, with_axes(s, all, rows, axes->sorts), VALUE_FRACTION);
    spread_around(s, all, "ranges", title, runs, b->seeds);
}

/* Each seed, their sum, and the mean with its band. */
void bottleneck(Scope s, const Bottleneck *b)
{
    Graph *g = s.graph;
    Axes axes = {list_axis(g, "length", b->lengths, b->length_count),
                 axis_unquoted(label_axis("translator", b->names, b->sorts)),
                 label_axis("count", b->names, b->sorts)};
    axes.counts = axis_unquoted(axis_extended(g, axes.counts, NULL, "of"));
    axes.counts.ends_in_total = true;
    Node **accuracies = arena_alloc(g->arena, (size_t)b->seeds, sizeof(Node *)), *sum = NULL;
    for (int k = 0; k < b->seeds; k++) {
        Scope seed = within(s, "seed-%d", ", seed %d", k + 1);
        Node *right = given(
            seed, "right", "Sentences right, by length", "right_{%d}", axes.lengths, axes.counts,
            constant(g, b->right[k], LEAF_COMPUTED "counted: right is every word, and the end"));
        accuracies[k] = tell_accuracy(seed, b, &axes, right);
        sum = k ? add(g, sum, right) : right;
    }
    defined(s, "right", "Sentences right, by length, of all seeds", "right", sum);
    Node *accuracy = tell_accuracy(s, b, &axes, sum);
    spread_around(s, accuracy, "accuracy", "The share of sentences right, by length", accuracies,
                  b->seeds);
    if (b->longest && b->lengths[0] <= b->longest)
        tell_ranges(s, b, &axes, accuracy, accuracies);
}
