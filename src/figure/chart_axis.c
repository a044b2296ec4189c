#include "figure/chart.h"

#include "base/elementary.h"

#include <math.h>

static const double largest = 1e300; /* of what has a place: ranges must not overflow */
static const double alike = 1e-9;    /* a range this small beside its numbers is none */
static const double margin = 0.04;   /* of a logarithmic axis, beyond its numbers */

double chart_measured(double x, bool logarithmic)
{
    if (!(fabs(x) <= largest) || (logarithmic && x <= 0))
        return NAN;
    return logarithmic ? portable_log(x) / portable_log(10) : x;
}

double chart_x(const Step *step, int row)
{
    return chart_measured(step->curves->x[row], step->curves->log_x);
}

double chart_y(const Step *step, int row, int col)
{
    if (isnan(chart_x(step, row)))
        return NAN;
    return chart_measured((double)at(step->node->value, row, col), step->curves->log_y);
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

Ticks chart_ticks(const ChartAxis *axis, int parts)
{
    return axis->logarithmic ? ticks_logarithmic(axis->least, axis->most, parts)
                             : ticks_linear(axis->least, axis->most, parts);
}

ChartAxis chart_x_axis(const Step *step)
{
    ChartAxis axis = axis_begin(step->curves->x_name, step->curves->log_x);
    for (int r = 0; r < step->rows.count; r++)
        include(&axis, chart_x(step, r));
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

ChartAxis chart_y_axis(const Step *step, int parts)
{
    ChartAxis axis = axis_begin(step->curves->y_name, step->curves->log_y);
    for (int r = 0; r < step->rows.count; r++)
        for (int c = 0; c < step->cols.count; c++)
            include(&axis, chart_y(step, r, c));
    give_length(&axis);
    double room = margin * (axis.most - axis.least);
    if (axis.logarithmic) {
        axis.least -= room;
        axis.most += room;
    } else {
        round_ends(&axis, parts);
    }
    axis.ticks = chart_ticks(&axis, parts);
    return axis;
}

double chart_ticks_apart(const ChartAxis *axis, int length)
{
    double apart = axis->most - axis->least;
    for (int i = 1; i < axis->ticks.count; i++)
        apart = fmin(apart, axis->ticks.marks[i].value - axis->ticks.marks[i - 1].value);
    return apart / (axis->most - axis->least) * length;
}

int chart_place(const ChartAxis *axis, double value, int length)
{
    double part = (value - axis->least) / (axis->most - axis->least);
    return (int)floor(part * length * STROKE_PIXEL + 0.5);
}
