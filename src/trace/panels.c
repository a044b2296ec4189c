#include "trace/panels.h"

#include "base/number.h"
#include "graph/names.h"
#include "trace/sentences.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

void grid_say(Grid *grid, const char *formula, const char *note)
{
    grid->panel.formula = sentence_filled(grid->trace, &the_whole, formula);
    grid->panel.note = sentence_filled(grid->trace, &the_whole, note);
}

Grid grid_new(Trace *trace, const char *id, const char *title)
{
    return (Grid){.trace = trace, .panel = {.id = id, .title = title}};
}

/* A matrix that is shown turned flows as it does itself. */
static Node *unturned(const Step *step)
{
    const Node *node = step->node;
    return strcmp(node->op->name, "transpose") ? (Node *)node : node->inputs[0];
}

/* The panel is as large as its places, and stands after the last of its steps; of one that is
   shown turned only in the panel, after the step that it turns. */
static void put(Grid *grid, Spot spot)
{
    Trace *t = grid->trace;
    Arena *arena = t->arena;
    Panel *panel = &grid->panel;
    panel->rows = larger(panel->rows, spot.row + 1);
    panel->cols = larger(panel->cols, spot.col + 1);
    const Step *shown = spot.step;
    if (shown && !trace_step(t, shown->id))
        shown = trace_step_of(t, unturned(shown));
    if (shown && trace_step(t, shown->id))
        panel->after = larger(panel->after, (int)(shown - t->steps));
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

int grid_abreast(int count, int most)
{
    int rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
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

/* Into a place that the one before it flows into: the arrow has what the operation adds to its
   formula ("/√d_k", "+ M", "softmax"). */
static void put_flowing(Grid *grid, int row, int col, const Step *step, const char *title)
{
    const Spot *before = spot_at(grid, row, col - 1);
    bool flows = before && is_made_of(unturned(step), unturned(before->step));
    const char *arrow = flows ? operation_on(grid->trace, before->step, step) : NULL;
    put(grid, (Spot){row, col, title, arrow, step});
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

/* ---- as lists have them ---- */

/* The marks that stand for a number: of a row or a panel, and of a place. */
enum { EACH_ROW = '#', EACH_PLACE = '%' };

/* "head-#/Q" with the number. */
static const char *numbered(Arena *arena, const char *text, char mark, int number)
{
    Text out = text_new(arena);
    for (; *text; text++)
        if (*text == mark)
            text_format(&out, "%d", number);
        else
            text_add_bytes(&out, text, 1);
    return out.data;
}

/* The ids of places that have a mark. */
typedef struct Ids {
    const char **items;
    int count, capacity;
    char mark;
} Ids;

/* What a row begins with: "[title] 5 abreast: ". */
typedef struct RowHead {
    const char *title; /* or NULL */
    int most;          /* abreast; 0: all */
} RowHead;

static RowHead next_head(Arena *arena, const char **row)
{
    RowHead head = {0};
    int end = 0;
    if (**row == '[')
        head.title = next_part(arena, row, "] ") + 1;
    if (sscanf(*row, "%d abreast: %n", &head.most, &end) == 1 && end)
        *row += end;
    return head;
}

static void add_ids(Arena *arena, Ids *all, const char *ids)
{
    ids += strspn(ids, ">= ");
    while (*ids) {
        const char *id = next_part(arena, &ids, "|");
        if (!strchr(id, all->mark))
            continue;
        all->items = arena_grow(arena, all->items, all->count, &all->capacity, sizeof *all->items);
        all->items[all->count++] = id;
    }
}

/* Of the places of rows. */
static Ids ids_with(Arena *arena, const char *rows, char mark)
{
    Ids all = {.mark = mark};
    while (*rows) {
        const char *row = next_part(arena, &rows, " || "), *line = next_part(arena, &row, " / ");
        for (next_head(arena, &line); *line;) {
            const char *place = next_part(arena, &line, " | ");
            add_ids(arena, &all, next_part(arena, &place, ": "));
        }
    }
    return all;
}

/* The number that stands in a step's id where the mark stands in one of these, or −1. */
static int number_in(Arena *arena, const char *id, const Ids *ids)
{
    for (int i = 0; i < ids->count; i++) {
        const char *other = ids->items[i];
        size_t before = strcspn(other, (char[]){ids->mark, '\0'});
        if (strncmp(id, other, before) != 0 || !isdigit((unsigned char)id[before]))
            continue;
        int number = (int)strtol(id + before, NULL, 10);
        const char *of_number = numbered(arena, other, ids->mark, number);
        size_t same = strcspn(of_number, (char[]){EACH_PLACE, '\0'});
        if (!strncmp(id, of_number, same) && (of_number[same] || !id[same]))
            return number;
    }
    return -1;
}

typedef struct Numbers {
    int *items, count, capacity;
} Numbers;

/* Those with which rows have steps, each once, in the order of the steps; of steps that are no
   details, if these are `told`. */
static Numbers numbers_of(const Trace *t, const char *rows, char mark, bool told)
{
    Numbers all = {0};
    Ids ids = ids_with(t->arena, rows, mark);
    for (int i = 0; i < t->step_count && ids.count; i++) {
        int number = number_in(t->arena, t->steps[i].id, &ids), k = 0;
        while (k < all.count && all.items[k] != number)
            k++;
        if (number < 0 || k < all.count || (told && t->steps[i].detail))
            continue;
        all.items = arena_grow(t->arena, all.items, all.count, &all.capacity, sizeof *all.items);
        all.items[all.count++] = number;
    }
    return all;
}

/* A place of a list: the step with the first of its ids that there is; none where that is "-". */
typedef struct Listed {
    char sign; /* '>', '=' or another */
    const Step *step;
    const char *title, *below;
} Listed;

/* "> id|id^below: title"; false where there is no such step. */
static bool find_listed(Trace *t, const char *place, Listed *listed)
{
    Arena *arena = t->arena;
    *listed = (Listed){.sign = *place};
    place += *place == '>' || *place == '=' ? 2 : 0;
    const char *below = next_part(arena, &place, ": "), *ids = next_part(arena, &below, "^");
    listed->below = below;
    while (*ids) {
        const char *id = next_part(arena, &ids, "|");
        const Step *step = trace_any_step(t, id);
        if (!step && strcmp(id, "-") != 0)
            continue;
        listed->step = step;
        listed->title = step && *place ? sentence_filled(t, step, place) : NULL;
        return true;
    }
    return false;
}

/* What a row has: places with marks beside each other are there once for each number, together. */
typedef struct Places {
    Listed *items;
    int count, capacity;
} Places;

static void add_listed(Trace *t, Places *places, const char *place)
{
    Listed listed;
    if (!find_listed(t, place, &listed))
        return;
    places->items =
        arena_grow(t->arena, places->items, places->count, &places->capacity, sizeof listed);
    places->items[places->count++] = listed;
}

static void add_each(Trace *t, Places *places, const char *group)
{
    Numbers numbers = numbers_of(t, group, EACH_PLACE, false);
    for (int i = 0; i < numbers.count; i++)
        for (const char *rest = group; *rest;)
            add_listed(t, places,
                       numbered(t->arena, next_part(t->arena, &rest, " | "), EACH_PLACE,
                                numbers.items[i]));
}

static Places places_of(Trace *t, const char *row)
{
    Places places = {0};
    Text group = text_new(t->arena);
    while (*row) {
        const char *place = next_part(t->arena, &row, " | ");
        if (strchr(place, EACH_PLACE)) {
            text_format(&group, "%s%s", group.length ? " | " : "", place);
            continue;
        }
        add_each(t, &places, group.data);
        text_clear(&group);
        add_listed(t, &places, place);
    }
    add_each(t, &places, group.data);
    return places;
}

static int column_of(const Grid *grid, const char *id)
{
    for (int i = 0; i < grid->count; i++)
        if (grid->spots[i].step && !strcmp(grid->spots[i].step->id, id))
            return grid->spots[i].col;
    return 0;
}

static void put_listed(Grid *grid, int row, int col, const Listed *listed)
{
    const char *title = listed->title;
    if (!listed->step)
        return;
    if (title && *title == '^')
        title = row ? NULL : title + 1;
    if (listed->sign == '>' || listed->sign == '=')
        put_flowing(grid, row, col, listed->step, title);
    else
        put(grid, (Spot){row, col, title, NULL, listed->step});
    if (listed->sign == '=')
        equate(grid, row, col);
}

/* One of the rows that go on together where they are too long. */
typedef struct Line {
    RowHead head;
    Places places;
} Line;

/* Those of a line's places that stand abreast from one on. */
static void put_line(Grid *grid, int row, const Line *line, int first, int abreast)
{
    const Listed *items = line->places.items;
    if (line->head.title)
        grid_row(grid, row, line->head.title);
    for (int i = first, col = 0; i < smaller(first + abreast, line->places.count); i++, col++) {
        col = *items[i].below ? column_of(grid, items[i].below) : col;
        put_listed(grid, row, col, &items[i]);
    }
}

enum { MOST_LINES = 4 };

/* From a row on; returns the row behind. */
static int add_row(Grid *grid, int row, const char *text)
{
    Line lines[MOST_LINES];
    int count = 0;
    for (; *text; count++) {
        const char *line = next_part(grid->trace->arena, &text, " / ");
        CHECK(count < MOST_LINES, "too many rows in %s", grid->panel.id);
        lines[count].head = next_head(grid->trace->arena, &line);
        lines[count].places = places_of(grid->trace, line);
    }
    int all = lines->places.count, most = lines->head.most;
    int abreast = most ? grid_abreast(all, most) : all;
    for (int first = 0; first < all; first += abreast)
        for (int i = 0; i < count; i++)
            put_line(grid, row++, &lines[i], first, abreast);
    return row;
}

static int add_rows(Grid *grid, int row, const char *text)
{
    Numbers numbers = numbers_of(grid->trace, text, EACH_ROW, false);
    for (int i = 0; i < numbers.count; i++)
        row = add_row(grid, row, numbered(grid->trace->arena, text, EACH_ROW, numbers.items[i]));
    return strchr(text, EACH_ROW) ? row : add_row(grid, row, text);
}

static Grid grid_of(Trace *t, const char *id, const char *text)
{
    const char *words = next_part(t->arena, &text, " || ");
    Grid grid = grid_new(t, id, sentence_filled(t, &the_whole, next_part(t->arena, &words, " | ")));
    const char *formula = next_part(t->arena, &words, " | ");
    grid_say(&grid, formula, next_part(t->arena, &words, " | "));
    grid.panel.own_ranges = !strcmp(words, "own ranges");
    grid.panel.large = !strcmp(words, "large");
    grid.panel.quotes = !strcmp(words, "quotes");
    for (int row = 0; *text;)
        row = add_rows(&grid, row, next_part(t->arena, &text, " || "));
    return grid;
}

Grid grid_listed(Trace *t, const char *id)
{
    const Note *listed = phrase_of(t, arena_format(t->arena, "[%s]", id));
    CHECK(listed, "no panel %s", id);
    return grid_of(t, id, listed->text);
}

/* What is a detail has no panel of its own. */
static void add_numbered(Trace *t, const char *name, const char *text)
{
    const char *rows = strstr(text, " || ") + strlen(" || ");
    Numbers numbers = numbers_of(t, rows, EACH_ROW, true);
    for (int i = 0; i < numbers.count; i++)
        add_panel(t, grid_of(t, numbered(t->arena, name, EACH_ROW, numbers.items[i]),
                             numbered(t->arena, text, EACH_ROW, numbers.items[i])));
}

void add_panels(Trace *t)
{
    for (const Note *n = t->notes; n->where; n++) {
        size_t length = strlen(n->where);
        if (*n->where != '[' || phrase_of(t, n->where) != n)
            continue;
        const char *name = arena_strndup(t->arena, n->where + 1, length - 2);
        if (strchr(name, EACH_ROW))
            add_numbered(t, name, n->text);
        else
            add_panel(t, grid_of(t, name, n->text));
    }
}
