/* The same measured on several runs that differ in their seed: the mean, and the band that all of
 * them lie in, from the least to the most of each cell. Nodes belong to the graph. */
#ifndef MODEL_SPREAD_H
#define MODEL_SPREAD_H

#include "graph/names.h"

/* Of matrices of one shape, one a run, at least one: a single run has no band. Names

       id   id/least   id/most                                                               */
void spread_of(Scope s, const char *id, const char *title, Node *const *runs, int count, Axis rows,
               Axis cols, ValueKind kind);

/* Only the edges, around a mean that is named `id` already. */
void spread_around(Scope s, Node *mean, const char *id, const char *title, Node *const *runs,
                   int count);

#endif
