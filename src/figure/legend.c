#include "figure/figure.h"

/* ---- colour bars ---- */

enum { FIFTHS = 5 };

static void add_tick(Ticks *ticks, const char *sign, double value)
{
    Tick *tick = &ticks->marks[ticks->count++];
    tick->value = value;
    snprintf(tick->text, NUMBER_SIZE, "%s%.3g", sign, fabs(value));
}

/* Ticks where values beyond the ends are clamped: "≤ 0.01", "≥ 0.3". share: the scale begins at the
   uniform weight 1/n. Of scores, "≤ −5", only 0 is between. */
static Ticks ticks_clamped(const Scale *scale, bool share)
{
    static const double inner[] = {0, 0.01, 0.03, 0.1, 0.3};
    Ticks ticks = {.count = 0};
    add_tick(&ticks, scale->least < 0 ? "≤ −" : scale->least > 0 ? "≤ " : "", scale->least);
    if (share)
        snprintf(ticks.marks[0].text, NUMBER_SIZE, "≤ 1/%.0f", 1 / scale->least);
    for (int i = 0; i < (scale->least < 0 ? 1 : COUNT_OF(inner)); i++)
        if (fabs(scale_part(scale, inner[i]) - 0.5) < 0.42) /* clear of the ends */
            add_tick(&ticks, "", inner[i]);
    add_tick(&ticks, scale->most < 1 || scale->least < 0 ? "≥ " : "", scale->most);
    return ticks;
}

static Ticks ticks_of(const Sheet *sheet, const ColourBar *bar, int height)
{
    const Scale *scale = bar->scale;
    const Range *asked = &sheet->style->range;
    int side = height / (2 * sheet_pixels(sheet, TICK_DISTANCE));
    if (bar->relative)
        return (Ticks){.marks = {{.value = scale->least, .text = "−max"},
                                 {.value = 0, .text = "0"},
                                 {.value = scale->most, .text = "max"}},
                       .count = 3};
    if (scale->by_row)
        return (Ticks){.marks = {{.value = 0, .text = "0"}, {.value = 1, .text = "max"}},
                       .count = 2};
    bool weighs = is_weight_kind(scale->kind);
    if (weighs ? scale->least > 0 || scale->most < 1
               : asked->kind == RANGE_GIVEN && scale->most == asked->most)
        return ticks_clamped(scale, scale->powers > 0 && asked->kind != RANGE_LOG);
    /* at least so many that a number stands beside 0 */
    int parts = scale->least < 0             ? larger(FIFTHS, 2 * smaller(side, FIFTHS))
                : scale->kind == VALUE_COUNT ? (int)fmin(scale->most, FIFTHS)
                                             : FIFTHS;
    return ticks_linear(scale->least, scale->most, parts);
}

/* Draws the levels bottom up as adjacent rectangles. The origin is the upper left corner; the end
   ticks reach half a line beyond the height. */
static Drawing *draw_bar(const Sheet *sheet, const ColourBar *bar, int height)
{
    Sheet part = sheet_of_part(sheet);
    const Scale *scale = bar->scale;
    int width = sheet_pixels(sheet, BAR_WIDTH);
    Ticks ticks = ticks_of(sheet, bar, height);
    TickLine axis = {SIDE_RIGHT, .edge = width, .room = ticks_width(sheet, &ticks)};
    TextItem word = sheet_small(sheet, ALIGN_MIDDLE);
    sheet_frame(&part, (Box){0, 0, width, height});
    for (int i = 0; i < SCALE_LEVELS; i++) {
        int top = height - (i + 1) * height / SCALE_LEVELS;
        int bottom = height - i * height / SCALE_LEVELS;
        if (bottom > top)
            sheet_fill(&part, (Box){0, top, width, bottom - top}, scale->fills[i]);
    }
    for (int i = 0; i < ticks.count; i++) {
        int place = height - (int)floor(scale_part(scale, ticks.marks[i].value) * height + 0.5);
        tick_draw(&part, axis, &ticks.marks[i], place, place);
    }
    word.angle = 90;
    width += ticks_gap(sheet) + axis.room + sheet_pixels(sheet, LABEL_GAP);
    sheet_text(&part, word, bar->meaning, width + line_height(word.size) * 4 / 5, height / 2);
    part.drawing->width = width + line_height(word.size);
    return part.drawing;
}

Drawing *colour_bars_draw(const Sheet *sheet, const ColourBar *bars, int count, int height)
{
    Sheet all = sheet_of_part(sheet);
    Drawing *d = all.drawing;
    int least = sheet_pixels(sheet, BAR_HEIGHT_LEAST), most = sheet_pixels(sheet, BAR_HEIGHT_MOST);
    d->height = count ? larger(least, smaller(height, most)) : 0;
    for (int i = 0; i < count; i++)
        d->height = larger(d->height,
                           sheet_text_width(sheet, bars[i].meaning, sheet_font(sheet, SMALL_SIZE)));
    for (int i = 0; i < count; i++) {
        const Drawing *bar = draw_bar(sheet, &bars[i], d->height);
        d->width += sheet_pixels(sheet, BAR_GAP);
        sheet_put(&all, bar, d->width, 0);
        d->width += bar->width;
    }
    return d;
}

/* ---- samples ---- */

/* Returns the end of the word. */
static int draw_word(const Sheet *sheet, const char *word, int x)
{
    TextItem look = sheet_small(sheet, ALIGN_START);
    sheet_text(sheet, look, word, x, sheet_pixels(sheet, SWATCH) / 2 + middle_to_base(look.size));
    return x + sheet_text_width(sheet, word, look.size);
}

/* Draws a sample with its word; returns where the next one starts. */
static int draw_sample(const Sheet *sheet, uint8_t level, const char *word, int x)
{
    int side = sheet_pixels(sheet, SWATCH), line = sheet_pixels(sheet, 1);
    int gap = sheet_pixels(sheet, LABEL_GAP);
    Box inner = {x + line, line, side - 2 * line, side - 2 * line};
    sheet_frame(sheet, inner);
    sheet_sample(sheet, level, inner);
    return draw_word(sheet, word, x + side + gap) + 2 * gap;
}

unsigned hides_by(const Sheet *sheet, ValueKind kind)
{
    const Trace *trace = sheet->trace;
    bool varied = trace && (trace_setting(trace, "weighting") || trace_setting(trace, "masking"));
    return varied && kind != VALUE_MASK ? HIDES_BY_ZERO : HIDES_BY_INFINITY;
}

Drawing *samples_draw(const Sheet *sheet, bool visible, unsigned masked, const char *remark)
{
    static const char *const hidden[] = {"", "masked (−∞)", "masked (0)", "masked (−∞ or 0)"};
    Sheet part = sheet_of_part(sheet);
    int x = visible ? draw_sample(&part, 0, "visible (0)", 0) : 0;
    if (masked)
        x = draw_sample(&part, CELL_MASKED, hidden[masked], x);
    if (remark)
        x = draw_word(&part, remark, x);
    part.drawing->width = x;
    part.drawing->height = x ? sheet_pixels(sheet, SWATCH) : 0;
    return part.drawing;
}
