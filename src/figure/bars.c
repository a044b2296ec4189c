#include "figure/plot.h"

#include <math.h>

/* CSS pixels. */
enum {
    NUMBER_SIZE_MOST = 12,
    NUMBER_GAP = 4,    /* from a bar to its number */
    LIST_TICKS = 56,   /* from tick to tick, at least, … */
    COLUMN_TICKS = 28, /* … */
};

static bool is_list(const Bars *bars)
{
    return bars_are_list(bars->plot.step);
}

/* ---- spans ---- */

/* A number's room beyond its bar: its width, or the height of its line. */
static int number_room(const Sheet *sheet, const NumberFormat *format, int row, int col)
{
    int font = sheet_font(sheet, NUMBER_SIZE_MOST), gap = sheet_pixels(sheet, NUMBER_GAP);
    char digits[NUMBER_SIZE];
    return gap + (bars_are_list(format->step)
                      ? sheet_text_width(sheet, cell_number(format, row, col, digits), font)
                      : line_height(font));
}

static void span_step(const Sheet *sheet, BarSpan *span, const Step *step)
{
    NumberFormat format = fixed_format(step, sheet->style->precision);
    for (int r = 0; r < step->rows.count; r++)
        for (int c = 0; c < step->cols.count; c++) {
            double x = (double)at(step->node->value, r, c);
            if (cell_is_masked(step, r, c))
                continue;
            int *room = x < 0 ? &span->before : &span->after;
            span->least = fmin(span->least, x);
            span->most = fmax(span->most, x);
            *room = larger(*room, number_room(sheet, &format, r, c));
        }
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

/* From end to end, with the numbers. */
static int length_of(const Bars *bars)
{
    return bars->track + bars->span.before + bars->span.after;
}

static void fit_list(const Sheet *sheet, Bars *bars, Room cells, const BarRoom *room)
{
    Plot *plot = &bars->plot;
    cells.cell = sheet_pixels(sheet, room->pitch);
    Fit fit = plot_fit_axis(plot->step->rows.count, &cells, cells.height);
    plot->rows = divide_up(plot->step->rows.count, fit.merged);
    plot->merged_rows = fit.merged;
    plot->cell_height = fit.cell;
    bars->track = sheet_pixels(sheet, room->list);
    bars->names = labels_of_rows(sheet, plot, sheet_pixels(sheet, room->names));
    bars_set_names_width(bars, labels_extent(&bars->names));
}

static void fit_columns(const Sheet *sheet, Bars *bars, Room cells, const BarRoom *room,
                        const Plot *above)
{
    Plot *plot = &bars->plot;
    Fit fit = above ? (Fit){above->cell_width, above->merged_cols}
                    : plot_fit_axis(plot->step->cols.count, &cells, cells.width);
    plot->cols = divide_up(plot->step->cols.count, fit.merged);
    plot->merged_cols = fit.merged;
    plot->cell_width = fit.cell;
    plot->gap = above ? above->gap : 0;
    bars->track = sheet_pixels(sheet, room->columns);
    plot->cell_height = length_of(bars) + plot->gap;
}

Bars *bars_fit(const Sheet *sheet, const Step *step, const Scale *scale, BarSpan span, Room cells,
               const BarRoom *room, const Plot *above)
{
    CHECK(step->cols.count == 1 || step->rows.count == 1, "%s is %d × %d", step->id,
          step->rows.count, step->cols.count);
    Bars *bars = arena_alloc(sheet->arena, 1, sizeof *bars);
    *bars = (Bars){.plot = {step, scale, 1, 1, 1, 1, 0, 0, 0, 0}, .span = span};
    Plot *plot = &bars->plot;
    if (is_list(bars))
        fit_list(sheet, bars, cells, room);
    else
        fit_columns(sheet, bars, cells, room, above);
    /* either there is a number at every bar or there is an axis */
    if (cells.numbers && plot->merged_rows == 1 && plot->merged_cols == 1)
        plot->number_font = plot_number_font(sheet, plot);
    int apart = sheet_pixels(sheet, is_list(bars) ? LIST_TICKS : COLUMN_TICKS);
    int parts = larger(1, smaller(TICKS_MOST / 2, bars->track / apart));
    if (!plot->number_font)
        bars->ticks = ticks_linear(span.least, span.most, parts);
    return bars;
}

void bars_set_names_width(Bars *bars, int width)
{
    bars->names_width = width;
    bars->plot.cell_width = width + length_of(bars);
}

int bars_middle(const Bars *bars)
{
    if (!is_list(bars))
        return plot_width(&bars->plot) / 2;
    return bars->names_width + bars->span.before + bars->track / 2;
}

/* ---- drawing ---- */

/* Pixels from the end of the least number. */
static int along(const Bars *bars, double x)
{
    const BarSpan *span = &bars->span;
    return (int)floor((x - span->least) / (span->most - span->least) * bars->track + 0.5);
}

/* What bar i covers of the way between two places along it. */
static Box box_between(const Bars *bars, int i, int from, int to)
{
    const Plot *plot = &bars->plot;
    int least = smaller(from, to), length = larger(from, to) - least;
    int pitch = is_list(bars) ? plot->cell_height : plot->cell_width;
    int inset = (pitch - plot->gap) / 6, thickness = pitch - plot->gap - 2 * inset;
    if (is_list(bars))
        return (Box){bars->names_width + bars->span.before + least, i * pitch + inset, length,
                     thickness};
    int bottom = bars->span.after + bars->track;
    return (Box){i * pitch + inset, bottom - least - length, thickness, length};
}

/* Beyond the end of the bar. */
static void draw_number(const Sheet *sheet, const Bars *bars, int i, Box bar, double x)
{
    NumberFormat format = fixed_format(bars->plot.step, sheet->style->precision);
    int gap = sheet_pixels(sheet, NUMBER_GAP), half = middle_to_base(bars->plot.number_font);
    bool list = is_list(bars);
    char digits[NUMBER_SIZE];
    const char *number = cell_number(&format, list ? i : 0, list ? 0 : i, digits);
    TextItem look = {.size = bars->plot.number_font, .colour = sheet->theme->text};
    look.align = !list ? ALIGN_MIDDLE : x < 0 ? ALIGN_END : ALIGN_START;
    number = arena_strdup(sheet->arena, number);
    if (list)
        sheet_text(sheet, look, number, x < 0 ? bar.x - gap : bar.x + bar.width + gap,
                   bar.y + bar.height / 2 + half);
    else
        sheet_text(sheet, look, number, bar.x + bar.width / 2,
                   x < 0 ? bar.y + bar.height + gap + 2 * half : bar.y - gap);
}

static void draw_bar(const Sheet *sheet, const Bars *bars, int i)
{
    const Plot *plot = &bars->plot;
    bool list = is_list(bars);
    double value;
    if (!plot_value(plot, list ? i : 0, list ? 0 : i, &value)) {
        sheet_sample(sheet, CELL_MASKED, box_between(bars, i, 0, bars->track));
        return;
    }
    Box box = box_between(bars, i, along(bars, 0), along(bars, value));
    if (box.width > 0 && box.height > 0)
        sheet_fill(sheet, box, scale_bar_colour(plot->scale, value < 0, sheet->theme->background));
    if (plot->number_font)
        draw_number(sheet, bars, i, box, value);
}

/* Across all bars, and over them. */
static void draw_zero(const Sheet *sheet, const Bars *bars)
{
    int line = sheet_pixels(sheet, 1);
    Box zero = box_between(bars, 0, along(bars, 0), along(bars, 0));
    if (is_list(bars))
        zero = (Box){zero.x - line / 2, 0, line, plot_height(&bars->plot)};
    else
        zero = (Box){0, zero.y - line / 2, plot_width(&bars->plot), line};
    sheet_fill(sheet, zero, sheet->theme->muted);
}

static void draw_axis(const Sheet *sheet, const Bars *bars)
{
    bool list = is_list(bars);
    int half_line = sheet_pixels(sheet, 1) / 2;
    TickLine axis = {list ? SIDE_BELOW : SIDE_LEFT, list ? plot_height(&bars->plot) : 0, 0};
    for (int i = 0; i < bars->ticks.count; i++) {
        const Tick *tick = &bars->ticks.marks[i];
        int place = along(bars, tick->value);
        Box at = box_between(bars, 0, place, place);
        int mark = list ? at.x : at.y;
        tick_draw(sheet, axis, tick, mark, mark - half_line);
    }
}

Overhang bars_draw(const Sheet *sheet, const Bars *bars)
{
    int gap = ticks_gap(sheet);
    for (int i = 0; i < bars->plot.rows * bars->plot.cols; i++)
        draw_bar(sheet, bars, i);
    draw_zero(sheet, bars);
    draw_axis(sheet, bars);
    if (is_list(bars))
        labels_draw(sheet, &bars->names, SIDE_LEFT, bars->names_width, 0);
    if (!bars->ticks.count)
        return (Overhang){0};
    if (is_list(bars))
        return (Overhang){.below = line_height(sheet_font(sheet, SMALL_SIZE)) + gap};
    return (Overhang){.left = ticks_width(sheet, &bars->ticks) + gap};
}
