#include "figure/layout.h"

#include "base/number.h"
#include "figure/caption.h"
#include "figure/legend.h"
#include "figure/place.h"

#include <math.h>

/* CSS pixels. */
enum {
    PART_GAP = 14,  /* between caption, rows and samples */
    PLACE_GAP = 22, /* between two plots */
    BAR_GAP = 20,   /* before a colour bar */
};

enum { KINDS = VALUE_SHARE + 1, BARS_MOST = 6 };

/* A row or a column of the grid: what its widest place needs. */
typedef struct Band {
    int before, size, after;
    int start; /* of `size` */
} Band;

typedef struct Layout {
    Sheet sheet;
    const LayoutPlan *plan;
    const Panel *panel;
    Place *places; /* rows × cols */
    Band *rows, *cols;
    const Scale *scales[KINDS]; /* the shared ones */
    ColourBar bars[BARS_MOST];
    int bar_count;
    Samples samples;
    Caption caption;
    int right, bottom; /* of everything */
} Layout;

static Arena *arena_of(const Layout *l)
{
    return l->sheet.drawing->arena;
}

static int place_count(const Layout *l)
{
    return l->panel->rows * l->panel->cols;
}

static Place *place_at(const Layout *l, int row, int col)
{
    return &l->places[row * l->panel->cols + col];
}

static bool is_empty(const Place *place)
{
    return !place->plot.step;
}

static int pixels(const Layout *l, int length)
{
    return sheet_pixels(&l->sheet, length);
}

/* ---- scales ---- */

static bool is_signed(ValueKind kind)
{
    return kind != VALUE_PROBABILITY && kind != VALUE_FRACTION && kind != VALUE_MASK;
}

static bool has_own_range(const Layout *l, ValueKind kind)
{
    return l->plan->own_ranges && is_signed(kind);
}

static double shared_range(const Panel *panel, ValueKind kind)
{
    double range = 0;
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->steps[i] && panel->steps[i]->kind == kind)
            range = fmax(range, step_range(panel->steps[i]));
    return range;
}

static const Scale *scale_of(Layout *l, const Step *step)
{
    ValueKind kind = step->kind;
    if (has_own_range(l, kind))
        return scale_new(arena_of(l), kind, step_range(step), l->sheet.style);
    if (!l->scales[kind])
        l->scales[kind] =
            scale_new(arena_of(l), kind, shared_range(l->panel, kind), l->sheet.style);
    return l->scales[kind];
}

/* ---- places ---- */

/* "±3.14": what −max and max on the colour bar are here. */
static const char *range_text(const Layout *l, const Step *step)
{
    if (!has_own_range(l, step->kind))
        return NULL;
    double range = step_range(step);
    char number[NUMBER_SIZE];
    number_digits(number, range, 3);
    return arena_format(arena_of(l), "%s%s", range > 0 ? "±" : "", number);
}

static Place place_new(Layout *l, int row, int col)
{
    const Panel *panel = l->panel;
    int i = row * panel->cols + col;
    const Step *step = panel->steps[i];
    if (!step)
        return (Place){0};
    Room room = l->plan->room;
    if (!step->cols.named)
        room.width = l->plan->feature_width;
    Place place = {.plot = plot_fit(&l->sheet, step, scale_of(l, step), room)};
    place.title = panel->titles ? panel->titles[i] : NULL;
    place.arrow = panel->arrows && col && panel->steps[i - 1] ? panel->arrows[i] : NULL;
    place.range = range_text(l, step);
    return place;
}

static const char *axis_word(const Layout *l, const Axis *axis, const char *what)
{
    return arena_format(arena_of(l), "%s (%s)", axis->name, what);
}

/* The rows of the first plot of each row. */
static void label_rows(const Layout *l, Place *place)
{
    const Axis *axis = &place->plot.step->rows;
    place->rows = labels_of_rows(&l->sheet, &place->plot, l->plan->label_limit);
    place->has_rows = l->plan->axes || (axis->named && place->rows.every == 1);
    if (l->plan->axes)
        place->row_word = axis_word(l, axis, "row");
}

/* The columns of the plots of the first row. */
static void label_columns(const Layout *l, Place *place)
{
    place->has_cols = l->plan->axes;
    if (!place->has_cols)
        return;
    place->cols = labels_of_columns(&l->sheet, &place->plot, l->plan->label_limit);
    place->col_word = axis_word(l, &place->plot.step->cols, "column");
}

/* All numbers of a figure have one size. */
static void level_numbers(Layout *l)
{
    int least = 0;
    for (int i = 0; i < place_count(l); i++) {
        int font = l->places[i].plot.number_font;
        if (font && (!least || font < least))
            least = font;
    }
    for (int i = 0; i < place_count(l); i++)
        if (l->places[i].plot.number_font)
            l->places[i].plot.number_font = least;
}

static void fill_places(Layout *l)
{
    l->places = arena_alloc(arena_of(l), (size_t)place_count(l), sizeof *l->places);
    for (int r = 0; r < l->panel->rows; r++) {
        bool first = true;
        for (int c = 0; c < l->panel->cols; c++) {
            Place *place = place_at(l, r, c);
            *place = place_new(l, r, c);
            if (is_empty(place))
                continue;
            if (first)
                label_rows(l, place);
            if (r == 0)
                label_columns(l, place);
            first = false;
        }
    }
    level_numbers(l);
}

/* ---- bands ---- */

static void widen(Band *band, int before, int size, int after)
{
    band->before = larger(band->before, before);
    band->size = larger(band->size, size);
    band->after = larger(band->after, after);
}

static void size_bands(Layout *l)
{
    const Sheet *sheet = &l->sheet;
    l->rows = arena_alloc(arena_of(l), (size_t)l->panel->rows, sizeof *l->rows);
    l->cols = arena_alloc(arena_of(l), (size_t)l->panel->cols, sizeof *l->cols);
    for (int r = 0; r < l->panel->rows; r++)
        for (int c = 0; c < l->panel->cols; c++) {
            const Place *place = place_at(l, r, c);
            if (is_empty(place))
                continue;
            int gap = c ? pixels(l, PLACE_GAP) : 0;
            widen(&l->cols[c], place_space_before(sheet, place, gap), place_width(sheet, place), 0);
            widen(&l->rows[r], place_space_above(sheet, place), plot_height(&place->plot),
                  place_space_below(sheet, place));
        }
}

/* The bands one after the other; returns the end of the last. */
static int line_up(Band *bands, int count, int start, int gap)
{
    for (int i = 0; i < count; i++) {
        bands[i].start = start + bands[i].before;
        start = bands[i].start + bands[i].size + bands[i].after + (i + 1 < count ? gap : 0);
    }
    return start;
}

/* Each plot in the middle of its row and column. */
static void put_places(Layout *l)
{
    for (int r = 0; r < l->panel->rows; r++)
        for (int c = 0; c < l->panel->cols; c++) {
            Place *place = place_at(l, r, c);
            if (is_empty(place))
                continue;
            place->x = l->cols[c].start + (l->cols[c].size - plot_width(&place->plot)) / 2;
            place->y = l->rows[r].start + (l->rows[r].size - plot_height(&place->plot)) / 2;
        }
}

/* ---- bars and samples ---- */

static const Step *step_of_kind(const Layout *l, ValueKind kind)
{
    for (int i = 0; i < place_count(l); i++)
        if (!is_empty(&l->places[i]) && l->places[i].plot.step->kind == kind)
            return l->places[i].plot.step;
    return NULL;
}

static void add_bar(Layout *l, const Scale *scale, const char *meaning, bool relative)
{
    ColourBar bar = colour_bar(&l->sheet, scale, meaning, l->rows[0].size);
    bar.relative = relative;
    l->bars[l->bar_count++] = bar;
}

/* All of one height. */
static void level_bars(Layout *l)
{
    int height = 0;
    for (int i = 0; i < l->bar_count; i++)
        height = larger(height, l->bars[i].height);
    for (int i = 0; i < l->bar_count; i++)
        l->bars[i].height = height;
}

static void choose_bars(Layout *l)
{
    static const ValueKind kinds[BARS_MOST] = {VALUE_PROBABILITY, VALUE_SIGNED,   VALUE_DIFFERENCE,
                                               VALUE_COSINE,      VALUE_FRACTION, VALUE_SHARE};
    bool relative = false;
    for (int i = 0; i < BARS_MOST; i++) {
        const Step *step = step_of_kind(l, kinds[i]);
        if (step && has_own_range(l, kinds[i]))
            relative = true;
        else if (step)
            add_bar(l, scale_of(l, step), scale_meaning(step), false);
    }
    if (relative)
        add_bar(l, scale_new(arena_of(l), VALUE_SIGNED, 1, l->sheet.style),
                "value (max: see beneath)", true);
    level_bars(l);
}

static const char *merged_remark(const Layout *l)
{
    int rows = 1, cols = 1;
    for (int i = 0; i < place_count(l); i++) {
        rows = larger(rows, l->places[i].plot.merged_rows);
        cols = larger(cols, l->places[i].plot.merged_cols);
    }
    if (rows == 1 && cols == 1)
        return NULL;
    return arena_format(arena_of(l),
                        "a pixel shows the value farthest from zero of up to %d × %d cells", rows,
                        cols);
}

static void choose_samples(Layout *l)
{
    l->samples.visible = step_of_kind(l, VALUE_MASK) != NULL;
    for (int i = 0; i < place_count(l); i++)
        l->samples.masked |= !is_empty(&l->places[i]) && plot_has_masked(&l->places[i].plot);
    l->samples.remark = merged_remark(l);
}

/* ---- the whole ---- */

/* NULL for a row without one. */
static const char *row_title(const Layout *l, int row)
{
    return l->panel->row_titles ? l->panel->row_titles[row] : NULL;
}

static int row_titles_width(const Layout *l)
{
    int width = 0, font = sheet_font(&l->sheet, LABEL_SIZE);
    for (int r = 0; r < l->panel->rows; r++)
        if (row_title(l, r))
            width = larger(width, sheet_text_width(&l->sheet, row_title(l, r), font));
    return width ? width + pixels(l, PLACE_GAP) : 0;
}

/* Slanting labels may reach beyond the last column. */
static int labels_right(const Layout *l)
{
    int right = 0;
    for (int c = 0; c < l->panel->cols; c++) {
        const Place *place = place_at(l, 0, c);
        if (!is_empty(place) && place->has_cols)
            right =
                larger(right, l->cols[c].start + l->cols[c].size + labels_overhang(&place->cols));
    }
    return right;
}

/* From the left: titles of the rows, the grid, the bars. */
static void place_across(Layout *l)
{
    int margin = pixels(l, MARGIN);
    int right = line_up(l->cols, l->panel->cols, margin + row_titles_width(l), 0);
    for (int i = 0; i < l->bar_count; i++)
        right += pixels(l, BAR_GAP) + colour_bar_width(&l->sheet, &l->bars[i]);
    l->right =
        larger(larger(right, labels_right(l)), margin + samples_width(&l->sheet, &l->samples));
}

/* From the top: the caption, in the width that is there, and the grid. */
static void place_down(Layout *l)
{
    int margin = pixels(l, MARGIN), gap = pixels(l, PART_GAP);
    int half_line = line_height(sheet_font(&l->sheet, SMALL_SIZE)) / 2;
    l->caption =
        caption_new(&l->sheet, l->panel->title, l->panel->formula, l->plan->sentence,
                    l->plan->provenance, larger(l->right - margin, caption_comfort(&l->sheet)));
    l->right = larger(l->right, margin + l->caption.width);
    l->bottom = line_up(l->rows, l->panel->rows, margin + l->caption.height + gap, gap);
    for (int i = 0; i < l->bar_count; i++)
        l->bottom = larger(l->bottom, l->rows[0].start + l->bars[i].height + half_line);
}

static void draw_row_titles(const Layout *l)
{
    int font = sheet_font(&l->sheet, LABEL_SIZE);
    TextItem title = {.size = font, .x = pixels(l, MARGIN), .colour = l->sheet.style->theme->text};
    for (int r = 0; r < l->panel->rows; r++) {
        title.string = row_title(l, r);
        title.y = l->rows[r].start + l->rows[r].size / 2 + middle_to_base(font);
        if (title.string)
            sheet_text(&l->sheet, title);
    }
}

/* An arrow's word stands between the columns, clear of titles that are wider than their plots. */
static void draw_places(const Layout *l)
{
    for (int r = 0; r < l->panel->rows; r++)
        for (int c = 0; c < l->panel->cols; c++) {
            const Place *place = place_at(l, r, c);
            if (is_empty(place))
                continue;
            place_draw(&l->sheet, place);
            if (place->arrow)
                place_draw_arrow(&l->sheet, place - 1, place,
                                 (l->cols[c - 1].start + l->cols[c - 1].size + l->cols[c].start) /
                                     2);
        }
}

static void draw_bars(const Layout *l)
{
    const Band *last = &l->cols[l->panel->cols - 1];
    int x = last->start + last->size;
    for (int i = 0; i < l->bar_count; i++) {
        x += pixels(l, BAR_GAP);
        colour_bar_draw(&l->sheet, &l->bars[i], x, l->rows[0].start);
        x += colour_bar_width(&l->sheet, &l->bars[i]);
    }
}

/* Below the first column, or from the margin where there is no room for that. */
static void draw_samples(Layout *l)
{
    int height = samples_height(&l->sheet, &l->samples);
    if (!height)
        return;
    int left = l->cols[0].start;
    if (left + samples_width(&l->sheet, &l->samples) > l->right)
        left = pixels(l, MARGIN);
    l->bottom += pixels(l, PART_GAP);
    samples_draw(&l->sheet, &l->samples, left, l->bottom);
    l->bottom += height;
}

Drawing *layout_draw(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                     const LayoutPlan *plan)
{
    Layout l = {.sheet = sheet_new(arena, typesetter, style), .plan = plan, .panel = plan->panel};
    int margin = pixels(&l, MARGIN);
    fill_places(&l);
    size_bands(&l);
    choose_bars(&l);
    choose_samples(&l);
    place_across(&l);
    place_down(&l);
    put_places(&l);
    caption_draw(&l.sheet, &l.caption, margin, margin);
    draw_row_titles(&l);
    draw_places(&l);
    draw_bars(&l);
    draw_samples(&l);
    l.sheet.drawing->width = l.right + margin;
    l.sheet.drawing->height = l.bottom + margin;
    return l.sheet.drawing;
}
