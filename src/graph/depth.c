#include "graph/depth.h"

#include "graph/node_numbers.h"

typedef struct Walk {
    NodeNumbers depths; /* of the nodes met */
    NodeNumbers *steps; /* those that count; NULL: all that compute */
} Walk;

static bool counts(const Walk *w, const Node *node)
{
    return w->steps ? node_number(w->steps, node, 0) > 0 : node->op->cost(node).multiply_adds > 0;
}

/* One more than the deepest of what it is made from, if the node counts. */
static int depth_of(Walk *w, const Node *node)
{
    int depth = node_number(&w->depths, node, -1);
    if (depth >= 0)
        return depth;
    depth = 0;
    for (int i = 0; i < node->input_count; i++) {
        int input = depth_of(w, node->inputs[i]);
        depth = input > depth ? input : depth;
    }
    depth += counts(w, node);
    node_number_set(&w->depths, node, depth);
    return depth;
}

int graph_depth(const Node *end)
{
    Arena *arena = arena_new();
    Walk walk = {.depths = node_numbers_new(arena)};
    int depth = depth_of(&walk, end);
    arena_free(arena);
    return depth;
}

int graph_steps(const Node *end, const Node *const *steps, int count)
{
    Arena *arena = arena_new();
    NodeNumbers marked = node_numbers_new(arena);
    Walk walk = {.depths = node_numbers_new(arena), .steps = &marked};
    for (int i = 0; i < count; i++)
        node_number_set(&marked, steps[i], 1);
    int depth = depth_of(&walk, end);
    arena_free(arena);
    return depth;
}
