#include "model/studies.h"

/* The word's row of scores as a column, and next to it the scaled, masked and softmaxed ones, as
   far as the settings have them. */
static void name_stages(Scope s, const Attended *head, int place)
{
    const struct {
        const char *id, *title, *label;
        Node *matrix;
    } stages[] = {{"scores", "The score of each key", "q·k", head->scores},
                  {"scaled", "The scores, scaled", "/√dₖ", head->scaled},
                  {"masked", "The scores, masked", "+ M", head->masked},
                  {"weights", "The weight of each key", "weight", head->weights}};
    Node *all[COUNT_OF(stages)];
    int count = 0;
    for (int i = 0; i < COUNT_OF(stages); i++) {
        if (i && stages[i].matrix == stages[i - 1].matrix)
            continue;
        Node *column = transpose(s.graph, row_range(s.graph, stages[i].matrix, place, 1));
        all[count++] = with_axes(s, named(s, stages[i].id, stages[i].title, column), (Axis){0},
                                 axis_unquoted(single_axis(s.graph, "stage", stages[i].label)));
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
        name_stages(in, head, place);
        named(in, "values", "Every value", head->values);
        named(in, "parts", "Each value times its weight",
              weigh_rows(g, head->values, row_range(g, head->weights, place, 1)));
        named(in, "sum", "Their sum", row_range(g, head->output, place, 1));
    }
    named(word, "output", "The word's new vector", row_range(g, a->output, place, 1));
}
