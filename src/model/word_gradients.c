#include "model/word_gradients.h"

#include "graph/derivative.h"
#include "graph/ops.h"

/* What a score is derived by. */
enum { BY_WORDS, BY_ANNOTATIONS, BY_CONTEXT, BYS };

/* Rows of each matrix, a word of the translation each. */
typedef struct Rows {
    Node **gradients, **annotations, **direct;
} Rows;

static Scope word_scope(Scope s, const ScoredWords *w, int i)
{
    Arena *arena = s.graph->arena;
    s = with_row(within(s, "step-%d", "", i + 1), axis_places(s.graph, w->written, NULL, i, 1));
    return ending_in(s, arena_format(arena, " for “%s”", w->written.labels[i]));
}

static Node *scores_of(Scope word, const ScoredWords *w)
{
    Graph *g = word.graph;
    return w->scores ? w->scores
                     : name_find(g, arena_format(g->arena, "%sscores", word.path))->node;
}

/* The lengths of a gradient's rows, as one row [1,T]. */
static Node *lengths_named(Scope word, const ScoredWords *w, const char *id, const char *symbol,
                           const char *row, Node *gradient)
{
    Graph *g = word.graph;
    if (!gradient)
        gradient = number_node(g, w->read.count, 1, 0);
    defined(word, id, "The score's gradient", symbol, gradient);
    with_axes(word, gradient, w->read, (Axis){0});
    return with_symbol(word, transpose(g, row_lengths(g, gradient)), row, word.number);
}

/* What the context hands on while the weights stay: each annotation its weight's part. */
static Node *through_context(Scope word, const ScoredWords *w, int i, Node *gradient)
{
    Graph *g = word.graph;
    defined(word, "by-context", "The score's gradient by the context", "∂e_{%d}/∂c", gradient);
    Node *row = multiply_by(g, w->translation->steps.weights[i], row_lengths(g, gradient));
    return with_symbol(word, row, "d_{%d}", i + 1);
}

static void derive_word(Scope s, const ScoredWords *w, int i, Rows *rows)
{
    Graph *g = s.graph;
    Scope word = word_scope(s, w, i);
    const Translation *t = w->translation;
    Node *scores = scores_of(word, w), *gradients[BYS];
    Node *by[BYS] = {w->x, t ? t->encoding.annotations : NULL, t ? t->steps.contexts[i] : NULL};
    Node *seed = cell_seed(g, scores, w->scores ? i : 0, w->words[i]);
    derivatives(word, scores, seed, arena_format(g->arena, "e_{%d}", i + 1), by, t ? BYS : 1,
                gradients);
    rows->gradients[i] =
        lengths_named(word, w, "by-words", "∂e_{%d}/∂X", "g_{%d}", gradients[BY_WORDS]);
    if (!t)
        return;
    rows->annotations[i] =
        lengths_named(word, w, "by-annotations", "∂e_{%d}/∂H", "a_{%d}", gradients[BY_ANNOTATIONS]);
    rows->direct[i] = through_context(word, w, i, gradients[BY_CONTEXT]);
}

static Node *stacked(Scope s, const ScoredWords *w, const char *id, const char *title,
                     const char *symbol, Node *const *rows)
{
    Node *all = defined(s, id, title, symbol, stack(s.graph, rows, w->length));
    return with_axes(s, all, w->written, w->read);
}

Node *word_gradients(Scope s, const ScoredWords *w)
{
    Graph *g = s.graph;
    Node **nodes = arena_alloc(g->arena, 3 * (size_t)w->length, sizeof(Node *));
    Rows rows = {nodes, nodes + w->length, nodes + 2 * w->length};
    for (int i = 0; i < w->length; i++)
        derive_word(s, w, i, &rows);
    Node *all = stacked(s, w, "gradients", "How far each score moves with each source word", "G",
                        rows.gradients);
    if (w->translation) {
        stacked(s, w, "by-annotations", "How far each score moves with each annotation", "G_H",
                rows.annotations);
        stacked(s, w, "direct", "Of that, what comes through the context at once", "G_c",
                rows.direct);
    }
    return defined(s, "shares", "Each source word's share of what a score moves with", "S",
                   row_shares(g, all));
}

Node *strongest_places(Scope s, Node *const *matrices, const char *const *names, int count)
{
    Graph *g = s.graph;
    Node **places = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        places[i] = argmax_rows(g, matrices[i]);
    Node *all = named(s, "strongest", "The source word that counts most", concat(g, places, count));
    Axis by = label_axis("by", names, count);
    by.unquoted = true;
    return with_axes(s, all, (Axis){0}, by);
}
