#include "figure/panels.h"

#include "base/utf8.h"
#include "figure/layout.h"

/* CSS pixels. */
enum {
    COMPARED_CELL = 36,
    COMPARED_WIDTH = 1200, /* of all plots side by side */
    COMPARED_SIDE_LEAST = 160,
    COMPARED_SIDE_MOST = 360,
    COMPARED_LABEL_LIMIT = 96,
    OVERVIEW_CELL = 14,
    OVERVIEW_SIDE = 104,
    OVERVIEW_LABEL_LIMIT = 72,
};

static bool is_overview(const Panel *panel)
{
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->steps[i] && !step_is_drawn(panel->steps[i]))
            return true;
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

/* All texts, NULL for none. */
static const char *sentences(Arena *arena, const Trace *trace)
{
    Text all = text_new(arena);
    for (int i = 0; i < trace->text_count; i++)
        text_format(&all, "%s%s", i ? " · " : "", visible(arena, trace->texts[i].text));
    return trace->text_count ? all.data : NULL;
}

static LayoutPlan overview_plan(Arena *arena, const FigureStyle *style, const Trace *trace,
                                const Panel *panel)
{
    Room room = room_of(style, OVERVIEW_CELL, OVERVIEW_SIDE, panel->cols);
    return (LayoutPlan){.panel = panel,
                        .room = room,
                        .feature_width = room.width,
                        .own_ranges = true,
                        .label_limit = style_pixels(style, OVERVIEW_LABEL_LIMIT),
                        .sentence = sentences(arena, trace),
                        .provenance = trace->provenance};
}

static LayoutPlan compared_plan(const FigureStyle *style, const Trace *trace, const Panel *panel)
{
    int side =
        smaller(COMPARED_SIDE_MOST, larger(COMPARED_SIDE_LEAST, COMPARED_WIDTH / panel->cols));
    Room room = room_of(style, COMPARED_CELL, side, panel->cols);
    if (style->cell)
        room = room_for_cell(style, room, PLOT_SIDE_MOST / panel->cols);
    room.numbers = style->values;
    return (LayoutPlan){.panel = panel,
                        .room = room,
                        .feature_width = room.width,
                        .axes = true,
                        .label_limit = style_pixels(style, COMPARED_LABEL_LIMIT),
                        .provenance = trace->provenance};
}

Drawing *panel_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                      const Trace *trace, const Panel *panel)
{
    LayoutPlan plan = is_overview(panel) ? overview_plan(arena, style, trace, panel)
                                         : compared_plan(style, trace, panel);
    return layout_draw(arena, typesetter, style, &plan);
}
