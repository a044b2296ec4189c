#include "base/elementary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ln 2 and π/2 in two pieces: the first is short enough that a multiple of it is exact. */
static const double LN2_HIGH = 0x1.62e42fee00000p-1, LN2_LOW = 0x1.a39ef35793c76p-33;
static const double HALF_PI_HIGH = 0x1.921fb54400000p+0, HALF_PI_MIDDLE = 0x1.0b4611a600000p-34,
                    HALF_PI_LOW = 0x1.3198a2e037073p-69;

/* The integer nearest to x, for |x| < 2⁵¹: adding 1.5·2⁵² leaves no room for a fraction. */
static double nearest(double x)
{
    const double magic = 0x1.8p52;
    volatile double sum = x + magic;
    return sum - magic;
}

/* x · 2^n for a result that is a normal number. */
static double times_power_of_two(double x, int n)
{
    uint64_t bits = (uint64_t)(1023 + n) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return x * power;
}

/* exp(x) = 2ⁿ exp(r), r = x − n ln 2 within ±½ ln 2, by its Taylor series. */
double portable_exp(double x)
{
    if (isnan(x))
        return x;
    if (x > 709.78)
        return INFINITY;
    if (x < -708.39)
        return 0;
    double n = nearest(x / M_LN2);
    double r = (x - n * LN2_HIGH) - n * LN2_LOW;
    double series = 1;
    for (int k = 14; k >= 1; k--)
        series = 1 + series * r / k;
    return times_power_of_two(times_power_of_two(series, (int)n / 2), (int)n - (int)n / 2);
}

/* x = 2ⁿ m with m in [√½, √2); log m = 2 artanh(s) with s = (m − 1)/(m + 1). */
double portable_log(double x)
{
    int n;
    double m = frexp(x, &n);
    if (m < M_SQRT1_2) {
        m *= 2;
        n--;
    }
    double s = (m - 1) / (m + 1), square = s * s, series = 0;
    for (int k = 21; k >= 1; k -= 2)
        series = series * square + 2.0 / k;
    return n * LN2_HIGH + (s * series + n * LN2_LOW);
}

/* sin and cos of r within ±π/4. */
static double sine_series(double r)
{
    double square = r * r, series = 1;
    for (int k = 16; k >= 2; k -= 2)
        series = 1 - series * square / (k * (k + 1));
    return r * series;
}

static double cosine_series(double r)
{
    double square = r * r, series = 1;
    for (int k = 17; k >= 1; k -= 2)
        series = 1 - series * square / (k * (k + 1));
    return series;
}

/* sin(x + quarter · π/2) */
static double sine_from_quarter(double x, int64_t quarter)
{
    double n = nearest(x / M_PI_2);
    double r = ((x - n * HALF_PI_HIGH) - n * HALF_PI_MIDDLE) - n * HALF_PI_LOW;
    switch (((int64_t)n + quarter) & 3) {
    case 0:
        return sine_series(r);
    case 1:
        return cosine_series(r);
    case 2:
        return -sine_series(r);
    default:
        return -cosine_series(r);
    }
}

double portable_sin(double x)
{
    return sine_from_quarter(x, 0);
}

double portable_cos(double x)
{
    return sine_from_quarter(x, 1);
}

/* tanh x = (1 − e^−2x)/(1 + e^−2x); near zero, where that cancels, its continued fraction. */
double portable_tanh(double x)
{
    double size = fabs(x), result;
    if (size < 0.5) {
        double square = x * x, fraction = 0;
        for (int k = 19; k >= 3; k -= 2)
            fraction = square / (k + fraction);
        return x / (1 + fraction);
    }
    double e = portable_exp(-2 * size);
    result = (1 - e) / (1 + e);
    return x < 0 ? -result : result;
}
