/* A document as plain text: on a terminal, in a pipe, in a file. */
#pragma once

#include "write/formats.h"

/* Writes all blocks but figures. Returns whether anything was elided. The caller checks the stream.
 */
bool text_write(FILE *out, const Document *document, const WriteOptions *options);

/* Writes `start` and a paragraph, wrapped at `width` (0: never) with a hanging indent. */
void text_write_paragraph(FILE *out, Arena *arena, const char *start, const char *paragraph,
                          int width);

/* Writes a step's matrix as a table with labels, aligned on the decimal point, shaded by value if
   there are colours. To fit the width, columns of words move closer, with labels staggered in two
   lines; after that, the middle is elided. Returns whether anything was left out. arena: scratch.
 */
bool table_write(FILE *out, Arena *arena, const Step *step, const WriteOptions *options);
