#include "train/adam.h"

#include "tensor/vector.h"

#include <math.h>

static const double DECAY_1 = 0.9, DECAY_2 = 0.99;
static const real EPSILON = (real)1e-8;

Moments moments_new(Arena *arena, Tensor value)
{
    return (Moments){.value = value,
                     .gradient = tensor_new(arena, value.rows, value.cols),
                     .first = tensor_new(arena, value.rows, value.cols),
                     .second = tensor_new(arena, value.rows, value.cols)};
}

static double power(double x, int n)
{
    double result = 1;
    for (; n; n /= 2, x *= x)
        result *= n % 2 ? x : 1;
    return result;
}

void adam_update(const Moments *moments, int from, int to, int step, double rate, double factor)
{
    const real d1 = (real)DECAY_1, d2 = (real)DECAY_2, scale = (real)factor;
    const real speed = (real)(rate / (1 - power(DECAY_1, step)));
    const real correction = (real)(1 / (1 - power(DECAY_2, step)));
    size_t cols = (size_t)moments->value.cols;
    real *value = moments->value.data, *m = moments->first.data, *v = moments->second.data;
    const real *gradient = moments->gradient.data;
    for (size_t i = (size_t)from * cols; i < (size_t)to * cols; i++) {
        real g = gradient[i] * scale;
        m[i] = d1 * m[i] + (1 - d1) * g;
        v[i] = d2 * v[i] + (1 - d2) * (g * g);
        value[i] -= speed * m[i] / ((real)sqrt(v[i] * correction) + EPSILON);
    }
}

void adam_decay(const Moments *moments, int from, int to, double share)
{
    Tensor value = moments->value;
    vector_scale(tensor_row(value, from), (real)(1 - share), (to - from) * value.cols);
}
