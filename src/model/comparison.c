#include "model/comparison.h"

#include "graph/ops.h"

static int *repeated(Arena *arena, int number, int count)
{
    int *numbers = arena_alloc(arena, (size_t)count, sizeof *numbers);
    for (int i = 0; i < count; i++)
        numbers[i] = number;
    return numbers;
}

/* The word's row of each head's weights and of their mean, and, with each head's values weighed by
   it, what every word contributes. */
static void follow_weights(Graph *g, WordInSentence *w, const int *place)
{
    const MultiHead *multi = &w->sentence->multi;
    int heads = multi->head_count;
    Node **rows = arena_alloc(g->arena, (size_t)heads + 1, sizeof(Node *));
    w->weighed = arena_alloc(g->arena, (size_t)heads, sizeof(Node *));
    for (int h = 0; h < heads; h++) {
        rows[h] = gather(g, multi->heads[h].attention.weights, place, 1);
        w->weighed[h] = weigh_rows(g, multi->heads[h].V, rows[h]);
    }
    rows[heads] = gather(g, w->sentence->mean, place, 1);
    w->weights = stack(g, rows, heads + 1);
    w->contributions = matmul(g, concat(g, w->weighed, heads), multi->W_O);
}

static WordInSentence word_in_sentence(Graph *g, const SelfAttention *s, int place)
{
    CHECK(0 <= place && place < s->n, "place %d of %d", place, s->n);
    int masks = s->multi.head_count + 1;
    const int *places = repeated(g->arena, place, masks);
    const Node *x = s->embeddings;
    WordInSentence w = {.sentence = s, .place = place};
    follow_weights(g, &w, places);
    w.mask = s->mask ? gather(g, s->mask, places, masks) : NULL;
    w.change = gather(g, s->multi.output, places, 1);
    w.shares = shares(g, w.contributions, w.change);
    w.before = gather(g, x->inputs[0], x->parameter.rows + place, 1);
    w.after = add(g, w.before, w.change);
    return w;
}

/* The cosines between vectors, one a sentence. */
static Node *all_cosines(Graph *g, Node *const *vectors, int count)
{
    Node *all = stack(g, vectors, count);
    return cosines(g, all, all);
}

Comparison compare_word(Graph *g, const ComparisonInput *input)
{
    int count = input->count, most = input->nearest;
    Comparison c = {.count = count,
                    .table = word_table(g, input->weights),
                    .own = vocabulary_row(&input->weights->vocabulary, input->key)};
    c.words = arena_alloc(g->arena, (size_t)count, sizeof *c.words);
    Node **before = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    Node **after = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++) {
        WordInSentence *w = &c.words[i];
        *w = word_in_sentence(g, &input->sentences[i], input->places[i]);
        w->nearest_gained = nearest_words(g, &c.table, w->change, &c.own, 1, most);
        w->nearest_after = nearest_words(g, &c.table, w->after, &c.own, 1, most);
        before[i] = w->before;
        after[i] = w->after;
    }
    c.nearest_before = nearest_words(g, &c.table, before[0], &c.own, 1, most);
    c.cosines_before = all_cosines(g, before, count);
    c.cosines_after = all_cosines(g, after, count);
    return c;
}
