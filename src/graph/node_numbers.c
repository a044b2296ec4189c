#include "graph/node_numbers.h"

#include <stdint.h>

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
