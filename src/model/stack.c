#include "model/model.h"

/* The parameters; what a model does not have is NULL. */
typedef struct Learned {
    const StackSizes *sizes;
    Node *E, *places, *types;
    NormParameters input, last;
    LayerParameters *layers;
    Node *W, *b;         /* transform the states before the scores */
    NormParameters norm; /* after them */
    Node *output, *bias; /* of the scores; output is NULL if it is E */
} Learned;

static void *declare(Scope s, const Model *model)
{
    const StackSizes *z = model->sizes;
    int d = z->layers.d_model, layers = z->layers.encoder_layers;
    Learned *p = arena_copy(s.graph->arena, &(Learned){.sizes = z}, sizeof *p);
    Scope input = within(s, "input", "", 0), output = within(s, "output", "", 0);
    p->E = learned(input, "E", NULL, z->words, d, START_BY_COLUMNS);
    if (z->places)
        p->places = learned(input, "P", NULL, z->places, d, START_BY_COLUMNS);
    if (z->types)
        p->types = learned(input, "T", NULL, z->types, d, START_BY_COLUMNS);
    if (z->norms_input)
        p->input = norm_learned(within(input, "norm", "", 0), &z->layers);
    p->layers = arena_alloc(s.graph->arena, (size_t)layers, sizeof *p->layers);
    for (int i = 0; i < layers; i++)
        p->layers[i] = layer_learned(within(s, "layer-%d", "", i + 1), &z->layers, false);
    if (z->layers.norm == NORM_PRE)
        p->last = norm_learned(within(s, "last", "", 0), &z->layers);
    if (z->transforms) {
        p->W = learned(output, "W", NULL, d, d, START_BY_ROWS);
        p->b = learned(output, "b", NULL, 1, d, START_ZEROS);
        p->norm = norm_learned(within(output, "norm", "", 0), &z->layers);
        p->bias = learned(output, "bias", NULL, 1, z->words, START_ZEROS);
    }
    if (z->predicts && !z->is_tied)
        p->output = learned(output, "E", NULL, z->words, d, START_BY_COLUMNS);
    return p;
}

/* ---- input ---- */

/* E[words] + P + T[0] */
static Node *embed(Scope s, const Learned *p, const TranslationTask *task, Axis rows)
{
    Graph *g = s.graph;
    Node *words = gather(g, with_symbol(s, p->E, "E", 0), task->target, rows.count), *x = words;
    with_axes(s, named(s, "words", "Tokens as vectors", words), rows, (Axis){0});
    if (p->places) {
        Node *places = row_range(g, p->places, p->sizes->first_place, rows.count);
        with_axes(s, defined(s, "places", "Learned places", "P", places), rows, (Axis){0});
        x = add(g, x, places);
    }
    if (p->types) {
        Node *types = repeated_row(g, p->types, 0, rows.count);
        with_axes(s, defined(s, "types", "Which sentence: the first", "T", types), rows, (Axis){0});
        x = add(g, x, types);
    }
    if (p->places || p->types)
        named(s, "sum", "Tokens in their places", x);
    if (p->input.gain)
        x = norm_with(within(s, "norm", ", layer norm", 0), &p->input, x);
    return with_symbol(s, x, "X", 0);
}

/* ---- output ---- */

static Node *transformed(Scope s, const Learned *p, Node *states)
{
    Graph *g = s.graph;
    given_matrix(s, "W", "Matrix of the output", "W", p->W);
    given_row(s, "b", "Biases of the output", "b", "b", p->b);
    Node *product = named(s, "product", "States through one more matrix", matmul(g, states, p->W));
    Node *sums = named(s, "sums", "Sums of the output", add_row(g, product, p->b));
    Activation by = p->sizes->gelu_last ? ACTIVATION_GELU : p->sizes->layers.design.activation;
    Node *active = named(s, "active", "What is let through", activated(s, by, sums));
    return norm_with(within(s, "norm", ", layer norm", 0), &p->norm, active);
}

static void predict(Scope s, const Learned *p, const TranslationTask *task, Node *states)
{
    Graph *g = s.graph;
    Scope output = within(s, "output", "", 0);
    bool is_causal = p->sizes->is_causal;
    Axis next = {is_causal ? "next token" : "token there", p->sizes->words, task->vocabulary,
                 .named = false};
    if (p->W)
        states = transformed(output, p, states);
    Node *E = p->output ? with_symbol(s, p->output, "E_{out}", 0) : p->E;
    Node *scores = matmul_transposed(g, states, E);
    if (p->bias)
        scores = add_row(g, named(output, "products", "Products with all tokens", scores),
                         with_symbol(s, p->bias, "b_{out}", 0));
    named(output, "scores", is_causal ? "Scores of the token after each" : "Scores at each place",
          scores);
    with_axes(output, scores, (Axis){0}, next);
    Node *all =
        defined(output, "probabilities", "Probabilities of these", "p", softmax_rows(g, scores));
    for (int i = 0; i < task->target_length; i++) {
        Scope place = within(s, "place-%d", "", i + 1);
        place = ending_in(place, arena_format(g->arena, is_causal ? " after “%s”" : " for “%s”",
                                              task->target_labels[i]));
        likely_words(place, row_range(g, all, i, 1), "tokens", task);
    }
}

Node *stack_read(Scope s, const Model *model, const TranslationTask *task)
{
    const Learned *p = model_in(s, model, false);
    const StackSizes *z = p->sizes;
    Axis tokens = label_axis("token", task->target_labels, task->target_length);
    Node *mask = z->is_causal ? causal_mask(s, "The mask of all layers", axis_as(tokens, "query"),
                                            axis_as(tokens, "key"))
                              : NULL;
    Node *x = embed(within(s, "input", "", 0), p, task, tokens);
    for (int i = 0; i < z->layers.encoder_layers; i++)
        x = transformer_layer(within(s, "layer-%d", " of layer %d", i + 1), &p->layers[i], 1, x,
                              mask, NULL, NULL);
    if (p->last.gain)
        x = norm_with(within(s, "last/norm", ", last norm", 0), &p->last, x);
    with_symbol(s, x, "H", 0);
    if (z->predicts)
        predict(s, p, task, x);
    return x;
}

static const ModelFamily family = {.sizes_size = sizeof(StackSizes), .declare = declare};

const ModelKind stack_kind = {.name = "stack", .family = &family};
