#include "base/base.h"

#include <float.h>

/* π/2 in pieces: a multiple of each but the last is exact. */
static const double HALF_PI_HIGH = 0x1.921fb54400000p+0, HALF_PI_MIDDLE = 0x1.0b4611a600000p-34,
                    HALF_PI_LOW = 0x1.3198a2e037073p-69;

/* exp(x) = 2ⁿ exp(r), r = x − n ln 2 within ±½ ln 2, by its Taylor series. */
double portable_exp(double x)
{
    if (isnan(x))
        return x;
    if (x > 710)
        return INFINITY;
    if (x < -746)
        return 0;
    double n = rint(x / M_LN2);
    double r = (x - n * DOUBLE_LN2_HIGH) - n * DOUBLE_LN2_LOW;
    double series = 1;
    for (int k = 14; k >= 1; k--)
        series = 1 + series * r / k;
    return ldexp(series, (int)n); /* exact but for a subnormal result, which is rounded once */
}

double portable_log(double x)
{
    static const double MANY = 54; /* powers of 2, which make a subnormal number a normal one */
    return x < DBL_MIN ? portable_log_from(ldexp(x, (int)MANY), -MANY) : portable_log_from(x, 0);
}

/* erf(x) = 2/√π exp(−x²) Σ 2ⁿ x²ⁿ⁺¹/(1 · 3 · … · (2n+1)): no term cancels another. */
double portable_erf(double x)
{
    if (isnan(x) || fabs(x) > 6) /* nothing is left of a double between it and ±1 */
        return isnan(x) ? x : x < 0 ? -1 : 1;
    double term = x, sum = x;
    for (int n = 1; fabs(term) > 1e-17 * fabs(sum); n++) {
        term *= 2 * x * x / (2 * n + 1);
        sum += term;
    }
    return M_2_SQRTPI * portable_exp(-x * x) * sum;
}

/* An angle within ±π/4, more exact than one double can hold: its sum with a tiny rest. */
typedef struct Angle {
    double main, rest;
} Angle;

static Angle angle_sum(double larger, double smaller)
{
    double sum = larger + smaller;
    return (Angle){sum, (larger - sum) + smaller};
}

/* x − n π/2. The first difference is exact, the second nearly so. */
static Angle angle_less_quarters(double x, double n)
{
    Angle a = angle_sum(x - n * HALF_PI_HIGH, -n * HALF_PI_MIDDLE);
    return angle_sum(a.main, a.rest - n * HALF_PI_LOW);
}

/* sin(r + δ) = sin r + δ cos r = r − r³/6 (1 − r²/20 (1 − …)) + δ (1 − r²/2) */
static double sine_series(Angle a)
{
    double r = a.main, square = r * r, series = 1;
    for (int k = 16; k >= 4; k -= 2)
        series = 1 - series * square / (k * (k + 1));
    return r + (a.rest * (1 - square / 2) - r * square * series / 6);
}

/* cos(r + δ) = cos r − δ sin r = 1 − r²/2 + r⁴/24 (1 − r²/30 (1 − …)) − δ r; what 1 − r²/2 loses
   in rounding is given back. */
static double cosine_series(Angle a)
{
    double r = a.main, square = r * r, series = 1, half = square / 2, first = 1 - half;
    for (int k = 17; k >= 5; k -= 2)
        series = 1 - series * square / (k * (k + 1));
    return first + (((1 - first) - half) + (square * square * series / 24 - a.rest * r));
}

/* sin(x + quarter · π/2) */
static double sine_from_quarter(double x, int64_t quarter)
{
    if (!(fabs(x) <= 0x1p20)) /* further out the pieces of π/2 are too short */
        return NAN;
    double n = rint(x / M_PI_2);
    Angle a = angle_less_quarters(x, n);
    int64_t quarters = (int64_t)n + quarter;
    double size = quarters & 1 ? cosine_series(a) : sine_series(a);
    return quarters & 2 ? -size : size;
}

double portable_sin(double x)
{
    return x == 0 ? x : sine_from_quarter(x, 0); /* −0 stays −0 */
}

double portable_cos(double x)
{
    return sine_from_quarter(x, 1);
}
