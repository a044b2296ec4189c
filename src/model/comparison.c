#include "model/words.h"

/* "What attention adds to bat" */
static const char *about(Graph *g, const char *what, const ComparisonInput *input)
{
    return arena_format(g->arena, "%s %s", what, input->word);
}

static Scope sentence_scope(Scope s, int i)
{
    return within(s, "sentence-%d", " in sentence %d", i + 1);
}

/* ---- one sentence ---- */

/* cⱼ for every word j: each head's values weighed by the word's row, and mixed. */
static Node *contributions(Scope s, const SentenceAttention *a, Node *const *rows)
{
    int heads = a->settings.heads;
    Node **weighed = arena_alloc(s.graph->arena, (size_t)heads, sizeof(Node *));
    for (int h = 0; h < heads; h++) {
        Scope head = within(s, "head-%d", " of head %d", h + 1);
        weighed[h] = named(head, "weighed", "Values times the weights of the word",
                           weigh_rows(s.graph, a->heads[h].values, rows[h]));
        with_symbol(head, weighed[h], "U_{%d}", h + 1);
    }
    return matmul(s.graph, concat(s.graph, weighed, heads), a->W_O);
}

/* Its row of weights in each head, and how much of the change every word makes up. */
static void name_weights(Scope s, const ComparisonInput *in, const ComparedSentence *sentence,
                         const SentenceAttention *a, Node *change)
{
    Graph *g = s.graph;
    int heads = a->settings.heads;
    Axis tokens = rows_called(s, a->input);
    Node *mask = a->mask ? repeated_row(g, a->mask, sentence->place, heads + 1) : NULL;
    Node **rows = arena_alloc(g->arena, (size_t)heads + 1, sizeof(Node *));
    for (int h = 0; h <= heads; h++)
        rows[h] = row_range(g, h < heads ? a->heads[h].weights : a->mean, sentence->place, 1);
    Node *weights =
        named(s, "attention", about(g, "Attention weights of", in), stack(g, rows, heads + 1));
    Axis of_heads = series_axis(g, "head", "head %d", 1, heads);
    with_axes(s, weights, axis_extended(g, of_heads, NULL, "mean of heads"), tokens);
    with_mask(s, weights, mask);
    Node *c =
        defined(s, "parts", about(g, "What each word adds to", in), "c", contributions(s, a, rows));
    Node *parts = named(s, "contributions", about(g, "What each word contributes to", in),
                        shares(g, c, change));
    with_axes(s, parts, single_axis(g, "word", sentence->labels[sentence->place]), tokens);
    with_mask(s, parts, mask);
}

/* Returns y [1,d]. */
static Node *name_sentence(Scope s, const ComparisonInput *input, int own,
                           const ComparedSentence *sentence, const SentenceAttention *a,
                           Node *before)
{
    Graph *g = s.graph;
    Axis word = single_axis(g, "word", sentence->labels[sentence->place]); /* "bat₂" */
    Node *change = row_range(g, a->output, sentence->place, 1);
    defined(s, "static", "The static vector of the word", "x", before);
    with_symbol(s, change, "Δ", 0);
    name_weights(s, input, sentence, a, change);
    defined(s, "change", about(g, "What attention adds to", input), "Δ", change);
    with_axes(s, change, word, (Axis){0});
    Node *after =
        defined(s, "after", about(g, "The vector of", input), "y", add(g, before, change));
    with_axes(s, after, word, (Axis){0});
    nearest_words(within(s, "gained", "", 0), input->weights, about(g, "what is added to", input),
                  change, &own, 1, input->nearest);
    nearest_words(s, input->weights, input->word, after, &own, 1, input->nearest);
    return after;
}

/* ---- the whole ---- */

/* The cosines between vectors, one a sentence. */
static void name_cosines(Scope s, const ComparisonInput *input, const char *when,
                         const char *symbol, Node *const *vectors)
{
    Axis sentences = series_axis(s.graph, "sentence", "sentence %d", 1, input->count);
    const char *title =
        arena_format(s.graph->arena, "How alike %s is across sentences, %s", input->word, when);
    Node *all = with_symbol(s, stack(s.graph, vectors, input->count), symbol, 0);
    with_axes(s, named(s, when, title, cosines(s.graph, all, all)), sentences, sentences);
}

void compare_word(Scope s, const ComparisonInput *input)
{
    Graph *g = s.graph;
    const Weights *weights = input->weights;
    int count = input->count, own = lexicon_find(&weights->vocabulary, input->key);
    SentenceAttention *attended = arena_alloc(g->arena, (size_t)count, sizeof *attended);
    Node **before = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    Node **after = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++) {
        const ComparedSentence *c = &input->sentences[i];
        CHECK(0 <= c->place && c->place < c->n, "place %d of %d", c->place, c->n);
        Node *vectors = parameter(g, c->vectors.table, weights->origin);
        attended[i] = sentence_attention(sentence_scope(s, i), weights, c->vectors, c->labels, c->n,
                                         c->settings);
        before[i] = gather(g, vectors, c->vectors.rows + c->place, 1);
    }
    defined(s, "static", about(g, "The static vector of", input), "x", before[0]);
    with_axes(s, before[0], single_axis(g, "word", input->word), (Axis){0});
    if (own < 0)
        named(s, "unknown", "The vector of unknown words", before[0]);
    nearest_words(within(s, "static", "", 0), weights,
                  arena_format(g->arena, "%s before", input->word), before[0], &own, 1,
                  input->nearest);
    for (int i = 0; i < count; i++)
        after[i] = name_sentence(sentence_scope(s, i), input, own, &input->sentences[i],
                                 &attended[i], before[i]);
    Scope cosine = within(s, "cosine", "", 0);
    name_cosines(cosine, input, "before", "x", before);
    name_cosines(cosine, input, "after", "y", after);
}
