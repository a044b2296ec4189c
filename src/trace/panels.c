#include "trace/panels.h"

#include "base/number.h"
#include "graph/names.h"
#include "trace/sentences.h"

#include <string.h>

/* ---- places ---- */

enum { HEADS_ABREAST = 5 };

static void say_of(Grid *grid, const Step *step, const char *formula, const char *note)
{
    grid->panel.formula = sentence_filled(grid->trace, step, formula);
    grid->panel.note = sentence_filled(grid->trace, step, note);
}

void grid_say(Grid *grid, const char *formula, const char *note)
{
    say_of(grid, &the_whole, formula, note);
}

Grid grid_new(Trace *trace, const char *id, const char *title)
{
    return (Grid){.trace = trace, .panel = {.id = id, .title = title}};
}

/* The panel is as large as its places, and stands after the last of its steps. */
static void put(Grid *grid, Spot spot)
{
    Trace *t = grid->trace;
    Arena *arena = t->arena;
    Panel *panel = &grid->panel;
    panel->rows = larger(panel->rows, spot.row + 1);
    panel->cols = larger(panel->cols, spot.col + 1);
    if (spot.step && trace_step(t, spot.step->id))
        panel->after = larger(panel->after, (int)(spot.step - t->steps));
    grid->spots = arena_grow(arena, grid->spots, grid->count, &grid->capacity, sizeof spot);
    grid->spots[grid->count++] = spot;
}

void grid_row(Grid *grid, int row, const char *title)
{
    put(grid, (Spot){row, -1, title, NULL, NULL});
}

bool grid_place(Grid *grid, int row, int col, const char *id, const char *title, const char *arrow)
{
    const Step *step = trace_any_step(grid->trace, id);
    if (step)
        put(grid, (Spot){row, col, title, arrow, step});
    return step != NULL;
}

void grid_series(Grid *grid, int row, int count, int abreast, const char *id, const char *title)
{
    Arena *arena = grid->trace->arena;
    for (int i = 0; i < count; i++)
        grid_place(grid, row + i / abreast, i % abreast, arena_format(arena, id, i + 1),
                   arena_format(arena, title, i + 1), NULL);
}

int grid_abreast(int count, int most)
{
    int rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
}

void grid_heads(Grid *grid, int heads, const char *id, const char *mean)
{
    int abreast = grid_abreast(heads + 1, HEADS_ABREAST);
    grid_series(grid, 0, heads, abreast, id, "head %d");
    grid_place(grid, heads / abreast, heads % abreast, mean, "mean of the heads", NULL);
}

/* What was put there last, or NULL. */
static Spot *spot_at(const Grid *grid, int row, int col)
{
    for (int i = grid->count - 1; i >= 0; i--)
        if (grid->spots[i].row == row && grid->spots[i].col == col)
            return &grid->spots[i];
    return NULL;
}

/* ---- the panel ---- */

void add_panel(Trace *trace, Grid grid)
{
    Arena *arena = trace->arena;
    Panel *panel = &grid.panel;
    size_t places = (size_t)panel->rows * (size_t)panel->cols;
    const Step **steps = arena_alloc(arena, places, sizeof *steps);
    const char **titles = arena_alloc(arena, places, sizeof *titles);
    const char **arrows = arena_alloc(arena, places, sizeof *arrows);
    const char **row_titles = arena_alloc(arena, (size_t)panel->rows, sizeof *row_titles);
    panel->steps = steps;
    panel->titles = titles;
    for (int i = 0; i < grid.count; i++) {
        const Spot *spot = &grid.spots[i];
        int place = spot->row * panel->cols + spot->col;
        if (spot->col < 0) {
            row_titles[spot->row] = spot->title;
            panel->row_titles = row_titles;
            continue;
        }
        steps[place] = spot->step;
        titles[place] = spot->title;
        arrows[place] = spot->arrow;
        panel->arrows = spot->arrow ? arrows : panel->arrows;
    }
    trace->panels = arena_grow(arena, trace->panels, trace->panel_count, &trace->panel_capacity,
                               sizeof *trace->panels);
    trace->panels[trace->panel_count++] = *panel;
}

/* ---- what flows ---- */

/* A matrix that is shown turned flows as it does itself. */
static Node *unturned(const Step *step)
{
    const Node *node = step->node;
    return strcmp(node->op->name, "transpose") ? (Node *)node : node->inputs[0];
}

/* Stand in a formula for what it is made of; neither is a letter, so there are blanks around. */
#define HOLE "#"
#define OTHER_HOLE "@"

/* How a node is made, with holes where two of its inputs stand; where these are one, with the
   first. */
static Formula formula_around(const Trace *trace, Node *made, Node *input, Node *other)
{
    Graph *g = trace->graph;
    Formula kept = writing_of(g, input)->formula, other_kept = writing_of(g, other)->formula;
    other->writing->formula = (Formula){OTHER_HOLE, BINDS_ATOM};
    input->writing->formula = (Formula){HOLE, BINDS_ATOM};
    Formula formula = writing_derived(g, made).formula;
    other->writing->formula = other_kept;
    input->writing->formula = kept;
    return formula;
}

/* What is done with an input, which alone of all stands in brackets, or behind the others:
   "softmax" of "softmax(#)", "one-hot(argmax)" of "one-hot(argmax #)"; of "K #ᵀ", whose result is
   shown turned, "· Kᵀ". */
static const char *operation_before(Arena *arena, const char *front, const char *rest)
{
    int length = (int)strlen(front) - 1; /* without the blank or the bracket */
    if (!strcmp(rest, "ᵀ"))
        return arena_format(arena, strchr(front, ' ') < front + length ? "· (%.*s)ᵀ" : "· %.*sᵀ",
                            length, front);
    bool is_bracketed = front[length] == '(';
    return strcmp(rest, ")") ? ""
                             : arena_format(arena, is_bracketed ? "%.*s" : "%.*s)", length, front);
}

/* What of a formula is not the input: "/√d_k" of "#/√d_k", "· W" of "# W"; "" where it stands in
   several places. */
static const char *operation_on(const Trace *trace, const Step *before, const Step *after)
{
    Node *input = unturned(before);
    Formula formula = formula_around(trace, unturned(after), input, input);
    const char *rest = formula.text ? formula.text : "";
    const char *front = next_part(trace->arena, &rest, HOLE);
    if (!*rest || strstr(rest, HOLE))
        return "";
    if (*front)
        return operation_before(trace->arena, front, rest);
    bool is_factor =
        formula.binding == BINDS_PRODUCT && *rest == ' ' && (unsigned char)rest[1] < 0x80;
    return is_factor ? arena_format(trace->arena, "·%s", rest) : rest + (*rest == ' ');
}

static bool is_made_of(const Node *node, const Node *input)
{
    for (int i = 0; i < node->input_count; i++)
        if (node->inputs[i] == input)
            return true;
    return false;
}

int grid_flow(Grid *grid, int row, int col, const char *id, const char *title)
{
    const Step *step = trace_any_step(grid->trace, id);
    const Spot *before = spot_at(grid, row, col - 1);
    if (!step)
        return col;
    bool flows = before && is_made_of(unturned(step), unturned(before->step));
    grid_place(grid, row, col, id, title,
               flows ? operation_on(grid->trace, before->step, step) : NULL);
    return col + 1;
}

/* The sign between two operands: "+" of "# + @", "·" where there is none. */
static const char *sign_between(const Trace *trace, const Step *a, const Step *b, const Step *c)
{
    const char *rest = formula_around(trace, unturned(c), unturned(a), unturned(b)).text;
    if (!rest || *next_part(trace->arena, &rest, HOLE))
        return "";
    const char *sign = next_part(trace->arena, &rest, OTHER_HOLE);
    sign += strspn(sign, " ");
    return *sign ? arena_strndup(trace->arena, sign, strcspn(sign, " ")) : "·";
}

/* What stands in a place may be made of what stands in the two before it. */
static void equate(Grid *grid, int row, int col)
{
    Spot *a = spot_at(grid, row, col - 2), *b = spot_at(grid, row, col - 1);
    Spot *c = spot_at(grid, row, col);
    if (a && b && c && is_made_of(unturned(c->step), unturned(a->step)) &&
        is_made_of(unturned(c->step), unturned(b->step))) {
        b->arrow = sign_between(grid->trace, a->step, b->step, c->step);
        c->arrow = "=";
    }
}

void grid_equation(Grid *grid, int row, int col, const char *const ids[3],
                   const char *const titles[3])
{
    for (int i = 0; i < 3; i++)
        grid_place(grid, row, col + i, ids[i], titles[i], NULL);
    equate(grid, row, col + 2);
}

/* ---- as lists have them ---- */

/* "> id|id: title"; false where there is no such step. */
static bool place_listed(Grid *grid, const Look *panel, int row, int col, const char *place)
{
    Arena *arena = grid->trace->arena;
    char sign = *place;
    place += sign == '>' || sign == '=' ? 2 : 0;
    Look there = look_at_first(panel, next_part(arena, &place, ": "));
    if (there.absent)
        return false;
    const char *id = there.step->id;
    const char *title = *place ? sentence_filled(grid->trace, there.step, place) : NULL;
    if (sign == '>' || sign == '=')
        grid_flow(grid, row, col, id, title);
    else
        grid_place(grid, row, col, id, title, NULL);
    if (sign == '=')
        equate(grid, row, col);
    return true;
}

Grid grid_listed_of(Trace *t, const Step *step, const char *name, const char *id)
{
    const Note *listed = phrase_of(t, arena_format(t->arena, "[%s]", name));
    CHECK(listed, "no panel %s", name);
    Look panel = {.trace = t, .step = step};
    const char *rows = listed->text, *words = next_part(t->arena, &rows, " || ");
    Grid grid = grid_new(t, id, sentence_filled(t, step, next_part(t->arena, &words, " | ")));
    const char *formula = next_part(t->arena, &words, " | ");
    say_of(&grid, step, formula, next_part(t->arena, &words, " | "));
    grid.panel.own_ranges = !strcmp(words, "own ranges");
    grid.panel.large = !strcmp(words, "large");
    grid.panel.after = step->node ? (int)(step - t->steps) : 0;
    for (int row = 0; *rows; row++) {
        const char *places = next_part(t->arena, &rows, " || ");
        for (int col = 0; *places;)
            col += place_listed(&grid, &panel, row, col, next_part(t->arena, &places, " | "));
    }
    return grid;
}

Grid grid_listed(Trace *t, const char *id)
{
    return grid_listed_of(t, &the_whole, id, id);
}
