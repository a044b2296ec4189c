#include "trace/comparison.h"

#include "base/utf8.h"
#include "trace/comparison_behind.h"
#include "trace/comparison_notes.h"
#include "trace/narration.h"
#include "trace/notes.h"
#include "trace/word_list.h"

/* One narration: the trace so far, and who writes its sentences. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const Comparison *comparison;
    const ComparisonSubject *subject;
    ComparisonNotes notes;
} Narration;

/* ---- steps ---- */

static const SelfAttention *model_of(const Narration *n)
{
    return n->comparison->words[0].sentence;
}

static const char *id_of(const Narration *n, int sentence, const char *stage)
{
    return arena_format(n->arena, "sentence-%d/%s", sentence + 1, stage);
}

/* "What attention adds to bat in sentence 2" */
static const char *title_of(const Narration *n, const char *what, int sentence)
{
    return arena_format(n->arena, "%s %s in sentence %d", what, n->notes.word, sentence + 1);
}

/* An axis with one place. */
static Axis single(const Narration *n, const char *name, const char *label)
{
    const char **labels = arena_alloc(n->arena, 1, sizeof *labels);
    labels[0] = label;
    return token_axis(name, labels, 1);
}

static Axis tokens_of(const Narration *n, int sentence)
{
    return token_axis("token", n->notes.labels[sentence],
                      n->comparison->words[sentence].sentence->n);
}

/* The word as its sentence numbers it: "the₂". */
static const char *label_of(const Narration *n, int sentence)
{
    return n->notes.labels[sentence][n->comparison->words[sentence].place];
}

/* One vector: a row of features. */
static void add_vector(Narration *n, Step named, const char *label, const Node *vector)
{
    Step step = named;
    step.rows = single(n, "word", label);
    step.cols = numbered_axis(n->arena, cols_of(vector));
    step.kind = VALUE_SIGNED;
    step.node = vector;
    add_step(n->trace, step);
}

static void add_list(Narration *n, Step named, const NearestWords *nearest)
{
    if (nearest->count)
        add_step(n->trace, word_list_step(n->arena, named, &n->comparison->table, nearest));
}

static void add_static(Narration *n)
{
    const Comparison *c = n->comparison;
    add_vector(n,
               (Step){.id = "static",
                      .title = arena_format(n->arena, "The static vector of %s", n->notes.word),
                      .formula = "x",
                      .note = note_static(&n->notes)},
               n->notes.word, c->words[0].before);
    add_list(n,
             (Step){.id = "static/nearest",
                    .title = arena_format(n->arena, "Nearest to %s before", n->notes.word),
                    .formula = "cos(x, w)",
                    .note = note_nearest_before(&n->notes)},
             &c->nearest_before);
}

/* "head 1" … "mean of heads" */
static Axis head_axis(const Narration *n)
{
    int heads = model_of(n)->multi.head_count;
    const char **labels = arena_alloc(n->arena, (size_t)heads + 1, sizeof *labels);
    for (int h = 0; h < heads; h++)
        labels[h] = arena_format(n->arena, "head %d", h + 1);
    labels[heads] = "mean of heads";
    return token_axis("head", labels, heads + 1);
}

static const char *attention_formula(const Narration *n)
{
    const SelfAttention *model = model_of(n);
    return arena_format(n->arena, "softmax(q Kᵀ%s%s)",
                        model->settings.scale == SCALE_ROOT ? "/√dₖ" : "",
                        model->mask ? " + M" : "");
}

static void add_attention(Narration *n, int i)
{
    const WordInSentence *w = &n->comparison->words[i];
    const Subject *s = &n->subject->sentences[i];
    add_step(n->trace, (Step){.id = id_of(n, i, "attention"),
                              .title = title_of(n, "Attention weights of", i),
                              .formula = attention_formula(n),
                              .note = note_of_words(n->arena, note_attention(&n->notes, i),
                                                    s->unknown, s->forms, s->left_out),
                              .rows = head_axis(n),
                              .cols = tokens_of(n, i),
                              .kind = VALUE_PROBABILITY,
                              .node = w->weights,
                              .mask = w->mask});
    add_step(n->trace, (Step){.id = id_of(n, i, "contributions"),
                              .title = title_of(n, "What each word contributes to", i),
                              .formula = "cⱼ · Δ/(Δ · Δ), cⱼ = Σₕ w_{hj} V_{hj} W_Oʰ",
                              .note = note_contributions(&n->notes, i),
                              .rows = single(n, "word", label_of(n, i)),
                              .cols = tokens_of(n, i),
                              .kind = VALUE_SHARE,
                              .form = FORM_BARS,
                              .node = w->shares,
                              .mask = w->mask});
}

static void add_vectors(Narration *n, int i)
{
    const WordInSentence *w = &n->comparison->words[i];
    add_vector(n,
               (Step){.id = id_of(n, i, "change"),
                      .title = title_of(n, "What attention adds to", i),
                      .formula = "Δ = Σⱼ cⱼ",
                      .note = note_change(&n->notes, i)},
               label_of(n, i), w->change);
    add_vector(n,
               (Step){.id = id_of(n, i, "after"),
                      .title = title_of(n, "The vector of", i),
                      .formula = "x + Δ",
                      .note = note_after(&n->notes, i)},
               label_of(n, i), w->after);
}

static void add_lists(Narration *n, int i)
{
    const WordInSentence *w = &n->comparison->words[i];
    add_list(n,
             (Step){.id = id_of(n, i, "gained/nearest"),
                    .title = title_of(n, "Nearest to what is added to", i),
                    .formula = "cos(Δ, w)",
                    .note = note_nearest_gained(&n->notes, i)},
             &w->nearest_gained);
    add_list(n,
             (Step){.id = id_of(n, i, "nearest"),
                    .title = title_of(n, "Nearest to", i),
                    .formula = "cos(x + Δ, w)",
                    .note = note_nearest_after(&n->notes, i)},
             &w->nearest_after);
}

static Axis sentence_axis(const Narration *n)
{
    int count = n->comparison->count;
    const char **labels = arena_alloc(n->arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = arena_format(n->arena, "sentence %d", i + 1);
    return token_axis("sentence", labels, count);
}

static void add_cosines(Narration *n)
{
    const Comparison *c = n->comparison;
    const struct {
        const char *id, *when, *formula, *note;
        const Node *node;
    } sides[] = {
        {"cosine/before", "before", "cos(x_i, x_j)", note_cosines_before(&n->notes),
         c->cosines_before},
        {"cosine/after", "after", "cos(x_i + Δ_i, x_j + Δ_j)", note_cosines_after(&n->notes),
         c->cosines_after},
    };
    for (int i = 0; i < 2; i++)
        add_step(n->trace,
                 (Step){.id = sides[i].id,
                        .title = arena_format(n->arena, "How alike %s is across sentences, %s",
                                              n->notes.word, sides[i].when),
                        .formula = sides[i].formula,
                        .note = sides[i].note,
                        .rows = sentence_axis(n),
                        .cols = sentence_axis(n),
                        .kind = VALUE_COSINE,
                        .node = sides[i].node});
}

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
static const char *overview_id(const Narration *n, int i, const char *stage)
{
    return trace_step(n->trace, stage) ? stage : id_of(n, i, stage);
}

/* Whether any sentence has this step: else the overview has no row for it. */
static bool any_has(const Narration *n, const char *stage)
{
    for (int i = 0; i < n->comparison->count; i++)
        if (trace_step(n->trace, overview_id(n, i, stage)))
            return true;
    return false;
}

static int overview_height(const Narration *n)
{
    int rows = 0;
    for (int r = 0; r < OVERVIEW_ROWS; r++)
        rows += any_has(n, overview_rows[r].stage);
    return rows;
}

static const char *sentence_title(const Narration *n, int i)
{
    Text text = text_new(n->arena);
    text_add_visible(&text, n->subject->sentences[i].sentence);
    return elide_middle(n->arena, text.data, TITLE_COLUMNS);
}

/* A column for each sentence, its words above the first row. */
static void add_overview(Narration *n)
{
    int count = n->comparison->count, row = 0;
    Grid grid = grid_new(n->trace, "overview", overview_height(n), count);
    grid.panel.title = arena_format(n->arena, "One vector of %s goes in, %d come%s out",
                                    n->notes.word, count, count == 1 ? "s" : "");
    grid.panel.formula = "x + Δ, Δ = Σⱼ Σₕ w_{hj} V_{hj} W_Oʰ";
    grid.panel.note = count > 1 ? note_cosines_after(&n->notes) : note_attention(&n->notes, 0);
    for (int r = 0; r < OVERVIEW_ROWS; r++) {
        if (!any_has(n, overview_rows[r].stage))
            continue;
        grid.row_titles[row] = overview_rows[r].title;
        for (int i = 0; i < count; i++)
            grid_place(&grid, row, i, overview_id(n, i, overview_rows[r].stage),
                       row ? NULL : sentence_title(n, i), NULL);
        row++;
    }
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

static void add_settings(Narration *n)
{
    const SelfAttention *model = model_of(n);
    const Subject *s = &n->subject->sentences[0];
    const char *positions = model->settings.positions ? "sinusoidal" : "none";
    add_setting(n->trace, "word", n->notes.word, false);
    add_number_setting(n->trace, "heads", model->settings.heads);
    add_number_setting(n->trace, "d_model", model->d_model);
    add_number_setting(n->trace, "d_k", model->d_k);
    add_setting(n->trace, "mask", s->mask, false);
    add_setting(n->trace, "positions", positions, false);
    add_setting(n->trace, "scale", model->settings.scale == SCALE_ROOT ? "sqrt" : "none", false);
    add_number_setting(n->trace, "nearest", n->subject->nearest);
    add_setting(n->trace, "weights", model->origin, false);
    add_setting(n->trace, "seed", s->seed, true);
    add_source(n->trace, model->origin, s->recipe, "held-out perplexity", s->perplexity);
    n->trace->provenance = arena_format(
        n->arena, "%d head%s, d_{model} = %d, d_k = %d, mask %s, %s positions, weights %s%s%s",
        model->settings.heads, model->settings.heads == 1 ? "" : "s", model->d_model, model->d_k,
        s->mask, model->settings.positions ? "sinusoidal" : "no", model->origin,
        s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

enum { STATIC_STEPS = 2, SENTENCE_STEPS = 6, COSINE_STEPS = 2, PANELS = 1, SETTINGS = 12 };

static Trace *empty_trace(Arena *arena, const Comparison *c, const ComparisonSubject *subject)
{
    Trace *trace = trace_new(arena, STATIC_STEPS + SENTENCE_STEPS * c->count + COSINE_STEPS, PANELS,
                             SETTINGS, c->count);
    trace->argc = subject->sentences[0].argc;
    trace->argv = subject->sentences[0].argv;
    trace->behind = narrate_behind_comparison(arena, c, subject);
    for (int i = 0; i < c->count; i++)
        add_text(trace, traced_text(subject->sentences[i].sentence, c->words[i].sentence->n,
                                    subject->sentences[i].tokens));
    return trace;
}

static ComparisonNotes notes_of(Arena *arena, const Comparison *c, const ComparisonSubject *subject)
{
    const char *const **labels = arena_alloc(arena, (size_t)c->count, sizeof *labels);
    for (int i = 0; i < c->count; i++)
        labels[i] = subject->sentences[i].labels;
    return (ComparisonNotes){arena, c, visible_label(arena, subject->word), labels};
}

Trace *narrate_comparison(Arena *arena, const Comparison *comparison,
                          const ComparisonSubject *subject)
{
    Narration n = {.arena = arena,
                   .trace = empty_trace(arena, comparison, subject),
                   .comparison = comparison,
                   .subject = subject,
                   .notes = notes_of(arena, comparison, subject)};
    add_settings(&n);
    add_static(&n);
    for (int i = 0; i < comparison->count; i++) {
        add_attention(&n, i);
        add_vectors(&n, i);
        add_lists(&n, i);
    }
    add_cosines(&n);
    add_overview(&n);
    return n.trace;
}
