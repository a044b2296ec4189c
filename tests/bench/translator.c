/* One training step of a translator, forward and backward, on a batch of random sentences:
 *
 *     translator kind sentences source_length target_length rounds
 *
 * with 100 words a side, embeddings of 24, 32 units, an alignment layer of 24. Prints the seconds
 * of each round, after some to warm up, and what a round took besides:
 *
 *     round 0.001234567
 *     nodes 1234
 *     multiply_adds 1234567   of the forward pass
 */
#include "model/translator.h"
#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WORDS = 100, WARM_UP = 5 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int *drawn_words(Arena *arena, Random *random, int count)
{
    int *words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = (int)random_below(random, WORDS);
    return words;
}

static Graph *step(Arena *arena, const Translator *translator, const SentencePairs *pairs)
{
    Graph *g = graph_new(arena);
    TranslatorNodes nodes = translator_nodes(g, translator, true);
    graph_backward(g, decode_forced(g, &nodes, pairs).loss);
    return g;
}

static void print_totals(const Graph *g)
{
    double multiply_adds = 0;
    for (int i = 0; i < g->count; i++)
        multiply_adds += g->nodes[i]->op->cost(g->nodes[i]).multiply_adds;
    printf("nodes %d\nmultiply_adds %.0f\n", g->count, multiply_adds);
}

int main(int argc, char **argv)
{
    const TranslatorKind *kind = argc == 6 ? translator_kind(argv[1]) : NULL;
    if (!kind) {
        fputs("usage: translator kind sentences source_length target_length rounds\n", stderr);
        return 2;
    }
    int sentences = atoi(argv[2]), rounds = atoi(argv[5]);
    Arena *inputs = arena_new(), *arena = arena_new();
    Random random = random_new(1);
    TranslatorSizes sizes = {.source_words = WORDS,
                             .target_words = WORDS,
                             .embedding = 24,
                             .hidden = 32,
                             .alignment = 24,
                             .window = 3};
    Translator translator = translator_random(inputs, kind, sizes, 1);
    SentencePairs pairs = {.sentences = sentences,
                           .source_length = atoi(argv[3]),
                           .target_length = atoi(argv[4]),
                           .weight = 1};
    pairs.source = drawn_words(inputs, &random, sentences * pairs.source_length);
    pairs.target = drawn_words(inputs, &random, sentences * pairs.target_length);
    Graph *g = step(arena, &translator, &pairs);
    for (int i = -WARM_UP; i < rounds; i++) {
        double start = seconds();
        arena_reset(arena);
        g = step(arena, &translator, &pairs);
        if (i >= 0)
            printf("round %.9f\n", seconds() - start);
    }
    print_totals(g);
    arena_free(arena);
    arena_free(inputs);
    return 0;
}
