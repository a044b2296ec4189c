#include "figure/figure.h"

#define FIGURE(kind, ...) static const Sizes kind = {__VA_ARGS__};
#include "figure/figure_sizes.list"

static Layout plan_with(const Sheet *sheet, const Panel *panel, const Sizes *sizes, int side)
{
    int pixels = smaller(sheet_plot(sheet, side), PLOT_SIDE_MOST / panel->cols);
    return (Layout){.sheet = sheet,
                    .panel = panel,
                    .sizes = sizes,
                    .room = {.cell = sheet_plot(sheet, sizes->cell),
                             .width = pixels,
                             .height = pixels,
                             .cell_least = 1,
                             .side_most = pixels,
                             .numbers = sheet->style->values},
                    .feature_width = pixels,
                    .axes = true};
}

/* ---- plans ---- */

static Layout single_plan(const Sheet *sheet, const Panel *panel)
{
    Layout plan = plan_with(sheet, panel, &single, SINGLE_SIDE);
    plan.feature_width = sheet_plot(sheet, SINGLE_FEATURE_WIDTH);
    plan.room.cell_least = sheet_pixels(sheet, 1);
    plan.room.side_most = smaller(PLOT_SIDE_MOST, sheet_plot(sheet, SINGLE_SIDE_MOST));
    return plan;
}

/* Whether a panel is an overview. Panels with bars or curves are not, as these must be readable. */
static bool is_overview(const Panel *panel)
{
    bool any = false;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const Step *step = panel->places[i].step;
        any |= step && (step->places || !step->rows.named || !step->cols.named);
    }
    return any && !panel_holds(panel, FORM_BARS) && !panel_holds(panel, FORM_CURVES);
}

static Layout overview_plan(const Sheet *sheet, const Panel *panel)
{
    int side = panel->large ? LARGE_SIDE : OVERVIEW_SIDE;
    for (int i = 0; i < panel->rows * panel->cols && !(sheet->style->width > 0); i++)
        if (panel->places[i].step && panel->places[i].step->rows.named)
            side = larger(side, smaller(OVERVIEW_SIDE_MOST, panel->places[i].step->rows.count * 5));
    Layout plan = plan_with(sheet, panel, panel->large ? &wide_labels : &overview, side);
    if (panel->large)
        plan.feature_width = smaller(plan.room.width, sheet_plot(sheet, LARGE_FEATURE_WIDTH));
    plan.room.numbers &= panel->large;
    plan.axes = false;
    return plan;
}

/* The layout of compared plots. Strips of few rows above bars may be wider. */
static Layout compared_plan(const Sheet *sheet, const Panel *panel)
{
    bool strips = panel_holds(panel, FORM_BARS);
    int share = COMPARED_WIDTH / panel->cols;
    int side = smaller(COMPARED_SIDE_MOST, larger(COMPARED_SIDE_LEAST, share));
    if (strips)
        side = larger(side, smaller(STRIP_WIDTH_MOST, share));
    Layout plan = plan_with(sheet, panel, strips ? &wide_labels : &compared, side);
    if (panel->cols == 1 && panel->rows > 1)
        plan.feature_width = plan.room.width = plan.room.side_most =
            smaller(sheet_plot(sheet, COLUMN_WIDTH), PLOT_SIDE_MOST);
    return plan;
}

/* ---- figures of the requested size ---- */

static int pixels_of(double inches, const FigureStyle *style)
{
    return (int)floor(inches * style->dpi + 0.5);
}

/* Whether pixels exceed a size in inches; 0 inches: unlimited. */
static bool exceeds(int pixels, double inches, const FigureStyle *style)
{
    return inches > 0 && pixels > pixels_of(inches, style);
}

/* beside: the caption goes beside the plots (never for diagrams); else above. */
static Drawing *draw(const Sheet *like, const Panel *panel, bool beside, int graphics, int level)
{
    const FigureStyle *style = like->style;
    FigureStyle own = *style;
    own.graphics = graphics;
    if (style->points > 0)
        own.dpi = (int)floor(style->dpi * style->points / (SMALL_SIZE * 72 / 96.0) + 0.5);
    Sheet sheet = sheet_new(like->arena, like->typesetter, &own, like->trace);
    int width = larger(0, pixels_of(style->width, style) - 2 * sheet_pixels(&sheet, MARGIN));
    Layout plan = panel->rows * panel->cols == 1 ? single_plan(&sheet, panel)
                  : is_overview(panel)           ? overview_plan(&sheet, panel)
                                                 : compared_plan(&sheet, panel);
    if (style->cell && plan.axes) { /* exactly this size, as far as pictures may be so large */
        plan.room.cell = plan.room.cell_least = sheet_pixels(&sheet, style->cell);
        plan.room.side_most = PLOT_SIDE_MOST / panel->cols;
    }
    plan.width = width;
    plan.beside = beside;
    Drawing *d = panel->sketch ? diagram_draw(&sheet, panel, width, level) : layout_draw(&plan);
    d->dpi = style->dpi;
    return d;
}

enum { DIAGRAM_LEAST = 35 }; /* per cent */

static bool fits(const Drawing *d, const FigureStyle *style)
{
    return !exceeds(d->width, style->width, style) && !exceeds(d->height, style->height, style);
}

/* Draws with the smallest plots; a diagram first leaves parts out, then shrinks. */
static Drawing *draw_small(const Sheet *sheet, const Panel *panel, int least, int *level)
{
    enum { LEGIBLE = 60 };
    Drawing *d = draw(sheet, panel, false, panel->sketch ? LEGIBLE : least, *level = 0);
    while (panel->sketch && !fits(d, sheet->style) && ++*level < DIAGRAM_LEVELS)
        d = draw(sheet, panel, false, *level < 2 ? LEGIBLE : least, *level);
    *level = smaller(*level, DIAGRAM_LEVELS - 1);
    return d;
}

/* Searches for the largest plots that fit, in small steps, because the size is not monotonic:
   larger plots may need less room when their labels are rotated differently. On a slide the caption
   goes beside the plots if that makes them larger by a third. */
Drawing *panel_figure(const Sheet *sheet, const Panel *panel)
{
    const FigureStyle *style = sheet->style;
    enum { LEAST = 10, MOST = 400 };
    int least = panel->sketch ? DIAGRAM_LEAST : LEAST, level;
    bool slide = style->width > style->height && style->height > 0 && !panel->sketch;
    if (!(style->width > 0))
        return draw(sheet, panel, false, 100, 0);
    Drawing *best = draw_small(sheet, panel, least, &level);
    for (int beside = false; beside <= slide; beside++) {
        int graphics = larger(least, MOST);
        Drawing *d = draw(sheet, panel, beside, graphics, level);
        while (graphics > least && !fits(d, style)) {
            graphics = larger(least, graphics * 15 / 16);
            d = draw(sheet, panel, beside, graphics, level);
        }
        best = fits(d, style) || !beside ? d : best;
        least = graphics * 4 / 3;
    }
    best->width = larger(best->width, pixels_of(style->width, style));
    return best;
}

/* ---- parts of a panel ---- */

Panel *panel_part(Arena *arena, const Panel *panel, Box box)
{
    int count = panel->rows * panel->cols;
    Panel *part = arena_copy(arena, panel, sizeof *part);
    PanelPlace *places = arena_copy(arena, panel->places, (size_t)count * sizeof *places);
    bool any = false;
    for (int i = 0; i < count; i++) {
        Box here = {i % panel->cols, i / panel->cols, 1, 1};
        places[i].elsewhere = !box_common(box, here).width || !box_common(box, here).height;
        any |= places[i].step && !places[i].elsewhere;
    }
    part->places = places;
    return any ? part : NULL;
}

Box panel_first(const Sheet *sheet, const Panel *part, Box box, bool rows_first)
{
    int least = part->sketch                        ? DIAGRAM_LEAST
                : is_overview(part) && !part->large ? 50
                                                    : 30; /* small plots remain legible */
    int level;
    const Drawing *d = draw_small(sheet, part, least, &level);
    bool wide = exceeds(d->width, sheet->style->width, sheet->style);
    bool large = !fits(d, sheet->style), down = box.height > 1 && large;
    if (box.width > 1 && (part->sketch ? large : wide) && !(down && rows_first))
        box.width /= 2;
    else if (down)
        box.height /= 2;
    return box;
}
