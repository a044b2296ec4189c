#include "model/translation_summary.h"

#include "graph/ops.h"

static Node *weights_of(const Alignment *a)
{
    return a->weights;
}

static Node *mask_of(const Alignment *a)
{
    return a->mask;
}

static Node *taken_of(const Alignment *a)
{
    return a->taken;
}

/* A row of each word's alignment on top of each other; NULL if they have none. */
static Node *all_rows(Graph *g, const Translation *t, Node *(*row)(const Alignment *))
{
    Node **rows = arena_alloc(g->arena, (size_t)t->length, sizeof(Node *));
    for (int i = 0; i < t->length; i++)
        rows[i] = row(&t->words[i].step.alignment);
    return rows[0] ? stack(g, rows, t->length) : NULL;
}

/* ---- likely words ---- */

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

/* ---- columns ---- */

static Node *column(Graph *g, Node *row)
{
    return row ? transpose(g, row) : NULL;
}

static AlignmentColumns alignment_columns(Graph *g, const Alignment *a)
{
    return (AlignmentColumns){.energies = column(g, a->energies),
                              .mask = column(g, a->mask),
                              .masked = column(g, a->masked),
                              .softmax = column(g, a->softmax),
                              .bell = column(g, a->bell),
                              .weights = column(g, a->weights),
                              .taken = column(g, a->taken)};
}

/* ---- the whole ---- */

TranslationSummary translation_summary(Graph *g, const Translation *t, int most)
{
    TranslationSummary s = {.weights = all_rows(g, t, weights_of),
                            .mask = all_rows(g, t, mask_of),
                            .taken = all_rows(g, t, taken_of)};
    CHECK(s.weights, "%d words without attention", t->length);
    s.looks = argmax_rows(g, s.taken ? s.taken : s.weights);
    if (!most)
        return s;
    s.likely = arena_alloc(g->arena, (size_t)t->length, sizeof *s.likely);
    s.columns = arena_alloc(g->arena, (size_t)t->length, sizeof *s.columns);
    for (int i = 0; i < t->length; i++) {
        s.likely[i] = likely_words(g, t->words[i].probabilities, most);
        s.columns[i] = alignment_columns(g, &t->words[i].step.alignment);
    }
    return s;
}

Node *looks_side_by_side(Graph *g, const TranslationSummary *summaries, int count)
{
    Node **looks = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        looks[i] = summaries[i].looks;
    return concat(g, looks, count);
}
