#include "figure/figure.h"

#include "base/utf8.h"
#include "figure/layout.h"

/* Bars: from one to the next of a list, the longest in a list and side by side, the names. */
static const Sizes single = {40, 128, {26, 320, 180, 128}, 640, 380};
static const Sizes compared = {36, 96, {20, 110, 64, 96}, 360, 230};
static const Sizes strips_over_bars = {36, 128, {20, 110, 64, 96}, 360, 230};
static const Sizes overview = {.cell = 14, .label_limit = 72};
static const Sizes large_overview = {.cell = 36, .label_limit = 128};

/* The sides of plots, in CSS pixels. */
enum {
    SINGLE_SIDE = 720,          /* of a matrix that looks well on a slide, … */
    SINGLE_SIDE_MOST = 1024,    /* … even if its cells are small */
    SINGLE_FEATURE_WIDTH = 960, /* of one of features, which are many */
    COMPARED_WIDTH = 1200,      /* of all plots side by side */
    COMPARED_SIDE_LEAST = 160,
    COMPARED_SIDE_MOST = 360,
    COLUMN_WIDTH = 720,     /* of plots one below the other */
    STRIP_WIDTH_MOST = 560, /* of the few rows that stand over bars */
    OVERVIEW_SIDE = 104,
    LARGE_SIDE = 480, /* of rows of words */
    LARGE_FEATURE_WIDTH = 240,
};

/* With cells of the size that the user asked for, if any, while `side_most` allows. */
static Room with_cell(const Sheet *sheet, Room room, int side_most)
{
    if (!sheet->style->cell)
        return room;
    room.cell = room.cell_least = sheet_pixels(sheet, sheet->style->cell);
    room.side_most = side_most;
    return room;
}

static Room room_of(const Sheet *sheet, const Panel *panel, const Sizes *sizes, int side)
{
    int pixels = smaller(sheet_pixels(sheet, side), PLOT_SIDE_MOST / panel->cols);
    return (Room){.cell = sheet_pixels(sheet, sizes->cell),
                  .width = pixels,
                  .height = pixels,
                  .cell_least = 1,
                  .side_most = pixels,
                  .numbers = sheet->style->values};
}

/* ---- one step ---- */

Drawing *step_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                     const Trace *trace, const Step *step)
{
    Sheet sheet = sheet_new(arena, typesetter, style);
    Panel panel = {.title = step->title,
                   .formula = step->formula,
                   .rows = 1,
                   .cols = 1,
                   .places = &(PanelPlace){.step = step}};
    Room room = room_of(&sheet, &panel, &single, SINGLE_SIDE);
    room.cell_least = sheet_pixels(&sheet, 1);
    room.side_most = smaller(PLOT_SIDE_MOST, sheet_pixels(&sheet, SINGLE_SIDE_MOST));
    LayoutPlan plan = {.panel = &panel,
                       .sizes = &single,
                       .room = with_cell(&sheet, room, PLOT_SIDE_MOST),
                       .feature_width = sheet_pixels(&sheet, SINGLE_FEATURE_WIDTH),
                       .axes = true,
                       .trace = trace};
    return layout_draw(&sheet, &plan);
}

/* ---- panels ---- */

static bool has_bars(const Panel *panel)
{
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->places[i].step && panel->places[i].step->form == FORM_BARS)
            return true;
    return false;
}

/* Bars and curves are to be read, not glanced at. */
static bool is_overview(const Panel *panel)
{
    bool any = false;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const Step *step = panel->places[i].step;
        if (step && step->form != FORM_CELLS)
            return false;
        any |= step && (step->places || !step->rows.named || !step->cols.named);
    }
    return any;
}

/* All texts, one a line; NULL for none. */
static const char *sentences(Arena *arena, const Trace *trace)
{
    Text all = text_new(arena);
    for (int i = 0; i < trace->text_count; i++)
        text_format(&all, "%s%s", i ? "\n" : "", visible_text(arena, trace->texts[i].text));
    return trace->text_count ? all.data : NULL;
}

static LayoutPlan overview_plan(const Sheet *sheet, const Trace *trace, const Panel *panel)
{
    const Sizes *sizes = panel->large ? &large_overview : &overview;
    Room room = room_of(sheet, panel, sizes, panel->large ? LARGE_SIDE : OVERVIEW_SIDE);
    int features = panel->large ? sheet_pixels(sheet, LARGE_FEATURE_WIDTH) : room.width;
    room.numbers &= panel->large;
    return (LayoutPlan){.panel = panel,
                        .sizes = sizes,
                        .room = room,
                        .feature_width = smaller(features, room.width),
                        .own_ranges = true,
                        .sentences = sentences(sheet->arena, trace),
                        .trace = trace};
}

/* Of plots that are compared. Over bars stand strips, of few rows: they may be wider. */
static LayoutPlan compared_plan(const Sheet *sheet, const Trace *trace, const Panel *panel)
{
    bool strips = has_bars(panel);
    const Sizes *sizes = strips ? &strips_over_bars : &compared;
    int share = COMPARED_WIDTH / panel->cols;
    int side = smaller(COMPARED_SIDE_MOST, larger(COMPARED_SIDE_LEAST, share));
    if (strips)
        side = larger(side, smaller(STRIP_WIDTH_MOST, share));
    Room room = room_of(sheet, panel, sizes, side);
    if (panel->cols == 1 && panel->rows > 1)
        room.width = room.side_most = smaller(sheet_pixels(sheet, COLUMN_WIDTH), PLOT_SIDE_MOST);
    return (LayoutPlan){.panel = panel,
                        .sizes = sizes,
                        .room = with_cell(sheet, room, PLOT_SIDE_MOST / panel->cols),
                        .feature_width = room.width,
                        .own_ranges = panel->own_ranges,
                        .axes = true,
                        .trace = trace};
}

Drawing *panel_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                      const Trace *trace, const Panel *panel)
{
    Sheet sheet = sheet_new(arena, typesetter, style);
    LayoutPlan plan = is_overview(panel) ? overview_plan(&sheet, trace, panel)
                                         : compared_plan(&sheet, trace, panel);
    return layout_draw(&sheet, &plan);
}
