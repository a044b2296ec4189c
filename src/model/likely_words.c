#include "model/likely_words.h"

#include "graph/ops.h"

static bool is_listed(const int *words, int count, int word)
{
    for (int i = 0; i < count; i++)
        if (words[i] == word)
            return true;
    return false;
}

/* The most probable word that is not yet listed, the first of equals. */
static int next_likely(Tensor probabilities, const int *words, int count)
{
    int best = -1;
    for (int j = 0; j < probabilities.cols; j++)
        if (!is_listed(words, count, j) &&
            (best < 0 || at(probabilities, 0, j) > at(probabilities, 0, best)))
            best = j;
    return best;
}

LikelyWords likely_words(Graph *g, Node *probabilities, int most)
{
    int count = most < cols_of(probabilities) ? most : cols_of(probabilities);
    int *words = arena_alloc(g->arena, (size_t)count, sizeof *words);
    int *rows = arena_alloc(g->arena, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++)
        words[i] = next_likely(probabilities->value, words, i);
    Node *list = pick(g, gather(g, probabilities, rows, count), words);
    return (LikelyWords){.count = count, .words = words, .probabilities = list};
}

Axis likely_axis(Graph *g, const LikelyWords *likely, const char *const *vocabulary)
{
    const char **labels = arena_alloc(g->arena, (size_t)likely->count, sizeof *labels);
    for (int i = 0; i < likely->count; i++)
        labels[i] = vocabulary[likely->words[i]];
    return label_axis("next word", labels, likely->count);
}
