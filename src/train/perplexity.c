#include "train/perplexity.h"

#include "base/elementary.h"
#include "graph/ops.h"
#include "train/objective.h"

/* The next group's questions, from `*first` on; false when there is none left. */
static bool next_group(const Questioner *q, Random *random, int sentences, int *first, Group *group)
{
    const Sentences *held_out = &q->corpus->held_out;
    int end = sentences < held_out->count ? sentences : held_out->count, count = end - *first;
    count = count < GROUP_SENTENCES ? count : GROUP_SENTENCES;
    if (count > 0)
        draw_group(q, random, held_out->items + *first, count, group);
    *first += count;
    return count > 0;
}

/* What every group needs. The content words are the candidates of every question. */
typedef struct Test {
    ContextModel model;
    int *places;                  /* of a row of the vocabulary among the content words */
    Tensor positions, candidates; /* PE; [E | b] of the content words */
} Test;

static Test test_new(Arena *arena, const Corpus *corpus, const ContextModel *model)
{
    Graph *g = graph_new(arena);
    Test t = {.model = *model, .positions = group_positions(arena, model->d)};
    t.model.learned = parameters_shared(arena, model->learned, false);
    t.places = arena_alloc(arena, (size_t)corpus->vocabulary.count, sizeof *t.places);
    int *words = arena_alloc(arena, (size_t)corpus->vocabulary.count, sizeof *words), count = 0;
    for (int i = 0; i < corpus->vocabulary.count; i++)
        if (corpus->content[i]) {
            t.places[i] = count;
            words[count++] = i;
        }
    ContextNodes nodes = context_nodes(scope_of(g), &t.model, t.positions);
    t.candidates = gather(g, context_candidates(g, &nodes), words, count)->value;
    return t;
}

static double group_loss(Arena *arena, const Test *test, const Group *group)
{
    Graph *g = graph_new(arena);
    int count = group->question_count;
    ContextNodes model = context_nodes(scope_of(g), &test->model, test->positions);
    ContextVectors vectors = context_vectors(g, &model, group_input(g, group, group->words));
    Node *questions = context_questions(g, &model, vectors.output, group->rows, count);
    Node *scores = matmul_transposed(g, questions, constant(g, test->candidates, "content words"));
    int *answers = arena_alloc(arena, (size_t)count, sizeof *answers);
    for (int i = 0; i < count; i++)
        answers[i] = test->places[group->answers[i]];
    return (double)cross_entropy(g, scores, answers, group->weights)->value.data[0];
}

double perplexity(const Corpus *corpus, const ContextModel *model, Sight sight, int sentences)
{
    Arena *kept = arena_new(), *arena = arena_new();
    Questioner q = questioner_plain(questioner_new(kept, corpus));
    Test test = test_new(kept, corpus, model);
    Group *group = arena_alloc(kept, 1, sizeof *group);
    Random random = random_named(0, "held out");
    double loss = 0;
    int asked = 0;
    for (int first = 0; next_group(&q, &random, sentences, &first, group);) {
        group->causal = sight == SEES_BEFORE;
        loss += group_loss(arena, &test, group);
        asked += group->question_count;
        arena_reset(arena);
    }
    arena_free(arena);
    arena_free(kept);
    return portable_exp(loss / asked);
}

/* Each count is one more than it is: a word that was never met is possible. */
double unigram_perplexity(const Corpus *corpus, int sentences)
{
    Arena *arena = arena_new();
    Questioner q = questioner_plain(questioner_new(arena, corpus));
    Group *group = arena_alloc(arena, 1, sizeof *group);
    Random random = random_named(0, "held out");
    double loss = 0, total = 0;
    int asked = 0;
    for (int i = 0; i < corpus->vocabulary.count; i++)
        total += corpus->content[i] ? corpus->counts[i] + 1 : 0;
    for (int first = 0; next_group(&q, &random, sentences, &first, group);)
        for (int i = 0; i < group->question_count; i++, asked++)
            loss -= portable_log((corpus->counts[group->answers[i]] + 1) / total);
    arena_free(arena);
    return portable_exp(loss / asked);
}
