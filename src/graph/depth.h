/* How long a computation takes at least, however many processors there are: an operation cannot
 * begin before what it is made from is there, so the longest chain of operations that wait for each
 * other bounds it from below.
 *
 * A chain may be measured in operations, in products alone, or in steps of a model: the nodes that
 * hold the result of one step each. The states of a recurrent network are such steps, and as each
 * is made from the one before, their chain is as long as the sentence. The outputs of a
 * transformer's layers are such steps too, and their chain is as long as there are layers, whatever
 * the sentence.
 *
 * `end` is a node of the graph g; another is our own bug, and aborts. */
#ifndef GRAPH_DEPTH_H
#define GRAPH_DEPTH_H

#include "graph/node.h"

/* How many operations the longest chain to `end` has. What costs no multiply-adds (leaves,
   look-ups, copies) does not count. */
int graph_depth(const Graph *g, const Node *end);

/* How many of them sum products: matrix products and their like, the “sequential operations” of
   Vaswani et al. 2017, table 1. */
int graph_products(const Graph *g, const Node *end);

/* How many of these nodes the chain to `end` goes through that goes through most of them. */
int graph_steps(const Graph *g, const Node *end, const Node *const *steps, int count);

#endif
