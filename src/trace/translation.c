#include "trace/translation.h"

#include "graph/ops.h"

const char *score_name(Score score)
{
    static const char *const names[] = {[SCORE_ADDITIVE] = "additive",
                                        [SCORE_DOT] = "dot",
                                        [SCORE_GENERAL] = "general",
                                        [SCORE_CONCAT] = "concat"};
    return names[score];
}

const char *reach_name(Reach reach)
{
    static const char *const names[] = {[REACH_GLOBAL] = "none",
                                        [REACH_MONOTONIC] = "monotonic",
                                        [REACH_PREDICTIVE] = "predictive"};
    return names[reach];
}

/* ---- settings ---- */

/* A setting that not every translator has. */
static void add_size(Trace *t, const char *name, int size, bool is_there)
{
    if (is_there)
        add_number_setting(t, name, size);
    else
        add_setting(t, name, NULL, true);
}

static const char *taking_name(Taking taking)
{
    static const char *const names[] = {
        [TAKE_MEAN] = "soft", [TAKE_DRAWN] = "hard (drawn)", [TAKE_LARGEST] = "hard (the largest)"};
    return names[taking];
}

static void add_model(Trace *t, const Model *translator, Taking taking)
{
    const TranslatorDesign *design = translator->kind->design;
    const TranslatorSizes *sizes = translator->sizes;
    add_setting(t, "model", translator->kind->paper, false);
    add_setting(t, "score", score_name(design->score), false);
    add_setting(t, "local", reach_name(design->reach), false);
    add_setting(t, "attention", taking_name(taking), false);
    add_setting(t, "encoder", design->both_ways ? "bidirectional" : "causal", false);
    add_setting(t, "cell", design->cell == CELL_GRU ? "gru" : "rnn", false);
    add_size(t, "embedding", sizes->embedding, true);
    add_size(t, "hidden", sizes->hidden, true);
    add_size(t, "alignment_layer", sizes->alignment, translator_has_layer(design));
    add_size(t, "window", sizes->window, design->reach != REACH_GLOBAL);
}

static void add_settings(Trace *t, const Model *translator, Taking taking,
                         const TranslationSubject *s)
{
    const TranslatorDesign *design = translator->kind->design;
    const TranslatorSizes *sizes = translator->sizes;
    const char *origin = translator->parameters->origin, *local = "";
    add_model(t, translator, taking);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    add_setting(t, "weights", origin, false);
    add_setting(t, "seed", s->seed, true);
    add_source(t, origin, translator->recipe, "held-out score", translator->score);
    if (design->reach != REACH_GLOBAL)
        local =
            arena_format(t->arena, ", local %s, D = %d", reach_name(design->reach), sizes->window);
    t->provenance =
        arena_format(t->arena, "%s: %s score%s, %s attention, %s %s encoder, weights %s%s%s",
                     translator->kind->paper, score_name(design->score), local, taking_name(taking),
                     trace_setting(t, "encoder"), design->cell == CELL_GRU ? "GRU" : "RNN", origin,
                     s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

/* ---- which steps are shown ---- */

/* Of the whole word these are shown; of the others they are details. */
static const char *const whole_stages[] = {
    "query",       "projected-query", "sum",       "tanh",  "energies",   "place",
    "window",      "masked",          "softmax",   "bell",  "taken",      "context",
    "update-gate", "reset-gate",      "candidate", "state", "attentional"};

static const View other_views[] = {
    {"step-*/weights", ROLE_MINOR, FORM_CELLS},
    {"step-*/words", ROLE_MINOR, FORM_BARS},
    /* so many numbers: the most probable words say enough */
    {"step-*/scores", ROLE_DETAIL, FORM_CELLS},
    {"step-*/probabilities", ROLE_DETAIL, FORM_CELLS},
    {"source", ROLE_SHOWN, FORM_CELLS},
    {"encoder/forward", ROLE_SHOWN, FORM_CELLS},
    {"encoder/backward", ROLE_SHOWN, FORM_CELLS},
    {"annotations", ROLE_SHOWN, FORM_CELLS},
    {"keys", ROLE_SHOWN, FORM_CELLS},
    {"alignment", ROLE_SHOWN, FORM_CELLS},
    {"taken", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

enum {
    WHOLE_STAGES = sizeof whole_stages / sizeof *whole_stages,
    OTHER_VIEWS = sizeof other_views / sizeof *other_views,
    VIEWS = 3 + 2 * WHOLE_STAGES + OTHER_VIEWS
};

static const char *step_id(Arena *arena, int word, const char *stage)
{
    return arena_format(arena, "step-%d/%s", word + 1, stage);
}

static const View *views_of(Arena *arena, int whole)
{
    View *views = arena_alloc(arena, VIEWS, sizeof *views), *next = views;
    *next++ = (View){"*/inside/*", ROLE_BEHIND, FORM_CELLS};
    *next++ = (View){step_id(arena, whole, "weights"), ROLE_SHOWN, FORM_CELLS};
    *next++ = (View){step_id(arena, whole, "words"), ROLE_SHOWN, FORM_BARS};
    for (int i = 0; i < WHOLE_STAGES; i++) {
        *next++ = (View){step_id(arena, whole, whole_stages[i]), ROLE_SHOWN, FORM_CELLS};
        *next++ =
            (View){arena_format(arena, "step-*/%s", whole_stages[i]), ROLE_DETAIL, FORM_CELLS};
    }
    for (int i = 0; i < OTHER_VIEWS; i++)
        *next++ = other_views[i];
    return views;
}

/* ---- panels ---- */

static void add_overview(Trace *t, int whole)
{
    const char *each = name_find(t->graph, "alignment")->writing.each;
    bool hard = trace_step(t, "taken") != NULL;
    Grid grid = grid_new(t, "overview", 1, hard ? 2 : 1);
    grid.panel.title = "What each word of the translation looks at";
    grid.panel.formula = each ? each : trace_step(t, step_id(t->arena, whole, "weights"))->formula;
    grid.panel.note = trace_step(t, "alignment")->note;
    grid_place(&grid, 0, 0, "alignment", hard ? "soft weights" : NULL, NULL);
    grid_place(&grid, 0, 1, "taken", "taken", hard ? "" : NULL);
    add_panel(t, grid);
}

/* The inside of the alignment model as one picture: how one word's query and the keys become
   energies, and these become weights. The numbers of each source word stand in one row, so that the
   energies and what becomes of them are turned.

       W_a s
       U_a hⱼ  →  W_a s + U_a hⱼ  →  tanh  →  e  →  α                                             */
enum { QUERY_ROW, KEYS_ROW, INSIDE_ROWS, INSIDE_COLS = 9 };

static const char *const turned_stages[] = {"energies", "masked",  "softmax",
                                            "bell",     "weights", "taken"};

enum { TURNED_STAGES = sizeof turned_stages / sizeof *turned_stages };

/* Names the columns of the whole word: "step-6/inside/energies". */
static void name_inside(Graph *g, const TranslationTask *task, int whole)
{
    Scope inside = within(scope_of(g), step_id(g->arena, whole, "inside"), "", 0);
    inside = ending_in(inside, arena_format(g->arena, " for “%s”", task->target_labels[whole]));
    for (int i = 0; i < TURNED_STAGES; i++) {
        const Name *row = name_find(g, step_id(g->arena, whole, turned_stages[i]));
        if (row)
            named(inside, turned_stages[i], "A column of the picture: ", transpose(g, row->node));
    }
}

static const char *inside_id(Arena *arena, int whole, const char *stage)
{
    return arena_format(arena, "step-%d/inside/%s", whole + 1, stage);
}

/* What formulas call a step. */
static const char *called(const Trace *t, const Step *step)
{
    return writing_of(t->graph, (Node *)step->node)->formula.text;
}

/* The query over the keys, each as the alignment model sees it, and the layer where they meet. */
static int place_layer(Grid *grid, int whole)
{
    const Trace *t = grid->trace;
    Arena *arena = t->arena;
    const Step *query = trace_step(t, step_id(arena, whole, "projected-query"));
    const Step *keys = trace_step(t, "keys"), *sum = trace_step(t, step_id(arena, whole, "sum"));
    query = query ? query : trace_step(t, step_id(arena, whole, "state"));
    keys = keys ? keys : trace_step(t, "annotations");
    keys = keys ? keys : trace_step(t, "encoder/forward");
    grid_place(grid, QUERY_ROW, 0, query->id, called(t, query), NULL);
    grid_place(grid, KEYS_ROW, 0, keys->id, called(t, keys), NULL);
    if (!sum)
        return 1;
    int col = grid_flow(grid, KEYS_ROW, 1, sum->id, called(t, sum));
    return grid_flow(grid, KEYS_ROW, col, step_id(arena, whole, "tanh"), "tanh");
}

/* softmax ⊙ bell = weights, of predictive attention. */
static void place_product(Grid *grid, int whole, int softmax_col)
{
    Arena *arena = grid->trace->arena;
    const char *ids[3], *titles[3] = {"softmax", "Gaussian", "α"};
    for (int i = 0; i < 3; i++)
        ids[i] = inside_id(arena, whole, turned_stages[2 + i]);
    if (!trace_any_step(grid->trace, ids[1]))
        return;
    grid_equation(grid, KEYS_ROW, softmax_col, ids, titles);
    grid_flow(grid, KEYS_ROW, softmax_col, ids[0], titles[0]);
}

static void add_inside(Trace *t, int whole)
{
    static const char *const titles[] = {"e", "e + M", "softmax", "Gaussian", "α", "taken"};
    Arena *arena = t->arena;
    const Step *weights = trace_step(t, step_id(arena, whole, "weights"));
    const Step *energies = trace_step(t, step_id(arena, whole, "energies"));
    Grid grid = grid_new(t, step_id(arena, whole, "inside"), INSIDE_ROWS, INSIDE_COLS);
    int col = place_layer(&grid, whole), softmax_col = 0;
    for (int i = 0; i < TURNED_STAGES; i++) {
        softmax_col = i == 2 ? col : softmax_col;
        col = grid_flow(&grid, KEYS_ROW, col, inside_id(arena, whole, turned_stages[i]), titles[i]);
    }
    place_product(&grid, whole, softmax_col);
    grid.panel.title =
        arena_format(arena, "From query and keys to weights for “%s”", weights->rows.labels[0]);
    grid.panel.formula = weights->formula;
    grid.panel.note = arena_format(arena, "%s %s", energies->note, weights->note);
    grid.panel.after = (int)(weights - t->steps);
    grid.panel.large = true;
    add_panel(t, grid);
}

/* ---- the whole ---- */

Trace *trace_translation(Graph *g, const Model *translator, const TranslationTask *task,
                         const TranslationSubject *subject)
{
    Trace *t = trace_begin(g, subject->argc, subject->argv);
    add_text(t, traced_text(subject->source.text, task->source_length, subject->source.words));
    add_text(t, traced_text(subject->target.text, task->target_length, subject->target.words));
    add_settings(t, translator, task->taking, subject);
    name_inside(g, task, subject->whole);
    trace_tell(t, views_of(t->arena, subject->whole), translation_list);
    add_overview(t, subject->whole);
    add_inside(t, subject->whole);
    return t;
}
