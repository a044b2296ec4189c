#include "model/model.h"

/* ---- parameters ---- */

/* Declared in the order of files and of the optimiser. W_O starts small, so that H ≈ X at first. */
static void *declare(Scope s, const Model *model)
{
    const ContextSizes *z = model->sizes;
    ContextNodes *n = arena_alloc(s.graph->arena, 1, sizeof *n);
    n->embeddings = learned(s, "embeddings", NULL, z->words, z->d_model, START_ZEROS);
    n->bias = learned(s, "bias", NULL, z->words, 1, START_ZEROS);
    n->gain = learned(s, "gain", NULL, 1, 1, START_ONES);
    TransformerSizes of_layer = {.d_model = z->d_model, .heads = z->heads};
    n->projections = projections_learned(s, &of_layer, START_SMALL);
    n->positions = constant(s.graph, z->positions, "sinusoids");
    n->heads = z->heads;
    return n;
}

ContextSizes *context_sizes(Arena *arena, int words, int d_model, int heads)
{
    Node *positions = sinusoids(graph_new(arena), MOST_PLACES, d_model, POSITION_BASE);
    ContextSizes sizes = {words, d_model, heads, positions->value};
    return arena_copy(arena, &sizes, sizeof sizes);
}

/* ---- forward ---- */

ContextVectors context_vectors(Graph *g, const ContextNodes *model, const int *words,
                               const int *places, int n, Node *mask, bool heads)
{
    int d = cols_of(model->embeddings);
    AttentionShape shape = {.heads = model->heads, .mask = mask, .sentences = 1};
    ContextVectors v = {0};
    v.embeddings = multiply_by_root(g, gather(g, model->embeddings, words, n), d);
    Node *X = add(g, v.embeddings, gather(g, model->positions, places, n));
    if (heads)
        v.attention = multi_head_attention(scope_of(g), X, X, model->projections, &shape);
    else
        v.attention.output = multi_head_output(g, X, model->projections, &shape);
    v.output = add(g, X, v.attention.output);
    return v;
}

Node *context_questions(Graph *g, const ContextNodes *model, Node *H, const int *rows, int count)
{
    Node *ones = constant(g, tensor_filled(g->arena, count, 1, 1), "ones");
    Node *direction = layer_norm(g, gather(g, H, rows, count));
    return concat(g, (Node *[]){multiply_by(g, direction, model->gain), ones}, 2);
}

Node *context_candidates(Graph *g, const ContextNodes *model)
{
    return concat(g, (Node *[]){model->embeddings, model->bias}, 2);
}

/* ---- as a model ---- */

/* Decay of W_V and W_O makes output costly, so that heads learn to attend to the right word. */
static const WeightDecay decays[] = {{"W_V|W_O", 0.03, 0.03}, {"*", 0, 0}, {0}};

static const ModelField fields[] = {
#include "model/context_fields.list"
    {0},
};

static const ModelFamily family = {
    .fields = fields,
    .sizes_size = sizeof(ContextSizes),
    .recipe =
        {.steps = 8000, .warm_up = 100, .batch = 128, .learning_rate = 5e-3, .decays = decays},
    .declare = declare,
};

const ModelKind context_kind = {.name = "attention", .family = &family};
