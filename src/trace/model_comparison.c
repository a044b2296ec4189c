#include "trace/model_comparison.h"

#include "trace/model_comparison_notes.h"
#include "trace/narration.h"

enum { MORE_BEHIND = 5 };

static const char *const model_names[MODELS] = {"bahdanau", "transformer"};

typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const Graph *graph;
    const ModelPair *pair;
    const ModelComparison *comparison;
    const ModelsSubject *subject;
    ModelNotes notes;
} Narration;

static int layers_of(const Narration *n)
{
    return n->pair->transformer->sizes->decoder_layers;
}

static int heads_of(const Narration *n)
{
    return n->pair->transformer->sizes->heads;
}

static const Node *mean_weights(const Narration *n, int layer)
{
    return cross_weights(n->graph, layer);
}

static const Node *head_weights(const Narration *n, int layer, int head)
{
    return cross_weights_of_head(n->graph, layer, head);
}

/* ---- names ---- */

static Axis source_axis(const Narration *n)
{
    return token_axis("source word", n->subject->source.labels, n->subject->source_length);
}

static Axis target_axis(const Narration *n, int model)
{
    return token_axis("output word", n->subject->targets[model].labels,
                      n->subject->target_lengths[model]);
}

/* "mean", "head 1", …: the columns of a layer's looks. */
static Axis views_axis(const Narration *n)
{
    int count = 1 + heads_of(n);
    const char **names = arena_alloc(n->arena, (size_t)count, sizeof *names);
    names[0] = "mean";
    for (int h = 1; h < count; h++)
        names[h] = arena_format(n->arena, "head %d", h);
    return token_axis("heads", names, count);
}

/* "decoder 1", …; behind "bahdanau" if there is room for it. */
static Axis layers_axis(const Narration *n, const char *name, bool with_bahdanau)
{
    int count = layers_of(n) + with_bahdanau;
    const char **names = arena_alloc(n->arena, (size_t)count, sizeof *names);
    names[0] = model_names[MODEL_BAHDANAU];
    for (int l = 0; l < layers_of(n); l++)
        names[l + with_bahdanau] = arena_format(n->arena, "decoder %d", l + 1);
    return token_axis(name, names, count);
}

static const char *cross_id(const Narration *n, int layer, const char *stage)
{
    return arena_format(n->arena, "transformer/decoder-%d/cross/%s", layer + 1, stage);
}

static const char *head_id(const Narration *n, int layer, int head)
{
    return cross_id(n, layer, arena_format(n->arena, "head-%d/weights", head + 1));
}

/* ---- alignments ---- */

static Step alignment_step(const Narration *n, int model, const char *id, const char *title,
                           const char *formula, const Node *weights)
{
    return (Step){.id = id,
                  .title = title,
                  .formula = formula,
                  .note = note_sharpness(&n->notes, weights),
                  .rows = target_axis(n, model),
                  .cols = source_axis(n),
                  .kind = VALUE_PROBABILITY,
                  .node = weights};
}

static void add_alignments(Narration *n)
{
    add_step(n->trace, alignment_step(n, MODEL_BAHDANAU, "bahdanau/alignment",
                                      "Alignment: Bahdanau's translator",
                                      "softmax(v_aᵀ tanh(W_a s_{i−1} + U_a h_j))",
                                      n->pair->bahdanau_weights));
    for (int l = 0; l < layers_of(n); l++) {
        const char *layer = arena_format(n->arena, "Decoder %d, encoder–decoder attention", l + 1);
        Step mean = alignment_step(n, MODEL_TRANSFORMER, cross_id(n, l, "mean"),
                                   arena_format(n->arena, "%s: mean of the heads", layer),
                                   "mean of softmax(QKᵀ/√dₖ)", mean_weights(n, l));
        mean.note = arena_format(n->arena, "%s The query of a row was made of the words before it.",
                                 mean.note);
        add_step(n->trace, mean);
        for (int h = 0; h < heads_of(n); h++)
            add_step(n->trace, alignment_step(n, MODEL_TRANSFORMER, head_id(n, l, h),
                                              arena_format(n->arena, "%s: head %d", layer, h + 1),
                                              "softmax(QKᵀ/√dₖ)", head_weights(n, l, h)));
    }
}

/* ---- where words look ---- */

static Step looks_step(const Narration *n, int model, const char *id, const char *title, Axis cols,
                       const Node *looks)
{
    return (Step){.id = id,
                  .title = title,
                  .formula = "argmax_j α_{ij}",
                  .rows = target_axis(n, model),
                  .cols = cols,
                  .kind = VALUE_SIGNED,
                  .node = looks,
                  .places = n->subject->source.labels,
                  .place_count = n->subject->source_length};
}

static void add_common_looks(Narration *n)
{
    Step step = looks_step(n, MODEL_BAHDANAU, "looks", "Where each output word looks most",
                           layers_axis(n, "model", true), n->comparison->looks);
    step.note = note_looks(&n->notes);
    add_step(n->trace, step);
}

static Step own_looks(const Narration *n)
{
    Step step = looks_step(n, MODEL_BAHDANAU, "bahdanau/looks",
                           "Where each output word of Bahdanau's translator looks most",
                           token_axis("model", model_names, 1), n->pair->bahdanau_looks);
    step.note = "The two write different words: rows of the one are no rows of the other.";
    return step;
}

static void add_looks(Narration *n)
{
    if (n->subject->same_words)
        add_common_looks(n);
    else
        add_step(n->trace, own_looks(n));
    for (int l = 0; l < layers_of(n); l++) {
        const Node *looks = n->comparison->looks_of_layers[l];
        Step step = looks_step(
            n, MODEL_TRANSFORMER, cross_id(n, l, "looks"),
            arena_format(n->arena, "Where each output word looks most: the heads of decoder %d",
                         l + 1),
            views_axis(n), looks);
        step.note = note_heads(&n->notes, looks);
        add_step(n->trace, step);
    }
    if (n->subject->same_words)
        add_step(n->trace,
                 (Step){.id = "agreement",
                        .title = "The share of words that look where Bahdanau's translator does",
                        .formula = "Σ_i [argmax_j α_{ij} = argmax_j β_{ij}]/n",
                        .note = note_agreement(&n->notes),
                        .rows = layers_axis(n, "layer", false),
                        .cols = views_axis(n),
                        .kind = VALUE_FRACTION,
                        .node = n->comparison->agreement});
}

/* ---- what is taken ---- */

static void add_taken(Trace *trace, const char *id, const char *title, const char *formula,
                      const char *note, const char *const *rows, const Node *table)
{
    add_step(trace, (Step){.id = id,
                           .title = title,
                           .formula = formula,
                           .note = note,
                           .rows = token_axis("part", rows, rows_of(table)),
                           .cols = token_axis("model", model_names, MODELS),
                           .kind = VALUE_COUNT,
                           .minor = true, /* of different things: tables */
                           .node = table});
}

static void add_what_is_taken(Narration *n)
{
    static const char *const parts[PARTS] = {
        [PART_ENCODER] = "encoder", [PART_DECODER] = "decoder", [PART_BOTH] = "both"};
    static const char *const steps[STEP_ROWS] = {[STEPS_ENCODER] = "encoder",
                                                 [STEPS_WRITING] = "decoder writing",
                                                 [STEPS_GIVEN] = "decoder given"};
    static const char *const operations[OPERATION_ROWS] = {
        [OPERATIONS_ENCODER] = "encoder", [OPERATIONS_BOTH] = "both"};
    const ModelComparison *c = n->comparison;
    add_taken(n->trace, "parameters", "Parameters", "Σ rows × columns", note_parameters(&n->notes),
              parts, c->parameters.all);
    add_taken(n->trace, "work", "Multiply-adds", "Σ cost of each operation", note_work(&n->notes),
              parts, c->work.all);
    add_taken(n->trace, "steps", "Steps that wait for each other",
              "longest chain of states or layers", note_steps(&n->notes), steps, c->steps.all);
    add_taken(n->trace, "operations", "Operations that wait for each other", "longest chain",
              note_operations(&n->notes), operations, c->operations);
}

/* ---- the picture ---- */

/* Bahdanau's alignment, and to its right a row for each decoder layer. */
static void add_overview(Narration *n)
{
    Grid grid = grid_new(n->trace, "overview", layers_of(n), 2 + heads_of(n));
    const Step *agreement = trace_step(n->trace, "agreement");
    grid.panel.title = "One sentence, two models: what each output word looks at";
    grid.panel.formula = "softmax(v_aᵀ tanh(W_a s_{i−1} + U_a h_j)), softmax(QKᵀ/√dₖ)";
    grid.panel.note = agreement ? agreement->note : trace_step(n->trace, "bahdanau/looks")->note;
    grid_place(&grid, 0, 0, "bahdanau/alignment", "Bahdanau", NULL);
    for (int l = 0; l < layers_of(n); l++) {
        grid_place(&grid, l, 1, cross_id(n, l, "mean"),
                   arena_format(n->arena, "decoder %d, mean", l + 1), NULL);
        for (int h = 0; h < heads_of(n); h++)
            grid_place(&grid, l, 2 + h, head_id(n, l, h),
                       arena_format(n->arena, "decoder %d, head %d", l + 1, h + 1), NULL);
    }
    add_panel(n->trace, grid);
}

/* ---- what stands behind ---- */

/* What a table adds up, for explanations. */
static void add_parts(const Narration *n, Trace *trace, const char *table_id, const Node *parts)
{
    Step step = *trace_step(n->trace, table_id);
    step.id = arena_format(n->arena, "%s/parts", table_id);
    step.rows.count = rows_of(parts);
    step.node = parts;
    add_step(trace, step);
}

/* What the table of steps is made from. */
static void add_chains(const Narration *n, Trace *trace)
{
    static const char *const chains[CHAIN_ROWS] = {
        [CHAIN_ENCODER] = "encoder", [CHAIN_GIVEN] = "decoder given"};
    static const char *const rounds[] = {"decoder writing"};
    const StepsTable *s = &n->comparison->steps;
    add_taken(trace, "steps/chains", "Steps that wait for each other in the graph",
              "longest chain of states or layers", NULL, chains, s->chains);
    add_taken(trace, "steps/rounds", "How often the chain is gone through",
              "1 for states, n for layers", NULL, rounds, s->rounds);
}

/* The steps of the models alone, under other names. */
static void add_behind(Narration *n)
{
    const ModelsSubject *s = n->subject;
    int count =
        count_all_steps(s->alone[MODEL_BAHDANAU]) + count_all_steps(s->alone[MODEL_TRANSFORMER]);
    Trace *trace = trace_new(n->arena, count + MORE_BEHIND, 0, 0, 0);
    for (int k = 0; k < MODELS; k++)
        add_all_steps(trace, model_names[k], s->alone[k]);
    add_step(trace, own_looks(n));
    add_parts(n, trace, "parameters", n->comparison->parameters.parts);
    add_parts(n, trace, "work", n->comparison->work.parts);
    add_chains(n, trace);
    n->trace->behind = trace;
}

/* ---- the whole ---- */

static void add_settings(Narration *n)
{
    const ModelsSubject *s = n->subject;
    add_setting(n->trace, "models", "Bahdanau et al. 2015, Vaswani et al. 2017", false);
    add_setting(n->trace, "target", s->forced ? "given" : "chosen", false);
    if (!s->forced) {
        add_setting(n->trace, "same words", s->same_words ? "yes" : "no", false);
        add_setting(n->trace, "toy language", s->expected.text, false);
    }
    add_setting(n->trace, "weights", n->pair->bahdanau->parameters->origin, false);
    n->trace->provenance = arena_format(
        n->arena, "Bahdanau et al. 2015 beside Vaswani et al. 2017: %s", note_verdict(&n->notes));
    n->trace->source = note_learned_models(&n->notes);
}

static void add_texts(Narration *n)
{
    const ModelsSubject *s = n->subject;
    add_text(n->trace, traced_text(s->source.text, s->source_length, s->source.words));
    for (int k = 0; k < (s->same_words ? 1 : MODELS); k++)
        add_text(n->trace,
                 traced_text(s->targets[k].text, s->target_lengths[k], s->targets[k].words));
}

enum { OTHER_STEPS = 7, PANELS = 1, SETTINGS = 5 };

Trace *narrate_model_comparison(Arena *arena, const ModelPair *pair,
                                const ModelComparison *comparison, const ModelsSubject *subject)
{
    Narration n = {.arena = arena,
                   .graph = subject->alone[MODEL_TRANSFORMER]->graph,
                   .pair = pair,
                   .comparison = comparison,
                   .subject = subject,
                   .notes = {arena, comparison, subject}};
    int steps = OTHER_STEPS + layers_of(&n) * (2 + heads_of(&n));
    n.trace = trace_new(arena, steps, PANELS, SETTINGS, 1 + MODELS);
    n.trace->argc = subject->argc;
    n.trace->argv = subject->argv;
    add_texts(&n);
    add_settings(&n);
    add_alignments(&n);
    add_looks(&n);
    add_what_is_taken(&n);
    add_behind(&n);
    add_overview(&n);
    return n.trace;
}
