/* The matrix: rows × cols numbers, row after row.
 *
 * A tensor is a value and is passed by copy; its numbers belong to an arena. Rank 2 is exactly
 * what a table or a heatmap shows. Numbers are float32; a build with REAL=double uses double
 * throughout, so that gradient checks by finite differences are tight.
 */
#pragma once

#include "base/memory.h"
#include "base/random.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef ATTNVIZ_DOUBLE
typedef double real;
#else
typedef float real;
#endif

typedef struct Tensor {
    int rows, cols;
    real *data;
} Tensor;

/* All zeros. */
Tensor tensor_new(Arena *arena, int rows, int cols);

/* For who writes every number. */
Tensor tensor_unset(Arena *arena, int rows, int cols);

/* The same number everywhere. */
Tensor tensor_filled(Arena *arena, int rows, int cols, real number);

/* Drawn one after the other from N(0, deviation²). */
Tensor tensor_drawn(Arena *arena, Random *random, int rows, int cols, double deviation);

/* The same numbers, in the arena. */
Tensor tensor_copied(Arena *arena, Tensor t);

/* Whether there are only whole numbers of at most six digits, and ±∞. */
bool tensor_is_whole(Tensor t);

static inline size_t tensor_size(Tensor t)
{
    return (size_t)t.rows * (size_t)t.cols;
}

static inline real *tensor_row(Tensor t, int row)
{
    return t.data + (size_t)row * (size_t)t.cols;
}

static inline real at(Tensor t, int row, int col)
{
    return tensor_row(t, row)[col];
}

static inline bool same_shape(Tensor a, Tensor b)
{
    return a.rows == b.rows && a.cols == b.cols;
}
