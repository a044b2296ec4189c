/* Numbers as people read and write them. */
#pragma once

#include "base/error.h"

enum { NUMBER_SIZE = 64 };

/* Fixed decimals for tables and figures: "−0.12", "−∞"; what rounds to zero has no sign. Rounds
   half to even, as printf does. Returns `out`. */
const char *number_fixed(char out[NUMBER_SIZE], double x, int decimals);

/* 10 to a whole power, by multiplication alone: the same on every machine, as pow is not. */
double power_of_ten(int exponent);

/* Significant digits, as %g: "−1.25e−07", "−∞". Returns `out`. */
const char *number_digits(char out[NUMBER_SIZE], double x, int digits);

/* The same in an arena. */
const char *digits_text(Arena *arena, double x, int digits);

/* A digit, decimals and a power of ten: "9.31e−10". Returns `out`. */
const char *number_scientific(char out[NUMBER_SIZE], double x, int decimals);

/* A whole number that counts something, in groups of three digits: "64,512". Returns `out`. */
const char *number_count(char out[NUMBER_SIZE], double x);

/* A whole number from min to max, and nothing after it. `what` names it in the message:
   "--heads: '3x' is not a whole number". */
bool parse_whole(const char *what, const char *text, long min, long max, long *value, Error *error);

/* A finite decimal number from min to max ("2", "0.5", "1e-3"); C's locale whatever the user's. */
bool parse_decimal(const char *what, const char *text, double min, double max, double *value,
                   Error *error);

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* a ≥ 0. */
static inline int divide_up(int a, int b)
{
    return (a + b - 1) / b;
}

/* Towards −∞. */
static inline int divide_down(int a, int b)
{
    return a / b - (a % b < 0);
}
