#include "figure/bars.h"

#include <math.h>

/* CSS pixels. */
enum {
    NUMBER_SIZE_MOST = 12,
    NUMBER_GAP = 4, /* from a bar to its number */
    TICK = 4,
    LIST_TICKS = 56,   /* from tick to tick, at least, … */
    COLUMN_TICKS = 28, /* … */
};

/* ---- spans ---- */

/* A number's room beyond its bar: its width, or the height of its line. */
static int number_room(const Sheet *sheet, const Step *step, int row, int col, bool list)
{
    int font = sheet_font(sheet, NUMBER_SIZE_MOST), gap = sheet_pixels(sheet, NUMBER_GAP);
    NumberFormat format = fixed_format(step, sheet->style->precision);
    char digits[NUMBER_SIZE];
    return gap + (list ? sheet_text_width(sheet, cell_number(&format, row, col, digits), font)
                       : line_height(font));
}

static void span_number(const Sheet *sheet, BarSpan *span, const Step *step, int row, int col)
{
    double x = (double)at(step->node->value, row, col);
    int room = number_room(sheet, step, row, col, bars_are_list(step));
    span->least = fmin(span->least, x);
    span->most = fmax(span->most, x);
    if (x < 0)
        span->before = larger(span->before, room);
    else
        span->after = larger(span->after, room);
}

static void span_step(const Sheet *sheet, BarSpan *span, const Step *step)
{
    for (int r = 0; r < step->rows.count; r++)
        for (int c = 0; c < step->cols.count; c++)
            if (!cell_is_masked(step, r, c))
                span_number(sheet, span, step, r, c);
}

/* Kinds that end at 1 do so in every figure. */
BarSpan bars_span(const Sheet *sheet, const Panel *panel, ValueKind kind, bool list)
{
    BarSpan span = {0};
    if (kind == VALUE_COSINE || !is_signed_kind(kind))
        span.most = 1;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const Step *step = panel->steps[i];
        if (step && step->form == FORM_BARS && step->kind == kind && bars_are_list(step) == list)
            span_step(sheet, &span, step);
    }
    if (span.most <= span.least)
        span.most = 1;
    return span;
}

/* ---- fitting ---- */

static int room_of_numbers(const BarSpan *span)
{
    return span->before + span->after;
}

static Plot fit_list(const Step *step, Room cells, BarRoom room)
{
    cells.cell = room.pitch;
    Fit fit = plot_fit_axis(step->rows.count, &cells, cells.height);
    return (Plot){.rows = divide_up(step->rows.count, fit.merged),
                  .cols = 1,
                  .merged_rows = fit.merged,
                  .merged_cols = 1,
                  .cell_height = fit.cell};
}

static Plot fit_columns(const Step *step, Room cells, const Plot *above)
{
    Fit fit = plot_fit_axis(step->cols.count, &cells, cells.width);
    if (above)
        fit = (Fit){above->cell_width, above->merged_cols};
    return (Plot){.rows = 1,
                  .cols = divide_up(step->cols.count, fit.merged),
                  .merged_rows = 1,
                  .merged_cols = fit.merged,
                  .cell_width = fit.cell,
                  .gap = above ? above->gap : 0};
}

/* Either there is a number at every bar or there is an axis. */
static void fit_numbers(const Sheet *sheet, Bars *bars, bool wanted)
{
    Plot *plot = &bars->plot;
    if (wanted && plot->merged_rows == 1 && plot->merged_cols == 1)
        plot->number_font = plot_number_font(sheet, plot);
    if (plot->number_font)
        return;
    int apart = sheet_pixels(sheet, bars_are_list(plot->step) ? LIST_TICKS : COLUMN_TICKS);
    int parts = larger(1, smaller(TICKS_MOST / 2, bars->track / apart));
    bars->ticks = ticks_linear(bars->span.least, bars->span.most, parts);
}

Bars bars_fit(const Sheet *sheet, const Step *step, const Scale *scale, BarSpan span, Room cells,
              BarRoom room, const Plot *above)
{
    bool list = bars_are_list(step);
    CHECK(step->cols.count == 1 || step->rows.count == 1, "%s is %d × %d", step->id,
          step->rows.count, step->cols.count);
    Bars bars = {.plot = list ? fit_list(step, cells, room) : fit_columns(step, cells, above),
                 .span = span,
                 .track = list ? room.list : room.columns};
    bars.plot.step = step;
    bars.plot.scale = scale;
    if (list) {
        bars.names = labels_of_rows(sheet, &bars.plot, room.names);
        bars_set_names_width(&bars, labels_of_rows_extent(&bars.names));
    } else {
        bars.plot.cell_height = bars.track + room_of_numbers(&span) + bars.plot.gap;
    }
    fit_numbers(sheet, &bars, cells.numbers);
    return bars;
}

void bars_set_names_width(Bars *bars, int width)
{
    bars->names_width = width;
    bars->plot.cell_width = width + bars->track + room_of_numbers(&bars->span);
}

int bars_middle(const Bars *bars)
{
    if (!bars_are_list(bars->plot.step))
        return plot_width(&bars->plot) / 2;
    return bars->names_width + bars->span.before + bars->track / 2;
}

/* ---- where things are ---- */

/* Pixels from the end of the least number. */
static int along(const Bars *bars, double x)
{
    const BarSpan *span = &bars->span;
    return (int)floor((x - span->least) / (span->most - span->least) * bars->track + 0.5);
}

/* What bar i covers of the way between two places along it; x, y: of the plot. */
static Box box_between(const Bars *bars, int i, int from, int to, int x, int y)
{
    const Plot *plot = &bars->plot;
    int least = smaller(from, to), length = larger(from, to) - least;
    bool list = bars_are_list(plot->step);
    int pitch = list ? plot->cell_height : plot->cell_width;
    int inset = (pitch - plot->gap) / 6, thickness = pitch - plot->gap - 2 * inset;
    if (list)
        return (Box){x + bars->names_width + bars->span.before + least, y + i * pitch + inset,
                     length, thickness};
    int bottom = y + bars->span.after + bars->track;
    return (Box){x + i * pitch + inset, bottom - least - length, thickness, length};
}

/* ---- drawing ---- */

static void draw_masked(const Sheet *sheet, Box box)
{
    static const uint8_t levels[] = {CELL_MASKED};
    const Theme *theme = sheet->style->theme;
    drawing_add(sheet->drawing, (Item){.kind = ITEM_CELLS,
                                       .cells = {.x = box.x,
                                                 .y = box.y,
                                                 .rows = 1,
                                                 .cols = 1,
                                                 .width = box.width,
                                                 .height = box.height,
                                                 .levels = levels,
                                                 .colours = &theme->visible,
                                                 .masked = theme->masked,
                                                 .hatch = theme->hatch}});
}

/* Beyond the end of the bar. */
static void draw_number(const Sheet *sheet, const Bars *bars, int i, Box bar, double x)
{
    const Plot *plot = &bars->plot;
    int font = plot->number_font, gap = sheet_pixels(sheet, NUMBER_GAP);
    bool list = bars_are_list(plot->step);
    NumberFormat format = fixed_format(plot->step, sheet->style->precision);
    char digits[NUMBER_SIZE];
    const char *number = cell_number(&format, list ? i : 0, list ? 0 : i, digits);
    TextItem text = {.string = arena_strdup(sheet->drawing->arena, number),
                     .size = font,
                     .colour = sheet->style->theme->text};
    if (list) {
        text.x = x < 0 ? bar.x - gap : bar.x + bar.width + gap;
        text.y = bar.y + bar.height / 2 + middle_to_base(font);
        text.align = x < 0 ? ALIGN_END : ALIGN_START;
    } else {
        text.x = bar.x + bar.width / 2;
        text.y = x < 0 ? bar.y + bar.height + gap + 2 * middle_to_base(font) : bar.y - gap;
        text.align = ALIGN_MIDDLE;
    }
    sheet_text(sheet, text);
}

static void draw_bar(const Sheet *sheet, const Bars *bars, int i, int x, int y)
{
    const Plot *plot = &bars->plot;
    bool list = bars_are_list(plot->step);
    double value;
    if (!plot_value(plot, list ? i : 0, list ? 0 : i, &value)) {
        draw_masked(sheet, box_between(bars, i, 0, bars->track, x, y));
        return;
    }
    Box box = box_between(bars, i, along(bars, 0), along(bars, value), x, y);
    Colour background = sheet->style->theme->background;
    if (box.width > 0 && box.height > 0)
        sheet_fill(sheet, box, scale_bar_colour(plot->scale, value < 0, background));
    if (plot->number_font)
        draw_number(sheet, bars, i, box, value);
}

/* Across all bars, and over them. */
static void draw_zero(const Sheet *sheet, const Bars *bars, int x, int y)
{
    int line = sheet_pixels(sheet, 1);
    Box zero = box_between(bars, 0, along(bars, 0), along(bars, 0), x, y);
    if (bars_are_list(bars->plot.step))
        zero = (Box){zero.x - line / 2, y, line, plot_height(&bars->plot)};
    else
        zero = (Box){x, zero.y - line / 2, plot_width(&bars->plot), line};
    sheet_fill(sheet, zero, sheet->style->theme->muted);
}

/* ---- the axis ---- */

static int tick_font(const Sheet *sheet)
{
    return sheet_font(sheet, SMALL_SIZE);
}

static int tick_gap(const Sheet *sheet)
{
    return sheet_pixels(sheet, TICK) + sheet_pixels(sheet, LABEL_GAP);
}

int bars_space_before(const Sheet *sheet, const Bars *bars)
{
    if (bars_are_list(bars->plot.step) || !bars->ticks.count)
        return 0;
    return ticks_width(sheet, &bars->ticks, tick_font(sheet)) + tick_gap(sheet);
}

int bars_space_below(const Sheet *sheet, const Bars *bars)
{
    if (!bars_are_list(bars->plot.step) || !bars->ticks.count)
        return 0;
    return line_height(tick_font(sheet)) + tick_gap(sheet);
}

static void draw_tick(const Sheet *sheet, const Bars *bars, const Tick *tick, int x, int y)
{
    int mark = sheet_pixels(sheet, TICK), line = sheet_pixels(sheet, 1), font = tick_font(sheet);
    int place = along(bars, tick->value);
    Box at = box_between(bars, 0, place, place, x, y);
    TextItem text = {.string = arena_strdup(sheet->drawing->arena, tick->text),
                     .form = tick->form,
                     .size = font,
                     .colour = sheet->style->theme->muted};
    if (bars_are_list(bars->plot.step)) {
        int bottom = y + plot_height(&bars->plot);
        at = (Box){at.x - line / 2, bottom, line, mark};
        text.x = at.x;
        text.y = bottom + tick_gap(sheet) + 2 * middle_to_base(font);
        text.align = ALIGN_MIDDLE;
    } else {
        at = (Box){x - mark, at.y - line / 2, mark, line};
        text.x = x - tick_gap(sheet);
        text.y = at.y + middle_to_base(font);
        text.align = ALIGN_END;
    }
    sheet_fill(sheet, at, sheet->style->theme->frame);
    sheet_text(sheet, text);
}

void bars_draw(const Sheet *sheet, const Bars *bars, int x, int y)
{
    const Plot *plot = &bars->plot;
    bool list = bars_are_list(plot->step);
    for (int i = 0; i < (list ? plot->rows : plot->cols); i++)
        draw_bar(sheet, bars, i, x, y);
    draw_zero(sheet, bars, x, y);
    for (int i = 0; i < bars->ticks.count; i++)
        draw_tick(sheet, bars, &bars->ticks.marks[i], x, y);
    if (list)
        labels_of_rows_draw(sheet, &bars->names, x + bars->names_width, y);
}
