#include "trace/transformer.h"

#include "trace/formula.h"
#include "trace/narration.h"
#include "trace/transformer_notes.h"

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

/* A sublayer, and how its steps are told. */
typedef struct Part {
    const char *id;    /* "decoder-2/cross" */
    const char *title; /* "Decoder 2, encoder–decoder attention" */
    Axis rows;
    bool told; /* its layer is the one that is told whole */
} Part;

enum { KINDS = 3 };

/* Three kinds of attention, by who asks whom. */
typedef struct AttentionKind {
    const char *title;          /* "self-attention" */
    const char *who;            /* asks whom, in words */
    const char *asking, *asked; /* rows of which queries, and keys and values, are made */
    Axis keys;
    const Node *mask; /* NULL: all see all */
} AttentionKind;

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

static const char *id_in(const Narration *n, const char *part, const char *stage)
{
    return arena_format(n->arena, "%s/%s", part, stage);
}

/* The layer of a side that is told whole. */
static int told_layer(const Narration *n, int layers)
{
    return n->subject->layer < layers ? n->subject->layer : layers - 1;
}

static Part part_of(const Narration *n, const char *side, const char *Side, int layer,
                    const char *id, const char *title, Axis rows, int layers)
{
    return (Part){.id = arena_format(n->arena, "%s-%d/%s", side, layer + 1, id),
                  .title = arena_format(n->arena, "%s %d, %s", Side, layer + 1, title),
                  .rows = rows,
                  .told = layer == told_layer(n, layers)};
}

/* What every step of a sublayer shares; a detail where its layer is not told. */
static Step step_of(const Narration *n, const Part *part, const char *stage, const char *title,
                    const char *formula)
{
    return (Step){.id = id_in(n, part->id, stage),
                  .title = arena_format(n->arena, "%s: %s", part->title, title),
                  .formula = formula,
                  .rows = part->rows,
                  .kind = VALUE_SIGNED,
                  .detail = !part->told};
}

static Seen seen(const Narration *n, const Step *step, const Node *node)
{
    return (Seen){n->arena, node, step->rows.labels, step->cols.labels};
}

/* A row of features a word. */
static Step featured(const Narration *n, Step step, const Node *node)
{
    step.cols = feature_axis(n->arena, cols_of(node));
    step.node = node;
    return step;
}

static void add_noted(Narration *n, Step step, const char *note)
{
    step.note = note;
    add_step(n->trace, step);
}

/* A learned matrix: always a detail. */
static void add_learned(Narration *n, const Part *part, const char *name, const Node *node,
                        const char *what)
{
    Step step = featured(n, step_of(n, part, name, name, name), node);
    step.rows = feature_axis(n->arena, rows_of(node));
    step.detail = true;
    add_noted(n, step, note_learned(seen(n, &step, node), what));
}

/* A learned row, a number for each feature; `symbol`: "γ". */
static Step learned_row(const Narration *n, const Part *part, const char *id, const char *symbol,
                        const Node *node)
{
    const char **label = arena_alloc(n->arena, 1, sizeof *label);
    label[0] = formula_plain(n->arena, symbol);
    Step step = featured(n, step_of(n, part, id, symbol, symbol), node);
    step.title = arena_format(n->arena, "%s: %s", part->title, label[0]);
    step.rows = token_axis("learned", label, 1);
    return step;
}

static void add_biases(Narration *n, const Part *part, const char *name, const Node *node,
                       const char *what)
{
    Step step = learned_row(n, part, name, name, node);
    step.detail = true;
    add_noted(n, step, note_learned_row(seen(n, &step, node), what));
}

/* ---- what goes in ---- */

static Step input_step(const Narration *n, const char *side, const char *stage, const char *title,
                       const char *formula, Axis rows)
{
    return (Step){.id = id_in(n, side, stage),
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
              rows.name == n->source.name ? note_word_vectors(seen(n, &e, e.node))
                                          : note_read_words(seen(n, &e, e.node)));
    add_noted(n, p, note_position_vectors(seen(n, &p, p.node)));
    add_noted(n, x, note_placed_words(seen(n, &x, x.node), words->embeddings));
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
    add_noted(n, step, note_hidden(seen(n, &step, mask), mask));
}

/* ---- attention ---- */

static const char *masked_formula(const AttentionKind *kind)
{
    return kind->mask ? "QKᵀ/√dₖ + M" : "QKᵀ/√dₖ";
}

static const char *weights_formula(const Narration *n, const AttentionKind *kind)
{
    return arena_format(n->arena, "softmax(%s)", masked_formula(kind));
}

/* With where queries and keys come from: "softmax(QKᵀ/√dₖ), Q = Y W_Q, K = memory W_K". */
static const char *head_formula(const Narration *n, const AttentionKind *kind)
{
    return arena_format(n->arena, "%s, Q = %s W_Q, K = %s W_K", weights_formula(n, kind),
                        kind->asking, kind->asked);
}

/* A step of a head; of the layer that is told only the first is told whole. */
static Step head_step(const Narration *n, const Part *part, int head, const char *stage,
                      const char *title, const char *formula)
{
    Step step = step_of(n, part, arena_format(n->arena, "head-%d/%s", head + 1, stage),
                        arena_format(n->arena, "%s of head %d", title, head + 1), formula);
    step.detail = !part->told || head > 0;
    return step;
}

/* Queries × keys. */
static Step asking(Step step, const AttentionKind *kind, const Node *node)
{
    step.cols = kind->keys;
    step.node = node;
    return step;
}

static void add_head_rows(Narration *n, const Part *part, const AttentionKind *kind, int h,
                          const Head *head)
{
    const char *asking_rows = kind->asking, *asked = kind->asked;
    Step q =
        head_step(n, part, h, "Q", "queries", arena_format(n->arena, "Q = %s W_Q", asking_rows));
    Step k = head_step(n, part, h, "K", "keys", arena_format(n->arena, "K = %s W_K", asked));
    Step v = head_step(n, part, h, "V", "values", arena_format(n->arena, "V = %s W_V", asked));
    k.rows = v.rows = kind->keys;
    q = featured(n, q, head->Q);
    k = featured(n, k, head->K);
    v = featured(n, v, head->V);
    add_noted(n, q, note_longest_row(seen(n, &q, q.node), "One query a word, what it asks for"));
    add_noted(n, k,
              note_longest_row(seen(n, &k, k.node), "One key a word, what it can be found by"));
    add_noted(n, v, note_longest_row(seen(n, &v, v.node), "One value a word, what it gives"));
}

static void add_head_weights(Narration *n, const Part *part, const AttentionKind *kind, int h,
                             const Attention *a)
{
    const char *formula = weights_formula(n, kind);
    Step w = asking(head_step(n, part, h, "weights", "weights", formula), kind, a->weights);
    w.kind = VALUE_PROBABILITY;
    w.mask = kind->mask;
    add_noted(n, w, note_largest_weight(seen(n, &w, w.node), kind->mask != NULL));
    Step o = featured(
        n, head_step(n, part, h, "output", "output", arena_format(n->arena, "%s V", formula)),
        a->output);
    add_noted(n, o, note_weighted_values(seen(n, &o, o.node), a->weights, kind->keys.labels));
}

static void add_head(Narration *n, const Part *part, const AttentionKind *kind, int h,
                     const Head *head)
{
    const Attention *a = &head->attention;
    add_head_rows(n, part, kind, h, head);
    Step s = asking(head_step(n, part, h, "scores", "scores", "QKᵀ"), kind, a->scores);
    Step d = asking(head_step(n, part, h, "scaled", "scaled scores", "QKᵀ/√dₖ"), kind, a->scaled);
    Step m = asking(head_step(n, part, h, "masked", "masked scores", masked_formula(kind)), kind,
                    a->masked);
    m.mask = kind->mask;
    add_noted(n, s, note_largest_score(seen(n, &s, s.node)));
    add_noted(n, d, note_divided(seen(n, &d, d.node), a->scores, cols_of(head->K)));
    if (kind->mask)
        add_noted(n, m, note_hidden(seen(n, &m, m.node), kind->mask));
    add_head_weights(n, part, kind, h, a);
}

static const char *mean_note(const AttentionKind *kind, Seen mean)
{
    return kind->mask                    ? note_masked_mean(mean)
           : kind->asking == kind->asked ? note_own_weight(mean)
                                         : note_cross_mean(mean);
}

/* Queries, keys or values of all heads, and the matrix that makes them. */
static void add_projected(Narration *n, const Part *part, const char *letter, const char *what,
                          const char *from, Axis rows, const Node *matrix, const Node *node)
{
    const char *name = arena_format(n->arena, "W_%s", letter);
    add_learned(n, part, name, matrix,
                arena_format(n->arena, "What %s are made with, all heads' side by side", what));
    Step step = featured(n,
                         step_of(n, part, letter, arena_format(n->arena, "all heads' %s", what),
                                 arena_format(n->arena, "%s = %s %s", letter, from, name)),
                         node);
    step.rows = rows;
    step.detail = true;
    add_noted(n, step,
              note_longest_row(seen(n, &step, node), "All heads' side by side, a row a word"));
}

/* The heads' mean, what they make together, and the matrices that they are made with. */
static void add_attention(Narration *n, const Part *part, const AttentionKind *kind,
                          const MultiHead *multi, const Projections *p, const Node *mean)
{
    add_projected(n, part, "Q", "queries", kind->asking, part->rows, p->W_Q, multi->Q);
    add_projected(n, part, "K", "keys", kind->asked, kind->keys, p->W_K, multi->K);
    add_projected(n, part, "V", "values", kind->asked, kind->keys, p->W_V, multi->V);
    for (int h = 0; h < multi->head_count; h++)
        add_head(n, part, kind, h, &multi->heads[h]);
    Step m = asking(step_of(n, part, "mean", "mean weights of the heads",
                            arena_format(n->arena, "mean of %s", weights_formula(n, kind))),
                    kind, mean);
    m.kind = VALUE_PROBABILITY;
    m.mask = kind->mask;
    add_noted(n, m, mean_note(kind, seen(n, &m, mean)));
    add_learned(n, part, "W_O", p->W_O, "What mixes the heads");
    Step c =
        featured(n, step_of(n, part, "concat", "heads side by side", "Concat(head_1, …, head_h)"),
                 multi->concat);
    Step o = featured(n, step_of(n, part, "output", "output", "Concat(head_1, …, head_h) W_O"),
                      multi->output);
    c.detail = true;
    add_noted(n, c, note_longest_row(seen(n, &c, c.node), "The outputs of all heads in one row"));
    add_noted(n, o, note_longest_row(seen(n, &o, o.node), "The heads mixed, a row a word"));
}

/* ---- the feed-forward network ---- */

static void add_network(Narration *n, const Part *part, const FeedForward *f,
                        const FeedForwardParameters *p)
{
    add_learned(n, part, "W_1", p->W_1, "The first layer");
    add_biases(n, part, "b_1", p->b_1, "Its biases");
    add_learned(n, part, "W_2", p->W_2, "The second layer");
    add_biases(n, part, "b_2", p->b_2, "Its biases");
    Step first = featured(n, step_of(n, part, "product", "hidden products", "xW_1"), f->product);
    Step second =
        featured(n, step_of(n, part, "back", "products", "max(0, xW_1 + b_1)W_2"), f->back);
    Step s = featured(n, step_of(n, part, "sums", "hidden sums", "xW_1 + b_1"), f->sums);
    Step a =
        featured(n, step_of(n, part, "active", "hidden units", "max(0, xW_1 + b_1)"), f->active);
    Step o =
        featured(n, step_of(n, part, "output", "output", "max(0, xW_1 + b_1)W_2 + b_2"), f->output);
    first.detail = second.detail = s.detail = true;
    add_noted(n, first, note_longest_row(seen(n, &first, first.node), "Each row times W₁"));
    add_noted(n, s, note_longest_row(seen(n, &s, s.node), "With the biases, each word by itself"));
    add_noted(n, a, note_silent(seen(n, &a, a.node)));
    add_noted(n, second,
              note_longest_row(seen(n, &second, second.node), "As many numbers as went in"));
    add_noted(n, o, note_longest_row(seen(n, &o, o.node), "Back to as many numbers as went in"));
}

/* ---- around a sublayer ---- */

static const char *const moment_labels[MOMENT_COLUMNS] = {"mean", "variance", "mean after",
                                                          "variance after"};

/* A moment of each row that goes in or comes out. */
static void add_moment(Narration *n, const Part *part, int column, const char *formula,
                       const Node *node)
{
    static const char *const ids[MOMENT_COLUMNS] = {"mean", "variance", "mean-after",
                                                    "variance-after"};
    const char *name = moment_labels[column];
    Step step =
        step_of(n, part, ids[column], arena_format(n->arena, "%s of each row", name), formula);
    step.cols = token_axis("measure", moment_labels + column, 1);
    step.form = FORM_BARS;
    step.node = node;
    step.detail = true;
    add_noted(n, step, note_range(seen(n, &step, node), name));
}

/* Of what comes out, and all side by side. */
static void add_effect(Narration *n, const Part *part, const NormEffect *effect,
                       const NormParameters *p)
{
    add_moment(n, part, 2, "Σ_j y_{ij}/d", effect->after.mean);
    add_moment(n, part, 3, "Σ_j (y_{ij} − Σ_k y_{ik}/d)^2/d", effect->after.variance);
    Step all = step_of(n, part, "moments", "what it does to each row", "μ_i, σ_i^2, of x and of y");
    all.cols = token_axis("measure", moment_labels, MOMENT_COLUMNS);
    all.node = effect->moments;
    add_noted(n, all, note_moments(seen(n, &all, all.node), p->gain, p->bias));
}

/* γ ⊙ (x − μ)/√(σ² + ε) + β */
static void add_norm(Narration *n, const Part *around, const LayerNorm *norm,
                     const NormEffect *effect, const NormParameters *p)
{
    Part part = *around;
    part.id = id_in(n, around->id, "norm");
    part.title = arena_format(n->arena, "%s, layer norm", around->title);
    Step standard = featured(
        n, step_of(n, &part, "standard", "standardised", "(x_{ij} − μ_i)/√(σ_i^2 + 0.00001)"),
        norm->standard);
    Step scaled =
        featured(n, step_of(n, &part, "scaled", "scaled", "γ_j (x_{ij} − μ_i)/√(σ_i^2 + 0.00001)"),
                 norm->scaled);
    Step output = featured(
        n, step_of(n, &part, "output", "output", "y = γ_j (x_{ij} − μ_i)/√(σ_i^2 + 0.00001) + β_j"),
        norm->output);
    Step gain = learned_row(n, &part, "gain", "γ", p->gain);
    Step bias = learned_row(n, &part, "bias", "β", p->bias);
    standard.detail = scaled.detail = true;
    add_noted(n, gain, note_learned_row(seen(n, &gain, p->gain), "A factor for each feature"));
    add_noted(n, bias, note_learned_row(seen(n, &bias, p->bias), "Added to each feature"));
    add_moment(n, &part, 0, "μ_i = Σ_j x_{ij}/d", norm->moments.mean);
    add_moment(n, &part, 1, "σ_i^2 = Σ_j (x_{ij} − μ_i)^2/d", norm->moments.variance);
    add_noted(n, standard, note_norm_rows(seen(n, &standard, standard.node)));
    add_noted(n, scaled, note_longest_row(seen(n, &scaled, scaled.node), "Each feature times γ"));
    add_noted(n, output, note_norm_rows(seen(n, &output, output.node)));
    add_effect(n, &part, effect, p);
}

/* What stands around a sublayer, on either side of it. */
typedef struct Surroundings {
    const Residual *residual;
    const NormEffect *effect;
    const NormParameters *norm;
    const Node *input; /* of the sublayer and its norm */
} Surroundings;

static void add_before(Narration *n, const Part *part, Surroundings s)
{
    if (sizes_of(n)->norm == NORM_PRE)
        add_norm(n, part, &s.residual->norm, s.effect, s.norm);
}

static void add_after(Narration *n, const Part *part, Surroundings s)
{
    Step sum =
        featured(n, step_of(n, part, "residual", "residual", "x + Sublayer(x)"), s.residual->sum);
    if (sizes_of(n)->norm == NORM_PRE)
        sum.formula = "x + Sublayer(LayerNorm(x))";
    add_noted(n, sum, note_moved(seen(n, &sum, sum.node), s.input));
    if (sizes_of(n)->norm == NORM_POST)
        add_norm(n, part, &s.residual->norm, s.effect, s.norm);
}

/* The last norm of a side, where norms stand before sublayers. */
static void add_last_norm(Narration *n, const char *side, const char *title, Axis rows,
                          const LayerNorm *norm, const NormEffect *effect, const NormParameters *p)
{
    Part part = {.id = side, .title = title, .rows = rows, .told = true};
    if (norm->standard)
        add_norm(n, &part, norm, effect, p);
}

/* ---- layers ---- */

static void add_encoder_layer(Narration *n, int l, const Node *input)
{
    const EncoderLayer *layer = &n->translation->encoder.layers[l];
    const LayerParameters *p = &n->nodes->encoder[l];
    const LayerSummary *s = &n->summary->encoder[l];
    int layers = sizes_of(n)->encoder_layers;
    AttentionKind kind = encoder_self(n);
    Part self = part_of(n, "encoder", "Encoder", l, "self", kind.title, n->source, layers);
    Part ffn = part_of(n, "encoder", "Encoder", l, "ffn", "feed-forward", n->source, layers);
    Surroundings around_self = {&layer->around_self, &s->norms[0], &p->norms[0], input};
    Surroundings around_ffn = {&layer->around_feed_forward, &s->norms[1], &p->norms[1],
                               layer->around_self.output};
    add_before(n, &self, around_self);
    add_attention(n, &self, &kind, &layer->self, &p->self, s->self);
    add_after(n, &self, around_self);
    add_before(n, &ffn, around_ffn);
    add_network(n, &ffn, &layer->feed_forward, &p->feed_forward);
    add_after(n, &ffn, around_ffn);
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

static Part decoder_part(const Narration *n, int l, const char *id, const char *title)
{
    return part_of(n, "decoder", "Decoder", l, id, title, n->read, sizes_of(n)->decoder_layers);
}

static void add_decoder_layer(Narration *n, int l, const Node *input)
{
    const DecoderLayer *layer = &n->translation->decoder.layers[l];
    const LayerParameters *p = &n->nodes->decoder[l];
    const LayerSummary *s = &n->summary->decoder[l];
    AttentionKind masked = decoder_self(n), crossing = decoder_cross(n);
    Part self = decoder_part(n, l, "self", masked.title);
    Part cross = decoder_part(n, l, "cross", crossing.title);
    Part ffn = decoder_part(n, l, "ffn", "feed-forward");
    Surroundings around_self = {&layer->around_self, &s->norms[0], &p->norms[0], input};
    Surroundings around_cross = {&layer->around_cross, &s->norms[1], &p->norms[1],
                                 layer->around_self.output};
    Surroundings around_ffn = {&layer->around_feed_forward, &s->norms[2], &p->norms[2],
                               layer->around_cross.output};
    add_before(n, &self, around_self);
    add_attention(n, &self, &masked, &layer->self, &p->self, s->self);
    add_after(n, &self, around_self);
    add_before(n, &cross, around_cross);
    add_attention(n, &cross, &crossing, &layer->cross, &p->cross, s->cross);
    add_after(n, &cross, around_cross);
    add_before(n, &ffn, around_ffn);
    add_network(n, &ffn, &layer->feed_forward, &p->feed_forward);
    add_after(n, &ffn, around_ffn);
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
    add_noted(n, s, note_highest_scores(seen(n, &s, s.node)));
    add_noted(n, p, note_surest_word(seen(n, &p, p.node)));
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
    add_noted(n, step, note_aligned(seen(n, &step, step.node)));
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

/* From the scores to the weights of the first head. */
static void add_stages(Narration *n, const Part *part, const AttentionKind *kind)
{
    static const struct {
        const char *id, *title, *arrow;
    } stages[] = {{"scores", "QKᵀ", NULL},
                  {"scaled", "QKᵀ/√d_k", "/√d_k"},
                  {"masked", "QKᵀ/√d_k + M", "+ M"},
                  {"weights", "softmax", "softmax"}};
    enum { STAGES = sizeof stages / sizeof *stages };
    const char *head = id_in(n, part->id, "head-1");
    Grid grid = grid_new(n->trace, id_in(n, head, "stages"), 1, kind->mask ? STAGES : STAGES - 1);
    grid.panel.title = arena_format(n->arena, "%s: head 1, from scores to weights", part->title);
    grid.panel.formula = head_formula(n, kind);
    grid.panel.note = trace_step(n->trace, id_in(n, head, "weights"))->note;
    for (int i = 0, col = 0; i < STAGES; i++)
        col += grid_place(&grid, 0, col, id_in(n, head, stages[i].id), stages[i].title,
                          stages[i].arrow);
    add_panel(n->trace, grid);
}

/* Every head of an attention and their mean, at most this many in a row. */
enum { HEADS_A_ROW = 5 };

static void add_heads(Narration *n, const Part *part, const AttentionKind *kind)
{
    int heads = sizes_of(n)->heads, places = heads > 1 ? heads + 1 : 1;
    int rows = (places + HEADS_A_ROW - 1) / HEADS_A_ROW, cols = (places + rows - 1) / rows;
    Grid grid = grid_new(n->trace, id_in(n, part->id, "heads"), rows, cols);
    grid.panel.title = arena_format(n->arena, "%s: %s", part->title, kind->who);
    grid.panel.formula = head_formula(n, kind);
    grid.panel.note = trace_step(n->trace, id_in(n, part->id, "mean"))->note;
    for (int h = 0; h < heads; h++)
        grid_place(&grid, h / cols, h % cols,
                   id_in(n, part->id, arena_format(n->arena, "head-%d/weights", h + 1)),
                   arena_format(n->arena, "head %d", h + 1), NULL);
    if (heads > 1)
        grid_place(&grid, heads / cols, heads % cols, id_in(n, part->id, "mean"),
                   "mean of the heads", NULL);
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

static void add_pictures(Narration *n, Part part, AttentionKind kind)
{
    add_stages(n, &part, &kind);
    add_heads(n, &part, &kind);
}

static void add_panels(Narration *n)
{
    int layers = sizes_of(n)->encoder_layers, encoder = told_layer(n, layers);
    int decoder = told_layer(n, sizes_of(n)->decoder_layers);
    AttentionKind self = encoder_self(n), masked = decoder_self(n), crossing = decoder_cross(n);
    add_overview(n);
    add_pictures(
        n, part_of(n, "encoder", "Encoder", encoder, "self", self.title, n->source, layers), self);
    add_pictures(n, decoder_part(n, decoder, "self", masked.title), masked);
    add_pictures(n, decoder_part(n, decoder, "cross", crossing.title), crossing);
    add_all_words(n);
}

/* ---- the whole ---- */

static void add_number(Narration *n, const char *name, int number)
{
    add_setting(n->trace, name, arena_format(n->arena, "%d", number), true);
}

static void add_settings(Narration *n)
{
    const TransformerSizes *sizes = sizes_of(n);
    const TransformerSubject *s = n->subject;
    const char *origin = n->nodes->transformer->origin, *norm = norm_place_names[sizes->norm];
    add_setting(n->trace, "model", "Vaswani et al. 2017", false);
    add_number(n, "encoder_layers", sizes->encoder_layers);
    add_number(n, "decoder_layers", sizes->decoder_layers);
    add_number(n, "heads", sizes->heads);
    add_number(n, "d_model", sizes->d_model);
    add_number(n, "d_k", sizes->d_model / sizes->heads);
    add_number(n, "d_ff", sizes->ffn);
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
    add_text(trace, (TracedText){subject->source.text, n->source.count, subject->source.words});
    add_text(trace, (TracedText){subject->target.text, n->read.count, subject->target.words});
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
                            .cols = feature_axis(n->arena, cols_of(table)),
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
