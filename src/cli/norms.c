#include "cli/settings.h"

/* The padding's vectors at every position: [longest,d]. */
static Node *padding(const Run *run, const Readings *readings, int longest)
{
    Scope s = within(scope_of(run->graph), "padding", " of padding", 0);
    Tokens pads = tokens_padded(run->arena, NULL, 0, longest);
    WordVectors vectors = word_vectors(run->arena, &readings->weights, pads.keys, longest);
    Node *words = sentence_embeddings(s, &readings->weights, vectors, pads.labels, longest);
    return with_symbol(s, sentence_input(s, words, &readings->sentences->settings), "pad", 0);
}

Trace *norms_command(const Run *run)
{
    Graph *g = run->graph;
    Node *inputs[MOST_SENTENCES], *padded[2 * MOST_SENTENCES];
    int longest = 0, parts = 0, asked = run->settings->model.sentences.count;
    if (asked > MOST_SENTENCES)
        fail_usage("%d sentences: give at most %d", asked, MOST_SENTENCES);
    Readings readings = model_read(run);
    int count = readings.count;
    Trace *t = trace_begin(g);
    for (int i = 0; i < count; i++) {
        const ComparedSentence *c = &readings.sentences[i];
        const TracedText *text = &readings.items[i].subject.text;
        Scope s = within(scope_of(g), "sentence-%d", " of sentence %d", i + 1);
        Node *words = sentence_embeddings(s, &readings.weights, c->vectors, c->labels, c->n);
        inputs[i] = sentence_input(s, words, &c->settings);
        longest = larger(longest, c->n);
        add_text(t, traced_text(text->text, c->n, text->tokens));
    }
    Node *pads = padding(run, &readings, longest);
    for (int i = 0, n; i < count; i++) {
        padded[parts++] = inputs[i];
        if ((n = rows_of(inputs[i])) < longest)
            padded[parts++] = row_range(g, pads, n, longest - n);
    }
    norms_compared(scope_of(g), inputs, count, parts > count ? stack(g, padded, parts) : NULL);
    add_number_setting(t, "d_model", cols_of(*inputs));
    add_origin(t, &readings.items->subject.origin);
    trace_tell(t, norms_list);
    return t;
}
