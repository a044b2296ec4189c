#include "train/pairs.h"

PairBatches pair_batches_new(Arena *arena, const PairSource *source, uint64_t seed, int size)
{
    Pair *pairs = arena_alloc(arena, (size_t)size * BATCHES_A_ROUND, sizeof *pairs);
    SentencePairs *groups = arena_alloc(arena, (size_t)size, sizeof *groups);
    return (PairBatches){source, seed, size, .round = -1, .pairs = pairs, .groups = groups};
}

/* A counting sort. */
void pairs_sort(const Pair *pairs, int count, Pair *sorted)
{
    enum { LENGTHS = LONGEST_SIDE + 1 };
    int from[LENGTHS * LENGTHS + 1] = {0}; /* the next index for each pair of lengths */
    for (int i = 0; i < count; i++)
        from[pairs[i].source_length * LENGTHS + pairs[i].target_length + 1]++;
    for (int k = 0; k < LENGTHS * LENGTHS; k++)
        from[k + 1] += from[k];
    for (int i = 0; i < count; i++)
        sorted[from[pairs[i].source_length * LENGTHS + pairs[i].target_length]++] = pairs[i];
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
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Random random = random_named(b->seed, arena_format(scratch, "round %d", round));
    int count = b->size * BATCHES_A_ROUND;
    Pair *drawn = arena_alloc(scratch, (size_t)count, sizeof *drawn);
    for (int i = 0; i < count; i++)
        b->source->draw(b->source, &random, &drawn[i]);
    pairs_sort(drawn, count, b->pairs);
    shuffle(&random, BATCHES_A_ROUND, b->order);
    b->round = round;
}

const Pair *pair_batch(PairBatches *batches, int step)
{
    if (step / BATCHES_A_ROUND != batches->round)
        draw_round(batches, step / BATCHES_A_ROUND);
    return batches->pairs + batches->order[step % BATCHES_A_ROUND] * batches->size;
}
