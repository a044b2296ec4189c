/* The gradient of the whole objective: attention, layer norm, shared embeddings, sampled softmax.
 */
#include "train/objective.h"

#include "graph/ops.h"
#include "support/gradient.h"

#include <math.h>

enum { WORDS = 12, D = 4, QUESTIONS = 5, CANDIDATES = 6 };

/* Two sentences side by side; the same place asked twice; a candidate that is an answer. */
static const Group two_sentences = {.count = 6,
                                    .words = {3, 1, 5, 7, 1, 9},
                                    .places = {0, 1, 2, 0, 1, 2},
                                    .sentences = {0, 0, 0, 1, 1, 1},
                                    .question_count = QUESTIONS,
                                    .rows = {1, 0, 0, 4, 3},
                                    .answers = {4, 4, 8, 6, 6},
                                    .weights = {0.5, 0.2, 0.3, 0.5, 1},
                                    .next = {3, {1, 2, 4}, {0, 1, 3}, {0.5, 0.2, 1}},
                                    .kin = {2, {2, 5}, {0, 3}, {0.7, 0.4}},
                                    .key_only_weight = 0.3};
static const int candidates[CANDIDATES] = {2, 4, 10, 11, 2, 6};

static Task task_of(Graph *g, bool causal)
{
    Tensor corrections = random_tensor(g->arena, QUESTIONS, 1 + CANDIDATES, "corrections");
    Group *group = arena_alloc(g->arena, 1, sizeof *group);
    *group = two_sentences;
    group->causal = causal;
    for (int i = 0; i < QUESTIONS; i++)
        for (int j = 0; j < CANDIDATES; j++)
            if (candidates[j] == group->answers[i])
                tensor_row(corrections, i)[1 + j] = -(real)INFINITY;
    return (Task){.group = group,
                  .words = group->words,
                  .answers = group->answers,
                  .candidates = candidates,
                  .candidate_count = CANDIDATES,
                  .corrections = constant(g, corrections, "fixed")};
}

enum { PARAMETERS = 7 };

static ContextNodes model_of(Graph *g, Node *const *p)
{
    return (ContextNodes){.embeddings = p[0],
                          .bias = p[1],
                          .gain = p[2],
                          .positions = sinusoids(g, 3, D, POSITION_BASE),
                          .projections = {p[3], p[4], p[5], p[6]},
                          .heads = 2};
}

static Node *loss_unmasked(Graph *g, Node *const *p)
{
    ContextNodes model = model_of(g, p);
    Task task = task_of(g, false);
    return objective(g, &model, &task);
}

static Node *loss_causal(Graph *g, Node *const *p)
{
    ContextNodes model = model_of(g, p);
    Task task = task_of(g, true);
    return objective(g, &model, &task);
}

TEST(the_gradient_of_every_parameter_is_the_difference_quotient)
{
    Tensor values[PARAMETERS] = {
        random_tensor(scene->arena, WORDS, D, "E"), random_tensor(scene->arena, WORDS, 1, "b"),
        random_tensor(scene->arena, 1, 1, "g"),     random_tensor(scene->arena, D, D, "Q"),
        random_tensor(scene->arena, D, D, "K"),     random_tensor(scene->arena, D, D, "V"),
        random_tensor(scene->arena, D, D, "O")};
    check_gradients(scene, loss_unmasked, values, PARAMETERS);
    check_gradients(scene, loss_causal, values, PARAMETERS);
}

/* What it costs that words ask alike, added up by hand. */
TEST(scores_cost_what_they_have_in_common_over_a_sentence)
{
    Graph *g = graph_new(scene->arena);
    ContextModel drawn = context_model_new(scene->arena, WORDS, D, 2);
    parameters_draw(drawn.learned, 1);
    ContextNodes model =
        context_nodes(scope_of(g), &drawn, sinusoids(g, 3, D, POSITION_BASE)->value);
    Task with = task_of(g, false), without = with;
    Group free = *with.group;
    free.key_only_weight = 0;
    without.group = &free;
    ContextInput input = group_input(g, with.group, with.words);
    input.heads = true;
    ContextVectors v = context_vectors(g, &model, input);
    double expected = 0;
    for (int head = 0; head < 2; head++)
        for (int j = 0; j < 6; j++) {
            double mean = 0;
            for (int i = j / 3 * 3; i < j / 3 * 3 + 3; i++)
                mean += (double)at(v.attention.heads[head].scores->value, i, j) / sqrt(2) / 3;
            expected += two_sentences.key_only_weight / 2 * mean * mean / 3;
        }
    double found = (double)objective(g, &model, &with)->value.data[0] -
                   (double)objective(g, &model, &without)->value.data[0];
    assert_true(expected > 0.01 && fabs(found - expected) < 1e-5);
}

/* All sentences of a group may happen to be whole. */
TEST(a_group_without_questions_is_still_asked_where_to_look)
{
    Graph *g = graph_new(scene->arena);
    ContextModel drawn = context_model_new(scene->arena, WORDS, D, 2);
    parameters_draw(drawn.learned, 1);
    drawn.learned->is_learning = true;
    ContextNodes model =
        context_nodes(scope_of(g), &drawn, sinusoids(g, 3, D, POSITION_BASE)->value);
    Group whole = two_sentences;
    whole.question_count = 0;
    Task task = task_of(g, false);
    task.group = &whole;
    task.corrections = constant(g, tensor_new(g->arena, 0, 1 + CANDIDATES), "none");
    Node *loss = objective(g, &model, &task);
    graph_backward(g, loss);
    assert_true(loss->value.data[0] > 0 && isfinite(loss->value.data[0]));
    assert_true(model.projections.W_Q->grad.data[0] != 0);
}

/* log(1 + Σ exp) of scores by hand: no word, no bias and no gain make every score its correction.
 */
TEST(without_gain_the_loss_is_that_of_the_corrections)
{
    Graph *g = graph_new(scene->arena);
    ContextModel zeros = context_model_new(scene->arena, WORDS, D, 2);
    parameters_clear(zeros.learned);
    context_value(&zeros, "gain").data[0] = 0;
    ContextNodes model =
        context_nodes(scope_of(g), &zeros, sinusoids(g, 3, D, POSITION_BASE)->value);
    Task task = task_of(g, false);
    double expected = 0;
    for (int i = 0; i < QUESTIONS; i++) {
        double sum = 0;
        for (int j = 0; j <= CANDIDATES; j++)
            sum += exp((double)at(task.corrections->value, i, j));
        expected +=
            two_sentences.weights[i] * (log(sum) - (double)at(task.corrections->value, i, 0));
    }
    /* every head gives each of three words the same */
    const Pointers *pointers[] = {&two_sentences.next, &two_sentences.kin};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < pointers[k]->count; i++)
            expected += pointers[k]->weights[i] * log(3);
    double found = (double)objective(g, &model, &task)->value.data[0];
    assert_true(fabs(found - expected) < 1e-5);
}
