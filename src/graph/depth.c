#include "graph/depth.h"

#include "graph/node_numbers.h"

/* Whether a node makes its chain longer; `steps` has those of graph_steps. */
typedef bool Counts(const Node *node, const NodeNumbers *steps);

/* Nodes come after their inputs: each has its chain before it is asked for. */
static int longest_chain(const Graph *g, const Node *end, Counts *counts, const NodeNumbers *steps)
{
    Arena *arena = arena_new();
    NodeNumbers chains = node_numbers_new(arena);
    int longest = -1;
    for (int i = 0; i < g->count && longest < 0; i++) {
        const Node *node = g->nodes[i];
        int chain = 0;
        for (int k = 0; k < node->input_count; k++) {
            int before = node_number(&chains, node->inputs[k], 0);
            chain = before > chain ? before : chain;
        }
        chain += counts(node, steps);
        node_number_set(&chains, node, chain);
        longest = node == end ? chain : -1;
    }
    CHECK(longest >= 0, "a node of another graph than that of %d nodes", g->count);
    arena_free(arena);
    return longest;
}

static bool costs_something(const Node *node, const NodeNumbers *steps)
{
    (void)steps;
    return node_cost(node) > 0;
}

static bool sums_products(const Node *node, const NodeNumbers *steps)
{
    (void)steps;
    return node->op->sums_products;
}

static bool is_step(const Node *node, const NodeNumbers *steps)
{
    return node_number(steps, node, 0);
}

int graph_depth(const Graph *g, const Node *end)
{
    return longest_chain(g, end, costs_something, NULL);
}

int graph_products(const Graph *g, const Node *end)
{
    return longest_chain(g, end, sums_products, NULL);
}

int graph_steps(const Graph *g, const Node *end, const Node *const *steps, int count)
{
    Arena *arena = arena_new();
    NodeNumbers marked = node_numbers_new(arena);
    for (int i = 0; i < count; i++)
        node_number_set(&marked, steps[i], 1);
    int chain = longest_chain(g, end, is_step, &marked);
    arena_free(arena);
    return chain;
}
