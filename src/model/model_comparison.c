#include "model/model_comparison.h"

#include "graph/costs.h"
#include "graph/ops.h"

const char *const model_names[MODELS] = {"bahdanau", "transformer"};

/* The axes of the comparison. */
typedef struct Axes {
    Axis written; /* by the transformer */
    Axis views;   /* "mean", "head 1", … */
    Axis layers;  /* "decoder 1", … */
    Axis models;
} Axes;

static const Name *found(Scope s, const char *id)
{
    const Name *name = name_find(s.graph, arena_format(s.graph->arena, "%s%s", s.path, id));
    CHECK(name, "no step %s%s", s.path, id);
    return name;
}

static Axis numbered_axis(Arena *arena, const char *axis, const char *first, const char *other,
                          int count)
{
    const char **names = arena_alloc(arena, (size_t)count + 1, sizeof *names);
    names[0] = first;
    for (int i = 1; i <= count; i++)
        names[i] = arena_format(arena, "%s %d", other, i);
    Axis all = label_axis(axis, names, count + 1);
    all.unquoted = true;
    return all;
}

static Axes axes_of(Scope s, const TransformerSizes *z)
{
    Arena *arena = s.graph->arena;
    Axes a = {.written = found(s, "transformer/alignment")->writing->rows,
              .views = numbered_axis(arena, "heads", "mean", "head", z->heads),
              .layers = numbered_axis(arena, "model", model_names[MODEL_BAHDANAU], "decoder",
                                      z->decoder_layers),
              .models = label_axis("model", model_names, MODELS)};
    return a;
}

/* The axis without its first place. */
static Axis others(Axis axis, const char *name)
{
    axis.name = name;
    axis.labels++;
    axis.count--;
    return axis;
}

/* ---- where words look ---- */

/* Weights of the transformer; those of Bahdanau's translator are A. */
static Node *weights_called(Scope s, const char *id)
{
    return with_symbol(s, found(s, id)->node, "β", 0);
}

/* The mean of the heads first. `s` is within a layer's encoder–decoder attention. */
static Node *looks_of_layer(Scope s, int heads)
{
    Graph *g = s.graph;
    Node **looks = arena_alloc(g->arena, (size_t)heads + 1, sizeof(Node *));
    looks[0] = argmax_rows(g, weights_called(s, "mean"));
    for (int h = 1; h <= heads; h++) {
        const char *id = arena_format(g->arena, "head-%d/weights", h);
        looks[h] = argmax_rows(g, weights_called(s, id));
    }
    return concat(g, looks, heads + 1);
}

static Scope cross_attention(Scope s, int layer)
{
    Scope decoder = within(within(s, "transformer", "", 0), "decoder-%d", " of decoder %d", layer);
    return within(decoder, "cross", ": the heads", 0);
}

/* By Bahdanau's weights, and by the mean of each layer's heads. */
static void name_common_looks(Scope s, const Axes *axes, Node *bahdanau, Node *const *views,
                              int layers)
{
    Graph *g = s.graph;
    Node **looks = arena_alloc(g->arena, (size_t)layers + 1, sizeof(Node *));
    looks[0] = bahdanau;
    for (int l = 0; l < layers; l++)
        looks[1 + l] = columns(g, views[l], 0, 1);
    Node *all =
        named(s, "looks", "Where each output word looks most", concat(g, looks, layers + 1));
    with_axes(s, all, axes->written, axes->layers);
}

static void name_agreement(Scope s, const Axes *axes, Node *bahdanau, Node *const *views,
                           int layers)
{
    Graph *g = s.graph;
    Node **agreements = arena_alloc(g->arena, (size_t)layers, sizeof(Node *));
    for (int l = 0; l < layers; l++)
        agreements[l] = agreement(g, views[l], bahdanau);
    Node *all =
        named(s, "agreement", "The share of words that look where Bahdanau's translator does",
              stack(g, agreements, layers));
    with_axes(s, all, others(axes->layers, "layer"), axes->views);
    with_kind(s, all, VALUE_FRACTION);
}

static void name_looks(Scope s, const ModelPair *p, const Axes *axes)
{
    Graph *g = s.graph;
    static const char title[] = "Where each output word looks most";
    const TransformerSizes *z = p->transformer->sizes;
    int layers = z->decoder_layers;
    Scope of_bahdanau = within(s, "bahdanau", ", Bahdanau's translator", 0);
    Node **views = arena_alloc(g->arena, (size_t)layers, sizeof(Node *));
    Node *bahdanau =
        named(of_bahdanau, "looks", title, argmax_rows(g, found(of_bahdanau, "alignment")->node));
    with_axes(of_bahdanau, bahdanau, (Axis){0}, label_axis("model", model_names, 1));
    for (int l = 0; l < layers; l++)
        views[l] = looks_of_layer(cross_attention(s, l + 1), z->heads);
    if (p->same_words)
        name_common_looks(s, axes, bahdanau, views, layers);
    for (int l = 0; l < layers; l++) {
        Scope layer = cross_attention(s, l + 1);
        with_axes(layer, named(layer, "looks", title, views[l]), axes->written, axes->views);
    }
    if (p->same_words)
        name_agreement(s, axes, bahdanau, views, layers);
}

/* ---- what a model takes ---- */

/* The chains of steps that there are in the graph. */
enum { CHAIN_ENCODER, CHAIN_GIVEN, CHAIN_ROWS };

typedef struct Taken {
    double parameters[PART_BOTH], work[PART_BOTH];
    double chains[CHAIN_ROWS], operations[OPERATION_ROWS];
    double rounds; /* how often the decoder's chain is gone through to write the words */
} Taken;

/* Sorts the learned numbers by whether they were met on the way to the encoder's end. */
static void count_parameters(Taken *t, const bool *met, const Parameters *learned)
{
    for (int i = 0; i < learned->count; i++) {
        const Node *node = learned->items[i].node;
        int part = met[node->index] ? PART_ENCODER : PART_DECODER;
        t->parameters[part] += (double)tensor_size(node->value);
    }
}

/* Each state is made from the one before it, whether the words are given or not. */
static void count_states(const Graph *g, Taken *t, const Translation *translation)
{
    const Encoding *e = &translation->encoding;
    int most = 2 * e->length > translation->length ? 2 * e->length : translation->length, count = 0;
    const Node **states = arena_alloc(g->arena, (size_t)most, sizeof *states);
    for (int j = 0; j < e->length; j++) {
        states[count++] = e->forward[j];
        if (e->backward)
            states[count++] = e->backward[j];
    }
    t->chains[CHAIN_ENCODER] = graph_steps(g, e->annotations, states, count);
    for (int i = 0; i < translation->length; i++)
        states[i] = translation->words[i].state;
    const Node *end = translation->words[translation->length - 1].probabilities;
    t->chains[CHAIN_GIVEN] = graph_steps(g, end, states, translation->length);
    t->rounds = 1;
    t->operations[OPERATIONS_ENCODER] = graph_depth(g, e->annotations);
    t->operations[OPERATIONS_BOTH] = graph_depth(g, end);
}

static Taken taken_by_bahdanau(const Graph *g, const Translation *translation)
{
    bool *met = graph_unmet(g->arena, g);
    Taken t = {0};
    t.work[PART_ENCODER] = graph_work(g, met, translation->encoding.annotations);
    count_parameters(&t, met, translation->learned);
    for (int i = 0; i < translation->length; i++)
        t.work[PART_DECODER] += graph_work(g, met, translation->words[i].probabilities);
    count_states(g, &t, translation);
    return t;
}

/* What leaves each layer of a side. */
static const Node **layer_outputs(Scope s, const char *side, int layers, NormPlace norm)
{
    Arena *arena = s.graph->arena;
    const Node **outputs = arena_alloc(arena, (size_t)layers, sizeof *outputs);
    for (int l = 0; l < layers; l++)
        outputs[l] = found(s, arena_format(arena, "transformer/%s-%d/ffn/%s", side, l + 1,
                                           norm == NORM_POST ? "norm/output" : "residual"))
                         ->node;
    return outputs;
}

/* A layer reads all words at once. While it writes, the words go through the layers one by one. */
static void count_layers(Scope s, Taken *t, const ModelPair *p)
{
    const Graph *g = s.graph;
    const TransformerTranslation *translation = p->transformed;
    const TransformerSizes *z = p->transformer->sizes;
    t->chains[CHAIN_ENCODER] =
        graph_steps(g, translation->memory, layer_outputs(s, "encoder", z->encoder_layers, z->norm),
                    z->encoder_layers);
    t->chains[CHAIN_GIVEN] =
        graph_steps(g, translation->probabilities,
                    layer_outputs(s, "decoder", z->decoder_layers, z->norm), z->decoder_layers);
    t->rounds = p->written;
    t->operations[OPERATIONS_ENCODER] = graph_depth(g, translation->memory);
    t->operations[OPERATIONS_BOTH] = graph_depth(g, translation->probabilities);
}

static Taken taken_by_transformer(Scope s, const ModelPair *p)
{
    bool *met = graph_unmet(s.graph->arena, s.graph);
    Taken t = {0};
    t.work[PART_ENCODER] = graph_work(s.graph, met, p->transformed->memory);
    count_parameters(&t, met, p->transformer->learned);
    t.work[PART_DECODER] = graph_work(s.graph, met, p->transformed->probabilities);
    count_layers(s, &t, p);
    return t;
}

/* ---- tables ---- */

/* Columns are models. */
static Node *counted(Graph *g, const double *bahdanau, const double *transformer, int count,
                     const char *how)
{
    Tensor counts = tensor_new(g->arena, count, MODELS);
    for (int i = 0; i < count; i++) {
        tensor_row(counts, i)[MODEL_BAHDANAU] = (real)bahdanau[i];
        tensor_row(counts, i)[MODEL_TRANSFORMER] = (real)transformer[i];
    }
    return constant(g, counts, how);
}

static Node *row_of(Graph *g, Node *table, int row)
{
    return place_of(g, table, row, 1);
}

static Node *name_table(Scope s, const Axes *axes, const char *id, const char *title,
                        const char *formula, const char *const *rows, Node *node)
{
    given(s, id, title, formula, label_axis("part", rows, rows_of(node)), axes->models, node);
    return with_counts(s, node, NULL);
}

/* What adds up. */
static void name_parts(Scope s, const Axes *axes, const char *id, const char *title,
                       const char *formula, Node *parts)
{
    static const char *const rows[PARTS] = {
        [PART_ENCODER] = "encoder", [PART_DECODER] = "decoder", [PART_BOTH] = "both"};
    Graph *g = s.graph;
    name_table(within(s, id, "", 0), axes, "parts", title, formula, rows, parts);
    Node *both = add(g, row_of(g, parts, PART_ENCODER), row_of(g, parts, PART_DECODER));
    name_table(s, axes, id, title, formula, rows, stack(g, (Node *[]){parts, both}, 2));
}

/* States, or layers, that wait for each other. */
static void name_steps(Scope s, const Axes *axes, const Taken *bahdanau, const Taken *transformer)
{
    static const char *const chain_names[CHAIN_ROWS] = {
        [CHAIN_ENCODER] = "encoder", [CHAIN_GIVEN] = "decoder given"};
    static const char *const round_names[] = {"decoder writing"};
    static const char *const step_names[STEP_ROWS] = {[STEPS_ENCODER] = "encoder",
                                                      [STEPS_WRITING] = "decoder writing",
                                                      [STEPS_GIVEN] = "decoder given"};
    static const char formula[] = "longest chain of states or layers";
    Graph *g = s.graph;
    Scope steps = within(s, "steps", "", 0);
    Node *chains = counted(g, bahdanau->chains, transformer->chains, CHAIN_ROWS,
                           "counted: the longest chain of states, or of layers, in the graph");
    Node *rounds = counted(g, &bahdanau->rounds, &transformer->rounds, 1,
                           "states once, for each waits for the one before it anyway; layers once "
                           "for each word");
    name_table(steps, axes, "chains", "Steps that wait for each other in the graph", formula,
               chain_names, chains);
    name_table(steps, axes, "rounds", "How often the chain is gone through",
               "1 for states, n for layers", round_names, rounds);
    Node *rows[STEP_ROWS] = {[STEPS_ENCODER] = row_of(g, chains, CHAIN_ENCODER),
                             [STEPS_GIVEN] = row_of(g, chains, CHAIN_GIVEN)};
    rows[STEPS_WRITING] = multiply(g, rounds, rows[STEPS_GIVEN]);
    name_table(s, axes, "steps", "Steps that wait for each other", formula, step_names,
               stack(g, rows, STEP_ROWS));
}

void compare_models(Scope s, const ModelPair *pair)
{
    static const char *const operation_names[OPERATION_ROWS] = {
        [OPERATIONS_ENCODER] = "encoder", [OPERATIONS_BOTH] = "both"};
    Graph *g = s.graph;
    Taken b = taken_by_bahdanau(g, pair->bahdanau), t = taken_by_transformer(s, pair);
    Axes axes = axes_of(s, pair->transformer->sizes);
    name_looks(s, pair, &axes);
    name_parts(s, &axes, "parameters", "Parameters", "Σ rows × columns",
               counted(g, b.parameters, t.parameters, PART_BOTH,
                       "counted: the sizes of all tensors that are learned"));
    name_parts(
        s, &axes, "work", "Multiply-adds", "Σ cost of each operation",
        counted(g, b.work, t.work, PART_BOTH, "counted: what every operation of the graph costs"));
    name_steps(s, &axes, &b, &t);
    name_table(s, &axes, "operations", "Operations that wait for each other", "longest chain",
               operation_names,
               counted(g, b.operations, t.operations, OPERATION_ROWS,
                       "counted: the longest chain of operations in the graph"));
}
