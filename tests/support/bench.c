#include "support/bench.h"

#include <time.h>

double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

Tensor drawn_tensor(Arena *arena, Random *random, int rows, int cols, double deviation)
{
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)(random_normal(random) * deviation);
    return t;
}

static int *drawn_words(Arena *arena, Random *random, int words, int count)
{
    int *drawn = arena_alloc(arena, (size_t)count, sizeof *drawn);
    for (int i = 0; i < count; i++)
        drawn[i] = (int)random_below(random, (uint32_t)words);
    return drawn;
}

SentencePairs drawn_pairs(Arena *arena, Random *random, int words, int sentences, int source_length,
                          int target_length)
{
    SentencePairs pairs = {.sentences = sentences,
                           .source_length = source_length,
                           .target_length = target_length,
                           .weight = 1};
    pairs.source = drawn_words(arena, random, words, sentences * source_length);
    pairs.target = drawn_words(arena, random, words, sentences * target_length);
    return pairs;
}

const Graph *print_rounds(Arena *arena, Round *round, const void *job, int warm_up, int rounds)
{
    const Graph *g = NULL;
    for (int i = -warm_up; i < rounds; i++) {
        double start = seconds();
        arena_reset(arena);
        g = round(arena, job);
        if (i >= 0)
            printf("round %.9f\n", seconds() - start);
    }
    return g;
}

double graph_multiply_adds(const Graph *g)
{
    double sum = 0;
    for (int i = 0; i < g->count; i++)
        sum += node_cost(g->nodes[i]);
    return sum;
}
