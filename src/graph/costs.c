#include "graph/costs.h"

#include <stdint.h>

/* ---- numbers of nodes ---- */

typedef struct NodeNumber {
    const Node *node; /* NULL where the place is free */
    int number;
} NodeNumber;

enum { FIRST_SIZE = 1024 };

NodeNumbers node_numbers_new(Arena *arena)
{
    return (NodeNumbers){.arena = arena,
                         .slots = arena_alloc(arena, FIRST_SIZE, sizeof(NodeNumber)),
                         .size = FIRST_SIZE};
}

/* Where the node is, or the free place where it belongs. The order in a table depends on addresses,
   so nothing goes through it in its order. */
static NodeNumber *slot_of(const NodeNumbers *n, const Node *node)
{
    size_t slot = ((uintptr_t)node >> 4) * 0x9E3779B97F4A7C15u % n->size;
    while (n->slots[slot].node && n->slots[slot].node != node)
        slot = (slot + 1) % n->size;
    return &n->slots[slot];
}

static void grow(NodeNumbers *n)
{
    NodeNumbers larger = {.arena = n->arena, .size = 2 * n->size, .count = n->count};
    larger.slots = arena_alloc(n->arena, larger.size, sizeof *larger.slots);
    for (size_t i = 0; i < n->size; i++)
        if (n->slots[i].node)
            *slot_of(&larger, n->slots[i].node) = n->slots[i];
    *n = larger;
}

int node_number(const NodeNumbers *numbers, const Node *node, int otherwise)
{
    const NodeNumber *slot = slot_of(numbers, node);
    return slot->node ? slot->number : otherwise;
}

void node_number_set(NodeNumbers *numbers, const Node *node, int number)
{
    if (2 * numbers->count >= numbers->size)
        grow(numbers);
    NodeNumber *slot = slot_of(numbers, node);
    numbers->count += !slot->node;
    *slot = (NodeNumber){node, number};
}

/* ---- work ---- */

double graph_work(NodeNumbers *counted, const Node *node)
{
    if (node_number(counted, node, 0))
        return 0;
    node_number_set(counted, node, 1);
    double sum = node_cost(node);
    for (int i = 0; i < node->input_count; i++)
        sum += graph_work(counted, node->inputs[i]);
    return sum;
}

/* ---- depth ---- */

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
