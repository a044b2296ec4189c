#include "trace/traces.h"

/* ---- settings ---- */

static void add_settings(Trace *t, const Model *m, const TranslationSubject *s)
{
    const TransformerSizes *z = m->sizes;
    add_setting(t, "model", m->kind->paper, false);
    add_number_setting(t, "encoder_layers", z->encoder_layers);
    add_number_setting(t, "decoder_layers", z->decoder_layers);
    add_number_setting(t, "heads", z->heads);
    add_number_setting(t, "d_model", z->d_model);
    add_number_setting(t, "d_k", z->d_model / z->heads);
    add_number_setting(t, "d_ff", z->ffn);
    add_setting(t, "norm", norm_place_names[z->norm], false);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    add_origin(t, &(Origin){m->parameters->origin, s->seed, "held-out score", m->score, m->recipe});
}

/* ---- what is told ---- */

/* The layer of a side that is told whole, from 1. */
static int told_layer(int whole, int layers)
{
    return whole < layers ? whole + 1 : layers;
}

/* Of the other layers all steps are details. */
static void tell_in_brief(Trace *t, const TransformerSizes *z, int whole)
{
    const char *told =
        arena_format(t->arena, "encoder-%d/*|decoder-%d/*", told_layer(whole, z->encoder_layers),
                     told_layer(whole, z->decoder_layers));
    for (int i = 0; i < t->step_count; i++)
        if (id_matches("encoder-*|decoder-*", t->steps[i].id) && !id_matches(told, t->steps[i].id))
            t->steps[i].detail = true;
}

/* ---- panels ---- */

/* The three kinds of attention, by who asks whom. */
static const struct {
    const char *path; /* of a layer */
    const char *name; /* the same in words */
    const char *who;
    const char *title; /* in the overview */
} kinds[] = {
    {"encoder-%d/self", "Encoder %d, self-attention", "source asks source",
     "encoder self-attention"},
    {"decoder-%d/self", "Decoder %d, masked self-attention", "target asks target so far",
     "decoder masked self-attention"},
    {"decoder-%d/cross", "Decoder %d, encoder–decoder attention", "target asks source",
     "encoder–decoder attention"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* An attention of the layer that is told whole. */
typedef struct Part {
    Trace *trace;
    const char *path, *name; /* "decoder-2/cross", "Decoder 2, encoder–decoder attention" */
    int heads;
} Part;

static Part part_of(Trace *t, int kind, int layer, int heads)
{
    return (Part){t, arena_format(t->arena, kinds[kind].path, layer),
                  arena_format(t->arena, kinds[kind].name, layer), heads};
}

static const char *id_in(const Part *part, const char *stage)
{
    return arena_format(part->trace->arena, "%s/%s", part->path, stage);
}

/* A row for each layer and a column for each kind of attention; many layers stand side by side
   instead, for pages are wider than they are high. */
static void place_layer(Grid *grid, int layer, bool across)
{
    Arena *arena = grid->trace->arena;
    const char *name = arena_format(arena, "layer %d", layer);
    for (int k = 0; k < KINDS; k++) {
        int row = across ? k : layer - 1, col = across ? layer - 1 : k;
        const char *row_title = across ? kinds[k].title : name;
        const char *title = across ? name : kinds[k].title;
        const char *path = arena_format(arena, kinds[k].path, layer);
        grid_row(grid, row, row_title);
        grid_place(grid, row, col, arena_format(arena, "%s/mean", path), row ? NULL : title, NULL);
    }
}

static void add_overview(Trace *t, const TransformerSizes *z)
{
    int layers = z->encoder_layers > z->decoder_layers ? z->encoder_layers : z->decoder_layers;
    Grid grid = grid_listed(t, "overview");
    for (int l = 1; l <= layers; l++)
        place_layer(&grid, l, layers > KINDS);
    add_panel(t, grid);
}

/* A panel of one of its steps, its title behind the attention's name. */
static Grid listed_of(const Part *part, const char *step, const char *name, const char *id)
{
    Trace *t = part->trace;
    Grid grid = grid_listed_of(t, trace_step(t, id_in(part, step)), name, id_in(part, id));
    grid.panel.title = arena_format(t->arena, "%s%s", part->name, grid.panel.title);
    return grid;
}

/* Every head of an attention and their mean; one head is its own. */
static void add_heads(const Part *part, const char *who)
{
    Grid grid = listed_of(part, "mean", "heads", "heads");
    grid.panel.title = arena_format(part->trace->arena, "%s %s", grid.panel.title, who);
    grid_heads(&grid, part->heads, id_in(part, "head-%d/weights"),
               part->heads > 1 ? id_in(part, "mean") : "");
    add_panel(part->trace, grid);
}

/* What each word might have been, at most this many in a row. */
enum { WORDS_A_ROW = 3 };

static void add_words(Trace *t, int words)
{
    Grid grid = grid_listed(t, "words");
    grid_series(&grid, 0, words, WORDS_A_ROW, "step-%d/words", "step %d");
    add_panel(t, grid);
}

Trace *trace_transformer(Graph *g, const Model *transformer, const TranslationTask *task,
                         const TranslationSubject *s)
{
    Trace *t = trace_begin(g);
    const TransformerSizes *z = transformer->sizes;
    add_text(t, s->source);
    add_text(t, s->target);
    add_settings(t, transformer, s);
    trace_tell(t, transformer_list);
    tell_in_brief(t, z, s->whole);
    add_overview(t, z);
    for (int k = 0; k < KINDS; k++) {
        int layers = k ? z->decoder_layers : z->encoder_layers;
        Part part = part_of(t, k, told_layer(s->whole, layers), z->heads);
        add_panel(t, listed_of(&part, "head-1/weights", "stages", "head-1/stages"));
        add_heads(&part, kinds[k].who);
    }
    add_words(t, task->target_length);
    return t;
}
