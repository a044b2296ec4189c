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
#include "support/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 100, WARM_UP = 2 };

typedef struct Job {
    Model transformer;
    SentencePairs pairs;
    bool is_step;
} Job;

static Graph *run(Arena *arena, const void *data)
{
    const Job *job = data;
    Graph *g = graph_new(arena);
    TransformerParameters p = transformer_in(g, &job->transformer, job->is_step);
    TransformerTask task = transformer_task(g, &p, &job->pairs);
    if (job->is_step)
        graph_backward(g, task.loss);
    return g;
}

int main(int argc, char **argv)
{
    if (argc != 10) {
        fputs("usage: transformer step|forward layers d heads ffn sentences source_length "
              "target_length rounds\n",
              stderr);
        return 2;
    }
    TransformerSizes sizes = {.source_words = WORDS,
                              .target_words = WORDS,
                              .d_model = atoi(argv[3]),
                              .heads = atoi(argv[4]),
                              .ffn = atoi(argv[5]),
                              .encoder_layers = atoi(argv[2]),
                              .decoder_layers = atoi(argv[2])};
    Arena *inputs = arena_new(), *arena = arena_new();
    Random random = random_new(1);
    Job job = {.transformer = model_random(inputs, model_kind("transformer"), &sizes, 1),
               .pairs =
                   drawn_pairs(inputs, &random, WORDS, atoi(argv[6]), atoi(argv[7]), atoi(argv[8])),
               .is_step = !strcmp(argv[1], "step")};
    const Graph *g = print_rounds(arena, run, &job, WARM_UP, atoi(argv[9]));
    printf("nodes %d\nmultiply_adds %.0f\n", g->count, graph_multiply_adds(g));
    arena_free(arena);
    arena_free(inputs);
    return 0;
}
