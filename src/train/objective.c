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

/* ---- where heads look ---- */

/* The key-only penalty: the sum over heads and sentences of the mean over words j of (meanᵢ sᵢⱼ)²,
   the part of a head's scores s that is independent of the query. `averages` [sentences, words] has
   1/n for each of a sentence's n words, `own` [sentences, words] 1/√n. */
static Node *key_only_of_heads(Graph *g, const Attended *heads, int head_count, const Group *group)
{
    int n = group->count, sentences = group->sentences[n - 1] + 1, lengths[GROUP_SENTENCES] = {0};
    Tensor averages = tensor_new(g->arena, sentences, n), own = tensor_new(g->arena, sentences, n);
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
    Node *sum = NULL;
    for (int i = 0; i < head_count; i++) {
        Node *means = multiply(g, matmul(g, a, heads[i].scaled), o);
        Node *cost = matmul(g, weights, row_dots(g, means, means));
        sum = i ? add(g, sum, cost) : cost;
    }
    return sum;
}

/* Adds the penalty, and the cross-entropy of the targets of heads 1 and 2 (none for a single
   head). */
static Node *looking(Graph *g, Node *loss, const Attended *heads, int count, const Group *group)
{
    const Pointers *pointers[] = {&group->next, &group->kin};
    loss = add(g, loss, key_only_of_heads(g, heads, count, group));
    for (int i = 0; i < 2 && count > 1; i++)
        loss = add(g, loss,
                   cross_entropy(g, heads[i].masked, pointers[i]->targets, pointers[i]->weights));
    return loss;
}

/* ---- the whole ---- */

/* −log expected counts [questions, 1 + candidates], the answer first; −∞ for excluded
   candidates. */
static Node *corrections(Graph *g, const Group *group, const int *candidates, const real *expected)
{
    Tensor t = tensor_new(g->arena, group->question_count, 1 + CANDIDATES);
    for (int i = 0; i < t.rows; i++) {
        real *row = tensor_row(t, i);
        row[0] = -expected[group->answers[i]];
        for (int j = 0; j < CANDIDATES; j++) {
            int word = candidates[j];
            row[1 + j] = word == group->answers[i] ? -(real)INFINITY : -expected[word];
        }
    }
    return constant(g, t, "how often a word is drawn");
}

Node *objective(Graph *g, const ContextNodes *model, const Group *group, const int *candidates,
                const real *log_expected)
{
    int count = group->question_count;
    ContextVectors vectors = group_vectors(g, model, group, group->pointing);
    Node *questions = context_questions(g, model, vectors.output, group->rows, count);
    Node *table = context_candidates(g, model);
    Node *answers = gather(g, table, group->answers, count);
    Node *others = gather(g, table, candidates, CANDIDATES);
    Node *scores = concat(
        g, (Node *[]){row_dots(g, questions, answers), matmul_transposed(g, questions, others)}, 2);
    int *first = arena_alloc(g->arena, (size_t)count, sizeof *first);
    Node *surprise = cross_entropy(
        g, add(g, scores, corrections(g, group, candidates, log_expected)), first, group->weights);
    return group->pointing ? looking(g, surprise, vectors.attention.heads, model->heads, group)
                           : surprise;
}
