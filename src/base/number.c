#include "base/base.h"

double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = 0; i < abs(exponent); i++)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

/* Copies a printf number with each '-' as the minus sign U+2212. */
static void with_minus_signs(char out[NUMBER_SIZE], const char *ascii)
{
    static const char minus[] = "−";
    char *end = out;
    for (; *ascii && end + sizeof minus < out + NUMBER_SIZE; ascii++)
        if (*ascii == '-')
            end = stpcpy(end, minus);
        else
            *end++ = *ascii;
    *end = '\0';
}

static const char *format_number(char out[NUMBER_SIZE], const char *format, double x, int precision)
{
    if (isnan(x))
        return strcpy(out, "nan");
    if (isinf(x))
        return strcpy(out, x < 0 ? "−∞" : "∞");
    char ascii[400];
    snprintf(ascii, sizeof ascii, format, precision, x);
    bool is_zero = !ascii[strspn(ascii, "-0.")];
    with_minus_signs(out, is_zero && ascii[0] == '-' ? ascii + 1 : ascii);
    return out;
}

/* Formats a float without printf: a large trace prints tens of millions of numbers. */
static const char *fixed_by_integer(char out[NUMBER_SIZE], double x, int decimals)
{
    uint64_t digits = (uint64_t)rint(fabs(x) * power_of_ten(decimals)); /* as printf: to even */
    bool negative = x < 0 && digits > 0;
    char room[NUMBER_SIZE], *at = room + NUMBER_SIZE;
    *--at = '\0';
    for (int place = 0; digits || place <= decimals; digits /= 10, place++) {
        if (decimals && place == decimals)
            *--at = '.';
        *--at = (char)('0' + digits % 10);
    }
    memcpy(negative ? stpcpy(out, "−") : out, at, (size_t)(room + NUMBER_SIZE - at));
    return out;
}

const char *number_fixed(char out[NUMBER_SIZE], double x, int decimals)
{
    /* x · 10^decimals is exact in double: x has 24 significant bits, and 10⁶ = 2⁶ · 5⁶ adds 14 */
    if (decimals >= 0 && decimals <= 6 && fabs(x) < 0x1p20 && (double)(float)x == x)
        return fixed_by_integer(out, x, decimals);
    /* Too large for fixed decimals: 1e+20 instead of 21 digits. */
    if (fabs(x) >= 1e15 && isfinite(x))
        return format_number(out, "%.*e", x, decimals);
    return format_number(out, "%.*f", x, decimals);
}

const char *number_digits(char out[NUMBER_SIZE], double x, int digits)
{
    return format_number(out, "%.*g", x, digits);
}

const char *digits_text(Arena *arena, double x, int digits)
{
    char out[NUMBER_SIZE];
    return arena_strdup(arena, number_digits(out, x, digits));
}

const char *number_scientific(char out[NUMBER_SIZE], double x, int decimals)
{
    return format_number(out, "%.*e", x, decimals);
}

const char *number_count(char out[NUMBER_SIZE], double x)
{
    if (!(fabs(x) < 1e18))
        return number_digits(out, x, 6);
    char digits[NUMBER_SIZE];
    int first = x < 0, at = snprintf(digits, sizeof digits, "%.0f", x);
    while ((at -= 3) > first) {
        memmove(digits + at + 1, digits + at, strlen(digits + at) + 1);
        digits[at] = ',';
    }
    with_minus_signs(out, digits);
    return out;
}

/* Whether the text is one number of these characters, which ends where it was read to. */
static bool is_number(const char *text, const char *characters, const char *end)
{
    return end > text && !*end && strspn(text, characters) == strlen(text);
}

/* Reads a number. NULL if it is one from min to max; else the format of the message. */
static const char *read_whole(const char *text, intmax_t min, intmax_t max, intmax_t *value)
{
    char *end;
    errno = 0;
    *value = strtoimax(text, &end, 10);
    if (!is_number(text, "+-0123456789", end))
        return "%s: '%s' is not a whole number";
    return errno == ERANGE || *value < min || *value > max ? "%s: %s is not from %jd to %jd" : NULL;
}

bool is_whole_number(const char *text, intmax_t min, intmax_t max, intmax_t *value)
{
    return !read_whole(text, min, max, value);
}

intmax_t parse_whole(const char *what, const char *text, intmax_t min, intmax_t max)
{
    intmax_t value;
    const char *wrong = read_whole(text, min, max, &value);
    if (wrong)
        fail(wrong, what, text, min, max);
    return value;
}

/* The same of a decimal number, which has to be finite. */
static const char *read_decimal(const char *text, double min, double max, double *value)
{
    char *end;
    *value = strtod(text, &end); /* main never calls setlocale: the C locale holds */
    if (!is_number(text, "+-.eE0123456789", end))
        return "%s: '%s' is not a decimal number";
    return isfinite(*value) && *value >= min && *value <= max ? NULL
                                                              : "%s: %s is not from %g to %g";
}

bool is_decimal_number(const char *text, double min, double max, double *value)
{
    return !read_decimal(text, min, max, value);
}

double parse_decimal(const char *what, const char *text, double min, double max)
{
    double value;
    const char *wrong = read_decimal(text, min, max, &value);
    if (wrong)
        fail(wrong, what, text, min, max);
    return value;
}
