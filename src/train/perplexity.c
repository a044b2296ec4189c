#include "base/elementary.h"
#include "base/number.h"
#include "graph/ops.h"
#include "train/questions.h"

/* What every group needs. The content words are the candidates of every question. */
typedef struct Test {
    const Model *model; /* or NULL */
    int *places;        /* of a row of the vocabulary among the content words */
    Tensor candidates;  /* [E | b] of the content words */
} Test;

static Test test_new(Arena *arena, const Corpus *corpus, const Model *model)
{
    Graph *g = graph_new(arena);
    Test t = {.model = model};
    t.places = arena_alloc(arena, (size_t)corpus->vocabulary.count, sizeof *t.places);
    int *words = arena_alloc(arena, (size_t)corpus->vocabulary.count, sizeof *words), count = 0;
    for (int i = 0; i < corpus->vocabulary.count; i++)
        if (corpus->content[i]) {
            t.places[i] = count;
            words[count++] = i;
        }
    ContextNodes nodes = context_nodes(g, model, false);
    t.candidates = gather(g, context_candidates(g, &nodes), words, count)->value;
    return t;
}

static double group_loss(Arena *arena, const Test *test, const Group *group)
{
    Graph *g = graph_new(arena);
    int count = group->question_count;
    ContextNodes model = context_nodes(g, test->model, false);
    ContextVectors vectors = group_vectors(g, &model, group, false);
    Node *questions = context_questions(g, &model, vectors.output, group->rows, count);
    Node *scores = matmul_transposed(g, questions, constant(g, test->candidates, "content words"));
    int *answers = arena_alloc(arena, (size_t)count, sizeof *answers);
    for (int i = 0; i < count; i++)
        answers[i] = test->places[group->answers[i]];
    return (double)cross_entropy(g, scores, answers, group->weights)->value.data[0];
}

/* −Σ log p of a group's words by how frequent words are, if each count is one more than it is: a
   word that was never met is possible. */
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
    Arena *kept = arena_new(), *arena = arena_new();
    Questioner q = questioner_new(kept, corpus, TO_TEST, NULL);
    Test test = {0};
    Group *group = arena_alloc(kept, 1, sizeof *group);
    Random random = random_named(0, "held out");
    double loss = 0;
    int asked = 0, end = smaller(sentences, corpus->held_out.count);
    if (model)
        test = test_new(kept, corpus, model);
    for (int first = 0; first < end; first += GROUP_SENTENCES) {
        draw_group(&q, &random, corpus->held_out.items + first,
                   smaller(end - first, GROUP_SENTENCES), group);
        group->causal = sight == SEES_BEFORE;
        loss += model ? group_loss(arena, &test, group) : unigram_loss(corpus, group);
        asked += group->question_count;
        arena_reset(arena);
    }
    arena_free(arena);
    arena_free(kept);
    return portable_exp(loss / asked);
}
