/* The names of a trace's files: they sort in the order of the trace and name the step. */
#ifndef WRITE_NAMES_H
#define WRITE_NAMES_H

#include "trace/trace.h"

/* "07-raw-weights.png" for step number 7 (from 1), id "raw/weights". */
const char *file_name(const Trace *trace, int number, const char *id, const char *extension);

#endif
