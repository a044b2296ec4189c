#include "document/document.h"

const char *const given_headings[] = {"Given, not computed:", "Computed by other means:"};

const Step *told_step(const Teller *t, const Node *node)
{
    return node == t->asked->made ? t->asked : trace_step_of(t->trace, node);
}

Cell cell_turned(const Step *step, Cell cell)
{
    return step && step->turned ? (Cell){cell.node, cell.col, cell.row} : cell;
}

static Explanation explanation_of(const Teller *t, Cell cell)
{
    Explanation how = {.arena = t->arena, .digits = t->digits, .in_parts = t->in_parts};
    return cell_told(how, cell);
}

Cell made_in(const Teller *t, Cell cell)
{
    Cell told = cell;
    for (;;) {
        if (cell.node->op->rows.forward || cell.node->op->sums_products)
            return told; /* no copy, and long to explain */
        Explanation e = explanation_of(t, cell);
        if (!e.copies || (is_leaf(e.uses->node) && told_step(t, cell.node)))
            return told;
        cell = *e.uses;
        if (told_step(t, cell.node) || !told_step(t, told.node))
            told = cell;
    }
}

Explanation arithmetic_of(const Teller *t, Cell cell)
{
    Explanation e = explanation_of(t, cell);
    while (e.copies && !is_leaf(e.uses->node) && !told_step(t, e.uses->node))
        e = explanation_of(t, *e.uses);
    return e;
}

const Node *given_leaf(Cell cell, const Explanation *e)
{
    if (is_leaf(cell.node))
        return cell.node;
    return e->copies && is_leaf(e->uses[0].node) ? e->uses[0].node : NULL;
}

const char *given_text(const Teller *t, const Node *node, const Node *leaf)
{
    const Step *step = told_step(t, node);
    const char *origin = leaf->parameter.given;
    return arena_format(t->arena, "%s: %s", step ? step->id : "numbers without a step",
                        origin + (is_given_computed(leaf) ? strlen(LEAF_COMPUTED) : 0));
}

const char *operation_name(Arena *arena, const Node *node, int before)
{
    char *name = respelled(arena, node->op->name, (const char *const[]){"_", " ", NULL});
    return before ? arena_format(arena, "%s %d", name, before + 1) : name;
}

/* ---- sums of products ---- */

double as_printed(double x, int decimals)
{
    return rint(x * power_of_ten(decimals)) / power_of_ten(decimals);
}

static double factor(Cell cell, int decimals)
{
    return as_printed((double)node_row(cell.node, cell.row).data[cell.col], decimals);
}

/* In parentheses if negative. */
static const char *factor_text(Arena *arena, double x, int decimals)
{
    char digits[NUMBER_SIZE];
    return arena_format(arena, x < 0 ? "(%s)" : "%s", number_fixed(digits, x, decimals));
}

const char *product_sum(Arena *arena, const Step *step, int row, int col, int most, int precision)
{
    Cell cell = {step->node, row, col};
    Explanation e = cell_told((Explanation){.arena = arena, .digits = 1}, cell);
    int decimals = fixed_format(step, precision).decimals, finer = decimals ? decimals + 1 : 0;
    for (int k = 0; k < e.use_count && !finer; k++) /* 0.5·2 + 0.5·4 = 3 is whole by chance */
        finer = factor(e.uses[k], 0) == factor(e.uses[k], precision + 1) ? 0 : precision + 1;
    decimals = larger(decimals, finer - 1);
    int count = e.use_count / 2, *places = arena_alloc(arena, (size_t)count, sizeof *places);
    real *sizes = arena_alloc(arena, (size_t)count, sizeof *sizes);
    for (int k = 0; k < count; k++)
        sizes[k] = (real)fabs(factor(e.uses[2 * k], finer) * factor(e.uses[2 * k + 1], finer));
    int shown = largest_places(sizes, count, NULL, smaller(most, count), places);
    double sum = factor(cell, decimals), rest = sum;
    Text out = text_new(arena);
    char digits[NUMBER_SIZE];
    for (int i = 0; i < shown; i++) {
        double a = factor(e.uses[2 * places[i]], finer),
               b = factor(e.uses[2 * places[i] + 1], finer);
        text_format(&out, "%s%s·%s", i ? " + " : "", factor_text(arena, a, finer),
                    factor_text(arena, b, finer));
        rest -= a * b;
    }
    rest = as_printed(rest, decimals);
    if (shown < count || rest != 0)
        text_format(&out, " %s %s (%s)", rest < 0 ? "−" : "+",
                    number_fixed(digits, fabs(rest), decimals),
                    shown < count ? arena_format(arena, "%d more", count - shown) : "rounding");
    text_format(&out, " = %s", number_fixed(digits, sum, decimals));
    return out.data;
}
