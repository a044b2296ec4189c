#include "tensor/tensor.h"

#include "base/error.h"

Tensor tensor_new(Arena *arena, int rows, int cols)
{
    CHECK(rows >= 0 && cols >= 0, "%d × %d", rows, cols);
    Tensor t = {.rows = rows, .cols = cols};
    t.data = arena_alloc(arena, tensor_size(t), sizeof *t.data);
    return t;
}
