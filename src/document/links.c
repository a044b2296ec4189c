#include "document/document.h"

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
    int count = 0;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        const Step *step = panel->places[i].step;
        if (step && !is_linked(step))
            return false;
        count += step != NULL;
    }
    return count > 0;
}

/* The row that the word calls; the last one for NULL, or for a word of other matrices. */
static int row_of_word(const Step *step, const char *word, bool *found)
{
    int row = word ? find_string(step->rows.labels, step->rows.count, word) : -1;
    *found |= row >= 0;
    return row >= 0 ? row : step->rows.count - 1;
}

static void add_linked(Trace *t, const Panel *panel, const char *word, bool *found)
{
    Panel linked = *panel;
    int count = panel->rows * panel->cols;
    PanelPlace *places = arena_alloc(t->arena, (size_t)count, sizeof *places);
    for (int i = 0; i < count; i++) {
        places[i] = panel->places[i];
        places[i].arrow = NULL;
        if (!places[i].step)
            continue;
        Step *step = arena_alloc(t->arena, 1, sizeof *step);
        *step = *places[i].step;
        step->form = FORM_LINKS;
        step->followed = row_of_word(step, word, found);
        places[i].step = step;
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
        PanelPlace place = {.step = step};
        if (is_linked(step) && step_is_drawn(step))
            add_linked(t,
                       &(Panel){.id = step->id,
                                .title = step->title,
                                .formula = step->formula,
                                .note = step->note,
                                .after = i,
                                .rows = 1,
                                .cols = 1,
                                .places = &place},
                       word, &found);
    }
    if (t->panel_count == panels)
        return fail_usage(error, "--diagram links: there are no weights of 2 to %d words",
                          WORDS_MOST);
    return found || fail_usage(error, "--diagram links:%s: no query is called so", word);
}
