#include "model/gradient_flow.h"

#include "base/random.h"
#include "graph/ops.h"

#include <math.h>
#include <string.h>

/* ---- what is drawn ---- */

static Tensor drawn(Arena *arena, const FlowSettings *s, const char *name, int rows, int cols,
                    double deviation)
{
    Random random = random_named(s->seed, name);
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)(deviation * random_normal(&random));
    return t;
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Rows of N(0, 1) made orthogonal and of length 1, one after the other (Gram and Schmidt): every
   rotation and reflection is as likely as any other. */
static double *orthonormal(Arena *arena, const FlowSettings *s, const char *name)
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
            row[k] /= length;
    }
    return rows;
}

/* Orthogonal matrices side by side. */
static Tensor orthogonal(Arena *arena, const FlowSettings *s, const char *const *names, int count)
{
    int n = s->units;
    Tensor t = tensor_new(arena, n, count * n);
    for (int m = 0; m < count; m++) {
        const double *rows = orthonormal(arena, s, names[m]);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                tensor_row(t, i)[m * n + k] = (real)rows[i * n + k];
    }
    return t;
}

static Tensor biases(Arena *arena, const FlowSettings *s)
{
    bool gated = s->kind == CELL_GRU;
    Tensor b = tensor_new(arena, 1, gated ? 3 * s->units : s->units);
    for (int i = 0; gated && i < s->units; i++)
        b.data[i] = (real)s->gate_bias;
    return b;
}

/* What all gains share. */
typedef struct Shared {
    Node *x, *W, *b, *Q, *Q_gates;
    Node *target; /* y, what h_T should have been */
} Shared;

static Tensor signs(Arena *arena, const FlowSettings *s)
{
    Tensor t = drawn(arena, s, "flow/y", 1, s->units, 1);
    for (int i = 0; i < s->units; i++)
        t.data[i] = t.data[i] < 0 ? -1 : 1;
    return t;
}

static Shared share(Graph *g, const FlowSettings *s)
{
    static const char *const candidate[] = {"flow/Q"}, *const gates[] = {"flow/Q_z", "flow/Q_r"};
    Arena *arena = g->arena;
    const char *seed = arena_format(arena, "drawn from seed %ju", (uintmax_t)s->seed);
    const char *turned =
        arena_format(arena, "an orthogonal matrix drawn from seed %ju", (uintmax_t)s->seed);
    bool gated = s->kind == CELL_GRU;
    int n = s->units, width = gated ? 3 * n : n;
    Shared shared = {
        .x = constant(g, drawn(arena, s, "flow/x", s->length, n, s->deviation), seed),
        .W = parameter(g, drawn(arena, s, "flow/W", n, width, 1 / sqrt(n)), seed),
        .b = parameter(g, biases(arena, s), gated ? "zero, but for the update gate's" : "zero"),
        .Q = parameter(g, orthogonal(arena, s, candidate, 1), turned),
        .target = constant(g, signs(arena, s), seed)};
    if (gated)
        shared.Q_gates = parameter(g, orthogonal(arena, s, gates, 2), turned);
    return shared;
}

/* ---- the Jacobians ---- */

/* So many copies of the sentence are read side by side: a backward pass for each of so many units
   at once. */
enum { COPIES = 16 };

static Node *learned_copy(Graph *g, const Node *node)
{
    return node ? parameter(g, node->value, "a copy") : NULL;
}

static Encoding read_copies(Graph *g, const RecurrentCell *cell, const Node *x, int copies)
{
    int length = rows_of(x), *rows = arena_alloc(g->arena, (size_t)(length * copies), sizeof *rows);
    for (int i = 0; i < length * copies; i++)
        rows[i] = i / copies;
    RecurrentCell copy = {.kind = cell->kind,
                          .W = learned_copy(g, cell->W),
                          .U = learned_copy(g, cell->U),
                          .U_gates = learned_copy(g, cell->U_gates),
                          .b = learned_copy(g, cell->b)};
    Node *inputs = gather(g, constant(g, x->value, "a copy"), rows, length * copies);
    return encode(g, &copy, NULL, inputs, copies);
}

/* Σᵢ aᵢᵢ₊ₖ, k being the first column: its gradient is a 1 for one unit in each copy. */
static Node *one_unit_each(Graph *g, Node *a, int first)
{
    int *cols = arena_alloc(g->arena, (size_t)rows_of(a), sizeof *cols);
    Tensor ones = tensor_new(g->arena, 1, rows_of(a));
    for (int i = 0; i < rows_of(a); i++) {
        cols[i] = first + i;
        ones.data[i] = 1;
    }
    return matmul(g, constant(g, ones, "ones"), pick(g, a, cols));
}

/* Rows `first` and on of every Jacobian; the one at distance d is jacobians[d]. */
static void differentiate(Arena *scratch, const RecurrentCell *cell, const Node *x, int first,
                          int copies, const Tensor *jacobians)
{
    Graph *g = graph_new(scratch);
    Encoding e = read_copies(g, cell, x, copies);
    graph_backward(g, one_unit_each(g, e.forward[e.length - 1].state, first));
    for (int d = 0; d < e.length; d++) {
        Tensor gradient = e.forward[e.length - 1 - d].state->grad;
        memcpy(tensor_row(jacobians[d], first), gradient.data,
               tensor_size(gradient) * sizeof(real));
    }
}

static Tensor *jacobians_of(Arena *arena, const RecurrentCell *cell, const Node *x)
{
    int n = cols_of(cell->U), length = rows_of(x);
    Tensor *jacobians = arena_alloc(arena, (size_t)length, sizeof *jacobians);
    for (int d = 0; d < length; d++)
        jacobians[d] = tensor_new(arena, n, n);
    Arena *scratch = arena_new();
    for (int first = 0; first < n; first += COPIES) {
        differentiate(scratch, cell, x, first, n - first < COPIES ? n - first : COPIES, jacobians);
        arena_reset(scratch);
    }
    arena_free(scratch);
    return jacobians;
}

Node **state_jacobians(Graph *g, const RecurrentCell *cell, const Node *x)
{
    int length = rows_of(x);
    const Tensor *jacobians = jacobians_of(g->arena, cell, x);
    Node **nodes = arena_alloc(g->arena, (size_t)length, sizeof(Node *));
    for (int d = 0; d < length; d++)
        nodes[d] = constant(g, jacobians[d], "a backward pass for each row");
    return nodes;
}

Node *gradient_lengths(Graph *g, Node *const *jacobians, int length)
{
    Node **lengths = arena_alloc(g->arena, (size_t)length, sizeof(Node *));
    for (int d = 0; d < length; d++)
        lengths[d] = row_lengths(g, jacobians[d]);
    return transpose(g, concat(g, lengths, length));
}

/* ---- clipping ---- */

static Node *number(Graph *g, double x, const char *given)
{
    Tensor t = tensor_new(g->arena, 1, 1);
    t.data[0] = (real)x;
    return constant(g, t, given);
}

static LossGradient loss_gradient(Graph *g, const char *tensor, const Node *node)
{
    LossGradient part = {.tensor = tensor,
                         .gradient = constant(g, node->grad, "a backward pass from the loss")};
    part.row_lengths = row_lengths(g, part.gradient);
    part.norm = row_lengths(g, transpose(g, part.row_lengths));
    return part;
}

/* The gradient of every tensor of the cell by a loss after the last word. */
static void differentiate_loss(Graph *g, Graph *own, Flow *flow, Node *target)
{
    Node *last = flow->encoding.forward[flow->encoding.length - 1].state;
    Node *miss = subtract(own, last, target);
    flow->loss = multiply_by(own, row_dots(own, miss, miss), number(own, 0.5, "a half"));
    graph_backward(own, flow->loss);
    static const char *const names[FLOW_TENSORS] = {"W", "U", "U_zr", "b"};
    const Node *tensors[FLOW_TENSORS] = {flow->cell.W, flow->cell.U, flow->cell.U_gates,
                                         flow->cell.b};
    Node *norms[FLOW_TENSORS];
    for (int i = 0; i < FLOW_TENSORS; i++)
        if (tensors[i]) {
            LossGradient part = loss_gradient(g, names[i], tensors[i]);
            norms[flow->part_count] = part.norm;
            flow->parts[flow->part_count++] = part;
        }
    flow->part_norms = concat(g, norms, flow->part_count);
    flow->gradient_norm = row_lengths(g, flow->part_norms);
}

static void clip(Graph *g, GradientFlow *f)
{
    Node **before = arena_alloc(g->arena, (size_t)f->count, sizeof(Node *));
    Node **parts = arena_alloc(g->arena, (size_t)f->count, sizeof(Node *));
    for (int i = 0; i < f->count; i++) {
        before[i] = f->flows[i].gradient_norm;
        parts[i] = f->flows[i].part_norms;
    }
    f->before = stack(g, before, f->count);
    f->factor = clip_factor(g, f->before, f->settings.clip);
    f->after = multiply(g, f->before, f->factor);
    Node *all = stack(g, parts, f->count);
    f->clipped = concat(g, (Node *[]){all, f->before, f->factor, f->after}, 4);
}

/* ---- the whole ---- */

/* A graph of its own, in the same arena: its backward pass meets no other gain. */
static Flow flow_of(Graph *g, const FlowSettings *s, double gain)
{
    Graph *own = graph_new(g->arena);
    Shared shared = share(own, s);
    Flow flow = {.gain = number(own, gain, "given"), .x = shared.x};
    flow.cell = (RecurrentCell){
        .kind = s->kind, .W = shared.W, .U = multiply_by(own, shared.Q, flow.gain), .b = shared.b};
    if (shared.Q_gates)
        flow.cell.U_gates = multiply_by(own, shared.Q_gates, flow.gain);
    flow.encoding = encode(own, &flow.cell, NULL, shared.x, 1);
    flow.jacobians = state_jacobians(g, &flow.cell, shared.x);
    flow.lengths = gradient_lengths(g, flow.jacobians, s->length);
    flow.frobenius = row_lengths(g, flow.lengths);
    flow.norms = divide_by_root(g, flow.frobenius, s->units);
    if (s->clip > 0)
        differentiate_loss(g, own, &flow, shared.target);
    return flow;
}

GradientFlow gradient_flow(Graph *g, FlowSettings settings, const double *gains, int count)
{
    CHECK(settings.length > 1 && settings.units > 0, "%d words of %d units", settings.length,
          settings.units);
    GradientFlow f = {.settings = settings, .count = count, .gains = gains};
    Node **norms = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    f.flows = arena_alloc(g->arena, (size_t)count, sizeof *f.flows);
    for (int i = 0; i < count; i++) {
        f.flows[i] = flow_of(g, &settings, gains[i]);
        norms[i] = f.flows[i].norms;
    }
    f.norms = concat(g, norms, count);
    f.growth = growth(g, f.norms);
    if (settings.clip > 0)
        clip(g, &f);
    return f;
}

int gradient_flow_overflow(const GradientFlow *flow, int *distance)
{
    for (int i = 0; i < flow->count; i++) {
        for (*distance = 0; *distance < rows_of(flow->norms); ++*distance)
            if (!isfinite(at(flow->norms->value, *distance, i)))
                return i;
        *distance = rows_of(flow->norms) - 1;
        if (flow->before && !isfinite(at(flow->before->value, i, 0)))
            return i;
    }
    return -1;
}
