#include "figure/labels.h"

enum {
    TICK = 3
}; /* CSS pixels: the mark that leads from a label to its cell when not all have one */

/* Pixels of the eighth part of a turn: x · √½. */
static int along_diagonal(int x)
{
    return divide_up(x * 7072, 10000);
}

/* The middle of the i-th row or column, from the first one's edge. */
static int middle_of(const Labels *labels, int i)
{
    return (int)((2 * (int64_t)i + 1) * labels->pitch / (2 * labels->merged));
}

/* How many labels there must be between two shown for these to be so many pixels apart. */
static int every_for(const Labels *labels, int pixels)
{
    return larger(1, divide_up(pixels * labels->merged, labels->pitch));
}

/* 1, 2, 5, 10, 20, …: what numbered features are counted in. */
static int round_count(int least)
{
    for (int power = 1;; power *= 10)
        for (int digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
            if (digit * power >= least)
                return digit * power;
}

static void thin(Labels *labels, int pixels)
{
    labels->every = every_for(labels, pixels);
    if (labels->every == 1 || labels->axis->named)
        return;
    labels->every = round_count(labels->every);
    labels->first = labels->every - 1; /* 5, 10, 15 */
}

/* The texts of those that are shown, no wider than limit. */
static void measure(const Sheet *sheet, Labels *labels, int limit)
{
    Arena *arena = sheet->drawing->arena;
    size_t count = (size_t)labels->axis->count;
    labels->texts = arena_alloc(arena, count, sizeof *labels->texts);
    labels->widths = arena_alloc(arena, count, sizeof *labels->widths);
    labels->widest = 0;
    for (int i = labels->first; i < labels->axis->count; i += labels->every) {
        labels->texts[i] =
            text_elide(sheet->typesetter, arena, labels->axis->labels[i], labels->font, limit);
        labels->widths[i] = sheet_text_width(sheet, labels->texts[i], labels->font);
        labels->widest = larger(labels->widest, labels->widths[i]);
    }
}

/* Text gets smaller before it is left out. */
static Labels begin(const Sheet *sheet, const Axis *axis, int pitch, int merged)
{
    Labels labels = {.axis = axis, .pitch = pitch, .merged = merged, .every = 1};
    int most = sheet_font(sheet, LABEL_SIZE), least = sheet_font(sheet, LABEL_SIZE_LEAST);
    int fitting = pitch / merged * 64 * 4 / 5; /* a line is 5/4 of its font */
    labels.font = larger(least, smaller(most, fitting));
    labels.gap = sheet_pixels(sheet, LABEL_GAP);
    return labels;
}

Labels labels_of_rows(const Sheet *sheet, const Plot *plot, int limit)
{
    Labels labels = begin(sheet, &plot->step->rows, plot->cell_height, plot->merged_rows);
    thin(&labels, line_height(labels.font));
    measure(sheet, &labels, limit);
    return labels;
}

/* Features: numbers, horizontal, as many as fit. */
static void fit_features(const Sheet *sheet, Labels *labels, int limit)
{
    measure(sheet, labels, limit);
    thin(labels, labels->widest + sheet_pixels(sheet, LABEL_GAP));
    measure(sheet, labels, limit);
}

/* Tokens: horizontal where all fit, else slanting, else upright, else upright and not all. */
static void fit_tokens(const Sheet *sheet, Labels *labels, int limit)
{
    int room = labels->pitch / labels->merged, line = line_height(labels->font);
    measure(sheet, labels, limit);
    if (labels->widest + sheet_pixels(sheet, LABEL_GAP) <= room)
        return;
    if (room >= line * 3 / 2) {
        labels->angle = 45;
        return;
    }
    labels->angle = 90;
    thin(labels, line);
    measure(sheet, labels, limit);
}

Labels labels_of_columns(const Sheet *sheet, const Plot *plot, int limit)
{
    Labels labels = begin(sheet, &plot->step->cols, plot->cell_width, plot->merged_cols);
    if (labels.axis->named)
        fit_tokens(sheet, &labels, limit);
    else
        fit_features(sheet, &labels, limit);
    return labels;
}

int labels_of_rows_extent(const Labels *labels)
{
    return labels->widest + labels->gap;
}

int labels_of_columns_extent(const Labels *labels)
{
    int line = line_height(labels->font);
    switch (labels->angle) {
    case 0:
        return line + labels->gap;
    case 45:
        return along_diagonal(labels->widest + line) + labels->gap;
    default:
        return labels->widest + labels->gap;
    }
}

/* From the middle of a column to where its slanting label starts: a little to the right, so that
   the first letter stands over the column. */
static int slant_shift(const Labels *labels)
{
    return labels->font / (64 * 4);
}

int labels_overhang(const Labels *labels)
{
    int overhang = 0, end = middle_of(labels, labels->axis->count - 1);
    if (labels->angle != 45)
        return 0;
    for (int i = labels->first; i < labels->axis->count; i += labels->every) {
        int reach = middle_of(labels, i) + slant_shift(labels) + along_diagonal(labels->widths[i]);
        overhang = larger(overhang, reach - end);
    }
    return larger(0, overhang - labels->pitch / 2);
}

void labels_of_rows_draw(const Sheet *sheet, const Labels *labels, int x, int y)
{
    const Theme *theme = sheet->style->theme;
    int tick = sheet_pixels(sheet, TICK), line = sheet_pixels(sheet, 1);
    for (int i = labels->first; i < labels->axis->count; i += labels->every) {
        int middle = y + middle_of(labels, i);
        sheet_text(sheet, (TextItem){.string = labels->texts[i],
                                     .size = labels->font,
                                     .x = x - labels->gap,
                                     .y = middle + middle_to_base(labels->font),
                                     .align = ALIGN_END,
                                     .colour = theme->text});
        if (labels->every > 1)
            sheet_fill(sheet, (Box){x - tick, middle - line / 2, tick - line, line}, theme->frame);
    }
}

static TextItem column_label(const Labels *labels, int i, int x, int y)
{
    TextItem text = {.string = labels->texts[i],
                     .size = labels->font,
                     .x = x + middle_of(labels, i),
                     .y = y - labels->gap,
                     .angle = labels->angle};
    if (labels->angle == 0) {
        text.y -= line_height(labels->font) / 5; /* its descenders */
        text.align = ALIGN_MIDDLE;
    } else {
        text.x += labels->angle == 45 ? slant_shift(labels) : middle_to_base(labels->font);
    }
    return text;
}

/* A text and where it stands, for a label of a plot whose corner is there. */
typedef TextItem PlaceLabel(const Labels *labels, int label, int x, int y);

/* Where not every column has a label, a mark between both says which one it is of. */
static void draw_labels(const Sheet *sheet, const Labels *labels, PlaceLabel *place, int x, int y,
                        Box mark)
{
    const Theme *theme = sheet->style->theme;
    for (int i = labels->first; i < labels->axis->count; i += labels->every) {
        TextItem text = place(labels, i, x, y);
        text.colour = theme->text;
        sheet_text(sheet, text);
        mark.x = x + middle_of(labels, i) - mark.width / 2;
        if (labels->every > 1)
            sheet_fill(sheet, mark, theme->frame);
    }
}

void labels_of_columns_draw(const Sheet *sheet, const Labels *labels, int x, int y)
{
    int tick = sheet_pixels(sheet, TICK), line = sheet_pixels(sheet, 1);
    Box mark = {.y = y - tick, .width = line, .height = tick - line};
    draw_labels(sheet, labels, column_label, x, y, mark);
}

/* ---- beneath ---- */

int labels_beneath_overhang(const Labels *labels)
{
    int overhang = 0;
    if (labels->angle != 45)
        return 0;
    for (int i = labels->first; i < labels->axis->count; i += labels->every) {
        int reach = along_diagonal(labels->widths[i] + line_height(labels->font));
        overhang = larger(overhang, reach - middle_of(labels, i));
    }
    return overhang;
}

/* Turned labels end at their column. */
static TextItem label_beneath(const Labels *labels, int i, int x, int y)
{
    int capital = 2 * middle_to_base(labels->font);
    TextItem text = {.string = labels->texts[i],
                     .size = labels->font,
                     .x = x + middle_of(labels, i),
                     .y = y + labels->gap,
                     .angle = labels->angle,
                     .align = labels->angle ? ALIGN_END : ALIGN_MIDDLE};
    if (labels->angle == 90) {
        text.x += middle_to_base(labels->font);
    } else {
        text.x += labels->angle ? slant_shift(labels) : 0;
        text.y += labels->angle ? along_diagonal(capital) : capital;
    }
    return text;
}

void labels_beneath_draw(const Sheet *sheet, const Labels *labels, int x, int y)
{
    Box mark = {.y = y, .width = sheet_pixels(sheet, 1), .height = sheet_pixels(sheet, TICK)};
    draw_labels(sheet, labels, label_beneath, x, y, mark);
}
