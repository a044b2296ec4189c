#include "figure/figure.h"

enum {
    DECIMALS_MOST = 4,  /* finer steps use scientific notation, … */
    PLAIN_EXPONENT = 5, /* … and so do axes with larger numbers: 10⁵, 10⁶ */
    DIGITS = 4,         /* of those */
};

static const double slack = 1e-9; /* tolerance for rounding errors, relative to a step */

/* The leading digits of ticks, and their forms before a power of ten. */
static const int digits[] = {1, 2, 5};
static const char *const factors[] = {"", "2·", "5·"};

/* The search begins one power too low, so rounding errors of log10 do not matter. */
double round_step(double least)
{
    for (int exponent = (int)floor(log10(least)) - 1;; exponent++)
        for (int i = 0; i < 3; i++) {
            double step = digits[i] * power_of_ten(exponent);
            if (step >= least)
                return step;
        }
}

Ticks ticks_linear(double least, double most, int parts)
{
    Ticks ticks = {.count = 0};
    double step = round_step((most - least) / parts * (1 - slack));
    int decimals = larger(0, -(int)floor(log10(step) + slack));
    bool plain = decimals <= DECIMALS_MOST && fmax(fabs(least), fabs(most)) < 1e9;
    double last = floor(most / step + slack);
    for (double i = ceil(least / step - slack); i <= last && ticks.count < TICKS_MOST; i++) {
        Tick *tick = &ticks.marks[ticks.count++];
        tick->value = i * step;
        (plain ? number_fixed : number_digits)(tick->text, tick->value, plain ? decimals : DIGITS);
    }
    return ticks;
}

/* ---- logarithmic ---- */

double logarithm(double x)
{
    return portable_log(x) / portable_log(10);
}

/* digits[i] · 10^exponent: 0.02, 500 if plain, else 10⁷. */
static Tick power_tick(int i, int exponent, bool plain)
{
    Tick tick = {.value = exponent + logarithm(digits[i]),
                 .form = plain ? TEXT_PLAIN : TEXT_FORMULA};
    if (plain)
        number_fixed(tick.text, digits[i] * power_of_ten(exponent), larger(0, -exponent));
    else
        snprintf(tick.text, sizeof tick.text, "%s10^{%s%d}", factors[i], exponent < 0 ? "−" : "",
                 abs(exponent));
    return tick;
}

/* Every `every`-th power of ten from first to last, times the first digit_count of 1, 2 and 5, as
   far as they are on the axis; all in one style. */
static Ticks powers(double least, double most, int first, int last, int every, int digit_count)
{
    Ticks ticks = {.count = 0};
    bool plain = true;
    for (int e = first; e <= last; e++)
        plain &= e % every != 0 || abs(e) <= PLAIN_EXPONENT;
    for (int e = first; e <= last; e++)
        for (int i = 0; i < digit_count && e % every == 0; i++) {
            Tick tick = power_tick(i, e, plain);
            if (tick.value >= least - slack && tick.value <= most + slack &&
                ticks.count < TICKS_MOST)
                ticks.marks[ticks.count++] = tick;
        }
    return ticks;
}

Ticks ticks_logarithmic(double least, double most, int parts)
{
    int first = (int)ceil(least - slack), last = (int)floor(most + slack);
    if (last - first >= 2 || (last > first && most - least > parts))
        return powers(least, most, first, last, larger(1, divide_up(last - first, parts)), 1);
    Ticks ticks = powers(least, most, (int)floor(least), (int)floor(most), 1, 3);
    if (ticks.count > parts + 1 && last > first)
        return powers(least, most, first, last, 1, 1);
    if (ticks.count >= 2)
        return ticks;
    /* a range below a factor of about two: linear ticks, at their logarithmic positions */
    double ln_10 = portable_log(10);
    ticks = ticks_linear(portable_exp(least * ln_10), portable_exp(most * ln_10), parts);
    for (int i = 0; i < ticks.count; i++)
        ticks.marks[i].value = logarithm(ticks.marks[i].value);
    return ticks;
}

/* ---- on a sheet ---- */

int ticks_width(const Sheet *sheet, const Ticks *ticks)
{
    int widest = 0, font = sheet_font(sheet, SMALL_SIZE);
    for (int i = 0; i < ticks->count; i++) {
        const Tick *tick = &ticks->marks[i];
        widest = larger(widest, text_width(sheet->typesetter, tick->text, tick->form, font));
    }
    return widest;
}

int ticks_gap(const Sheet *sheet)
{
    return sheet_pixels(sheet, TICK) + sheet_pixels(sheet, LABEL_GAP);
}

Box mark_box(Side side, int edge, int middle, int length, int thickness)
{
    int start = side == SIDE_LEFT || side == SIDE_ABOVE ? edge - length : edge;
    int first = middle - thickness / 2;
    if (side == SIDE_LEFT || side == SIDE_RIGHT)
        return (Box){start, first, length, thickness};
    return (Box){first, start, thickness, length};
}

void tick_draw(const Sheet *sheet, TickLine line, const Tick *tick, int mark, int text)
{
    TextItem look = sheet_small(sheet, line.side == SIDE_BELOW ? ALIGN_MIDDLE : ALIGN_END);
    int gap = ticks_gap(sheet), half = middle_to_base(look.size);
    int x = line.side == SIDE_LEFT    ? line.edge - gap
            : line.side == SIDE_RIGHT ? line.edge + gap + line.room
                                      : text;
    int y = line.side == SIDE_BELOW ? line.edge + gap + 2 * half : text + half;
    look.form = tick->form;
    sheet_fill(
        sheet,
        mark_box(line.side, line.edge, mark, sheet_pixels(sheet, TICK), sheet_pixels(sheet, 1)),
        sheet->theme->frame);
    sheet_text(sheet, look, arena_strdup(sheet->arena, tick->text), x, y);
}
