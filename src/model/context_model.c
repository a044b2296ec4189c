#include "model/context_model.h"

#include "graph/ops.h"

#include <string.h>

/* ---- what is learned ---- */

/* In the order of files and of the optimiser. W_O starts small, so that at first a word's vector
   changes little. */
static ContextNodes declared(Scope s, const ContextModel *m)
{
    ContextNodes n = {.heads = m->heads};
    n.embeddings = learned(s, "embeddings", NULL, m->words, m->d, START_ZEROS);
    n.bias = learned(s, "bias", NULL, m->words, 1, START_ZEROS);
    n.gain = learned(s, "gain", NULL, 1, 1, START_ONES);
    n.projections = projections_learned(s, m->d, START_SMALL);
    return n;
}

static void declare(Scope s, const void *model)
{
    declared(s, model);
}

ContextModel context_model_new(Arena *arena, int words, int d, int heads)
{
    ContextModel m = {.words = words, .d = d, .heads = heads};
    m.learned = parameters_declared(arena, declare, &m);
    m.positions = sinusoids(graph_new(arena), MOST_PLACES, d, POSITION_BASE)->value;
    return m;
}

Tensor context_value(const ContextModel *model, const char *name)
{
    const Parameter *p = parameter_find(model->learned, name);
    CHECK(p, "no parameter %s", name);
    return p->value;
}

bool parameter_is_of_words(const Parameter *parameter)
{
    return !strcmp(parameter->name, "embeddings") || !strcmp(parameter->name, "bias");
}

bool parameter_is_projection(const Parameter *parameter)
{
    return !strncmp(parameter->name, "W_", 2);
}

ContextNodes context_nodes(Scope s, const ContextModel *model)
{
    graph_use(s.graph, model->learned);
    ContextNodes n = declared(s, model);
    n.positions = constant(s.graph, model->positions, "sinusoids");
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
