#include "train/pair_batches.h"

#include <stdlib.h>

PairBatches pair_batches_new(Arena *arena, const PairSource *source, uint64_t seed, int size)
{
    size_t count = (size_t)size * BATCHES_A_ROUND;
    CHECK(size > 0, "batches of %d", size);
    return (PairBatches){.source = source,
                         .seed = seed,
                         .size = size,
                         .round = -1,
                         .pairs = arena_alloc(arena, count, sizeof(Pair))};
}

/* A drawn pair in the order of its lengths; of equal lengths, in the order of drawing. */
typedef struct Slot {
    Pair pair;
    int number;
} Slot;

static int by_lengths(const void *left, const void *right)
{
    const Slot *a = left, *b = right;
    if (a->pair.source_length != b->pair.source_length)
        return a->pair.source_length - b->pair.source_length;
    if (a->pair.target_length != b->pair.target_length)
        return a->pair.target_length - b->pair.target_length;
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
    Arena *scratch = arena_new();
    Random random = random_named(b->seed, arena_format(scratch, "round %d", round));
    int count = b->size * BATCHES_A_ROUND;
    Slot *slots = arena_alloc(scratch, (size_t)count, sizeof *slots);
    for (int i = 0; i < count; i++) {
        b->source->draw(b->source, &random, &slots[i].pair);
        slots[i].number = i;
    }
    qsort(slots, (size_t)count, sizeof *slots, by_lengths);
    for (int i = 0; i < count; i++)
        b->pairs[i] = slots[i].pair;
    shuffle(&random, BATCHES_A_ROUND, b->order);
    b->round = round;
    arena_free(scratch);
}

const Pair *pair_batch(PairBatches *batches, int step)
{
    CHECK(step >= 0, "step %d", step);
    if (step / BATCHES_A_ROUND != batches->round)
        draw_round(batches, step / BATCHES_A_ROUND);
    return batches->pairs + batches->order[step % BATCHES_A_ROUND] * batches->size;
}

bool same_lengths(const Pair *a, const Pair *b)
{
    return a->source_length == b->source_length && a->target_length == b->target_length;
}
