/* A document for people: on a terminal, in a pipe, in a file. */
#pragma once

#include "write/formats.h"

/* All blocks but figures. Returns whether tables were cut. The caller checks the stream. */
bool text_write(FILE *out, const Document *document, const WriteOptions *options);

/* A paragraph behind its start ("    "), broken between words where it outgrows the width (0:
   never) and continued under its first character. */
void text_write_paragraph(FILE *out, Arena *arena, const char *start, const char *paragraph,
                          int width);

/* A step's matrix as a table: aligned on the decimal point, with its labels, shaded by value where
   there is colour. To fit a width, columns of words stand closer, under labels in two lines; what
   does not fit then is cut in the middle. Returns whether anything was left out. `arena` is for
   scratch. */
bool table_write(FILE *out, Arena *arena, const Step *step, const WriteOptions *options);
