#include "model/words.h"

/* ---- one sentence ---- */

/* cⱼ = Σₕ wₕⱼ Vₕⱼ W_Oʰ for every word j. */
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

/* Names the word's row of weights in each head, and each word's share of the change. Titles within
   `of` end with the word. */
static void name_weights(Scope s, Scope of, const ComparedSentence *sentence,
                         const SentenceAttention *a, Node *change)
{
    Graph *g = s.graph;
    int heads = a->settings.heads;
    Axis tokens = rows_called(s, a->input), of_heads = series_axis(g, "head", "head %d", 1, heads);
    Node *mask = a->mask ? repeated_row(g, a->mask, sentence->place, heads + 1) : NULL;
    Node **rows = arena_alloc(g->arena, (size_t)heads + 1, sizeof(Node *));
    for (int h = 0; h <= heads; h++)
        rows[h] = row_range(g, h < heads ? a->heads[h].weights : a->mean, sentence->place, 1);
    Node *weights = named(of, "attention", "Attention weights of", stack(g, rows, heads + 1));
    with_axes(s, weights, axis_extended(g, of_heads, NULL, "mean of heads"), tokens);
    with_mask(s, weights, mask);
    Node *c = defined(of, "parts", "What each word adds to", "c", contributions(s, a, rows));
    Node *parts = named(of, "contributions", "What each word contributes to", shares(g, c, change));
    with_axes(s, parts, single_axis(g, "word", sentence->labels[sentence->place]), tokens);
    with_mask(s, parts, mask);
}

/* Returns y [1,d]. */
static Node *name_sentence(Scope s, const ComparisonInput *input, int own,
                           const ComparedSentence *sentence, const SentenceAttention *a,
                           Node *before)
{
    Graph *g = s.graph;
    Node *change = row_range(g, a->output, sentence->place, 1);
    Scope of = ending_in(s, arena_format(g->arena, " %s", input->word));
    defined(s, "static", "The static vector of the word", "x", before);
    with_symbol(s, change, "Δ", 0);
    name_weights(s, of, sentence, a, change);
    of = with_row(of, single_axis(g, "word", sentence->labels[sentence->place])); /* "bat₂" */
    defined(of, "change", "What attention adds to", "Δ", change);
    Node *after = defined(of, "after", "The vector of", "y", add(g, before, change));
    nearest_words(within(s, "gained", "", 0), input->weights,
                  arena_format(g->arena, "what is added to %s", input->word), change, &own, 1,
                  input->nearest);
    nearest_words(s, input->weights, input->word, after, &own, 1, input->nearest);
    return after;
}

/* ---- the whole ---- */

/* Names the cosines between vectors, one per sentence. */
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
    Scope *in = arena_alloc(g->arena, (size_t)count, sizeof *in);
    SentenceAttention *attended = arena_alloc(g->arena, (size_t)count, sizeof *attended);
    Node **before = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    Node **after = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++) {
        const ComparedSentence *c = &input->sentences[i];
        Node *vectors = parameter(g, c->vectors.table, weights->origin);
        in[i] = within(s, "sentence-%d", " in sentence %d", i + 1);
        Node *X = sentence_embeddings(in[i], weights, c->vectors, c->labels, c->n);
        attended[i] = sentence_attention(in[i], weights, X, c->settings);
        before[i] = gather(g, vectors, c->vectors.rows + c->place, 1);
    }
    defined(s, "static", arena_format(g->arena, "The static vector of %s", input->word), "x",
            before[0]);
    with_axes(s, before[0], single_axis(g, "word", input->word), (Axis){0});
    if (own < 0)
        named(s, "unknown", "The vector of unknown words", before[0]);
    nearest_words(within(s, "static", "", 0), weights,
                  arena_format(g->arena, "%s before", input->word), before[0], &own, 1,
                  input->nearest);
    for (int i = 0; i < count; i++)
        after[i] = name_sentence(in[i], input, own, &input->sentences[i], &attended[i], before[i]);
    Scope cosine = within(s, "cosine", "", 0);
    name_cosines(cosine, input, "before", "x", before);
    name_cosines(cosine, input, "after", "y", after);
}
