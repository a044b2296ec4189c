/* Nodes in tests: made of numbers that are drawn, given by hand or those of another program, and
 * found by their names. */
#pragma once

#include "support/gradient.h"
#include "support/reference.h"

/* In the scene's arena; with names or without. */
Graph *plain_graph(Scene *scene);
Graph *named_graph(Scene *scene);

/* random_tensor as a constant. */
Node *drawn(Graph *g, int rows, int cols, const char *name);

/* Of these numbers, row after row; of nothing but zeros. */
Node *by_hand(Graph *g, int rows, int cols, const double *numbers);
Node *zeros(Graph *g, int rows, int cols);

/* The matrix "case/part" of a reference as a constant. */
Node *reference_node(Graph *g, Scene *scene, const Safetensors *file, const char *name,
                     const char *part);

/* What has this id, a format; the test fails where nothing has. */
Node *node_of(const Graph *g, const char *id, ...) __attribute__((format(printf, 2, 3)));
Tensor value_of(const Graph *g, const char *id, ...) __attribute__((format(printf, 2, 3)));

/* A mask of n words, written down. */
Tensor mask_table(Arena *arena, Mask mask, int n);

/* A cell, to be calculated with. */
double cell(Tensor t, int row, int col);

/* That they are less than so far apart. */
#define assert_near(found, expected, tolerance)                                                    \
    assert_true(fabs((found) - (expected)) < (tolerance))
