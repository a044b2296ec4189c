#include "figure/panels.h"

#include "base/utf8.h"
#include "figure/layout.h"

/* CSS pixels. */
enum {
    COMPARED_CELL = 36,
    COMPARED_WIDTH = 1200, /* of all plots side by side */
    COMPARED_SIDE_LEAST = 160,
    COMPARED_SIDE_MOST = 360,
    COLUMN_WIDTH = 720, /* of plots one below the other */
    COMPARED_LABEL_LIMIT = 96,
    STRIP_LABEL_LIMIT = 128, /* "mean of the heads" */
    STRIP_WIDTH_MOST = 560,  /* of the few rows that stand over bars */
    LIST_PITCH = 20,
    LIST_TRACK = 110,  /* the lengths that bars can have in a list, … */
    COLUMN_TRACK = 64, /* … and side by side */
    CHART_WIDTH = 360, /* at least, as is the height */
    CHART_HEIGHT = 230,
    OVERVIEW_CELL = 14,
    OVERVIEW_SIDE = 104,
    OVERVIEW_LABEL_LIMIT = 72,
    LARGE_CELL = 36,
    LARGE_SIDE = 480, /* of rows of words */
    LARGE_LABEL_LIMIT = 128,
    LARGE_WIDTH = 240, /* of a matrix of features */
};

static bool has_form(const Panel *panel, StepForm form)
{
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->steps[i] && panel->steps[i]->form == form)
            return true;
    return false;
}

/* Bars and curves are to be read, not glanced at. */
static bool is_overview(const Panel *panel)
{
    if (has_form(panel, FORM_BARS) || has_form(panel, FORM_CURVES))
        return false;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const Step *step = panel->steps[i];
        if (step && (step->places || !step->rows.named || !step->cols.named))
            return true;
    }
    return false;
}

static Room room_of(const FigureStyle *style, int cell, int side, int cols)
{
    int pixels = smaller(style_pixels(style, side), PLOT_SIDE_MOST / cols);
    return (Room){.cell = style_pixels(style, cell),
                  .width = pixels,
                  .height = pixels,
                  .cell_least = 1,
                  .side_most = pixels};
}

static const char *visible(Arena *arena, const char *string)
{
    Text text = text_new(arena);
    text_add_visible(&text, string);
    return text.data;
}

/* All texts, one a line; NULL for none. */
static const char *sentences(Arena *arena, const Trace *trace)
{
    Text all = text_new(arena);
    for (int i = 0; i < trace->text_count; i++)
        text_format(&all, "%s%s", i ? "\n" : "", visible(arena, trace->texts[i].text));
    return trace->text_count ? all.data : NULL;
}

static Room overview_room(const FigureStyle *style, const Panel *panel)
{
    if (!panel->large)
        return room_of(style, OVERVIEW_CELL, OVERVIEW_SIDE, panel->cols);
    Room room = room_of(style, LARGE_CELL, LARGE_SIDE, panel->cols);
    room.numbers = style->values;
    return room;
}

static LayoutPlan overview_plan(Arena *arena, const FigureStyle *style, const Trace *trace,
                                const Panel *panel)
{
    Room room = overview_room(style, panel);
    int feature_width = panel->large ? style_pixels(style, LARGE_WIDTH) : room.width;
    return (LayoutPlan){
        .panel = panel,
        .room = room,
        .feature_width = smaller(feature_width, room.width),
        .own_ranges = true,
        .label_limit = style_pixels(style, panel->large ? LARGE_LABEL_LIMIT : OVERVIEW_LABEL_LIMIT),
        .sentences = sentences(arena, trace),
        .trace = trace};
}

static BarRoom bar_room_of(const FigureStyle *style)
{
    return (BarRoom){.pitch = style_pixels(style, LIST_PITCH),
                     .list = style_pixels(style, LIST_TRACK),
                     .columns = style_pixels(style, COLUMN_TRACK),
                     .names = style_pixels(style, COMPARED_LABEL_LIMIT)};
}

/* Of plots that are compared. Over bars stand strips, of few rows: they may be wider. */
static Room compared_room(const FigureStyle *style, const Panel *panel)
{
    int share = COMPARED_WIDTH / panel->cols;
    int side = smaller(COMPARED_SIDE_MOST, larger(COMPARED_SIDE_LEAST, share));
    if (has_form(panel, FORM_BARS))
        side = larger(side, smaller(STRIP_WIDTH_MOST, share));
    Room room = room_of(style, COMPARED_CELL, side, panel->cols);
    if (panel->cols == 1 && panel->rows > 1)
        room.width = room.side_most = smaller(style_pixels(style, COLUMN_WIDTH), PLOT_SIDE_MOST);
    if (style->cell)
        room = room_for_cell(style, room, PLOT_SIDE_MOST / panel->cols);
    room.numbers = style->values;
    return room;
}

static LayoutPlan compared_plan(const FigureStyle *style, const Trace *trace, const Panel *panel)
{
    Room room = compared_room(style, panel);
    int label_limit = has_form(panel, FORM_BARS) ? STRIP_LABEL_LIMIT : COMPARED_LABEL_LIMIT;
    return (LayoutPlan){.panel = panel,
                        .room = room,
                        .feature_width = room.width,
                        .bars = bar_room_of(style),
                        .chart_width = style_pixels(style, CHART_WIDTH),
                        .chart_height = style_pixels(style, CHART_HEIGHT),
                        .own_ranges = panel->own_ranges,
                        .axes = true,
                        .label_limit = style_pixels(style, label_limit),
                        .trace = trace};
}

Drawing *panel_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                      const Trace *trace, const Panel *panel)
{
    LayoutPlan plan = is_overview(panel) ? overview_plan(arena, style, trace, panel)
                                         : compared_plan(style, trace, panel);
    return layout_draw(arena, typesetter, style, &plan);
}
