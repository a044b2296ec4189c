#include "model/studies.h"

/* What a score is derived by. */
enum { BY_WORDS, BY_ANNOTATIONS, BY_CONTEXT, BYS };

/* The gradient of one score, the row that is made of it, and the matrix of all rows. */
static const struct {
    const char *id, *title, *symbol, *row, *all_id, *all_title, *all_symbol;
} derived[BYS] = {
    [BY_WORDS] = {"by-words", "The score's gradient by the words", "∂score_{%d}/∂X", "g_{%d}",
                  "gradients", "How far each score moves with each source word", "G"},
    [BY_ANNOTATIONS] = {"by-annotations", "The score's gradient by the annotations",
                        "∂score_{%d}/∂H", "a_{%d}", "by-annotations",
                        "How far each score moves with each annotation", "G_H"},
    [BY_CONTEXT] = {"by-context", "The score's gradient by its context", "∂score_{%d}/∂c", "d_{%d}",
                    "direct",
                    "How far each score moves with each annotation through its own context", "G_c"},
};

/* The row that is made of each gradient of a word's score: the lengths of its rows [1,T]. */
static void derive_word(Scope s, const ScoredWords *w, int i, int count, Node **rows[BYS])
{
    Graph *g = s.graph;
    Scope word = step_scope(s, w->written.labels, i);
    const Translation *t = w->translation;
    Node *scores = w->scores ? w->scores : node_within(word, "scores"), *gradients[BYS];
    Node *seed = cell_seed(g, scores, w->scores ? i : 0, w->words[i]);
    Node *by[BYS] = {w->x, t ? t->encoding.annotations : NULL, t ? t->steps.contexts[i] : NULL};
    derivatives(word, scores, seed, arena_format(g->arena, "score_{%d}", i + 1), by, count,
                gradients);
    for (int k = 0; k < count; k++) {
        defined(word, derived[k].id, derived[k].title, derived[k].symbol, gradients[k]);
        if (k != BY_CONTEXT)
            with_axes(word, gradients[k], w->read, (Axis){0});
        Node *lengths = row_lengths(g, gradients[k]);
        /* What a context hands on while its weights stay is for each annotation its weight's part.
         */
        rows[k][i] =
            k == BY_CONTEXT ? multiply_by(g, t->steps.weights[i], lengths) : transpose(g, lengths);
        with_symbol(word, rows[k][i], derived[k].row, i + 1);
    }
}

Node *word_gradients(Scope s, const ScoredWords *w)
{
    Node **rows[BYS], *all[BYS];
    int count = w->translation ? BYS : BY_WORDS + 1; /* only who attends has the others */
    for (int k = 0; k < count; k++)
        rows[k] = arena_alloc(s.graph->arena, (size_t)w->length, sizeof(Node *));
    for (int i = 0; i < w->length; i++)
        derive_word(s, w, i, count, rows);
    for (int k = 0; k < count; k++) {
        all[k] = defined(s, derived[k].all_id, derived[k].all_title, derived[k].all_symbol,
                         stack(s.graph, rows[k], w->length));
        with_axes(s, all[k], w->written, w->read);
    }
    return defined(s, "shares", "Each source word's share of what a score moves with", "S",
                   row_shares(s.graph, all[BY_WORDS]));
}
