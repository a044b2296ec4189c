#include "document/document.h"

#include "trace/sentences.h"

/* clang-format off */
static const Diagram diagrams[] = {
#include "document/diagrams.list"
};
/* clang-format on */

enum { DIAGRAM_COUNT = sizeof diagrams / sizeof *diagrams };

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

static bool is_weight(const Step *step)
{
    return ends_with(step_meaning(step), "weight") && !step->patches;
}

static bool is_shown(Trace *t, const Diagram *d, const Step *step)
{
    return id_matches(d->of, step->id) && is_weight(step) && step->rows.count <= d->words_most &&
           step->cols.count <= d->words_most && step_beside(t, step, d->needs);
}

/* "bat"; "the:2" is called "the₂". */
static int row_called(Arena *arena, const Axis *rows, const char *word)
{
    const char *number = word, *name = next_part(arena, &number, ":");
    number = *number ? number : "1";
    name =
        arena_format(arena, "%s%s", name, formula_plain(arena, arena_format(arena, "_%s", number)));
    int row = find_string(rows->labels, rows->count, word);
    return row >= 0 ? row : find_string(rows->labels, rows->count, name);
}

/* ", decoder 1, cross, head 2" of "decoder-1/cross/head-2/weights". */
static const char *place_words(Arena *arena, const char *id)
{
    Text words = text_new(arena);
    for (const char *end; (end = strchr(id, '/')); id = end + 1) {
        char *word = arena_strndup(arena, id, (size_t)(end - id)), *hyphen = strchr(word, '-');
        if (hyphen)
            *hyphen = ' ';
        text_format(&words, ", %s", word);
    }
    return words.data;
}

static void add_sketch(Trace *t, const Diagram *d, Panel panel, const char *word, bool *found)
{
    const char *own = trace_setting(t, "word");
    int *followed = arena_alloc(t->arena, (size_t)panel.cols, sizeof *followed);
    const Step **steps = arena_alloc(t->arena, (size_t)panel.cols * LEAVES_MOST, sizeof *steps);
    Sketch *sketch = arena_alloc(t->arena, 1, sizeof *sketch);
    for (int i = 0; i < panel.cols; i++) {
        for (int k = 0; d->leaves[k].form; k++)
            steps[i * LEAVES_MOST + k] = step_beside(t, panel.places[i].step, d->leaves[k].step);
        const Axis *queries = &steps[i * LEAVES_MOST]->rows;
        int row = row_called(t->arena, queries, word ? word : own ? own : "");
        *found |= row >= 0;
        followed[i] = row >= 0 ? row : queries->count - 1;
    }
    *sketch = (Sketch){d, steps, followed};
    panel.id = arena_format(t->arena, "diagram/%s/%s", d->name, panel.id);
    const char *subject = d->together ? panel.title : steps[0]->rows.labels[*followed];
    panel.title = arena_format(t->arena, d->title, subject, place_words(t->arena, steps[0]->id));
    panel.sketch = sketch;
    t->panels = arena_grow(t->arena, t->panels, t->panel_count, sizeof panel);
    t->panels[t->panel_count++] = panel;
}

/* Those of a panel, if all are weights. */
static void add_together(Trace *t, const Diagram *d, Panel panel, const char *word, bool *found)
{
    PanelPlace *places = arena_alloc(t->arena, (size_t)(panel.rows * panel.cols), sizeof *places);
    int count = 0;
    for (int i = 0; i < panel.rows * panel.cols; i++) {
        const char *row = panel.row_titles ? panel.row_titles[i / panel.cols] : NULL;
        const char *top = panel.places[i % panel.cols].title; /* what all in a column are */
        places[count] = panel.places[i];
        if (row)
            places[count].title = top ? arena_format(t->arena, "%s, %s", top, row) : row;
        if (panel.places[i].step && is_shown(t, d, panel.places[i].step))
            count++;
        else if (panel.places[i].step && !is_weight(panel.places[i].step))
            return;
    }
    panel.places = places;
    panel.rows = 1;
    panel.cols = count;
    if (count && !panel.sketch)
        add_sketch(t, d, panel, word, found);
}

static bool add_diagram(Trace *t, const Diagram *d, const char *word, Error *error)
{
    bool found = !word;
    int panels = t->panel_count;
    for (int i = 0; d->together && i < panels; i++)
        add_together(t, d, t->panels[i], word, &found);
    for (int i = 0; !d->together && i < t->step_count; i++) {
        const Step *step = &t->steps[i];
        PanelPlace *place = arena_alloc(t->arena, 1, sizeof *place);
        *place = (PanelPlace){.step = step};
        Panel panel = {.id = step->id,
                       .title = step->title,
                       .formula = step->formula,
                       .note = step->note,
                       .after = i,
                       .rows = 1,
                       .cols = 1,
                       .places = place};
        bool told = !step->detail || trace_setting(t, "word"); /* all else are details of that */
        if (told && !step->minor && is_shown(t, d, step))
            add_sketch(t, d, panel, word, &found);
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
        const Diagram *d = find_named(diagrams, DIAGRAM_COUNT, sizeof *d, name);
        if (find_string(fitting, count, name) < 0)
            return fail_usage(error, "--diagram: '%s' is none of %s", name,
                              join_strings(t->arena, fitting, count, ", ", ", "));
        if (!add_diagram(t, d, *word ? word : NULL, error))
            return false;
    } while (*asked);
    return true;
}
