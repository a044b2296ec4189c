#include "trace/cell_behind.h"

#include "trace/narration.h"

void add_behind(Trace *behind, Step named, Axis rows, const Node *node)
{
    if (!node)
        return;
    Step step = named;
    step.note = "";
    step.rows = rows;
    step.cols = numbered_axis(behind->arena, cols_of(node));
    step.node = node;
    add_step(behind, step);
}

/* What stands inside a function: its node's one input, a sum of what the word and the old state
   add. */
static const Node *inside(const Node *function)
{
    return function ? function->inputs[0] : NULL;
}

static const Node *from_state(const Node *sum)
{
    return sum ? sum->inputs[1] : NULL;
}

/* The old state: what a gated cell keeps a share of, or what U is multiplied with. */
static const Node *before(const CellStep *cell)
{
    return cell->candidate ? cell->state->inputs[2] : from_state(inside(cell->state))->inputs[0];
}

void add_cell_behind(Trace *behind, const CellNames *names, const CellStep *cell)
{
    const Node *squashed = cell->candidate ? cell->candidate : cell->state, *old = before(cell);
    const struct {
        const char *stage, *title, *formula;
        const Node *node;
        bool shown;
    } stages[CELL_STEPS] = {
        {"before", "The state before", "h", old, old->op->forward != NULL},
        {"input", names->input_title, names->input_formula, cell->input, false},
        {"gates-sum", "What the gates are σ of", "xW_zr + hU_zr + b_zr", inside(cell->gates),
         false},
        {"gates-from-state", "What the old state adds to the gates", "hU_zr",
         from_state(inside(cell->gates)), false},
        {"update-gate", "Update gate", "z", cell->z, names->shown},
        {"reset-gate", "Reset gate", "r", cell->r, names->shown},
        {"kept", "What the candidate sees of the old state", "r ⊙ h", cell->kept, false},
        {"tanh-of", "What the new state is tanh of",
         cell->candidate ? "xW + (r ⊙ h)U + b" : "xW + hU + b", inside(squashed), false},
        {"from-state", "What the old state adds", cell->candidate ? "(r ⊙ h)U" : "hU",
         from_state(inside(squashed)), false},
        {"candidate", "Candidate state", "h̃", cell->candidate, names->shown},
        {"state", "State", "h", cell->state, names->shown}};
    for (int i = 0; i < CELL_STEPS; i++)
        if (!stages[i].shown)
            add_behind(
                behind,
                (Step){.id = arena_format(behind->arena, "%s/%s", names->at, stages[i].stage),
                       .title = arena_format(behind->arena, "%s %s", stages[i].title, names->where),
                       .formula = stages[i].formula},
                names->word, stages[i].node);
}
