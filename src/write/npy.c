#include "write/formats.h"

/* NumPy's format version 1.0: "\x93NUMPY", the version, the length of the header, 118, then a
   Python dictionary padded with spaces so that the data begin at a multiple of 64, then the
   numbers, row-major, little-endian float32. */
static void write_step(FILE *out, const Step *step)
{
    const Node *t = step->node;
    size_t cols = (size_t)cols_of(t);
    fwrite("\x93NUMPY\1\0v\0", 1, 10, out);
    int length = fprintf(out, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
                         rows_of(t), cols_of(t));
    fprintf(out, "%*s\n", 117 - length, "");
    for (size_t i = 0; i < tensor_size(t->value); i++) {
        float number = (float)node_row(t, (int)(i / cols)).data[i % cols];
        uint32_t bits;
        memcpy(&bits, &number, sizeof bits);
        for (int k = 0; k < 32; k += 8)
            putc_unlocked((int)(bits >> k & 255), out);
    }
}

const Format format_npy = {.files = {".npy", BEGINS("\x93NUMPY")}, .write_step = write_step};
