#include "model/studies.h"

/* ---- random matrices ---- */

static Tensor drawn(Arena *arena, const FlowSettings *s, const char *name, int rows, int cols,
                    double deviation)
{
    Random random = random_named(s->seed, name);
    return tensor_drawn(arena, &random, rows, cols, deviation);
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* A uniformly distributed orthogonal matrix: rows of N(0, 1), orthonormalised by Gram–Schmidt.
   Written to the columns from `first` on. */
static void draw_orthonormal(Arena *arena, const FlowSettings *s, const char *name, Tensor t,
                             int first)
{
    int n = s->units;
    Random random = random_named(s->seed, name);
    double *rows = arena_alloc(arena, (size_t)n * (size_t)n, sizeof *rows);
    for (int i = 0; i < n; i++) {
        double *row = rows + (ptrdiff_t)i * n;
        for (int k = 0; k < n; k++)
            row[k] = random_normal(&random);
        for (int j = 0; j < i; j++) {
            const double *other = rows + (ptrdiff_t)j * n;
            double along = dot(row, other, n);
            for (int k = 0; k < n; k++)
                row[k] -= along * other[k];
        }
        double length = sqrt(dot(row, row, n));
        for (int k = 0; k < n; k++)
            tensor_row(t, i)[first + k] = (real)(row[k] /= length);
    }
}

/* ---- inputs and cell of a gain ---- */

/* The inputs and the cell of one gain, drawn with the same seed for all. */
typedef struct Drawn {
    Node *x;
    RecurrentCell cell;
    Node *target; /* y, the target of h_T */
} Drawn;

static Node *number(Graph *g, double x)
{
    return constant(g, tensor_filled(g->arena, 1, 1, (real)x), "given");
}

/* Sets the recurrent matrices: gain times orthogonal. */
static void set_recurrent(Scope s, const FlowSettings *f, double gain, RecurrentCell *cell)
{
    Graph *g = s.graph;
    int n = f->units;
    Tensor own = tensor_new(g->arena, n, n), gates = tensor_new(g->arena, n, 2 * n);
    draw_orthonormal(g->arena, f, "flow/Q", own, 0);
    draw_orthonormal(g->arena, f, "flow/Q_z", gates, 0);
    draw_orthonormal(g->arena, f, "flow/Q_r", gates, n);
    const char *turned =
        arena_format(g->arena, "an orthogonal matrix drawn from seed %ju", (uintmax_t)f->seed);
    Node *Q = given_matrix(s, "Q", "An orthogonal matrix", "Q", parameter(g, own, turned));
    Node *factor = given_matrix(s, "gain", "The gain", "gain", number(g, gain));
    cell->U = defined(s, "U", "What a state is multiplied with", "U", multiply_by(g, Q, factor));
    if (f->kind != CELL_GRU)
        return;
    Node *both =
        given_matrix(s, "Q_zr", "Two orthogonal matrices", "Q_{zr}", parameter(g, gates, turned));
    cell->U_gates = defined(s, "U_zr", "What the gates multiply a state with", "U_{zr}",
                            multiply_by(g, both, factor));
}

static Drawn draw(Scope s, const FlowSettings *f, double gain)
{
    Graph *g = s.graph;
    const char *seed = arena_format(g->arena, "drawn from seed %ju", (uintmax_t)f->seed);
    bool gated = f->kind == CELL_GRU;
    int n = f->units, width = cell_width(f->kind, n);
    Tensor b = tensor_new(g->arena, 1, width), y = drawn(g->arena, f, "flow/y", 1, n, 1);
    for (int i = 0; i < n; i++) {
        b.data[i] = gated ? (real)f->gate_bias : 0;
        y.data[i] = y.data[i] < 0 ? -1 : 1;
    }
    Drawn d = {.cell = {.kind = f->kind, .words = {"State", "h_{%d}", "h̃_{%d}"}}};
    d.x = given_matrix(s, "x", "What is read", "X",
                       constant(g, drawn(g->arena, f, "flow/x", f->length, n, f->deviation), seed));
    with_axes(s, d.x, axis_as(feature_axis(g, f->length), "place"), (Axis){0});
    d.cell.W =
        given_matrix(s, "W", "What the inputs are multiplied with", "W",
                     parameter(g, drawn(g->arena, f, "flow/W", n, width, 1 / sqrt(n)), seed));
    d.cell.b = given_matrix(s, "b", "The biases", "b",
                            parameter(g, b, gated ? "zero, but for the update gate's" : "zero"));
    set_recurrent(s, f, gain, &d.cell);
    d.target =
        given_matrix(s, "y", "What the last state should have been", "y", constant(g, y, seed));
    return d;
}

/* ---- the chain rule ---- */

Node *gradient_lengths(Scope s, Node *const *states, int length)
{
    Graph *g = s.graph;
    Node **lengths = arena_alloc(g->arena, (size_t)length, sizeof(Node *)), *product = NULL;
    for (int d = 0; d < length; d++) {
        int t = length - d; /* the step to position t, from 0 */
        Scope place = within(s, "place-%d", " of the step to place %d", t + 1);
        Node *factor = d ? defined(place, "jacobian", "The Jacobian",
                                   arena_format(g->arena, "∂h_{%d}/∂h_{%d}", t + 1, t),
                                   jacobian(place, states[t], states[t - 1]))
                         : identity(g, cols_of(states[0]));
        product = d > 1 ? matmul(g, product, factor) : factor;
        s.number = d;
        defined(s, arena_format(g->arena, "jacobian-%d", d),
                arena_format(g->arena, "The Jacobian over the distance %d", d), "∂h_T/∂h_{T−%d}",
                product);
        lengths[d] = with_symbol(s, transpose(g, row_lengths(g, product)), "g_{%d}", d);
    }
    return defined(s, "gradients", "How long each unit's gradient is", "G",
                   stack(g, lengths, length));
}

/* ---- clipping ---- */

enum { MOST_PARTS = 4 };

/* The norms of the gradient of ½|h_T − y|² with respect to each tensor of the cell [1,…]. */
static Node *part_norms(Scope s, const Drawn *d, Node *last)
{
    static const char *const names[][MOST_PARTS] = {{"W", "U", "b"}, {"W", "U", "U_zr", "b"}};
    Graph *g = s.graph;
    const RecurrentCell *c = &d->cell;
    Node *tensors[][MOST_PARTS] = {{c->W, c->U, c->b}, {c->W, c->U, c->U_gates, c->b}};
    Node *gradients[MOST_PARTS], *norms[MOST_PARTS];
    int count = c->kind == CELL_GRU ? 4 : 3;
    Node *miss = named(s, "miss", "How far the last state is from y", subtract(g, last, d->target));
    Node *square = named(s, "square", "The square of that length", row_dots(g, miss, miss));
    Node *loss = multiply_by(g, square, given_matrix(s, "half", "A half", "½", number(g, 0.5)));
    named(s, "value", "The loss ½|h_T − y|²", loss);
    derivatives(s, loss, number_node(g, 1, 1, 1), "L", tensors[c->kind], count, gradients);
    for (int i = 0; i < count; i++) {
        const char *tensor = names[c->kind][i];
        Scope part = within(s, tensor, "", 0);
        defined(s, tensor, "The loss's gradient", arena_format(g->arena, "∂L/∂%s", tensor),
                gradients[i]);
        Node *rows = named(part, "rows", "The length of each row of the loss's gradient",
                           row_lengths(g, gradients[i]));
        norms[i] = named(part, "norm", "The norm of the loss's gradient",
                         row_lengths(g, transpose(g, rows)));
    }
    return concat(g, norms, count);
}

/* Clips the gradients of all gains, a row each. Returns the norms afterwards. */
static Node *clip(Scope s, const FlowSettings *f, Node *const *parts, Node *const *norms,
                  Axis gains)
{
    static const char *const labels[][7] = {
        {"|∂L/∂W|", "|∂L/∂U|", "|∂L/∂b|", "before", "factor", "after"},
        {"|∂L/∂W|", "|∂L/∂U|", "|∂L/∂U_zr|", "|∂L/∂b|", "before", "factor", "after"}};
    Graph *g = s.graph;
    Scope clipped = within(s, "clipped", "", 0);
    Node *before = with_symbol(s, stack(g, norms, f->gains.count), "|g|", 0);
    Node *factor = named(clipped, "factor", "What each gradient is multiplied with",
                         clip_factor(g, before, f->clip));
    Node *after =
        named(clipped, "after", "The norm of each clipped gradient", multiply(g, before, factor));
    Node *all = with_symbol(s, stack(g, parts, f->gains.count), "|∂L|", 0);
    Node *together = named(s, "clipped", "The gradient of a loss, clipped",
                           concat(g, (Node *[]){all, before, factor, after}, 4));
    with_axes(s, together, gains, label_axis("norm", labels[f->kind], cols_of(together)));
    with_axes(s, factor, gains, (Axis){0});
    return with_axes(s, after, gains, (Axis){0});
}

/* ---- the whole ---- */

/* The states of a gain, its Jacobians, and their norms ‖·‖/√n [T,1]. */
static Node *norms_of(Scope s, const FlowSettings *f, const Drawn *d, Node **states)
{
    static const ReadOrder reading = {"products", "place-%d", "", false};
    Graph *g = s.graph;
    Node **read = read_places(s, &d->cell, d->x, 1, reading);
    Node *all = defined(s, "states", "The states", "H", stack(g, read, f->length));
    *states = read[f->length - 1];
    Node *lengths = gradient_lengths(s, read, f->length);
    Node *frobenius =
        named(s, "frobenius", "The whole Jacobian's length by distance", row_lengths(g, lengths));
    with_axes(s, all, axis_as(feature_axis(g, f->length), "place"),
              axis_as(feature_axis(g, f->units), "unit"));
    with_axes(s, lengths, series_axis(g, "distance", "%d", 0, f->length),
              axis_as(feature_axis(g, f->units), "unit"));
    with_width(s, lengths, "n");
    return divide_by_root(g, frobenius, f->units);
}

/* Fails at the first gain whose gradient overflows. */
static void check_range(const FlowSettings *f, const Node *norms, const Node *clipped)
{
    for (int i = 0; i < cols_of(norms); i++)
        for (int d = 0; d < rows_of(norms); d++) {
            bool is_last = d == rows_of(norms) - 1; /* ∞ · 0 is NaN */
            if (!isfinite(at(node_value(norms), d, i)) ||
                (is_last && clipped && !isfinite(node_value(clipped).data[i])))
                fail("--gain %g: at distance %d the gradient is beyond the range of float32; take "
                     "a smaller gain or --length",
                     f->gains.decimals[i], d);
        }
}

void gradient_flow(Scope s, const FlowSettings *f)
{
    Graph *g = s.graph;
    Node **norms = arena_alloc(g->arena, (size_t)f->gains.count, sizeof(Node *)), *last;
    Node **parts = arena_alloc(g->arena, (size_t)f->gains.count, sizeof(Node *));
    Node **whole = arena_alloc(g->arena, (size_t)f->gains.count, sizeof(Node *));
    const char **labels = arena_alloc(g->arena, (size_t)f->gains.count, sizeof *labels);
    for (int i = 0; i < f->gains.count; i++) {
        labels[i] = arena_format(g->arena, "gain %s",
                                 digits_text(g->arena, f->gains.decimals[i], GAIN_DIGITS));
        Scope gain =
            ending_in(within(s, "gain-%d", "", i + 1), arena_format(g->arena, " at %s", labels[i]));
        Scope loss = within(gain, "loss", "", 0);
        Drawn d = draw(gain, f, f->gains.decimals[i]);
        norms[i] = norms_of(gain, f, &d, &last);
        if (f->clip <= 0)
            continue;
        parts[i] = part_norms(loss, &d, last);
        whole[i] = named(loss, "norm", "The whole gradient's norm", row_lengths(g, parts[i]));
    }
    Axis gains = axis_unquoted(label_axis("gain", labels, f->gains.count));
    Node *all = defined(s, "norms", "The gradient's norm by distance", "N",
                        concat(g, norms, f->gains.count));
    with_axes(s, all, series_axis(g, "distance", "%d", 0, f->length), gains);
    Node *factors = named(s, "growth", "What a step multiplies the norm by", growth(g, all));
    with_axes(s, factors, single_axis(g, "factor", "a step"), gains);
    check_range(f, all, f->clip > 0 ? clip(s, f, parts, whole, gains) : NULL);
}
