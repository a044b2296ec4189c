/* A step's matrix as a table for people: aligned on the decimal point, with its labels, shaded by
 * value where there is colour. To fit a width, columns of words stand closer, under labels in two
 * lines; what does not fit then is cut in the middle. */
#ifndef WRITE_TABLE_H
#define WRITE_TABLE_H

#include "figure/style.h"
#include "trace/trace.h"

#include <stdio.h>

typedef enum ColourDepth { COLOUR_NONE, COLOUR_256, COLOUR_TRUE } ColourDepth;

typedef struct TextStyle {
    int width;     /* columns to fit in; 0: nothing is left out */
    int precision; /* decimals */
    ColourDepth depth;
    const FigureStyle *figure; /* whose colours shade the cells when there is colour */
} TextStyle;

/* Returns whether anything was left out. `arena` is for scratch. What the stream makes of it is for
   the caller to check (ferror). */
bool table_write(FILE *out, Arena *arena, const Step *step, const TextStyle *style);

#endif
