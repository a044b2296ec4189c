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

static const char visible_text[] = "visible (0)", masked_text[] = "masked (−∞)";

int samples_height(const Sheet *sheet, const Samples *samples)
{
    return samples->visible || samples->masked || samples->remark ? sheet_pixels(sheet, SWATCH) : 0;
}

/* A sample with its word and the space after it. */
static int sample_width(const Sheet *sheet, const char *word)
{
    return sheet_pixels(sheet, SWATCH) + 3 * sheet_pixels(sheet, LABEL_GAP) +
           sheet_text_width(sheet, word, sheet_font(sheet, SMALL_SIZE));
}

int samples_width(const Sheet *sheet, const Samples *samples)
{
    int width = 0;
    if (samples->visible)
        width += sample_width(sheet, visible_text);
    if (samples->masked)
        width += sample_width(sheet, masked_text);
    if (samples->remark)
        width += sheet_text_width(sheet, samples->remark, sheet_font(sheet, SMALL_SIZE));
    return width;
}

static void draw_word(const Sheet *sheet, const char *word, int x, int y)
{
    TextItem look = sheet_small(sheet, ALIGN_START);
    sheet_text(sheet, look, word, x,
               y + sheet_pixels(sheet, SWATCH) / 2 + middle_to_base(look.size));
}

/* Returns where the next sample starts. */
static int draw_sample(const Sheet *sheet, uint8_t level, const char *word, int x, int y)
{
    int side = sheet_pixels(sheet, SWATCH), line = sheet_pixels(sheet, 1), inner = side - 2 * line;
    sheet_fill(sheet, (Box){x, y, side, side}, sheet->theme->frame);
    sheet_sample(sheet, level, (Box){x + line, y + line, inner, inner});
    draw_word(sheet, word, x + side + sheet_pixels(sheet, LABEL_GAP), y);
    return x + sample_width(sheet, word);
}

void samples_draw(const Sheet *sheet, const Samples *samples, int x, int y)
{
    if (samples->visible)
        x = draw_sample(sheet, 0, visible_text, x, y);
    if (samples->masked)
        x = draw_sample(sheet, CELL_MASKED, masked_text, x, y);
    if (samples->remark)
        draw_word(sheet, samples->remark, x, y);
}
