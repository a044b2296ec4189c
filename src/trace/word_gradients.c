#include "trace/traces.h"

static const View views[] = {
    {"*/shares|*/gradients|*/direct|*/alignment|strongest", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

/* The shares of each model, and behind those of Bahdanau's its weights. */
static void add_overview(Trace *t, const GradientsSubject *s)
{
    Grid grid = grid_new(t, "overview", "Which source words a score moves with");
    int col = 0;
    grid_say(&grid, arena_format(t->arena, "<%s/gradients>; <%s/shares>", s->names[0], s->names[0]),
             "<strongest>");
    for (int i = 0; i < s->count; i++) {
        grid_place(&grid, 0, col++, arena_format(t->arena, "%s/shares", s->names[i]), s->titles[i],
                   NULL);
        col += grid_place(&grid, 0, col, arena_format(t->arena, "%s/alignment", s->names[i]),
                          "its weights", NULL);
    }
    add_panel(t, grid);
}

Trace *trace_word_gradients(Graph *g, const GradientsSubject *s)
{
    Trace *t = trace_begin(g);
    Text names = text_new(t->arena);
    for (int i = 0; i < s->count; i++)
        text_format(&names, "%s%s", i ? ", " : "", s->titles[i]);
    add_text(t, s->source);
    add_text(t, s->target);
    add_setting(t, "models", names.data, false);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    t->provenance = arena_format(t->arena, "%s, all on the words %s", names.data,
                                 s->forced ? "given" : "that Bahdanau's translator writes");
    add_origin(t, &(Origin){.weights = s->origin});
    trace_tell(t, views, word_gradients_list);
    trace_places(t, "strongest", trace_step(t, arena_format(t->arena, "%s/shares", s->names[0])));
    add_overview(t, s);
    return t;
}
