/* Sinusoidal positions and what they are good for: Vaswani et al. 2017, §3.5.
 *
 *     PE(p, 2i) = sin(p / base^(2i/d))      PE(p, 2i+1) = cos(p / base^(2i/d))
 *
 * PE(p)·PE(p + k) depends on the distance k alone, and one rotation of each frequency takes PE(p)
 * to PE(p + k) whatever p is. Nodes belong to the graph.
 */
#ifndef MODEL_POSITIONS_H
#define MODEL_POSITIONS_H

#include "graph/node.h"

typedef struct PositionSettings {
    int length, d; /* d is even */
    double base;
    double other_base; /* to compare with */
    int shift;         /* k of the rotation */
} PositionSettings;

typedef struct Positions {
    PositionSettings settings;
    Node *encodings; /* PE [n,d] */
    Node *dots;      /* PE PEᵀ [n,n] */
    Node *distances; /* PE(0)·PE(k) in row k, of both bases side by side [n,2] */
    Node *rotation;  /* R [d,d] */
    Node *rotated;   /* R PE(p) in row p [n,d] */
    Node *ahead;     /* PE(p + shift) [n,d] */
    Node *error;     /* rotated − ahead */
} Positions;

Positions positions_of(Graph *g, PositionSettings settings);

/* 2π base^(2i/d): in how many positions frequency i turns once. */
double position_wavelength(double base, int d, int i);

#endif
