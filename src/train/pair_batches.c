#include "train/pair_batches.h"

#include <stdio.h>
#include <stdlib.h>

/* A drawn pair in the order of its lengths; of equal lengths, in the order of drawing. */
typedef struct Slot {
    int source_length, target_length, number;
} Slot;

struct PairBatches {
    const PairSource *source;
    uint64_t seed;
    int size;
    int round;            /* the one below; −1 at first */
    Pair *drawn, *sorted; /* of the round */
    Slot *slots;
    int order[BATCHES_A_ROUND]; /* which batch each step of the round takes */
    PairGroup *groups;          /* of the batch asked for last */
};

PairBatches *pair_batches_new(Arena *arena, const PairSource *source, uint64_t seed, int size)
{
    CHECK(size > 0, "batches of %d", size);
    PairBatches *b = arena_alloc(arena, 1, sizeof *b);
    size_t count = (size_t)size * BATCHES_A_ROUND;
    b->source = source;
    b->seed = seed;
    b->size = size;
    b->round = -1;
    b->drawn = arena_alloc(arena, count, sizeof *b->drawn);
    b->sorted = arena_alloc(arena, count, sizeof *b->sorted);
    b->slots = arena_alloc(arena, count, sizeof *b->slots);
    b->groups = arena_alloc(arena, (size_t)size, sizeof *b->groups);
    return b;
}

static int by_lengths(const void *left, const void *right)
{
    const Slot *a = left, *b = right;
    if (a->source_length != b->source_length)
        return a->source_length - b->source_length;
    if (a->target_length != b->target_length)
        return a->target_length - b->target_length;
    return a->number - b->number;
}

static void shuffle(Random *random, int count, int *order)
{
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int other = (int)random_below(random, (uint32_t)i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

static void draw_round(PairBatches *b, int round)
{
    char name[32];
    snprintf(name, sizeof name, "round %d", round);
    Random random = random_named(b->seed, name);
    int count = b->size * BATCHES_A_ROUND;
    for (int i = 0; i < count; i++) {
        b->source->draw(b->source, &random, &b->drawn[i]);
        b->slots[i] = (Slot){b->drawn[i].source_length, b->drawn[i].target_length, i};
    }
    qsort(b->slots, (size_t)count, sizeof *b->slots, by_lengths);
    for (int i = 0; i < count; i++)
        b->sorted[i] = b->drawn[b->slots[i].number];
    shuffle(&random, BATCHES_A_ROUND, b->order);
    b->round = round;
}

static bool same_lengths(const Pair *a, const Pair *b)
{
    return a->source_length == b->source_length && a->target_length == b->target_length;
}

PairBatch pair_batch(PairBatches *batches, int step)
{
    CHECK(step >= 0, "step %d", step);
    if (step / BATCHES_A_ROUND != batches->round)
        draw_round(batches, step / BATCHES_A_ROUND);
    const Pair *pairs = batches->sorted + batches->order[step % BATCHES_A_ROUND] * batches->size;
    int count = 0;
    for (int i = 0; i < batches->size; i++) {
        if (i == 0 || !same_lengths(&pairs[i - 1], &pairs[i]))
            batches->groups[count++] =
                (PairGroup){pairs[i].source_length, pairs[i].target_length, 0, &pairs[i]};
        batches->groups[count - 1].count++;
    }
    return (PairBatch){count, batches->groups};
}
