#include "figure/figure.h"

enum { MARKED_MOST = 25, PARTS_MOST = 8 };

/* ---- axes ---- */

static const double largest = 1e300; /* larger numbers are not drawn: ranges must not overflow */
static const double alike = 1e-9;    /* a smaller relative range counts as none */
static const double margin = 0.04;   /* of a logarithmic axis, beyond its numbers */

/* The coordinate of a number on an axis: itself, or log₁₀; NaN if it cannot be drawn. */
static double measured(double x, bool logarithmic)
{
    if (!(fabs(x) <= largest) || (logarithmic && x <= 0))
        return NAN;
    return logarithmic ? logarithm(x) : x;
}

/* The coordinates of a row on the x axis, and of a cell on the y axis, which is also NaN if that of
   its row is. */
static double x_at(const Step *step, int row)
{
    return measured(step_row_number(step, row), step->curves->log_x);
}

static double y_at(const Step *step, const Node *node, int row, int col)
{
    if (isnan(x_at(step, row)))
        return NAN;
    return measured((double)node_row(node, row).data[col], step->curves->log_y);
}

static void include(ChartAxis *axis, double x)
{
    axis->least = fmin(axis->least, x); /* NaN has no effect */
    axis->most = fmax(axis->most, x);
}

/* Gives an empty or degenerate axis a length. */
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

static Ticks ticks_of(const ChartAxis *axis, int parts)
{
    return axis->logarithmic ? ticks_logarithmic(axis->least, axis->most, parts)
                             : ticks_linear(axis->least, axis->most, parts);
}

/* From the first number to the last. Ticks come later, as they depend on the widths of their texts.
 */
static ChartAxis x_axis(const Step *step)
{
    ChartAxis axis = {step->curves->log_x, INFINITY, -INFINITY, {.count = 0}};
    for (int r = 0; r < step->rows.count; r++)
        include(&axis, x_at(step, r));
    give_length(&axis);
    return axis;
}

/* Includes zero in a linear axis if it is near, and rounds the ends. */
static void round_ends(ChartAxis *axis, int parts)
{
    if (axis->least > 0 && axis->least < axis->most / 3)
        axis->least = 0;
    if (axis->most < 0 && axis->most > axis->least / 3)
        axis->most = 0;
    double step = round_step((axis->most - axis->least) / parts);
    axis->least = floor(axis->least / step + alike) * step;
    axis->most = ceil(axis->most / step - alike) * step;
}

/* For a logarithmic axis with ticks only at some powers of ten: extends an end to the next tick if
   that is nearer than the last one. Returns the new number of parts. */
static int reach_powers(ChartAxis *axis, int parts)
{
    Ticks ticks = ticks_of(axis, parts);
    double first = ticks.marks[0].value, last = ticks.marks[larger(0, ticks.count - 1)].value;
    double apart = ticks.marks[1].value - first;
    bool below = first - axis->least > apart / 2, above = axis->most - last > apart / 2;
    if (ticks.count < 2 || apart < 2)
        return parts;
    axis->least = below ? first - apart : axis->least;
    axis->most = above ? last + apart : axis->most;
    return parts + below + above;
}

/* An axis with round ends and ticks that cut it into about `parts` parts. */
static ChartAxis y_axis(const Step *step, int parts)
{
    const Curves *curves = step->curves;
    const Node *nodes[] = {step->node, curves->least, curves->most};
    ChartAxis axis = {curves->log_y, INFINITY, -INFINITY, {.count = 0}};
    for (int i = 0; i < 3 && nodes[i]; i++)
        for (int r = 0; r < step->rows.count; r++)
            for (int c = 0; c < step->cols.count; c++)
                include(&axis, y_at(step, nodes[i], r, c));
    give_length(&axis);
    double room = margin * (axis.most - axis.least);
    if (axis.logarithmic) {
        axis.least -= room;
        axis.most += room;
        parts = reach_powers(&axis, parts);
    } else {
        round_ends(&axis, parts);
    }
    axis.ticks = ticks_of(&axis, parts);
    return axis;
}

/* The minimum distance of two ticks in pixels; length: of the axis. */
static double ticks_apart(const ChartAxis *axis, int length)
{
    double apart = axis->most - axis->least;
    for (int i = 1; i < axis->ticks.count; i++)
        apart = fmin(apart, axis->ticks.marks[i].value - axis->ticks.marks[i - 1].value);
    return apart / (axis->most - axis->least) * length;
}

/* The place of a value, in 1/64 pixel from the start of the axis. */
static int place_along(const ChartAxis *axis, double value, int length)
{
    double part = (value - axis->least) / (axis->most - axis->least);
    return (int)floor(part * length * STROKE_PIXEL + 0.5);
}

/* ---- fitting ---- */

/* Names the curves, elided to a third of the width; returns the room they need. */
static int name_curves(const Sheet *sheet, Chart *chart, int width)
{
    const Axis *axis = &chart->plot.step->cols;
    int widest = 0, font = sheet_font(sheet, LABEL_SIZE), limit = width / 3;
    if (axis->count == 1)
        return 0;
    chart->names = arena_alloc(sheet->arena, (size_t)axis->count, sizeof *chart->names);
    for (int i = 0; i < axis->count; i++) {
        chart->names[i] = text_elide(sheet->typesetter, sheet->arena, axis->labels[i], font, limit);
        widest = larger(widest, sheet_text_width(sheet, chart->names[i], font));
    }
    return sheet_pixels(sheet, LEADER) + sheet_pixels(sheet, LABEL_GAP) + widest;
}

/* As many ticks as leave room between their texts; no fractional ticks for integers. */
static void fit_x_ticks(const Sheet *sheet, Chart *chart)
{
    const Step *step = chart->plot.step;
    int gap = sheet_pixels(sheet, TICKS_ACROSS);
    bool counts = !chart->x.logarithmic;
    for (int r = 0; r < step->rows.count; r++)
        counts &= step_row_number(step, r) == floor(step_row_number(step, r));
    double most = counts ? fmax(1, chart->x.most - chart->x.least) : PARTS_MOST;
    for (int parts = (int)fmin(PARTS_MOST, most); parts > 0; parts--) {
        chart->x.ticks = ticks_of(&chart->x, parts);
        if (ticks_apart(&chart->x, chart->area.width) >= ticks_width(sheet, &chart->x.ticks) + gap)
            return;
    }
}

Chart *chart_fit(const Sheet *sheet, const Step *step, int width, int height)
{
    CHECK(step->curves && step->rows.count > 0 && step->cols.count > 0, "%s has no curves",
          step->id);
    Plot plot = {.step = step, .rows = {1, 1, 0}, .cols = {1, 1, 0}};
    Chart *chart = arena_copy(sheet->arena, &(Chart){plot, .x = x_axis(step)}, sizeof *chart);
    int line = line_height(sheet_font(sheet, SMALL_SIZE)), gap = ticks_gap(sheet);
    int least = sheet_pixels(sheet, AREA_LEAST);
    int below = gap + 2 * line, names = name_curves(sheet, chart, width);
    chart->area.y = step->curves->mark_name ? line * 3 / 2 : line / 2;
    int list = chart->names ? step->cols.count * line_height(sheet_font(sheet, LABEL_SIZE)) : 0;
    /* the name of the y axis is vertical */
    int y_name = sheet_text_width(sheet, step->curves->y_name, sheet_font(sheet, SMALL_SIZE));
    height = larger(height - below - chart->area.y, least);
    chart->area.height = larger(height, larger(list, y_name));
    chart->plot.rows.pitch = chart->area.y + chart->area.height + below;
    int parts = chart->area.height / sheet_pixels(sheet, TICKS_DOWN);
    chart->y = y_axis(step, larger(1, smaller(parts, PARTS_MOST)));
    chart->area.x = line + gap + ticks_width(sheet, &chart->y.ticks);
    chart->area.width = larger(width - chart->area.x - names, least);
    fit_x_ticks(sheet, chart);
    /* the text of the last tick may reach beyond the area */
    names = larger(names, ticks_width(sheet, &chart->x.ticks) / 2 + 1);
    chart->area.width = larger(width - chart->area.x - names, least);
    chart->plot.cols.pitch = chart->area.x + chart->area.width + names;
    return chart;
}

/* ---- axes drawn ---- */

/* The pixel position of a coordinate on the x axis; and on the y axis. */
static int x_of(const Chart *chart, double x)
{
    return chart->area.x + place_along(&chart->x, x, chart->area.width) / STROKE_PIXEL;
}

static int y_of(const Chart *chart, double y)
{
    int height = chart->area.height;
    return chart->area.y + height - place_along(&chart->y, y, height) / STROKE_PIXEL;
}

/* Draws ticks with pale grid lines across the area. */
static void draw_ticks(const Sheet *sheet, const Chart *chart, bool of_x, TickLine axis)
{
    Colour pale = colour_mix(sheet->theme->background, sheet->theme->frame, 1, 2);
    const Ticks *ticks = of_x ? &chart->x.ticks : &chart->y.ticks;
    Side across = of_x ? SIDE_ABOVE : SIDE_RIGHT;
    int length = of_x ? chart->area.height : chart->area.width, line = sheet_pixels(sheet, 1);
    for (const Tick *tick = ticks->marks; tick < ticks->marks + ticks->count; tick++) {
        int place = of_x ? x_of(chart, tick->value) : y_of(chart, tick->value);
        sheet_fill(sheet, mark_box(across, axis.edge, place, length, line), pale);
        tick_draw(sheet, axis, tick, place, place);
    }
}

static void draw_axes(const Sheet *sheet, const Chart *chart)
{
    Box area = chart->area;
    Colour muted = sheet->theme->muted;
    int line = sheet_pixels(sheet, 1), bottom = area.y + area.height;
    TextItem name = sheet_small(sheet, ALIGN_MIDDLE);
    name.form = TEXT_FORMULA;
    draw_ticks(sheet, chart, true, (TickLine){SIDE_BELOW, bottom, 0});
    draw_ticks(sheet, chart, false, (TickLine){SIDE_LEFT, area.x, 0});
    sheet_fill(sheet, (Box){area.x - line, area.y, line, area.height + line}, muted);
    sheet_fill(sheet, (Box){area.x - line, bottom, area.width + line, line}, muted);
    sheet_text(sheet, name, chart->plot.step->curves->x_name, area.x + area.width / 2,
               bottom + ticks_gap(sheet) + line_height(name.size) * 19 / 10);
    name.form = TEXT_PLAIN; /* a root's bar cannot be rotated */
    name.angle = 90;
    sheet_text(sheet, name, chart->plot.step->curves->y_name, 2 * middle_to_base(name.size),
               area.y + area.height / 2);
}

/* ---- a mark ---- */

/* The position of a point; false if it cannot be drawn. */
static bool point_at(const Chart *chart, int row, int curve, Point *point)
{
    Box area = chart->area;
    const Step *step = chart->plot.step;
    double x = x_at(step, row), y = y_at(step, step->node, row, curve);
    if (isnan(y))
        return false;
    point->x = area.x * STROKE_PIXEL + place_along(&chart->x, x, area.width);
    point->y = (area.y + area.height) * STROKE_PIXEL - place_along(&chart->y, y, area.height);
    return true;
}

/* A dashed vertical line, behind the curves and in front of their bands; its name is above it,
   within the area's width. */
static void draw_mark(const Sheet *sheet, const Chart *chart)
{
    const Curves *curves = chart->plot.step->curves;
    Box area = chart->area;
    double place = measured(curves->mark, chart->x.logarithmic);
    if (!curves->mark_name || !(place >= chart->x.least && place <= chart->x.most))
        return;
    TextItem look = sheet_small(sheet, ALIGN_MIDDLE);
    int half = sheet_text_width(sheet, curves->mark_name, look.size) / 2;
    int x = x_of(chart, place), line = sheet_pixels(sheet, 1), left = area.x + half;
    int dash = sheet_pixels(sheet, CURVE_DASH);
    for (int y = 0; y < area.height; y += dash + sheet_pixels(sheet, CURVE_DASH_GAP))
        sheet_fill(sheet, (Box){x - line / 2, area.y + y, line, smaller(dash, area.height - y)},
                   sheet->theme->muted);
    sheet_text(sheet, look, curves->mark_name,
               larger(left, smaller(x, left + area.width - 2 * half)),
               area.y - sheet_pixels(sheet, LABEL_GAP));
}

/* ---- runs of points ---- */

/* Curves differ by colour, and by dashes when the colours repeat. */
static Colour curve_colour(const Sheet *sheet, int curve)
{
    return sheet->theme->curves[curve % THEME_CURVES];
}

static Point between(Point a, Point b, int part, int whole)
{
    return (Point){a.x + (int)((int64_t)(b.x - a.x) * part / whole),
                   a.y + (int)((int64_t)(b.y - a.y) * part / whole)};
}

/* Alternates dashes and gaps along a run. sqrt is correctly rounded on every machine, unlike other
   functions. */
static void draw_dashed(const Sheet *sheet, const Point *points, int count, Colour colour)
{
    int dash = sheet_pixels(sheet, CURVE_DASH) * STROKE_PIXEL;
    int period = dash + sheet_pixels(sheet, CURVE_DASH_GAP) * STROKE_PIXEL, passed = 0;
    for (int i = 0; i + 1 < count; i++) {
        Point a = points[i], b = points[i + 1];
        double dx = b.x - a.x, dy = b.y - a.y;
        int length = (int)sqrt(dx * dx + dy * dy), end;
        for (int from = -passed; from < length; from += period) {
            end = smaller(from + dash, length);
            Point ends[] = {between(a, b, larger(0, from), length), between(a, b, end, length)};
            if (end > 0)
                sheet_stroke(sheet, ends, 2, CURVE, colour);
        }
        passed = (passed + length) % period;
    }
}

static void draw_line(const Sheet *sheet, const Point *points, int count, int curve)
{
    Colour colour = curve_colour(sheet, curve);
    if (curve / THEME_CURVES % 2 == 1) /* the colours repeat */
        draw_dashed(sheet, points, count, colour);
    else
        sheet_stroke(sheet, points, count, CURVE, colour);
}

/* ---- curves drawn ---- */

/* Draws each unbroken run of points; with dots if all points are marked or one stands alone. */
static void draw_curve(const Sheet *sheet, const Chart *chart, int curve)
{
    int rows = chart->plot.step->rows.count, count = 0;
    bool marked = rows <= MARKED_MOST;
    Colour colour = curve_colour(sheet, curve);
    Point point, *points = arena_alloc(sheet->arena, (size_t)rows, sizeof *points);
    for (int r = 0; r <= rows; r++) {
        bool here = r < rows && point_at(chart, r, curve, &points[count]);
        if (!here && count > 1)
            draw_line(sheet, points, count, curve);
        else if (!here && count == 1 && !marked)
            sheet_stroke(sheet, points, 1, DOT, colour);
        count = here ? count + 1 : 0;
    }
    for (int r = 0; r < rows && marked; r++)
        if (point_at(chart, r, curve, &point))
            sheet_stroke(sheet, &point, 1, DOT, colour);
}

/* ---- bands ---- */

/* The period of the stripes in pixels: so many bands can overlap and all remain visible. */
enum { BAND_STRIPES = 4 };

/* The band between two rows, if all four corners can be drawn: vertical stripes, offset per curve.
 */
static void draw_band_part(const Sheet *sheet, const Chart *chart, int row, int curve)
{
    const Step *step = chart->plot.step;
    Colour colour = colour_mix(curve_colour(sheet, curve), sheet->theme->background, 1, 2);
    double least[2], most[2];
    for (int i = 0; i < 2; i++) {
        least[i] = y_at(step, step->curves->least, row + i, curve);
        most[i] = y_at(step, step->curves->most, row + i, curve);
        if (isnan(least[i]) || isnan(most[i]))
            return;
    }
    int left = x_of(chart, x_at(step, row)), right = x_of(chart, x_at(step, row + 1));
    for (int x = left; x < right; x++) {
        if ((x - chart->area.x) % BAND_STRIPES != curve % BAND_STRIPES)
            continue;
        int part = x - left, whole = right - left;
        int top = y_of(chart, most[0] + (most[1] - most[0]) * part / whole);
        int bottom = y_of(chart, least[0] + (least[1] - least[0]) * part / whole);
        sheet_fill(sheet, (Box){x, top, 1, bottom - top}, colour);
    }
}

/* ---- names ---- */

/* A curve's end, and the position of its name. */
typedef struct Ending {
    int curve;
    Point end;
    int y; /* pixels */
} Ending;

/* The endings of all curves, sorted by height; a curve without points ends at the bottom. */
static Ending *endings_of(Arena *arena, const Chart *chart, int count)
{
    Box area = chart->area;
    Ending *endings = arena_alloc(arena, (size_t)count, sizeof *endings);
    for (int i = 0; i < count; i++) {
        Point end = {(area.x + area.width) * STROKE_PIXEL, (area.y + area.height) * STROKE_PIXEL};
        for (int r = chart->plot.step->rows.count - 1; r >= 0 && !point_at(chart, r, i, &end);)
            r--;
        int place = i, y = end.y / STROKE_PIXEL;
        for (; place > 0 && endings[place - 1].y > y; place--)
            endings[place] = endings[place - 1];
        endings[place] = (Ending){i, end, y};
    }
    return endings;
}

/* Spreads names to be a line apart: pushes them down, and up again if they leave the area. */
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

/* A thin grey leader from the curve's end to the height of its name, a sample of the curve as in a
   legend, and the name. */
static void draw_name(const Sheet *sheet, const Chart *chart, const Ending *ending)
{
    int right = chart->area.x + chart->area.width, gap = sheet_pixels(sheet, LEADER_GAP);
    int slant = right + sheet_pixels(sheet, LEADER_SLANT),
        end = right + sheet_pixels(sheet, LEADER);
    bool moved = ending->y != ending->end.y / STROKE_PIXEL;
    int level = moved ? ending->y * STROKE_PIXEL : ending->end.y;
    Point points[] = {{(right + gap) * STROKE_PIXEL, ending->end.y},
                      {slant * STROKE_PIXEL, level},
                      {(slant + gap) * STROKE_PIXEL, level},
                      {end * STROKE_PIXEL, level}};
    sheet_stroke(sheet, points, 2, 1, sheet->theme->muted);
    draw_line(sheet, points + 2, 2, ending->curve);
    TextItem look = {.size = sheet_font(sheet, LABEL_SIZE), .colour = sheet->theme->text};
    sheet_text(sheet, look, chart->names[ending->curve], end + sheet_pixels(sheet, LABEL_GAP),
               ending->y + middle_to_base(look.size));
}

void chart_draw(const Sheet *sheet, const Chart *chart)
{
    const Step *step = chart->plot.step;
    draw_axes(sheet, chart);
    for (int c = 0; step->curves->least && c < step->cols.count; c++)
        for (int r = 0; r + 1 < step->rows.count; r++)
            draw_band_part(sheet, chart, r, c);
    draw_mark(sheet, chart);
    for (int c = 0; c < step->cols.count; c++)
        draw_curve(sheet, chart, c);
    if (!chart->names)
        return;
    Ending *endings = endings_of(sheet->arena, chart, step->cols.count);
    spread(endings, step->cols.count, line_height(sheet_font(sheet, LABEL_SIZE)), chart->area);
    for (int i = 0; i < step->cols.count; i++)
        draw_name(sheet, chart, &endings[i]);
}
