#include "train/static_vectors.h"

#include "base/error.h"
#include "base/random.h"
#include "tensor/processor.h"
#include "tensor/vector.h"

#include <math.h>
#include <string.h>

typedef struct Product {
    const SparseMatrix *matrix;
    Tensor vectors, result;
} Product;

/* Rows of M·Q. */
static void multiply_share(const void *job, int part, int parts)
{
    const Product *p = job;
    int d = p->vectors.cols;
    for (int i = part; i < p->matrix->size; i += parts) {
        real *sum = tensor_row(p->result, i);
        SparseRow row = p->matrix->rows[i];
        memset(sum, 0, (size_t)d * sizeof *sum);
        for (int k = 0; k < row.count; k++)
            vector_add_scaled(sum, row.values[k], tensor_row(p->vectors, row.columns[k]), d);
    }
}

static void normalize(real *vector, int n)
{
    real length = (real)sqrt((double)vector_dot(vector, vector, n));
    if (length > 0)
        vector_scale(vector, 1 / length, n);
}

static void transpose(Tensor to, Tensor from)
{
    for (int i = 0; i < from.rows; i++)
        for (int j = 0; j < from.cols; j++)
            tensor_row(to, j)[i] = at(from, i, j);
}

/* Gram and Schmidt's method, modified: each row loses its part along those before it. */
static void orthonormalize_rows(Tensor t)
{
    for (int i = 0; i < t.rows; i++) {
        normalize(tensor_row(t, i), t.cols);
        for (int j = i + 1; j < t.rows; j++) {
            real part = vector_dot(tensor_row(t, j), tensor_row(t, i), t.cols);
            vector_add_scaled(tensor_row(t, j), -part, tensor_row(t, i), t.cols);
        }
    }
}

Tensor static_vectors(Arena *arena, const SparseMatrix *matrix, int d, int iterations,
                      uint64_t seed)
{
    Tensor vectors = tensor_new(arena, matrix->size, d),
           turned = tensor_new(arena, d, matrix->size);
    Product product = {matrix, vectors, tensor_new(arena, matrix->size, d)};
    Random random = random_named(seed, "static vectors");
    for (size_t i = 0; i < tensor_size(vectors); i++)
        vectors.data[i] = (real)random_normal(&random);
    for (int i = 0; i < iterations; i++) {
        run_shares(multiply_share, &product, thread_limit());
        transpose(turned, product.result);
        orthonormalize_rows(turned);
        transpose(vectors, turned);
    }
    for (int i = 0; i < vectors.rows; i++)
        normalize(tensor_row(vectors, i), d);
    return vectors;
}
