#include "model/next_words.h"

#include "graph/ops.h"
#include "tensor/vector.h"

int *words_before(Arena *arena, const SentencePairs *pairs, int end)
{
    int first = pairs->sentences, count = pairs->target_length * pairs->sentences;
    int *words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = i < first ? end : pairs->target[i - first];
    return words;
}

Node *surprise(Graph *g, Node *scores, const int *target, double weight)
{
    double *weights = arena_alloc(g->arena, (size_t)rows_of(scores), sizeof *weights);
    for (int i = 0; i < rows_of(scores); i++)
        weights[i] = weight;
    return cross_entropy(g, scores, target, weights);
}

/* ---- the most probable words ---- */

LikelyWords likely_words(Graph *g, Node *probabilities, int most)
{
    int count = most < cols_of(probabilities) ? most : cols_of(probabilities);
    int *words = arena_alloc(g->arena, (size_t)count, sizeof *words);
    largest_places(probabilities->value.data, cols_of(probabilities), NULL, count, words);
    Node *list = pick(g, repeated_row(g, probabilities, 0, count), words);
    return (LikelyWords){.count = count, .words = words, .probabilities = list};
}

Node *name_likely(Scope s, Node *probabilities, const TranslationTask *task)
{
    LikelyWords likely = likely_words(s.graph, probabilities, task->likely);
    Node *list = named(s, "words", "The most probable words", likely.probabilities);
    const char **labels = arena_alloc(s.graph->arena, (size_t)likely.count, sizeof *labels);
    for (int i = 0; i < likely.count; i++)
        labels[i] = task->vocabulary[likely.words[i]];
    with_axes(s, list, label_axis("next word", labels, likely.count), (Axis){0});
    return with_measure(s, list, "probability");
}
