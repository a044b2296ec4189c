/* The header of a .npy file: what the numbers behind it are.
 *
 *     6 bytes     \x93NUMPY
 *     2 bytes     the version: 1.0, 2.0 or 3.0
 *     2 or 4      the length of the rest, little-endian: 2 bytes in version 1
 *     the rest    {'descr': '<f4', 'fortran_order': False, 'shape': (3, 48), }, spaces, a newline
 *
 * Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. The numbers
 * follow, row by row. The bytes are hostile.
 */
#pragma once

#include "load/stored_numbers.h"

enum { NPY_LARGEST_HEADER = 1 << 16 };

typedef struct Npy {
    Stored as;                 /* F32, F16 or F64 */
    size_t blocks, rows, cols; /* more dimensions than two are matrices one behind the other */
    size_t dimensions;
    size_t data_begin; /* in the file */
} Npy;

/* Whether a file that begins so is one. */
bool is_npy(Bytes begin);

/* `begin` is the file, or as much of it as the largest header takes. Fails with one line that names
   the path; also for what attnviz has no use for: other numbers, or columns one after the other. */
bool npy_header(Arena *arena, const char *path, Bytes begin, Npy *npy, Error *error);
