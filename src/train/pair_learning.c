#include "train/pair_learning.h"

#include "tensor/processor.h"
#include "tensor/vector.h"
#include "train/adam.h"
#include "train/pair_batches.h"

#include <math.h>
#include <string.h>

/* A larger group is cut in two or more, so that there is something to share among threads. */
enum { MOST_GROUP_PAIRS = 16 };

/* Pairs of equal lengths, and what they contribute to a step. */
typedef struct GroupResult {
    SentencePairs pairs; /* in the step's arena */
    double loss;
    Tensor *gradients; /* no data where the model has none; NULL before the group is first used */
} GroupResult;

struct PairLearning {
    Arena *arena;
    PairLearner learner;
    PairBatches *batches;
    int steps_done, group_count;
    GroupResult *results; /* room for a group a pair */
    Moments *moments;
    Arena *step_arena, *thread_arenas[MAX_THREADS];
};

/* ---- making ---- */

static bool is_learned(const PairLearning *l, int index)
{
    return l->learner.tensors[index].data != NULL;
}

PairLearning *pair_learning_new(Arena *arena, const PairSource *source, PairLearner learner,
                                int pairs, uint64_t seed)
{
    PairLearning *l = arena_alloc(arena, 1, sizeof *l);
    *l = (PairLearning){.arena = arena, .learner = learner};
    l->batches = pair_batches_new(arena, source, seed, pairs);
    l->results = arena_alloc(arena, (size_t)pairs, sizeof *l->results);
    l->moments = arena_alloc(arena, (size_t)learner.tensor_count, sizeof *l->moments);
    for (int i = 0; i < learner.tensor_count; i++)
        if (is_learned(l, i))
            l->moments[i] = moments_new(arena, learner.tensors[i]);
    l->step_arena = arena_new();
    for (int i = 0; i < MAX_THREADS; i++)
        l->thread_arenas[i] = arena_new();
    return l;
}

void pair_learning_free(PairLearning *learning)
{
    arena_free(learning->step_arena);
    for (int i = 0; i < MAX_THREADS; i++)
        arena_free(learning->thread_arenas[i]);
}

int pair_learning_steps_done(const PairLearning *learning)
{
    return learning->steps_done;
}

/* ---- drawing ---- */

/* Word t of pair g at t·count + g; the targets with their end. */
static SentencePairs side_by_side(Arena *arena, const Pair *pairs, int count)
{
    int source_length = pairs->source_length, target_length = pairs->target_length + 1;
    int *source = arena_alloc(arena, (size_t)(source_length * count), sizeof *source);
    int *target = arena_alloc(arena, (size_t)(target_length * count), sizeof *target);
    for (int g = 0; g < count; g++) {
        for (int t = 0; t < source_length; t++)
            source[t * count + g] = pairs[g].source[t];
        for (int i = 0; i < target_length; i++)
            target[i * count + g] = i < target_length - 1 ? pairs[g].target[i] : END_WORD;
    }
    return (SentencePairs){.sentences = count,
                           .source_length = source_length,
                           .target_length = target_length,
                           .source = source,
                           .target = target};
}

static Tensor *gradients_new(const PairLearning *l)
{
    int count = l->learner.tensor_count;
    Tensor *gradients = arena_alloc(l->arena, (size_t)count, sizeof *gradients);
    for (int i = 0; i < count; i++)
        if (is_learned(l, i))
            gradients[i] =
                tensor_new(l->arena, l->learner.tensors[i].rows, l->learner.tensors[i].cols);
    return gradients;
}

static void add_group(PairLearning *l, const Pair *pairs, int count)
{
    GroupResult *result = &l->results[l->group_count++];
    result->pairs = side_by_side(l->step_arena, pairs, count);
    if (!result->gradients)
        result->gradients = gradients_new(l);
}

static void draw_step(PairLearning *l)
{
    arena_reset(l->step_arena);
    l->group_count = 0;
    PairBatch batch = pair_batch(l->batches, l->steps_done);
    int words = 0;
    for (int i = 0; i < batch.group_count; i++) {
        const PairGroup *group = &batch.groups[i];
        words += group->count * (group->target_length + 1);
        for (int from = 0; from < group->count; from += MOST_GROUP_PAIRS) {
            int left = group->count - from;
            add_group(l, group->pairs + from, left < MOST_GROUP_PAIRS ? left : MOST_GROUP_PAIRS);
        }
    }
    for (int i = 0; i < l->group_count; i++)
        l->results[i].pairs.weight = 1.0 / words;
}

/* ---- gradients ---- */

static void differentiate(const PairLearning *l, Arena *arena, GroupResult *result)
{
    int count = l->learner.tensor_count;
    arena_reset(arena);
    Graph *g = graph_new(arena);
    Node **nodes = arena_alloc(arena, (size_t)count, sizeof(Node *));
    Node *loss = l->learner.loss(g, l->learner.model, &result->pairs, nodes);
    graph_backward(g, loss);
    result->loss = (double)loss->value.data[0];
    for (int i = 0; i < count; i++)
        if (is_learned(l, i))
            memcpy(result->gradients[i].data, nodes[i]->grad.data,
                   tensor_size(result->gradients[i]) * sizeof(real));
}

static void differentiate_share(const void *job, int part, int parts)
{
    const PairLearning *l = job;
    for (int i = part; i < l->group_count; i += parts)
        differentiate(l, l->thread_arenas[part], &l->results[i]);
}

/* Adds the groups' gradients in their order; the loss of the step. */
static double add_gradients(PairLearning *l)
{
    double loss = 0;
    for (int k = 0; k < l->group_count; k++) {
        const GroupResult *result = &l->results[k];
        loss += result->loss;
        for (int i = 0; i < l->learner.tensor_count; i++) {
            Tensor sum = l->moments[i].gradient, part = result->gradients[i];
            if (is_learned(l, i) && k == 0)
                memcpy(sum.data, part.data, tensor_size(sum) * sizeof(real));
            else if (is_learned(l, i))
                vector_add_scaled(sum.data, 1, part.data, (int)tensor_size(sum));
        }
    }
    return loss;
}

double pair_learning_differentiate(PairLearning *learning)
{
    draw_step(learning);
    run_shares(differentiate_share, learning, thread_limit());
    return add_gradients(learning);
}

/* ---- the update ---- */

static double gradient_length(const PairLearning *l)
{
    double squares = 0;
    for (int i = 0; i < l->learner.tensor_count; i++) {
        Tensor gradient = l->moments[i].gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)vector_dot(tensor_row(gradient, row), tensor_row(gradient, row),
                                          gradient.cols);
    }
    return sqrt(squares);
}

void pair_learning_update(PairLearning *learning, double rate, double longest, const double *decays)
{
    double length = gradient_length(learning);
    double factor = length > longest ? longest / length : 1;
    learning->steps_done++;
    for (int i = 0; i < learning->learner.tensor_count; i++) {
        const Moments *m = &learning->moments[i];
        if (!is_learned(learning, i))
            continue;
        if (decays[i] > 0)
            adam_decay(m, 0, m->value.rows, rate * decays[i]);
        adam_update(m, 0, m->value.rows, learning->steps_done, rate, factor);
    }
}
