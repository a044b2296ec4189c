#include "figure/figure.h"

/* ==== places: the contents of each, its scale, its labels, and its size ==== */

/* A plot, bars or chart, with row and column labels, title, arrow, and a word beneath. */
typedef struct Place {
    int row, col;                     /* in the panel */
    const struct Place *left, *above; /* the nearest non-empty ones, or NULL */
    const Step *step;
    Plot *plot;                      /* its cells, or the room of its bars or chart */
    Bars *bars;                      /* drawn instead of cells, or NULL */
    Chart *chart;                    /* … */
    Labels rows, cols;               /* beside and above it (below bars); no axis: none */
    const char *row_word, *col_word; /* "query (row)", "key (column)", or NULL */
    const char *title;               /* or NULL */
    TextForm title_form;             /* a formula, or quoted words, which may be elided */
    const char *arrow;               /* label of the arrow that leads here, or NULL */
    const char *beneath;             /* the range or meaning of the numbers, or NULL */
    Drawing *drawing; /* everything but the arrow; its origin is the plot's upper left corner */
    int title_item;   /* index of the title in it, after the name of the column axis */
    Overhang reach;
    int width; /* of plot and title; later, of the widest place in the column */
    int x, y;  /* of the plot's upper left corner in the figure */
} Place;

static const double arrow_thickness = 1.5;

/* Whether the requested width is that of a text column: less than 45 em. */
static bool is_narrow(const FigureStyle *style)
{
    return style->width > 0 && style->width * 72 < 45 * style->points;
}

static int small_line(const Sheet *sheet)
{
    return line_height(sheet_font(sheet, SMALL_SIZE));
}

/* ---- arrows ---- */

/* A lone sign (+, =, ·) is drawn without an arrow: X + PE. */
static bool is_sign(const char *word)
{
    return id_matches("+|=|·|−|×|⊙", word);
}

static int arrow_font(const Sheet *sheet, const char *word)
{
    return sheet_font(sheet, is_sign(word) ? TITLE_SIZE : SMALL_SIZE);
}

/* How far a wider title extends beyond the plot on either side. */
static int aside_of(const Place *place)
{
    return (place->width - plot_width(place->plot)) / 2;
}

/* The space left of plot and title, for labels (as far as they extend beyond the title) or an arrow
   and labels. gap: to the previous place. */
static int space_before(const Sheet *sheet, const Place *place, int gap)
{
    const char *word = place->arrow;
    if (!word)
        return gap + larger(0, place->reach.left - aside_of(place));
    int text = text_width(sheet->typesetter, word, TEXT_FORMULA, arrow_font(sheet, word));
    int least = is_sign(word) ? 0 : sheet_pixels(sheet, ARROW_LEAST);
    return larger(gap, larger(text, least) + 2 * sheet_pixels(sheet, ARROW_SPACE)) +
           place->reach.left;
}

/* An arrow between plots; its label is centred at `middle`. */
static void draw_arrow(const Sheet *sheet, const Place *from, const Place *to, int middle)
{
    int space = sheet_pixels(sheet, ARROW_SPACE), y = to->y + plot_height(to->plot) / 2;
    int left = from->x + plot_width(from->plot) + space;
    bool sign = is_sign(to->arrow);
    TextItem look = {.form = TEXT_FORMULA,
                     .size = arrow_font(sheet, to->arrow),
                     .align = ALIGN_MIDDLE,
                     .colour = sheet->theme->text};
    sheet_text(sheet, look, to->arrow, middle,
               y + (sign ? middle_to_base(look.size) : -sheet_pixels(sheet, ARROW_WORD_GAP)));
    if (sign)
        return;
    Point tip = {(to->x - to->reach.left - space) * STROKE_PIXEL, y * STROKE_PIXEL};
    sheet_arrow(sheet, (Point){left * STROKE_PIXEL, tip.y}, tip, arrow_thickness,
                sheet->theme->muted);
}

/* ---- the surroundings of a plot ---- */

/* The name of an axis is a word or a symbol such as dₖ. */
static TextForm form_of(const char *word)
{
    return strstr(word, "ₖ") ? TEXT_FORMULA : TEXT_PLAIN;
}

static int word_width(const Sheet *sheet, const char *word)
{
    int font = sheet_font(sheet, SMALL_SIZE);
    return word ? text_width(sheet->typesetter, word, form_of(word), font) : 0;
}

/* Draws the plot and its labels: left of it, above it, or below bars. */
static void draw_plot(const Sheet *sheet, Place *place)
{
    if (place->bars)
        place->reach = bars_draw(sheet, place->bars);
    else if (place->chart)
        chart_draw(sheet, place->chart);
    else
        plot_draw(sheet, place->plot);
    labels_draw(sheet, &place->rows, SIDE_LEFT, 0, 0);
    place->reach.left = larger(place->reach.left, labels_extent(&place->rows));
    if (place->bars) {
        labels_draw(sheet, &place->cols, SIDE_BELOW, 0, plot_height(place->plot));
        place->reach.left = larger(place->reach.left, labels_overhang(&place->cols, SIDE_BELOW));
        place->reach.below += labels_extent(&place->cols);
    } else {
        labels_draw(sheet, &place->cols, SIDE_ABOVE, 0, 0);
        place->reach.above = labels_extent(&place->cols);
        place->reach.right = labels_overhang(&place->cols, SIDE_ABOVE);
    }
}

/* Puts a text above everything so far, centred over the plot. */
static void put_above(const Sheet *sheet, Place *place, TextItem look, const char *string, int gap)
{
    place->reach.above += sheet_pixels(sheet, gap);
    sheet_text(sheet, look, string, plot_width(place->plot) / 2, -place->reach.above);
    place->reach.above += line_height(look.size);
}

/* Draws what goes above the labels, bottom up: the name of the column axis, the title. */
static void draw_above(const Sheet *sheet, Place *place)
{
    TextItem look = sheet_small(sheet, ALIGN_MIDDLE);
    int width = word_width(sheet, place->col_word);
    if (place->col_word)
        put_above(sheet, place, look, place->col_word, COLUMN_WORD_GAP);
    if (place->title) {
        look.form = place->title_form;
        look.size = sheet_font(sheet, LABEL_SIZE);
        look.colour = sheet->theme->text;
        int title = text_width(sheet->typesetter, place->title, look.form, look.size);
        if (sheet->style->width > 0) /* a third of it, as text is measured */
            title = smaller(title, sheet_pixels(sheet, sheet->style->width * SMALL_SIZE * 24 /
                                                           sheet->style->points));
        else if (look.form == TEXT_PLAIN)
            title = smaller(title, sheet_pixels(sheet, QUOTE_LEAST));
        width = larger(width, title);
        place->title_item = sheet->drawing->count;
        put_above(sheet, place, look, place->title, TITLE_GAP);
    }
    place->width = larger(place->width, width);
}

/* Draws the name of the row axis: vertical, centred; aligned to the top if it is a little longer
   than the plot, as the column labels are above; horizontal if it is longer by more than a line,
   unless the figure is narrow. beneath: height of other text below the plot. */
static void draw_row_word(const Sheet *sheet, Place *place, int beneath)
{
    int width = word_width(sheet, place->row_word), height = plot_height(place->plot);
    int excess = width - height - place->reach.below - beneath;
    bool lies = excess > small_line(sheet) && !is_narrow(sheet->style);
    TextItem look = sheet_small(sheet, lies ? ALIGN_END : ALIGN_MIDDLE);
    look.angle = lies ? 0 : 90;
    look.form = form_of(place->row_word);
    place->reach.left += sheet_pixels(sheet, ROW_WORD_GAP);
    sheet_text(sheet, look, place->row_word, -place->reach.left,
               lies ? height / 2 + middle_to_base(look.size) : larger(height, width) / 2);
    place->reach.left += lies ? width : small_line(sheet);
    place->reach.below += lies ? 0 : larger(0, excess);
}

/* Draws a place and thereby measures it. The text beneath is centred below the plot, or below the
   track of bars. */
static void draw_place(const Sheet *sheet, Place *place)
{
    Sheet part = sheet_of_part(sheet);
    int half = plot_width(place->plot) / 2, line = small_line(sheet);
    place->drawing = part.drawing;
    place->width = larger(plot_width(place->plot), word_width(sheet, place->beneath));
    place->reach = (Overhang){0};
    draw_plot(&part, place);
    draw_above(&part, place);
    int base = plot_height(place->plot) + place->reach.below + line;
    int beneath = place->beneath ? line * 5 / 4 : 0;
    if (place->row_word)
        draw_row_word(&part, place, beneath);
    if (place->beneath)
        sheet_text(&part, sheet_small(sheet, ALIGN_MIDDLE), place->beneath,
                   place->bars && place->bars->list ? bars_middle(place->bars) : half, base);
    place->reach.below += beneath;
}

/* Elides the title to `width`. */
static void limit_title(const Sheet *sheet, Place *place, int width)
{
    TextItem *title = &place->drawing->items[place->title_item].text;
    if (!place->title ||
        text_width(sheet->typesetter, title->string, title->form, title->size) <= width)
        return;
    title->form = TEXT_PLAIN;
    title->string = text_elide(sheet->typesetter, sheet->arena, place->title, title->size, width);
    title->line = typeset(sheet->typesetter, title->string, TEXT_PLAIN);
}

/* ---- scales ---- */

/* Whether each step of this kind has its own range: signed numbers, if the panel says so, except
   cosines. */
static bool has_own_range(const Layout *l, ValueKind kind)
{
    bool own = l->panel->row_ranges ? kind != VALUE_DIFFERENCE : l->panel->own_ranges || !l->axes;
    return own && is_signed_kind(kind) && kind != VALUE_COSINE;
}

static bool is_score(const Step *step)
{
    return !strcmp(step_meaning(step), "score");
}

/* The scale of a step: its range covers all matrices of the panel that share it. (Bars and curves
   do not count, as their colour does not depend on their numbers.) A step with its own range shares
   it with the scores in its row, so that division by √dₖ shows as paler colours; or with the whole
   row, if row_ranges. */
static const Scale *scale_of(const Layout *l, const Step *step, int row)
{
    const Panel *panel = l->panel;
    bool weights = is_weight_kind(step->kind), own = has_own_range(l, step->kind);
    double range = own ? step_range(step) : 0;
    int words = 0;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const Step *other = panel->places[i].step;
        if (!other || other->form != FORM_CELLS ||
            (step->kind != other->kind && !(weights && is_weight_kind(other->kind))) ||
            (own && (i / panel->cols != row ||
                     !(panel->row_ranges || (is_score(step) && is_score(other))))))
            continue;
        range = fmax(range, step_range(other));
        if (!other->patches)
            words = larger(words, other->turned ? other->rows.count : other->cols.count);
    }
    return scale_chosen(l->sheet->arena, step->kind, step->kind == VALUE_COSINE ? 1 : range, words,
                        is_score(step), l->sheet->style);
}

/* ---- the contents of a place ---- */

static bool same_labels(const Axis *a, const Axis *b)
{
    return same_strings(a->labels, a->count, b->labels, b->count);
}

/* Whether the place above has the same columns. */
static bool shares_columns(const Place *place)
{
    const Place *above = place->above;
    return above && !above->chart && !(above->bars && bars_are_list(above->step)) &&
           same_labels(&above->step->cols, &place->step->cols);
}

/* Fits a chart of this width into a place; it still has to be drawn. */
static void fit_chart(const Layout *l, Place *place, int width)
{
    int height = sheet_plot(l->sheet, l->sizes->chart_height);
    place->chart = chart_fit(l->sheet, place->step, width, height);
    place->plot = &place->chart->plot;
}

/* Text beneath: "±3.14", the value of max on the relative colour bar. */
static void fit_cells(Layout *l, Place *place)
{
    Arena *arena = l->sheet->arena;
    Room room = l->room;
    if (!place->step->cols.named)
        room.width = l->feature_width;
    place->plot = plot_fit(l->sheet, place->step, scale_of(l, place->step, place->row), room);
    double range = step_range(place->step) > 0 ? place->plot->scale->most : 0;
    if (has_own_range(l, place->step->kind))
        place->beneath =
            arena_format(arena, "%s%s", range > 0 ? "±" : "", digits_text(arena, range, 3));
}

/* ---- labels ---- */

static int label_limit(const Layout *l)
{
    int limit = sheet_pixels(l->sheet, l->sizes->label_limit);
    return l->width ? smaller(limit, l->width / 6) : limit;
}

/* Bars occur only in figures with axes. The meaning of the numbers goes beneath a list (the
   column's label if it names a measure), and beside other bars, whose columns are labelled below.
 */
static void label_bars(const Layout *l, Place *place, bool same_rows)
{
    const Step *step = place->step;
    if (bars_are_list(step)) {
        bool is_measure = !strcmp(step->cols.name, "measure") && step->kind != VALUE_DIFFERENCE;
        place->beneath = is_measure ? step->cols.labels[0] : step_meaning(step);
        return;
    }
    place->row_word = same_rows ? NULL : step_meaning(step);
    if (shares_columns(place))
        return;
    place->cols = labels_of_columns(l->sheet, place->plot, label_limit(l), 0);
    place->beneath = step->cols.name;
}

/* Labels the rows unless the plot on the left has the same ones, and the columns unless the plot
   above does. */
static void label_place(const Layout *l, Place *place)
{
    const Step *step = place->step, *other = place->left ? place->left->step : NULL;
    bool alike = other && other->form == step->form;
    if (place->bars)
        label_bars(l, place, alike && other->kind == step->kind && !bars_are_list(other));
    if (step->form != FORM_CELLS)
        return;
    if (!alike || (l->axes && !same_labels(&other->rows, &step->rows))) {
        if (l->axes || step->rows.named)
            place->rows = labels_of_rows(l->sheet, place->plot, label_limit(l));
        if (l->axes)
            place->row_word = arena_format(l->sheet->arena, "%s (row)", step->rows.name);
    }
    if (l->axes && !shares_columns(place)) {
        place->cols = labels_of_columns(l->sheet, place->plot, label_limit(l), 0);
        place->col_word = arena_format(l->sheet->arena, "%s (column)", step->cols.name);
    }
    if (!l->axes && step->rows.named && step->cols.named &&
        word_width(l->sheet, step->rows.name) <= plot_height(place->plot)) {
        place->row_word = step->rows.name;
        place->col_word = step->cols.name;
    }
}

/* ---- all places ---- */

/* Within a row, column labels of one axis are all rotated by the largest angle. */
static void turn_alike(const Layout *l, Place *place)
{
    for (const Place *other = l->places; other < l->end; other++)
        if (other->row == place->row && place->cols.axis && other->cols.angle > place->cols.angle &&
            !strcmp(other->cols.axis->name, place->cols.axis->name))
            place->cols =
                labels_of_columns(l->sheet, place->plot, label_limit(l), other->cols.angle);
}

/* Gives all numbers of a figure one font size, and aligns all lists. */
static void level(const Layout *l)
{
    int least = 0, names_width = 0;
    for (const Place *place = l->places; place < l->end; place++) {
        int font = place->plot->number_font;
        least = font && (!least || font < least) ? font : least;
        names_width = larger(names_width, place->bars ? place->bars->names_width : 0);
    }
    for (Place *place = l->places; place < l->end; place++) {
        if (place->plot->number_font)
            place->plot->number_font = least;
        if (place->bars && bars_are_list(place->step))
            bars_set_names_width(place->bars, names_width);
    }
}

/* Appends the i-th place of the panel. */
static void add_place(Layout *l, int i)
{
    const Panel *panel = l->panel;
    const PanelPlace *here = &panel->places[i];
    Place *place = l->end++, *before = place;
    *place = (Place){.row = i / panel->cols, .col = i % panel->cols, .step = here->step};
    while (before > l->places && !place->above)
        place->above = (--before)->col == place->col ? before : NULL;
    place->left = place > l->places && place[-1].row == place->row ? place - 1 : NULL;
    if (place->step->form == FORM_CELLS)
        fit_cells(l, place);
    else if (place->step->form == FORM_CURVES)
        fit_chart(l, place, sheet_plot(l->sheet, l->sizes->chart_width));
    else
        place->bars = bars_fit(
            l, place->step, scale_of(l, place->step, place->row),
            !bars_are_list(place->step) && shares_columns(place) ? place->above->plot : NULL);
    place->plot = place->bars ? &place->bars->plot : place->plot;
    place->title = here->title;
    place->title_form = panel->quotes ? TEXT_PLAIN : TEXT_FORMULA;
    place->arrow = place->col && here[-1].step && !here[-1].elsewhere ? here->arrow : NULL;
    label_place(l, place);
}

/* Fills l->places, allocated in the sheet's arena. */
static void add_places(Layout *l)
{
    const Panel *panel = l->panel;
    int most = panel->rows * panel->cols;
    l->places = l->end = arena_alloc(l->sheet->arena, (size_t)most, sizeof *l->places);
    for (int i = 0; i < most; i++)
        if (panel->places[i].step && !panel->places[i].elsewhere)
            add_place(l, i);
    level(l);
    for (Place *place = l->places; place < l->end; place++) {
        turn_alike(l, place);
        draw_place(l->sheet, place);
    }
}

/* ==== positions of the places ==== */

/* ---- bands ---- */

static void widen(Band *band, int before, int size, int after)
{
    band->before = larger(band->before, before);
    band->size = larger(band->size, size);
    band->after = larger(band->after, after);
}

/* The number of charts in a row that has nothing else; otherwise 0. */
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

/* How far slanted labels extend into the area above the next plot. They may overlap labels of the
   same words. */
static int reach_after(const Layout *l, const Place *place)
{
    const Place *next = place + 1;
    if (next == l->end || next->row != place->row || next->col != place->col + 1 ||
        same_labels(&place->step->cols, &next->step->cols))
        return 0;
    int room = aside_of(place) + space_before(l->sheet, next, sheet_pixels(l->sheet, PLACE_GAP));
    return larger(0, place->reach.right - room);
}

/* Whether row titles go above the rows, to save width: only if there is a single column. */
static bool titles_lie_above(const Layout *l)
{
    int col = l->places->col;
    for (const Place *place = l->places; place < l->end; place++)
        col = place->col == col ? col : -1;
    return col >= 0 && (l->beside || is_narrow(l->sheet->style));
}

/* The title takes its own line only if it is wider than the space left of the plots. */
static void add_row_title(const Layout *l, Band *row)
{
    int font = sheet_font(l->sheet, LABEL_SIZE), line = line_height(font);
    bool fits = sheet_text_width(l->sheet, row->title, font) <= l->cols[l->places->col].before;
    row->before = fits ? larger(row->before, line) : row->before + line;
}

static void size_bands(Layout *l)
{
    const Panel *panel = l->panel;
    l->rows = arena_alloc(l->sheet->arena, (size_t)panel->rows, sizeof *l->rows);
    l->cols = arena_alloc(l->sheet->arena, (size_t)panel->cols, sizeof *l->cols);
    for (const Place *place = l->places; place < l->end; place++)
        if (!charts_alone(l, place->row))
            widen(&l->cols[place->col], 0, place->width, 0);
    for (Place *place = l->places; place < l->end; place++) {
        l->rows[place->row].title = panel->row_titles ? panel->row_titles[place->row] : NULL;
        int gap = place->col ? sheet_pixels(l->sheet, PLACE_GAP) : 0;
        place->width = larger(place->width, l->cols[place->col].size);
        if (!charts_alone(l, place->row))
            widen(&l->cols[place->col], space_before(l->sheet, place, gap), place->width,
                  reach_after(l, place));
        widen(&l->rows[place->row], place->reach.above, plot_height(place->plot),
              place->reach.below);
    }
    for (int r = 0; titles_lie_above(l) && r < panel->rows; r++)
        if (l->rows[r].title)
            add_row_title(l, &l->rows[r]);
}

int bands_line_up(Band *bands, int count, int start, int gap)
{
    for (int i = 0; i < count; i++) {
        bands[i].start = start + (bands[i].size ? bands[i].before : 0);
        start = bands[i].start + bands[i].size + bands[i].after;
        start += bands[i].size && i + 1 < count ? gap : 0;
    }
    return start;
}

/* ---- bars and samples ---- */

enum { ANY_KIND = -1 };

/* The first place with cells of this kind, coloured by number; or NULL. */
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

/* The row next to the colour bars: the first with cells. */
static const Band *row_of_cells(const Layout *l)
{
    const Place *place = cells_of(l, ANY_KIND);
    return &l->rows[place ? place->row : 0];
}

/* The text of a colour bar: all that its numbers are. Fractions share the scale of weights, hence
   their bar. */
static const char *meaning_of_bar(const Layout *l, ValueKind kind, const Scale *scale)
{
    Text out = text_new(l->sheet->arena);
    for (const Place *place = l->places; place < l->end; place++) {
        const Step *step = place->step;
        bool shares = step->kind == kind || (is_weight_kind(step->kind) && is_weight_kind(kind));
        if (step->form == FORM_CELLS && shares && !strstr(out.data, step_meaning(step)))
            text_format(&out, "%s%s", out.length ? ", " : "", step_meaning(step));
    }
    text_add(&out, scale->by_row ? " (max: the row's)" : scale->powers > 0 ? " (log)" : "");
    return out.data;
}

static void choose_bars(Layout *l)
{
    static const ValueKind kinds[] = {VALUE_PROBABILITY, VALUE_SIGNED,   VALUE_DIFFERENCE,
                                      VALUE_COSINE,      VALUE_FRACTION, VALUE_SHARE,
                                      VALUE_SIZE,        VALUE_COUNT};
    ColourBar bars[COUNT_OF(kinds) + 1];
    bool relative = false;
    int count = 0;
    for (int i = 0; i < COUNT_OF(kinds); i++) {
        const Place *place = cells_of(l, (int)kinds[i]);
        if (!place || (kinds[i] == VALUE_FRACTION && cells_of(l, VALUE_PROBABILITY)))
            continue; /* weights and fractions share a scale */
        const Scale *scale = scale_of(l, place->step, place->row);
        if (has_own_range(l, kinds[i]))
            relative = true;
        else
            bars[count++] = (ColourBar){scale, meaning_of_bar(l, kinds[i], scale), false};
    }
    if (relative)
        bars[count++] = (ColourBar){scale_new(l->sheet->arena, VALUE_SIGNED, 1, l->sheet->style),
                                    "value (max: see beneath)", true};
    l->bars = colour_bars_draw(l->sheet, bars, count, row_of_cells(l)->size);
}

static void choose_samples(Layout *l)
{
    int rows = 1, cols = 1;
    unsigned masked = 0;
    bool lacking = false;
    const char *remark = NULL;
    for (const Place *place = l->places; place < l->end; place++) {
        rows = larger(rows, place->plot->rows.merged);
        cols = larger(cols, place->plot->cols.merged);
        lacking |= place->rows.lacking || place->cols.lacking;
        if (!place->chart && step_survey(place->step).unseen > 0)
            masked |= hides_by(l->sheet, place->step->kind);
        if (place->plot->omits_numbers)
            remark = place->plot->scale->powers > 0
                         ? arena_format(l->sheet->arena, "no number: up to %.2g",
                                        place->plot->scale->least)
                         : "no number: 0 when rounded";
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

/* Charts alone in their row share the width of the grid, up to twice their minimum. */
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
            fit_chart(l, place, width);
            draw_place(l->sheet, place);
        }
    l->grid_right = larger(l->grid_right, l->grid_left + count * (width + gap) - gap);
}

/* Horizontal layout: row titles, grid, colour bars. */
static void place_across(Layout *l)
{
    l->left = sheet_pixels(l->sheet, MARGIN);
    if (l->beside) {
        l->caption = caption_draw(l->sheet, l->panel, !l->axes, 0, l->width / 3);
        l->left += l->caption->width + sheet_pixels(l->sheet, PLACE_GAP);
    }
    l->grid_left = l->left + row_titles_width(l);
    l->grid_right = bands_line_up(l->cols, l->panel->cols, l->grid_left, 0);
    for (int r = 0; r < l->panel->rows; r++)
        widen_charts(l, r);
    l->right = larger(l->grid_right + l->bars->width, l->left + l->samples->width);
    for (const Place *place = l->places; place < l->end; place++) { /* slanting labels */
        const Band *col = &l->cols[place->col];
        l->right = larger(l->right, col->start + col->size + place->reach.right);
    }
}

/* Vertical layout: the caption, in the width available, then the grid; or side by side. */
static void place_down(Layout *l)
{
    int margin = sheet_pixels(l->sheet, MARGIN), gap = sheet_pixels(l->sheet, PART_GAP);
    if (!l->beside)
        l->caption = caption_draw(l->sheet, l->panel, !l->axes, l->right - margin, l->width);
    int below = margin + l->caption->height;
    l->right = larger(l->right, margin + l->caption->width);
    l->bottom = bands_line_up(l->rows, l->panel->rows, l->beside ? margin : below + gap, gap);
    l->bottom = larger(l->bottom, below);
    if (l->bars->height)
        l->bottom =
            larger(l->bottom, row_of_cells(l)->start + l->bars->height + small_line(l->sheet) / 2);
}

static void draw_row_titles(const Layout *l)
{
    TextItem look = {.size = sheet_font(l->sheet, LABEL_SIZE), .colour = l->sheet->theme->text};
    for (int r = 0; r < l->panel->rows; r++) {
        const Band *row = &l->rows[r];
        int middle = titles_lie_above(l) ? line_height(look.size) / 2 - row->before : row->size / 2;
        if (row->title)
            sheet_text(l->sheet, look, row->title, l->left,
                       row->start + middle + middle_to_base(look.size));
    }
}

/* The top of a row's titles, which are aligned to the highest. */
static int titles_top(const Layout *l, int row)
{
    int top = INT32_MAX;
    for (const Place *place = l->places; place < l->end; place++)
        if (place->row == row && place->title)
            top = smaller(top,
                          (l->rows[row].size - plot_height(place->plot)) / 2 - place->reach.above);
    return l->rows[row].start + top;
}

/* Centres each plot in its row and column, whose width limits its title; aligns the titles of a
   row, and the axis names under them; charts alone in a row go side by side. An arrow's label is
   centred between the columns, clear of titles wider than their plots. */
static void draw_places(const Layout *l)
{
    for (Place *place = l->places; place < l->end; place++) {
        const Band *row = &l->rows[place->row], *col = &l->cols[place->col], *before = col - 1;
        const Place *left = place->left;
        int width = plot_width(place->plot);
        bool alone = charts_alone(l, place->row);
        limit_title(l->sheet, place, alone ? width : col->size);
        place->x = col->start + (col->size - width) / 2;
        place->y = row->start + (row->size - plot_height(place->plot)) / 2;
        if (alone)
            place->x = left ? left->x + plot_width(left->plot) + sheet_pixels(l->sheet, CHART_GAP)
                            : l->grid_left;
        for (int i = 0; place->title && i <= (place->col_word != NULL); i++)
            place->drawing->items[place->title_item - i].at.y -=
                place->y - place->reach.above - titles_top(l, place->row);
        sheet_put(l->sheet, place->drawing, place->x, place->y);
        if (place->arrow)
            draw_arrow(l->sheet, left, place,
                       (before->start + before->size + col->start - place->reach.left) / 2);
    }
}

/* Below the first column, or at the margin if there is no room. */
static void draw_samples(Layout *l)
{
    if (!l->samples->height)
        return;
    int left = charts_alone(l, 0) ? l->grid_left : l->cols[0].start;
    if (left + l->samples->width > l->right)
        left = l->left;
    l->bottom += sheet_pixels(l->sheet, PART_GAP);
    sheet_put(l->sheet, l->samples, left, l->bottom);
    l->bottom += l->samples->height;
}

Drawing *layout_draw(Layout *l)
{
    Drawing *drawing = l->sheet->drawing;
    int margin = sheet_pixels(l->sheet, MARGIN);
    add_places(l);
    size_bands(l);
    choose_bars(l);
    choose_samples(l);
    place_across(l);
    place_down(l);
    sheet_put(l->sheet, l->caption, margin, margin);
    draw_row_titles(l);
    draw_places(l);
    sheet_put(l->sheet, l->bars, l->grid_right, row_of_cells(l)->start);
    draw_samples(l);
    drawing->width = l->right + margin;
    drawing->height = l->bottom + margin;
    return drawing;
}
