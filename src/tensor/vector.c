/* The compiler may map the lanes of a sum to registers of any width: the order of the additions
   stays the same. */
#include "tensor/tensor.h"

#include <tgmath.h>

/* Halves of the lanes, the upper of which goes into the lower, until one is left. Unrolled, they
   stay in registers. */
#define HALVES(half) _Pragma("GCC unroll 8") for (int half = SUM_LANES / 2; half; half /= 2)

static inline real greater(real x, real y)
{
    return x > y ? x : y;
}

/* The maximum of sign · x, with sign ±1. */
static inline real most_of(const real *x, real sign, int n)
{
    real lane[SUM_LANES];
    for (int l = 0; l < SUM_LANES; l++)
        lane[l] = -(real)INFINITY;
    int whole = n - n % SUM_LANES;
    for (int i = 0; i < whole; i += SUM_LANES)
        for (int l = 0; l < SUM_LANES; l++)
            lane[l] = greater(sign * x[i + l], lane[l]);
    for (int i = whole; i < n; i++)
        lane[i - whole] = greater(sign * x[i], lane[i - whole]);
    HALVES(half)
    for (int l = 0; l < half; l++)
        lane[l] = greater(lane[l + half], lane[l]);
    return lane[0];
}

FOR_EACH_PROCESSOR
real vector_max(const real *x, int n)
{
    return most_of(x, 1, n);
}

FOR_EACH_PROCESSOR
real vector_min(const real *x, int n)
{
    return -most_of(x, -1, n);
}

/* Σ x[i] y[i], or Σ x[i] if not paired. */
static inline real sum_of(const real *x, const real *y, bool paired, int n)
{
    real lane[SUM_LANES] = {0};
    int whole = n - n % SUM_LANES;
    for (int i = 0; i < whole; i += SUM_LANES)
        for (int l = 0; l < SUM_LANES; l++)
            lane[l] += paired ? x[i + l] * y[i + l] : x[i + l];
    for (int i = whole; i < n; i++)
        lane[i - whole] += paired ? x[i] * y[i] : x[i];
    HALVES(half)
    for (int l = 0; l < half; l++)
        lane[l] += lane[l + half];
    return lane[0];
}

FOR_EACH_PROCESSOR
real vector_sum(const real *x, int n)
{
    return sum_of(x, x, false, n);
}

FOR_EACH_PROCESSOR
real vector_dot(const real *x, const real *y, int n)
{
    if (n == 1) /* several times as fast; 0 + turns −0 into 0, as the lanes do */
        return 0 + x[0] * y[0];
    return sum_of(x, y, true, n);
}

FOR_EACH_PROCESSOR
Sums vector_sums(const real *x, real from, int n)
{
    enum { PIECE = 64 };
    real away[PIECE];
    Sums sums = {0, 0};
    for (int first = 0; first < n; first += PIECE) {
        int count = smaller(n - first, PIECE);
        for (int i = 0; i < count; i++)
            away[i] = x[first + i] - from;
        sums.away += (double)sum_of(away, away, false, count);
        sums.squares += (double)sum_of(away, away, true, count);
    }
    return sums;
}

/* √(|x|²|y|²) in double: for equal vectors it is |x|² exactly, so their cosine is exactly 1. */
real vector_cosine(const real *x, double square_x, const real *y, double square_y, int n)
{
    double lengths = sqrt(square_x * square_y);
    return lengths == 0 ? 0 : (real)((double)vector_dot(x, y, n) / lengths);
}

/* Parameters of the number type: the bits of the fraction, the exponent's bias, the number of terms
   of the series, the power of 2 that underflows to 0; the limits of x where exp(x) becomes 0 and ∞;
   and ln 2 = high + low, where high times an 11-bit integer is exact. */
#ifdef ATTNVIZ_DOUBLE
enum { FRACTION = 52, BIAS = 1023, TERMS = 14, VANISHING = -1075 };
static const real LOWEST = -746, HIGHEST = 710;
static const real LN2_HIGH = 0x1.62e42fee00000p-1, LN2_LOW = 0x1.a39ef35793c76p-33;
#else
enum { FRACTION = 23, BIAS = 127, TERMS = 8, VANISHING = -150 };
static const real LOWEST = -105, HIGHEST = 89;
static const real LN2_HIGH = 0x1.63p-1f, LN2_LOW = -0x1.bd0106p-13f;
#endif

static inline Bits bits_of(real x)
{
    Bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline real number_of(Bits bits)
{
    real x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* exp(x) = 2ⁿ exp(r), r = x − n ln 2 in ±½ ln 2, by the Taylor series of exp(r), for LOWEST ≤ x ≤
   HIGHEST. 2ⁿ is split into two factors, since the result may be subnormal; the second is 0 for a
   masked score, because some processors are slow when a product underflows. */
static inline real exp_within_limits(real x)
{
    const real magic = (real)1.5 * (real)((Bits)1 << FRACTION); /* adding it rounds x to a whole
                                                                   number */
    real sum = x * (real)M_LOG2E + magic, n = sum - magic;
    real r = (x - n * LN2_HIGH) - n * LN2_LOW;
    real series = 1;
    for (int k = TERMS - 1; k >= 1; k--)
        series = 1 + series * (r * ((real)1 / (real)k));
    Bits exponent = bits_of(sum) - bits_of(magic) + 2 * BIAS, half = exponent / 2;
    Bits small = half << FRACTION, rest = (exponent - half) << FRACTION;
    return series * number_of(small) * number_of(exponent < VANISHING + 2 * BIAS ? 0 : rest);
}

/* Two loops of plain arithmetic, each of which compilers vectorise. */
FOR_EACH_PROCESSOR
void vector_exp(real *out, const real *x, real shift, int n)
{
    for (int i = 0; i < n; i++) {
        real power = x[i] - shift;
        out[i] = power < LOWEST ? LOWEST : power > HIGHEST ? HIGHEST : power;
    }
    for (int i = 0; i < n; i++)
        out[i] = exp_within_limits(out[i]);
}

/* Without a masked end, which a causal mask makes a half of all: whole pieces of −∞ are left out.
   Sums stay the same to the bit, since what follows has weights of 0, added lane by lane. */
static int seen_of(const real *x, int n)
{
    enum { PIECE = 128 };
    while (n > PIECE && x[n - 1] < 0 && isinf(x[n - 1]) &&
           !memcmp(x + n - PIECE, x + n - PIECE + 1, (PIECE - 1) * sizeof *x))
        n -= PIECE;
    return n;
}

/* Subtracts the maximum of the row first: the quotient stays the same, and no exponential can
   overflow. */
void vector_softmax(real *out, const real *x, int n)
{
    int seen = seen_of(x, n);
    real max = vector_max(x, seen);
    if (isinf(max)) /* all are masked, or no number comes of it anywhere */
        seen = max < 0 ? 0 : n;
    memset(out + seen, 0, (size_t)(n - seen) * sizeof *out);
    vector_exp(out, x, max, seen);
    vector_scale(out, out, 1 / vector_sum(out, seen), seen);
}

FOR_EACH_PROCESSOR
void vector_softmax_back(real *dx, const real *dy, const real *y, int n)
{
    real mean = vector_dot(dy, y, n);
    for (int i = 0; i < n; i++)
        dx[i] = y[i] * (dy[i] - mean);
}

FOR_EACH_PROCESSOR
void vector_divide(real *out, const real *x, real divisor, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] / divisor;
}

FOR_EACH_PROCESSOR
void vector_scale(real *out, const real *x, real factor, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] * factor;
}

FOR_EACH_PROCESSOR
void vector_add_scaled(real *y, real factor, const real *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += factor * x[i];
}

/* ---- surveys ---- */

/* Absolute values are compared as bit patterns, which have the same order, and booleans are
   all-ones masks: compilers vectorise such integer loops. */
static inline Survey survey_of(const real *x, const real *mask, bool is_masked, int n)
{
    const Bits infinity = bits_of((real)INFINITY);
    Bits hidden = 0, unseen = 0, size = 0, size_all = 0, negative = 0, infinite = 0;
    for (int i = 0; i < n; i++) {
        Bits own = bits_of(fabs(x[i])), finite = -(Bits)(own < infinity);
        Bits hides = is_masked ? -(Bits)(bits_of(fabs(mask[i])) == infinity) : 0;
        Bits all = own & finite, seen = all & ~hides;
        hidden -= hides;
        unseen -= hides | ~finite;
        size = seen > size ? seen : size;
        size_all = all > size_all ? all : size_all;
        negative |= -(Bits)(x[i] < 0);
        infinite |= -(Bits)(own == infinity);
    }
    return (Survey){hidden, unseen, number_of(size), number_of(size_all), negative, infinite};
}

FOR_EACH_PROCESSOR
Survey vector_survey(const real *x, const real *mask, int n)
{
    return mask ? survey_of(x, mask, true, n) : survey_of(x, x, false, n);
}

void survey_add(Survey *survey, Survey more)
{
    survey->hidden += more.hidden;
    survey->unseen += more.unseen;
    survey->size = greater(more.size, survey->size);
    survey->size_all = greater(more.size_all, survey->size_all);
    survey->negative |= more.negative;
    survey->infinite |= more.infinite;
}

real vector_size(const real *x, int n)
{
    return greater(0, greater(vector_max(x, n), -vector_min(x, n)));
}

static inline void widen(real *high, real *low, const real *x, const real *mask, bool masked, int n)
{
    for (int i = 0; i < n; i++) {
        bool seen = isfinite(x[i]) & !(masked && isinf(mask[i]));
        real most = seen ? x[i] : -(real)INFINITY, least = seen ? x[i] : (real)INFINITY;
        high[i] = greater(most, high[i]);
        low[i] = least < low[i] ? least : low[i];
    }
}

FOR_EACH_PROCESSOR
void vector_widen(real *high, real *low, const real *x, const real *mask, int n)
{
    if (mask)
        widen(high, low, x, mask, true, seen_of(mask, n));
    else
        widen(high, low, x, x, false, n);
}

int largest_in_row(Tensor t, int row)
{
    const real *x = tensor_row(t, row);
    real most = vector_max(x, t.cols);
    int best = 0;
    if (!isnan(x[0])) /* nothing compares larger than NaN: its index stays 0 */
        while (x[best] != most)
            best++;
    return best;
}

int largest_places(const real *x, int n, const bool *left_out, int most, int *places)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (left_out && left_out[i])
            continue;
        int place = count < most ? count++ : most;
        for (; place > 0 && x[i] > x[places[place - 1]]; place--)
            if (place < most)
                places[place] = places[place - 1];
        if (place < most)
            places[place] = i;
    }
    return count;
}
