/* From a number to its colour: one scale for all matrices that are compared. */
#ifndef FIGURE_SCALE_H
#define FIGURE_SCALE_H

#include "document/numbers.h"
#include "figure/style.h"
#include "trace/trace.h"

/* Two maps and the text's shades have to fit into the 256 colours of a picture. */
enum { SCALE_LEVELS = 101 };

typedef struct Scale {
    ValueKind kind;
    double range; /* signed numbers: from −range to range; counts: from 0 to range */
    Colour fills[SCALE_LEVELS];
} Scale;

/* Numbers around zero; others are from 0 to 1, counts from 0, or a mask. */
bool is_signed_kind(ValueKind kind);

/* `range` is of no account to a probability (0 … 1) and a mask. */
const Scale *scale_new(Arena *arena, ValueKind kind, double range, const FigureStyle *style);

/* The index of a finite number's colour. */
int scale_level(const Scale *scale, double x);

/* The colour of a bar: the sign shows where there are two, and it stands out from the background.
 */
Colour scale_bar_colour(const Scale *scale, bool negative, Colour background);

#endif
