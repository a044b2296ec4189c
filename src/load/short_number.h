/* Decimal numbers as nearly all of a large table are written, read eight digits at a time. In a
 * header, since calls would take as long as the work.
 *
 * Source: Johnny Lee and Daniel Lemire's parse_eight_digits, as in
 * https://github.com/fastfloat/fast_float; here for fewer digits than eight, too.
 */
#pragma once

#include "load/stored_numbers.h"

#include <stdbool.h>

enum { SHORT_NUMBER_ROOM = 32 }; /* bytes that must be there from where one begins */

/* The number of the digits that 8 bytes begin with, and how many they are. Subtracting '0' leaves
   0 to 9 of a digit only; what a sum carries over goes to bytes behind the first that is none. The
   digits then go to the end, behind zeros, and are added up in pairs, fours and eights. */
static inline uint64_t leading_digits(const char *bytes, int *count)
{
    uint64_t word = little_endian(bytes, 8) ^ 0x3030303030303030;
    uint64_t others = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
    *count = others ? __builtin_ctzll(others) / 8 : 8;
    if (!*count)
        return 0;
    word <<= 64 - 8 * *count;
    word = 10 * word + (word >> 8);
    return ((word & 0xff000000ff) * 0xf424000000064 +
            (word >> 16 & 0xff000000ff) * 0x271000000001) >>
           32;
}

static inline bool is_digit(char c)
{
    return '0' <= c && c <= '9';
}

/* Most numbers, fast: up to 15 digits and a point are a whole number that a double holds exactly,
   divided by an exact power of ten; so the quotient is rounded once, as strtod rounds. Returns
   where it ends, or NULL if it is no such number. Bytes may be read as far as SHORT_NUMBER_ROOM,
   whatever they are. */
static inline const char *short_number(const char *at, double *number)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    static const uint64_t whole_powers[] = {1,      10,      100,      1000,     10000,
                                            100000, 1000000, 10000000, 100000000};
    bool negative = *at == '-';
    int count, digits = 1, behind = 0; /* behind the point */
    at += negative;
    uint64_t whole = (uint64_t)(*at - '0');
    if (!is_digit(at[0]) || is_digit(at[1])) /* else where the next number is does not wait */
        whole = leading_digits(at, &digits);
    if (!digits || digits == 8)
        return NULL;
    at += digits;
    if (*at == '.') {
        at++;
        uint64_t part = leading_digits(at, &behind);
        whole = whole * whole_powers[behind] + part;
        at += behind;
        if (behind == 8) {
            part = leading_digits(at, &count);
            whole = whole * whole_powers[count] + part;
            behind += count;
            at += count;
        }
        if (digits + behind > 15)
            return NULL;
    }
    static const double signs[] = {1, -1}; /* which of them no processor could foresee */
    *number = (double)(int64_t)whole / powers[behind] * signs[negative];
    return at;
}
