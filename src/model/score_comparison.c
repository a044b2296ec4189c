#include "model/translator.h"

#include "graph/ops.h"

Node *compared_alignment(Scope s, const Model *translator, const TranslationTask *task,
                         const char *title)
{
    Graph *g = s.graph;
    Translation t = translate(s, translator, task);
    Node *weights = all_steps(g, t.steps.weights, t.length);
    Node *taken = all_steps(g, t.steps.taken, t.length);
    if (taken)
        named(s, "weights", "The weights beside what is taken", weights);
    return defined(s, "alignment", title, "A_{%d}", taken ? taken : weights);
}

Node *compared_looks(Scope s, Node *const *alignments, const char *const *names, int count)
{
    Graph *g = s.graph;
    Node **looks = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        looks[i] = argmax_rows(g, alignments[i]);
    Node *all = named(s, "looks", "Where each output word looks most", concat(g, looks, count));
    return with_axes(s, all, (Axis){0}, axis_unquoted(label_axis("score", names, count)));
}
