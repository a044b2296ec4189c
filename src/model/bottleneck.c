#include "model/bottleneck.h"

#include "graph/ops.h"
#include "tensor/processor.h"
#include "tensor/vector.h"

#include <stdlib.h>
#include <string.h>

/* ---- lengths ---- */

static int by_lengths(const void *a, const void *b)
{
    const SentencePairs *x = a, *y = b;
    int longer = x->source_length - y->source_length;
    return longer ? longer : x->target_length - y->target_length;
}

/* What is judged: the sentences by their lengths, and of each whether each translator gets it
   right. */
typedef struct Job {
    const Translators *translators;
    SentencePairs *sentences;
    int count;
    int members; /* translators */
    bool *right; /* translator k's of sentence i at i·members + k */
} Job;

static void count_lengths(Arena *arena, Bottleneck *b, const Job *job)
{
    b->lengths = arena_alloc(arena, (size_t)job->count, sizeof *b->lengths);
    b->sentences = arena_alloc(arena, (size_t)job->count, sizeof *b->sentences);
    for (int i = 0; i < job->count; i++) {
        int length = job->sentences[i].source_length;
        if (!i || length > b->lengths[b->length_count - 1])
            b->lengths[b->length_count++] = length;
        b->sentences[b->length_count - 1]++;
    }
}

/* ---- translations ---- */

/* How many sentences from `first` on go side by side: of equal lengths. */
static int group_at(const Job *job, int first)
{
    enum { MOST = 16 };
    int count = 1;
    while (count < MOST && first + count < job->count &&
           !by_lengths(&job->sentences[first], &job->sentences[first + count]))
        count++;
    return count;
}

/* The most probable words are the true ones if after the true words before it each true word is
   the most probable, the first of equals: so one pass over the true words tells. */
static void judge(Arena *arena, const Job *job, int first, int count, int member)
{
    arena_reset(arena);
    Graph *g = graph_new(arena);
    const Model *m = job->translators->members[member];
    SentencePairs pairs = side_by_side(arena, job->sentences + first, count);
    Predictions p = m->kind->family->predict(g, m, &pairs, false);
    for (int k = 0; k < count; k++) {
        bool right = true;
        for (int i = k; i < rows_of(p.scores); i += count)
            right = right && largest_in_row(p.scores->value, i) == p.words[i];
        job->right[(first + k) * job->members + member] = right;
    }
}

/* Every share has some of the groups. */
static void judge_share(const void *data, int part, int parts)
{
    const Job *job = data;
    Arena *arena = arena_new();
    for (int i = 0, group = 0, count; i < job->count; i += count, group++) {
        count = group_at(job, i);
        for (int k = 0; group % parts == part && k < job->members; k++)
            judge(arena, job, i, count, k);
    }
    arena_free(arena);
}

/* A row a length: how many each sort gets right with this seed, and how many there are. */
static Tensor counted(Arena *arena, const Job *job, const Bottleneck *b, int seed)
{
    int sorts = job->translators->sorts;
    const bool *right = job->right + seed;
    Tensor counts = tensor_new(arena, b->length_count, sorts + 1);
    for (int place = 0; place < counts.rows; place++) {
        real *row = tensor_row(counts, place);
        row[sorts] = (real)b->sentences[place];
        for (int i = 0; i < b->sentences[place]; i++)
            for (int k = 0; k < sorts; k++, right += b->seeds)
                row[k] += *right;
    }
    return counts;
}

/* ---- what is told of it ---- */

/* All that is told, as it is made. */
typedef struct Telling {
    Scope s;
    const Bottleneck *b;
    const Translators *by;
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
                           weigh_rows(g, columns(g, right, 0, t->by->sorts), share));
    return with_kind(s, with_axes(s, accuracy, t->lengths, t->sorts), VALUE_FRACTION);
}

static void tell_seeds(const Telling *t, const Job *job)
{
    Graph *g = t->s.graph;
    for (int k = 0; k < t->by->seeds; k++) {
        Scope s = within(t->s, "seed-%d", ", seed %d", k + 1);
        Tensor counts = counted(g->arena, job, t->b, k);
        t->right[k] =
            given(s, "right", "Sentences right, by length", "right_{%d}", t->lengths, t->counts,
                  constant(g, counts, LEAF_COMPUTED "counted: right is every word, and the end"));
        with_kind(s, t->right[k], VALUE_COUNT);
        t->accuracy[k] = tell_accuracy(t, s, t->right[k], 1);
    }
}

/* The seeds added up, and their mean. */
static Node *tell_all(const Telling *t)
{
    Graph *g = t->s.graph;
    Node *sum = t->right[0];
    for (int k = 1; k < t->by->seeds; k++)
        sum = add(g, sum, t->right[k]);
    Node *right = defined(t->s, "right", "Sentences right, by length, of all seeds", "right", sum);
    with_kind(t->s, with_axes(t->s, right, t->lengths, t->counts), VALUE_COUNT);
    Node *accuracy = tell_accuracy(t, t->s, right, t->by->seeds);
    spread_around(t->s, accuracy, "accuracy", "The share of sentences right, by length",
                  t->accuracy, t->by->seeds);
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
    Node **runs = arena_alloc(g->arena, (size_t)t->by->seeds, sizeof *runs);
    for (int k = 0; k < t->by->seeds; k++)
        runs[k] = matmul(g, parts, t->accuracy[k]);
    Node *all = named(t->s, "ranges", title, matmul(g, parts, accuracy));
    with_kind(t->s, with_axes(t->s, all, rows, t->sorts), VALUE_FRACTION);
    spread_around(t->s, all, "ranges", title, runs, t->by->seeds);
}

Bottleneck bottleneck(Scope s, const Translators *by, const SentencePairs *sentences, int count)
{
    CHECK(by->sorts > 0 && by->seeds > 0 && count > 0, "%d sorts of %d translators, %d sentences",
          by->sorts, by->seeds, count);
    Arena *arena = s.graph->arena;
    size_t seeds = (size_t)by->seeds;
    Bottleneck b = {.longest = by->longest, .seeds = by->seeds};
    Job job = {.translators = by, .count = count, .members = by->sorts * by->seeds};
    job.sentences = arena_alloc(arena, (size_t)count, sizeof *sentences);
    job.right = arena_alloc(arena, (size_t)(count * job.members), sizeof *job.right);
    memcpy(job.sentences, sentences, (size_t)count * sizeof *sentences);
    qsort(job.sentences, (size_t)count, sizeof *sentences, by_lengths);
    count_lengths(arena, &b, &job);
    run_shares(judge_share, &job, thread_limit());
    Telling t = {.s = s,
                 .b = &b,
                 .by = by,
                 .lengths = list_axis(s.graph, "length", b.lengths, b.length_count),
                 .sorts = axis_unquoted(label_axis("translator", by->names, by->sorts)),
                 .counts = label_axis("sentences right", by->names, by->sorts),
                 .right = arena_alloc(arena, seeds, sizeof(Node *)),
                 .accuracy = arena_alloc(arena, seeds, sizeof(Node *))};
    t.counts = axis_unquoted(axis_extended(s.graph, t.counts, NULL, "of"));
    t.counts.ends_in_total = true;
    tell_seeds(&t, &job);
    tell_ranges(&t, tell_all(&t));
    return b;
}
