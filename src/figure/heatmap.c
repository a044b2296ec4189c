#include "figure/heatmap.h"

#include "figure/layout.h"

/* CSS pixels. */
enum {
    CELL = 40,
    SIDE = 720,          /* of a matrix that looks well on a slide */
    FEATURE_WIDTH = 960, /* of one of features, which are many */
    SIDE_MOST = 1024,
    LABEL_LIMIT = 128,
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

Drawing *heatmap(Arena *arena, Typesetter *typesetter, const FigureStyle *style, const Trace *trace,
                 const Step *step)
{
    const Step *const steps[] = {step};
    Panel panel = {.title = step->title, .formula = step->formula, .rows = 1, .cols = 1};
    panel.steps = steps;
    LayoutPlan plan = {.panel = &panel,
                       .room = room_of(style),
                       .feature_width = style_pixels(style, FEATURE_WIDTH),
                       .axes = true,
                       .label_limit = style_pixels(style, LABEL_LIMIT),
                       .provenance = trace->provenance};
    return layout_draw(arena, typesetter, style, &plan);
}
