#include "figure/figure.h"

enum { HALF = (SCALE_LEVELS - 1) / 2 };

/* Levels used for bars: a strong colour of either sign, and one neither pale nor dark. */
enum { BAR_SIGNED = 36, BAR_SEQUENTIAL = 45 };

static const double bar_contrast = 3; /* WCAG 2.2, success criterion 1.4.11: graphics */

bool is_signed_kind(ValueKind kind)
{
    return !is_weight_kind(kind) && kind != VALUE_MASK && kind != VALUE_SIZE && kind != VALUE_COUNT;
}

Scale *scale_new(Arena *arena, ValueKind kind, double range, const FigureStyle *style)
{
    Scale *scale = arena_alloc(arena, 1, sizeof *scale);
    bool is_signed = is_signed_kind(kind);
    bool has_range = is_signed || kind == VALUE_SIZE || kind == VALUE_COUNT;
    scale->kind = kind;
    scale->most = has_range && range > 0 ? range : 1;
    scale->least = is_signed ? -scale->most : 0;
    const Gradient *gradient = style->colormap->gradients[is_signed][style->theme->dark];
    for (int i = 0; i < SCALE_LEVELS; i++)
        scale->fills[i] = kind == VALUE_MASK
                              ? style->theme->visible
                              : gradient_colour(gradient, (double)i / (SCALE_LEVELS - 1));
    return scale;
}

static inline double between(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

enum { LINEAR_WORDS = 16 }; /* more words make most weights small */

static const double log_least = 1e-3;

const Scale *scale_chosen(Arena *arena, ValueKind kind, double range, int words, bool scores,
                          const FigureStyle *style)
{
    const Range *asked = &style->range;
    bool weights = is_weight_kind(kind);
    bool given = asked->kind == RANGE_GIVEN && (weights ? asked->least >= 0 : asked->least < 0);
    Scale *scale = scale_new(arena, kind, given && scores ? asked->most : range, style);
    if (!weights)
        return scale;
    scale->least = given ? asked->least : 0;
    scale->most = given ? asked->most : 1;
    scale->by_row = asked->kind == RANGE_ROW;
    if (asked->kind == RANGE_LOG || (!given && !scale->by_row && words > LINEAR_WORDS)) {
        scale->least = asked->kind == RANGE_LOG ? log_least : 1.0 / words;
        scale->powers = portable_log(scale->most / scale->least);
    }
    return scale;
}

static inline double log_part(const Scale *scale, double x)
{
    double ratio = (x > scale->least ? x : scale->least) / scale->least;
    return portable_log_from(ratio, 0) / scale->powers;
}

static inline double linear_part(const Scale *scale, double x)
{
    return (x - scale->least) / (scale->most - scale->least);
}

double scale_part(const Scale *scale, double x)
{
    return between(scale->powers > 0 ? log_part(scale, x) : linear_part(scale, x), 0, 1);
}

static inline int level_of_part(double part)
{
    return (int)rint(between(part, 0, 1) * (SCALE_LEVELS - 1));
}

static inline int level_linear(const Scale *scale, double x)
{
    if (scale->least < 0) /* symmetric about the middle level */
        return HALF + (int)rint(between(x / scale->most, -1, 1) * HALF);
    return level_of_part(linear_part(scale, x));
}

int scale_level(const Scale *scale, double x)
{
    return scale->powers > 0 ? level_of_part(log_part(scale, x)) : level_linear(scale, x);
}

FOR_EACH_PROCESSOR
static void levels_log(const Scale *scale, const real *x, int n, int *levels)
{
    for (int i = 0; i < n; i++)
        levels[i] = level_of_part(log_part(scale, (double)x[i]));
}

FOR_EACH_PROCESSOR
static void levels_linear(const Scale *scale, const real *x, int n, int *levels)
{
    for (int i = 0; i < n; i++)
        levels[i] = level_linear(scale, (double)x[i]);
}

void scale_levels(const Scale *scale, const real *x, int n, uint8_t *levels)
{
    enum { PIECE = 64 };
    Scale of_row = *scale;
    double most = scale->by_row ? (double)vector_max(x, n) : scale->most;
    int found[PIECE];
    of_row.most = most > 0 ? most : 1;
    while (n && isnan(x[n - 1]))
        levels[--n] = CELL_MASKED;
    for (int i = 0; i < n; i += PIECE) {
        int count = smaller(PIECE, n - i);
        (scale->powers > 0 ? levels_log : levels_linear)(&of_row, x + i, count, found);
        for (int k = 0; k < count; k++)
            levels[i + k] = (uint8_t)(isnan(x[i + k]) ? CELL_MASKED : found[k]);
    }
}

/* The nearest level that contrasts with the background; this one if none does. */
static int visible_level(const Scale *scale, int level, Colour background)
{
    for (int far = 0; far < SCALE_LEVELS; far++)
        for (int side = -1; side <= 1; side += 2) {
            int i = level + side * far;
            if (i >= 0 && i < SCALE_LEVELS &&
                colour_contrast(scale->fills[i], background) >= bar_contrast)
                return i;
        }
    return level;
}

Colour scale_bar_colour(const Scale *scale, bool negative, Colour background)
{
    int strong = negative ? HALF - BAR_SIGNED : HALF + BAR_SIGNED;
    int level = scale->least < 0 ? strong : BAR_SEQUENTIAL;
    return scale->fills[visible_level(scale, level, background)];
}
