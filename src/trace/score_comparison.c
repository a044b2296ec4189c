#include "trace/score_comparison.h"

enum { PANELS_A_ROW = 4 };

static const Note sentences[] = {
    {"*/alignment", "stack", "has@weights",
     "Each word takes one place, whose weight is {mean-taken} on average."},
    {"*/alignment", "stack", "", "On average the largest weight of a word is {mean-largest}."},
    {"looks", "concat", "agrees", "All {cols} agree on every word."},
    {"looks", "concat", "",
     "All {cols} agree on {agreeing} of {rows} {word|words:rows}. At {split-word} {first-col} "
     "looks at {split-first-place}, {split-other} at {split-other-place}."},
    {0},
};

static const View views[] = {
    {"*/alignment", ROLE_SHOWN, FORM_CELLS},
    {"looks", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

static void add_overview(Trace *t, const ScoreSubject *s)
{
    int rows = (s->count + PANELS_A_ROW - 1) / PANELS_A_ROW, cols = (s->count + rows - 1) / rows;
    Grid grid = grid_new(t, "overview", rows, cols);
    grid.panel.title = "One sentence, several scores";
    grid.panel.formula = "α_{ij}";
    grid.panel.note = trace_step(t, "looks")->note;
    for (int i = 0; i < s->count; i++)
        grid_place(&grid, i / cols, i % cols, arena_format(t->arena, "%s/alignment", s->names[i]),
                   s->titles[i], NULL);
    add_panel(t, grid);
}

static void add_settings(Trace *t, const ScoreSubject *s)
{
    const char *target = s->forced ? "given" : s->names[0];
    Text names = text_new(t->arena);
    for (int i = 0; i < s->count; i++)
        text_format(&names, "%s%s", i ? ", " : "", s->names[i]);
    add_setting(t, "scores", names.data, false);
    add_setting(t, "target", target, false);
    add_setting(t, "weights", s->origin, false);
    add_setting(t, "seed", s->seed, true);
    t->provenance = arena_format(
        t->arena,
        "each score has a translator of its own, and all go on with the words %s; weights %s%s%s",
        s->forced ? "given" : arena_format(t->arena, "that %s writes", target), s->origin,
        s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

Trace *trace_score_comparison(Graph *g, const ScoreSubject *s)
{
    Trace *t = trace_begin(g);
    add_text(t, traced_text(s->source.text, s->source_length, s->source.words));
    add_text(t, traced_text(s->target.text, s->target_length, s->target.words));
    add_settings(t, s);
    trace_tell(t, views, sentences);
    Step *looks = trace_step_edited(t, "looks");
    looks->places = s->source.labels;
    looks->place_count = s->source_length;
    add_overview(t, s);
    return t;
}
