#include "document/document.h"

#include "trace/sentences.h"

/* clang-format off */
static const Diagram diagrams[] = {
#include "document/diagrams.list"
};
/* clang-format on */

/* The first there is of "a|b", seen from a step, as it is now; or NULL. */
static const Step *step_beside(Trace *t, const Step *step, const char *paths)
{
    Look here = {.trace = t, .step = step}, look = {.absent = true};
    Step *own = arena_alloc(t->arena, 1, sizeof *own);
    do
        look = look_at(&here, next_part(t->arena, &paths, "|"));
    while (look.absent && *paths);
    *own = *look.step;
    return look.absent ? NULL : own;
}

/* "bat"; "the:2" is called "the₂". */
static int row_called(Arena *arena, const Axis *rows, const char *word)
{
    const char *number = word, *name = next_part(arena, &number, ":");
    const char *script = arena_format(arena, "_%s", *number ? number : "1");
    int row = find_string(rows->labels, rows->count, word);
    name = arena_format(arena, "%s%s", name, formula_plain(arena, script));
    return row >= 0 ? row : find_string(rows->labels, rows->count, name);
}

/* ", decoder 1, cross, head 2" of "decoder-1/cross/head-2/weights". */
static const char *place_words(Arena *arena, const char *id)
{
    Text words = text_new(arena);
    for (const char *last = strrchr(id, '/'); last && id < last; id++) {
        text_add(&words, words.length && *id != '/' ? "" : ", ");
        text_add_bytes(&words, *id == '-' ? " " : id, *id != '/');
    }
    return words.data;
}

/* NULL where its place is none of those that it asks for, too. */
static const Step *step_of_leaf(Trace *t, const Leaf *leaf, const Step *place)
{
    bool fits = (!leaf->in || id_matches(leaf->in, place->id)) &&
                (!leaf->with || step_beside(t, place, leaf->with)) &&
                (!leaf->without || !step_beside(t, place, leaf->without));
    return fits ? step_beside(t, place, leaf->step) : NULL;
}

static void add_sketch(Trace *t, const Diagram *d, Panel panel, const char *word, bool *found)
{
    int *followed = arena_alloc(t->arena, (size_t)panel.cols, sizeof *followed);
    const Step **steps = arena_alloc(t->arena, (size_t)panel.cols * LEAVES_MOST, sizeof *steps);
    Sketch *sketch = arena_alloc(t->arena, 1, sizeof *sketch);
    const Axis *queries = NULL; /* of the last place */
    for (int i = 0; i < panel.cols; i++) {
        for (int k = 0; d->leaves[k].form; k++)
            steps[i * LEAVES_MOST + k] = step_of_leaf(t, &d->leaves[k], panel.places[i].step);
        queries = &steps[i * LEAVES_MOST]->rows;
        int row = row_called(t->arena, queries, word);
        *found |= row >= 0;
        followed[i] = row >= 0 ? row : queries->count - 1;
    }
    *sketch = (Sketch){d, steps, followed};
    panel.id = arena_format(t->arena, "diagram/%s/%s", d->name, panel.id);
    const char *subject = d->together ? panel.title : queries->labels[followed[panel.cols - 1]];
    panel.title = arena_format(t->arena, d->title, subject, place_words(t->arena, steps[0]->id));
    panel.sketch = sketch;
    t->panels = arena_grow(t->arena, t->panels, t->panel_count, sizeof panel);
    t->panels[t->panel_count++] = panel;
}

/* Of those of its places that can be drawn, if all are weights. */
static void add_panel(Trace *t, const Diagram *d, Panel panel, const char *word, bool *found)
{
    PanelPlace *places = arena_alloc(t->arena, (size_t)(panel.rows * panel.cols), sizeof *places);
    int count = 0;
    for (int i = 0; i < panel.rows * panel.cols; i++) {
        const char *row = panel.row_titles ? panel.row_titles[i / panel.cols] : NULL;
        const char *top = panel.places[i % panel.cols].title; /* what all in a column are */
        const Step *step = panel.places[i].step;
        if (step && (!ends_with(step_meaning(step), "weight") || step->patches))
            return;
        places[count] = panel.places[i];
        if (row)
            places[count].title = top ? arena_format(t->arena, "%s, %s", top, row) : row;
        count += step && id_matches(d->of, step->id) && step->rows.count <= d->words_most &&
                 step->cols.count <= d->words_most && step_beside(t, step, d->needs);
    }
    panel.places = places;
    panel.rows = 1;
    panel.cols = count;
    if (count && !panel.sketch)
        add_sketch(t, d, panel, word, found);
}

/* In one panel all steps that it is of, each called by the folder that it is in: "encoder 1". */
static void add_gathered(Trace *t, const Diagram *d, const char *word, bool *found)
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
        panel.note = step->note;
    }
    if (panel.cols)
        add_sketch(t, d, panel, word, found);
}

static bool add_diagram(Trace *t, const Diagram *d, const char *word, Error *error)
{
    const char *own = trace_setting(t, "word");
    bool found = !*word;
    int panels = t->panel_count;
    word = *word || !own ? word : own;
    if (d->gathered)
        add_gathered(t, d, word, &found);
    for (int i = 0; d->together && i < panels; i++)
        add_panel(t, d, t->panels[i], word, &found);
    for (int i = 0; !d->together && !d->gathered && i < t->step_count; i++) {
        const Step *step = &t->steps[i];
        Panel panel = {.id = step->id,
                       .title = step->title,
                       .formula = step->formula,
                       .note = step->note,
                       .after = i,
                       .rows = 1,
                       .cols = 1,
                       .places = &(PanelPlace){.step = step}};
        bool told = !step->detail || own; /* all else are details of that */
        if (told && !step->minor)
            add_panel(t, d, panel, word, &found);
    }
    if (t->panel_count == panels)
        return fail_usage(error, "--diagram %s: there are no such weights, of at most %d words",
                          d->name, d->words_most);
    return found || fail_usage(error, "--diagram %s:%s: no query is called so", d->name, word);
}

bool diagrams_add(Trace *t, const char *asked, const char *const *fitting, int count, Error *error)
{
    do {
        const char *word = next_part(t->arena, &asked, ",");
        const char *name = next_part(t->arena, &word, ":");
        const Diagram *d = find_named(diagrams, sizeof diagrams / sizeof *d, sizeof *d, name);
        if (find_string(fitting, count, name) < 0)
            return fail_usage(error, "--diagram: '%s' is none of %s", name,
                              join_strings(t->arena, fitting, count, ", ", ", "));
        if (!add_diagram(t, d, word, error))
            return false;
    } while (*asked);
    return true;
}
