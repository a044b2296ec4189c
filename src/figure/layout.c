#include "figure/figure.h"

/* CSS pixels. */
enum {
    PART_GAP = 14,       /* between caption, rows and samples */
    PLACE_GAP = 22,      /* between two plots */
    CHART_GAP = 28,      /* between two charts of a row */
    CAPTION_LEAST = 420, /* what it would like to have: some 60 letters */
};

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
    for (const Place *place = l->places; place < l->end; place++) {
        if (place->row == row && !place->chart)
            return 0;
        count += place->row == row;
    }
    return count;
}

/* How far slanting labels reach beyond their plot into what stands above the next one. Labels of
   the same words pass over each other. */
static int reach_after(const Layout *l, const Place *place)
{
    const Place *next = place + 1;
    if (next == l->end || next->row != place->row || next->col != place->col + 1 ||
        places_same_labels(&place->step->cols, &next->step->cols))
        return 0;
    int aside = (place->width - plot_width(place->plot)) / 2;
    int room = aside + place_space_before(l->sheet, next, sheet_pixels(l->sheet, PLACE_GAP));
    return larger(0, place->reach.right - room);
}

static int title_line(const Layout *l)
{
    return line_height(sheet_font(l->sheet, LABEL_SIZE));
}

/* Titles of rows stand over these in one column of a narrow figure; else left of them. */
static bool titles_lie_above(const Layout *l)
{
    int col = l->places->col;
    for (const Place *place = l->places; place < l->end; place++)
        col = place->col == col ? col : -1;
    return col >= 0 && sheet_is_narrow(l->sheet);
}

static void size_bands(Layout *l)
{
    const Panel *panel = l->panel;
    l->rows = arena_alloc(l->sheet->arena, (size_t)panel->rows, sizeof *l->rows);
    l->cols = arena_alloc(l->sheet->arena, (size_t)panel->cols, sizeof *l->cols);
    for (const Place *place = l->places; place < l->end; place++) {
        l->rows[place->row].title = panel->row_titles ? panel->row_titles[place->row] : NULL;
        int gap = place->col ? sheet_pixels(l->sheet, PLACE_GAP) : 0;
        if (!charts_alone(l, place->row))
            widen(&l->cols[place->col], place_space_before(l->sheet, place, gap), place->width,
                  reach_after(l, place));
        widen(&l->rows[place->row], place->reach.above, plot_height(place->plot),
              place->reach.below);
    }
    for (int r = 0; titles_lie_above(l) && r < panel->rows; r++)
        l->rows[r].before += l->rows[r].title ? title_line(l) : 0;
}

/* The bands one after the other; returns the end of the last. */
static int line_up(Band *bands, int count, int start, int gap)
{
    for (int i = 0; i < count; i++) {
        bands[i].start = start + bands[i].before;
        start = bands[i].start + bands[i].size + bands[i].after;
        start += bands[i].size && i + 1 < count ? gap : 0;
    }
    return start;
}

/* Each plot in the middle of its row and column, whose width is its title's limit; charts alone
   side by side. */
static void put_places(Layout *l)
{
    for (Place *place = l->places; place < l->end; place++) {
        const Band *row = &l->rows[place->row], *col = &l->cols[place->col];
        const Place *left = place->left;
        bool alone = charts_alone(l, place->row);
        place_limit_title(l->sheet, place, alone ? plot_width(place->plot) : col->size);
        place->x = col->start + (col->size - plot_width(place->plot)) / 2;
        place->y = row->start + (row->size - plot_height(place->plot)) / 2;
        if (alone)
            place->x = left ? left->x + plot_width(left->plot) + sheet_pixels(l->sheet, CHART_GAP)
                            : l->grid_left;
    }
}

/* ---- bars and samples ---- */

enum { ANY_KIND = -1 };

/* The first place with cells of this kind, in the colours of their numbers; or NULL. */
static const Place *cells_of(const Layout *l, int kind)
{
    for (const Place *place = l->places; place < l->end; place++) {
        const Step *step = place->step;
        if (step->form == FORM_CELLS && !step->patches &&
            (kind == ANY_KIND || (int)step->kind == kind))
            return place;
    }
    return NULL;
}

/* Beside which the colour bars stand: the first row with cells. */
static const Band *row_of_cells(const Layout *l)
{
    const Place *place = cells_of(l, ANY_KIND);
    return &l->rows[place ? place->row : 0];
}

/* Fractions have one scale with weights, and so one bar. */
static const char *meaning_of_bar(const Layout *l, const Step *step, const Scale *scale)
{
    const Place *fractions = cells_of(l, VALUE_FRACTION);
    const char *meaning = step_meaning(step);
    const char *other = fractions ? step_meaning(fractions->step) : meaning;
    const char *how = scale->by_row ? " (max: the row's)" : scale->powers > 0 ? " (log)" : "";
    bool one = !strcmp(meaning, other) || step->kind != VALUE_PROBABILITY;
    return arena_format(l->sheet->arena, "%s%s%s%s", meaning, one ? "" : ", ", one ? "" : other,
                        how);
}

static void choose_bars(Layout *l)
{
    static const ValueKind kinds[] = {VALUE_PROBABILITY, VALUE_SIGNED,   VALUE_DIFFERENCE,
                                      VALUE_COSINE,      VALUE_FRACTION, VALUE_SHARE,
                                      VALUE_SIZE,        VALUE_COUNT};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    ColourBar bars[KINDS + 1];
    bool relative = false;
    int count = 0;
    for (int i = 0; i < KINDS; i++) {
        const Place *place = cells_of(l, (int)kinds[i]);
        if (!place || (kinds[i] == VALUE_FRACTION && cells_of(l, VALUE_PROBABILITY)))
            continue; /* weights and fractions have one and the same scale */
        const Scale *scale = places_scale(l, place->step, place->row);
        if (places_have_own_range(l, kinds[i]))
            relative = true;
        else
            bars[count++] = (ColourBar){scale, meaning_of_bar(l, place->step, scale), false};
    }
    if (relative)
        bars[count++] = (ColourBar){scale_new(l->sheet->arena, VALUE_SIGNED, 1, l->sheet->style),
                                    "value (max: see beneath)", true};
    l->bars = colour_bars_draw(l->sheet, bars, count, row_of_cells(l)->size);
}

static void choose_samples(Layout *l)
{
    int rows = 1, cols = 1;
    bool masked = false, lacking = false;
    const char *remark = NULL;
    for (const Place *place = l->places; place < l->end; place++) {
        rows = larger(rows, place->plot->rows.merged);
        cols = larger(cols, place->plot->cols.merged);
        lacking |= place->rows.lacking || place->cols.lacking;
        masked |= !place->chart && step_survey(place->step).unseen > 0;
        if (place->plot->omits_numbers)
            remark = "no number: 0 when rounded";
        if (place->step->form == FORM_CELLS && l->room.numbers && !place->step->patches &&
            !place->plot->number_font && l->sheet->style->precision > 2)
            remark = "no numbers: so many decimals do not fit";
        if (place->step->form == FORM_CELLS && plot_frames_largest(place->plot))
            remark = "framed: the 10 largest weights of each matrix";
    }
    if (rows > 1 || cols > 1)
        remark = arena_format(l->sheet->arena,
                              "a pixel shows the value farthest from zero of up to %d × %d cells",
                              rows, cols);
    if (lacking)
        remark = arena_format(l->sheet->arena, "† no vector%s%s", remark ? "   " : "",
                              remark ? remark : "");
    l->samples = samples_draw(l->sheet, cells_of(l, VALUE_MASK), masked, remark);
}

/* ---- the whole ---- */

static int row_titles_width(const Layout *l)
{
    int width = 0, font = sheet_font(l->sheet, LABEL_SIZE);
    for (int r = 0; r < l->panel->rows; r++)
        if (l->rows[r].title && !titles_lie_above(l))
            width = larger(width, sheet_text_width(l->sheet, l->rows[r].title, font));
    return width ? width + sheet_pixels(l->sheet, PLACE_GAP) : 0;
}

/* Charts alone in their row share the width of the grid, up to twice what they ask for. */
static void widen_charts(Layout *l, int row)
{
    int count = charts_alone(l, row), gap = sheet_pixels(l->sheet, CHART_GAP);
    if (!count)
        return;
    int least = sheet_plot(l->sheet, l->sizes->chart_width);
    int width = (l->grid_right - l->grid_left - (count - 1) * gap) / count;
    width = larger(least, smaller(width, 2 * least));
    for (Place *place = l->places; place < l->end; place++)
        if (place->row == row) {
            places_fit_chart(l, place, width);
            place_draw(l->sheet, place);
        }
    l->grid_right = larger(l->grid_right, l->grid_left + count * (width + gap) - gap);
}

/* From the left: titles of the rows, the grid, the bars. */
static void place_across(Layout *l)
{
    int margin = sheet_pixels(l->sheet, MARGIN);
    l->grid_left = margin + row_titles_width(l);
    l->grid_right = line_up(l->cols, l->panel->cols, l->grid_left, 0);
    for (int r = 0; r < l->panel->rows; r++)
        widen_charts(l, r);
    l->right = larger(l->grid_right + l->bars->width, margin + l->samples->width);
    for (const Place *place = l->places; place < l->end; place++) { /* slanting labels */
        const Band *col = &l->cols[place->col];
        l->right = larger(l->right, col->start + col->size + place->reach.right);
    }
}

/* From the top: the caption, in the width that is there, and the grid. */
static void place_down(Layout *l)
{
    int margin = sheet_pixels(l->sheet, MARGIN), gap = sheet_pixels(l->sheet, PART_GAP);
    int half_line = line_height(sheet_font(l->sheet, SMALL_SIZE)) / 2;
    int limit = l->width ? l->width : sheet_pixels(l->sheet, CAPTION_LEAST);
    const char *title = l->sheet->style->title ? l->sheet->style->title : l->panel->title;
    l->caption = sheet_of_part(l->sheet).drawing;
    if (*title)
        l->caption = caption_draw(l->sheet, title, l->panel->formula, l->sentences,
                                  larger(l->right - margin, limit));
    l->right = larger(l->right, margin + l->caption->width);
    l->bottom = line_up(l->rows, l->panel->rows, margin + l->caption->height + gap, gap);
    if (l->bars->height)
        l->bottom = larger(l->bottom, row_of_cells(l)->start + l->bars->height + half_line);
}

static void draw_row_titles(const Layout *l)
{
    TextItem look = {.size = sheet_font(l->sheet, LABEL_SIZE), .colour = l->sheet->theme->text};
    for (int r = 0; r < l->panel->rows; r++) {
        const Band *row = &l->rows[r];
        int middle = titles_lie_above(l) ? title_line(l) / 2 - row->before : row->size / 2;
        if (row->title)
            sheet_text(l->sheet, look, row->title, sheet_pixels(l->sheet, MARGIN),
                       row->start + middle + middle_to_base(look.size));
    }
}

/* An arrow's word stands between the columns, clear of titles that are wider than their plots. */
static void draw_places(const Layout *l)
{
    for (const Place *place = l->places; place < l->end; place++) {
        const Band *col = &l->cols[place->col], *before = col - 1;
        sheet_put(l->sheet, place->drawing, place->x, place->y);
        if (place->arrow)
            place_draw_arrow(l->sheet, place->left, place,
                             (before->start + before->size + col->start - place->reach.left) / 2);
    }
}

/* Below the first column, or from the margin where there is no room for that. */
static void draw_samples(Layout *l)
{
    if (!l->samples->height)
        return;
    int left = charts_alone(l, 0) ? l->grid_left : l->cols[0].start;
    if (left + l->samples->width > l->right)
        left = sheet_pixels(l->sheet, MARGIN);
    l->bottom += sheet_pixels(l->sheet, PART_GAP);
    sheet_put(l->sheet, l->samples, left, l->bottom);
    l->bottom += l->samples->height;
}

Drawing *layout_draw(Layout *l)
{
    Drawing *drawing = l->sheet->drawing;
    int margin = sheet_pixels(l->sheet, MARGIN);
    places_add(l);
    size_bands(l);
    choose_bars(l);
    choose_samples(l);
    place_across(l);
    place_down(l);
    put_places(l);
    sheet_put(l->sheet, l->caption, margin, margin);
    draw_row_titles(l);
    draw_places(l);
    sheet_put(l->sheet, l->bars, l->grid_right, row_of_cells(l)->start);
    draw_samples(l);
    drawing->width = l->right + margin;
    drawing->height = l->bottom + margin;
    return drawing;
}
