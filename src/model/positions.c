#include "model/positions.h"

#include "base/elementary.h"
#include "graph/ops.h"

#include <math.h>

double position_wavelength(double base, int d, int i)
{
    return 2 * M_PI * portable_exp(2.0 * i / d * portable_log(base));
}

static Node *first_row(Graph *g, Node *a)
{
    int *row = arena_alloc(g->arena, 1, sizeof *row);
    return gather(g, a, row, 1);
}

/* PE(k)·PE(0) [n,1] */
static Node *dots_with_first(Graph *g, Node *encodings)
{
    return matmul_transposed(g, encodings, first_row(g, encodings));
}

/* PE(p + shift) */
static Node *shifted(Graph *g, PositionSettings s)
{
    int *rows = arena_alloc(g->arena, (size_t)s.length, sizeof *rows);
    for (int p = 0; p < s.length; p++)
        rows[p] = p + s.shift;
    return gather(g, sinusoids(g, s.length + s.shift, s.d, s.base), rows, s.length);
}

Positions positions_of(Graph *g, PositionSettings s)
{
    Positions p = {.settings = s};
    p.encodings = sinusoids(g, s.length, s.d, s.base);
    p.dots = matmul_transposed(g, p.encodings, p.encodings);
    Node *other = sinusoids(g, s.length, s.d, s.other_base);
    p.distances =
        concat(g, (Node *[]){dots_with_first(g, p.encodings), dots_with_first(g, other)}, 2);
    p.rotation = rotations(g, s.shift, s.d, s.base);
    p.rotated = matmul_transposed(g, p.encodings, p.rotation);
    p.ahead = shifted(g, s);
    p.error = subtract(g, p.rotated, p.ahead);
    return p;
}
