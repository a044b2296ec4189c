/* A transformer on a batch of random sentences: a training step (forward and backward), or the
 * forward pass alone.
 *
 *     transformer step|forward layers d heads ffn sentences source_length target_length rounds
 *
 * with as many layers on either side, norms after the sublayers and 100 words a side. Prints the
 * seconds of each round, after some to warm up, and what a round took besides:
 *
 *     round 0.001234567
 *     nodes 1234
 *     multiply_adds 1234567   of the forward pass
 */
#include "model/transformer.h"
#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORDS = 100, WARM_UP = 2 };

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

static Graph *run(Arena *arena, const Transformer *transformer, const SentencePairs *pairs,
                  bool is_step)
{
    Graph *g = graph_new(arena);
    TransformerNodes nodes = transformer_nodes(g, transformer, is_step);
    TransformerTask task = transformer_task(g, &nodes, pairs);
    if (is_step)
        graph_backward(g, task.loss);
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
    if (argc != 10) {
        fputs("usage: transformer step|forward layers d heads ffn sentences source_length "
              "target_length rounds\n",
              stderr);
        return 2;
    }
    bool is_step = !strcmp(argv[1], "step");
    TransformerSizes sizes = {.source_words = WORDS,
                              .target_words = WORDS,
                              .d_model = atoi(argv[3]),
                              .heads = atoi(argv[4]),
                              .ffn = atoi(argv[5]),
                              .encoder_layers = atoi(argv[2]),
                              .decoder_layers = atoi(argv[2])};
    SentencePairs pairs = {.sentences = atoi(argv[6]),
                           .source_length = atoi(argv[7]),
                           .target_length = atoi(argv[8]),
                           .weight = 1};
    Arena *inputs = arena_new(), *arena = arena_new();
    Random random = random_new(1);
    Transformer transformer = transformer_random(inputs, sizes, 1);
    pairs.source = drawn_words(inputs, &random, pairs.sentences * pairs.source_length);
    pairs.target = drawn_words(inputs, &random, pairs.sentences * pairs.target_length);
    Graph *g = run(arena, &transformer, &pairs, is_step);
    for (int i = -WARM_UP; i < atoi(argv[9]); i++) {
        double start = seconds();
        arena_reset(arena);
        g = run(arena, &transformer, &pairs, is_step);
        if (i >= 0)
            printf("round %.9f\n", seconds() - start);
    }
    print_totals(g);
    arena_free(arena);
    arena_free(inputs);
    return 0;
}
