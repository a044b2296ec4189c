#include "trace/gradient_flow_behind.h"

#include "trace/cell_behind.h"
#include "trace/narration.h"

/* One gain's narration. */
typedef struct Narration {
    Arena *arena;
    Trace *behind;
    const Flow *flow;
    const char *at;   /* "gain-1" */
    const char *gain; /* "gain 0.5" */
} Narration;

enum { DRAWN_STEPS = 8, STEPS_A_PART = 3, OTHER_STEPS = 3, CLIPPING_STEPS = 2 };

static const char *id(const Narration *n, const char *name)
{
    return arena_format(n->arena, "%s/%s", n->at, name);
}

/* A matrix whose rows and columns have no names but their numbers. */
static void add_matrix(const Narration *n, const char *name, const char *title, const char *formula,
                       const Node *node)
{
    if (node)
        add_behind(n->behind,
                   (Step){.id = id(n, name),
                          .title = arena_format(n->arena, "%s at %s", title, n->gain),
                          .formula = formula},
                   numbered_axis(n->arena, rows_of(node)), node);
}

static void add_drawn(const Narration *n)
{
    const RecurrentCell *cell = &n->flow->cell;
    const Node *gates = cell->U_gates;
    add_matrix(n, "x", "What is read", "x", n->flow->x);
    add_matrix(n, "W", "What the inputs are multiplied with", "W", cell->W);
    add_matrix(n, "U", "What a state is multiplied with", "U = gain · Q", cell->U);
    add_matrix(n, "U_zr", "What the gates multiply a state with", "U_zr = gain · Q_zr", gates);
    add_matrix(n, "b", "The biases", "b", cell->b);
    add_matrix(n, "Q", "An orthogonal matrix", "Q", cell->U->inputs[0]);
    add_matrix(n, "Q_zr", "Two orthogonal matrices", "Q_zr", gates ? gates->inputs[0] : NULL);
    add_matrix(n, "gain", "The gain", "gain", n->flow->gain);
}

static void add_places(const Narration *n)
{
    const Encoding *e = &n->flow->encoding;
    add_matrix(n, "products", "What the inputs bring", "xW",
               e->forward[0].input->inputs[0]->inputs[0]);
    for (int t = 0; t < e->length; t++) {
        const char **label = arena_alloc(n->arena, 1, sizeof *label);
        *label = arena_format(n->arena, "%d", t + 1);
        CellNames names = {
            .at = arena_format(n->arena, "%s/place-%d", n->at, t + 1),
            .where = arena_format(n->arena, "at place %d, %s", t + 1, n->gain),
            .input_title = "What the input adds",
            .input_formula = "xW + b",
            .word = token_axis("place", label, 1),
        };
        add_cell_behind(n->behind, &names, &e->forward[t]);
    }
}

static void add_jacobians(const Narration *n)
{
    int length = n->flow->encoding.length;
    for (int d = 0; d < length; d++)
        add_matrix(n, arena_format(n->arena, "jacobian-%d", d),
                   arena_format(n->arena, "The Jacobian over the distance %d", d),
                   arena_format(n->arena, "∂h_{%d}/∂h_{%d}", length, length - d),
                   n->flow->jacobians[d]);
    add_matrix(n, "frobenius", "The whole Jacobian's length by distance", "‖∂h_T/∂h_t‖_F",
               n->flow->frobenius);
}

static void add_loss(const Narration *n)
{
    for (int i = 0; i < n->flow->part_count; i++) {
        const LossGradient *part = &n->flow->parts[i];
        const char *name = arena_format(n->arena, "loss/%s", part->tensor);
        const char *by = arena_format(n->arena, "∂L/∂%s", part->tensor);
        add_matrix(n, name, "The loss's gradient", by, part->gradient);
        add_matrix(n, arena_format(n->arena, "%s/rows", name), "The length of each of its rows",
                   arena_format(n->arena, "|%s| of a row", by), part->row_lengths);
        add_matrix(n, arena_format(n->arena, "%s/norm", name), "The loss's gradient's norm",
                   arena_format(n->arena, "|%s|", by), part->norm);
    }
    add_matrix(n, "loss/norm", "The whole gradient's norm", "|g|", n->flow->gradient_norm);
}

/* Columns of what is clipped, of all gains. */
static void add_clipping(Trace *behind, const GradientFlow *flow, const char *const *gains)
{
    Axis rows = token_axis("gain", gains, flow->count);
    add_behind(behind,
               (Step){.id = "clipped/factor",
                      .title = "What each gradient is multiplied with",
                      .formula = "min(1, limit/|g|)"},
               rows, flow->factor);
    add_behind(behind,
               (Step){.id = "clipped/after",
                      .title = "The norm of each clipped gradient",
                      .formula = "|g| · min(1, limit/|g|)"},
               rows, flow->after);
}

const Trace *narrate_behind_gradient_flow(Arena *arena, const GradientFlow *flow,
                                          const char *const *gains)
{
    int steps = DRAWN_STEPS + flow->settings.length * (CELL_STEPS + 1) +
                FLOW_TENSORS * STEPS_A_PART + OTHER_STEPS;
    Trace *behind = trace_new(arena, flow->count * steps + CLIPPING_STEPS, 0, 0, 0);
    for (int i = 0; i < flow->count; i++) {
        Narration n = {arena, behind, &flow->flows[i], arena_format(arena, "gain-%d", i + 1),
                       gains[i]};
        add_drawn(&n);
        add_places(&n);
        add_jacobians(&n);
        if (n.flow->gradient_norm)
            add_loss(&n);
    }
    add_clipping(behind, flow, gains);
    return behind;
}
