#include "trace/transformer.h"

#include "trace/narration.h"
#include "trace/transformer_notes.h"
#include "trace/transformer_sublayer.h"

/* One narration: the trace so far, and the words of either side. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const TransformerNodes *nodes;
    const TransformerTranslation *translation;
    const TransformerSummary *summary;
    const TransformerSubject *subject;
    Axis source, read; /* the encoder's rows and the decoder's */
} Narration;

enum { KINDS = 3 };

static const TransformerSizes *sizes_of(const Narration *n)
{
    return &n->nodes->transformer->sizes;
}

static AttentionKind encoder_self(const Narration *n)
{
    return (AttentionKind){.title = "self-attention",
                           .who = "source asks source",
                           .asking = "X",
                           .asked = "X",
                           .keys = n->source};
}

static AttentionKind decoder_self(const Narration *n)
{
    return (AttentionKind){.title = "masked self-attention",
                           .who = "target asks target so far",
                           .asking = "Y",
                           .asked = "Y",
                           .keys = n->read,
                           .mask = n->translation->decoder.causal};
}

static AttentionKind decoder_cross(const Narration *n)
{
    return (AttentionKind){.title = "encoder–decoder attention",
                           .who = "target asks source",
                           .asking = "Y",
                           .asked = "memory",
                           .keys = n->source};
}

/* ---- steps ---- */

/* The layer of a side that is told whole. */
static int told_layer(const Narration *n, int layers)
{
    return n->subject->layer < layers ? n->subject->layer : layers - 1;
}

static Sublayer sublayer_of(const Narration *n, const char *side, const char *Side, int layer,
                            const char *id, const char *title, Axis rows, int layers)
{
    return (Sublayer){.trace = n->trace,
                      .id = arena_format(n->arena, "%s-%d/%s", side, layer + 1, id),
                      .title = arena_format(n->arena, "%s %d, %s", Side, layer + 1, title),
                      .rows = rows,
                      .told = layer == told_layer(n, layers),
                      .norm = sizes_of(n)->norm};
}

static Seen seen(const Narration *n, const Step *step)
{
    return seen_step(n->arena, step);
}

/* A row of features a word. */
static Step featured(const Narration *n, Step step, const Node *node)
{
    return with_features(n->arena, step, node);
}

static void add_noted(Narration *n, Step step, const char *note)
{
    step.note = note;
    add_step(n->trace, step);
}

/* ---- what goes in ---- */

static Step input_step(const Narration *n, const char *side, const char *stage, const char *title,
                       const char *formula, Axis rows)
{
    return (Step){.id = arena_format(n->arena, "%s/%s", side, stage),
                  .title = arena_format(n->arena, "%s: %s",
                                        rows.name == n->source.name ? "Source" : "Target", title),
                  .formula = formula,
                  .rows = rows,
                  .kind = VALUE_SIGNED};
}

static void add_words(Narration *n, const char *side, const EmbeddedWords *words, Axis rows)
{
    Step e = featured(n, input_step(n, side, "words", "words as vectors", "√d · E[word]", rows),
                      words->embeddings);
    Step p = featured(n,
                      input_step(n, side, "positional", "positional encoding",
                                 "PE(p, 2i) = sin(p/10000^{2i/d}), PE(p, 2i+1) = "
                                 "cos(p/10000^{2i/d})",
                                 rows),
                      words->positions);
    Step x = featured(
        n, input_step(n, side, "input", "words in their places", "√d · E[word] + PE", rows),
        words->input);
    add_noted(n, e,
              rows.name == n->source.name ? note_word_vectors(seen(n, &e))
                                          : note_read_words(seen(n, &e)));
    add_noted(n, p, note_position_vectors(seen(n, &p)));
    add_noted(n, x, note_placed_words(seen(n, &x), words->embeddings));
}

static void add_mask(Narration *n)
{
    const Node *mask = n->translation->decoder.causal;
    Step step = {.id = "target/mask",
                 .title = "Target: the mask of its self-attention",
                 .formula = "M",
                 .rows = n->read,
                 .cols = n->read,
                 .kind = VALUE_MASK,
                 .node = mask,
                 .mask = mask};
    add_noted(n, step, note_hidden(seen(n, &step), mask));
}

/* ---- layers ---- */

static Sublayer encoder_sublayer(const Narration *n, int l, const char *id, const char *title)
{
    return sublayer_of(n, "encoder", "Encoder", l, id, title, n->source,
                       sizes_of(n)->encoder_layers);
}

static Sublayer decoder_sublayer(const Narration *n, int l, const char *id, const char *title)
{
    return sublayer_of(n, "decoder", "Decoder", l, id, title, n->read, sizes_of(n)->decoder_layers);
}

/* The last norm of a side, where norms stand before sublayers. */
static void add_last_norm(Narration *n, const char *side, const char *title, Axis rows,
                          const LayerNorm *norm, const NormEffect *effect, const NormParameters *p)
{
    Sublayer sub = {.trace = n->trace, .id = side, .title = title, .rows = rows, .told = true};
    if (norm->standard)
        add_norm(&sub, norm, effect, p);
}

static void add_encoder_layer(Narration *n, int l, const Node *input)
{
    const EncoderLayer *layer = &n->translation->encoder.layers[l];
    const LayerParameters *p = &n->nodes->encoder[l];
    const LayerSummary *s = &n->summary->encoder[l];
    AttentionKind kind = encoder_self(n);
    Sublayer self = encoder_sublayer(n, l, "self", kind.title);
    Sublayer ffn = encoder_sublayer(n, l, "ffn", "feed-forward");
    Surroundings around_self = {&layer->around_self, &s->norms[0], &p->norms[0], input};
    Surroundings around_ffn = {&layer->around_feed_forward, &s->norms[1], &p->norms[1],
                               layer->around_self.output};
    add_before(&self, around_self);
    add_attention(&self, &kind, &layer->self, &p->self, s->self);
    add_after(&self, around_self);
    add_before(&ffn, around_ffn);
    add_network(&ffn, &layer->feed_forward, &p->feed_forward);
    add_after(&ffn, around_ffn);
}

static void add_encoder(Narration *n)
{
    const EncoderPass *e = &n->translation->encoder;
    const Node *x = e->words.input;
    add_words(n, "source", &e->words, n->source);
    for (int l = 0; l < sizes_of(n)->encoder_layers; l++) {
        add_encoder_layer(n, l, x);
        x = e->layers[l].output;
    }
    add_last_norm(n, "encoder", "Encoder", n->source, &e->norm, &n->summary->encoder_norm,
                  &n->nodes->encoder_norm);
}

static void add_decoder_layer(Narration *n, int l, const Node *input)
{
    const DecoderLayer *layer = &n->translation->decoder.layers[l];
    const LayerParameters *p = &n->nodes->decoder[l];
    const LayerSummary *s = &n->summary->decoder[l];
    AttentionKind masked = decoder_self(n), crossing = decoder_cross(n);
    Sublayer self = decoder_sublayer(n, l, "self", masked.title);
    Sublayer cross = decoder_sublayer(n, l, "cross", crossing.title);
    Sublayer ffn = decoder_sublayer(n, l, "ffn", "feed-forward");
    Surroundings around_self = {&layer->around_self, &s->norms[0], &p->norms[0], input};
    Surroundings around_cross = {&layer->around_cross, &s->norms[1], &p->norms[1],
                                 layer->around_self.output};
    Surroundings around_ffn = {&layer->around_feed_forward, &s->norms[2], &p->norms[2],
                               layer->around_cross.output};
    add_before(&self, around_self);
    add_attention(&self, &masked, &layer->self, &p->self, s->self);
    add_after(&self, around_self);
    add_before(&cross, around_cross);
    add_attention(&cross, &crossing, &layer->cross, &p->cross, s->cross);
    add_after(&cross, around_cross);
    add_before(&ffn, around_ffn);
    add_network(&ffn, &layer->feed_forward, &p->feed_forward);
    add_after(&ffn, around_ffn);
}

static void add_decoder(Narration *n)
{
    const DecoderPass *d = &n->translation->decoder;
    const Node *x = d->words.input;
    add_words(n, "target", &d->words, n->read);
    add_mask(n);
    for (int l = 0; l < sizes_of(n)->decoder_layers; l++) {
        add_decoder_layer(n, l, x);
        x = d->layers[l].output;
    }
    add_last_norm(n, "decoder", "Decoder", n->read, &d->norm, &n->summary->decoder_norm,
                  &n->nodes->decoder_norm);
}

/* ---- the words ---- */

/* The words that might be next: too many to be drawn, and details but for the most probable. */
static Step next_words(const Narration *n, const char *id, const char *title, const char *formula,
                       const Node *node)
{
    return (Step){
        .id = id,
        .title = title,
        .formula = formula,
        .rows = n->read,
        .cols = {.name = "next word", .count = cols_of(node), .labels = n->subject->vocabulary},
        .node = node,
        .detail = true};
}

static void add_scores(Narration *n)
{
    const TransformerTranslation *t = n->translation;
    Step s = next_words(n, "output/scores", "Scores of the word after each", "states E_{target}ᵀ",
                        t->decoder.scores);
    Step p = next_words(n, "output/probabilities", "Probabilities of the word after each",
                        "softmax(states E_{target}ᵀ)", t->probabilities);
    p.kind = VALUE_PROBABILITY;
    add_noted(n, s, note_highest_scores(seen(n, &s)));
    add_noted(n, p, note_surest_word(seen(n, &p)));
}

static void add_likely_words(Narration *n, int i)
{
    static const char *const probability[] = {"probability"};
    const LikelyWords *likely = &n->summary->likely[i];
    const char **words = arena_alloc(n->arena, (size_t)likely->count, sizeof *words);
    for (int k = 0; k < likely->count; k++)
        words[k] = n->subject->vocabulary[likely->words[k]];
    Step step = {.id = arena_format(n->arena, "step-%d/words", i + 1),
                 .title = arena_format(n->arena, "The most probable words at step %d", i + 1),
                 .formula = arena_format(n->arena, "p(y_{%d})", i + 1),
                 .rows = token_axis("next word", words, likely->count),
                 .cols = token_axis("measure", probability, 1),
                 .kind = VALUE_FRACTION,
                 .form = FORM_BARS,
                 .minor = true, /* one picture has the words of all steps */
                 .node = likely->probabilities};
    add_noted(n, step,
              note_chosen(n->arena, likely, n->translation->probabilities, i,
                          n->translation->words[i], n->subject->vocabulary, n->subject->forced));
}

static const char *heads_mean(const Narration *n)
{
    int heads = sizes_of(n)->heads;
    return heads == 1 ? "its one head" : arena_format(n->arena, "mean of its %d heads", heads);
}

/* In the last layer, whichever is told: it is the one that the words come from. */
static void add_alignment(Narration *n)
{
    int last = sizes_of(n)->decoder_layers;
    Step step = {.id = "alignment",
                 .title = "Alignment: where the source is looked at for each output word",
                 .formula = arena_format(n->arena, "decoder %d of %d, %s: softmax(QKᵀ/√dₖ)", last,
                                         last, heads_mean(n)),
                 .rows = token_axis("output word", n->subject->target.labels, n->read.count),
                 .cols = n->source,
                 .kind = VALUE_PROBABILITY,
                 .node = n->summary->decoder[last - 1].cross};
    add_noted(n, step, note_aligned(seen(n, &step)));
}

/* ---- panels ---- */

/* The mean of the heads of each kind of attention in a layer. */
static void place_layer(Narration *n, Grid *grid, int layer, bool across)
{
    static const struct {
        const char *side, *id, *title;
    } kinds[KINDS] = {{"encoder", "self", "encoder self-attention"},
                      {"decoder", "self", "decoder masked self-attention"},
                      {"decoder", "cross", "encoder–decoder attention"}};
    const char *name = arena_format(n->arena, "layer %d", layer + 1);
    if (!across)
        grid->row_titles[layer] = name;
    for (int k = 0; k < KINDS; k++) {
        const char *id =
            arena_format(n->arena, "%s-%d/%s/mean", kinds[k].side, layer + 1, kinds[k].id);
        if (across) {
            grid->row_titles[k] = kinds[k].title;
            grid_place(grid, k, layer, id, k ? NULL : name, NULL);
        } else {
            grid_place(grid, layer, k, id, layer ? NULL : kinds[k].title, NULL);
        }
    }
}

/* A row for each layer and a column for each kind of attention; many layers stand side by side
   instead, for pages are wider than they are high. */
static void add_overview(Narration *n)
{
    const TransformerSizes *s = sizes_of(n);
    int layers = s->encoder_layers > s->decoder_layers ? s->encoder_layers : s->decoder_layers;
    bool across = layers > KINDS;
    Grid grid = grid_new(n->trace, "overview", across ? KINDS : layers, across ? layers : KINDS);
    grid.panel.title = s->heads == 1
                           ? "Three kinds of attention, layer by layer"
                           : "Three kinds of attention, layer by layer: the mean of the heads";
    grid.panel.formula = "softmax(QKᵀ/√d_k) of X with X, softmax(QKᵀ/√d_k + M) of Y with Y, "
                         "softmax(QKᵀ/√d_k) of Y with memory";
    grid.panel.note = trace_step(n->trace, "alignment")->note;
    for (int l = 0; l < layers; l++)
        place_layer(n, &grid, l, across);
    add_panel(n->trace, grid);
}

/* What each word might have been, at most this many in a row. */
enum { WORDS_A_ROW = 3 };

static void add_all_words(Narration *n)
{
    int words = n->translation->length, cols = words < WORDS_A_ROW ? words : WORDS_A_ROW;
    Grid grid = grid_new(n->trace, "words", (words + cols - 1) / cols, cols);
    grid.panel.title = "The most probable words at each step";
    grid.panel.formula = "softmax(states E_{target}ᵀ)";
    grid.panel.note = trace_step(n->trace, "output/probabilities")->note;
    for (int i = 0; i < words; i++)
        grid_place(&grid, i / cols, i % cols, arena_format(n->arena, "step-%d/words", i + 1),
                   arena_format(n->arena, "step %d", i + 1), NULL);
    add_panel(n->trace, grid);
}

static void add_panels(Narration *n)
{
    const TransformerSizes *s = sizes_of(n);
    int l = told_layer(n, s->decoder_layers);
    AttentionKind self = encoder_self(n), masked = decoder_self(n), crossing = decoder_cross(n);
    Sublayer encoder_part =
        encoder_sublayer(n, told_layer(n, s->encoder_layers), "self", self.title);
    Sublayer masked_part = decoder_sublayer(n, l, "self", masked.title);
    Sublayer crossing_part = decoder_sublayer(n, l, "cross", crossing.title);
    add_overview(n);
    add_attention_panels(&encoder_part, &self, s->heads);
    add_attention_panels(&masked_part, &masked, s->heads);
    add_attention_panels(&crossing_part, &crossing, s->heads);
    add_all_words(n);
}

/* ---- the whole ---- */

static void add_settings(Narration *n)
{
    const TransformerSizes *sizes = sizes_of(n);
    const TransformerSubject *s = n->subject;
    const char *origin = n->nodes->transformer->origin, *norm = norm_place_names[sizes->norm];
    add_setting(n->trace, "model", "Vaswani et al. 2017", false);
    add_number_setting(n->trace, "encoder_layers", sizes->encoder_layers);
    add_number_setting(n->trace, "decoder_layers", sizes->decoder_layers);
    add_number_setting(n->trace, "heads", sizes->heads);
    add_number_setting(n->trace, "d_model", sizes->d_model);
    add_number_setting(n->trace, "d_k", sizes->d_model / sizes->heads);
    add_number_setting(n->trace, "d_ff", sizes->ffn);
    add_setting(n->trace, "norm", norm, false);
    add_setting(n->trace, "target", s->forced ? "given" : "chosen", false);
    add_setting(n->trace, "weights", origin, false);
    add_setting(n->trace, "seed", s->seed, true);
    add_source(n->trace, origin, s->recipe, "held-out score", s->score);
    n->trace->provenance = arena_format(
        n->arena,
        "transformer: %d + %d layers, %d head%s, d_{model} = %d, d_k = %d, d_{ff} = %d, norm %s, "
        "weights %s%s%s",
        sizes->encoder_layers, sizes->decoder_layers, sizes->heads, sizes->heads == 1 ? "" : "s",
        sizes->d_model, sizes->d_model / sizes->heads, sizes->ffn, norm, origin,
        s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

enum {
    HEAD_STEPS = 8,
    ATTENTION_STEPS = 10, /* beside the heads */
    NETWORK_STEPS = 9,
    AROUND_STEPS = 11, /* the residual and a norm */
    OTHER_STEPS = 30,  /* what goes in, last norms, the words */
    PANELS = 8,
    SETTINGS = 13
};

static Trace *empty_trace(const Narration *n)
{
    const TransformerSizes *s = sizes_of(n);
    const TransformerSubject *subject = n->subject;
    int attention = ATTENTION_STEPS + s->heads * HEAD_STEPS + AROUND_STEPS;
    int network = NETWORK_STEPS + AROUND_STEPS;
    int steps = s->encoder_layers * (attention + network) +
                s->decoder_layers * (2 * attention + network) + OTHER_STEPS +
                n->translation->length;
    Trace *trace = trace_new(n->arena, steps, PANELS, SETTINGS, 2);
    trace->argc = subject->argc;
    trace->argv = subject->argv;
    add_text(trace, traced_text(subject->source.text, n->source.count, subject->source.words));
    add_text(trace, traced_text(subject->target.text, n->read.count, subject->target.words));
    return trace;
}

/* A table of words' vectors. */
static void add_table(const Narration *n, Trace *behind, const char *id, const char *title,
                      const char *formula, const char *const *words, const Node *table)
{
    add_step(behind, (Step){.id = id,
                            .title = title,
                            .formula = formula,
                            .note = "A row of numbers for each word.",
                            .rows = token_axis("word", words, rows_of(table)),
                            .cols = numbered_axis(n->arena, cols_of(table)),
                            .kind = VALUE_SIGNED,
                            .node = table});
}

static const Trace *tables_behind(const Narration *n)
{
    enum { TABLES = 2 };
    Trace *behind = trace_new(n->arena, TABLES, 0, 0, 0);
    add_table(n, behind, "source/E", "Vectors of the source's words", "E",
              n->subject->source_vocabulary, n->nodes->source_words);
    add_table(n, behind, "target/E", "Vectors of the target's words", "E_{target}",
              n->subject->vocabulary, n->nodes->target_words);
    return behind;
}

Trace *narrate_transformer(Arena *arena, const TransformerNodes *nodes,
                           const TransformerTranslation *translation,
                           const TransformerSummary *summary, const TransformerSubject *subject)
{
    Narration n = {
        .arena = arena,
        .nodes = nodes,
        .translation = translation,
        .summary = summary,
        .subject = subject,
        .source = token_axis("source word", subject->source.labels, translation->encoder.length),
        .read = token_axis("word read", subject->read, translation->length)};
    n.trace = empty_trace(&n);
    n.trace->behind = tables_behind(&n);
    add_settings(&n);
    add_encoder(&n);
    add_decoder(&n);
    add_scores(&n);
    for (int i = 0; i < translation->length; i++)
        add_likely_words(&n, i);
    add_alignment(&n);
    add_panels(&n);
    return n.trace;
}
