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
#include "support/bench.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 100, WARM_UP = 5 };

typedef struct Job {
    Model translator;
    SentencePairs pairs;
} Job;

static Graph *step(Arena *arena, const void *data)
{
    const Job *job = data;
    Graph *g = graph_new(arena);
    model_in(g, &job->translator, true);
    graph_backward(g, teacher_forced(scope_of(g), &job->translator, &job->pairs).loss);
    return g;
}

int main(int argc, char **argv)
{
    const ModelKind *kind = argc == 6 ? model_kind(argv[1]) : NULL;
    if (!kind || kind->family != &translator_family) {
        fputs("usage: translator kind sentences source_length target_length rounds\n", stderr);
        return 2;
    }
    Arena *inputs = arena_new(), *arena = arena_new();
    Random random = random_new(1);
    TranslatorSizes sizes = {.source_words = WORDS,
                             .target_words = WORDS,
                             .embedding = 24,
                             .hidden = 32,
                             .alignment = 24,
                             .window = 3};
    Job job = {
        .translator = model_random(inputs, kind, &sizes, 1),
        .pairs = drawn_pairs(inputs, &random, WORDS, atoi(argv[2]), atoi(argv[3]), atoi(argv[4]))};
    const Graph *g = print_rounds(arena, step, &job, WARM_UP, atoi(argv[5]));
    printf("nodes %d\nmultiply_adds %.0f\n", g->count, graph_multiply_adds(g));
    arena_free(arena);
    arena_free(inputs);
    return 0;
}
