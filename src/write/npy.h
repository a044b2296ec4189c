/* One NumPy file a step: format version 1.0, little-endian float32, row after row. */
#ifndef WRITE_NPY_H
#define WRITE_NPY_H

#include "trace/trace.h"

#include <stdio.h>

/* The caller checks the stream. */
void npy_write_step(FILE *out, const Step *step);

#endif
