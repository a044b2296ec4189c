/* How long a computation takes at least, however many processors there are: an operation cannot
 * begin before what it is made from is there, so the longest chain of operations that wait for each
 * other bounds it from below.
 *
 * A chain may be measured in operations, or in steps of a model: the nodes that hold the result of
 * one step each. The states of a recurrent network are such steps, and as each is made from the one
 * before, their chain is as long as the sentence. The outputs of a transformer's layers are such
 * steps too, and their chain is as long as there are layers, whatever the sentence. */
#ifndef GRAPH_DEPTH_H
#define GRAPH_DEPTH_H

#include "graph/node.h"

/* How many operations the longest chain to `end` has. What costs no multiply-adds (leaves,
   look-ups, copies) does not count. */
int graph_depth(const Node *end);

/* How many of these nodes the chain to `end` goes through that goes through most of them. */
int graph_steps(const Node *end, const Node *const *steps, int count);

#endif
