#include "trace/comparison.h"

#include "base/utf8.h"
#include "trace/build.h"

static const View views[] = {
    {"static", ROLE_SHOWN, FORM_CELLS},
    {"static/nearest", ROLE_SHOWN, FORM_BARS},
    {"sentence-*/head-*", ROLE_BEHIND, FORM_CELLS},
    {"sentence-*/attention", ROLE_SHOWN, FORM_CELLS},
    {"sentence-*/contributions", ROLE_SHOWN, FORM_BARS},
    {"sentence-*/change", ROLE_SHOWN, FORM_CELLS},
    {"sentence-*/after", ROLE_SHOWN, FORM_CELLS},
    {"sentence-*/nearest", ROLE_SHOWN, FORM_BARS},
    {"cosine/*", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

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

/* What is the same in every sentence has one step for all. */
static const char *overview_id(const Trace *t, int i, const char *stage)
{
    return trace_step(t, stage) ? stage : arena_format(t->arena, "sentence-%d/%s", i + 1, stage);
}

/* Whether any sentence has this step: else the overview has no row for it. */
static bool any_has(const Trace *t, const char *stage)
{
    for (int i = 0; i < t->text_count; i++)
        if (trace_step(t, overview_id(t, i, stage)))
            return true;
    return false;
}

static int overview_height(const Trace *t)
{
    int rows = 0;
    for (int r = 0; r < OVERVIEW_ROWS; r++)
        rows += any_has(t, overview_rows[r].stage);
    return rows;
}

static const char *sentence_title(const Trace *t, int i)
{
    return elide_middle(t->arena, visible_text(t->arena, t->texts[i].text), TITLE_COLUMNS);
}

/* A column for each sentence, its words above the first row. */
static void add_overview(Trace *t, const char *word)
{
    int count = t->text_count, row = 0;
    Grid grid = grid_new(t, "overview", overview_height(t), count);
    grid.panel.title = arena_format(t->arena, "One vector of %s goes in, %d come%s out", word,
                                    count, count == 1 ? "s" : "");
    grid.panel.formula = trace_step(t, "sentence-1/after")->formula;
    grid.panel.note = trace_step(t, count > 1 ? "cosine/after" : "sentence-1/attention")->note;
    for (int r = 0; r < OVERVIEW_ROWS; r++) {
        if (!any_has(t, overview_rows[r].stage))
            continue;
        grid.row_titles[row] = overview_rows[r].title;
        for (int i = 0; i < count; i++)
            grid_place(&grid, row, i, overview_id(t, i, overview_rows[r].stage),
                       row ? NULL : sentence_title(t, i), NULL);
        row++;
    }
    add_panel(t, grid);
}

/* ---- the whole ---- */

Trace *trace_comparison(Graph *g, const ComparisonInput *input, const Subject *subjects)
{
    Trace *t = trace_begin(g, subjects->argc, subjects->argv);
    const SelfAttentionSettings *settings = &input->sentences[0].settings;
    for (int i = 0; i < input->count; i++)
        add_text(t, subject_text(&subjects[i], input->sentences[i].n));
    add_setting(t, "word", input->word, false);
    add_attention_settings(t, settings, input->weights->embeddings.cols, subjects);
    add_number_setting(t, "nearest", input->nearest);
    add_weights_settings(t, input->weights->origin, subjects);
    t->provenance = arena_format(t->arena, "%d head%s, %s", settings->heads,
                                 plural(settings->heads), t->provenance);
    trace_tell(t, views, comparison_list);
    add_overview(t, input->word);
    return t;
}
