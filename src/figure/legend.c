#include "figure/layout.h"

#include <math.h>

/* CSS pixels. */
enum {
    BAR_WIDTH = 12,
    BAR_HEIGHT_LEAST = 96,
    BAR_HEIGHT_MOST = 720,
    SWATCH = 14,
    TICK_DISTANCE = 20
};

/* ---- colour bars ---- */

ColourBar colour_bar(const Sheet *sheet, const Scale *scale, const char *meaning, int height)
{
    int least = larger(sheet_pixels(sheet, BAR_HEIGHT_LEAST),
                       sheet_text_width(sheet, meaning, sheet_font(sheet, SMALL_SIZE)));
    int most = larger(least, sheet_pixels(sheet, BAR_HEIGHT_MOST));
    return (ColourBar){
        .scale = scale, .meaning = meaning, .height = smaller(most, larger(least, height))};
}

enum { FIFTHS = 5 };

/* Numbers from 0 to 1; else they are around zero. */
static bool is_part(const Scale *scale)
{
    return scale->kind == VALUE_PROBABILITY || scale->kind == VALUE_FRACTION;
}

/* Of plots that have a range each, written beneath them. */
static Ticks relative_ticks(double range)
{
    return (Ticks){.marks = {{.value = -range, .text = "−max"},
                             {.value = 0, .text = "0"},
                             {.value = range, .text = "max"}},
                   .count = 3};
}

static Ticks ticks_of(const Sheet *sheet, const ColourBar *bar)
{
    double range = bar->scale->range;
    if (is_part(bar->scale))
        return ticks_linear(0, 1, FIFTHS);
    if (bar->relative)
        return relative_ticks(range);
    if (bar->scale->kind == VALUE_COUNT)
        return ticks_linear(0, range, (int)fmin(range, FIFTHS));
    int side = bar->height / (2 * sheet_pixels(sheet, TICK_DISTANCE));
    return ticks_linear(-range, range, 2 * smaller(side, FIFTHS));
}

int colour_bar_width(const Sheet *sheet, const ColourBar *bar)
{
    Ticks ticks = ticks_of(sheet, bar);
    return sheet_pixels(sheet, BAR_WIDTH) + ticks_gap(sheet) + ticks_width(sheet, &ticks) +
           line_height(sheet_font(sheet, SMALL_SIZE)) + sheet_pixels(sheet, LABEL_GAP);
}

/* The levels from the bottom up, as rectangles that meet. */
static void draw_ramp(const Sheet *sheet, const ColourBar *bar, int x, int y, int width)
{
    int line = sheet_pixels(sheet, 1);
    sheet_fill(sheet, (Box){x - line, y - line, width + 2 * line, bar->height + 2 * line},
               sheet->theme->frame);
    for (int i = 0; i < SCALE_LEVELS; i++) {
        int top = y + bar->height - (i + 1) * bar->height / SCALE_LEVELS;
        int bottom = y + bar->height - i * bar->height / SCALE_LEVELS;
        if (bottom > top)
            sheet_fill(sheet, (Box){x, top, width, bottom - top}, bar->scale->fills[i]);
    }
}

/* Where a value is on the bar: its bottom is the least, its top the largest. */
static int tick_place(const ColourBar *bar, double value)
{
    const Scale *scale = bar->scale;
    double part = (value + scale->range) / (2 * scale->range);
    if (is_part(scale))
        part = value;
    else if (scale->kind == VALUE_COUNT)
        part = value / scale->range;
    return bar->height - (int)floor(part * bar->height + 0.5);
}

void colour_bar_draw(const Sheet *sheet, const ColourBar *bar, int x, int y)
{
    int width = sheet_pixels(sheet, BAR_WIDTH);
    Ticks ticks = ticks_of(sheet, bar);
    TickLine axis = {TICKS_RIGHT, .edge = x + width, .room = ticks_width(sheet, &ticks)};
    TextItem word = sheet_small(sheet, ALIGN_MIDDLE);
    draw_ramp(sheet, bar, x, y, width);
    for (int i = 0; i < ticks.count; i++) {
        int place = y + tick_place(bar, ticks.marks[i].value);
        tick_draw(sheet, axis, &ticks.marks[i], place, place);
    }
    word.angle = 90;
    x = axis.edge + ticks_gap(sheet) + axis.room + sheet_pixels(sheet, LABEL_GAP);
    sheet_text(sheet, word, bar->meaning, x + line_height(word.size) * 4 / 5, y + bar->height / 2);
}

/* ---- samples ---- */

int samples_height(const Sheet *sheet, const Samples *samples)
{
    return samples->visible || samples->masked || samples->remark ? sheet_pixels(sheet, SWATCH) : 0;
}

static void draw_word(const Sheet *sheet, const char *word, int x, int y)
{
    TextItem look = sheet_small(sheet, ALIGN_START);
    sheet_text(sheet, look, word, x,
               y + sheet_pixels(sheet, SWATCH) / 2 + middle_to_base(look.size));
}

/* A sample with its word, drawn or not; returns where the next one starts. */
static int sample(const Sheet *sheet, uint8_t level, const char *word, int x, int y, bool draws)
{
    int side = sheet_pixels(sheet, SWATCH), line = sheet_pixels(sheet, 1), inner = side - 2 * line;
    int gap = sheet_pixels(sheet, LABEL_GAP);
    if (draws) {
        sheet_fill(sheet, (Box){x, y, side, side}, sheet->theme->frame);
        sheet_sample(sheet, level, (Box){x + line, y + line, inner, inner});
        draw_word(sheet, word, x + side + gap, y);
    }
    return x + side + 3 * gap + sheet_text_width(sheet, word, sheet_font(sheet, SMALL_SIZE));
}

/* All but the remark. */
static int all_samples(const Sheet *sheet, const Samples *samples, int x, int y, bool draws)
{
    if (samples->visible)
        x = sample(sheet, 0, "visible (0)", x, y, draws);
    if (samples->masked)
        x = sample(sheet, CELL_MASKED, "masked (−∞)", x, y, draws);
    return x;
}

int samples_width(const Sheet *sheet, const Samples *samples)
{
    int font = sheet_font(sheet, SMALL_SIZE), width = all_samples(sheet, samples, 0, 0, false);
    return width + (samples->remark ? sheet_text_width(sheet, samples->remark, font) : 0);
}

void samples_draw(const Sheet *sheet, const Samples *samples, int x, int y)
{
    x = all_samples(sheet, samples, x, y, true);
    if (samples->remark)
        draw_word(sheet, samples->remark, x, y);
}
