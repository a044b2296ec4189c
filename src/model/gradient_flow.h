/* What becomes of a gradient on its way back through a recurrent network: it vanishes, holds or
 * explodes.      Bengio et al. 1994; Pascanu et al. 2013
 *
 * A network of n units reads T random inputs of n features, once for each gain. Its recurrent
 * matrix is the gain times a random orthogonal matrix (of a GRU: so are the three), every singular
 * value of which is the gain: without the tanh a gradient's length would change by exactly the gain
 * at every step. All gains share the inputs and the matrices, so that nothing else differs.
 *
 * The Jacobian ∂h_T/∂h_t is whole, by the chain rule: a product of a matrix for each step.
 * Nodes belong to the graph. What it names, for each gain:
 *
 *     gain-i/x   …/W   …/b   …/Q   …/Q_zr   …/gain   …/U   …/U_zr   …/y   …/products
 *     gain-i/place-t/…   …/place-t/jacobian   …/states   …/jacobian-d   …/gradients
 *     gain-i/frobenius
 *     norms    ‖∂h_T/∂h_{T−d}‖/√n, the Frobenius norm, of each gain side by side [T,gains]:
 *              what a gradient in a random direction is multiplied by
 *     growth   the mean factor of a step, as far as the norm is positive [1,gains]
 *
 * and with a clip (Pascanu et al. 2013, algorithm 1) those of the gradient of ½|h_T − y|², for
 * random y of 1 and −1
 *
 *     gain-i/loss/W   …/loss/W/rows   …/loss/W/norm   …   …/loss/norm
 *     clipped/factor   min(1, clip/norm) [gains,1]
 *     clipped/after    the norm of the clipped gradient: their product
 *     clipped          the norms of all, side by side
 */
#pragma once

#include "model/recurrent.h"

/* So many digits of a gain are told: gains that differ only beyond them cannot be told apart. */
enum { GAIN_DIGITS = 6 };

typedef struct FlowSettings {
    CellKind kind;
    int length;       /* T, at least 2 */
    int units;        /* n */
    double deviation; /* of the inputs, which are N(0, deviation²) */
    double gate_bias; /* of a GRU's update gate; other biases are zero */
    double clip;      /* the limit of the gradient's norm, 0 for none */
    uint64_t seed;
    int count; /* of gains */
    const double *gains;
} FlowSettings;

/* ∂h_T/∂h_{T−d} for each d from 0 to T − 1 [n,n], of the states of T places, each [1,n]: the
   running product of the steps' Jacobians ∂h_t/∂h_{t−1} (of a plain cell diag(1 − h²) Uᵀ). */
Node **state_jacobians(Scope s, Node *const *states, int length);

/* The lengths of their rows: |∂h_{T,i}/∂h_{T−d}| in row d, column i [T,n]. */
Node *gradient_lengths(Scope s, Node *const *jacobians, int length);

void gradient_flow(Scope s, const FlowSettings *settings);

/* Of what it named: the first gain whose gradient left the range of numbers, −1 for none; *distance
   is where. */
int gradient_flow_overflow(const Graph *g, int *distance);
