#include "model/context_model.h"

/* ---- what is learned ---- */

/* In the order of files and of the optimiser. W_O starts small, so that at first a word's vector
   changes little. */
static ContextNodes declared(Scope s, const Model *model)
{
    const ContextSizes *z = model->sizes;
    ContextNodes n = {.heads = z->heads};
    n.embeddings = learned(s, "embeddings", NULL, z->words, z->d_model, START_ZEROS);
    n.bias = learned(s, "bias", NULL, z->words, 1, START_ZEROS);
    n.gain = learned(s, "gain", NULL, 1, 1, START_ONES);
    n.projections = projections_learned(s, z->d_model, START_SMALL);
    return n;
}

static void declares(Scope s, const void *model)
{
    declared(s, model);
}

ContextSizes *context_sizes(Arena *arena, int words, int d_model, int heads)
{
    ContextSizes *sizes = arena_alloc(arena, 1, sizeof *sizes);
    Node *positions = sinusoids(graph_new(arena), MOST_PLACES, d_model, POSITION_BASE);
    *sizes = (ContextSizes){words, d_model, heads, positions->value};
    return sizes;
}

bool parameter_is_of_words(const Parameter *parameter)
{
    return !strcmp(parameter->name, "embeddings") || !strcmp(parameter->name, "bias");
}

bool parameter_is_projection(const Parameter *parameter)
{
    return !strncmp(parameter->name, "W_", 2);
}

ContextNodes context_nodes(Graph *g, const Model *model, bool is_learning)
{
    model_in(g, model, is_learning);
    ContextNodes n = declared(scope_of(g), model);
    n.positions = constant(g, ((const ContextSizes *)model->sizes)->positions, "sinusoids");
    return n;
}

/* ---- what is computed ---- */

ContextVectors context_vectors(Graph *g, const ContextNodes *model, ContextInput input)
{
    int d = cols_of(model->embeddings);
    AttentionShape shape = {.heads = model->heads, .mask = input.mask, .sentences = 1};
    ContextVectors v = {0};
    v.embeddings = multiply_by_root(g, gather(g, model->embeddings, input.words, input.n), d);
    v.positional = gather(g, model->positions, input.places, input.n);
    Node *X = add(g, v.embeddings, v.positional);
    if (input.heads)
        v.attention = multi_head_attention(scope_of(g), X, X, model->projections, &shape);
    else
        v.attention.output = multi_head_output(g, X, model->projections, &shape);
    v.output = add(g, X, v.attention.output);
    return v;
}

Node *context_questions(Graph *g, const ContextNodes *model, Node *output, const int *rows,
                        int count)
{
    Node *ones = constant(g, tensor_filled(g->arena, count, 1, 1), "ones");
    Node *direction = layer_norm(g, gather(g, output, rows, count));
    return concat(g, (Node *[]){multiply_by(g, direction, model->gain), ones}, 2);
}

Node *context_candidates(Graph *g, const ContextNodes *model)
{
    return concat(g, (Node *[]){model->embeddings, model->bias}, 2);
}

/* ---- as a model ---- */

/* What a head passes on costs something, so that it is worth looking at the right word. */
static const WeightDecay decays[] = {{"W_[VO]", 0.03, 0.03}, {"*", 0, 0}, {0}};

static const ModelField fields[] = {{.name = "words", .at = offsetof(ContextSizes, words)},
                                    {.name = "d_model", .at = offsetof(ContextSizes, d_model)},
                                    {.name = "heads", .at = offsetof(ContextSizes, heads)},
                                    {0}};

static const ModelFamily family = {
    .fields = fields,
    .sizes_size = sizeof(ContextSizes),
    .recipe =
        {.steps = 8000, .warm_up = 100, .batch = 128, .learning_rate = 5e-3, .decays = decays},
    .declares = declares,
};

const ModelKind context_kind = {.name = "attention", .family = &family};
