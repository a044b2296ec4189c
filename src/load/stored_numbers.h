/* Numbers as files store them: the types of safetensors and of NumPy's .npy, in either byte order.
 */
#pragma once

#include "tensor/tensor.h"

/* Types that attnviz has no use for have no functions, those that it does not write no second one.
 */
typedef struct NumberType {
    const char *name; /* of safetensors: "F16" */
    const char *npy;  /* of NumPy, behind the byte order: "f2"; NULL for none */
    int size;         /* bytes */
    double (*number)(uint64_t bits);
    uint64_t (*bits)(double number);
} NumberType;

/* Those that attnviz writes, by their place among the types. */
typedef enum Precision { FLOAT32, FLOAT16 } Precision;

extern const NumberType number_types[];
extern const int number_type_count;

/* Of so many bytes, little-endian: of most processors a single load. */
static inline uint64_t little_endian(const char *bytes, int count)
{
    uint64_t word = 0;
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        memcpy(&word, bytes, (size_t)count);
    else
        for (int i = 0; i < count; i++)
            word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return word;
}

typedef struct Stored {
    const NumberType *type; /* one with a function */
    bool swapped;           /* big-endian */
} Stored;

/* One number, of the bytes where it begins. */
double stored_number(Stored as, const char *bytes);

/* `count` numbers as attnviz's own, up to the first that is none: NaN, ∞, or beyond the range.
   Returns how many were read. */
size_t stored_numbers(Stored as, const char *bytes, size_t count, real *numbers);
