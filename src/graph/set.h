/* What if this number were another: steps whose numbers are set from outside while a graph is made.
 *
 * When a node gets a name that a change is about (graph/names.h), it turns into a `set` operation
 * on a copy of what it was, so all that is made from it has the changed numbers. */
#pragma once

#include "graph/node.h"

/* y = kept ⊙ x + put: 1 and 0 where a number stays, 0 and the number where it is replaced. What is
   replaced may be ∞. */
typedef struct Change {
    const char *id;    /* of the step */
    const char *asked; /* "--set 'mask[1,2]=0'": what explanations call it */
    Tensor kept, put;
} Change;

typedef struct Changes {
    Change *items;
    int count;
} Changes;

/* Turns a node into what it was with the change, which its formula says, and computes again what
   was made from it already. */
void set_numbers(Graph *g, Node *node, const Change *change, Writing *w);
