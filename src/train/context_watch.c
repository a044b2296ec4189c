/* What learned attention makes of a sentence, and how well its model guesses. */
#include "base/number.h"
#include "graph/ops.h"
#include "tensor/vector.h"
#include "train/questions.h"
#include "train/watch.h"

#include <math.h>

enum {
    HELD_OUT_SENTENCES = 200, /* a measurement takes as long as a few steps */
    PERPLEXITY_EVERY = 500
};

typedef struct Seen {
    Arena *arena;
    const Corpus *corpus;
    const ContextModel *model;
    Tokens sentence;
} Seen;

static Tensor copied_value(const Seen *w, const char *name)
{
    return tensor_copied(w->arena, context_value(w->model, name));
}

/* As the weights file will have them (train/context_training.h). */
static Weights learned_so_far(const Seen *w, int step)
{
    return (Weights){.embeddings = context_value(w->model, "embeddings"),
                     .vocabulary = w->corpus->vocabulary,
                     .W_Q = copied_value(w, "W_Q"),
                     .W_K = copied_value(w, "W_K"),
                     .W_V = copied_value(w, "W_V"),
                     .W_O = copied_value(w, "W_O"),
                     .heads = w->model->heads,
                     .origin = arena_format(w->arena, "step %d of training", step)};
}

/* The words' vectors, √d·E, and what they are less those of the first snapshot. */
static Node *snapshot_words(const Seen *w, Scope s, const Weights *weights, int step)
{
    WordVectors vectors = word_vectors(w->arena, weights, w->sentence.keys, w->sentence.count);
    vector_scale(vectors.table.data, (real)sqrt(vectors.table.cols),
                 (int)tensor_size(vectors.table));
    Node *X = sentence_embeddings(s, weights, vectors, w->sentence.labels, w->sentence.count);
    with_symbol(s, X, "X_{%d}", step);
    const Name *first = name_find(s.graph, "step-0/embeddings");
    if (step)
        named(s, "change", "How the embeddings changed", subtract(s.graph, X, first->node));
    return X;
}

static void take_snapshot(const void *data, Scope s, int step)
{
    const Seen *w = data;
    SelfAttentionSettings settings = {.heads = w->model->heads, .positions = true};
    Weights weights = learned_so_far(w, step);
    Node *words = snapshot_words(w, s, &weights, step);
    Node *input = sentence_input(s, words, w->sentence.labels, &settings);
    SentenceAttention a = sentence_attention_over(s, &weights, input, w->sentence.labels, settings);
    named(s, "weights", "Mean attention weights of the heads", a.mean);
}

static double measure(const void *data)
{
    const Seen *w = data;
    return perplexity(w->corpus, w->model, SEES_ALL, HELD_OUT_SENTENCES);
}

Watch *watch_new(Arena *arena, const Corpus *corpus, const ContextModel *model, int steps,
                 Tokens sentence)
{
    Seen *seen = arena_alloc(arena, 1, sizeof *seen);
    *seen = (Seen){arena, corpus, model, sentence};
    Watch *w = watch_begin(arena, &(Watched){.data = seen,
                                             .history = {.steps_asked = steps,
                                                         .corpus = corpus->origin,
                                                         .d_model = model->d,
                                                         .heads = model->heads},
                                             .snapshot = sentence.count ? take_snapshot : NULL,
                                             .measure = measure,
                                             .every = PERPLEXITY_EVERY,
                                             .id = "perplexity",
                                             .title = "Perplexity of sentences held out",
                                             .formula = "exp(mean of −log p(hidden word))",
                                             .told = {"held-out perplexity ", ""}});
    watch_give(w, "sentences", "Sentences that the perplexity is of",
               smaller(corpus->held_out.count, HELD_OUT_SENTENCES));
    watch_give(w, "unigram", "The perplexity by how frequent words are",
               perplexity(corpus, NULL, SEES_ALL, HELD_OUT_SENTENCES));
    return w;
}
