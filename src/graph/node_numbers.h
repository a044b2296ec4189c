/* A number for each node that a walk through a graph has met, found by the node's address. They
 * live in the arena. */
#ifndef GRAPH_NODE_NUMBERS_H
#define GRAPH_NODE_NUMBERS_H

#include "graph/node.h"

typedef struct NodeNumber {
    const Node *node; /* NULL where the place is free */
    int number;
} NodeNumber;

typedef struct NodeNumbers {
    Arena *arena;
    NodeNumber *slots; /* a hash table */
    size_t size, count;
} NodeNumbers;

NodeNumbers node_numbers_new(Arena *arena);

/* The number that a node was given; `otherwise` if it was given none. */
int node_number(const NodeNumbers *numbers, const Node *node, int otherwise);

void node_number_set(NodeNumbers *numbers, const Node *node, int number);

#endif
