#include "trace/translation.h"

#include "trace/narration.h"
#include "trace/translation_behind.h"
#include "trace/translation_inside.h"
#include "trace/translation_notes.h"

/* One narration: the trace so far, and who writes its sentences. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const TranslatorNodes *nodes;
    const Translation *translation;
    const TranslationSummary *summary;
    const TranslationSubject *subject;
    TranslationNotes notes;
} Narration;

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

static const TranslatorKind *kind_of(const Narration *n)
{
    return n->nodes->translator->kind;
}

static bool has_gates(const Narration *n)
{
    return n->translation->words[0].step.cell.z != NULL;
}

/* ---- axes ---- */

static Axis source_axis(const Narration *n)
{
    return token_axis("source word", n->subject->source.labels,
                      rows_of(n->translation->source.embeddings));
}

static Axis target_axis(const Narration *n)
{
    return token_axis("output word", n->subject->target.labels, n->translation->length);
}

/* Word i alone. */
static Axis word_axis(const Narration *n, int i)
{
    return token_axis("output word", n->subject->target.labels + i, 1);
}

/* The words that might be next: too many to be drawn. */
static Axis vocabulary_axis(const Narration *n, int count)
{
    return (Axis){.name = "next word", .count = count, .labels = n->subject->vocabulary};
}

static Axis single(const Narration *n, const char *name, const char *label)
{
    const char **labels = arena_alloc(n->arena, 1, sizeof *labels);
    labels[0] = label;
    return token_axis(name, labels, 1);
}

/* ---- the source ---- */

static void add_source_rows(Narration *n, Step named, const Node *node)
{
    Step step = named;
    step.rows = source_axis(n);
    step.cols = numbered_axis(n->arena, cols_of(node));
    step.node = node;
    add_step(n->trace, step);
}

static const char *cell_formula(const Narration *n, const char *state, const char *old)
{
    if (has_gates(n))
        return arena_format(n->arena, "%s = GRU(%s, x_j)", state, old);
    return arena_format(n->arena, "%s = tanh(x_j W + %s U + b)", state, old);
}

static void add_reading(Narration *n)
{
    const Encoding *e = &n->translation->source.encoding;
    add_source_rows(
        n,
        (Step){.id = "encoder/forward",
               .title = e->backward_states ? "Forward states" : "Annotations: the forward states",
               .formula = cell_formula(n, "h→_j", "h→_{j−1}"),
               .note = note_reading(&n->notes, e->forward_states, false)},
        e->forward_states);
    if (!e->backward_states)
        return;
    add_source_rows(n,
                    (Step){.id = "encoder/backward",
                           .title = "Backward states",
                           .formula = cell_formula(n, "h←_j", "h←_{j+1}"),
                           .note = note_reading(&n->notes, e->backward_states, true)},
                    e->backward_states);
    add_source_rows(n,
                    (Step){.id = "annotations",
                           .title = "Annotations: keys and values",
                           .formula = "h_j = [h→_j ; h←_j]",
                           .note = note_annotations(&n->notes)},
                    e->annotations);
}

static void add_source_side(Narration *n)
{
    const SourceReading *source = &n->translation->source;
    add_source_rows(n,
                    (Step){.id = "source",
                           .title = "Embeddings of the source words",
                           .formula = "x_j",
                           .note = note_source_words(&n->notes)},
                    source->embeddings);
    add_reading(n);
    if (source->keys.projected)
        add_source_rows(n,
                        (Step){.id = "keys",
                               .title = "Keys as the alignment model sees them",
                               .formula = "U_a h_j",
                               .note = note_keys(&n->notes)},
                        source->keys.projected);
}

/* ---- one output word ---- */

/* How word i is written: the number of its state, and of the state that asks. */
typedef struct Notation {
    int i;             /* from 0 */
    int word, query;   /* in formulas: s_2 is asked for by word 3 of Bahdanau's */
    const char *label; /* "zone" */
} Notation;

static Notation notation_of(const Narration *n, int i)
{
    bool asks_first = kind_of(n)->context_first;
    return (Notation){.i = i,
                      .word = i + 1,
                      .query = asks_first ? i : i + 1,
                      .label = n->subject->target.labels[i]};
}

static const char *id_of(const Narration *n, int i, const char *stage)
{
    return arena_format(n->arena, "step-%d/%s", i + 1, stage);
}

/* What every step of a word shares; titles end in "for zone". */
static Step word_step(const Narration *n, const Notation *w, const char *stage, const char *title,
                      const char *formula, const char *note)
{
    return (Step){.id = id_of(n, w->i, stage),
                  .title = arena_format(n->arena, "%s for “%s”", title, w->label),
                  .formula = formula,
                  .note = note,
                  .detail = w->i != n->subject->whole};
}

/* A row of features. */
static void add_vector(Narration *n, const Notation *w, Step step, const Node *node)
{
    step.rows = word_axis(n, w->i);
    step.cols = numbered_axis(n->arena, cols_of(node));
    step.node = node;
    add_step(n->trace, step);
}

/* A row of numbers, one a source word. */
static void add_places(Narration *n, const Notation *w, Step step, ValueKind kind, const Node *node)
{
    step.rows = word_axis(n, w->i);
    step.cols = source_axis(n);
    step.kind = kind;
    step.node = node;
    add_step(n->trace, step);
}

static const Alignment *alignment_of(const Narration *n, const Notation *w)
{
    return &n->translation->words[w->i].step.alignment;
}

/* What stands inside the tanh: "W_a s_0 + U_a h_j". */
static const char *sum_formula(const Narration *n, const Notation *w)
{
    if (n->nodes->aligner.score == SCORE_CONCAT)
        return arena_format(n->arena, "W_a[s_{%d} ; h_j]", w->query);
    return arena_format(n->arena, "W_a s_{%d} + U_a h_j", w->query);
}

static const char *energy_formula(const Narration *n, const Notation *w)
{
    switch (n->nodes->aligner.score) {
    case SCORE_DOT:
        return arena_format(n->arena, "e_j = s_{%d}ᵀ h_j", w->query);
    case SCORE_GENERAL:
        return arena_format(n->arena, "e_j = s_{%d}ᵀ W_a h_j", w->query);
    case SCORE_ADDITIVE:
    case SCORE_CONCAT:
        break;
    }
    return arena_format(n->arena, "e_j = v_aᵀ tanh(%s)", sum_formula(n, w));
}

static const char *query_formula(const Narration *n, const Notation *w)
{
    if (w->query)
        return arena_format(n->arena, "s_{%d}", w->query);
    const SourceReading *source = &n->translation->source;
    return arena_format(n->arena, "s_0 = tanh(W_s %s)",
                        source->encoding.backward ? "h←_1" : "h→_T");
}

static void add_query(Narration *n, const Notation *w)
{
    const Alignment *a = alignment_of(n, w);
    if (kind_of(n)->context_first)
        add_vector(
            n, w,
            word_step(n, w, "query", "Query", query_formula(n, w), note_query(&n->notes, w->i)),
            a->query);
    if (a->projected_query)
        add_vector(n, w,
                   word_step(n, w, "projected-query", "Projected query",
                             arena_format(n->arena, "W_a s_{%d}", w->query),
                             note_projected_query(&n->notes, w->i)),
                   a->projected_query);
}

/* The layer between query and energies, a row a source word. */
static void add_layer(Narration *n, const Notation *w)
{
    const Alignment *a = alignment_of(n, w);
    if (!a->sum)
        return;
    const char *sum = sum_formula(n, w);
    Step met = word_step(n, w, "sum", "Query meets keys", sum, note_sum(&n->notes, w->i));
    Step squashed =
        word_step(n, w, "tanh", "The alignment model's layer",
                  arena_format(n->arena, "tanh(%s)", sum), note_squashed(&n->notes, w->i));
    add_source_rows(n, met, a->sum);
    add_source_rows(n, squashed, a->squashed);
}

static void add_expected_place(Narration *n, const Notation *w)
{
    const Alignment *a = alignment_of(n, w);
    if (!a->place)
        return;
    Step step = word_step(n, w, "place", "Expected place",
                          arena_format(n->arena, "p = T · σ(v_pᵀ tanh(W_p s_{%d}))", w->query),
                          note_place(&n->notes, w->i));
    step.rows = word_axis(n, w->i);
    step.cols = single(n, "measure", "place from 0");
    step.cols.named = false; /* one number: nothing to draw */
    step.node = a->place;
    add_step(n->trace, step);
}

/* The energies, and what a window does to them. */
static void add_energies(Narration *n, const Notation *w)
{
    const Alignment *a = alignment_of(n, w);
    add_places(n, w,
               word_step(n, w, "energies", "Energies", energy_formula(n, w),
                         note_energies(&n->notes, w->i)),
               VALUE_SIGNED, a->energies);
    add_expected_place(n, w);
    if (!a->mask)
        return;
    const char *window = note_window(&n->notes, w->i);
    Step mask = word_step(n, w, "window", "Window", "M", window);
    Step masked = word_step(n, w, "masked", "Energies within the window", "e_j + M_j", window);
    mask.mask = masked.mask = a->mask;
    add_places(n, w, mask, VALUE_MASK, a->mask);
    add_places(n, w, masked, VALUE_SIGNED, a->masked);
}

static void add_bell(Narration *n, const Notation *w)
{
    const Alignment *a = alignment_of(n, w);
    if (!a->bell)
        return;
    Step softmax = word_step(n, w, "softmax", "Weights within the window", "softmax(e + M)_j",
                             note_softmax_within(&n->notes, w->i));
    softmax.mask = a->mask;
    add_places(n, w, softmax, VALUE_PROBABILITY, a->softmax);
    add_places(n, w,
               word_step(n, w, "bell", "Gaussian about the expected place",
                         "exp(−(j − p)²/2σ²), σ = D/2", note_bell(&n->notes, w->i)),
               VALUE_FRACTION, a->bell);
}

/* Of weights: they sum to 1, but for what a bell takes away. */
static ValueKind weights_kind(const Narration *n)
{
    return n->nodes->aligner.reach == REACH_PREDICTIVE ? VALUE_FRACTION : VALUE_PROBABILITY;
}

/* `e`: the energies, "e" or "e_i". */
static const char *weights_formula(const Narration *n, const char *e)
{
    switch (n->nodes->aligner.reach) {
    case REACH_MONOTONIC:
        return arena_format(n->arena, "softmax(%s + M)_j", e);
    case REACH_PREDICTIVE:
        return arena_format(n->arena, "softmax(%s + M)_j · exp(−(j − p)²/2σ²)", e);
    case REACH_GLOBAL:
        break;
    }
    return arena_format(n->arena, "softmax(%s)_j", e);
}

static void add_weights(Narration *n, const Notation *w)
{
    const Alignment *a = alignment_of(n, w);
    Step weights =
        word_step(n, w, "weights", "Attention weights",
                  arena_format(n->arena, "α_{%dj} = %s", w->word, weights_formula(n, "e")),
                  note_align_weights(&n->notes, w->i));
    weights.mask = a->mask;
    weights.minor = weights.detail;
    weights.detail = false;
    add_places(n, w, weights, weights_kind(n), a->weights);
    if (!a->taken)
        return;
    Step taken = word_step(n, w, "taken", "The place taken",
                           n->nodes->aligner.taking == TAKE_DRAWN ? "j ~ α" : "argmax_j α",
                           note_taken(&n->notes, w->i));
    add_places(n, w, taken, VALUE_PROBABILITY, a->taken);
}

static void add_context(Narration *n, const Notation *w)
{
    const Alignment *a = alignment_of(n, w);
    const char *formula = arena_format(n->arena, "c_{%d} = Σⱼ α_{%dj} h_j", w->word, w->word);
    if (a->taken)
        formula = arena_format(n->arena, "c_{%d} = h_j", w->word);
    add_vector(n, w,
               word_step(n, w, "context",
                         a->taken ? "Context: the value taken"
                                  : "Context: the weighted average of the values",
                         formula, note_context(&n->notes, w->i)),
               a->context);
}

/* What a GRU has between its old state and its new one. */
static void add_gates(Narration *n, const Notation *w)
{
    const CellStep *cell = &n->translation->words[w->i].step.cell;
    if (!cell->z)
        return;
    add_vector(n, w,
               word_step(n, w, "update-gate", "Update gate", "z",
                         note_gate(&n->notes, cell->z, "the candidate")),
               cell->z);
    add_vector(n, w,
               word_step(n, w, "reset-gate", "Reset gate", "r",
                         note_gate(&n->notes, cell->r, "the old state")),
               cell->r);
    add_vector(
        n, w, word_step(n, w, "candidate", "Candidate state", "s̃", note_candidate(&n->notes, w->i)),
        cell->candidate);
}

static const char *state_formula(const Narration *n, const Notation *w)
{
    const char *inputs = kind_of(n)->context_first
                             ? arena_format(n->arena, "[y_{%d} ; c_{%d}]", w->i, w->word)
                             : arena_format(n->arena, "y_{%d}", w->i);
    if (has_gates(n))
        return arena_format(n->arena, "s_{%d} = z ⊙ s̃ + (1 − z) ⊙ s_{%d} = GRU(s_{%d}, %s)",
                            w->word, w->i, w->i, inputs);
    return arena_format(n->arena, "s_{%d} = tanh(%s W + s_{%d} U + b)", w->word, inputs, w->i);
}

static void add_state(Narration *n, const Notation *w)
{
    const char *title = kind_of(n)->context_first ? "New state" : "New state, the query";
    add_gates(n, w);
    add_vector(n, w,
               word_step(n, w, "state", title, state_formula(n, w), note_state(&n->notes, w->i)),
               n->translation->words[w->i].step.cell.state);
}

/* A row of so many numbers is a detail of any word: the most probable ones say enough. */
static void add_vocabulary(Narration *n, const Notation *w, Step step, ValueKind kind,
                           const Node *node)
{
    step.rows = word_axis(n, w->i);
    step.cols = vocabulary_axis(n, cols_of(node));
    step.kind = kind;
    step.node = node;
    step.detail = true;
    add_step(n->trace, step);
}

static void add_scores(Narration *n, const Notation *w)
{
    const TranslatedWord *word = &n->translation->words[w->i];
    const Readout *readout = &word->readout;
    const char *formula =
        arena_format(n->arena, "[s_{%d} ; c_{%d} ; y_{%d}] W_o + b_o", w->word, w->word, w->i);
    if (readout->attentional) {
        add_vector(n, w,
                   word_step(n, w, "attentional", "Attentional state",
                             arena_format(n->arena, "h̃_{%d} = tanh(W_c[c_{%d} ; s_{%d}])", w->word,
                                          w->word, w->word),
                             note_attentional(&n->notes, w->i)),
                   readout->attentional);
        formula = arena_format(n->arena, "W_s h̃_{%d}", w->word);
    }
    add_vocabulary(n, w,
                   word_step(n, w, "scores", "Scores of the next word", formula,
                             note_word_scores(&n->notes, w->i)),
                   VALUE_SIGNED, readout->scores);
    add_vocabulary(n, w,
                   word_step(n, w, "probabilities", "Probabilities of the next word",
                             "softmax(scores)", note_probabilities(&n->notes, w->i)),
                   VALUE_PROBABILITY, word->probabilities);
}

static void add_likely_words(Narration *n, const Notation *w)
{
    const LikelyWords *likely = &n->summary->likely[w->i];
    const char **words = arena_alloc(n->arena, (size_t)likely->count, sizeof *words);
    for (int k = 0; k < likely->count; k++)
        words[k] = n->subject->vocabulary[likely->words[k]];
    Step step =
        word_step(n, w, "words", "The most probable words",
                  arena_format(n->arena, "p(y_{%d})", w->word), note_likely_words(&n->notes, w->i));
    step.title = arena_format(n->arena, "The most probable words at step %d", w->word);
    step.rows = token_axis("next word", words, likely->count);
    step.cols = single(n, "measure", "probability");
    step.kind = VALUE_FRACTION;
    step.form = FORM_BARS;
    step.node = likely->probabilities;
    step.minor = step.detail;
    step.detail = false;
    add_step(n->trace, step);
}

static void add_word(Narration *n, int i)
{
    Notation w = notation_of(n, i);
    bool asks_first = kind_of(n)->context_first;
    if (!asks_first)
        add_state(n, &w);
    add_query(n, &w);
    add_layer(n, &w);
    add_energies(n, &w);
    add_bell(n, &w);
    add_weights(n, &w);
    add_context(n, &w);
    if (asks_first)
        add_state(n, &w);
    add_scores(n, &w);
    add_likely_words(n, &w);
}

/* ---- all of it ---- */

static void add_alignment(Narration *n)
{
    const TranslationSummary *s = n->summary;
    add_step(n->trace,
             (Step){.id = "alignment",
                    .title = "Alignment: what each output word looks at",
                    .formula = arena_format(n->arena, "α_{ij} = %s", weights_formula(n, "e_i")),
                    .note = note_alignment(&n->notes),
                    .rows = target_axis(n),
                    .cols = source_axis(n),
                    .kind = weights_kind(n),
                    .node = s->weights,
                    .mask = s->mask});
    if (s->taken)
        add_step(n->trace,
                 (Step){.id = "taken",
                        .title = "The one place that each output word takes",
                        .formula =
                            n->nodes->aligner.taking == TAKE_DRAWN ? "j ~ α_i" : "argmax_j α_{ij}",
                        .note = note_all_taken(&n->notes),
                        .rows = target_axis(n),
                        .cols = source_axis(n),
                        .kind = VALUE_PROBABILITY,
                        .node = s->taken});
}

static void add_overview(Narration *n)
{
    bool hard = n->summary->taken != NULL;
    Grid grid = grid_new(n->trace, "overview", 1, hard ? 2 : 1);
    const Step *alignment = trace_step(n->trace, "alignment");
    grid.panel.title = "What each word of the translation looks at";
    grid.panel.formula = alignment->formula;
    grid.panel.note = alignment->note;
    grid_place(&grid, 0, 0, "alignment", hard ? "soft weights" : NULL, NULL);
    grid_place(&grid, 0, 1, "taken", "taken", hard ? "" : NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

/* A setting that not every translator has. */
static void add_size(Narration *n, const char *name, int size, bool is_there)
{
    if (is_there)
        add_number_setting(n->trace, name, size);
    else
        add_setting(n->trace, name, NULL, true);
}

static void add_sizes(Narration *n)
{
    const TranslatorSizes *sizes = &n->nodes->translator->sizes;
    bool layer = n->nodes->aligner.v_a || n->nodes->aligner.W_p;
    bool local = n->nodes->aligner.reach != REACH_GLOBAL;
    add_size(n, "embedding", sizes->embedding, true);
    add_size(n, "hidden", sizes->hidden, true);
    add_size(n, "alignment_layer", sizes->alignment, layer);
    add_size(n, "window", n->nodes->aligner.window, local);
}

static const char *taking_name(Taking taking)
{
    static const char *const names[] = {
        [TAKE_MEAN] = "soft", [TAKE_DRAWN] = "hard (drawn)", [TAKE_LARGEST] = "hard (the largest)"};
    return names[taking];
}

static void add_settings(Narration *n)
{
    const Aligner *aligner = &n->nodes->aligner;
    const TranslationSubject *s = n->subject;
    const char *origin = n->nodes->translator->origin, *cell = has_gates(n) ? "gru" : "rnn";
    const char *encoder = n->translation->source.encoding.backward ? "bidirectional" : "causal";
    const char *local = "";
    add_setting(n->trace, "model", kind_of(n)->source, false);
    add_setting(n->trace, "score", score_name(aligner->score), false);
    add_setting(n->trace, "local", reach_name(aligner->reach), false);
    add_setting(n->trace, "attention", taking_name(aligner->taking), false);
    add_setting(n->trace, "encoder", encoder, false);
    add_setting(n->trace, "cell", cell, false);
    add_sizes(n);
    add_setting(n->trace, "target", s->forced ? "given" : "chosen", false);
    add_setting(n->trace, "weights", origin, false);
    add_setting(n->trace, "seed", s->seed, true);
    add_source(n->trace, origin, s->recipe, "held-out score", s->score);
    if (aligner->reach != REACH_GLOBAL)
        local = arena_format(n->arena, ", local %s, D = %d", reach_name(aligner->reach),
                             aligner->window);
    n->trace->provenance = arena_format(
        n->arena, "%s: %s score%s, %s attention, %s %s encoder, weights %s%s%s", kind_of(n)->source,
        score_name(aligner->score), local, taking_name(aligner->taking), encoder,
        has_gates(n) ? "GRU" : "RNN", origin, s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

enum { SOURCE_STEPS = 5, WORD_STEPS = 21, END_STEPS = 2, PANELS = 2, SETTINGS = 16 };

static Trace *empty_trace(const Narration *n)
{
    const TranslationSubject *s = n->subject;
    int length = n->translation->length;
    Trace *trace =
        trace_new(n->arena, SOURCE_STEPS + WORD_STEPS * length + END_STEPS, PANELS, SETTINGS, 2);
    trace->argc = s->argc;
    trace->argv = s->argv;
    add_text(trace, traced_text(s->source.text, rows_of(n->translation->source.embeddings),
                                s->source.words));
    add_text(trace, traced_text(s->target.text, length, s->target.words));
    return trace;
}

Trace *narrate_translation(Arena *arena, const TranslatorNodes *nodes,
                           const Translation *translation, const TranslationSummary *summary,
                           const TranslationSubject *subject)
{
    Narration n = {.arena = arena,
                   .nodes = nodes,
                   .translation = translation,
                   .summary = summary,
                   .subject = subject};
    n.trace = empty_trace(&n);
    n.notes = (TranslationNotes){arena,
                                 nodes,
                                 translation,
                                 summary,
                                 subject->source.labels,
                                 subject->target.labels,
                                 subject->vocabulary,
                                 subject->forced};
    add_settings(&n);
    add_source_side(&n);
    for (int i = 0; i < translation->length; i++)
        add_word(&n, i);
    add_alignment(&n);
    add_overview(&n);
    Trace *behind = narrate_behind_translation(arena, nodes, translation, subject, INSIDE_COLUMNS);
    add_alignment_columns(behind, n.trace, &summary->columns[subject->whole], subject);
    n.trace->behind = behind;
    add_inside(n.trace, nodes, translation->source.encoding.annotations, subject);
    return n.trace;
}
