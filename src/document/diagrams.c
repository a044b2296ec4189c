#include "document/document.h"

#include "trace/sentences.h"

/* clang-format off */
static const Diagram diagrams[] = {
#include "document/diagrams.list"
};
/* clang-format on */

/* A copy of the first step that exists of "a|b", relative to a step; or NULL. */
static Step *step_beside(Trace *t, const Step *step, const char *paths)
{
    Look look = look_first(&(Look){.trace = t, .step = step}, paths);
    return look.absent ? NULL : arena_copy(t->arena, look.step, sizeof *look.step);
}

/* The row with this label, or −1: "bat"; "the:2" for the label "the₂". */
static int row_called(Arena *arena, const Axis *rows, const char *word)
{
    const char *number = word, *name = next_part(arena, &number, ":");
    const char *script = arena_format(arena, "_%s", *number ? number : "1");
    int row = find_string(rows->labels, rows->count, word);
    name = arena_format(arena, "%s%s", name, formula_plain(arena, script));
    return row >= 0 ? row : find_string(rows->labels, rows->count, name);
}

const char *place_words(Arena *arena, const char *id)
{
    Text words = text_new(arena);
    for (const char *last = strrchr(id, '/'); last && id < last; id++) {
        text_add(&words, words.length && *id != '/' ? "" : ", ");
        text_add_bytes(&words, *id == '-' ? " " : id, *id != '/');
    }
    return words.data;
}

StepCell step_peak(const Step *step)
{
    StepCell peak = {step, 0, 0};
    double most = 0;
    for (int i = 0; i < step->rows.count; i++) {
        bool is_larger = (double)step_row_survey(step, i).size > most;
        int count = is_larger && step_row_seen(step, i) > 1 ? step->cols.count : 0;
        for (int j = 0; j < count; j++)
            if (!step_is_masked(step, i, j) && step_number(step, i, j) > most) {
                most = step_number(step, i, j);
                peak = (StepCell){step, i, j};
            }
    }
    return peak;
}

/* The matching step with the largest weight (Leaf.sharpest), or NULL. */
static Step *sharpest_step(Trace *t, const Leaf *leaf, const Step *place)
{
    const char *head = strstr(place->id, "head-");
    int folder = head && !leaf->once ? (int)(head - place->id) : 0;
    const char *ids = arena_format(t->arena, "%.*s%s", folder, place->id, leaf->step);
    Step *found = NULL;
    double most = -1;
    for (Step *step = t->steps; step < t->steps + t->step_count; step++) {
        if (!id_matches(ids, step->id))
            continue;
        StepCell peak = step_peak(step);
        double weight = step_number(step, peak.row, peak.col);
        found = weight > most ? step : found;
        most = fmax(most, weight);
    }
    return found;
}

/* The step of a leaf in a place; NULL if there is none or the leaf's conditions exclude the place.
 */
static const Step *step_of_leaf(Trace *t, const Leaf *leaf, const Step *place)
{
    bool fits = leaf->convention != (words_are_columns(t->graph) ? 1 : -1) &&
                (!leaf->in || id_matches(leaf->in, place->id)) &&
                (!leaf->with || step_beside(t, place, leaf->with)) &&
                (!leaf->without || !step_beside(t, place, leaf->without));
    Step *step = !fits            ? NULL
                 : leaf->sharpest ? sharpest_step(t, leaf, place)
                                  : step_beside(t, place, leaf->step);
    if (step && leaf->turned)
        step_turn(t, step);
    return step;
}

/* Adds a diagram of a panel. asked: the query and the column, or "" for the default; sets found[i]
   if asked[i] exists. */
static void add_sketch(Trace *t, const Diagram *d, Panel panel, const char *const asked[2],
                       bool found[2])
{
    SketchPlace *places = arena_alloc(t->arena, (size_t)panel.cols, sizeof *places);
    const char *query = NULL, *column = NULL; /* in the last place */
    StepCell told = {0};
    for (int i = 0; i < panel.cols; i++) {
        const Step *place = panel.places[i].step, *cell = step_beside(t, place, d->needs);
        SketchPlace *p = &places[i];
        const Step *large = NULL;
        for (int k = 0; d->leaves[k].form; k++) {
            p->steps[k] = step_of_leaf(t, &d->leaves[k], place);
            large = d->leaves[k].once && d->leaves[k].sharpest ? p->steps[k] : large;
        }
        for (int k = 0; k < 2 && d->plane[k]; k++) {
            const Step *plane = step_beside(t, place, d->plane[k]);
            p->plane[k] = plane && plane->cols.count == 2 ? plane : NULL;
        }
        const Axis *queries = &p->steps[0]->rows;
        int row = row_called(t->arena, queries, asked[0]);
        int col = row_called(t->arena, &cell->cols, asked[1]);
        found[0] |= row >= 0;
        found[1] |= col >= 0;
        p->followed = row >= 0 ? row : queries->count - 1;
        const Step *sizes = d->cell && !cell->cols.named ? cell : place; /* named columns: keys */
        p->column = col >= 0  ? col
                    : d->cell ? largest_in_row(node_row(sizes->node, p->followed), 0)
                              : 0;
        query = queries->labels[p->followed];
        column = cell->cols.labels[p->column];
        if (d->gathered || !i)
            told = large ? step_peak(large) : (StepCell){p->steps[0], p->followed, 0};
    }
    panel.id = arena_format(t->arena, "diagram/%s/%s", d->name, panel.id);
    const char *subject = d->together && !d->across ? panel.title : query;
    const char *id = places->steps[0]->id, *name = strrchr(id, '/');
    bool is_of_heads = d->together && name;
    const char *place =
        place_words(t->arena, is_of_heads ? arena_strndup(t->arena, id, (size_t)(name - id)) : id);
    panel.title = arena_format(t->arena, d->title, subject, place, column);
    panel.note = d->gathered ? told.step->note : panel.note;
    panel.sketch = arena_copy(t->arena, &(Sketch){d, places, told}, sizeof(Sketch));
    t->panels = arena_append(t->arena, t->panels, &t->panel_count, &panel, sizeof panel);
}

/* Adds a diagram of the panel's drawable places, provided that all its steps are weights. */
static void add_panel(Trace *t, const Diagram *d, Panel panel, const char *const asked[2],
                      bool found[2])
{
    PanelPlace *places = arena_alloc(t->arena, (size_t)(panel.rows * panel.cols), sizeof *places);
    int count = 0;
    for (int i = 0; i < panel.rows * panel.cols; i++) {
        const char *row = panel.row_titles ? panel.row_titles[i / panel.cols] : NULL;
        const char *top = panel.places[i % panel.cols].title; /* the column's title */
        const Step *step = panel.places[i].step;
        bool fits = step && (d->features || ends_with(step_meaning(step), "weight"));
        if (step && (!fits || step->patches))
            return;
        places[count] = panel.places[i];
        if (row)
            places[count].title = top ? arena_format(t->arena, "%s, %s", top, row) : row;
        const Step *needed = step ? step_beside(t, step, d->needs) : NULL;
        const Step *by = needed && d->cell ? step_beside(t, step, d->cell) : NULL;
        count += needed && id_matches(d->of, step->id) && step->rows.count <= d->words_most &&
                 step->cols.count <= d->words_most && !(d->stacked && step->kind == VALUE_SHARE) &&
                 (!d->cell || d->features ||
                  (by && needed->node->inputs[1] == by->node &&
                   !strcmp(needed->node->op->name, "matmul")));
    }
    panel.places = places;
    panel.rows = 1;
    panel.cols = count;
    if (count && !panel.sketch)
        add_sketch(t, d, panel, asked, found);
}

/* Adds one diagram of all matching steps, each titled by its folder: "encoder 1". */
static void add_gathered(Trace *t, const Diagram *d, const char *const asked[2], bool found[2])
{
    PanelPlace *places = arena_alloc(t->arena, (size_t)t->step_count, sizeof *places);
    Panel panel = {.id = "all", .rows = 1, .after = t->step_count - 1, .places = places};
    for (int i = 0; i < t->step_count; i++) {
        const Step *step = &t->steps[i];
        if (!id_matches(d->of, step->id) || step->rows.count > d->words_most)
            continue;
        const char *rest = step->id, *folder = next_part(t->arena, &rest, "/");
        const char *number = folder, *name = next_part(t->arena, &number, "-");
        places[panel.cols++] =
            (PanelPlace){step, arena_format(t->arena, "%s %s", name, number), NULL, false};
        panel.formula = step->formula;
    }
    if (panel.cols)
        add_sketch(t, d, panel, asked, found);
}

/* NULL, or why there is none. */
static const char *add_diagram(Trace *t, const Diagram *d, const char *word, const char *column)
{
    const char *own = trace_setting(t, "word");
    const char *const names[] = {*word || !own ? word : own, column};
    bool found[] = {!*word, !*column};
    int panels = t->panel_count;
    if (d->of_word && own && *word && strcmp(word, own) != 0)
        return arena_format(t->arena, "%s:%s: it is of the word of --word", d->name, word);
    if (d->gathered)
        add_gathered(t, d, names, found);
    for (int i = 0; d->together && i < panels; i++)
        add_panel(t, d, t->panels[i], names, found);
    for (int i = 0; !d->together && !d->gathered && i < t->step_count; i++) {
        const Step *step = &t->steps[i];
        bool told = !step->detail || own; /* with --word, details are of that word */
        if (told && !step->minor)
            add_panel(t, d, *step_panel(t, step), names, found);
    }
    if (t->panel_count == panels)
        return arena_format(t->arena, "%s: there are no such weights, of at most %d words%s",
                            d->name, d->words_most,
                            d->of_word ? "; in a sentence it is of the word of --word" : "");
    if (!found[0])
        return arena_format(t->arena, "%s:%s: no query is called so", d->name, word);
    return found[1] ? NULL
                    : arena_format(t->arena, "%s: no column is called '%s'", d->name, column);
}

static const Diagram *diagram_called(const char *name)
{
    return find_named(diagrams, COUNT_OF(diagrams), sizeof *diagrams, name);
}

void draw_overview(Trace *t, bool bounded)
{
    int last = t->panel_count;
    Panel matrices = last ? t->panels[0] : (Panel){.rows = 0};
    const char *name = bounded ? matrices.small : matrices.diagram;
    if (!name || add_diagram(t, diagram_called(name), "", ""))
        return;
    t->panels[0] = t->panels[last];
    t->panels[0].id = matrices.id;
    if (!matrices.diagram) {
        t->panels[0].title = matrices.title;
        t->panels[0].formula = matrices.formula;
    }
    matrices.id = "matrices";
    matrices.minor = bounded;
    matrices.after = -1;
    t->panels[last] = matrices;
}

void diagrams_add(Trace *t, const char *asked, const char *const *fitting, int count)
{
    do {
        const char *word = next_part(t->arena, &asked, ",");
        const char *name = next_part(t->arena, &word, ":");
        asked += strspn(asked, " ");
        const Diagram *d = diagram_called(name);
        if (find_string(fitting, count, name) < 0)
            fail_usage("--diagram: '%s' is none of %s", name,
                       join_strings(t->arena, fitting, count, ", ", ", "));
        const char *rest = asked, *column = next_part(t->arena, &rest, ","), *next = column;
        bool given = d->cell && find_string(fitting, count, next_part(t->arena, &next, ":")) < 0;
        asked = given ? rest : asked;
        const char *why = add_diagram(t, d, word, given ? column : "");
        if (why)
            fail_usage("--diagram %s", why);
    } while (*asked);
}
