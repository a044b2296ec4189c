#include "document/document.h"

const char *const given_headings[] = {"Given, not computed:", "Computed by other means:"};

const Step *told_step(const Teller *t, const Node *node)
{
    return node == t->asked->made ? t->asked : trace_step_of(t->trace, node);
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

const char *given_text(const Teller *t, const Node *node, const Node *leaf, bool *computed)
{
    const Step *step = told_step(t, node);
    const char *origin = leaf->parameter.given;
    *computed = begins_with(origin, LEAF_COMPUTED);
    return arena_format(t->arena, "%s: %s", step ? step->id : "numbers without a step",
                        origin + (*computed ? strlen(LEAF_COMPUTED) : 0));
}

const char *operation_name(Arena *arena, const Node *node, int before)
{
    char *name = arena_strdup(arena, node->op->name);
    for (char *c = strchr(name, '_'); c; c = strchr(c, '_'))
        *c = ' ';
    return before ? arena_format(arena, "%s %d", name, before + 1) : name;
}
