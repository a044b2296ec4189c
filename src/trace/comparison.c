#include "trace/comparison.h"

#include "base/utf8.h"
#include "trace/narration.h"

static const Note sentences[] = {
    /* the word before */
    {"static", "gather", "has@unknown zero",
     "{first} is not in the vocabulary: its vector is all zeros."},
    {"static", "gather", "has@unknown",
     "{first} is not in the vocabulary and enters as any unknown word does: {cols} numbers, of "
     "length {first-length}."},
    {"static", "gather", "",
     "{first} enters as these {cols} numbers, of length {first-length}, whatever the sentence."},
    {"static/nearest", "cosines", "", "Before: {first-two}."},

    /* in a sentence */
    {"*/attention", "stack", "blind-rows",
     "{first@contributions} sees nothing: all its weights are 0."},
    {"*/attention", "stack", "last-sees-one-key top-itself",
     "{first@contributions} sees only itself and gives it all its weight."},
    {"*/attention", "stack", "last-sees-one-key",
     "{first@contributions} sees only {top} and gives it all its weight."},
    {"*/attention", "stack", "last-even",
     "{first@contributions} gives all the {last-seen} words it sees the same weight, "
     "{top-cell}{| on average over the heads:heads}."},
    {"*/attention", "stack", "top-itself",
     "{first@contributions} gives its largest weight, {top-cell}{| on average over the "
     "heads:heads}, to itself."},
    {"*/attention", "stack", "",
     "{first@contributions} gives its largest weight, {top-cell}{| on average over the "
     "heads:heads}, to {top}."},
    {"*/attention", "stack", "unknown", "+Not in the vocabulary: {unknown}."},
    {"*/attention", "stack", "forms", "+Looked up in another form: {forms}."},
    {"*/attention", "stack", "left-out", "+Left out, having no vector: {left-out}."},
    {"*/contributions", "shares", "zero@change", "Nothing changes: no word has a share."},
    {"*/contributions", "shares", "top-nearly-all", "{top} makes up {top-cell} of the change."},
    {"*/contributions", "shares", "", "{top} and {second} make up {top-two} of the change."},
    {"*/change", "gather", "zero", "The change is zero: attention adds nothing."},
    {"*/change", "gather", "",
     "The change is {first-length} long, the static vector {first-length@static}; the cosine of "
     "the two is {cosine-to-static}."},
    {"*/after", "add", "zero@change", "The static vector, unchanged."},
    {"*/after", "add", "",
     "Static vector and change added: {first-length} long, cosine {cosine-to-static} to before."},
    {"*/gained/nearest", "cosines", "", "The change by itself is nearest to: {first-two}."},
    {"*/nearest", "cosines", "has@/static/nearest",
     "After: {first-two}; before: {first-two@/static/nearest}."},
    {"*/nearest", "cosines", "", "After: {first-two}."},

    /* between the sentences */
    {"cosine/before", "cosines", "zero@/static",
     "A vector of zeros has no direction: its cosines are 0."},
    {"cosine/before", "cosines", "",
     "{first@/static} goes in as the same vector every time: {the cosine|every cosine:pairs} is "
     "1."},
    {"cosine/after", "cosines", "!three-rows",
     "The cosine of {first@/static} in the two sentences was {least-cell-before}, and now is "
     "{least-cell}."},
    {"cosine/after", "cosines", "",
     "{first@/static} is least alike in sentences {least} and {least-other}: the cosine was "
     "{least-cell-before}, and now is {least-cell}."},
    {0},
};

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
    Trace *t = trace_begin(g);
    const SelfAttentionSettings *settings = &input->sentences[0].settings;
    for (int i = 0; i < input->count; i++)
        add_text(t, subject_text(&subjects[i], input->sentences[i].n));
    add_setting(t, "word", input->word, false);
    add_attention_settings(t, settings, input->weights->embeddings.cols, subjects);
    add_number_setting(t, "nearest", input->nearest);
    add_weights_settings(t, input->weights->origin, subjects);
    t->provenance = arena_format(t->arena, "%d head%s, %s", settings->heads,
                                 plural(settings->heads), t->provenance);
    trace_tell(t, views, sentences);
    add_overview(t, input->word);
    return t;
}
