/* Multi-head self-attention on random numbers, as attnviz computes it: every intermediate kept,
 * the weights of all heads among them.
 *
 *     attention n d heads rounds
 *
 * prints the seconds of each round, after one to warm up, and what a round took besides:
 *
 *     round 0.001234567
 *     multiply_adds 1234567
 *     kept 1234567            bytes of all the numbers in the graph
 *     peak 1234567            bytes of the whole process at most
 */
#include "model/attention.h"
#include "base/random.h"
#include "graph/ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static Tensor drawn(Arena *arena, Random *random, int rows, int cols, double deviation)
{
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)(random_normal(random) * deviation);
    return t;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static Graph *forward(Arena *arena, Tensor x, const Tensor weights[4], int heads)
{
    Graph *g = graph_new(arena);
    Node *w[4], *input = constant(g, x, "drawn");
    for (int i = 0; i < 4; i++)
        w[i] = constant(g, weights[i], "drawn");
    Projections p = {.W_Q = w[0], .W_K = w[1], .W_V = w[2], .W_O = w[3]};
    multi_head(g, input, input, p, heads, NULL, SCALE_ROOT);
    return g;
}

static void print_totals(const Graph *g)
{
    struct rusage usage;
    double multiply_adds = 0, numbers = 0;
    for (int i = 0; i < g->count; i++) {
        multiply_adds += g->nodes[i]->op->cost(g->nodes[i]).multiply_adds;
        numbers += (double)tensor_size(g->nodes[i]->value);
    }
    getrusage(RUSAGE_SELF, &usage);
    printf("multiply_adds %.0f\nkept %.0f\npeak %.0f\n", multiply_adds, numbers * sizeof(real),
           (double)usage.ru_maxrss * 1024);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fputs("usage: attention n d heads rounds\n", stderr);
        return 2;
    }
    int n = atoi(argv[1]), d = atoi(argv[2]), heads = atoi(argv[3]), rounds = atoi(argv[4]);
    Arena *inputs = arena_new(), *arena = arena_new();
    Random random = random_new(1);
    Tensor x = drawn(inputs, &random, n, d, 1), weights[4];
    for (int i = 0; i < 4; i++)
        weights[i] = drawn(inputs, &random, d, d, 1.0 / d);
    Graph *g = forward(arena, x, weights, heads);
    for (int i = 0; i < rounds; i++) {
        double start = seconds();
        arena_reset(arena);
        g = forward(arena, x, weights, heads);
        printf("round %.9f\n", seconds() - start);
    }
    print_totals(g);
    arena_free(arena);
    arena_free(inputs);
    return 0;
}
