#include "trace/transformer.h"

#include "trace/build.h"

static const Note sentences[] = {
    /* what goes in */
    {"*source/words|*target/words", "multiply_by_root", "",
     "{cols} numbers for each word: its row of the table of words, times √{dimension} = {root}; "
     "{lengths}."},
    {"*target/words", "multiply_by_root", "",
     "+{first}, the end of a sentence, stands before its first word too."},

    /* attention */
    {"*W_Q|*W_K|*W_V|*W_O|*W_1|*W_2", "leaf", "",
     "{rows} × {cols} numbers, with a standard deviation of {deviation}."},
    {"*self/mean", "mean", "one-cell", "{first} is alone, and gives itself all."},
    {"*self/mean", "mean", "masked",
     "Each word asks itself and those before it: {first} has only itself, {last} gives most to "
     "{last-largest-col}, {last-largest-cell}."},
    {"*self/mean", "mean", "",
     "Every word asks every word, and gives {own} to itself on average; even shares "
     "would be {even}."},
    {"*cross/mean", "mean", "",
     "The words written so far ask the source: {largest-row} gives most to {largest-col}, "
     "{largest}."},
    {"alignment", "mean", "",
     "Where the last layer looks at the source when each word is written: for {largest-row} most "
     "at {largest-col}, {largest}. {leaps-back} of {rows} words {looks|look:leaps-back} to the "
     "left "
     "of where the word before looked."},
    {"*self/output|*cross/output", "matmul", "", "The heads mixed, a row a word; {lengths}."},

    /* around sublayers */
    {"*residual", "add", "",
     "What goes in stays, and what the sublayer made is added: it moves {moved} most, by "
     "{moved-by}, whose row was {moved-was} long."},

    /* the next word */
    {"*output/scores", "matmul", "",
     "A score for each of {cols} words, after each word so far; the highest, {largest}, is for "
     "“{largest-col}” after {largest-row}."},
    {"*output/probabilities", "softmax_rows", "",
     "Each row sums to 1 over all {cols} words; the surest is that of “{largest-col}” after "
     "{largest-row}, {largest-chance}."},
    {0},
};

/* ---- settings ---- */

static void add_settings(Trace *t, const Model *m, const TranslationSubject *s)
{
    const TransformerSizes *z = m->sizes;
    const char *origin = m->parameters->origin, *norm = norm_place_names[z->norm];
    int d_k = z->d_model / z->heads;
    add_setting(t, "model", m->kind->paper, false);
    add_number_setting(t, "encoder_layers", z->encoder_layers);
    add_number_setting(t, "decoder_layers", z->decoder_layers);
    add_number_setting(t, "heads", z->heads);
    add_number_setting(t, "d_model", z->d_model);
    add_number_setting(t, "d_k", d_k);
    add_number_setting(t, "d_ff", z->ffn);
    add_setting(t, "norm", norm, false);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    add_setting(t, "weights", origin, false);
    add_setting(t, "seed", s->seed, true);
    add_source(t, origin, m->recipe, "held-out score", m->score);
    t->provenance = arena_format(
        t->arena,
        "transformer: %d + %d layers, %d head%s, d_{model} = %d, d_k = %d, d_{ff} = %d, norm %s, "
        "weights %s%s%s",
        z->encoder_layers, z->decoder_layers, z->heads, plural(z->heads), z->d_model, d_k, z->ffn,
        norm, origin, s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

/* ---- what is told ---- */

/* The layer of a side that is told whole, from 1. */
static int told_layer(int whole, int layers)
{
    return whole < layers ? whole + 1 : layers;
}

static const View views[] = {
    {"source/E|target/E", ROLE_BEHIND, FORM_CELLS},
    {"*norm/mean|*norm/variance|*norm/mean-after|*norm/variance-after", ROLE_DETAIL, FORM_BARS},
    {"*/W_*|*/b_*", ROLE_DETAIL, FORM_CELLS},
    {"*self/Q|*self/K|*self/V|*cross/Q|*cross/K|*cross/V|*concat", ROLE_DETAIL, FORM_CELLS},
    {"*product|*sums|*back|*standard|*norm/scaled", ROLE_DETAIL, FORM_CELLS},
    {"output/*", ROLE_DETAIL, FORM_CELLS},   /* too many words to be drawn */
    {"step-*/words", ROLE_MINOR, FORM_BARS}, /* one picture has the words of all steps */
    {"*/head-1/*", ROLE_SHOWN, FORM_CELLS},
    {"*/head-*", ROLE_DETAIL, FORM_CELLS},
};

/* With the layers that are told in brief. */
static const View *views_of(Arena *arena, const TransformerSizes *z, int whole)
{
    enum { COMMON = sizeof views / sizeof *views, FORMS = 2 };
    int count = 0, layers[] = {z->encoder_layers, z->decoder_layers};
    size_t most = COMMON + (size_t)(layers[0] + layers[1]) + 1;
    View *all = arena_alloc(arena, most, sizeof *all);
    for (; count < FORMS; count++)
        all[count] = views[count];
    for (int side = 0; side < 2; side++)
        for (int l = 1; l <= layers[side]; l++)
            if (l != told_layer(whole, layers[side]))
                all[count++] =
                    (View){arena_format(arena, "%s-%d/*", side ? "decoder" : "encoder", l),
                           ROLE_DETAIL, FORM_CELLS};
    for (int i = FORMS; i < COMMON; i++)
        all[count++] = views[i];
    return all;
}

/* ---- panels ---- */

/* The three kinds of attention, by who asks whom. */
static const struct {
    const char *side, *Side, *id, *name, *who;
    const char *title; /* in the overview */
} kinds[] = {
    {"encoder", "Encoder", "self", "self-attention", "source asks source",
     "encoder self-attention"},
    {"decoder", "Decoder", "self", "masked self-attention", "target asks target so far",
     "decoder masked self-attention"},
    {"decoder", "Decoder", "cross", "encoder–decoder attention", "target asks source",
     "encoder–decoder attention"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *part_id(const Trace *t, int kind, int layer, const char *stage)
{
    return arena_format(t->arena, "%s-%d/%s/%s", kinds[kind].side, layer, kinds[kind].id, stage);
}

/* The mean of the heads of each kind of attention in a layer, from 1. */
static void place_layer(Trace *t, Grid *grid, int layer, bool across)
{
    const char *name = arena_format(t->arena, "layer %d", layer);
    if (!across)
        grid->row_titles[layer - 1] = name;
    for (int k = 0; k < KINDS; k++) {
        const char *id = part_id(t, k, layer, "mean");
        if (across) {
            grid->row_titles[k] = kinds[k].title;
            grid_place(grid, k, layer - 1, id, k ? NULL : name, NULL);
        } else {
            grid_place(grid, layer - 1, k, id, layer > 1 ? NULL : kinds[k].title, NULL);
        }
    }
}

/* "softmax(QKᵀ/√d_k), Q = Y W_Q, K = memory W_K" */
static const char *attention_formula(const Trace *t, int kind, int layer)
{
    return arena_format(t->arena, "%s, %s, %s",
                        trace_step(t, part_id(t, kind, layer, "head-1/weights"))->formula,
                        trace_step(t, part_id(t, kind, layer, "Q"))->formula,
                        trace_step(t, part_id(t, kind, layer, "K"))->formula);
}

/* "softmax(QKᵀ/√d_k) of X with X, …" */
static const char *kinds_formula(const Trace *t)
{
    Text text = text_new(t->arena);
    for (int k = 0; k < KINDS; k++)
        text_format(&text, "%s%s", k ? "; " : "", attention_formula(t, k, 1));
    return text.data;
}

/* A row for each layer and a column for each kind of attention; many layers stand side by side
   instead, for pages are wider than they are high. */
static void add_overview(Trace *t, const TransformerSizes *z)
{
    int layers = z->encoder_layers > z->decoder_layers ? z->encoder_layers : z->decoder_layers;
    bool across = layers > KINDS;
    Grid grid = grid_new(t, "overview", across ? KINDS : layers, across ? layers : KINDS);
    grid.panel.title = z->heads == 1
                           ? "Three kinds of attention, layer by layer"
                           : "Three kinds of attention, layer by layer: the mean of the heads";
    grid.panel.formula = kinds_formula(t);
    grid.panel.note = trace_step(t, "alignment")->note;
    for (int l = 1; l <= layers; l++)
        place_layer(t, &grid, l, across);
    add_panel(t, grid);
}

static const char *kind_title(const Trace *t, int kind, int layer, const char *rest)
{
    return arena_format(t->arena, "%s %d, %s: %s", kinds[kind].Side, layer, kinds[kind].name, rest);
}

/* From the scores to the weights of the first head. */
static void add_stages(Trace *t, int kind, int layer)
{
    static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
    enum { STAGES = sizeof stages / sizeof *stages };
    bool is_masked = trace_step(t, part_id(t, kind, layer, "head-1/masked")) != NULL;
    Grid grid =
        grid_new(t, part_id(t, kind, layer, "head-1/stages"), 1, is_masked ? STAGES : STAGES - 1);
    grid.panel.title = kind_title(t, kind, layer, "head 1, from scores to weights");
    grid.panel.formula = attention_formula(t, kind, layer);
    grid.panel.note = trace_step(t, part_id(t, kind, layer, "head-1/weights"))->note;
    for (int i = 0, col = 0; i < STAGES; i++) {
        const char *id = part_id(t, kind, layer, arena_format(t->arena, "head-1/%s", stages[i]));
        const Step *step = trace_step(t, id);
        col = grid_flow(&grid, 0, col, id, i == STAGES - 1 || !step ? "softmax" : step->formula);
    }
    add_panel(t, grid);
}

/* Every head of an attention and their mean, at most this many in a row. */
enum { HEADS_A_ROW = 5 };

static void add_heads(Trace *t, int kind, int layer, int heads)
{
    int places = heads > 1 ? heads + 1 : 1;
    int rows = (places + HEADS_A_ROW - 1) / HEADS_A_ROW, cols = (places + rows - 1) / rows;
    Grid grid = grid_new(t, part_id(t, kind, layer, "heads"), rows, cols);
    grid.panel.title = kind_title(t, kind, layer, kinds[kind].who);
    grid.panel.formula = attention_formula(t, kind, layer);
    grid.panel.note = trace_step(t, part_id(t, kind, layer, "mean"))->note;
    for (int h = 0; h < heads; h++) {
        const char *head = arena_format(t->arena, "head-%d/weights", h + 1);
        grid_place(&grid, h / cols, h % cols, part_id(t, kind, layer, head),
                   arena_format(t->arena, "head %d", h + 1), NULL);
    }
    if (heads > 1)
        grid_place(&grid, heads / cols, heads % cols, part_id(t, kind, layer, "mean"),
                   "mean of the heads", NULL);
    add_panel(t, grid);
}

/* What each word might have been, at most this many in a row. */
enum { WORDS_A_ROW = 3 };

static void add_words(Trace *t, int words)
{
    int cols = words < WORDS_A_ROW ? words : WORDS_A_ROW;
    const Step *probabilities = trace_step(t, "output/probabilities");
    Grid grid = grid_new(t, "words", (words + cols - 1) / cols, cols);
    grid.panel.title = "The most probable words at each step";
    grid.panel.formula = probabilities->formula;
    grid.panel.note = probabilities->note;
    for (int i = 0; i < words; i++)
        grid_place(&grid, i / cols, i % cols, arena_format(t->arena, "step-%d/words", i + 1),
                   arena_format(t->arena, "step %d", i + 1), NULL);
    add_panel(t, grid);
}

Trace *trace_transformer(Graph *g, const Model *transformer, const TranslationTask *task,
                         const TranslationSubject *s)
{
    Trace *t = trace_begin(g);
    const TransformerSizes *z = transformer->sizes;
    int layers[] = {told_layer(s->whole, z->encoder_layers),
                    told_layer(s->whole, z->decoder_layers)};
    add_text(t, traced_text(s->source.text, task->source_length, s->source.words));
    add_text(t, traced_text(s->target.text, task->target_length, s->target.words));
    add_settings(t, transformer, s);
    trace_tell(t, views_of(t->arena, z, s->whole), sentences);
    add_overview(t, z);
    for (int k = 0; k < KINDS; k++) {
        add_stages(t, k, layers[k > 0]);
        add_heads(t, k, layers[k > 0], z->heads);
    }
    add_words(t, task->target_length);
    return t;
}
