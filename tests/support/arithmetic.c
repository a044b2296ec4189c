#include "support/arithmetic.h"

#include "support/scene.h"

typedef const char *Cursor;

static double sum(Cursor *c);

static bool accept(Cursor *c, const char *token)
{
    while (**c == ' ' || **c == '\n')
        ++*c;
    if (!begins_with(*c, token))
        return false;
    *c += strlen(token);
    return true;
}

static void expect(Cursor *c, const char *token)
{
    fail_if(!accept(c, token), "expected '%s' at '%.40s'", token, *c);
}

/* Digits, whose exponent may have the minus sign U+2212. */
static double number(Cursor *c)
{
    char ascii[64];
    size_t length = strspn(*c, "0123456789.");
    fail_if(!length || length > 40, "expected a number at '%.40s'", *c);
    memcpy(ascii, *c, length);
    ascii[length] = '\0';
    *c += length;
    if (**c == 'e' && strspn(*c + 1, "+0123456789")) {
        size_t more = 1 + strspn(*c + 1, "+0123456789");
        strncat(ascii, *c, more);
        *c += more;
    } else if (begins_with(*c, "e−")) {
        *c += strlen("e−");
        size_t more = strspn(*c, "0123456789");
        strcat(ascii, "e-");
        strncat(ascii, *c, more);
        *c += more;
    }
    return strtod(ascii, NULL);
}

static double factor(Cursor *c)
{
    static const struct {
        const char *name;
        double (*function)(double);
    } functions[] = {{"exp(", exp}, {"sin(", sin}, {"cos(", cos}, {"log(", log}, {"tanh(", tanh}};
    if (accept(c, "√"))
        return sqrt(factor(c));
    if (accept(c, "∞"))
        return INFINITY;
    if (accept(c, "(")) {
        double value = sum(c);
        expect(c, ")");
        return value;
    }
    if (accept(c, "max(")) {
        double first = sum(c);
        expect(c, ",");
        double second = sum(c);
        expect(c, ")");
        return fmax(first, second);
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (accept(c, functions[i].name)) {
            double value = functions[i].function(sum(c));
            expect(c, ")");
            return value;
        }
    return number(c);
}

/* −2^2 is −4. */
static double power(Cursor *c)
{
    if (accept(c, "−"))
        return -power(c);
    double base = factor(c);
    return accept(c, "^") ? pow(base, factor(c)) : base;
}

static double product(Cursor *c)
{
    double value = power(c);
    for (;;) {
        if (accept(c, "×"))
            value *= power(c);
        else if (accept(c, "/"))
            value /= power(c);
        else
            return value;
    }
}

static double sum(Cursor *c)
{
    double value = product(c);
    for (;;) {
        if (accept(c, "+"))
            value += product(c);
        else if (accept(c, "−"))
            value -= product(c);
        else
            return value;
    }
}

double evaluate(const char *expression)
{
    Cursor c = expression;
    double value = sum(&c);
    accept(&c, "");
    fail_if(*c, "cannot read '%.40s' in '%.80s'", c, expression);
    return value;
}
