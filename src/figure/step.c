#include "figure/step.h"

#include "figure/layout.h"

/* CSS pixels. */
enum {
    CELL = 40,
    SIDE = 720,          /* of a matrix that looks well on a slide */
    FEATURE_WIDTH = 960, /* of one of features, which are many */
    SIDE_MOST = 1024,
    LABEL_LIMIT = 128,
    LIST_PITCH = 26,
    LIST_TRACK = 320,   /* the lengths that bars can have in a list, … */
    COLUMN_TRACK = 180, /* … and side by side */
    CHART_WIDTH = 640,
    CHART_HEIGHT = 380,
};

static Room room_of(const FigureStyle *style)
{
    int most = smaller(PLOT_SIDE_MOST, style_pixels(style, SIDE_MOST));
    Room room = {.cell = style_pixels(style, CELL),
                 .width = style_pixels(style, SIDE),
                 .height = style_pixels(style, SIDE),
                 .cell_least = style_pixels(style, 1),
                 .side_most = most,
                 .numbers = style->values};
    return style->cell ? room_for_cell(style, room, PLOT_SIDE_MOST) : room;
}

static BarRoom bar_room_of(const FigureStyle *style)
{
    return (BarRoom){.pitch = style_pixels(style, LIST_PITCH),
                     .list = style_pixels(style, LIST_TRACK),
                     .columns = style_pixels(style, COLUMN_TRACK),
                     .names = style_pixels(style, LABEL_LIMIT)};
}

Drawing *step_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                     const Trace *trace, const Step *step)
{
    const Step *const steps[] = {step};
    Panel panel = {.title = step->title, .formula = step->formula, .rows = 1, .cols = 1};
    panel.steps = steps;
    LayoutPlan plan = {.panel = &panel,
                       .room = room_of(style),
                       .feature_width = style_pixels(style, FEATURE_WIDTH),
                       .bars = bar_room_of(style),
                       .chart_width = style_pixels(style, CHART_WIDTH),
                       .chart_height = style_pixels(style, CHART_HEIGHT),
                       .axes = true,
                       .label_limit = style_pixels(style, LABEL_LIMIT),
                       .trace = trace};
    return layout_draw(arena, typesetter, style, &plan);
}
