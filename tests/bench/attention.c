/* Multi-head self-attention on random numbers, as attnviz computes it: with every intermediate
 * kept, the weights of all heads among them, or for its output alone.
 *
 *     attention all|output n d heads rounds
 *
 * prints the seconds of each round, after one to warm up, and what a round took besides:
 *
 *     round 0.001234567
 *     multiply_adds 1234567
 *     kept 1234567            bytes of all the numbers in the graph
 *     peak 1234567            bytes of the whole process at most
 */
#include "support/bench.h"

#include <sys/resource.h>

typedef struct Job {
    Tensor x, weights[4];
    int heads;
    bool all;
} Job;

static Graph *forward(Arena *arena, const void *data)
{
    const Job *job = data;
    Graph *g = graph_new(arena);
    Node *w[4], *input = constant(g, job->x, "drawn");
    for (int i = 0; i < 4; i++)
        w[i] = constant(g, job->weights[i], "drawn");
    Projections p = {.W_Q = w[0], .W_K = w[1], .W_V = w[2], .W_O = w[3]};
    AttentionShape shape = {.heads = job->heads, .sentences = 1};
    if (job->all)
        multi_head_attention(scope_of(g), input, input, p, &shape);
    else
        multi_head_output(g, input, p, &shape);
    return g;
}

static void print_totals(const Graph *g)
{
    struct rusage usage;
    double numbers = 0;
    for (int i = 0; i < g->count; i++)
        numbers += (double)tensor_size(g->nodes[i]->value);
    getrusage(RUSAGE_SELF, &usage);
    printf("multiply_adds %.0f\nkept %.0f\npeak %.0f\n", graph_multiply_adds(g),
           numbers * sizeof(real), (double)usage.ru_maxrss * 1024);
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: attention all|output n d heads rounds\n", stderr);
        return 2;
    }
    int n = atoi(argv[2]), d = atoi(argv[3]);
    Arena *inputs = arena_new(), *arena = arena_new();
    Random random = random_new(1);
    Job job = {.x = drawn_tensor(inputs, &random, n, d, 1),
               .heads = atoi(argv[4]),
               .all = !strcmp(argv[1], "all")};
    for (int i = 0; i < 4; i++)
        job.weights[i] = drawn_tensor(inputs, &random, d, d, 1.0 / d);
    print_totals(print_rounds(arena, forward, &job, 1, atoi(argv[5])));
    arena_free(arena);
    arena_free(inputs);
    return 0;
}
