#include "document/document.h"

#include "document/numbers.h"

/* Lines between more words than these are a grey cloud: a heatmap shows them. */
enum { WORDS_MOST = 16 };

static bool is_linked(const Step *step)
{
    return step->form == FORM_CELLS && step->rows.named && step->cols.named && !step->turned &&
           !step->patches && step->rows.count <= WORDS_MOST && step->cols.count <= WORDS_MOST &&
           step->cols.count > 1 && ends_with(step_meaning(step), "weight");
}

static bool are_linked(const Panel *panel)
{
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->places[i].step && !is_linked(panel->places[i].step))
            return false;
    return true;
}

/* Follows the query that the word calls; the last one for NULL, or for a word of other matrices. */
static void add_linked(Trace *t, const Panel *panel, const char *word, bool *found)
{
    Panel linked = *panel;
    int count = panel->rows * panel->cols;
    PanelPlace *places = arena_alloc(t->arena, (size_t)count, sizeof *places);
    for (int i = 0; i < count; i++) {
        const Step *step = panel->places[i].step;
        if (!step)
            continue;
        Step *lines = arena_alloc(t->arena, 1, sizeof *lines);
        int row = word ? find_string(step->rows.labels, step->rows.count, word) : -1;
        *found |= row >= 0;
        *lines = *step;
        lines->form = FORM_LINKS;
        lines->followed = row >= 0 ? row : step->rows.count - 1;
        places[i] = (PanelPlace){.step = lines, .title = panel->places[i].title};
    }
    linked.id = arena_format(t->arena, "%s-links", panel->id);
    linked.title = arena_format(t->arena, "%s, as lines", panel->title);
    linked.places = places;
    t->panels = arena_grow(t->arena, t->panels, t->panel_count, sizeof linked);
    t->panels[t->panel_count++] = linked;
}

bool trace_add_links(Trace *t, const char *word, Error *error)
{
    bool found = !word;
    int panels = t->panel_count;
    for (int p = 0; p < panels; p++)
        if (are_linked(&t->panels[p]))
            add_linked(t, &t->panels[p], word, &found);
    for (int i = 0; t->panel_count == panels && i < t->step_count; i++) {
        const Step *step = &t->steps[i];
        Panel alone = {.id = step->id, .title = step->title, .after = i, .rows = 1, .cols = 1};
        alone.formula = step->formula;
        alone.note = step->note;
        alone.places = &(PanelPlace){.step = step};
        if (is_linked(step) && step_is_drawn(step))
            add_linked(t, &alone, word, &found);
    }
    if (t->panel_count == panels)
        return fail_usage(error, "--diagram links: there are no weights of 2 to %d words",
                          WORDS_MOST);
    return found || fail_usage(error, "--diagram links:%s: no query is called so", word);
}
