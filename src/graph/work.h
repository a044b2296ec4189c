/* What it takes to compute a node: its own operation and all behind it. */
#ifndef GRAPH_WORK_H
#define GRAPH_WORK_H

#include "graph/node_numbers.h"

/* Multiply-adds of a node and of all that it was made from, each once; what was counted before is
   left out. All that is counted gets a number in `counted`. */
double graph_work(NodeNumbers *counted, const Node *node);

#endif
