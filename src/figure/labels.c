#include "figure/figure.h"

/* A length rotated by 45°, on either axis: x · √½. */
static int along_diagonal(int x)
{
    return divide_up(x * 7072, 10000);
}

/* The middle of the i-th row or column, from the edge of the first. */
static int middle_of(const Labels *labels, int i)
{
    return (int)((2 * (int64_t)i + 1) * labels->lane.pitch / (2 * labels->lane.merged));
}

/* Keeps only labels that are at least `pixels` apart; of numbered features every 2nd, 5th, 10th,
 * 20th …
 */
static void thin(Labels *labels, int pixels)
{
    labels->every = larger(1, divide_up(pixels * labels->lane.merged, labels->lane.pitch));
    labels->first = larger(0, labels->followed - 1) % labels->every;
    if (labels->every > 1 && !labels->axis->named) {
        labels->every = (int)round_step(labels->every);
        labels->first = labels->every - 1; /* 5, 10, 15 */
    }
}

const char *label_text(const Sheet *sheet, const char *label, int font, int limit)
{
    const char *text = text_elide(sheet->typesetter, sheet->arena, label, font, limit);
    bool lacks = sheet->trace && trace_lacks(sheet->trace, label);
    return lacks ? arena_format(sheet->arena, "%s†", text) : text;
}

/* Sets the texts of the labels shown, elided to `limit`. */
static void measure(const Sheet *sheet, Labels *labels, int limit)
{
    size_t count = (size_t)labels->axis->count;
    labels->texts = arena_alloc(sheet->arena, count, sizeof *labels->texts);
    labels->widths = arena_alloc(sheet->arena, count, sizeof *labels->widths);
    labels->widest = 0;
    labels->lacking = false;
    for (int i = labels->first; i < labels->axis->count; i += labels->every) {
        const char *label = labels->axis->labels[i];
        labels->texts[i] = label_text(sheet, label, labels->font, limit);
        labels->lacking |= sheet->trace && trace_lacks(sheet->trace, label);
        labels->widths[i] = sheet_text_width(sheet, labels->texts[i], labels->font);
        labels->widest = larger(labels->widest, labels->widths[i]);
    }
}

/* Labels with a font size that fits the lane: text shrinks before labels are left out. */
static Labels begin(const Sheet *sheet, const Axis *axis, Lane lane, int followed)
{
    int most = sheet_font(sheet, LABEL_SIZE), least = sheet_font(sheet, LABEL_SIZE_LEAST);
    int fitting = lane.pitch / lane.merged * 64 * 4 / 5; /* a line is 5/4 of its font */
    return (Labels){.axis = axis,
                    .lane = lane,
                    .font = larger(least, smaller(most, fitting)),
                    .every = 1,
                    .gap = sheet_pixels(sheet, LABEL_GAP),
                    .followed = followed};
}

Labels labels_of_rows(const Sheet *sheet, const Plot *plot, int limit)
{
    Labels labels = begin(sheet, &plot->step->rows, plot->rows, plot->followed_row);
    labels.angle = 90;
    thin(&labels, line_height(labels.font));
    measure(sheet, &labels, limit);
    return labels;
}

/* Tokens: horizontal if all fit, else slanted, else vertical, else vertical and thinned. Features:
   numbers, horizontal, thinned. */
Labels labels_of_columns(const Sheet *sheet, const Plot *plot, int limit, int angle)
{
    Labels labels = begin(sheet, &plot->step->cols, plot->cols, plot->followed_col);
    int room = labels.lane.pitch / labels.lane.merged, line = line_height(labels.font);
    bool named = labels.axis->named;
    if (!named || room >= labels.gap) /* else no label fits */
        measure(sheet, &labels, limit);
    int wanted = labels.widest + labels.gap;
    if (named && wanted > room)
        labels.angle = room >= line * 3 / 2 ? 45 : 90;
    labels.angle = larger(labels.angle, angle);
    if (!named || labels.angle == 90) {
        thin(&labels, named ? line : wanted);
        measure(sheet, &labels, limit);
    }
    return labels;
}

int labels_extent(const Labels *labels)
{
    int line = line_height(labels->font);
    if (labels->angle == 45)
        return along_diagonal(labels->widest + line) + labels->gap;
    return (labels->angle ? labels->widest : line) + labels->gap;
}

/* The offset of a slanted label from the middle of its column: a little to the right, so that the
   first letter is above the column. */
static int slant_shift(const Labels *labels)
{
    return labels->font / (64 * 4);
}

int labels_overhang(const Labels *labels, Side side)
{
    int overhang = 0, line = line_height(labels->font);
    if (labels->angle != 45)
        return 0;
    int end = middle_of(labels, labels->axis->count - 1) + labels->lane.pitch / 2;
    for (int i = labels->first; i < labels->axis->count; i += labels->every) {
        int middle = middle_of(labels, i), width = labels->widths[i];
        int above = middle + slant_shift(labels) + along_diagonal(width) - end;
        int below = along_diagonal(width + line) - middle;
        overhang = larger(overhang, side == SIDE_ABOVE ? above : below);
    }
    return overhang;
}

/* ---- drawing ---- */

/* The position of a label relative to the plot's corner. Below the plot, rotated labels end at
   their column. */
static TextItem placed(const Labels *labels, Side side, int middle)
{
    int half = middle_to_base(labels->font), gap = labels->gap, angle = labels->angle;
    TextItem text = {.size = labels->font, .x = middle, .y = -gap, .angle = angle};
    if (side == SIDE_LEFT)
        return (TextItem){.size = labels->font, .x = -gap, .y = middle + half, .align = ALIGN_END};
    if (angle)
        text.x += angle == 45 ? slant_shift(labels) : half;
    if (side == SIDE_BELOW) {
        text.y = gap + (angle == 0 ? 2 * half : angle == 45 ? along_diagonal(2 * half) : 0);
        text.align = angle ? ALIGN_END : ALIGN_MIDDLE;
    } else if (angle == 0) {
        text.y -= line_height(labels->font) / 5; /* its descenders */
        text.align = ALIGN_MIDDLE;
    }
    return text;
}

/* If labels are thinned, a mark links each to its row or column; it keeps clear of the plot's
 * frame. */
void labels_draw(const Sheet *sheet, const Labels *labels, Side side, int x, int y)
{
    bool upright = side == SIDE_LEFT;
    int line = sheet_pixels(sheet, 1), frame = side == SIDE_BELOW ? 0 : line;
    int edge = (upright ? x : y) - frame, tick = sheet_pixels(sheet, LABEL_TICK) - frame;
    for (int i = labels->first; labels->axis && i < labels->axis->count; i += labels->every) {
        int middle = middle_of(labels, i);
        TextItem text = placed(labels, side, middle);
        text.colour = i + 1 == labels->followed ? sheet->theme->accent : sheet->theme->text;
        sheet_text(sheet, text, labels->texts[i], x + text.x, y + text.y);
        if (labels->every > 1)
            sheet_fill(sheet, mark_box(side, edge, middle + (upright ? y : x), tick, line),
                       sheet->theme->frame);
    }
}
