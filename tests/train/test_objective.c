/* The gradient of the whole objective: attention, layer norm, shared embeddings, sampled softmax.
 */
#include "support/builtin.h"
#include "support/gradient.h"

enum { WORDS = 12, D = 4, QUESTIONS = 5 };

/* Two sentences side by side; the same place asked twice; a candidate that is an answer. */
static const Group two_sentences = {.count = 6,
                                    .words = {3, 1, 5, 7, 1, 9},
                                    .places = {0, 1, 2, 0, 1, 2},
                                    .sentences = {0, 0, 0, 1, 1, 1},
                                    .question_count = QUESTIONS,
                                    .rows = {1, 0, 0, 4, 3},
                                    .answers = {4, 4, 8, 6, 6},
                                    .weights = {0.5, 0.2, 0.3, 0.5, 1},
                                    .next = {{0, 0, 1, 3, 3, 5}, {0, 0.5, 0.2, 0, 1, 0}},
                                    .kin = {{0, 1, 0, 3, 4, 3}, {0, 0, 0.7, 0, 0, 0.4}}};
static const double key_only_weight = 0.3;

static const int *candidates_of(Arena *arena)
{
    static const int words[] = {2, 4, 10, 11, 2, 6};
    int *all = arena_alloc(arena, CANDIDATES, sizeof *all);
    for (int i = 0; i < CANDIDATES; i++)
        all[i] = words[i % 6];
    return all;
}

static const real *log_expected_of(Arena *arena)
{
    return random_tensor(arena, WORDS, 1, "log expected").data;
}

static Node *objective_of(Graph *g, const ContextNodes *model, bool causal)
{
    Group *group = arena_alloc(g->arena, 1, sizeof *group);
    *group = two_sentences;
    group->causal = causal;
    Asked asked = {model, group, candidates_of(g->arena), log_expected_of(g->arena)};
    return pointed_objective(g, &asked, key_only_weight);
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
    return objective_of(g, &model, false);
}

static Node *loss_causal(Graph *g, Node *const *p)
{
    ContextNodes model = model_of(g, p);
    return objective_of(g, &model, true);
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
TEST_OF_GRAPH(scores_cost_what_they_have_in_common_over_a_sentence)
{
    Model drawn =
        model_random(scene->arena, &context_kind, context_sizes(scene->arena, WORDS, D, 2), 1);
    const ContextNodes *model = model_in(scope_of(g), &drawn, false);
    ContextVectors v = group_vectors(g, model, &two_sentences, true);
    double cost = 0;
    for (int head = 0; head < 2; head++)
        for (int j = 0; j < 6; j++) {
            double mean = 0;
            for (int i = j / 3 * 3; i < j / 3 * 3 + 3; i++)
                mean += (double)at(v.attention.heads[head].scores->value, i, j) / sqrt(2) / 3;
            cost += key_only_weight / 2 * mean * mean / 3;
        }
    Asked asked = {model, &two_sentences, candidates_of(scene->arena),
                   log_expected_of(scene->arena)};
    double found = (double)pointed_objective(g, &asked, key_only_weight)->value.data[0] -
                   (double)pointed_objective(g, &asked, 0)->value.data[0];
    assert_true(cost > 0.01 && fabs(found - cost) < 1e-5);
}

/* All sentences of a group may happen to be whole. */
TEST_OF_GRAPH(a_group_without_questions_is_still_asked_where_to_look)
{
    Model drawn =
        model_random(scene->arena, &context_kind, context_sizes(scene->arena, WORDS, D, 2), 1);
    const ContextNodes *model = model_in(scope_of(g), &drawn, true);
    Group whole = two_sentences;
    whole.question_count = 0;
    Asked asked = {model, &whole, candidates_of(scene->arena), log_expected_of(scene->arena)};
    Node *loss = pointed_objective(g, &asked, key_only_weight);
    graph_backward(g, loss);
    assert_true(loss->value.data[0] > 0 && isfinite(loss->value.data[0]));
    assert_true(model->projections.W_Q->grad.data[0] != 0);
}

/* log(1 + Σ exp) of scores by hand: no word, no bias and no gain make every score its correction.
 */
TEST_OF_GRAPH(without_gain_the_loss_is_that_of_the_corrections)
{
    Model zeros = model_new(scene->arena, &context_kind, context_sizes(scene->arena, WORDS, D, 2));
    parameters_clear(zeros.parameters);
    parameter_value(zeros.parameters, "gain").data[0] = 0;
    const ContextNodes *model = model_in(scope_of(g), &zeros, false);
    const int *others = candidates_of(scene->arena);
    const real *log_expected = log_expected_of(scene->arena);
    double expected = 0;
    for (int i = 0; i < QUESTIONS; i++) {
        int answer = two_sentences.answers[i];
        double own = exp(-(double)log_expected[answer]), sum = own;
        for (int j = 0; j < CANDIDATES; j++)
            if (others[j] != answer)
                sum += exp(-(double)log_expected[others[j]]);
        expected += two_sentences.weights[i] * log(sum / own);
    }
    /* every head gives each of three words the same */
    const Pointers *pointers[] = {&two_sentences.next, &two_sentences.kin};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < two_sentences.count; i++)
            expected += pointers[k]->weights[i] * log(3);
    double found = (double)objective_of(g, model, false)->value.data[0];
    assert_true(fabs(found - expected) < 1e-5);
}
