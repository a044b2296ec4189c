#include "figure/chart.h"

#include <math.h>

/* CSS pixels. */
enum {
    TICKS_ACROSS = 24, /* between the texts of two ticks, at least */
    TICKS_DOWN = 42,   /* from tick to tick */
    NAME_LIMIT = 110,
    LEADER = 34,    /* from a curve's end to its name … */
    SLANT = 12,     /* … of which these lead to its height, … */
    LEADER_GAP = 4, /* … clear of the curve */
    AREA_LEAST = 60,
};

enum { MARKED_MOST = 25, PARTS_MOST = 8 };

/* ---- fitting ---- */

static int name_font(const Sheet *sheet)
{
    return sheet_font(sheet, LABEL_SIZE);
}

/* Elided; returns the widest. */
static int name_curves(const Sheet *sheet, Chart *chart)
{
    Arena *arena = sheet->arena;
    const Axis *axis = &chart->step->cols;
    int widest = 0, font = name_font(sheet), limit = sheet_pixels(sheet, NAME_LIMIT);
    chart->names = arena_alloc(arena, (size_t)axis->count, sizeof *chart->names);
    for (int i = 0; i < axis->count; i++) {
        chart->names[i] = text_elide(sheet->typesetter, arena, axis->labels[i], font, limit);
        widest = larger(widest, sheet_text_width(sheet, chart->names[i], font));
    }
    return widest;
}

static int names_width(const Sheet *sheet, Chart *chart)
{
    if (chart->step->cols.count == 1)
        return 0;
    return sheet_pixels(sheet, LEADER) + sheet_pixels(sheet, LABEL_GAP) + name_curves(sheet, chart);
}

/* Numbers that count something have no ticks between them. */
static int parts_most(const Chart *chart)
{
    for (int r = 0; r < chart->step->rows.count; r++) {
        double x = chart->step->curves->x[r];
        if (chart->x.logarithmic || x != floor(x))
            return PARTS_MOST;
    }
    return (int)fmin(PARTS_MOST, fmax(1, chart->x.most - chart->x.least));
}

/* As many ticks as leave some room between their texts. */
static void fit_x_ticks(const Sheet *sheet, Chart *chart)
{
    int gap = sheet_pixels(sheet, TICKS_ACROSS);
    for (int parts = parts_most(chart); parts > 0; parts--) {
        chart->x.ticks = chart_ticks(&chart->x, parts);
        int widest = ticks_width(sheet, &chart->x.ticks);
        if (chart_ticks_apart(&chart->x, chart->area.width) >= widest + gap)
            return;
    }
}

/* The name of the y axis stands upright beside it, and so it may need more height. */
static int area_height(const Sheet *sheet, const Chart *chart, int height)
{
    int names = chart->names ? chart->step->cols.count * line_height(name_font(sheet)) : 0;
    int y_name = sheet_text_width(sheet, chart->y.name, sheet_font(sheet, SMALL_SIZE));
    return larger(larger(height, sheet_pixels(sheet, AREA_LEAST)), larger(names, y_name));
}

Chart chart_fit(const Sheet *sheet, const Step *step, int width, int height)
{
    CHECK(step->curves && step->rows.count > 0 && step->cols.count > 0, "%s has no curves",
          step->id);
    Chart chart = {.step = step, .x = chart_x_axis(step)};
    int line = line_height(sheet_font(sheet, SMALL_SIZE)), gap = ticks_gap(sheet);
    int least = sheet_pixels(sheet, AREA_LEAST);
    int below = gap + 2 * line, names = names_width(sheet, &chart);
    chart.y.name = step->curves->y_name;
    chart.area.y = line / 2;
    chart.area.height = area_height(sheet, &chart, height - below - chart.area.y);
    chart.height = chart.area.y + chart.area.height + below;
    int parts = chart.area.height / sheet_pixels(sheet, TICKS_DOWN);
    chart.y = chart_y_axis(step, larger(1, smaller(parts, PARTS_MOST)));
    chart.area.x = line + gap + ticks_width(sheet, &chart.y.ticks);
    chart.area.width = larger(width - chart.area.x - names, least);
    fit_x_ticks(sheet, &chart);
    /* the text of the last tick may reach beyond the area */
    names = larger(names, ticks_width(sheet, &chart.x.ticks) / 2 + 1);
    chart.area.width = larger(width - chart.area.x - names, least);
    chart.width = chart.area.x + chart.area.width + names;
    return chart;
}

/* ---- axes drawn ---- */

/* Where a number is in the picture, on the x axis or on the y axis. */
static int x_of(const Chart *chart, double x, Box area)
{
    return area.x + chart_place(&chart->x, x, area.width) / STROKE_PIXEL;
}

static int y_of(const Chart *chart, double y, Box area)
{
    return area.y + area.height - chart_place(&chart->y, y, area.height) / STROKE_PIXEL;
}

/* With pale lines across the area. */
static void draw_ticks(const Sheet *sheet, const Chart *chart, Box area)
{
    Colour pale = colour_mix(sheet->theme->background, sheet->theme->frame, 1, 2);
    int line = sheet_pixels(sheet, 1);
    for (int i = 0; i < chart->x.ticks.count; i++) {
        const Tick *tick = &chart->x.ticks.marks[i];
        int x = x_of(chart, tick->value, area);
        sheet_fill(sheet, (Box){x - line / 2, area.y, line, area.height}, pale);
        tick_draw(sheet, (TickLine){TICKS_BELOW, .edge = area.y + area.height}, tick, x, x);
    }
    for (int i = 0; i < chart->y.ticks.count; i++) {
        const Tick *tick = &chart->y.ticks.marks[i];
        int y = y_of(chart, tick->value, area);
        sheet_fill(sheet, (Box){area.x, y - line / 2, area.width, line}, pale);
        tick_draw(sheet, (TickLine){TICKS_LEFT, .edge = area.x}, tick, y, y);
    }
}

static void draw_axes(const Sheet *sheet, const Chart *chart, Box area, int left)
{
    Colour muted = sheet->theme->muted;
    int line = sheet_pixels(sheet, 1), bottom = area.y + area.height;
    TextItem name = sheet_small(sheet, ALIGN_MIDDLE);
    draw_ticks(sheet, chart, area);
    sheet_fill(sheet, (Box){area.x - line, area.y, line, area.height + line}, muted);
    sheet_fill(sheet, (Box){area.x - line, bottom, area.width + line, line}, muted);
    sheet_text(sheet, name, chart->x.name, area.x + area.width / 2,
               bottom + ticks_gap(sheet) + line_height(name.size) * 19 / 10);
    name.angle = 90;
    sheet_text(sheet, name, chart->y.name, left + 2 * middle_to_base(name.size),
               area.y + area.height / 2);
}

/* ---- curves drawn ---- */

static StrokePoint point_at(const Chart *chart, int row, int col, Box area)
{
    double x = chart_x(chart->step, row), y = chart_y(chart->step, row, col);
    return (StrokePoint){area.x * STROKE_PIXEL + chart_place(&chart->x, x, area.width),
                         (area.y + area.height) * STROKE_PIXEL -
                             chart_place(&chart->y, y, area.height)};
}

static bool is_marked(const Chart *chart)
{
    return chart->step->rows.count <= MARKED_MOST;
}

static void draw_run(const Sheet *sheet, const Chart *chart, const CurveRun *run, int curve)
{
    if (run->count > 1)
        curve_run_draw(sheet, run, curve);
    else if (run->count == 1 && !is_marked(chart))
        curve_dot_draw(sheet, run->points[0], curve);
}

static void draw_curve(const Sheet *sheet, const Chart *chart, int curve, Box area)
{
    int rows = chart->step->rows.count;
    CurveRun run = curve_run(sheet, rows);
    for (int r = 0; r < rows; r++) {
        if (!isnan(chart_y(chart->step, r, curve))) {
            curve_run_add(&run, point_at(chart, r, curve, area));
        } else if (run.count > 0) {
            draw_run(sheet, chart, &run, curve);
            run = curve_run(sheet, rows - r);
        }
    }
    draw_run(sheet, chart, &run, curve);
}

static void draw_dots(const Sheet *sheet, const Chart *chart, int curve, Box area)
{
    for (int r = 0; r < chart->step->rows.count; r++)
        if (!isnan(chart_y(chart->step, r, curve)))
            curve_dot_draw(sheet, point_at(chart, r, curve, area), curve);
}

/* ---- a mark ---- */

/* At the foot of its line, on the roomier side. */
static void draw_mark_name(const Sheet *sheet, const char *name, int x, Box area)
{
    TextItem look = sheet_small(sheet, ALIGN_START);
    int high = line_height(look.size), gap = sheet_pixels(sheet, LABEL_GAP);
    int width = sheet_text_width(sheet, name, look.size);
    bool left = x > area.x + area.width / 2;
    Box behind = {x + (left ? -gap - width : gap), area.y + area.height - 3 * high / 2, width,
                  high};
    sheet_fill(sheet, behind, sheet->theme->background);
    sheet_text(sheet, look, name, behind.x, behind.y + high / 2 + middle_to_base(look.size));
}

/* A dashed line across, behind the curves. */
static void draw_mark(const Sheet *sheet, const Chart *chart, Box area)
{
    const Curves *curves = chart->step->curves;
    double place = chart_measured(curves->mark, chart->x.logarithmic);
    if (!curves->mark_name || !(place >= chart->x.least && place <= chart->x.most))
        return;
    int x = x_of(chart, place, area);
    int dash = sheet_pixels(sheet, CURVE_DASH), line = sheet_pixels(sheet, 1);
    for (int y = 0; y < area.height; y += dash + sheet_pixels(sheet, CURVE_DASH_GAP))
        sheet_fill(sheet, (Box){x - line / 2, area.y + y, line, smaller(dash, area.height - y)},
                   sheet->theme->muted);
    draw_mark_name(sheet, curves->mark_name, x, area);
}

/* ---- names ---- */

/* A curve's name: where the curve ends, and where there is room for its name. */
typedef struct Ending {
    int curve;
    StrokePoint end;
    int y; /* pixels */
} Ending;

/* Where its last point is; at the bottom for a curve without any. */
static Ending ending_of(const Chart *chart, int curve, Box area)
{
    Ending ending = {
        .curve = curve,
        .end = {(area.x + area.width) * STROKE_PIXEL, (area.y + area.height) * STROKE_PIXEL}};
    for (int r = chart->step->rows.count - 1; r >= 0; r--)
        if (!isnan(chart_y(chart->step, r, curve))) {
            ending.end = point_at(chart, r, curve, area);
            break;
        }
    ending.y = ending.end.y / STROKE_PIXEL;
    return ending;
}

static void sort_endings(Ending *endings, int count)
{
    for (int i = 1; i < count; i++) {
        Ending moving = endings[i];
        int j = i;
        for (; j > 0 && endings[j - 1].y > moving.y; j--)
            endings[j] = endings[j - 1];
        endings[j] = moving;
    }
}

/* A line apart: pushed down, and up again where they leave the area. */
static void spread(Ending *endings, int count, int line, Box area)
{
    int least = area.y + line / 2, most = area.y + area.height - line / 2;
    for (int i = 0; i < count; i++) {
        endings[i].y = larger(endings[i].y, least);
        least = endings[i].y + line;
    }
    for (int i = count - 1; i >= 0; i--) {
        endings[i].y = smaller(endings[i].y, most);
        most = endings[i].y - line;
    }
}

/* From the end of a curve to the height of its name, thin and grey, for that is no part of the
   curve; then a piece of the curve, as in a legend; the name. */
static void draw_name(const Sheet *sheet, const Chart *chart, const Ending *ending, Box area)
{
    int right = area.x + area.width, gap = sheet_pixels(sheet, LEADER_GAP);
    int slant = right + sheet_pixels(sheet, SLANT), end = right + sheet_pixels(sheet, LEADER);
    bool moved = ending->y != ending->end.y / STROKE_PIXEL;
    int level = moved ? ending->y * STROKE_PIXEL : ending->end.y;
    CurveRun run = curve_run(sheet, 4);
    run.points[0] = (StrokePoint){(right + gap) * STROKE_PIXEL, ending->end.y};
    run.points[1] = (StrokePoint){slant * STROKE_PIXEL, level};
    run.points[2] = (StrokePoint){(slant + gap) * STROKE_PIXEL, level};
    run.points[3] = (StrokePoint){end * STROKE_PIXEL, level};
    sheet_stroke(sheet, run.points, 2, 1, sheet->theme->muted);
    curve_run_draw(sheet, &(CurveRun){.points = run.points + 2, .count = 2}, ending->curve);
    TextItem look = {.size = name_font(sheet), .colour = sheet->theme->text};
    sheet_text(sheet, look, chart->names[ending->curve], end + sheet_pixels(sheet, LABEL_GAP),
               ending->y + middle_to_base(look.size));
}

static void draw_names(const Sheet *sheet, const Chart *chart, Box area)
{
    int count = chart->step->cols.count;
    Ending *endings = arena_alloc(sheet->arena, (size_t)count, sizeof *endings);
    for (int i = 0; i < count; i++)
        endings[i] = ending_of(chart, i, area);
    sort_endings(endings, count);
    spread(endings, count, line_height(name_font(sheet)), area);
    for (int i = 0; i < count; i++)
        draw_name(sheet, chart, &endings[i], area);
}

void chart_draw(const Sheet *sheet, const Chart *chart, int x, int y)
{
    Box area = chart->area;
    area.x += x;
    area.y += y;
    draw_axes(sheet, chart, area, x);
    draw_mark(sheet, chart, area);
    for (int c = 0; c < chart->step->cols.count; c++) {
        draw_curve(sheet, chart, c, area);
        if (is_marked(chart))
            draw_dots(sheet, chart, c, area);
    }
    if (chart->names)
        draw_names(sheet, chart, area);
}
