#include "graph/costs.h"

#include "base/number.h"

/* ---- work ---- */

bool *graph_unmet(Arena *arena, const Graph *g)
{
    return arena_alloc(arena, (size_t)g->count, sizeof(bool));
}

double graph_work(bool *met, const Node *node)
{
    if (met[node->index])
        return 0;
    met[node->index] = true;
    double sum = node_cost(node);
    for (int i = 0; i < node->input_count; i++)
        sum += graph_work(met, node->inputs[i]);
    return sum;
}

/* ---- depth ---- */

/* Whether a node makes its chain longer; `steps` has those of graph_steps. */
typedef bool Counts(const Node *node, const bool *steps);

/* Nodes come after their inputs: each has its chain before it is asked for. */
static int longest_chain(const Graph *g, const Node *end, Counts *counts, const bool *steps)
{
    CHECK(end->index < g->count && g->nodes[end->index] == end,
          "a node of another graph than that of %d nodes", g->count);
    Arena *arena = arena_new();
    int *chains = arena_alloc(arena, (size_t)g->count, sizeof *chains);
    for (int i = 0; i <= end->index; i++) {
        const Node *node = g->nodes[i];
        for (int k = 0; k < node->input_count; k++)
            chains[i] = larger(chains[i], chains[node->inputs[k]->index]);
        chains[i] += counts(node, steps);
    }
    int longest = chains[end->index];
    arena_free(arena);
    return longest;
}

static bool costs_something(const Node *node, const bool *steps)
{
    (void)steps;
    return node_cost(node) > 0;
}

static bool sums_products(const Node *node, const bool *steps)
{
    (void)steps;
    return node->op->sums_products;
}

static bool is_step(const Node *node, const bool *steps)
{
    return steps[node->index];
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
    bool *marked = graph_unmet(arena, g);
    for (int i = 0; i < count; i++)
        marked[steps[i]->index] = true;
    int chain = longest_chain(g, end, is_step, marked);
    arena_free(arena);
    return chain;
}
