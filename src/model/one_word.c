#include "model/studies.h"

/* The word's row of scores as a column, and next to it what the settings make of it, up to the
   weights. */
static void name_stages(Scope s, const Variation *v, int place)
{
    bool zeroed = v->weighting || v->masking;
    const struct {
        const char *id, *title, *label;
    } stages[] = {
#include "model/word_stages.list"
    };
    Node *all[COUNT_OF(stages)];
    int count = 0;
    for (int i = 0; i < COUNT_OF(stages); i++) {
        const char *id = arena_format(s.graph->arena, "head-%d/%s", s.number, stages[i].id);
        const Name *name = name_find(s.graph, id);
        Node *column = name ? transpose(s.graph, row_range(s.graph, name->node, place, 1)) : NULL;
        Axis stage = axis_unquoted(single_axis(s.graph, "stage", stages[i].label));
        if (name)
            all[count++] =
                with_axes(s, named(s, stages[i].id, stages[i].title, column), (Axis){0}, stage);
    }
    named(s, "stages", "From score to weight", concat(s.graph, all, count));
}

void follow_word(Scope s, const SentenceAttention *a, int place)
{
    Graph *g = s.graph;
    Scope word = within(s, "word", "", 0);
    for (int i = 0; i < a->settings.heads; i++) {
        const Attended *head = &a->heads[i];
        Scope in = within(word, "head-%d", " in head %d", i + 1);
        Node *query = defined(in, "query", "The query", "q", row_range(g, head->queries, place, 1));
        named(in, "keys", "Every key", head->keys);
        dot_geometry(within(s, "head-%d", " in head %d", i + 1), query, head->keys);
        name_stages(in, &a->settings.variation, place);
        named(in, "values", "Every value", head->values);
        named(in, "parts", "Each value times its weight",
              weigh_rows(g, head->values, row_range(g, head->weights, place, 1)));
        named(in, "sum", "Their sum", row_range(g, head->output, place, 1));
    }
    named(word, "output", "The word's new vector", row_range(g, a->output, place, 1));
}
