/* A model that translates on a batch of random sentences: a training step (forward and backward),
 * or the forward pass alone.
 *
 *     model step|forward KIND sentences source_length target_length rounds [FIELD NUMBER]...
 *
 * with 100 words a side, and the sizes of the kind's recipe where no field ("heads", "d_model")
 * says otherwise. Prints the seconds of each round, after some to warm up, and what a round took
 * besides:
 *
 *     round 0.001234567
 *     nodes 1234
 *     multiply_adds 1234567   of the forward pass
 */
#include "support/bench.h"

enum { WORDS = 100, WARM_UP = 2, FIRST_FIELD = 7 };

typedef struct Job {
    Model model;
    SentencePairs pairs;
    bool is_step;
} Job;

static Graph *run(Arena *arena, const void *data)
{
    const Job *job = data;
    Graph *g = graph_new(arena);
    Node *loss = predictions_loss(
        g, job->model.kind->family->predict(g, &job->model, &job->pairs, true), job->pairs.weight);
    if (job->is_step)
        graph_backward(g, loss);
    return g;
}

static void *sizes_of(Arena *arena, const ModelKind *kind, char **fields)
{
    void *sizes = model_sizes(arena, kind, NULL, WORDS, WORDS);
    for (; *fields; fields += 2)
        for (const ModelField *field = kind->family->fields; field->name; field++)
            if (!strcmp(field->name, *fields))
                *field_in(sizes, field) = atoi(fields[1]);
    return sizes;
}

int main(int argc, char **argv)
{
    const ModelKind *kind = argc >= FIRST_FIELD ? model_kind(argv[2]) : NULL;
    if (!kind || argc % 2 == 0) {
        fputs("usage: model step|forward KIND sentences source_length target_length rounds "
              "[FIELD NUMBER]...\n",
              stderr);
        return 2;
    }
    Arena *inputs = arena_new(), *arena = arena_new();
    Random random = random_new(1);
    Job job = {.model = model_random(inputs, kind, sizes_of(inputs, kind, argv + FIRST_FIELD), 1),
               .pairs =
                   drawn_pairs(inputs, &random, WORDS, atoi(argv[3]), atoi(argv[4]), atoi(argv[5])),
               .is_step = !strcmp(argv[1], "step")};
    const Graph *g = print_rounds(arena, run, &job, WARM_UP, atoi(argv[6]));
    printf("nodes %d\nmultiply_adds %.0f\n", g->count, graph_multiply_adds(g));
    arena_free(arena);
    arena_free(inputs);
    return 0;
}
