#include "figure/figure.h"

/* ---- scales ---- */

bool places_have_own_range(const Layout *l, ValueKind kind)
{
    return l->own_ranges && is_signed_kind(kind) && kind != VALUE_COSINE;
}

static bool is_score(const Step *step)
{
    return !strcmp(step_meaning(step), "score");
}

/* What the matrices of the panel that share a scale with a step range over, and the most words that
   a query of theirs may look at: the colour of a bar or a curve does not depend on its numbers.
   What has a range of its own shares it with scores of its row: what is divided by √dₖ pales. */
const Scale *places_scale(const Layout *l, const Step *step, int row)
{
    const Panel *panel = l->panel;
    bool weights = is_weight_kind(step->kind), own = places_have_own_range(l, step->kind);
    double range = own ? step_range(step) : 0;
    int words = 0;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const Step *other = panel->places[i].step;
        if (!other || other->form != FORM_CELLS ||
            (step->kind != other->kind && !(weights && is_weight_kind(other->kind))) ||
            (own && !(i / panel->cols == row && is_score(step) && is_score(other))))
            continue;
        range = fmax(range, step_range(other));
        if (!other->patches)
            words = larger(words, other->turned ? other->rows.count : other->cols.count);
    }
    return scale_chosen(l->sheet->arena, step->kind, step->kind == VALUE_COSINE ? 1 : range, words,
                        is_score(step), l->sheet->style);
}

/* ---- what stands in a place ---- */

bool places_same_labels(const Axis *a, const Axis *b)
{
    return same_strings(a->labels, a->count, b->labels, b->count);
}

/* Whether what stands above has the same columns. */
static bool shares_columns(const Place *place)
{
    const Place *above = place->above;
    if (!above || above->chart || (above->bars && bars_are_list(above->step)))
        return false;
    return places_same_labels(&above->step->cols, &place->step->cols);
}

void places_fit_chart(const Layout *l, Place *place, int width)
{
    int height = sheet_plot(l->sheet, l->sizes->chart_height);
    place->chart = chart_fit(l->sheet, place->step, width, height);
    place->plot = &place->chart->plot;
}

static void fit_bars(Layout *l, Place *place)
{
    bool aligned = !bars_are_list(place->step) && shares_columns(place);
    place->bars = bars_fit(l, place->step, places_scale(l, place->step, place->row),
                           aligned ? place->above->plot : NULL);
    place->plot = &place->bars->plot;
}

/* Beneath them "±3.14": what −max and max on the colour bar are here. */
static void fit_cells(Layout *l, Place *place)
{
    Arena *arena = l->sheet->arena;
    Room room = l->room;
    if (!place->step->cols.named)
        room.width = l->feature_width;
    place->plot = plot_fit(l->sheet, place->step, places_scale(l, place->step, place->row), room);
    double range = step_range(place->step) > 0 ? place->plot->scale->most : 0;
    if (places_have_own_range(l, place->step->kind))
        place->beneath =
            arena_format(arena, "%s%s", range > 0 ? "±" : "", digits_text(arena, range, 3));
}

/* ---- its labels ---- */

static int label_limit(const Layout *l)
{
    int limit = sheet_pixels(l->sheet, l->sizes->label_limit);
    return l->width ? smaller(limit, l->width / 6) : limit;
}

static void label_rows(const Layout *l, Place *place)
{
    const Axis *axis = &place->step->rows;
    if (l->axes || axis->named)
        place->rows = labels_of_rows(l->sheet, place->plot, label_limit(l));
    if (l->axes)
        place->row_word = arena_format(l->sheet->arena, "%s (row)", axis->name);
}

/* Bars are drawn in figures that name their axes. What the numbers of a list are (what its one
   column measures, where it says so) is said beneath it, what those of others are beside them; the
   columns are named below those. */
static void label_bars(const Layout *l, Place *place, bool same_rows)
{
    const Step *step = place->step;
    if (bars_are_list(step)) {
        bool is_measure = strcmp(step->cols.name, "measure") == 0;
        place->beneath = is_measure ? step->cols.labels[0] : step_meaning(step);
        return;
    }
    place->row_word = same_rows ? NULL : step_meaning(step);
    if (shares_columns(place))
        return;
    place->cols = labels_of_columns(l->sheet, place->plot, label_limit(l), 0);
    place->beneath = step->cols.name;
}

/* The rows of a plot whose neighbour to the left does not name the same ones, and its columns if
   the plot above does not. */
static void label_place(const Layout *l, Place *place)
{
    const Step *step = place->step, *other = place->left ? place->left->step : NULL;
    bool alike = other && other->form == step->form;
    if (place->bars)
        label_bars(l, place, alike && other->kind == step->kind && !bars_are_list(other));
    if (step->form != FORM_CELLS)
        return;
    if (!alike || (l->axes && !places_same_labels(&other->rows, &step->rows)))
        label_rows(l, place);
    if (l->axes && !shares_columns(place)) {
        place->cols = labels_of_columns(l->sheet, place->plot, label_limit(l), 0);
        place->col_word = arena_format(l->sheet->arena, "%s (column)", step->cols.name);
    }
    int word = sheet_text_width(l->sheet, step->rows.name, sheet_font(l->sheet, SMALL_SIZE));
    if (!l->axes && step->rows.named && step->cols.named && word <= plot_height(place->plot)) {
        place->row_word = step->rows.name;
        place->col_word = step->cols.name;
    }
}

/* ---- all of them ---- */

/* The labels of one axis are turned alike, wherever in a row it stands. */
static void turn_alike(const Layout *l, Place *place)
{
    for (const Place *other = l->places; other < l->end; other++)
        if (other->row == place->row && place->cols.axis && other->cols.axis &&
            other->cols.angle > place->cols.angle &&
            !strcmp(other->cols.axis->name, place->cols.axis->name))
            place->cols =
                labels_of_columns(l->sheet, place->plot, label_limit(l), other->cols.angle);
}

/* All numbers of a figure have one size, and lists begin in one line. */
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

/* Number i of the panel's, behind those that are there. */
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
    else if (place->step->form == FORM_BARS)
        fit_bars(l, place);
    else
        places_fit_chart(l, place, sheet_plot(l->sheet, l->sizes->chart_width));
    place->title = here->title;
    place->title_form = panel->quotes ? TEXT_PLAIN : TEXT_FORMULA;
    place->arrow = place->col && here[-1].step && !here[-1].elsewhere ? here->arrow : NULL;
    label_place(l, place);
}

void places_add(Layout *l)
{
    const Panel *panel = l->panel;
    int most = panel->rows * panel->cols;
    l->places = l->end = arena_alloc(l->sheet->arena, (size_t)most, sizeof *l->places);
    for (int i = 0; i < most; i++)
        if (panel->places[i].step && !panel->places[i].elsewhere)
            add_place(l, i);
    level(l);
    for (Place *place = l->places; place < l->end; place++)
        turn_alike(l, place);
    for (Place *place = l->places; place < l->end; place++)
        place_draw(l->sheet, place);
}
