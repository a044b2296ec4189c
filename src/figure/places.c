#include "figure/places.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

static Arena *arena_of(const Places *p)
{
    return p->sheet->arena;
}

/* ---- scales ---- */

bool places_have_own_range(const Places *p, ValueKind kind)
{
    return p->plan->own_ranges && is_signed_kind(kind) && kind != VALUE_COSINE;
}

/* Of the matrices: the colour of a bar or a curve does not depend on its numbers. */
static double shared_range(const Panel *panel, ValueKind kind)
{
    double range = 0;
    if (kind == VALUE_COSINE)
        return 1;
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->steps[i] && panel->steps[i]->kind == kind && panel->steps[i]->form == FORM_CELLS)
            range = fmax(range, step_range(panel->steps[i]));
    return range;
}

const Scale *places_scale(Places *p, const Step *step)
{
    ValueKind kind = step->kind;
    if (places_have_own_range(p, kind))
        return scale_new(arena_of(p), kind, step_range(step), p->sheet->style);
    if (!p->scales[kind])
        p->scales[kind] =
            scale_new(arena_of(p), kind, shared_range(p->plan->panel, kind), p->sheet->style);
    return p->scales[kind];
}

/* "±3.14": what −max and max on the colour bar are here. */
static const char *range_text(const Places *p, const Step *step)
{
    if (!places_have_own_range(p, step->kind))
        return NULL;
    double range = step_range(step);
    char number[NUMBER_SIZE];
    number_digits(number, range, 3);
    return arena_format(arena_of(p), "%s%s", range > 0 ? "±" : "", number);
}

/* ---- what stands in a place ---- */

bool places_same_labels(const Axis *a, const Axis *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->labels[i], b->labels[i]) != 0)
            return false;
    return true;
}

/* Whether what stands above has the same columns. */
static bool shares_columns(const Place *place)
{
    const Place *above = place->above;
    if (!above || above->chart || (above->bars && bars_are_list(above->plot.step)))
        return false;
    return places_same_labels(&above->plot.step->cols, &place->plot.step->cols);
}

static Plot fit_cells(Places *p, const Step *step)
{
    Room room = p->plan->room;
    if (!step->cols.named)
        room.width = p->plan->feature_width;
    return plot_fit(p->sheet, step, places_scale(p, step), room);
}

static Bars *fit_bars(Places *p, const Place *place)
{
    const Step *step = place->plot.step;
    bool list = bars_are_list(step), aligned = !list && shares_columns(place);
    BarSpan span = bars_span(p->sheet, p->plan->panel, step->kind, list);
    Bars *bars = arena_alloc(arena_of(p), 1, sizeof *bars);
    *bars = bars_fit(p->sheet, step, places_scale(p, step), span, p->plan->room,
                     &p->plan->sizes->bars, aligned ? &place->above->plot : NULL);
    return bars;
}

void places_fit_chart(const Places *p, Place *place, int width)
{
    const Step *step = place->plot.step;
    Chart *chart = arena_alloc(arena_of(p), 1, sizeof *chart);
    *chart = chart_fit(p->sheet, step, width, sheet_pixels(p->sheet, p->plan->sizes->chart_height));
    place->chart = chart;
    place->plot = (Plot){step, NULL, 1, 1, 1, 1, chart->width, chart->height, 0, 0};
}

static void fit_form(Places *p, Place *place)
{
    switch (place->plot.step->form) {
    case FORM_CELLS:
        place->plot = fit_cells(p, place->plot.step);
        place->beneath = range_text(p, place->plot.step);
        break;
    case FORM_BARS:
        place->bars = fit_bars(p, place);
        place->plot = place->bars->plot;
        break;
    case FORM_CURVES:
        places_fit_chart(p, place, sheet_pixels(p->sheet, p->plan->sizes->chart_width));
        break;
    }
}

/* Whether a title is a text of the trace, which a narrator may have elided in the middle. */
static bool is_quoted(const Places *p, const char *title)
{
    static const char ellipsis[] = "…";
    const char *cut = strstr(title, ellipsis);
    size_t head = cut ? (size_t)(cut - title) : strlen(title);
    const char *tail = cut ? cut + strlen(ellipsis) : "";
    for (int i = 0; i < p->plan->trace->text_count; i++) {
        const char *text = visible_text(arena_of(p), p->plan->trace->texts[i].text);
        size_t length = strlen(text), end = strlen(tail);
        if (length >= head + end && strncmp(text, title, head) == 0 &&
            strcmp(text + length - end, tail) == 0 && (cut || length == head))
            return true;
    }
    return false;
}

/* ---- its labels ---- */

static const char *axis_word(const Places *p, const Axis *axis, const char *what)
{
    return arena_format(arena_of(p), "%s (%s)", axis->name, what);
}

static int label_limit(const Places *p)
{
    return sheet_pixels(p->sheet, p->plan->sizes->label_limit);
}

static void label_rows(const Places *p, Place *place)
{
    const Axis *axis = &place->plot.step->rows;
    place->rows = labels_of_rows(p->sheet, &place->plot, label_limit(p));
    place->has_rows = p->plan->axes || (axis->named && place->rows.every == 1);
    if (p->plan->axes)
        place->row_word = axis_word(p, axis, "row");
}

static void label_columns(const Places *p, Place *place)
{
    place->has_cols = p->plan->axes;
    if (!place->has_cols)
        return;
    place->cols = labels_of_columns(p->sheet, &place->plot, label_limit(p));
    place->col_word = axis_word(p, &place->plot.step->cols, "column");
}

/* What the numbers of a list are: what its one column measures, where it says so. */
static const char *list_meaning(const Step *step)
{
    return strcmp(step->cols.name, "measure") == 0 ? step->cols.labels[0] : step_meaning(step);
}

/* Bars are drawn in figures that name their axes. What the numbers of a list are is said beneath
   it, what those of others are beside them; the columns are named below those. */
static void label_bars(const Places *p, Place *place, bool same_rows)
{
    const Step *step = place->plot.step;
    if (bars_are_list(step)) {
        place->beneath = list_meaning(step);
        return;
    }
    place->row_word = same_rows ? NULL : step_meaning(step);
    if (shares_columns(place))
        return;
    place->has_cols = true;
    place->cols = labels_of_columns(p->sheet, &place->plot, label_limit(p));
    place->beneath = step->cols.name;
}

/* The rows of a plot whose neighbour to the left does not name the same ones, and its columns if
   the plot above does not. */
static void label_place(const Places *p, Place *place)
{
    const Step *step = place->plot.step, *other = place->left ? place->left->plot.step : NULL;
    bool alike = other && other->form == step->form;
    if (place->bars)
        label_bars(p, place, alike && other->kind == step->kind && !bars_are_list(other));
    if (step->form != FORM_CELLS)
        return;
    if (!alike || (p->plan->axes && !places_same_labels(&other->rows, &step->rows)))
        label_rows(p, place);
    if (!shares_columns(place))
        label_columns(p, place);
}

/* ---- all of them ---- */

/* All numbers of a figure have one size, and lists begin in one line. */
static void level(Places *p)
{
    int least = 0, names_width = 0;
    for (const Place *place = p->items; place < p->end; place++) {
        int font = place->plot.number_font;
        least = font && (!least || font < least) ? font : least;
        names_width = larger(names_width, place->bars ? place->bars->names_width : 0);
    }
    for (Place *place = p->items; place < p->end; place++) {
        if (place->plot.number_font)
            place->plot.number_font = least;
        if (!place->bars)
            continue;
        place->bars->plot.number_font = place->plot.number_font;
        if (bars_are_list(place->plot.step))
            bars_set_names_width(place->bars, names_width);
        place->plot = place->bars->plot;
    }
}

/* Number i of the panel's, behind those that are there. */
static void add_place(Places *p, int i)
{
    const Panel *panel = p->plan->panel;
    Place *place = p->end++, *before = place;
    *place = (Place){.row = i / panel->cols, .col = i % panel->cols};
    while (before > p->items && !place->above)
        place->above = (--before)->col == place->col ? before : NULL;
    place->left = place > p->items && place[-1].row == place->row ? place - 1 : NULL;
    place->plot.step = panel->steps[i];
    fit_form(p, place);
    place->title = panel->titles ? panel->titles[i] : NULL;
    place->title_form = place->title && is_quoted(p, place->title) ? TEXT_PLAIN : TEXT_FORMULA;
    place->arrow = panel->arrows && place->col && panel->steps[i - 1] ? panel->arrows[i] : NULL;
    label_place(p, place);
}

Places places_new(const Sheet *sheet, const LayoutPlan *plan)
{
    int most = plan->panel->rows * plan->panel->cols;
    Places p = {.sheet = sheet, .plan = plan};
    p.items = p.end = arena_alloc(sheet->arena, (size_t)most, sizeof *p.items);
    for (int i = 0; i < most; i++)
        if (plan->panel->steps[i])
            add_place(&p, i);
    level(&p);
    for (Place *place = p.items; place < p.end; place++)
        place_draw(sheet, place);
    return p;
}
