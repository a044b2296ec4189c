/* A document for people: on a terminal, in a pipe, in a file. */
#pragma once

#include "document/document.h"
#include "figure/drawing.h"

typedef enum ColourDepth { COLOUR_NONE, COLOUR_256, COLOUR_TRUE } ColourDepth;

typedef struct TextStyle {
    int width;     /* columns to fit in; 0: nothing is left out */
    bool bounded;  /* even so, of large tables the first and last rows and columns only */
    int precision; /* decimals */
    ColourDepth depth;
    const FigureStyle *figure; /* whose colours shade the cells when there is colour */
} TextStyle;

/* All blocks but figures. Returns whether tables were cut. The caller checks the stream. */
bool text_write(FILE *out, const Document *document, const TextStyle *style);

/* A paragraph behind its start ("    "), broken between words where it outgrows the width (0:
   never) and continued under its first character. */
void text_write_paragraph(FILE *out, Arena *arena, const char *start, const char *paragraph,
                          int width);

/* A step's matrix as a table: aligned on the decimal point, with its labels, shaded by value where
   there is colour. To fit a width, columns of words stand closer, under labels in two lines; what
   does not fit then is cut in the middle. Returns whether anything was left out. `arena` is for
   scratch. */
bool table_write(FILE *out, Arena *arena, const Step *step, const TextStyle *style);
