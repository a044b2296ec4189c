#include "model/studies.h"

enum { WAVES = 4, BLOCK_FEATURES = 8 };

double position_wavelength(double base, int d, int i)
{
    return 2 * M_PI * portable_exp(2.0 * i / d * portable_log(base));
}

/* "sin 1", "cos 1", "sin 2", …: features by their frequency. */
static Axis wave_axis(Graph *g, int count)
{
    const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
    for (int j = 0; j < count; j++)
        labels[j] = arena_format(g->arena, "%s %d", j % 2 ? "cos" : "sin", j / 2 + 1);
    return axis_unquoted(label_axis("feature", labels, count));
}

static Node *encodings(Scope s, const char *id, const char *title, const char *symbol, int length,
                       int d, double base)
{
    Node *node = defined(s, id, title, symbol, sinusoids(s.graph, length, d, base));
    return with_axes(s, node, number_axis(s.graph, "position", 0, length), wave_axis(s.graph, d));
}

/* Sine waves of a few frequencies, from fastest to slowest. */
static void waves(Scope s, Node *PE)
{
    Node *waves[WAVES];
    int frequencies = cols_of(PE) / 2, count = smaller(frequencies, WAVES);
    for (int k = 0; k < count; k++) {
        int frequency = k * (frequencies - 1) / larger(count - 1, 1);
        waves[k] = columns(s.graph, PE, 2 * frequency, 1);
    }
    named(s, "waves", "A few columns of it", concat(s.graph, waves, count));
}

/* PE(k)·PE(0) in row k [n,1] */
static Node *dots_with_first(Graph *g, Node *PE)
{
    return matmul_transposed(g, PE, row_range(g, PE, 0, 1));
}

static void distances(Scope s, Node *PE, PositionSettings p)
{
    Graph *g = s.graph;
    Node *other =
        encodings(s, "distances/other-base", "Sinusoidal positions with the other base",
                  arena_format(g->arena, "PE_{%g}", p.other_base), p.length, p.d, p.other_base);
    Axis base = single_axis(g, "base", arena_format(g->arena, "base %g", p.base));
    base = axis_extended(g, base, NULL, arena_format(g->arena, "base %g", p.other_base));
    Node *both = concat(g, (Node *[]){dots_with_first(g, PE), dots_with_first(g, other)}, 2);
    named(s, "distances", "Dot product against the distance, with two bases", both);
    with_axes(s, both, number_axis(g, "distance", 0, p.length), base);
}

/* The rotation R (first blocks shown), and the check that PE(p) Rᵀ = PE(p + k). */
static void rotation(Scope s, Node *PE, PositionSettings p)
{
    Graph *g = s.graph;
    int count = smaller(p.d, BLOCK_FEATURES);
    Node *R =
        defined(s, "rotation/whole", "The whole rotation", "R", rotations(g, p.shift, p.d, p.base));
    with_axes(s, R, wave_axis(g, p.d), wave_axis(g, p.d));
    named(s, "rotation",
          arena_format(g->arena, "The rotation by %d positions%s", p.shift,
                       count < p.d ? ", its first blocks" : ""),
          columns(g, row_range(g, R, 0, count), 0, count));
    Axis features = wave_axis(g, p.d);
    features.named = false; /* without frequency labels */
    Node *rotated = named(s, "rotated", "Every position, rotated", matmul_transposed(g, PE, R));
    with_axes(s, rotated, (Axis){0}, features);
    int all = p.length + p.shift;
    Node *longer = encodings(s, "ahead/longer", "More positions", "PE'", all, p.d, p.base);
    Node *ahead = defined(s, "ahead", arena_format(g->arena, "The positions %d places on", p.shift),
                          arena_format(g->arena, "PE(p + %d)", p.shift),
                          row_range(g, longer, p.shift, p.length));
    with_axes(s, ahead, number_axis(g, "position", 0, p.length), features);
    named(s, "error",
          arena_format(g->arena, "How far the rotated are from those %d places on", p.shift),
          subtract(g, rotated, ahead));
}

void positions(Scope s, PositionSettings p)
{
    Node *PE = encodings(s, "encodings", "Sinusoidal positions", "PE", p.length, p.d, p.base);
    waves(s, PE);
    named(s, "dots", "Dot product of any two positions", matmul_transposed(s.graph, PE, PE));
    distances(s, PE, p);
    rotation(s, PE, p);
}
