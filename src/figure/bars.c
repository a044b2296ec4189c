#include "figure/figure.h"

/* ---- spans ---- */

/* Extends a span by a step: its numbers, and the room for their text (width, or line height). */
static void span_step(const Sheet *sheet, BarSpan *span, const Step *step)
{
    NumberFormat format = fixed_format(step, sheet->style->precision);
    int font = sheet_font(sheet, LABEL_SIZE), gap = sheet_pixels(sheet, NUMBER_GAP);
    char digits[NUMBER_SIZE];
    for (int r = 0; r < step->rows.count; r++)
        for (int c = 0; c < step->cols.count; c++) {
            double x = (double)node_row(step->node, r).data[c];
            if (cell_is_masked(step, r, c))
                continue;
            int *room = x < 0 ? &span->before : &span->after, size = line_height(font);
            if (bars_are_list(step))
                size = sheet_text_width(sheet, weight_text(&format, x, digits), font);
            span->least = fmin(span->least, x);
            span->most = fmax(span->most, x);
            *room = larger(*room, gap + size);
        }
}

/* The span shared by all lists of a kind in a panel, or by all bars side by side. Kinds that end at
   1 do so in every figure. */
static BarSpan span_of(const Layout *l, const Step *step)
{
    ValueKind kind = step->kind;
    BarSpan span = {.most = kind == VALUE_COSINE || (!is_signed_kind(kind) && kind != VALUE_SIZE)};
    for (int i = 0; i < l->panel->rows * l->panel->cols; i++) {
        const Step *other = l->panel->places[i].step;
        if (other && other->form == FORM_BARS && other->kind == kind &&
            bars_are_list(other) == bars_are_list(step))
            span_step(l->sheet, &span, other);
    }
    span.most = span.most > span.least ? span.most : 1;
    return span;
}

/* ---- the largest bars ---- */

/* For a list whose bars are too thin for numbers: whether the row is one of the six largest, and no
   larger one is so near that their texts would touch. */
static bool is_marked(const Bars *bars, int row)
{
    enum { MARKED = 6 };
    const Plot *plot = &bars->plot;
    int line = line_height(bars->mark_font), before = 0;
    if (!bars->mark_font)
        return false;
    double size = fabs(step_number(plot->step, row, 0));
    for (int k = 0; k < plot->rows.count; k++) {
        double other = fabs(step_number(plot->step, k, 0));
        bool is_before = other > size || (k < row && other >= size);
        if (is_before && abs(k - row) * plot->rows.pitch < line)
            return false;
        before += is_before;
    }
    return before < MARKED;
}

/* Its number, preceded by its name if it is marked. */
static const char *number_at(const Sheet *sheet, const Bars *bars, int i)
{
    char digits[NUMBER_SIZE];
    const Plot *plot = &bars->plot;
    NumberFormat format = fixed_format(plot->step, sheet->style->precision);
    double x = step_number(plot->step, i / plot->cols.count, i % plot->cols.count);
    const char *number = (bars->list || x == 0 ? weight_text : number_text)(&format, x, digits);
    return bars->mark_font ? arena_format(sheet->arena, "%s %s", plot->step->rows.labels[i], number)
                           : arena_strdup(sheet->arena, number);
}

static void make_room(const Sheet *sheet, Bars *bars)
{
    int gap = sheet_pixels(sheet, NUMBER_GAP);
    for (int i = 0; i < bars->plot.rows.count; i++) {
        int *room = step_number(bars->plot.step, i, 0) < 0 ? &bars->span.before : &bars->span.after;
        if (is_marked(bars, i))
            *room = larger(
                *room, gap + sheet_text_width(sheet, number_at(sheet, bars, i), bars->mark_font));
    }
}

/* ---- fitting ---- */

/* The length of the track with the numbers at both ends. */
static int length_of(const Bars *bars)
{
    return bars->track + bars->span.before + bars->span.after;
}

static void fit_list(const Layout *l, Bars *bars)
{
    Room room = l->room;
    room.cell = sheet_pixels(l->sheet, l->sizes->bar_pitch);
    bars->plot.rows = lane_fit(bars->plot.step->rows.count, &room, room.height);
    bars->names =
        labels_of_rows(l->sheet, &bars->plot, sheet_pixels(l->sheet, l->sizes->label_limit));
    bars_set_names_width(bars, labels_extent(&bars->names));
}

static void fit_columns(const Layout *l, Bars *bars, const Plot *above)
{
    Plot *plot = &bars->plot;
    plot->cols = above ? above->cols : lane_fit(plot->step->cols.count, &l->room, l->room.width);
    plot->gap = above ? above->gap : 0;
    plot->rows.pitch = length_of(bars) + plot->gap;
}

Bars *bars_fit(const Layout *l, const Step *step, const Scale *scale, const Plot *above)
{
    CHECK(step->cols.count == 1 || step->rows.count == 1, "%s is %d × %d", step->id,
          step->rows.count, step->cols.count);
    bool list = bars_are_list(step);
    Bars fitted = {.plot = {.step = step, .scale = scale, .rows = {1, 1, 0}, .cols = {1, 1, 0}},
                   .list = list,
                   .span = span_of(l, step),
                   .track = sheet_plot(l->sheet, list ? l->sizes->bar_list : l->sizes->bar_height)};
    Bars *bars = arena_copy(l->sheet->arena, &fitted, sizeof fitted);
    Plot *plot = &bars->plot;
    if (list)
        fit_list(l, bars);
    else
        fit_columns(l, bars, above);
    /* either every bar has a number, or there is an axis */
    if (l->room.numbers && plot->rows.merged == 1 && plot->cols.merged == 1)
        plot->number_font = plot_number_font(l->sheet, plot);
    if (list && l->room.numbers && plot->rows.merged == 1 && !plot->number_font)
        bars->mark_font = sheet_font(l->sheet, LABEL_SIZE_LEAST);
    make_room(l->sheet, bars);
    int apart = sheet_pixels(l->sheet, list ? LIST_TICKS : COLUMN_TICKS);
    int parts = larger(1, smaller(TICKS_MOST / 2, bars->track / apart));
    if (!plot->number_font)
        bars->ticks = ticks_linear(bars->span.least, bars->span.most, parts);
    return bars;
}

void bars_set_names_width(Bars *bars, int width)
{
    bars->names_width = width;
    bars->plot.cols.pitch = width + length_of(bars);
}

int bars_middle(const Bars *bars)
{
    return bars->names_width + bars->span.before + bars->track / 2;
}

/* ---- drawing ---- */

/* The position of x along the bars, in pixels, including room for numbers before it. */
static int along(const Bars *bars, double x)
{
    const BarSpan *span = &bars->span;
    return (int)floor((x - span->least) / (span->most - span->least) * bars->track + 0.5);
}

/* The part of bar i between two places along it. */
static Box box_between(const Bars *bars, int i, int from, int to)
{
    const Plot *plot = &bars->plot;
    int least = smaller(from, to), length = larger(from, to) - least;
    int pitch = bars->list ? plot->rows.pitch : plot->cols.pitch;
    int inset = (pitch - plot->gap) / 6, thickness = pitch - plot->gap - 2 * inset;
    if (bars->list)
        return (Box){bars->names_width + bars->span.before + least, i * pitch + inset, length,
                     thickness};
    int bottom = bars->span.after + bars->track;
    return (Box){i * pitch + inset, bottom - least - length, thickness, length};
}

/* Draws the number beyond the end of the bar. */
static void draw_number(const Sheet *sheet, const Bars *bars, int i, Box bar, double value)
{
    TextItem look = {.size = bars->mark_font ? bars->mark_font : bars->plot.number_font,
                     .align = ALIGN_MIDDLE,
                     .colour = sheet->theme->text};
    int gap = sheet_pixels(sheet, NUMBER_GAP), half = middle_to_base(look.size);
    int x = bar.x + bar.width / 2, y = bar.y + bar.height / 2 + half;
    if (bars->list) {
        look.align = value < 0 ? ALIGN_END : ALIGN_START;
        x = value < 0 ? bar.x - gap : bar.x + bar.width + gap;
    } else {
        y = value < 0 ? bar.y + bar.height + gap + 2 * half : bar.y - gap;
    }
    sheet_text(sheet, look, number_at(sheet, bars, i), x, y);
}

static void draw_bar(const Sheet *sheet, const Bars *bars, int i, double value)
{
    const Plot *plot = &bars->plot;
    if (isnan(value)) {
        sheet_sample(sheet, CELL_MASKED, box_between(bars, i, 0, bars->track));
        return;
    }
    Box box = box_between(bars, i, along(bars, 0), along(bars, value));
    if (box.width > 0 && box.height > 0)
        sheet_fill(sheet, box, scale_bar_colour(plot->scale, value < 0, sheet->theme->background));
    if (plot->number_font || is_marked(bars, i))
        draw_number(sheet, bars, i, box, value);
}

/* The position of a number along the bars. */
static int place_of(const Bars *bars, double x)
{
    Box at = box_between(bars, 0, along(bars, x), along(bars, x));
    return bars->list ? at.x : at.y;
}

/* Returns how far the axis extends from the plot. */
static Overhang draw_axis(const Sheet *sheet, const Bars *bars)
{
    int half_line = sheet_pixels(sheet, 1) / 2, gap = ticks_gap(sheet);
    TickLine below = {SIDE_BELOW, plot_height(&bars->plot), 0}, left = {SIDE_LEFT, 0, 0};
    for (int i = 0; i < bars->ticks.count; i++) {
        const Tick *tick = &bars->ticks.marks[i];
        int mark = place_of(bars, tick->value);
        tick_draw(sheet, bars->list ? below : left, tick, mark, mark - half_line);
    }
    if (!bars->ticks.count)
        return (Overhang){0};
    if (bars->list)
        return (Overhang){.below = line_height(sheet_font(sheet, SMALL_SIZE)) + gap};
    return (Overhang){.left = ticks_width(sheet, &bars->ticks) + gap};
}

Overhang bars_draw(const Sheet *sheet, const Bars *bars)
{
    const Plot *plot = &bars->plot;
    for (int r = 0; r < plot->rows.count; r++) {
        const real *numbers = plot_read(sheet->arena, plot, r);
        for (int c = 0; c < plot->cols.count; c++)
            draw_bar(sheet, bars, r * plot->cols.count + c, (double)numbers[c]);
    }
    Box zero = mark_box(bars->list ? SIDE_BELOW : SIDE_RIGHT, 0, place_of(bars, 0),
                        bars->list ? plot_height(plot) : plot_width(plot), sheet_pixels(sheet, 1));
    sheet_fill(sheet, zero, sheet->theme->muted); /* over all bars */
    Overhang axis = draw_axis(sheet, bars);
    if (bars->list)
        labels_draw(sheet, &bars->names, SIDE_LEFT, bars->names_width, 0);
    return axis;
}
