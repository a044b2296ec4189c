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

/* The levels from the bottom up, as rectangles that meet. */
static void draw_ramp(const Sheet *sheet, const ColourBar *bar, int width)
{
    int line = sheet_pixels(sheet, 1);
    sheet_fill(sheet, (Box){-line, -line, width + 2 * line, bar->height + 2 * line},
               sheet->theme->frame);
    for (int i = 0; i < SCALE_LEVELS; i++) {
        int top = bar->height - (i + 1) * bar->height / SCALE_LEVELS;
        int bottom = bar->height - i * bar->height / SCALE_LEVELS;
        if (bottom > top)
            sheet_fill(sheet, (Box){0, top, width, bottom - top}, bar->scale->fills[i]);
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

Drawing *colour_bar_draw(const Sheet *sheet, const ColourBar *bar)
{
    Sheet part = sheet_of_part(sheet);
    int width = sheet_pixels(sheet, BAR_WIDTH);
    Ticks ticks = ticks_of(sheet, bar);
    TickLine axis = {SIDE_RIGHT, .edge = width, .room = ticks_width(sheet, &ticks)};
    TextItem word = sheet_small(sheet, ALIGN_MIDDLE);
    draw_ramp(&part, bar, width);
    for (int i = 0; i < ticks.count; i++) {
        int place = tick_place(bar, ticks.marks[i].value);
        tick_draw(&part, axis, &ticks.marks[i], place, place);
    }
    word.angle = 90;
    width += ticks_gap(sheet) + axis.room + sheet_pixels(sheet, LABEL_GAP);
    sheet_text(&part, word, bar->meaning, width + line_height(word.size) * 4 / 5, bar->height / 2);
    part.drawing->width = width + line_height(word.size);
    part.drawing->height = bar->height;
    return part.drawing;
}

/* ---- samples ---- */

/* Returns where it ends. */
static int draw_word(const Sheet *sheet, const char *word, int x)
{
    TextItem look = sheet_small(sheet, ALIGN_START);
    sheet_text(sheet, look, word, x, sheet_pixels(sheet, SWATCH) / 2 + middle_to_base(look.size));
    return x + sheet_text_width(sheet, word, look.size);
}

/* A sample with its word; returns where the next one starts. */
static int draw_sample(const Sheet *sheet, uint8_t level, const char *word, int x)
{
    int side = sheet_pixels(sheet, SWATCH), line = sheet_pixels(sheet, 1), inner = side - 2 * line;
    int gap = sheet_pixels(sheet, LABEL_GAP);
    sheet_fill(sheet, (Box){x, 0, side, side}, sheet->theme->frame);
    sheet_sample(sheet, level, (Box){x + line, line, inner, inner});
    return draw_word(sheet, word, x + side + gap) + 2 * gap;
}

Drawing *samples_draw(const Sheet *sheet, const Samples *samples)
{
    Sheet part = sheet_of_part(sheet);
    int x = 0;
    if (samples->visible)
        x = draw_sample(&part, 0, "visible (0)", x);
    if (samples->masked)
        x = draw_sample(&part, CELL_MASKED, "masked (−∞)", x);
    if (samples->remark)
        x = draw_word(&part, samples->remark, x);
    part.drawing->width = x;
    part.drawing->height = x ? sheet_pixels(sheet, SWATCH) : 0;
    return part.drawing;
}
