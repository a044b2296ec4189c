#include "model/studies.h"

/* What a score is differentiated with respect to. */
enum { BY_WORDS, BY_ANNOTATIONS, BY_CONTEXT, BYS };

/* Names of the gradient of one score, of its row of norms, and of the matrix of all rows. */
static const struct {
    const char *id, *title, *symbol, *row, *all_id, *all_title, *all_symbol;
} derived[BYS] = {
#include "model/score_gradients.list"
};

/* The row norms [1,T] of each gradient of a word's score. Only translators with attention have more
   than BY_WORDS. */
static void derive_word(Scope s, const TranslationTask *task, Node *scores, const Translation *t,
                        int i, Node **rows[BYS])
{
    Graph *g = s.graph;
    Scope word = step_scope(s, task->target_labels, i);
    Axis read = label_axis("source word", task->source_labels, task->source_length);
    Node *own = scores ? scores : node_within(word, "scores"), *gradients[BYS];
    Node *seed = cell_seed(g, own, scores ? i : 0, task->target[i]);
    Node *by[BYS] = {node_within(s, scores ? "source/words" : "source"),
                     t ? t->encoding.annotations : NULL, t ? t->steps.contexts[i] : NULL};
    int count = t ? BYS : BY_WORDS + 1;
    derivatives(word, own, seed, arena_format(g->arena, "score_{%d}", i + 1), by, count, gradients);
    for (int k = 0; k < count; k++) {
        defined(word, derived[k].id, derived[k].title, derived[k].symbol, gradients[k]);
        if (k != BY_CONTEXT)
            with_axes(word, gradients[k], read, (Axis){0});
        Node *lengths = row_lengths(g, gradients[k]);
        /* With weights held fixed, an annotation's part of the context's gradient is α times it.
         */
        rows[k][i] =
            k == BY_CONTEXT ? multiply_by(g, t->steps.weights[i], lengths) : transpose(g, lengths);
        with_symbol(word, rows[k][i], derived[k].row, i + 1);
    }
}

Node *word_gradients(Scope s, const TranslationTask *task, Node *scores, const Translation *t)
{
    Node **rows[BYS], *all[BYS];
    int count = t ? BYS : BY_WORDS + 1, length = task->target_length;
    for (int k = 0; k < count; k++)
        rows[k] = arena_alloc(s.graph->arena, (size_t)length, sizeof(Node *));
    for (int i = 0; i < length; i++)
        derive_word(s, task, scores, t, i, rows);
    for (int k = 0; k < count; k++) {
        all[k] = defined(s, derived[k].all_id, derived[k].all_title, derived[k].all_symbol,
                         stack(s.graph, rows[k], length));
        with_axes(s, all[k], label_axis("output word", task->target_labels, length),
                  label_axis("source word", task->source_labels, task->source_length));
    }
    return defined(s, "shares", "Each source word's share of what a score moves with", "S",
                   row_shares(s.graph, all[BY_WORDS]));
}
