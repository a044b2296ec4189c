#include "train/texts.h"

/* −Σ log p of a group's words. The content words are the candidates of every question. */
static double group_loss(Arena *arena, const Corpus *corpus, const Model *m, const Group *group)
{
    Graph *g = graph_new(arena);
    int asked = group->question_count, vocabulary = corpus->vocabulary.count, count = 0;
    int *words = arena_alloc(arena, (size_t)vocabulary, sizeof *words);
    int *places = arena_alloc(arena, (size_t)vocabulary, sizeof *places); /* their indices */
    int *answers = arena_alloc(arena, (size_t)asked, sizeof *answers);
    for (int i = 0; i < vocabulary; i++)
        if (corpus->content[i]) {
            places[i] = count;
            words[count++] = i;
        }
    for (int i = 0; i < asked; i++)
        answers[i] = places[group->answers[i]];
    const ContextNodes *model = model_in(scope_of(g), m, false);
    ContextVectors vectors = group_vectors(g, model, group, false);
    Node *questions = context_questions(g, model, vectors.output, group->rows, asked);
    Node *candidates = gather(g, context_candidates(g, model), words, count);
    Node *scores = matmul_transposed(g, questions, candidates);
    return (double)cross_entropy(g, scores, answers, group->weights)->value.data[0];
}

/* The same for the unigram model with add-one smoothing, so that unseen words are possible. */
static double unigram_loss(const Corpus *corpus, const Group *group)
{
    double loss = 0, total = 0;
    for (int i = 0; i < corpus->vocabulary.count; i++)
        total += corpus->content[i] ? corpus->counts[i] + 1 : 0;
    for (int i = 0; i < group->question_count; i++)
        loss -= portable_log((corpus->counts[group->answers[i]] + 1) / total);
    return loss;
}

double perplexity(const Corpus *corpus, const Model *model, Sight sight, int sentences)
{
    ENDED_BY(arena_end) Arena *kept = arena_new(), *arena = arena_new();
    Questioner q = questioner_new(kept, corpus, TO_TEST, (Tensor){0});
    Group *group = arena_alloc(kept, 1, sizeof *group);
    Random random = random_named(0, "held out");
    double loss = 0;
    int asked = 0, end = smaller(sentences, corpus->held_out.count);
    for (int first = 0; first < end; first += GROUP_SENTENCES) {
        draw_group(&q, &random, corpus->held_out.items + first,
                   smaller(end - first, GROUP_SENTENCES), group);
        group->causal = sight == SEES_BEFORE;
        loss += model ? group_loss(arena, corpus, model, group) : unigram_loss(corpus, group);
        asked += group->question_count;
        arena_reset(arena);
    }
    return portable_exp(loss / asked);
}
