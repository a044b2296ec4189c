/* Sinusoidal positions and what they are good for: Vaswani et al. 2017, §3.5.
 *
 *     PE(p, 2i) = sin(p / base^(2i/d))      PE(p, 2i+1) = cos(p / base^(2i/d))
 *
 * PE(p)·PE(p + k) depends on the distance k alone, and one rotation of each frequency takes PE(p)
 * to PE(p + k) whatever p is. The steps:
 *
 *     encodings   waves   dots   distances   rotation   rotated   ahead   error
 */
#pragma once

#include "graph/ops.h"

typedef struct PositionSettings {
    int length, d; /* d is even */
    double base;
    double other_base; /* to compare with */
    int shift;         /* k of the rotation */
} PositionSettings;

void positions(Scope s, PositionSettings settings);

/* 2π base^(2i/d): in how many positions frequency i turns once. */
double position_wavelength(double base, int d, int i);
