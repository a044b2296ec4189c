#include "figure/chart.h"

#include "base/elementary.h"

#include <math.h>

/* CSS pixels. */
enum {
    TICK = 4,
    TICKS_ACROSS = 24, /* between the texts of two ticks, at least */
    TICKS_DOWN = 42,   /* from tick to tick */
    NAME_LIMIT = 110,
    LEADER = 34,    /* from a curve's end to its name … */
    SLANT = 12,     /* … of which these lead to its height, … */
    LEADER_GAP = 4, /* … clear of the curve */
    AREA_LEAST = 60,
    DASH = 7,
    DASH_GAP = 5,
};

enum { PIXEL = 64, MARKED_MOST = 25, PARTS_MOST = 8 };

static const double line_thickness = 2, dot_size = 6; /* CSS pixels */
static const double largest = 1e300; /* of what has a place: ranges must not overflow */
static const double alike = 1e-9;    /* a range this small beside its numbers is none */
static const double margin = 0.04;   /* of a logarithmic axis, beyond its numbers */

/* ---- axes ---- */

/* Where a number is on an axis, in the axis' own measure; NaN for nowhere. */
static double measured(double x, bool logarithmic)
{
    if (!(fabs(x) <= largest) || (logarithmic && x <= 0))
        return NAN;
    return logarithmic ? portable_log(x) / portable_log(10) : x;
}

static double x_at(const Step *step, int row)
{
    return measured(step->curves->x[row], step->curves->log_x);
}

/* NaN too where the row has no place. */
static double y_at(const Step *step, int row, int col)
{
    if (isnan(x_at(step, row)))
        return NAN;
    return measured((double)at(step->node->value, row, col), step->curves->log_y);
}

static void include(ChartAxis *axis, double x)
{
    axis->least = fmin(axis->least, x); /* which NaN leaves as they are */
    axis->most = fmax(axis->most, x);
}

/* An axis needs a length, whatever there is to show. */
static void give_length(ChartAxis *axis)
{
    if (axis->least > axis->most)
        axis->least = axis->most = 0;
    double size = fmax(fabs(axis->least), fabs(axis->most));
    if (axis->most - axis->least > alike * size)
        return;
    double half = axis->logarithmic ? 0.5 : size > 0 ? size / 2 : 1;
    axis->least -= half;
    axis->most += half;
}

static ChartAxis axis_begin(const char *name, bool logarithmic)
{
    return (ChartAxis){
        .name = name, .logarithmic = logarithmic, .least = INFINITY, .most = -INFINITY};
}

static Ticks ticks_of(const ChartAxis *axis, int parts)
{
    return axis->logarithmic ? ticks_logarithmic(axis->least, axis->most, parts)
                             : ticks_linear(axis->least, axis->most, parts);
}

/* From the first number to the last. */
static ChartAxis x_axis(const Step *step)
{
    ChartAxis axis = axis_begin(step->curves->x_name, step->curves->log_x);
    for (int r = 0; r < step->rows.count; r++)
        include(&axis, x_at(step, r));
    give_length(&axis);
    return axis;
}

/* Zero belongs to a linear axis where it is not far; its ends are round. */
static void round_ends(ChartAxis *axis, int parts)
{
    if (axis->least > 0 && axis->least < axis->most / 3)
        axis->least = 0;
    if (axis->most < 0 && axis->most > axis->least / 3)
        axis->most = 0;
    int decimals;
    double step = round_step((axis->most - axis->least) / parts, &decimals);
    axis->least = floor(axis->least / step + alike) * step;
    axis->most = ceil(axis->most / step - alike) * step;
}

static ChartAxis y_axis(const Step *step, int parts)
{
    ChartAxis axis = axis_begin(step->curves->y_name, step->curves->log_y);
    for (int r = 0; r < step->rows.count; r++)
        for (int c = 0; c < step->cols.count; c++)
            include(&axis, y_at(step, r, c));
    give_length(&axis);
    double room = margin * (axis.most - axis.least);
    if (axis.logarithmic) {
        axis.least -= room;
        axis.most += room;
    } else {
        round_ends(&axis, parts);
    }
    axis.ticks = ticks_of(&axis, parts);
    return axis;
}

/* ---- fitting ---- */

static int small_font(const Sheet *sheet)
{
    return sheet_font(sheet, SMALL_SIZE);
}

static int name_font(const Sheet *sheet)
{
    return sheet_font(sheet, LABEL_SIZE);
}

static int tick_gap(const Sheet *sheet)
{
    return sheet_pixels(sheet, TICK) + sheet_pixels(sheet, LABEL_GAP);
}

/* Elided; returns the widest. */
static int name_curves(const Sheet *sheet, Chart *chart)
{
    Arena *arena = sheet->drawing->arena;
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

/* The least distance of two ticks, in pixels. */
static double ticks_apart(const ChartAxis *axis, int length)
{
    double apart = axis->most - axis->least;
    for (int i = 1; i < axis->ticks.count; i++)
        apart = fmin(apart, axis->ticks.marks[i].value - axis->ticks.marks[i - 1].value);
    return apart / (axis->most - axis->least) * length;
}

/* As many ticks as leave some room between their texts. */
static void fit_x_ticks(const Sheet *sheet, Chart *chart)
{
    int gap = sheet_pixels(sheet, TICKS_ACROSS);
    for (int parts = parts_most(chart); parts > 0; parts--) {
        chart->x.ticks = ticks_of(&chart->x, parts);
        int widest = ticks_width(sheet, &chart->x.ticks, small_font(sheet));
        if (ticks_apart(&chart->x, chart->area.width) >= widest + gap)
            return;
    }
}

/* The name of the y axis stands upright beside it, and so it may need more height. */
static int area_height(const Sheet *sheet, const Chart *chart, int height)
{
    int names = chart->names ? chart->step->cols.count * line_height(name_font(sheet)) : 0;
    int y_name = sheet_text_width(sheet, chart->y.name, small_font(sheet));
    return larger(larger(height, sheet_pixels(sheet, AREA_LEAST)), larger(names, y_name));
}

Chart chart_fit(const Sheet *sheet, const Step *step, int width, int height)
{
    CHECK(step->curves && step->rows.count > 0 && step->cols.count > 0, "%s has no curves",
          step->id);
    Chart chart = {.step = step, .x = x_axis(step)};
    int font = small_font(sheet), line = line_height(font), gap = tick_gap(sheet);
    int below = gap + 2 * line, names = names_width(sheet, &chart);
    chart.y.name = step->curves->y_name;
    chart.area.y = line / 2;
    chart.area.height = area_height(sheet, &chart, height - below - chart.area.y);
    chart.height = chart.area.y + chart.area.height + below;
    int parts = chart.area.height / sheet_pixels(sheet, TICKS_DOWN);
    chart.y = y_axis(step, larger(1, smaller(parts, PARTS_MOST)));
    chart.area.x = line + gap + ticks_width(sheet, &chart.y.ticks, font);
    chart.area.width = larger(width - chart.area.x - names, sheet_pixels(sheet, AREA_LEAST));
    fit_x_ticks(sheet, &chart);
    /* the text of the last tick may reach beyond the area */
    names = larger(names, ticks_width(sheet, &chart.x.ticks, font) / 2 + 1);
    chart.area.width = larger(width - chart.area.x - names, sheet_pixels(sheet, AREA_LEAST));
    chart.width = chart.area.x + chart.area.width + names;
    return chart;
}

/* ---- axes drawn ---- */

/* 1/64 pixel from the beginning of an axis that is so many pixels long. */
static int place_on(const ChartAxis *axis, double value, int length)
{
    double part = (value - axis->least) / (axis->most - axis->least);
    return (int)floor(part * length * PIXEL + 0.5);
}

static TextItem tick_text(const Sheet *sheet, const Tick *tick)
{
    return (TextItem){.string = arena_strdup(sheet->drawing->arena, tick->text),
                      .form = tick->form,
                      .size = small_font(sheet),
                      .colour = sheet->style->theme->muted};
}

static Colour grid_colour(const Theme *theme)
{
    return colour_mix(theme->background, theme->frame, 1, 2);
}

static void draw_x_ticks(const Sheet *sheet, const Chart *chart, Box area)
{
    const Theme *theme = sheet->style->theme;
    int line = sheet_pixels(sheet, 1), bottom = area.y + area.height;
    for (int i = 0; i < chart->x.ticks.count; i++) {
        const Tick *tick = &chart->x.ticks.marks[i];
        int x = area.x + place_on(&chart->x, tick->value, area.width) / PIXEL;
        sheet_fill(sheet, (Box){x - line / 2, area.y, line, area.height}, grid_colour(theme));
        sheet_fill(sheet, (Box){x - line / 2, bottom, line, sheet_pixels(sheet, TICK)},
                   theme->frame);
        TextItem text = tick_text(sheet, tick);
        text.x = x;
        text.y = bottom + tick_gap(sheet) + 2 * middle_to_base(text.size);
        text.align = ALIGN_MIDDLE;
        sheet_text(sheet, text);
    }
}

static void draw_y_ticks(const Sheet *sheet, const Chart *chart, Box area)
{
    const Theme *theme = sheet->style->theme;
    int line = sheet_pixels(sheet, 1), mark = sheet_pixels(sheet, TICK);
    for (int i = 0; i < chart->y.ticks.count; i++) {
        const Tick *tick = &chart->y.ticks.marks[i];
        int y = area.y + area.height - place_on(&chart->y, tick->value, area.height) / PIXEL;
        sheet_fill(sheet, (Box){area.x, y - line / 2, area.width, line}, grid_colour(theme));
        sheet_fill(sheet, (Box){area.x - mark, y - line / 2, mark, line}, theme->frame);
        TextItem text = tick_text(sheet, tick);
        text.x = area.x - tick_gap(sheet);
        text.y = y + middle_to_base(text.size);
        text.align = ALIGN_END;
        sheet_text(sheet, text);
    }
}

static void draw_axes(const Sheet *sheet, const Chart *chart, Box area, int left)
{
    const Theme *theme = sheet->style->theme;
    int line = sheet_pixels(sheet, 1), bottom = area.y + area.height;
    draw_x_ticks(sheet, chart, area);
    draw_y_ticks(sheet, chart, area);
    sheet_fill(sheet, (Box){area.x - line, area.y, line, area.height + line}, theme->muted);
    sheet_fill(sheet, (Box){area.x - line, bottom, area.width + line, line}, theme->muted);
    TextItem name = {.string = chart->x.name,
                     .size = small_font(sheet),
                     .x = area.x + area.width / 2,
                     .y = bottom + tick_gap(sheet) + line_height(small_font(sheet)) * 19 / 10,
                     .align = ALIGN_MIDDLE,
                     .colour = theme->muted};
    sheet_text(sheet, name);
    name.string = chart->y.name;
    name.x = left + 2 * middle_to_base(name.size);
    name.y = area.y + area.height / 2;
    name.angle = 90;
    sheet_text(sheet, name);
}

/* ---- curves drawn ---- */

/* A curve's points that have a place, one run after the other. */
typedef struct Run {
    StrokePoint *points;
    int count;
} Run;

static Colour curve_colour(const Sheet *sheet, int curve)
{
    return sheet->style->theme->curves[curve % THEME_CURVES];
}

/* When the colours come again, the lines are dashed. */
static bool is_dashed(int curve)
{
    return curve / THEME_CURVES % 2 == 1;
}

static void add_stroke(const Sheet *sheet, const StrokePoint *points, int count, double thickness,
                       Colour colour)
{
    Stroke stroke = {.points = points,
                     .count = count,
                     .thickness = (int)(thickness * sheet->style->dpi / 96 * PIXEL),
                     .colour = colour};
    drawing_add(sheet->drawing, (Item){.kind = ITEM_STROKE, .stroke = stroke});
}

static StrokePoint point_at(const Chart *chart, int row, int col, Box area)
{
    double x = x_at(chart->step, row), y = y_at(chart->step, row, col);
    return (StrokePoint){area.x * PIXEL + place_on(&chart->x, x, area.width),
                         (area.y + area.height) * PIXEL - place_on(&chart->y, y, area.height)};
}

/* Of many points within a column of pixels the first, the highest, the lowest and the last are
   all that shows. Adds a point; `first` is the index of the first of its column. */
static int add_point(Run *run, int first, StrokePoint p)
{
    StrokePoint *points = run->points;
    if (run->count == 0 || points[first].x / PIXEL != p.x / PIXEL) {
        points[run->count] = p;
        return run->count++;
    }
    if (run->count - first < 4) {
        points[run->count++] = p;
        return first;
    }
    StrokePoint *in = points + first; /* first, two extremes, last */
    int high = in[1].y <= in[2].y ? 1 : 2, low = 3 - high;
    int passed = in[3].y < in[high].y ? high : in[3].y > in[low].y ? low : 0;
    if (passed == 1)
        in[1] = in[2];
    if (passed)
        in[2] = in[3]; /* the later one */
    in[3] = p;
    return first;
}

/* A square root is rounded the same on every machine, unlike other functions. */
static int distance(StrokePoint a, StrokePoint b)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    return (int)sqrt(dx * dx + dy * dy);
}

static StrokePoint between(StrokePoint a, StrokePoint b, int part, int whole)
{
    return (StrokePoint){a.x + (int)((int64_t)(b.x - a.x) * part / whole),
                         a.y + (int)((int64_t)(b.y - a.y) * part / whole)};
}

/* Dashes and gaps in turn along a run. */
static void draw_dashed(const Sheet *sheet, const Run *run, Colour colour)
{
    int lengths[] = {sheet_pixels(sheet, DASH) * PIXEL, sheet_pixels(sheet, DASH_GAP) * PIXEL};
    int part = 0, left = lengths[0], count = 0;
    StrokePoint *dash = arena_alloc(sheet->drawing->arena, (size_t)run->count + 2, sizeof *dash);
    dash[count++] = run->points[0];
    for (int i = 0; i + 1 < run->count; i++) {
        StrokePoint at = run->points[i], to = run->points[i + 1];
        int length = distance(at, to);
        for (; length > left; length -= left, left = lengths[part]) {
            at = between(at, to, left, length);
            dash[count++] = at;
            if (part == 0)
                add_stroke(sheet, dash, count, line_thickness, colour);
            part = !part;
            dash = arena_alloc(sheet->drawing->arena, (size_t)(run->count - i) + 2, sizeof *dash);
            dash[0] = at;
            count = 1;
        }
        left -= length;
        dash[count++] = to;
    }
    if (part == 0)
        add_stroke(sheet, dash, count, line_thickness, colour);
}

static bool is_marked(const Chart *chart)
{
    return chart->step->rows.count <= MARKED_MOST;
}

static void draw_line(const Sheet *sheet, const Run *run, int curve)
{
    Colour colour = curve_colour(sheet, curve);
    if (is_dashed(curve))
        draw_dashed(sheet, run, colour);
    else
        add_stroke(sheet, run->points, run->count, line_thickness, colour);
}

static void draw_run(const Sheet *sheet, const Chart *chart, const Run *run, int curve)
{
    if (run->count > 1)
        draw_line(sheet, run, curve);
    else if (run->count == 1 && !is_marked(chart))
        add_stroke(sheet, run->points, 1, dot_size, curve_colour(sheet, curve));
}

static Run run_new(const Sheet *sheet, int most)
{
    return (Run){arena_alloc(sheet->drawing->arena, (size_t)most, sizeof(StrokePoint)), 0};
}

static void draw_curve(const Sheet *sheet, const Chart *chart, int curve, Box area)
{
    int rows = chart->step->rows.count, first = 0;
    Run run = run_new(sheet, rows);
    for (int r = 0; r < rows; r++) {
        if (!isnan(y_at(chart->step, r, curve))) {
            first = add_point(&run, first, point_at(chart, r, curve, area));
        } else if (run.count > 0) {
            draw_run(sheet, chart, &run, curve);
            run = run_new(sheet, rows - r);
            first = 0;
        }
    }
    draw_run(sheet, chart, &run, curve);
}

static void draw_dots(const Sheet *sheet, const Chart *chart, int curve, Box area)
{
    for (int r = 0; r < chart->step->rows.count; r++)
        if (!isnan(y_at(chart->step, r, curve))) {
            StrokePoint *point = arena_alloc(sheet->drawing->arena, 1, sizeof *point);
            *point = point_at(chart, r, curve, area);
            add_stroke(sheet, point, 1, dot_size, curve_colour(sheet, curve));
        }
}

/* ---- a mark ---- */

/* At the foot of its line, on the roomier side. */
static void draw_mark_name(const Sheet *sheet, const char *name, int x, Box area)
{
    int font = small_font(sheet), high = line_height(font), gap = sheet_pixels(sheet, LABEL_GAP);
    int width = sheet_text_width(sheet, name, font);
    bool left = x > area.x + area.width / 2;
    Box behind = {x + (left ? -gap - width : gap), area.y + area.height - 3 * high / 2, width,
                  high};
    sheet_fill(sheet, behind, sheet->style->theme->background);
    sheet_text(sheet, (TextItem){.string = name,
                                 .size = font,
                                 .x = behind.x,
                                 .y = behind.y + high / 2 + middle_to_base(font),
                                 .align = ALIGN_START,
                                 .colour = sheet->style->theme->muted});
}

/* A dashed line across, behind the curves. */
static void draw_mark(const Sheet *sheet, const Chart *chart, Box area)
{
    const Curves *curves = chart->step->curves;
    double place = measured(curves->mark, chart->x.logarithmic);
    if (!curves->mark_name || !(place >= chart->x.least && place <= chart->x.most))
        return;
    int x = area.x + place_on(&chart->x, place, area.width) / PIXEL;
    int dash = sheet_pixels(sheet, DASH), line = sheet_pixels(sheet, 1);
    for (int y = 0; y < area.height; y += dash + sheet_pixels(sheet, DASH_GAP))
        sheet_fill(sheet, (Box){x - line / 2, area.y + y, line, smaller(dash, area.height - y)},
                   sheet->style->theme->muted);
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
    Ending ending = {.curve = curve,
                     .end = {(area.x + area.width) * PIXEL, (area.y + area.height) * PIXEL}};
    for (int r = chart->step->rows.count - 1; r >= 0; r--)
        if (!isnan(y_at(chart->step, r, curve))) {
            ending.end = point_at(chart, r, curve, area);
            break;
        }
    ending.y = ending.end.y / PIXEL;
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

/* From the end of a curve to the height of its name; thin and grey, for it is no part of the
   curve. Returns the height, in 1/64 pixel: that of the end itself where the name was not moved. */
static int draw_leader(const Sheet *sheet, const Ending *ending, int right)
{
    int level = ending->y == ending->end.y / PIXEL ? ending->end.y : ending->y * PIXEL;
    Run run = run_new(sheet, 2);
    run.points[run.count++] =
        (StrokePoint){right * PIXEL + sheet_pixels(sheet, LEADER_GAP) * PIXEL, ending->end.y};
    run.points[run.count++] = (StrokePoint){(right + sheet_pixels(sheet, SLANT)) * PIXEL, level};
    add_stroke(sheet, run.points, run.count, 1, sheet->style->theme->muted);
    return level;
}

/* After a piece of the curve, as in a legend. */
static void draw_name(const Sheet *sheet, const Chart *chart, const Ending *ending, Box area)
{
    int font = name_font(sheet), right = area.x + area.width;
    int leader = sheet_pixels(sheet, LEADER), gap = sheet_pixels(sheet, LABEL_GAP);
    int level = draw_leader(sheet, ending, right);
    Run run = run_new(sheet, 2);
    int from = right + sheet_pixels(sheet, SLANT) + sheet_pixels(sheet, LEADER_GAP);
    run.points[run.count++] = (StrokePoint){from * PIXEL, level};
    run.points[run.count++] = (StrokePoint){(right + leader) * PIXEL, level};
    draw_line(sheet, &run, ending->curve);
    sheet_text(sheet, (TextItem){.string = chart->names[ending->curve],
                                 .size = font,
                                 .x = right + leader + gap,
                                 .y = ending->y + middle_to_base(font),
                                 .colour = sheet->style->theme->text});
}

static void draw_names(const Sheet *sheet, const Chart *chart, Box area)
{
    int count = chart->step->cols.count;
    Ending *endings = arena_alloc(sheet->drawing->arena, (size_t)count, sizeof *endings);
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
