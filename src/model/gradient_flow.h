/* What becomes of a gradient on its way back through a recurrent network: it vanishes, holds or
 * explodes.      Bengio et al. 1994; Pascanu et al. 2013
 *
 * A network of n units reads T random inputs of n features, once for each gain. Its recurrent
 * matrix is the gain times a random orthogonal matrix (of a GRU: so are the three), every singular
 * value of which is the gain: without the tanh a gradient's length would change by exactly the gain
 * at every step. All gains share the inputs and the matrices, so that nothing else differs.
 *
 * The Jacobian ∂h_T/∂h_t is whole: one backward pass for each unit of h_T, and none is estimated.
 * Nodes belong to the graph.
 */
#ifndef MODEL_GRADIENT_FLOW_H
#define MODEL_GRADIENT_FLOW_H

#include "model/recurrent.h"

#include <stdint.h>

typedef struct FlowSettings {
    CellKind kind;
    int length;       /* T, at least 2 */
    int units;        /* n */
    double deviation; /* of the inputs, which are N(0, deviation²) */
    double gate_bias; /* of a GRU's update gate; other biases are zero */
    double clip;      /* the limit of the gradient's norm, 0 for none */
    uint64_t seed;
} FlowSettings;

/* The most tensors that a cell learns: W, U, U_gates and b. */
enum { FLOW_TENSORS = 4 };

/* The gradient of a loss by one tensor of the cell. */
typedef struct LossGradient {
    const char *tensor; /* "U" */
    Node *gradient;     /* from a backward pass [rows,cols] */
    Node *row_lengths;  /* [rows,1] */
    Node *norm;         /* of all of it [1,1] */
} LossGradient;

/* One gain. */
typedef struct Flow {
    Node *gain; /* [1,1] */
    RecurrentCell cell;
    Node *x;           /* what is read [T,n] */
    Encoding encoding; /* annotations are the states [T,n] */
    Node **jacobians;  /* state_jacobians */
    Node *lengths;     /* gradient_lengths [T,n] */
    Node *frobenius;   /* ‖∂h_T/∂h_{T−d}‖_F [T,1] */
    Node *norms; /* the root mean square of each row [T,1]: ‖∂h_T/∂h_{T−d}‖/√n, the Frobenius
                    norm; what a gradient in a random direction is multiplied by */

    /* with a clip, else NULL */
    Node *loss; /* ½|h_T − y|² for random y of 1 and −1 [1,1] */
    int part_count;
    LossGradient parts[FLOW_TENSORS];
    Node *part_norms;    /* their norms side by side [1,…] */
    Node *gradient_norm; /* of all of them together [1,1] */
} Flow;

typedef struct GradientFlow {
    FlowSettings settings;
    int count;
    const double *gains;
    Flow *flows;
    Node *norms;  /* of each gain side by side [T,gains] */
    Node *growth; /* the mean factor of a step, as far as the norm is positive [1,gains] */

    /* with a clip, else NULL:   Pascanu et al. 2013, algorithm 1 */
    Node *before;  /* the gradient's norm [gains,1] */
    Node *factor;  /* min(1, clip/norm) */
    Node *after;   /* their product: the norm of the clipped gradient */
    Node *clipped; /* norms of the parts, then these three, side by side */
} GradientFlow;

/* ∂h_T/∂h_{T−d} for each d from 0 to T − 1 [n,n], of a cell that reads x[T,…]. */
Node **state_jacobians(Graph *g, const RecurrentCell *cell, const Node *x);

/* The lengths of their rows: |∂h_{T,i}/∂h_{T−d}| in row d, column i [T,n]. */
Node *gradient_lengths(Graph *g, Node *const *jacobians, int length);

/* The gains are not copied. */
GradientFlow gradient_flow(Graph *g, FlowSettings settings, const double *gains, int count);

/* The first gain whose gradient left the range of numbers, −1 for none; *distance is where. */
int gradient_flow_overflow(const GradientFlow *flow, int *distance);

#endif
