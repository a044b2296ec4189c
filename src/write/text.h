/* A trace for people: on a terminal, in a pipe, in a file. */
#ifndef WRITE_TEXT_H
#define WRITE_TEXT_H

#include "write/table.h"

/* Every step with its number, title, id, shape, formula, sentence and table; with a width, details
   are left out, and a line names them. Returns whether anything was left out. The caller checks the
   stream. */
bool text_write_trace(FILE *out, const Trace *trace, const TextStyle *style);

/* A paragraph, indented, and broken between words where it outgrows the width (0: never). */
void text_write_paragraph(FILE *out, Arena *arena, const char *paragraph, int width);

#endif
