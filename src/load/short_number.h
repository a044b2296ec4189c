/* Parses short decimal numbers, which are nearly all of a large table, eight digits at a time. In a
 * header, since function calls would take as long as the work.
 *
 * Source: Johnny Lee and Daniel Lemire's parse_eight_digits, as in
 * https://github.com/fastfloat/fast_float; extended to fewer than eight digits.
 */
#pragma once

#include "load/files.h"

enum { SHORT_NUMBER_ROOM = 32 }; /* bytes that must be readable from the start of a number */

/* 8 bytes XOR '0': digits become their values. */
static inline uint64_t eight_digits(const char *bytes)
{
    return little_endian(bytes, 8) ^ 0x3030303030303030;
}

/* Sets the high bit of the first byte that is not a digit, and perhaps of bytes after it: only
   digits are 0 to 9 after the XOR, and carries of the addition only reach later bytes. */
static inline uint64_t no_digits(uint64_t word)
{
    return ((word + 0x7676767676767676) | word) & 0x8080808080808080;
}

/* The number that eight digits form, combined into pairs, fours and eights. */
static inline uint64_t sum_of_digits(uint64_t word)
{
    word = 10 * word + (word >> 8);
    return ((word & 0xff000000ff) * 0xf424000000064 +
            (word >> 16 & 0xff000000ff) * 0x271000000001) >>
           32;
}

/* The number formed by the digits at the start of 8 bytes, and how many they are. */
static inline uint64_t leading_digits(const char *bytes, int *count)
{
    uint64_t word = eight_digits(bytes), others = no_digits(word);
    *count = others ? __builtin_ctzll(others) / 8 : 8;
    return *count ? sum_of_digits(word << (64 - 8 * *count)) : 0; /* with leading zeros */
}

static inline bool is_digit(char c)
{
    return '0' <= c && c <= '9';
}

/* `whole` / 10^behind, with the sign. Both are exact in double, so the quotient is rounded once, as
   by strtod. */
static inline double decimal(bool negative, uint64_t whole, int behind)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    static const double signs[] = {1, -1}; /* no branch, as it would be mispredicted */
    return (double)(int64_t)whole / powers[behind] * signs[negative];
}

/* Parses a number of up to 15 digits with an optional point, as most are. Returns its end, or NULL
   if it is of another form. May read up to SHORT_NUMBER_ROOM bytes, whatever they are. */
static inline const char *short_number(const char *at, double *number)
{
    static const uint64_t whole_powers[] = {1,      10,      100,      1000,     10000,
                                            100000, 1000000, 10000000, 100000000};
    bool negative = *at == '-';
    int count, digits = 1, behind = 0; /* behind: digits after the point */
    at += negative;
    uint64_t whole = (uint64_t)(*at - '0');
    if (!is_digit(at[0]) || is_digit(at[1])) /* a single digit needs no count to wait for */
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
    *number = decimal(negative, whole, behind);
    return at;
}
