#include "write/formats.h"

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

void npy_write_step(FILE *out, const Step *step)
{
    Tensor t = step->node->value;
    put_header(out, t);
    for (size_t i = 0; i < tensor_size(t); i++) {
        float number = (float)t.data[i];
        uint32_t bits;
        memcpy(&bits, &number, sizeof bits);
        unsigned char bytes[4] = {(unsigned char)bits, (unsigned char)(bits >> 8),
                                  (unsigned char)(bits >> 16), (unsigned char)(bits >> 24)};
        fwrite(bytes, 1, sizeof bytes, out);
    }
}

const FileKind npy_files = {".npy", "\x93NUMPY", 6, 6};

bool write_npy(const Document *document, const WriteOptions *options, Folder *folder, Error *error)
{
    (void)options;
    return write_steps(document->trace, "npy", npy_write_step, folder, error);
}
