#include "model/bottleneck.h"

#include "base/number.h"
#include "graph/ops.h"
#include "model/translator.h"
#include "tensor/processor.h"
#include "tensor/vector.h"

#include <string.h>

/* ---- lengths ---- */

/* Of each length from 0 to the longest, its place among those that there are. */
static int *places_of_lengths(Arena *arena, Bottleneck *b, const SentencePairs *sentences,
                              int count)
{
    int longest = 0;
    for (int i = 0; i < count; i++)
        longest = larger(longest, sentences[i].source_length);
    int *places = arena_alloc(arena, (size_t)longest + 1, sizeof *places);
    b->lengths = arena_alloc(arena, (size_t)longest + 1, sizeof *b->lengths);
    b->sentences = arena_alloc(arena, (size_t)longest + 1, sizeof *b->sentences);
    for (int i = 0; i < count; i++)
        places[sentences[i].source_length] = 1;
    for (int length = 0; length <= longest; length++)
        if (places[length]) {
            places[length] = b->length_count;
            b->lengths[b->length_count++] = length;
        }
    for (int i = 0; i < count; i++)
        b->sentences[places[sentences[i].source_length]]++;
    return places;
}

/* ---- translations ---- */

enum { MOST_IN_GROUP = 16 };

/* Sentences of equal lengths, which go side by side. */
typedef struct Group {
    int count;
    SentencePairs *alone, pairs;
    int *right; /* how many of them each translator gets right */
} Group;

/* Every share has some of the groups. */
typedef struct Job {
    const Translators *translators;
    int group_count;
    Group *groups; /* room for as many as there are sentences */
} Job;

static int member_count(const Translators *by)
{
    return by->sorts * by->seeds;
}

/* The first group of its lengths that has room takes a sentence, or a new one. */
static void join_group(Arena *arena, Job *job, const SentencePairs *s)
{
    Group *g = job->groups;
    while (g->count && (g->count == MOST_IN_GROUP || g->alone->source_length != s->source_length ||
                        g->alone->target_length != s->target_length))
        g++;
    if (!g->count) {
        job->group_count++;
        g->alone = arena_alloc(arena, MOST_IN_GROUP, sizeof *g->alone);
        g->right = arena_alloc(arena, (size_t)member_count(job->translators), sizeof *g->right);
    }
    g->alone[g->count++] = *s;
}

/* The most probable words are the true ones if after the true words before it each true word is
   the most probable, the first of equals: so one pass over the true words tells. */
static void judge(Arena *arena, const Job *job, Group *group, int member)
{
    arena_reset(arena);
    Graph *g = graph_new(arena);
    const Model *m = job->translators->members[member];
    Predictions p = m->kind->family->predict(g, m, &group->pairs, false);
    for (int k = 0; k < group->count; k++) {
        bool right = true;
        for (int i = k; i < rows_of(p.scores); i += group->count)
            right = right && largest_in_row(p.scores->value, i) == p.words[i];
        group->right[member] += right;
    }
}

static void judge_share(const void *data, int part, int parts)
{
    const Job *job = data;
    Arena *arena = arena_new();
    for (int i = part; i < job->group_count; i += parts)
        for (int k = 0; k < member_count(job->translators); k++)
            judge(arena, job, &job->groups[i], k);
    arena_free(arena);
}

/* A row a length: how many each sort gets right with this seed, and how many there are. */
static Tensor counted(Arena *arena, const Job *job, const int *places, int rows, int seed)
{
    int sorts = job->translators->sorts, seeds = job->translators->seeds;
    Tensor counts = tensor_new(arena, rows, sorts + 1);
    for (const Group *g = job->groups; g < job->groups + job->group_count; g++) {
        real *row = tensor_row(counts, places[g->pairs.source_length]);
        for (int k = 0; k < sorts; k++)
            row[k] += (real)g->right[k * seeds + seed];
        row[sorts] += (real)g->count;
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

static void tell_seeds(const Telling *t, const Job *job, const int *places)
{
    Graph *g = t->s.graph;
    for (int k = 0; k < t->by->seeds; k++) {
        Scope s = within(t->s, "seed-%d", ", seed %d", k + 1);
        Tensor counts = counted(g->arena, job, places, t->b->length_count, k);
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
    Arena *arena = t->s.graph->arena;
    const char **labels = arena_alloc(arena, 2, sizeof *labels);
    labels[0] = arena_format(arena, "up to %d words", b->longest);
    labels[1] = arena_format(arena, "beyond, to %d", b->lengths[b->length_count - 1]);
    return axis_unquoted(label_axis("lengths", labels, count));
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
    const int *places = places_of_lengths(arena, &b, sentences, count);
    Job job = {.translators = by, .groups = arena_alloc(arena, (size_t)count + 1, sizeof(Group))};
    for (int i = 0; i < count; i++)
        join_group(arena, &job, &sentences[i]);
    for (Group *g = job.groups; g < job.groups + job.group_count; g++)
        g->pairs = side_by_side(arena, g->alone, g->count);
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
    tell_seeds(&t, &job, places);
    tell_ranges(&t, tell_all(&t));
    return b;
}
