#include "write/formats.h"

#include <endian.h>
#include <stdint.h>
#include <string.h>

/* "\x93NUMPY", the version, the length of the header that follows, and a Python dictionary padded
   with spaces so that the numbers begin at a multiple of 64. */
static void put_header(FILE *out, Tensor t)
{
    char header[128];
    memset(header, ' ', sizeof header);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)(sizeof header - 10);
    header[9] = 0;
    int length =
        snprintf(header + 10, sizeof header - 10,
                 "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", t.rows, t.cols);
    header[10 + length] = ' ';
    header[sizeof header - 1] = '\n';
    fwrite(header, 1, sizeof header, out);
}

/* NumPy's format version 1.0: little-endian float32, row after row. */
static void write_step(FILE *out, const Step *step)
{
    Tensor t = step->node->value;
    put_header(out, t);
    for (size_t i = 0; i < tensor_size(t); i++) {
        float number = (float)t.data[i];
        uint32_t bits;
        memcpy(&bits, &number, sizeof bits);
        bits = htole32(bits);
        fwrite(&bits, sizeof bits, 1, out);
    }
}

const Format format_npy = {.files = {".npy", "\x93NUMPY", 6, 6}, .write_step = write_step};
