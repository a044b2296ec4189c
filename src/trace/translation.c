#include "trace/translation.h"

#include "graph/ops.h"

#define NO_SLOPE                                                                                   \
    "A choice has no slope: plain backpropagation cannot train it, and Xu et al. estimate its "    \
    "gradient by sampling."

const Note translation_sentences[] = {
    /* the source */
    {"source", "gather", "repeated",
     "A row of {cols} numbers a word; {twin} and {other-twin} are one word and enter as one "
     "vector."},
    {"source", "gather", "",
     "A row of {cols} numbers a word; that of {first} is {first-length} long."},
    {"encoder/forward", "stack", "",
     "Read from {first} to {last}: each row knows the words up to its own. {mover} moves the state "
     "most, by {movement}."},
    {"encoder/backward", "stack", "",
     "Read from {last} to {first}: each row knows the words up to its own. {mover} moves the state "
     "most, by {movement}."},
    {"annotations", "concat", "repeated@source",
     "Keys and values in one: each word within its sentence, as read from both ends. {twin@source} "
     "and {other-twin@source}, one vector before, now have the cosine {twin-cosine}."},
    {"annotations", "concat", "",
     "Keys and values in one: each word within its sentence, as read from both ends: {cols} "
     "numbers a word."},
    {"keys", "matmul", "", "One key a word, made once and asked by every query; {lengths}."},

    /* the query and its energies */
    {"*/query", "tanh", "first-word",
     "The query is the decoder's first state, before any word is written: {cols} numbers, of "
     "length {first-length}."},
    {"*/query", NULL, "",
     "The query is the state after {before}, and before {first}: {cols} numbers, of length "
     "{first-length}."},
    {"*/projected-query", "matmul", "has@sum",
     "The query as the alignment model sees it: {cols} numbers, added to every key."},
    {"*/projected-query", "matmul", "",
     "The query as the alignment model sees it: {cols} numbers, multiplied with every annotation."},
    {"*/sum", "add_row", "",
     "Query and key meet in a sum, a row for each source word; farthest from 0 is unit "
     "{largest-size-col} of {largest-size-row}, {largest-size}."},
    {"*/sum", "matmul", "",
     "Query and key, side by side, meet in one product, a row for each source word; farthest from "
     "0 is unit {largest-size-col} of {largest-size-row}, {largest-size}."},
    {"*/tanh", "tanh", "",
     "Between −1 and 1; {beyond} of {cells} cells {is|are:beyond} beyond ±0.90, where tanh is "
     "nearly flat."},
    {"*/energies", NULL, "one-cell", "One source word, one energy: {first-cell}."},
    {"*/energies", NULL, "",
     "How well each key answers: {top} best, {top-cell}, then {second}, {second-cell}."},

    /* local attention */
    {"*/place", "multiply_by", "",
     "Of the {cols@energies} places, counted from 0, it expects to look at {first-cell}, which is "
     "nearest to {nearest-place}."},
    {"*/window|*/masked", NULL, "!masked",
     "The window of ±{window} is wider than the sentence: all is seen."},
    {"*/window|*/masked", NULL, "all-masked",
     "The window of ±{window} lies behind the end of the sentence: nothing is seen."},
    {"*/window|*/masked", NULL, "", "The window of ±{window} hides {hidden} of {cols} words."},
    {"*/softmax", "softmax_rows", "",
     "Within the window the weights sum to 1; the largest, {top-cell}, is {top}'s."},
    {"*/bell", "gaussian", "",
     "What lies off the expected place counts less: σ = {sigma}, and {top} keeps most, "
     "{top-cell}."},

    /* weights and context */
    {"*/weights|*/taken", NULL, "sees-nothing", "{first} sees nothing: all its weights are 0."},
    {"*/weights", NULL, "sees-one", "{first} looks at {top} alone: {top-cell}."},
    {"*/weights", NULL, "",
     "{first} looks at {top} most, {top-cell}, then at {second}, {second-cell}."},
    {"*/taken", "take_one", "drawn", "Drawn: {top}, whose weight is {taken-weight}. " NO_SLOPE},
    {"*/taken", "take_one", "", "The largest: {top}, whose weight is {taken-weight}. " NO_SLOPE},
    {"*/context", "batched_sums", "sees-nothing@weights",
     "Nothing is seen, so the context is zero."},
    {"*/context", "batched_sums", "has@taken",
     "The annotation of {top@taken}, and nothing of the others."},
    {"*/context", "batched_sums", "",
     "What is retrieved: the average of the values, weighted by α. It is most like the annotation "
     "of {most-like}, cosine {most-like-cosine}."},

    /* the new state */
    {"*/update-gate", "columns", "",
     "A share for each unit: on average {mean} of the candidate is let through."},
    {"*/reset-gate", "columns", "",
     "A share for each unit: on average {mean} of the old state is let through."},
    {"*/candidate", "tanh", "",
     "What the state would be if nothing were kept; {first-length} long."},
    {"*/state", NULL, "has@query",
     "The old state moves by {state-moved}; this one writes {first}, and asks the next query."},
    {"*/state", NULL, "first-word",
     "The query is the new state, which has read the beginning and is to write {first}: {cols} "
     "numbers, of length {first-length}."},
    {"*/state", NULL, "",
     "The query is the new state, which has read {before} and is to write {first}: {cols} numbers, "
     "of length {first-length}."},
    {"*/attentional", "tanh", "",
     "State and context in one: {cols} numbers from which the next word is predicted; "
     "{first-length} long."},

    /* the next word */
    {"*/scores", NULL, "",
     "A score for each of {cols} words; the highest, {top-cell}, is that of {top}."},
    {"*/probabilities", "softmax_rows", "",
     "They sum to 1 over all {cols} words; {top} has {top-cell}."},

    /* all of it */
    {"alignment", "stack", "one-row sees-one", "{first} looks at {top} alone: {top-cell}."},
    {"alignment", "stack", "one-row",
     "{first} looks at {top} most, {top-cell}, then at {second}, {second-cell}."},
    {"alignment", "stack", "!goes-back",
     "The largest weights never go back to the left: the words keep their order."},
    {"alignment", "stack", "",
     "Of {rows} words {back} {looks|look:back} to the left of where the word before looked, first "
     "{back-word}: from {back-from} back to {back-to}."},
    {"taken", "stack", "",
     "One place a word: in {taken-largest} of {seeing} words that with the largest "
     "weight. " NO_SLOPE},
    {0},
};

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
    const char *each = name_find(t->graph, "alignment")->writing->each;
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
    trace_tell(t, views_of(t->arena, subject->whole), translation_sentences);
    add_overview(t, subject->whole);
    add_inside(t, subject->whole);
    return t;
}
