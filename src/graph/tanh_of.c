#include "graph/ops.h"

#include <tgmath.h>

/* Depth at which the continued fraction x/(1 + x²/(3 + x²/(5 + …))) is exact to the last bit for
   |x| ≤ ½: of a double, or of a float. */
enum { LAST_TERM = sizeof(real) == sizeof(double) ? 15 : 9 };

/* |x| = near + rest with near ≤ ½, and e = exp(−2 rest):

     tanh near = near q/(q + p), p/q being the continued fraction evaluated from its end:
                 s/(k + p/q) is sq/(kq + p); exponentials would cancel here,
     tanh rest = (1 − e)/(1 + e),
     tanh(a + b) = (tanh a + tanh b)/(1 + tanh a tanh b). */
static inline real tangent(real near, real e)
{
    real square = near * near, p = 0, q = 1;
    for (int k = LAST_TERM; k >= 3; k -= 2) {
        real before = q;
        q = (real)k * q + p;
        p = square * before;
    }
    real a = near * q, a_part = q + p, b = 1 - e, b_part = 1 + e;
    return (a * b_part + b * a_part) / (a_part * b_part + a * b);
}

enum { BLOCK = 128 };

/* Three loops of plain arithmetic, which compilers vectorise: with `near` in an array, the last has
   no branch. */
static void tanh_block(real *y, const real *x, int n)
{
    const real half = (real)0.5;
    real near[BLOCK];
    for (int i = 0; i < n; i++) {
        near[i] = fabs(x[i]) < half ? fabs(x[i]) : half;
        y[i] = -2 * (fabs(x[i]) - near[i]);
    }
    vector_exp(y, y, 0, n);
    for (int i = 0; i < n; i++)
        y[i] = copysign(tangent(near[i], y[i]), x[i]);
}

static void forward(real *y, const real *x, int n)
{
    for (int i = 0; i < n; i += BLOCK)
        tanh_block(y + i, x + i, n - i < BLOCK ? n - i : BLOCK);
}

/* y = tanh x:  ∂x += ∂y (1 − y²) */
BACKWARD_BY_SLOPE(1 - y[i] * y[i])

DERIVE_BY(chained(g, dy, complement(g, multiply(g, node, node))))

/* An exponential, a sum and a quotient per cell. */
ON_ONE(tanh_of, "tanh", "tanh({1})", .rows = {forward, backward, .as_one = true}, .steps = 3,
       .derive = derive);
