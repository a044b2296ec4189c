#include "graph/node.h"

/* ---- work ---- */

double graph_work(const Graph *g, bool *met, const Node *node)
{
    if (met[node->index])
        return 0;
    met[node->index] = true;
    double sum = node_cost(node);
    for (int i = 0; i < node->input_count; i++)
        sum += graph_work(g, met, node->inputs[i]);
    return sum;
}

/* ---- depth ---- */

/* The number of nodes that count on the longest chain to `end`. Nodes come after their inputs, so
   one pass in list order is enough. */
static int longest_chain(const Graph *g, const Node *end, const bool *counts)
{
    int *chains = arena_alloc(g->arena, (size_t)g->count, sizeof *chains);
    for (int i = 0; i <= end->index; i++) {
        const Node *node = g->nodes[i];
        for (int k = 0; k < node->input_count; k++)
            chains[i] = larger(chains[i], chains[node->inputs[k]->index]);
        chains[i] += counts[i];
    }
    return chains[end->index];
}

int graph_depth(const Graph *g, const Node *end, ChainUnit unit)
{
    bool *counts = arena_alloc(g->arena, (size_t)g->count, sizeof *counts);
    for (int i = 0; i < g->count; i++)
        counts[i] = unit == PRODUCTS ? g->nodes[i]->op->sums_products : node_cost(g->nodes[i]) > 0;
    return longest_chain(g, end, counts);
}

int graph_steps(const Graph *g, const Node *end, Node *const *steps, int count)
{
    bool *counts = arena_alloc(g->arena, (size_t)g->count, sizeof *counts);
    for (int i = 0; i < count; i++)
        counts[steps[i]->index] = true;
    return longest_chain(g, end, counts);
}
