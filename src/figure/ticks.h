/* Where an axis is marked: at round numbers, 1, 2 or 5 times a power of ten. */
#ifndef FIGURE_TICKS_H
#define FIGURE_TICKS_H

#include "base/number.h"
#include "figure/sheet.h"

enum { TICKS_MOST = 24 };

typedef struct Tick {
    double value; /* of a logarithmic axis: log₁₀ of what its text says */
    TextForm form;
    char text[NUMBER_SIZE];
} Tick;

typedef struct Ticks {
    Tick marks[TICKS_MOST];
    int count;
} Ticks;

/* A step of 1, 2 or 5 times a power of ten that is at least `least`, which is positive, and its
   decimals. */
double round_step(double least, int *decimals);

/* From `least` to the larger `most`, in at most `parts` steps: less than TICKS_MOST. */
Ticks ticks_linear(double least, double most, int parts);

/* The same between powers of ten: every power, or every so many; 1, 2 and 5 times each where the
   axis is too short for that; else as ticks_linear. All are written out, or all as powers. */
Ticks ticks_logarithmic(double least, double most, int parts);

/* The widest of their texts in a font, in pixels. */
int ticks_width(const Sheet *sheet, const Ticks *ticks, int font);

#endif
