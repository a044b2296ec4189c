#include "load/files.h"

/* ---- the types ---- */

static inline double number_of_f64(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline double number_of_f32(uint64_t bits)
{
    uint32_t half = (uint32_t)bits;
    float number;
    memcpy(&number, &half, sizeof number);
    return (double)number;
}

/* bfloat16: the upper half of a float32. */
static double number_of_bf16(uint64_t bits)
{
    return number_of_f32(bits << 16);
}

/* A sign, 5 bits of exponent, 10 of fraction; exponent 31 is infinite, 0 subnormal. As a float32,
   these bits would have an exponent smaller by 112. */
static inline double number_of_f16(uint64_t bits)
{
    double size = number_of_f32((bits & 0x7fff) << 13) * 0x1p112;
    if ((bits >> 10 & 31) == 31)
        size = bits & 1023 ? NAN : INFINITY;
    return bits >> 15 ? -size : size;
}

static uint64_t bits_of_f32(double number)
{
    float single = (float)number;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

/* The nearest float16, ties to even. The unit is 2^-10 of the number's power of two, or of 2^-14
   for subnormals. frexp's exponent is one larger, since its fraction f is below 1. */
static uint64_t bits_of_f16(double number)
{
    int exponent;
    double size = fabs(number);
    uint64_t sign = signbit(number) ? 0x8000 : 0;
    frexp(size, &exponent);
    exponent = size > 0 && exponent > -13 ? exponent : -13;
    double units = nearbyint(ldexp(size, 11 - exponent));
    /* 1024 units or more carry into the exponent's bits */
    double bits = units + 1024 * (exponent + 13);
    return sign | (bits < 0x7c00 ? (uint64_t)bits : 0x7c00);
}

const NumberType number_types[] = {
#include "load/number_types.list"
    {.name = NULL}};

/* ---- reading ---- */

/* The sign of an integer is the highest bit of its size. */
double stored_number(Stored as, const char *bytes)
{
    int size = as.type->size, unused = 64 - 8 * size;
    uint64_t bits = little_endian(bytes, size);
    if (as.swapped)
        bits = __builtin_bswap64(bits) >> unused;
    if (as.type->number)
        return as.type->number(bits);
    return *as.type->npy == 'i' ? (double)((int64_t)(bits << unused) >> unused) : (double)bits;
}

const char *number_flaw(Stored as, const char *bytes)
{
    return isfinite(stored_number(as, bytes)) ? "within float32's range" : "finite";
}

/* The built-in weights are float16, those of other models often float32: they are read without a
   function call per number. */
size_t stored_numbers(Stored as, const char *bytes, size_t count, real *numbers)
{
    bool is_half = as.type->number == number_of_f16 && !as.swapped;
    bool is_single = as.type->number == number_of_f32 && !as.swapped;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (real)(is_half     ? number_of_f16(little_endian(bytes + 2 * i, 2))
                            : is_single ? number_of_f32(little_endian(bytes + 4 * i, 4))
                                        : stored_number(as, bytes + i * (size_t)as.type->size));
        if (!isfinite(numbers[i]))
            return i;
    }
    return count;
}
