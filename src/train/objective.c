#include "train/objective.h"

#include "graph/ops.h"

#include <math.h>
#include <string.h>

Candidates draw_candidates(Arena *arena, const Questioner *q, Random *random, int count)
{
    Candidates c = {.count = count};
    c.words = arena_alloc(arena, (size_t)count, sizeof *c.words);
    c.log_expected = arena_alloc(arena, (size_t)count, sizeof *c.log_expected);
    for (int i = 0; i < count; i++) {
        c.words[i] = draw_candidate(q, random);
        c.log_expected[i] = (real)log_expected(q, c.words[i], count);
    }
    return c;
}

/* ---- local words ---- */

LocalWords local_words_new(Arena *arena, int word_count)
{
    LocalWords l = {.words = arena_alloc(arena, (size_t)word_count, sizeof(int)),
                    .local = arena_alloc(arena, (size_t)word_count, sizeof(int))};
    for (int i = 0; i < word_count; i++)
        l.local[i] = -1;
    return l;
}

void local_words_clear(LocalWords *local)
{
    for (int i = 0; i < local->count; i++)
        local->local[local->words[i]] = -1;
    local->count = 0;
}

static int local_word(LocalWords *local, int word)
{
    if (local->local[word] < 0) {
        local->words[local->count] = word;
        local->local[word] = local->count++;
    }
    return local->local[word];
}

static const int *localize(Arena *arena, LocalWords *local, const int *words, int count)
{
    int *rows = arena_alloc(arena, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] = local_word(local, words[i]);
    return rows;
}

/* ---- the task ---- */

Tensor group_positions(Arena *arena, int d)
{
    int longest = LONGEST_SENTENCE + MOST_INSERTED;
    return sinusoids(graph_new(arena), longest, d, POSITION_BASE)->value;
}

/* 0 where a word may look: within its sentence and, if causal, not ahead. */
static Tensor group_mask(Arena *arena, const Group *group)
{
    int n = group->count;
    Tensor mask = tensor_new(arena, n, n);
    for (int i = 0; i < n; i++) {
        real *row = tensor_row(mask, i);
        for (int j = 0; j < n; j++)
            if (group->sentences[i] != group->sentences[j] || (group->causal && j > i))
                row[j] = -(real)INFINITY;
    }
    return mask;
}

ContextInput group_input(Graph *g, const Group *group, const int *words)
{
    return (ContextInput){.n = group->count,
                          .words = words,
                          .places = group->places,
                          .mask = constant(g, group_mask(g->arena, group), "one sentence each")};
}

static Node *corrections(Graph *g, const Questioner *q, const Group *group,
                         const Candidates *candidates)
{
    Tensor t = tensor_new(g->arena, group->question_count, 1 + candidates->count);
    for (int i = 0; i < t.rows; i++) {
        real *row = tensor_row(t, i);
        row[0] = (real)-log_expected(q, group->answers[i], candidates->count);
        for (int j = 0; j < candidates->count; j++)
            row[1 + j] = candidates->words[j] == group->answers[i] ? -(real)INFINITY
                                                                   : -candidates->log_expected[j];
    }
    return constant(g, t, "how often a word is drawn");
}

Task task_new(Graph *g, const Questioner *q, const Group *group, const Candidates *candidates,
              LocalWords *local)
{
    Arena *arena = g->arena;
    return (Task){
        .group = group,
        .words = localize(arena, local, group->words, group->count),
        .answers = localize(arena, local, group->answers, group->question_count),
        .candidates = localize(arena, local, candidates->words, candidates->count),
        .candidate_count = candidates->count,
        .corrections = corrections(g, q, group, candidates),
    };
}

/* ---- where heads look ---- */

/* What the weights of a head should be, row by row, as a loss. */
static Node *pointed(Graph *g, const Attended *head, const Pointers *p)
{
    return cross_entropy(g, gather(g, head->masked, p->rows, p->count), p->targets, p->weights);
}

/* The sum over sentences of the mean over their words j of (meanᵢ sᵢⱼ)²: how large the part of a
   head's scores s is that does not depend on who asks. `averages` [sentences, words] has 1/n for
   each of a sentence's n words, `own` [sentences, words] 1/√n. */
static Node *key_only(Graph *g, const Attended *head, Node *averages, Node *own, Node *weights)
{
    Node *means = multiply(g, matmul(g, averages, head->scaled), own);
    return matmul(g, weights, row_dots(g, means, means));
}

static Node *key_only_of_heads(Graph *g, const Attended *heads, int head_count, const Group *group)
{
    int n = group->count, sentences = n ? group->sentences[n - 1] + 1 : 0, lengths[GROUP_SENTENCES];
    Tensor averages = tensor_new(g->arena, sentences, n), own = tensor_new(g->arena, sentences, n);
    memset(lengths, 0, sizeof lengths);
    for (int i = 0; i < n; i++)
        lengths[group->sentences[i]]++;
    for (int i = 0; i < n; i++) {
        int sentence = group->sentences[i];
        tensor_row(averages, sentence)[i] = 1 / (real)lengths[sentence];
        tensor_row(own, sentence)[i] = (real)(1 / sqrt(lengths[sentence]));
    }
    Node *a = constant(g, averages, "means over a sentence"), *o = constant(g, own, "its words");
    Node *weights = constant(
        g, tensor_filled(g->arena, 1, sentences, (real)(group->key_only_weight / head_count)),
        "what a sentence counts");
    Node *sum = key_only(g, &heads[0], a, o, weights);
    for (int i = 1; i < head_count; i++)
        sum = add(g, sum, key_only(g, &heads[i], a, o, weights));
    return sum;
}

static bool looking_costs(int heads, const Group *group)
{
    return group->key_only_weight > 0 || (heads > 1 && (group->next.count || group->kin.count));
}

/* With what it costs where heads look. One head alone looks where it likes. */
static Node *with_looking(Graph *g, Node *loss, const Attended *heads, int head_count,
                          const Group *group)
{
    if (group->key_only_weight > 0)
        loss = add(g, loss, key_only_of_heads(g, heads, head_count, group));
    if (head_count > 1 && group->next.count)
        loss = add(g, loss, pointed(g, &heads[0], &group->next));
    if (head_count > 1 && group->kin.count)
        loss = add(g, loss, pointed(g, &heads[1], &group->kin));
    return loss;
}

Node *objective(Graph *g, const ContextNodes *model, const Task *task)
{
    const Group *group = task->group;
    int count = group->question_count;
    ContextInput input = group_input(g, group, task->words);
    input.heads = looking_costs(model->heads, group);
    ContextVectors vectors = context_vectors(g, model, input);
    Node *questions = context_questions(g, model, vectors.output, group->rows, count);
    Node *table = context_candidates(g, model);
    Node *answers = gather(g, table, task->answers, count);
    Node *others = gather(g, table, task->candidates, task->candidate_count);
    Node *scores = concat(
        g, (Node *[]){row_dots(g, questions, answers), matmul_transposed(g, questions, others)}, 2);
    int *first = arena_alloc(g->arena, (size_t)count, sizeof *first);
    Node *surprise = cross_entropy(g, add(g, scores, task->corrections), first, group->weights);
    return with_looking(g, surprise, vectors.attention.heads, model->heads, group);
}
