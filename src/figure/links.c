#include "figure/figure.h"

/* CSS pixels. */
enum {
    PITCH = 24,     /* from word to word */
    SPAN = 150,     /* from the queries to the keys */
    WIDTH_MOST = 9, /* of a line whose weight is 1 */
    NAME_GAP = 8,   /* from a name to its lines, whose ends are round */
    NUMBER_SPACE = 10,
};

/* ---- fitting ---- */

/* An axis's names within the limit, and the width of the widest. */
static const char **fit_names(const Sheet *sheet, const Axis *axis, int limit, int *widest)
{
    int font = sheet_font(sheet, LABEL_SIZE);
    const char **names = arena_alloc(sheet->arena, (size_t)axis->count, sizeof *names);
    *widest = sheet_text_width(sheet, axis->name, sheet_font(sheet, SMALL_SIZE));
    for (int i = 0; i < axis->count; i++) {
        const char *label = axis->labels[i];
        names[i] = text_elide(sheet->typesetter, sheet->arena, label, font, limit);
        if (sheet->trace && trace_lacks(sheet->trace, label))
            names[i] = arena_format(sheet->arena, "%s†", names[i]);
        *widest = larger(*widest, sheet_text_width(sheet, names[i], font));
    }
    return names;
}

Links *links_fit(const Sheet *sheet, const Step *step, int limit, int colour)
{
    Links *l = arena_alloc(sheet->arena, 1, sizeof *l);
    int font = sheet_font(sheet, LABEL_SIZE), gap = sheet_pixels(sheet, NAME_GAP), rows, cols;
    *l = (Links){.plot = {step, NULL, {1, 1, 0}, {1, 1, 0}, 0, 0, false},
                 .font = font,
                 .pitch = larger(sheet_plot(sheet, PITCH), line_height(font)),
                 .rows = fit_names(sheet, &step->rows, limit, &rows),
                 .cols = fit_names(sheet, &step->cols, limit, &cols),
                 .followed = sheet->theme->curves[colour % THEME_CURVES]};
    l->head = line_height(sheet_font(sheet, SMALL_SIZE));
    l->from = rows + gap;
    l->to = l->from + sheet_plot(sheet, SPAN);
    l->numbers = l->to + gap + cols + sheet_pixels(sheet, NUMBER_SPACE);
    l->plot.cols.pitch = l->numbers + sheet_text_width(sheet, "0.00", font);
    l->plot.rows.pitch = l->head + larger(step->rows.count, step->cols.count) * l->pitch;
    return l;
}

/* ---- drawing ---- */

/* The middle of a name's line; the shorter of the two lists stands in the middle of the other. */
static int middle_of(const Links *l, const Axis *axis, int i)
{
    const Step *step = l->plot.step;
    int most = larger(step->rows.count, step->cols.count);
    return l->head + ((most - axis->count) + 2 * i + 1) * l->pitch / 2;
}

static void draw_link(const Sheet *sheet, const Links *l, int row, int col, Colour colour)
{
    enum { POINTS = 25 };
    const Step *step = l->plot.step;
    double weight = step_number(step, row, col);
    int from = middle_of(l, &step->rows, row), to = middle_of(l, &step->cols, col);
    Point points[POINTS];
    if (!(weight >= LEAST_LINK))
        return;
    for (int i = 0; i < POINTS; i++) {
        double t = i / (POINTS - 1.0), rise = t * t * (3 - 2 * t);
        points[i] = (Point){(int)((l->from + (l->to - l->from) * t) * STROKE_PIXEL),
                            (int)((from + (to - from) * rise) * STROKE_PIXEL)};
    }
    sheet_stroke(sheet, points, POINTS, weight * WIDTH_MOST * sheet->style->graphics / 100, colour);
}

static void draw_names(const Sheet *sheet, const Links *l, const Axis *axis, const char **names,
                       int x, Align align)
{
    TextItem look = sheet_small(sheet, align);
    sheet_text(sheet, look, axis->name, x, middle_to_base(look.size) + l->head / 3);
    look.size = l->font;
    for (int i = 0; i < axis->count; i++) {
        bool followed = align == ALIGN_END && i == l->plot.step->followed;
        look.colour = followed ? l->followed : sheet->theme->text;
        sheet_text(sheet, look, names[i], x, middle_of(l, axis, i) + middle_to_base(l->font));
    }
}

static void draw_numbers(const Sheet *sheet, const Links *l)
{
    const Step *step = l->plot.step;
    NumberFormat format = fixed_format(step, sheet->style->precision);
    TextItem look = {.size = l->font, .colour = l->followed};
    for (int j = 0; j < step->cols.count; j++) {
        char *digits = arena_alloc(sheet->arena, NUMBER_SIZE, 1);
        if (!cell_is_masked(step, step->followed, j))
            sheet_text(sheet, look, cell_number(&format, step->followed, j, digits), l->numbers,
                       middle_of(l, &step->cols, j) + middle_to_base(l->font));
    }
}

void links_draw(const Sheet *sheet, const Links *l)
{
    const Step *step = l->plot.step;
    int gap = sheet_pixels(sheet, NAME_GAP);
    Colour pale = colour_mix(sheet->theme->background, sheet->theme->frame, 3, 5);
    for (int i = 0; i < step->rows.count; i++)
        for (int j = 0; i != step->followed && j < step->cols.count; j++)
            draw_link(sheet, l, i, j, pale);
    for (int j = 0; j < step->cols.count; j++)
        draw_link(sheet, l, step->followed, j, l->followed);
    draw_names(sheet, l, &step->rows, l->rows, l->from - gap, ALIGN_END);
    draw_names(sheet, l, &step->cols, l->cols, l->to + gap, ALIGN_START);
    draw_numbers(sheet, l);
}
