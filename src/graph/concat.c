#include "graph/ops.h"

/* Matrices side by side (concat) or on top of each other (stack). */
static const Op stack_op;

static int length_of(const Node *node, bool rows)
{
    return rows ? rows_of(node) : cols_of(node);
}

static CellRun source(const Node *node, int row, int col)
{
    bool stacked = node->op == &stack_op;
    int p = 0, *place = stacked ? &row : &col;
    while (*place >= length_of(node->inputs[p], stacked))
        *place -= length_of(node->inputs[p++], stacked);
    return (CellRun){p, row, col, (size_t)(cols_of(node->inputs[p]) - col)};
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    bool stacked = node->op == &stack_op;
    int first = 0;
    for (int p = 0; p < input; p++)
        first += length_of(node->inputs[p], stacked);
    return (stacked ? row_range : columns)(g, dy, first, length_of(node->inputs[input], stacked));
}

static Node *joined(Graph *g, const Op *op, Node *const *parts, int count)
{
    bool stacked = op == &stack_op;
    int length = 0, across = length_of(parts[0], !stacked);
    for (int p = 0; p < count; p++) {
        CHECK(length_of(parts[p], !stacked) == across, "%s: part %d is %d across, the first %d",
              op->name, p, length_of(parts[p], !stacked), across);
        length += length_of(parts[p], stacked);
    }
    return graph_node(g, (Node){.op = op}, stacked ? length : across, stacked ? across : length,
                      parts, count);
}

/* ---- formulas and axes ---- */

/* The formulas of the parts in brackets; of more than `most` parts only the first and perhaps the
   last. */
static const char *parts_written(Graph *g, const Node *node, const char *open, const char *between,
                                 int most, bool with_last)
{
    int count = node->input_count;
    Text text = text_new(g->arena);
    text_add(&text, open);
    for (int i = 0; i < count; i++) {
        const char *part = writing_of(g, node->inputs[i])->formula.text;
        bool left_out = count > most && i > 0 && (i < count - 1 || !with_last);
        if (!left_out || i == 1)
            text_format(&text, "%s%s", i ? between : "", left_out || !part ? "…" : part);
    }
    text_add(&text, *open == '[' ? "]" : ")");
    return text.data;
}

/* Side by side: Concat(head_1, …, head_3) for a series, else [a ; b ; c]. Stacked: [a, b], for a
   long series [h_1 ; … ; h_9], else [a ; …]. */
static const char *formula_of(Graph *g, const Node *node)
{
    bool is_series = formulas_are_series(g, node->inputs, node->input_count);
    if (node->op == &stack_op)
        return parts_written(g, node, "[", node->input_count > 3 ? " ; " : ", ", 3, is_series);
    return is_series ? parts_written(g, node, "Concat(", ", ", 2, true)
                     : parts_written(g, node, "[", " ; ", 4, true);
}

/* The axis of the concatenated columns, or of the stacked rows. It keeps the labels if all parts
   have named places on an axis of the same name. */
static Axis axes_joined(Graph *g, const Node *node, bool rows)
{
    int count = length_of(node, rows), n = 0;
    Axis first = axis_of(g, node->inputs[0], rows);
    const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < node->input_count; i++) {
        Axis axis = axis_of(g, node->inputs[i], rows);
        if (!axis.named || strcmp(axis.name, first.name) != 0)
            return feature_axis(g, count);
        memcpy(labels + n, axis.labels, (size_t)axis.count * sizeof *labels);
        n += axis.count;
    }
    first.labels = labels;
    first.count = count;
    return first;
}

/* The masks of the parts, 0 for one without a mask; NULL if no part has one. */
static const Node *masks_joined(Graph *g, const Node *node, bool stacked)
{
    Node **masks = arena_alloc(g->arena, (size_t)node->input_count, sizeof(Node *));
    bool any = false;
    for (int p = 0; p < node->input_count; p++) {
        const Node *part = node->inputs[p], *mask = writing_of(g, node->inputs[p])->mask;
        any |= mask != NULL;
        masks[p] = mask ? (Node *)mask
                        : constant(g, tensor_new(g->arena, rows_of(part), cols_of(part)),
                                   "0 where nothing is masked");
    }
    return any ? (stacked ? stack : concat)(g, masks, node->input_count) : NULL;
}

/* Joins axes and masks; parts with the same formula are written as one. */
static void write(Graph *g, const Node *node, Writing *w)
{
    bool stacked = node->op == &stack_op;
    int count = node->input_count;
    *(stacked ? &w->rows : &w->cols) = axes_joined(g, node, stacked);
    w->mask = masks_joined(g, node, stacked);
    w->each = stacked ? formula_of_each(g, node->inputs, count) : NULL;
    if (!formulas_are_one(g, node->inputs, count) || (count == 1 && !stacked))
        w->formula = (Formula){.text = formula_of(g, node)};
}

static const Op op = {"concat", "{1}", .source = source, .write = write, .derive = derive};

Node *concat(Graph *g, Node *const *parts, int count)
{
    return joined(g, &op, parts, count);
}

static const Op stack_op = {"stack", "{1}", .source = source, .write = write, .derive = derive};

Node *stack(Graph *g, Node *const *parts, int count)
{
    return joined(g, &stack_op, parts, count);
}
