#include "model/word_gradients.h"

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

/* The context comes last: only who attends has it. */
static int by_count(const ScoredWords *w)
{
    return w->translation ? BYS : BY_WORDS + 1;
}

/* The lengths of a gradient's rows [1,T]. What a context hands on while its weights stay is for
   each annotation its weight's part. */
static Node *row_of(Scope word, const ScoredWords *w, int by, int i, Node *gradient)
{
    Graph *g = word.graph;
    defined(word, derived[by].id, derived[by].title, derived[by].symbol, gradient);
    if (by != BY_CONTEXT)
        with_axes(word, gradient, w->read, (Axis){0});
    Node *lengths = row_lengths(g, gradient);
    Node *row = by == BY_CONTEXT ? multiply_by(g, w->translation->steps.weights[i], lengths)
                                 : transpose(g, lengths);
    return with_symbol(word, row, derived[by].row, i + 1);
}

static void derive_word(Scope s, const ScoredWords *w, int i, Node **rows[BYS])
{
    Scope word = step_scope(s, w->written.labels, i);
    const Translation *t = w->translation;
    Node *scores = w->scores ? w->scores : node_within(word, "scores"), *gradients[BYS];
    Node *seed = cell_seed(s.graph, scores, w->scores ? i : 0, w->words[i]);
    Node *by[BYS] = {w->x};
    if (t) {
        by[BY_ANNOTATIONS] = t->encoding.annotations;
        by[BY_CONTEXT] = t->steps.contexts[i];
    }
    derivatives(word, scores, seed, arena_format(s.graph->arena, "score_{%d}", i + 1), by,
                by_count(w), gradients);
    for (int k = 0; k < by_count(w); k++)
        rows[k][i] = row_of(word, w, k, i, gradients[k]);
}

Node *word_gradients(Scope s, const ScoredWords *w)
{
    Node **rows[BYS], *all[BYS];
    for (int k = 0; k < by_count(w); k++)
        rows[k] = arena_alloc(s.graph->arena, (size_t)w->length, sizeof(Node *));
    for (int i = 0; i < w->length; i++)
        derive_word(s, w, i, rows);
    for (int k = 0; k < by_count(w); k++) {
        all[k] = defined(s, derived[k].all_id, derived[k].all_title, derived[k].all_symbol,
                         stack(s.graph, rows[k], w->length));
        with_axes(s, all[k], w->written, w->read);
    }
    return defined(s, "shares", "Each source word's share of what a score moves with", "S",
                   row_shares(s.graph, all[BY_WORDS]));
}
