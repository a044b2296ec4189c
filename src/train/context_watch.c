/* Watches context training: the attention of one sentence, and held-out perplexity. */
#include "train/texts.h"

/* So few sentences that a measurement takes as long as a few steps. */
enum { HELD_OUT_SENTENCES = 200, PERPLEXITY_EVERY = 500 };

typedef struct Seen {
    const Corpus *corpus;
    const Training *training;
    Tokens sentence;
} Seen;

/* As in the weights file: word vectors are √d·E. */
static void take_snapshot(const void *data, Scope s, int step)
{
    const Seen *w = data;
    const Tokens *words = &w->sentence;
    const Model *m = &w->training->model;
    Arena *arena = s.graph->arena;
    /* the embeddings are copied when the sentence's are looked up */
    Weights weights = {.embeddings = parameter_value(m->parameters, "embeddings"),
                       .vocabulary = w->corpus->vocabulary,
                       .parameters = projections_declared(arena, model_size(m, "d_model")),
                       .heads = model_size(m, "heads"),
                       .origin = arena_format(arena, "step %d of training", step)};
    for (int i = 0; i < weights.parameters->count; i++) {
        Parameter *p = &weights.parameters->items[i];
        p->value = tensor_copied(arena, parameter_value(m->parameters, p->name));
    }
    SelfAttentionSettings settings = {.heads = weights.heads, .positions = true};
    WordVectors vectors = word_vectors(arena, &weights, words->keys, words->count);
    Tensor E = vectors.table;
    vector_scale(E.data, E.data, (real)sqrt(E.cols), (int)tensor_size(E));
    Node *X = sentence_embeddings(s, &weights, vectors, words->labels, words->count);
    with_symbol(s, X, "X_{%d}", step);
    if (step)
        named(s, "change", "How the embeddings changed",
              subtract(s.graph, X, name_find(s.graph, "step-0/embeddings")->node));
    SentenceAttention a = sentence_attention(s, &weights, X, settings);
    named(s, "weights", "Mean attention weights of the heads", a.mean);
}

static double measure(const void *data)
{
    const Seen *w = data;
    return perplexity(w->corpus, &w->training->model, SEES_ALL, HELD_OUT_SENTENCES);
}

Watch *context_watch(const Training *training, const Corpus *corpus, Tokens sentence)
{
    Seen *seen = arena_copy(training->arena, &(Seen){corpus, training, sentence}, sizeof *seen);
    Watch *w = watch_begin(&(Watch){.training = training,
                                    .data = seen,
                                    .snapshot = sentence.count ? take_snapshot : NULL,
                                    .measure = measure,
                                    .every = PERPLEXITY_EVERY,
                                    .id = "perplexity",
                                    .title = "Perplexity of sentences held out",
                                    .formula = "exp(mean of −log p(hidden word))",
                                    .format = "held-out perplexity %.0f"});
    watch_give(w, "sentences", "Sentences that the perplexity is of",
               smaller(corpus->held_out.count, HELD_OUT_SENTENCES));
    watch_give(w, "unigram", "The perplexity by how frequent words are",
               perplexity(corpus, NULL, SEES_ALL, HELD_OUT_SENTENCES));
    return w;
}
