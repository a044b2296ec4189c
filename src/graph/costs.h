/* What it takes to compute a node: the work of all that it is made from, and how long that takes at
 * least, however many processors there are.
 *
 * An operation cannot begin before what it is made from is there, so the longest chain of
 * operations that wait for each other bounds the time from below. A chain may be measured in
 * operations, in products alone, or in steps of a model: the nodes that hold the result of one step
 * each. The states of a recurrent network are such steps, and as each is made from the one before,
 * their chain is as long as the sentence. The outputs of a transformer's layers are such steps too,
 * and their chain is as long as there are layers, whatever the sentence.
 *
 * Nodes are those of the graph g; another is our own bug, and aborts. */
#pragma once

#include "graph/node.h"

/* Which nodes of the graph a walk has met, by their index: none yet. */
bool *graph_unmet(Arena *arena, const Graph *g);

/* Multiply-adds of a node and of all that it was made from, each once; what was met before is left
   out. All that is counted is met. */
double graph_work(const Graph *g, bool *met, const Node *node);

/* How many operations the longest chain to `end` has. What costs no multiply-adds (leaves,
   look-ups, copies) does not count. */
int graph_depth(const Graph *g, const Node *end);

/* How many of them sum products: matrix products and their like, the “sequential operations” of
   Vaswani et al. 2017, table 1. */
int graph_products(const Graph *g, const Node *end);

/* How many of these nodes the chain to `end` goes through that goes through most of them. */
int graph_steps(const Graph *g, const Node *end, const Node *const *steps, int count);
