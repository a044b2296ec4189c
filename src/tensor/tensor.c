#include "tensor/tensor.h"

Tensor tensor_unset(Arena *arena, int rows, int cols)
{
    CHECK(rows >= 0 && cols >= 0, "%d × %d", rows, cols);
    Tensor t = {.rows = rows, .cols = cols};
    t.data = arena_alloc_unset(arena, tensor_size(t), sizeof *t.data);
    return t;
}

Tensor tensor_new(Arena *arena, int rows, int cols)
{
    return tensor_filled(arena, rows, cols, 0);
}

Tensor tensor_filled(Arena *arena, int rows, int cols, real number)
{
    Tensor t = tensor_unset(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = number;
    return t;
}

Tensor tensor_drawn(Arena *arena, Random *random, int rows, int cols, double deviation)
{
    Tensor t = tensor_unset(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)(deviation * random_normal(random));
    return t;
}

Tensor tensor_copied(Arena *arena, Tensor t)
{
    Tensor copy = tensor_unset(arena, t.rows, t.cols);
    if (tensor_size(t))
        memcpy(copy.data, t.data, tensor_size(t) * sizeof *t.data);
    return copy;
}
