#include "trace/positions.h"

#include "base/number.h"
#include "graph/ops.h"
#include "trace/measure.h"
#include "trace/narration.h"

#include <math.h>

enum {
    WAVES = 4,
    BLOCK_FEATURES = 8,
    STEPS = 8,
    PANELS = 1,
    SETTINGS = 4,
    DIGITS = 3,
    LARGE = 1000
};

/* One narration. */
typedef struct Narration {
    Graph *graph;
    Arena *arena;
    Trace *trace;
    const Positions *positions;
    Axis places;           /* positions 0 … n−1 */
    const double *numbers; /* the same as numbers */
} Narration;

static const char *number(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena,
                        x < LARGE ? number_digits(digits, x, DIGITS) : number_fixed(digits, x, 0));
}

static const char *fixed(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, 2));
}

static int frequencies(const Narration *n)
{
    return n->positions->settings.d / 2;
}

/* ---- axes ---- */

static Axis place_axis(Arena *arena, const char *name, int count)
{
    return token_axis(name, counted_labels(arena, 0, count), count);
}

static Axis renamed(Axis axis, const char *name)
{
    axis.name = name;
    return axis;
}

/* "sin 1", "cos 1", "sin 2", …: features by their frequency. */
static Axis wave_axis(const Narration *n, int count, bool named)
{
    const char **labels = arena_alloc(n->arena, (size_t)count, sizeof *labels);
    for (int j = 0; j < count; j++)
        labels[j] = arena_format(n->arena, "%s %d", j % 2 ? "cos" : "sin", j / 2 + 1);
    return (Axis){.name = "feature", .count = count, .labels = labels, .named = named};
}

/* ---- what is seen ---- */

/* Of frequency i from 0. */
static const char *wavelength(const Narration *n, int i)
{
    return number(n, position_wavelength(n->positions->settings.base, n->positions->settings.d, i));
}

static const char *note_encodings(const Narration *n)
{
    PositionSettings s = n->positions->settings;
    const char *first = wavelength(n, 0), *s_of_many = s.length == 1 ? "" : "s";
    int turning = 0, last = frequencies(n) - 1;
    for (int i = 0; i <= last; i++)
        turning += position_wavelength(s.base, s.d, i) <= s.length;
    if (!last)
        return arena_format(n->arena,
                            "The one frequency (i = 0) turns once in %s positions: over %d "
                            "position%s %s once.",
                            first, s.length, s_of_many, turning ? "at least" : "not even");
    return arena_format(n->arena,
                        "Frequency 1 (i = 0) turns once in %s positions, frequency %d (i = %d) in "
                        "%s: over %d position%s, %s of the %d frequencies turn%s at least once.",
                        first, last + 1, last, wavelength(n, last), s.length, s_of_many,
                        turning ? arena_format(n->arena, "%d", turning) : "none", last + 1,
                        turning == 1 ? "s" : "");
}

/* How far the dot products of pairs at the same distance are from those with position 0. */
static const char *note_dots(const Narration *n)
{
    Tensor dots = n->positions->dots->value;
    double farthest = 0;
    for (int distance = 0; distance < dots.cols; distance++) {
        double least = INFINITY, most = -INFINITY;
        for (int p = 0; p + distance < dots.cols; p++) {
            least = fmin(least, (double)at(dots, p, p + distance));
            most = fmax(most, (double)at(dots, p, p + distance));
        }
        farthest = fmax(farthest, most - least);
    }
    return arena_format(n->arena,
                        "The dot product of two positions depends on their distance alone: pairs "
                        "equally far apart differ by %s at most. With itself it is %s, the number "
                        "of frequencies.",
                        number(n, farthest), fixed(n, (double)at(dots, 0, 0)));
}

/* "15.62 at distance 10 and 10.00 at 49"; the latter alone where there are no more */
static const char *fall(const Narration *n, int col)
{
    Tensor d = n->positions->distances->value;
    int last = d.rows - 1, near = last > 10 ? 10 : last;
    if (near == last)
        return arena_format(n->arena, "%s at distance %d", fixed(n, (double)at(d, last, col)),
                            last);
    return arena_format(n->arena, "%s at distance %d and %s at %d",
                        fixed(n, (double)at(d, near, col)), near,
                        fixed(n, (double)at(d, last, col)), last);
}

/* What another base changes, in the numbers of both. */
static const char *note_distances(const Narration *n)
{
    PositionSettings s = n->positions->settings;
    int last = frequencies(n) - 1;
    if (s.length == 1)
        return "There is one position: it is at distance 0 from itself.";
    if (!last)
        return arena_format(n->arena,
                            "The dot product is %s. The one wave is the fastest, which turns once "
                            "in %s positions: it has no base in it.",
                            fall(n, 0), wavelength(n, 0));
    return arena_format(
        n->arena,
        "With base %g the dot product is %s, with base %g %s. The slowest wave turns once in %s "
        "and in %s positions; the fastest, in %s, has no base in it.",
        s.base, fall(n, 0), s.other_base, fall(n, 1), wavelength(n, last),
        number(n, position_wavelength(s.other_base, s.d, last)), wavelength(n, 0));
}

static const char *note_rotation(const Narration *n)
{
    PositionSettings s = n->positions->settings;
    double turn = 360.0 * s.shift;
    if (frequencies(n) == 1)
        return arena_format(n->arena, "The one frequency turns by %s degrees.",
                            number(n, turn / position_wavelength(s.base, s.d, 0)));
    return arena_format(n->arena,
                        "Each frequency turns by its own angle, frequency 1 by %s degrees and "
                        "frequency %d by %s; everything off the 2 × 2 blocks is 0.",
                        number(n, turn / position_wavelength(s.base, s.d, 0)), frequencies(n),
                        number(n, turn / position_wavelength(s.base, s.d, frequencies(n) - 1)));
}

static const char *note_waves(const Narration *n)
{
    Tensor e = n->positions->encodings->value;
    if (frequencies(n) == 1)
        return arena_format(n->arena,
                            "The one sine turns once in %s positions, and stands at %s at position "
                            "%d.",
                            wavelength(n, 0), number(n, (double)at(e, e.rows - 1, 0)), e.rows - 1);
    return arena_format(n->arena,
                        "At position %d the slowest sine stands at %s; the fastest turns once in "
                        "%s positions.",
                        e.rows - 1, number(n, (double)at(e, e.rows - 1, e.cols - 2)),
                        wavelength(n, 0));
}

static const char *note_rotated(const Narration *n)
{
    return arena_format(n->arena, "The same R turns every position: row p becomes PE(p + %d).",
                        n->positions->settings.shift);
}

static const char *note_ahead(const Narration *n)
{
    return arena_format(n->arena, "The encodings again, computed from position %d on.",
                        n->positions->settings.shift);
}

static const char *note_error(const Narration *n)
{
    Tensor error = n->positions->error->value;
    Place worst = largest_size(error, NULL);
    return arena_format(n->arena,
                        "The rotated encodings are those %d places on, but for %s at most, the "
                        "rounding of %s precision.",
                        n->positions->settings.shift,
                        number(n, fabs((double)at(error, worst.row, worst.col))),
                        sizeof(real) == sizeof(float) ? "single" : "double");
}

/* ---- steps ---- */

static const char encoding_formula[] =
    "PE(p, 2i) = sin(p/base^{2i/d}), PE(p, 2i + 1) = cos(p/base^{2i/d})";

static void add_encodings(Narration *n)
{
    add_step(n->trace, (Step){.id = "encodings",
                              .title = "Sinusoidal positions",
                              .formula = encoding_formula,
                              .note = note_encodings(n),
                              .rows = n->places,
                              .cols = wave_axis(n, n->positions->settings.d, true),
                              .kind = VALUE_SIGNED,
                              .node = n->positions->encodings});
}

static void add_curves(Narration *n, Step step, const char *x_name, const char *y_name)
{
    Curves *curves = arena_alloc(n->arena, 1, sizeof *curves);
    *curves = (Curves){.x = n->numbers, .x_name = x_name, .y_name = y_name};
    step.rows = renamed(n->places, x_name);
    step.kind = VALUE_SIGNED;
    step.form = FORM_CURVES;
    step.curves = curves;
    add_step(n->trace, step);
}

/* The sine of a few frequencies, from the fastest to the slowest. */
static void add_waves(Narration *n)
{
    int count = frequencies(n) < WAVES ? frequencies(n) : WAVES;
    Node *waves[WAVES];
    const char **labels = arena_alloc(n->arena, WAVES, sizeof *labels);
    for (int k = 0; k < count; k++) {
        int i = count > 1 ? k * (frequencies(n) - 1) / (count - 1) : 0;
        waves[k] = columns(n->graph, n->positions->encodings, 2 * i, 1);
        labels[k] = arena_format(n->arena, "sin %d", i + 1);
    }
    add_curves(n,
               (Step){.id = "waves",
                      .title = "A few columns of it",
                      .formula = "PE(p, 2i) = sin(p/base^{2i/d})",
                      .note = note_waves(n),
                      .cols = token_axis("feature", labels, count),
                      .node = concat(n->graph, waves, count)},
               "position", "value");
}

static void add_dots(Narration *n)
{
    add_step(n->trace, (Step){.id = "dots",
                              .title = "Dot product of any two positions",
                              .formula = "PE PEᵀ",
                              .note = note_dots(n),
                              .rows = n->places,
                              .cols = n->places,
                              .kind = VALUE_SIGNED,
                              .node = n->positions->dots});
}

static void add_distances(Narration *n)
{
    const char **labels = arena_alloc(n->arena, 2, sizeof *labels);
    labels[0] = arena_format(n->arena, "base %g", n->positions->settings.base);
    labels[1] = arena_format(n->arena, "base %g", n->positions->settings.other_base);
    add_curves(n,
               (Step){.id = "distances",
                      .title = "Dot product against the distance, with two bases",
                      .formula = "PE(p)·PE(p + k)",
                      .note = note_distances(n),
                      .cols = token_axis("base", labels, 2),
                      .node = n->positions->distances},
               "distance", "dot product");
}

/* The first blocks of R. */
static void add_rotation(Narration *n)
{
    PositionSettings s = n->positions->settings;
    int count = s.d < BLOCK_FEATURES ? s.d : BLOCK_FEATURES;
    int *rows = arena_alloc(n->arena, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] = i;
    Node *whole = n->positions->rotation;
    Node *blocks = columns(n->graph, gather(n->graph, whole, rows, count), 0, count);
    Axis axis = wave_axis(n, count, true);
    add_step(n->trace,
             (Step){.id = "rotation",
                    .title = arena_format(n->arena, "The rotation by %d positions%s", s.shift,
                                          count < s.d ? ", its first blocks" : ""),
                    .formula = arena_format(n->arena, "R with R PE(p) = PE(p + %d)", s.shift),
                    .note = note_rotation(n),
                    .rows = axis,
                    .cols = axis,
                    .kind = VALUE_SIGNED,
                    .node = blocks});
}

/* A matrix of all positions again. */
static void add_check(Narration *n, const char *id, const char *title, const char *formula,
                      const char *note, const Node *node)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .detail = node != n->positions->error,
                              .rows = n->places,
                              .cols = wave_axis(n, n->positions->settings.d, false),
                              .kind = VALUE_SIGNED,
                              .node = node});
}

static void add_checks(Narration *n)
{
    int shift = n->positions->settings.shift;
    const char *later = arena_format(n->arena, "PE(p + %d)", shift);
    add_check(n, "rotated", "Every position, rotated", "R PE(p)", note_rotated(n),
              n->positions->rotated);
    add_check(n, "ahead", arena_format(n->arena, "The positions %d places on", shift), later,
              note_ahead(n), n->positions->ahead);
    add_check(n, "error",
              arena_format(n->arena, "How far the rotated are from those %d places on", shift),
              arena_format(n->arena, "R PE(p) − %s", later), note_error(n), n->positions->error);
}

static void add_overview(Narration *n)
{
    Grid grid = grid_new(n->trace, "overview", 2, 3);
    grid.panel.title = "Sinusoidal positions";
    grid.panel.formula = encoding_formula;
    grid.panel.note = note_distances(n);
    grid.panel.own_ranges = true; /* dot products are far larger than sines */
    grid_place(&grid, 0, 0, "encodings", "PE", NULL);
    grid_place(&grid, 0, 1, "dots", "PE PEᵀ", NULL);
    grid_place(&grid, 0, 2, "rotation",
               arena_format(n->arena, "R PE(p) = PE(p + %d)%s", n->positions->settings.shift,
                            frequencies(n) > BLOCK_FEATURES / 2 ? ", first blocks of R" : ""),
               NULL);
    grid_place(&grid, 1, 0, "waves", "some columns", NULL);
    grid_place(&grid, 1, 1, "distances", "dot product against distance", NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

static void add_settings(Narration *n)
{
    PositionSettings s = n->positions->settings;
    add_number_setting(n->trace, "length", s.length);
    add_number_setting(n->trace, "d_model", s.d);
    add_setting(n->trace, "base", arena_format(n->arena, "%.17g", s.base), true);
    add_number_setting(n->trace, "shift", s.shift);
    n->trace->provenance =
        arena_format(n->arena, "d_{model} = %d, %d positions, base %g", s.d, s.length, s.base);
}

Trace *narrate_positions(Graph *g, const Positions *positions, int argc, const char *const *argv)
{
    int length = positions->settings.length;
    double *numbers = arena_alloc(g->arena, (size_t)length, sizeof *numbers);
    for (int p = 0; p < length; p++)
        numbers[p] = p;
    Narration n = {.graph = g,
                   .arena = g->arena,
                   .trace = trace_new(g->arena, STEPS, PANELS, SETTINGS, 0),
                   .positions = positions,
                   .places = place_axis(g->arena, "position", length),
                   .numbers = numbers};
    n.trace->argc = argc;
    n.trace->argv = argv;
    add_settings(&n);
    add_encodings(&n);
    add_waves(&n);
    add_dots(&n);
    add_distances(&n);
    add_rotation(&n);
    add_checks(&n);
    add_overview(&n);
    return n.trace;
}
