#include "figure/layout.h"

#include "base/number.h"
#include "base/utf8.h"
#include "figure/caption.h"
#include "figure/legend.h"
#include "figure/place.h"

#include <math.h>
#include <string.h>

/* CSS pixels. */
enum {
    PART_GAP = 14,  /* between caption, rows and samples */
    PLACE_GAP = 22, /* between two plots */
    BAR_GAP = 20,   /* before a colour bar */
    CHART_GAP = 28, /* between two charts of a row */
};

enum { KINDS = VALUE_COUNT + 1, BARS_MOST = 7 };

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
    int grid_left, grid_right; /* of the columns, their labels, and charts that are wider */
    int right, bottom;         /* of everything */
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

static bool is_cells(const Place *place)
{
    return !is_empty(place) && place->plot.step->form == FORM_CELLS;
}

static int pixels(const Layout *l, int length)
{
    return sheet_pixels(&l->sheet, length);
}

/* ---- scales ---- */

/* Of numbers around zero; a cosine is one everywhere. */
static bool has_own_range(const Layout *l, ValueKind kind)
{
    return l->plan->own_ranges && is_signed_kind(kind) && kind != VALUE_COSINE;
}

static double shared_range(const Panel *panel, ValueKind kind)
{
    double range = 0;
    if (kind == VALUE_COSINE)
        return 1;
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->steps[i] && panel->steps[i]->kind == kind &&
            panel->steps[i]->form != FORM_CURVES)
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

/* The nearest place above this one that holds something, or NULL. */
static const Place *place_above(const Layout *l, int row, int col)
{
    while (--row >= 0)
        if (!is_empty(place_at(l, row, col)))
            return place_at(l, row, col);
    return NULL;
}

static bool same_labels(const Axis *a, const Axis *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->labels[i], b->labels[i]) != 0)
            return false;
    return true;
}

static bool shares_columns(const Place *place, const Step *step)
{
    const Step *other = place ? place->plot.step : NULL;
    bool in_columns = other && !place->chart && !(place->bars && bars_are_list(other));
    return in_columns && same_labels(&other->cols, &step->cols);
}

static Plot fit_cells(Layout *l, const Step *step)
{
    Room room = l->plan->room;
    if (!step->cols.named)
        room.width = l->plan->feature_width;
    return plot_fit(&l->sheet, step, scale_of(l, step), room);
}

static Bars *fit_bars(Layout *l, const Step *step, int row, int col)
{
    bool list = bars_are_list(step);
    const Place *above = place_above(l, row, col);
    BarSpan span = bars_span(&l->sheet, l->panel, step->kind, list);
    Bars *bars = arena_alloc(arena_of(l), 1, sizeof *bars);
    *bars = bars_fit(&l->sheet, step, scale_of(l, step), span, l->plan->room, l->plan->bars,
                     !list && shares_columns(above, step) ? &above->plot : NULL);
    return bars;
}

static void fit_chart(const Layout *l, Place *place, const Step *step, int width)
{
    place->chart = arena_alloc(arena_of(l), 1, sizeof *place->chart);
    *place->chart = chart_fit(&l->sheet, step, width, l->plan->chart_height);
    place->plot = (Plot){.step = step,
                         .rows = 1,
                         .cols = 1,
                         .merged_rows = 1,
                         .merged_cols = 1,
                         .cell_width = place->chart->width,
                         .cell_height = place->chart->height};
}

static void fit_form(Layout *l, Place *place, const Step *step, int row, int col)
{
    switch (step->form) {
    case FORM_CELLS:
        place->plot = fit_cells(l, step);
        break;
    case FORM_BARS:
        place->bars = fit_bars(l, step, row, col);
        place->plot = place->bars->plot;
        break;
    case FORM_CURVES:
        fit_chart(l, place, step, l->plan->chart_width);
        break;
    }
}

/* Whether a title is a text of the trace, which a narrator may have elided in the middle. */
static bool is_quoted(const Layout *l, const char *title)
{
    static const char ellipsis[] = "…";
    const char *cut = strstr(title, ellipsis);
    size_t head = cut ? (size_t)(cut - title) : strlen(title);
    const char *tail = cut ? cut + strlen(ellipsis) : "";
    for (int i = 0; i < l->plan->trace->text_count; i++) {
        Text text = text_new(arena_of(l));
        text_add_visible(&text, l->plan->trace->texts[i].text);
        size_t length = strlen(tail);
        if (text.length >= head + length && strncmp(text.data, title, head) == 0 &&
            strcmp(text.data + text.length - length, tail) == 0 && (cut || text.length == head))
            return true;
    }
    return false;
}

static Place place_new(Layout *l, int row, int col)
{
    const Panel *panel = l->panel;
    int i = row * panel->cols + col;
    const Step *step = panel->steps[i];
    Place place = {0};
    if (!step)
        return place;
    fit_form(l, &place, step, row, col);
    place.title = panel->titles ? panel->titles[i] : NULL;
    bool quoted = place.title && is_quoted(l, place.title);
    place.title_form = quoted ? TEXT_PLAIN : TEXT_FORMULA;
    place.arrow = panel->arrows && col && panel->steps[i - 1] ? panel->arrows[i] : NULL;
    place.beneath = step->form == FORM_CELLS ? range_text(l, step) : NULL;
    return place;
}

static const char *axis_word(const Layout *l, const Axis *axis, const char *what)
{
    return arena_format(arena_of(l), "%s (%s)", axis->name, what);
}

static void label_rows(const Layout *l, Place *place)
{
    const Axis *axis = &place->plot.step->rows;
    place->rows = labels_of_rows(&l->sheet, &place->plot, l->plan->label_limit);
    place->has_rows = l->plan->axes || (axis->named && place->rows.every == 1);
    if (l->plan->axes)
        place->row_word = axis_word(l, axis, "row");
}

static void label_columns(const Layout *l, Place *place)
{
    place->has_cols = l->plan->axes;
    if (!place->has_cols)
        return;
    place->cols = labels_of_columns(&l->sheet, &place->plot, l->plan->label_limit);
    place->col_word = axis_word(l, &place->plot.step->cols, "column");
}

/* What the numbers of a list are: what its one column measures, where it says so. */
static const char *list_meaning(const Step *step)
{
    return strcmp(step->cols.name, "measure") == 0 ? step->cols.labels[0] : scale_meaning(step);
}

/* Bars are drawn in figures that name their axes. What the numbers of a list are is said beneath
   it, what those of others are beside them; the columns are named below those. */
static void label_bars(const Layout *l, Place *place, bool same_rows, bool same_columns)
{
    const Step *step = place->plot.step;
    if (bars_are_list(step)) {
        place->beneath = list_meaning(step);
        return;
    }
    place->row_word = same_rows ? NULL : scale_meaning(step);
    if (same_columns)
        return;
    place->has_cols = true;
    place->cols = labels_of_columns(&l->sheet, &place->plot, l->plan->label_limit);
    place->beneath = step->cols.name;
}

/* The rows of a plot whose neighbour to the left does not name the same ones, and its columns if
   the plot above does not. `left`: the nearest place to the left, or NULL. */
static void label_place(const Layout *l, Place *place, const Place *left, const Place *above)
{
    const Step *step = place->plot.step, *other = left ? left->plot.step : NULL;
    bool alike = other && other->form == step->form;
    bool same_columns = shares_columns(above, step);
    if (place->bars)
        label_bars(l, place, alike && other->kind == step->kind && !bars_are_list(other),
                   same_columns);
    if (step->form != FORM_CELLS)
        return;
    if (!alike || (l->plan->axes && !same_labels(&other->rows, &step->rows)))
        label_rows(l, place);
    if (!same_columns)
        label_columns(l, place);
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

/* Lists begin in one line, and bars have the numbers' size that all others have. */
static void level_lists(Layout *l)
{
    int width = 0;
    for (int i = 0; i < place_count(l); i++)
        if (l->places[i].bars)
            width = larger(width, l->places[i].bars->names_width);
    for (int i = 0; i < place_count(l); i++) {
        Place *place = &l->places[i];
        if (!place->bars)
            continue;
        place->bars->plot.number_font = place->plot.number_font;
        if (bars_are_list(place->plot.step))
            bars_set_names_width(place->bars, width);
        place->plot = place->bars->plot;
    }
}

static void fill_places(Layout *l)
{
    l->places = arena_alloc(arena_of(l), (size_t)place_count(l), sizeof *l->places);
    for (int r = 0; r < l->panel->rows; r++) {
        const Place *left = NULL;
        for (int c = 0; c < l->panel->cols; c++) {
            Place *place = place_at(l, r, c);
            *place = place_new(l, r, c);
            if (is_empty(place))
                continue;
            label_place(l, place, left, place_above(l, r, c));
            left = place;
        }
    }
    level_numbers(l);
    level_lists(l);
}

/* ---- bands ---- */

static void widen(Band *band, int before, int size, int after)
{
    band->before = larger(band->before, before);
    band->size = larger(band->size, size);
    band->after = larger(band->after, after);
}

/* The charts of a row that holds nothing else; else 0. */
static int charts_alone(const Layout *l, int row)
{
    int count = 0;
    for (int c = 0; c < l->panel->cols; c++) {
        const Place *place = place_at(l, row, c);
        if (!is_empty(place) && !place->chart)
            return 0;
        count += !is_empty(place);
    }
    return count;
}

/* How far slanting labels reach beyond their plot into what stands above the next one. Labels of
   the same words pass over each other. */
static int reach_after(const Layout *l, int row, int col)
{
    const Place *place = place_at(l, row, col);
    const Place *next = col + 1 < l->panel->cols ? place_at(l, row, col + 1) : NULL;
    if (!next || is_empty(next) || !place->has_cols || place->bars ||
        same_labels(&place->plot.step->cols, &next->plot.step->cols))
        return 0;
    int aside = (place_width(&l->sheet, place) - plot_width(&place->plot)) / 2;
    int room = aside + place_space_before(&l->sheet, next, pixels(l, PLACE_GAP));
    return larger(0, labels_overhang(&place->cols) - room);
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
            if (!charts_alone(l, r))
                widen(&l->cols[c], place_space_before(sheet, place, gap), place_width(sheet, place),
                      reach_after(l, r, c));
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

/* Each plot in the middle of its row and column; charts alone side by side. */
static void put_places(Layout *l)
{
    for (int r = 0; r < l->panel->rows; r++) {
        int x = l->grid_left;
        for (int c = 0; c < l->panel->cols; c++) {
            Place *place = place_at(l, r, c);
            if (is_empty(place))
                continue;
            int width = plot_width(&place->plot);
            place->x = l->cols[c].start + (l->cols[c].size - width) / 2;
            place->y = l->rows[r].start + (l->rows[r].size - plot_height(&place->plot)) / 2;
            if (charts_alone(l, r)) {
                place->x = x;
                x += width + pixels(l, CHART_GAP);
            }
        }
    }
}

/* ---- bars and samples ---- */

static const Step *step_of_kind(const Layout *l, ValueKind kind)
{
    for (int i = 0; i < place_count(l); i++)
        if (is_cells(&l->places[i]) && l->places[i].plot.step->kind == kind)
            return l->places[i].plot.step;
    return NULL;
}

/* Beside which the colour bars stand: the first row with cells. */
static const Band *row_of_cells(const Layout *l)
{
    for (int i = 0; i < place_count(l); i++)
        if (is_cells(&l->places[i]))
            return &l->rows[i / l->panel->cols];
    return &l->rows[0];
}

static void add_bar(Layout *l, const Scale *scale, const char *meaning, bool relative)
{
    ColourBar bar = colour_bar(&l->sheet, scale, meaning, row_of_cells(l)->size);
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
                                               VALUE_COSINE,      VALUE_FRACTION, VALUE_SHARE,
                                               VALUE_COUNT};
    bool relative = false;
    for (int i = 0; i < BARS_MOST; i++) {
        const Step *step = step_of_kind(l, kinds[i]);
        if (kinds[i] == VALUE_FRACTION && step_of_kind(l, VALUE_PROBABILITY))
            continue; /* one and the same scale */
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
        l->samples.masked |=
            !is_empty(&l->places[i]) && !l->places[i].chart && plot_has_masked(&l->places[i].plot);
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
    for (int i = 0; i < place_count(l); i++) {
        const Place *place = &l->places[i];
        const Band *col = &l->cols[i % l->panel->cols];
        if (place->has_cols && !place->bars)
            right = larger(right, col->start + col->size + labels_overhang(&place->cols));
    }
    return right;
}

/* Charts alone in their row share the width of the grid, up to twice what they ask for. */
static void widen_charts(Layout *l, int row)
{
    int count = charts_alone(l, row), gap = pixels(l, CHART_GAP);
    if (!count)
        return;
    int least = l->plan->chart_width;
    int width = (l->grid_right - l->grid_left - (count - 1) * gap) / count;
    width = larger(least, smaller(width, 2 * least));
    for (int c = 0; c < l->panel->cols; c++)
        if (!is_empty(place_at(l, row, c)))
            fit_chart(l, place_at(l, row, c), place_at(l, row, c)->plot.step, width);
    l->grid_right = larger(l->grid_right, l->grid_left + count * (width + gap) - gap);
}

/* From the left: titles of the rows, the grid, the bars. */
static void place_across(Layout *l)
{
    int margin = pixels(l, MARGIN);
    l->grid_left = margin + row_titles_width(l);
    l->grid_right = line_up(l->cols, l->panel->cols, l->grid_left, 0);
    for (int r = 0; r < l->panel->rows; r++)
        widen_charts(l, r);
    int right = l->grid_right;
    for (int i = 0; i < l->bar_count; i++)
        right += pixels(l, BAR_GAP) + colour_bar_width(&l->sheet, &l->bars[i]);
    l->right =
        larger(larger(right, labels_right(l)), margin + samples_width(&l->sheet, &l->samples));
}

/* Quoted titles in the width of their columns. */
static void limit_titles(const Layout *l)
{
    for (int i = 0; i < place_count(l); i++) {
        Place *place = &l->places[i];
        int width = l->cols[i % l->panel->cols].size;
        if (!is_empty(place) && charts_alone(l, i / l->panel->cols))
            width = plot_width(&place->plot);
        place_limit_title(&l->sheet, place, width);
    }
}

/* From the top: the caption, in the width that is there, and the grid. */
static void place_down(Layout *l)
{
    int margin = pixels(l, MARGIN), gap = pixels(l, PART_GAP);
    int half_line = line_height(sheet_font(&l->sheet, SMALL_SIZE)) / 2;
    l->caption = caption_new(&l->sheet, l->panel->title, l->panel->formula, l->plan->sentence,
                             l->plan->trace->provenance,
                             larger(l->right - margin, caption_comfort(&l->sheet)));
    l->right = larger(l->right, margin + l->caption.width);
    l->bottom = line_up(l->rows, l->panel->rows, margin + l->caption.height + gap, gap);
    for (int i = 0; i < l->bar_count; i++)
        l->bottom = larger(l->bottom, row_of_cells(l)->start + l->bars[i].height + half_line);
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
    int x = l->grid_right;
    for (int i = 0; i < l->bar_count; i++) {
        x += pixels(l, BAR_GAP);
        colour_bar_draw(&l->sheet, &l->bars[i], x, row_of_cells(l)->start);
        x += colour_bar_width(&l->sheet, &l->bars[i]);
    }
}

/* Below the first column, or from the margin where there is no room for that. */
static void draw_samples(Layout *l)
{
    int height = samples_height(&l->sheet, &l->samples);
    if (!height)
        return;
    int left = charts_alone(l, 0) ? l->grid_left : l->cols[0].start;
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
    limit_titles(&l);
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
