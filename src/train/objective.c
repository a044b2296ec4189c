#include "train/texts.h"

ContextVectors group_vectors(Graph *g, const ContextNodes *model, const Group *group, bool heads)
{
    int n = group->count;
    Tensor mask = tensor_new(g->arena, n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (group->sentences[i] != group->sentences[j] || (group->causal && j > i))
                mask_hide(mask, i, j);
    return context_vectors(g, model, group->words, group->places, n,
                           constant(g, mask, "one sentence each"), heads);
}

/* −log expected counts [questions, 1 + candidates], the answer first; −∞ for excluded
   candidates. */
static Node *corrections(Graph *g, const Asked *asked)
{
    Tensor t = tensor_new(g->arena, asked->group->question_count, 1 + CANDIDATES);
    for (int i = 0; i < t.rows; i++) {
        real *row = tensor_row(t, i);
        int answer = asked->group->answers[i];
        row[0] = -asked->log_expected[answer];
        for (int j = 0; j < CANDIDATES; j++) {
            int word = asked->candidates[j];
            row[1 + j] = word == answer ? -(real)INFINITY : -asked->log_expected[word];
        }
    }
    return constant(g, t, "how often a word is drawn");
}

Node *objective(Graph *g, const Asked *asked, Node *H)
{
    const Group *group = asked->group;
    int count = group->question_count;
    Node *questions = context_questions(g, asked->model, H, group->rows, count);
    Node *table = context_candidates(g, asked->model);
    Node *answers = gather(g, table, group->answers, count);
    Node *others = gather(g, table, asked->candidates, CANDIDATES);
    Node *scores = concat(
        g, (Node *[]){row_dots(g, questions, answers), matmul_transposed(g, questions, others)}, 2);
    int *first = arena_alloc(g->arena, (size_t)count, sizeof *first);
    return cross_entropy(g, add(g, scores, corrections(g, asked)), first, group->weights);
}
