#include "trace/traces.h"

#include "base/utf8.h"

/* ---- the overview ---- */

enum { TITLE_COLUMNS = 60 };

static const struct {
    const char *stage, *title;
} overview_rows[] = {
    {"attention", "attends to"},  {"contributions", "contributions"},
    {"static/nearest", "before"}, {"gained/nearest", "gained"},
    {"nearest", "after"},
};

enum { OVERVIEW_ROWS = sizeof overview_rows / sizeof *overview_rows };

/* A stage in every sentence, above the first their words; what is the same in all has one step.
   False where no sentence has this stage. */
static bool place_stage(Grid *grid, int row, const char *stage)
{
    const Trace *t = grid->trace;
    bool placed = false;
    for (int i = 0; i < t->text_count; i++) {
        const char *words = visible_text(t->arena, t->texts[i].text);
        const char *id =
            trace_step(t, stage) ? stage : arena_format(t->arena, "sentence-%d/%s", i + 1, stage);
        if (trace_step(t, id))
            placed = grid_place(grid, row, i, id,
                                row ? NULL : elide_middle(t->arena, words, TITLE_COLUMNS), NULL);
    }
    return placed;
}

/* A column for each sentence. */
static void add_overview(Trace *t, const char *word)
{
    int count = t->text_count, row = 0;
    Grid grid = grid_new(t, "overview",
                         arena_format(t->arena, "One vector of %s goes in, %d come%s out", word,
                                      count, count == 1 ? "s" : ""));
    grid_say(&grid, "{formula@/sentence-1/after}",
             count > 1 ? "{note@/cosine/after}" : "{note@/sentence-1/attention}");
    grid.panel.quotes = true;
    for (int i = 0; i < OVERVIEW_ROWS; i++)
        if (place_stage(&grid, row, overview_rows[i].stage))
            grid_row(&grid, row++, overview_rows[i].title);
    add_panel(t, grid);
}

/* ---- the whole ---- */

Trace *trace_comparison(Graph *g, const ComparisonInput *input, const Subject *subjects)
{
    Trace *t = trace_begin(g);
    const SelfAttentionSettings *settings = &input->sentences[0].settings;
    for (int i = 0; i < input->count; i++)
        add_text(t, subjects[i].text);
    add_setting(t, "word", input->word, false);
    add_attention_settings(t, settings, input->weights->embeddings.cols, subjects);
    add_number_setting(t, "nearest", input->nearest);
    add_origin(t, &subjects->origin);
    trace_tell(t, comparison_list);
    add_overview(t, input->word);
    return t;
}
