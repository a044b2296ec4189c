#include "base/base.h"

#include <float.h>

/* π/2 = high + middle + low; x − n · high is exact, as one fma. */
static const double HALF_PI_HIGH = 0x1.921fb54442d18p+0, HALF_PI_MIDDLE = 0x1.1a62633145c07p-54,
                    HALF_PI_LOW = -0x1.f1976b7ed8fbcp-110;

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
    return ldexp(series, (int)n); /* exact, except that a subnormal result is rounded once */
}

double portable_log(double x)
{
    static const double MANY = 54; /* 2⁵⁴ makes any subnormal number normal */
    return x < DBL_MIN ? portable_log_from(ldexp(x, (int)MANY), -MANY) : portable_log_from(x, 0);
}

/* erf(x) = 2/√π exp(−x²) Σ 2ⁿ x²ⁿ⁺¹/(1 · 3 · … · (2n+1)): all terms have one sign. */
double portable_erf(double x)
{
    if (isnan(x) || fabs(x) > 6) /* erf(6) is 1 in double precision */
        return isnan(x) ? x : x < 0 ? -1 : 1;
    double term = x, sum = x;
    for (int n = 1; fabs(term) > 1e-17 * fabs(sum); n++) {
        term *= 2 * x * x / (2 * n + 1);
        sum += term;
    }
    return M_2_SQRTPI * portable_exp(-x * x) * sum;
}

/* sin r = r − r³/6 (1 − r²/20 (1 − …)), r within ±π/4 */
static double sine_series(double r)
{
    double square = r * r, series = 1;
    for (int k = 16; k >= 4; k -= 2)
        series = 1 - series * square / (k * (k + 1));
    return r - r * square * series / 6;
}

/* cos r = 1 − r²/2 + r⁴/24 (1 − r²/30 (1 − …)); the rounding error of 1 − r²/2 is added back. */
static double cosine_series(double r)
{
    double square = r * r, series = 1, half = square / 2, first = 1 - half;
    for (int k = 17; k >= 5; k -= 2)
        series = 1 - series * square / (k * (k + 1));
    return first + (((1 - first) - half) + square * square * series / 24);
}

/* sin(x + quarter · π/2), by r = x − n π/2 */
static double sine_from_quarter(double x, int64_t quarter)
{
    if (!(fabs(x) <= 0x1p20)) /* beyond that the pieces of π/2 are too short */
        return NAN;
    double n = rint(x / M_PI_2), r = fma(-n, HALF_PI_HIGH, x);
    r = fma(-n, HALF_PI_LOW, fma(-n, HALF_PI_MIDDLE, r));
    int64_t quarters = (int64_t)n + quarter;
    double size = quarters & 1 ? cosine_series(r) : sine_series(r);
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
