#include "model/sentence_attention.h"

/* The word's row of the first matrix of a head, one number under the other, and beside it what
   scaling, the mask and the softmax make of that; what a setting leaves out is not there. */
static void name_stages(Scope s, const Attended *head, int place)
{
    const struct {
        const char *id, *title, *label;
        Node *matrix;
    } stages[] = {{"scores", "The score of each key", "q·k", head->scores},
                  {"scaled", "The scores, scaled", "/√dₖ", head->scaled},
                  {"masked", "The scores, masked", "+ M", head->masked},
                  {"weights", "The weight of each key", "weight", head->weights}};
    enum { STAGES = sizeof stages / sizeof *stages };
    Node *all[STAGES];
    int count = 0;
    for (int i = 0; i < STAGES; i++) {
        if (i && stages[i].matrix == stages[i - 1].matrix)
            continue;
        Node *column = transpose(s.graph, row_range(s.graph, stages[i].matrix, place, 1));
        all[count++] = with_axes(s, named(s, stages[i].id, stages[i].title, column), (Axis){0},
                                 axis_unquoted(single_axis(s.graph, "stage", stages[i].label)));
    }
    named(s, "stages", "From score to weight", concat(s.graph, all, count));
}

static void follow_in_head(Scope s, const Attended *head, int place)
{
    defined(s, "query", "The query", "q", row_range(s.graph, head->queries, place, 1));
    named(s, "keys", "Every key", head->keys);
    name_stages(s, head, place);
    named(s, "values", "Every value", head->values);
    named(s, "parts", "Each value times its weight",
          weigh_rows(s.graph, head->values, row_range(s.graph, head->weights, place, 1)));
    named(s, "sum", "Their sum", row_range(s.graph, head->output, place, 1));
}

void follow_word(Scope s, const SentenceAttention *a, int place)
{
    Scope in = within(s, "word", "", 0);
    for (int i = 0; i < a->settings.heads; i++)
        follow_in_head(within(in, "head-%d", " in head %d", i + 1), &a->heads[i], place);
    named(in, "output", "The word's new vector", row_range(s.graph, a->output, place, 1));
}
