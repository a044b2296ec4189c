/* A batch of a transformer: what its padding changes, and what it would if it counted. */
#include "model/transformer.h"

void transformer_batch(Scope s, const TransformerParameters *p, const TranslationTask *tasks,
                       int count)
{
    static const char *const measures[] = {"most probable", "probability", "padding counted"};
    enum { MEASURES = sizeof measures / sizeof *measures };
    Graph *g = s.graph;
    Node **rows = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++) {
        int n = tasks[i].target_length - tasks[i].target_padding;
        Scope sentence = within(s, "sentence-%d", " of sentence %d", i + 1);
        Node *p_of_all = transformer_translate(sentence, p, &tasks[i]).probabilities;
        Node *padded = with_symbol(s, pick(g, p_of_all, tasks[i].target), "p_{padded}", 0);
        Node *words = with_symbol(s, row_range(g, padded, 0, n), "p_{words}", 0);
        Node *most = row_range(g, largest_of_rows(g, p_of_all), 0, n);
        Node *of[MEASURES] = {agreement(g, with_symbol(s, most, "p_{most}", 0), words),
                              row_mean(g, transpose(g, words)), row_mean(g, transpose(g, padded))};
        rows[i] = with_symbol(s, concat(g, of, MEASURES), "b_{%d}", i + 1);
    }
    Node *all = stack(g, rows, count);
    named(s, "batch/sentences", "The words of each sentence, in the batch", all);
    with_axes(s, all, number_axis(g, "sentence", 1, count),
              label_axis("measure", measures, MEASURES));
}
