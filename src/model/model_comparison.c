#include "model/studies.h"

const char *const model_names[MODELS] = {"bahdanau", "transformer"};

/* ---- where words look ---- */

static const char looks_title[] = "Where each output word looks most";

/* The symbol of the transformer's weights; Bahdanau's are A. */
static Node *weights_called(Scope s, const char *id)
{
    return with_symbol(s, node_within(s, id), "β", 0);
}

/* Column 0 is the mean of the heads. `s` is within a layer's encoder–decoder attention. */
static Node *looks_of_layer(Scope s, int heads)
{
    Node **weights = arena_alloc(s.graph->arena, (size_t)heads + 1, sizeof(Node *));
    weights[0] = weights_called(s, "mean");
    for (int h = 1; h <= heads; h++)
        weights[h] = weights_called(within(s, "head-%d", "", h), "weights");
    return argmax_of_each(s.graph, weights, heads + 1);
}

static Scope cross_attention(Scope s, int layer)
{
    Scope decoder = within(within(s, "transformer", "", 0), "decoder-%d", " of decoder %d", layer);
    return within(decoder, "cross", ": the heads", 0);
}

static void name_agreement(Scope s, Axis written, Axis heads, Node *bahdanau, Node *const *views,
                           int layers)
{
    Graph *g = s.graph;
    Node **agreements = arena_alloc(g->arena, (size_t)layers, sizeof(Node *));
    int last = rows_of(bahdanau) - 1; /* without the end of the sentence */
    int words = last && !strcmp(written.labels[last], "</s>") ? last : last + 1;
    for (int l = 0; l < layers; l++)
        agreements[l] =
            agreement(g, row_range(g, views[l], 0, words), row_range(g, bahdanau, 0, words));
    Node *all =
        named(s, "agreement", "The share of words that look where Bahdanau's translator does",
              stack(g, agreements, layers));
    Axis numbered = axis_unquoted(series_axis(g, "layer", "decoder %d", 1, layers));
    with_kind(s, with_axes(s, all, numbered, heads), VALUE_FRACTION);
}

static void name_looks(Scope s, const TransformerSizes *z, bool same_words)
{
    Graph *g = s.graph;
    int layers = z->decoder_layers;
    Axis written = name_find(g, "transformer/alignment")->writing->rows;
    Axis heads = axis_unquoted(series_axis(g, "head", "head %d", 1, z->heads));
    Axis decoders = axis_unquoted(series_axis(g, "model", "decoder %d", 1, layers));
    heads = axis_extended(g, heads, "mean", NULL);
    Scope of_bahdanau = within(s, "bahdanau", ", Bahdanau's translator", 0);
    Node **views = arena_alloc(g->arena, (size_t)layers, sizeof(Node *));
    Node **looks = arena_alloc(g->arena, (size_t)layers + 1, sizeof(Node *)); /* Bahdanau's first */
    looks[0] = named(of_bahdanau, "looks", looks_title,
                     argmax_rows(g, node_within(of_bahdanau, "alignment")));
    with_axes(of_bahdanau, looks[0], (Axis){0}, label_axis("model", model_names, 1));
    for (int l = 0; l < layers; l++) {
        views[l] = looks_of_layer(cross_attention(s, l + 1), z->heads);
        looks[1 + l] = columns(g, views[l], 0, 1);
    }
    if (same_words)
        with_axes(s, named(s, "looks", looks_title, concat(g, looks, layers + 1)), written,
                  axis_extended(g, decoders, model_names[MODEL_BAHDANAU], NULL));
    for (int l = 0; l < layers; l++) {
        Scope layer = cross_attention(s, l + 1);
        with_axes(layer, named(layer, "looks", looks_title, views[l]), written, heads);
    }
    if (same_words)
        name_agreement(s, written, heads, looks[0], views, layers);
}

/* ---- costs ---- */

/* The models' costs [parts,MODELS]; chains and operations up to the encoder's output, and to the
   last given word. */
typedef struct Taken {
    Tensor parameters, work, chains, operations;
} Taken;

static void put(Tensor t, int model, double encoder, double decoder)
{
    tensor_row(t, ENCODER)[model] = (real)encoder;
    tensor_row(t, DECODER)[model] = (real)decoder;
}

/* Adds the costs of a translation, split at the encoder's output. A parameter counts as the
   encoder's if the output depends on it. */
static void take(const Graph *g, const Taken *t, int model, const Parameters *learned,
                 const Node *read, const Node *end)
{
    bool *met = arena_alloc(g->arena, (size_t)g->count, sizeof *met);
    double numbers[CODERS] = {0}, work = graph_work(g, met, read);
    for (int i = 0; i < learned->count; i++) {
        const Node *node = learned->items[i].node;
        numbers[met[node->index] ? ENCODER : DECODER] += (double)tensor_size(node->value);
    }
    put(t->parameters, model, numbers[ENCODER], numbers[DECODER]);
    put(t->work, model, work, graph_work(g, met, end));
    put(t->operations, model, graph_depth(g, read, OPERATIONS), graph_depth(g, end, OPERATIONS));
}

/* The number of layers of a side on the chain. */
static int layer_steps(Scope s, const char *side, int layers, NormPlace norm, const Node *end)
{
    Node **outputs = arena_alloc(s.graph->arena, (size_t)layers, sizeof *outputs);
    const char *id = norm == NORM_POST ? "norm/output" : "residual";
    for (int l = 0; l < layers; l++)
        outputs[l] = node_within(within(within(s, side, "", l + 1), "ffn", "", 0), id);
    return graph_steps(s.graph, end, outputs, layers);
}

/* ---- tables ---- */

static Node *name_table(Scope s, const char *id, const char *title, const char *formula,
                        const char *const *rows, Node *node)
{
    given(s, id, title, formula, label_axis("part", rows, rows_of(node)),
          label_axis("model", model_names, MODELS), node);
    return with_counts(s, node, NULL);
}

/* Tables whose parts add up. */
static void name_parts(Scope s, const char *id, const char *title, const char *formula,
                       Tensor counted, const char *how)
{
    static const char *const rows[] = {"encoder", "decoder", "both"};
    Graph *g = s.graph;
    Node *parts = constant(g, counted, how);
    name_table(within(s, id, "", 0), "parts", title, formula, rows, parts);
    Node *both = add(g, row_range(g, parts, ENCODER, 1), row_range(g, parts, DECODER, 1));
    name_table(s, id, title, formula, rows, stack(g, (Node *[]){parts, both}, 2));
}

/* Dependent states or layers. A layer reads all words at once; in generation each word passes
   through the layers after the previous one. */
static void name_steps(Scope s, Tensor counted, int words)
{
    static const char *const names[] = {"encoder", "decoder writing", "decoder given"};
    static const char *const chain_names[] = {"encoder", "decoder given"};
    static const char formula[] = "longest chain of states or layers";
    Graph *g = s.graph;
    Scope steps = within(s, "steps", "", 0);
    Tensor gone_through = tensor_filled(g->arena, 1, MODELS, 1);
    gone_through.data[MODEL_TRANSFORMER] = (real)words;
    Node *chains =
        constant(g, counted,
                 LEAF_COMPUTED "counted: the longest chain of states, or of layers, in the graph");
    Node *rounds = constant(g, gone_through,
                            LEAF_COMPUTED
                            "states once, for each waits for the one before it anyway; layers once "
                            "for each word");
    name_table(steps, "chains", "Steps that wait for each other in the graph", formula, chain_names,
               chains);
    name_table(steps, "rounds", "How often the chain is gone through", "1 for states, n for layers",
               names + 1, rounds);
    Node *reading = row_range(g, chains, ENCODER, 1), *given = row_range(g, chains, DECODER, 1);
    Node *all = stack(g, (Node *[]){reading, multiply(g, rounds, given), given}, 3);
    name_table(s, "steps", "Steps that wait for each other", formula, names, all);
}

void compare_models(Scope s, const Translation *bahdanau, const TransformerParameters *transformer,
                    const TransformerTranslation *transformed, bool same_words)
{
    static const char *const ends[] = {"encoder", "both"};
    Graph *g = s.graph;
    Taken t = {tensor_new(g->arena, CODERS, MODELS), tensor_new(g->arena, CODERS, MODELS),
               tensor_new(g->arena, CODERS, MODELS), tensor_new(g->arena, CODERS, MODELS)};
    const TransformerSizes *z = transformer->sizes;
    const Encoding *e = &bahdanau->encoding;
    const Node *written = stack(g, bahdanau->steps.probabilities, bahdanau->length);
    const Node *memory = transformed->memory, *probable = transformed->probabilities;
    take(g, &t, MODEL_BAHDANAU, bahdanau->learned, e->annotations, written);
    take(g, &t, MODEL_TRANSFORMER, transformer->learned, memory, probable);
    /* Each state depends on the one before it, even for given words; the backward states run in
       parallel. */
    put(t.chains, MODEL_BAHDANAU, graph_steps(g, e->annotations, e->forward, e->length),
        graph_steps(g, written, bahdanau->steps.states, bahdanau->length));
    put(t.chains, MODEL_TRANSFORMER,
        layer_steps(s, "transformer/encoder-%d", z->encoder_layers, z->norm, memory),
        layer_steps(s, "transformer/decoder-%d", z->decoder_layers, z->norm, probable));
    name_looks(s, z, same_words);
    name_parts(s, "parameters", "Parameters", "Σ rows × columns", t.parameters,
               LEAF_COMPUTED "counted: the sizes of all tensors that are learned");
    name_parts(s, "work", "Multiply-adds", "Σ cost of each operation", t.work,
               LEAF_COMPUTED "counted: what every operation of the graph costs");
    name_steps(s, t.chains, rows_of(probable));
    name_table(s, "operations", "Operations that wait for each other", "longest chain", ends,
               constant(g, t.operations,
                        LEAF_COMPUTED "counted: the longest chain of operations in the graph"));
}
