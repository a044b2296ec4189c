#include "trace/sentences.h"

/* ---- places ---- */

/* A step in its place; in column −1, the title of a row. */
typedef struct Spot {
    char sign;         /* '>', '=' or another */
    const char *below; /* id of the step whose column it takes, or "" */
    PanelPlace here;
    int row, col;
} Spot;

/* A panel while it is being filled. */
typedef struct Grid {
    Trace *trace;
    Panel panel;
    Spot *spots;
    int count;
} Grid;

/* The node that data flows through, also for a step that is shown transposed. */
static Node *unturned(const Step *step)
{
    const Node *node = step->node;
    return strcmp(node->op->name, "transpose") ? (Node *)node : node->inputs[0];
}

const Step *step_shown(const Trace *trace, const Step *step)
{
    if (step && !trace_step(trace, step->id))
        step = trace_step_of(trace, unturned(step));
    return step && trace_step(trace, step->id) ? step : NULL;
}

/* Adds a place. The panel grows to hold it, and is ordered after the last of its steps; for a step
   that is transposed only for the panel, after the original. */
static void put(Grid *grid, Spot spot)
{
    Trace *t = grid->trace;
    Panel *panel = &grid->panel;
    panel->rows = larger(panel->rows, spot.row + 1);
    panel->cols = larger(panel->cols, spot.col + 1);
    const Step *shown = step_shown(t, spot.here.step);
    if (shown)
        panel->after = larger(panel->after, (int)(shown - t->steps));
    grid->spots = arena_append(t->arena, grid->spots, &grid->count, &spot, sizeof spot);
}

/* The last spot put there, or NULL. */
static Spot *spot_at(const Grid *grid, int row, int col)
{
    for (int i = grid->count - 1; i >= 0; i--)
        if (grid->spots[i].row == row && grid->spots[i].col == col)
            return &grid->spots[i];
    return NULL;
}

static void add_panel(Grid grid)
{
    Trace *trace = grid.trace;
    Arena *arena = trace->arena;
    Panel *panel = &grid.panel;
    size_t count = (size_t)panel->rows * (size_t)panel->cols;
    PanelPlace *places = arena_alloc(arena, count, sizeof *places);
    const char **row_titles = arena_alloc(arena, (size_t)panel->rows, sizeof *row_titles);
    panel->places = places;
    for (int i = 0; i < grid.count; i++) {
        const Spot *spot = &grid.spots[i];
        if (spot->col >= 0) {
            places[spot->row * panel->cols + spot->col] = spot->here;
        } else {
            row_titles[spot->row] = spot->here.title;
            panel->row_titles = row_titles;
        }
    }
    trace->panels = arena_append(arena, trace->panels, &trace->panel_count, panel, sizeof *panel);
}

/* ---- data flow ---- */

/* Placeholders for the inputs in a formula. They are not letters, so they are set between blanks.
 */
#define HOLE "#"
#define OTHER_HOLE "@"

/* The formula of a node, with holes for two of its inputs; with the first hole if they are the same
   node. */
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

/* The operation on an input that is its only argument, or its last factor: "softmax" for
   "softmax(#)", "one-hot(argmax)" for "one-hot(argmax #)"; for "K #ᵀ", whose result is shown
   transposed, "· Kᵀ". */
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

/* The formula without the input: "/√d_k" for "#/√d_k", "· W" for "# W"; "" if the input occurs more
   than once. */
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

/* The sign between two operands: "+" for "# + @", "·" if there is none. */
static const char *sign_between(const Trace *trace, const Step *a, const Step *b, const Step *c)
{
    const char *rest = formula_around(trace, unturned(c), unturned(a), unturned(b)).text;
    if (!rest || *next_part(trace->arena, &rest, HOLE))
        return "";
    const char *sign = next_part(trace->arena, &rest, OTHER_HOLE);
    sign += strspn(sign, " ");
    return *sign ? arena_strndup(trace->arena, sign, strcspn(sign, " ")) : "·";
}

/* If a place is computed from the previous two, writes the three as an equation. */
static void equate(const Grid *grid, Spot *c)
{
    Spot *a = spot_at(grid, c->row, c->col - 2), *b = spot_at(grid, c->row, c->col - 1);
    if (a && b && is_made_of(unturned(c->here.step), unturned(a->here.step)) &&
        is_made_of(unturned(c->here.step), unturned(b->here.step))) {
        b->here.arrow = sign_between(grid->trace, a->here.step, b->here.step, c->here.step);
        c->here.arrow = "=";
    }
}

/* The label of the arrow from the previous place, if it is an input: the operation ("/√d_k", "+ M",
   "softmax"). */
static const char *arrow_to(const Grid *grid, const Spot *spot)
{
    const Spot *before = spot_at(grid, spot->row, spot->col - 1);
    bool flows = before && is_made_of(unturned(spot->here.step), unturned(before->here.step));
    return flows ? operation_on(grid->trace, before->here.step, spot->here.step) : NULL;
}

/* ---- numbers ---- */

/* Placeholders for a number: one repeats a row or panel, the other a place. */
enum { EACH_ROW = '#', EACH_PLACE = '%' };

/* Replaces the mark in "head-#/Q" by a number. */
static const char *numbered(Arena *arena, const char *text, char mark, int number)
{
    const char *by = arena_format(arena, "%d", number);
    return respelled(arena, text, (const char *const[]){(char[]){mark, '\0'}, by, NULL});
}

/* Matches a step's id against the ids in a text, each with one mark, and returns the number at the
   mark; or −1. The other mark matches anything that follows. Titles in the text match no step. */
static int number_in(Arena *arena, const char *id, const char *text, char mark)
{
    while (*text) {
        size_t length = strcspn(text, " |:"), before = strcspn(text, (char[]){mark, '\0'});
        const char *behind = text + before + 1;
        int number, end = 0;
        if (before < length) {
            int same = (int)strcspn(behind, (char[]){EACH_PLACE, ' ', '|', ':', '\0'});
            const char *format =
                arena_format(arena, "%.*s%%d%.*s%%n", (int)before, text, same, behind);
            if (sscanf(id, format, &number, &end) == 1 && end &&
                (behind[same] == EACH_PLACE || !id[end]))
                return number;
        }
        text += length + (text[length] != '\0');
    }
    return -1;
}

/* Repeats the text for each number for which a step exists, ascending; if `told`, a step that is no
   detail. */
static const char *repeated(const Trace *t, const char *text, char mark, const char *between,
                            bool told)
{
    Text all = text_new(t->arena);
    for (int i = 0, last = -1; i < t->step_count && strchr(text, mark); i++) {
        int number = number_in(t->arena, t->steps[i].id, text, mark);
        if (number <= last || (told && t->steps[i].detail))
            continue;
        last = number;
        text_format(&all, "%s%s", all.length ? between : "",
                    numbered(t->arena, text, mark, number));
    }
    return all.data;
}

/* ---- rows ---- */

/* Parses "> id|id^below: title": the first of the ids that exists; no step for "-". False if none
   exists. */
static bool find_spot(Trace *t, const char *place, Spot *spot)
{
    *spot = (Spot){.sign = *place};
    place += strspn(place, ">=") ? strlen("> ") : 0;
    spot->below = next_part(t->arena, &place, ": ");
    const char *ids = next_part(t->arena, &spot->below, "^");
    Look found = look_first(&(Look){.trace = t, .step = &the_whole}, ids);
    if (!found.absent) {
        spot->here.step = found.step;
        spot->here.title = *place ? sentence_filled(t, found.step, place) : NULL;
    }
    return !found.absent || ends_with(ids, "-");
}

static void add_part(Text *out, const char *part)
{
    text_format(out, "%s%s", out->length && *part ? " | " : "", part);
}

/* Repeats each run of adjacent places with a mark, as a whole, for each number. */
static const char *spread(const Trace *t, const char *row)
{
    Text all = text_new(t->arena), group = text_new(t->arena);
    while (*row || group.length) {
        const char *place = next_part(t->arena, &row, " | ");
        bool is_marked = strchr(place, EACH_PLACE);
        if (!is_marked) {
            add_part(&all, repeated(t, group.data, EACH_PLACE, " | ", false));
            text_clear(&group);
        }
        add_part(is_marked ? &group : &all, place);
    }
    return all.data;
}

static int column_of(const Grid *grid, const char *id)
{
    for (int i = 0; i < grid->count; i++)
        if (grid->spots[i].here.step && !strcmp(grid->spots[i].here.step->id, id))
            return grid->spots[i].col;
    return 0;
}

static void put_spot(Grid *grid, Spot spot)
{
    if (!spot.here.step)
        return;
    if (spot.here.title && *spot.here.title == '^')
        spot.here.title = spot.row ? NULL : spot.here.title + 1;
    if (spot.sign == '>' || spot.sign == '=')
        spot.here.arrow = arrow_to(grid, &spot);
    if (spot.sign == '=')
        equate(grid, &spot);
    put(grid, spot);
}

/* Adds "[title] 5 abreast: place | place" below the existing rows, in lines of at most that many
   places, filled evenly. */
static void add_rows(Grid *grid, const char *text)
{
    Trace *t = grid->trace;
    Spot *spots = NULL, spot;
    int count = 0, most = 0, end = 0, col = 0, row = grid->panel.rows;
    const char *title = *text == '[' ? next_part(t->arena, &text, "] ") + 1 : NULL;
    sscanf(text, "%d abreast: %n", &most, &end);
    for (const char *places = spread(t, text + end); *places;) {
        if (find_spot(t, next_part(t->arena, &places, " | "), &spot))
            spots = arena_append(t->arena, spots, &count, &spot, sizeof spot);
    }
    int abreast = divide_up(count, count && most ? divide_up(count, most) : 1);
    for (int i = 0; i < count; i++, col++) {
        if (i && i % abreast == 0)
            row++, col = 0;
        if (title && !col)
            put(grid, (Spot){.row = row, .col = -1, .here.title = title});
        col = *spots[i].below ? column_of(grid, spots[i].below) : col;
        spots[i].row = row;
        spots[i].col = col;
        put_spot(grid, spots[i]);
    }
}

/* ---- panels ---- */

/* Adds the panel "id || title | formula | note | how || row || row". */
static void add_listed(Trace *t, const char *text)
{
    static const char drawn[] = "drawn as ", small[] = "small as ";
    Arena *arena = t->arena;
    Grid grid = {.trace = t};
    Panel *panel = &grid.panel;
    panel->id = next_part(arena, &text, " || ");
    const char *words = next_part(arena, &text, " || ");
    panel->title = sentence_filled(t, &the_whole, next_part(arena, &words, " | "));
    panel->formula = sentence_filled(t, &the_whole, next_part(arena, &words, " | "));
    panel->note = sentence_filled(t, &the_whole, next_part(arena, &words, " | "));
    panel->own_ranges = !strcmp(words, "own ranges");
    panel->row_ranges = !strcmp(words, "row ranges");
    panel->large = !strcmp(words, "large");
    panel->quotes = !strcmp(words, "quotes");
    panel->diagram = begins_with(words, drawn) ? words + strlen(drawn) : NULL;
    panel->small = begins_with(words, small) ? words + strlen(small) : panel->diagram;
    while (*text) {
        const char *row = next_part(arena, &text, " || ");
        const char *rows = strchr(row, EACH_ROW) ? repeated(t, row, EACH_ROW, " || ", false) : row;
        while (*rows)
            add_rows(&grid, next_part(arena, &rows, " || "));
    }
    add_panel(grid);
}

void add_panels(Trace *t)
{
    for (const Note *n = t->notes; n->where; n++) {
        int length = (int)strlen(n->where) - 2;
        if (*n->where != '[' || phrase_of(t, n->where) != n)
            continue;
        const char *text = arena_format(t->arena, "%.*s || %s", length, n->where + 1, n->text);
        if (memchr(n->where, EACH_ROW, (size_t)length)) /* details have no panel */
            text = repeated(t, text, EACH_ROW, "\n", true);
        while (*text)
            add_listed(t, next_part(t->arena, &text, "\n"));
    }
}
