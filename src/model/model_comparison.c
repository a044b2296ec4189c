#include "model/model_comparison.h"

#include "graph/costs.h"
#include "graph/ops.h"

/* ---- where words look ---- */

static int layers_of(const ModelPair *p)
{
    return p->transformer->sizes->decoder_layers;
}

static Node *found(const Graph *g, const char *id)
{
    const Name *name = name_find(g, id);
    CHECK(name, "no step %s", id);
    return name->node;
}

Node *cross_weights_of_head(const Graph *g, int layer, int head)
{
    return found(g,
                 arena_format(g->arena, "decoder-%d/cross/head-%d/weights", layer + 1, head + 1));
}

Node *cross_weights(const Graph *g, int layer)
{
    return found(g, arena_format(g->arena, "decoder-%d/cross/mean", layer + 1));
}

/* The mean of the heads first. */
static Node *looks_of_layer(Graph *g, const ModelPair *p, int layer)
{
    int heads = p->transformer->sizes->heads;
    Node **looks = arena_alloc(g->arena, (size_t)heads + 1, sizeof(Node *));
    looks[0] = argmax_rows(g, cross_weights(g, layer));
    for (int h = 0; h < heads; h++)
        looks[1 + h] = argmax_rows(g, cross_weights_of_head(g, layer, h));
    return concat(g, looks, heads + 1);
}

static void compare_looks(Graph *g, const ModelPair *p, bool same_words, ModelComparison *c)
{
    int layers = layers_of(p);
    Node **looks = arena_alloc(g->arena, (size_t)layers + 1, sizeof(Node *));
    Node **agreements = arena_alloc(g->arena, (size_t)layers, sizeof(Node *));
    c->looks_of_layers = arena_alloc(g->arena, (size_t)layers, sizeof(Node *));
    for (int l = 0; l < layers; l++)
        c->looks_of_layers[l] = looks_of_layer(g, p, l);
    if (!same_words)
        return;
    looks[0] = p->bahdanau_looks;
    for (int l = 0; l < layers; l++) {
        looks[1 + l] = columns(g, c->looks_of_layers[l], 0, 1);
        agreements[l] = agreement(g, c->looks_of_layers[l], looks[0]);
    }
    c->looks = concat(g, looks, layers + 1);
    c->agreement = stack(g, agreements, layers);
}

/* ---- what a model takes ---- */

typedef struct Taken {
    double parameters[PARTS - 1], work[PARTS - 1];
    int chains[CHAIN_ROWS], rounds, operations[OPERATION_ROWS];
} Taken;

/* Sorts the learned numbers by whether they were met on the way to the encoder's end. */
static void count_parameters(Taken *t, const NodeNumbers *met, Node *const *tensors, int count)
{
    for (int i = 0; i < count; i++)
        if (tensors[i]) {
            int part = node_number(met, tensors[i], 0) ? PART_ENCODER : PART_DECODER;
            t->parameters[part] += (double)tensor_size(tensors[i]->value);
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

static Taken taken_by_bahdanau(const Graph *g, const ModelPair *p)
{
    const Translation *translation = p->bahdanau_translation;
    NodeNumbers met = node_numbers_new(g->arena);
    Taken t = {0};
    t.work[PART_ENCODER] = graph_work(&met, translation->encoding.annotations);
    const Parameters *learned = translation->learned;
    Node **tensors = arena_alloc(g->arena, (size_t)learned->count, sizeof(Node *));
    for (int i = 0; i < learned->count; i++)
        tensors[i] = learned->items[i].node;
    count_parameters(&t, &met, tensors, learned->count);
    for (int i = 0; i < translation->length; i++)
        t.work[PART_DECODER] += graph_work(&met, translation->words[i].probabilities);
    count_states(g, &t, translation);
    return t;
}

/* What leaves each layer of a side. */
static const Node **layer_outputs(const Graph *g, const char *side, int layers, NormPlace norm)
{
    const Node **outputs = arena_alloc(g->arena, (size_t)layers, sizeof *outputs);
    for (int l = 0; l < layers; l++)
        outputs[l] = found(g, arena_format(g->arena, "%s-%d/ffn/%s", side, l + 1,
                                           norm == NORM_POST ? "norm/output" : "residual"));
    return outputs;
}

/* A layer reads all words at once. While it writes, the words go through the layers one by one. */
static void count_layers(const Graph *g, Taken *t, const ModelPair *p)
{
    const TransformerTranslation *translation = p->transformer_translation;
    const TransformerSizes *z = p->transformer->sizes;
    t->chains[CHAIN_ENCODER] =
        graph_steps(g, translation->memory, layer_outputs(g, "encoder", z->encoder_layers, z->norm),
                    z->encoder_layers);
    t->chains[CHAIN_GIVEN] =
        graph_steps(g, translation->probabilities,
                    layer_outputs(g, "decoder", z->decoder_layers, z->norm), z->decoder_layers);
    t->rounds = p->transformer_length;
    t->operations[OPERATIONS_ENCODER] = graph_depth(g, translation->memory);
    t->operations[OPERATIONS_BOTH] = graph_depth(g, translation->probabilities);
}

static Taken taken_by_transformer(const Graph *g, const ModelPair *p)
{
    NodeNumbers met = node_numbers_new(g->arena);
    const Parameters *learned = g->parameters;
    Node **tensors = arena_alloc(g->arena, (size_t)learned->count, sizeof(Node *));
    for (int i = 0; i < learned->count; i++)
        tensors[i] = learned->items[i].node;
    Taken t = {0};
    t.work[PART_ENCODER] = graph_work(&met, p->transformer_translation->memory);
    count_parameters(&t, &met, tensors, learned->count);
    t.work[PART_DECODER] = graph_work(&met, p->transformer_translation->probabilities);
    count_layers(g, &t, p);
    return t;
}

/* ---- tables ---- */

static void set_row(Tensor table, int row, double bahdanau, double transformer)
{
    tensor_row(table, row)[MODEL_BAHDANAU] = (real)bahdanau;
    tensor_row(table, row)[MODEL_TRANSFORMER] = (real)transformer;
}

static Node *row_of(Graph *g, Node *table, int row)
{
    return place_of(g, table, row, 1);
}

static PartsTable parts_table(Graph *g, const double *bahdanau, const double *transformer,
                              const char *how)
{
    Tensor counts = tensor_new(g->arena, PART_BOTH, MODELS);
    for (int i = 0; i < PART_BOTH; i++)
        set_row(counts, i, bahdanau[i], transformer[i]);
    Node *parts = constant(g, counts, how);
    Node *both = add(g, row_of(g, parts, PART_ENCODER), row_of(g, parts, PART_DECODER));
    return (PartsTable){parts, stack(g, (Node *[]){parts, both}, 2)};
}

static Node *chain_table(Graph *g, const int *bahdanau, const int *transformer, int count,
                         const char *how)
{
    Tensor counts = tensor_new(g->arena, count, MODELS);
    for (int i = 0; i < count; i++)
        set_row(counts, i, bahdanau[i], transformer[i]);
    return constant(g, counts, how);
}

static StepsTable steps_table(Graph *g, const Taken *bahdanau, const Taken *transformer)
{
    StepsTable s;
    s.chains = chain_table(g, bahdanau->chains, transformer->chains, CHAIN_ROWS,
                           "counted: the longest chain of states, or of layers, in the graph");
    s.rounds = chain_table(g, &bahdanau->rounds, &transformer->rounds, 1,
                           "states once, for each waits for the one before it anyway; layers once "
                           "for each word");
    Node *rows[STEP_ROWS] = {[STEPS_ENCODER] = row_of(g, s.chains, CHAIN_ENCODER),
                             [STEPS_GIVEN] = row_of(g, s.chains, CHAIN_GIVEN)};
    rows[STEPS_WRITING] = multiply(g, s.rounds, rows[STEPS_GIVEN]);
    s.all = stack(g, rows, STEP_ROWS);
    return s;
}

ModelComparison model_comparison(Graph *g, const ModelPair *pair, bool same_words)
{
    ModelComparison c = {0};
    Taken b = taken_by_bahdanau(g, pair), t = taken_by_transformer(g, pair);
    compare_looks(g, pair, same_words, &c);
    c.parameters = parts_table(g, b.parameters, t.parameters,
                               "counted: the sizes of all tensors that are learned");
    c.work = parts_table(g, b.work, t.work, "counted: what every operation of the graph costs");
    c.steps = steps_table(g, &b, &t);
    c.operations = chain_table(g, b.operations, t.operations, OPERATION_ROWS,
                               "counted: the longest chain of operations in the graph");
    return c;
}
