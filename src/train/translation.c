#include "train/translation.h"

#include "tensor/threads.h"
#include "tensor/vector.h"
#include "train/adam.h"
#include "train/pair_batches.h"

#include <math.h>
#include <string.h>

/* A larger group is cut in two or more, so that there is something to share among threads. */
enum { MOST_GROUP_PAIRS = 16 };

/* What is learned fades, but for biases: by this share per unit of the rate in each step. A state
   that carries little from word to word leaves it to the annotations to say which word is where,
   and an output that costs something is worth a sharp look at one annotation. */
static const double decays[TRANSLATOR_TENSORS] = {
    [LEARNS_SOURCE_WORDS] = 0.3,
    [LEARNS_TARGET_WORDS] = 0.3,
    [LEARNS_FORWARD_W] = 0.3,
    [LEARNS_FORWARD_U] = 0.5,
    [LEARNS_FORWARD_U_GATES] = 0.5,
    [LEARNS_BACKWARD_W] = 0.3,
    [LEARNS_BACKWARD_U] = 0.5,
    [LEARNS_BACKWARD_U_GATES] = 0.5,
    [LEARNS_FIRST_STATE] = 0.2,
    [LEARNS_DECODER_W] = 0.2,
    [LEARNS_DECODER_U] = 0.2,
    [LEARNS_DECODER_U_GATES] = 0.2,
    [LEARNS_DECODER_CONTEXT] = 0.2,
    [LEARNS_ADDITIVE_W_A] = 0.1,
    [LEARNS_GENERAL_W_A] = 0.1,
    [LEARNS_CONCAT_W_A] = 0.1,
    [LEARNS_U_A] = 0.1,
    [LEARNS_V_A] = 0.1,
    [LEARNS_W_P] = 0.1,
    [LEARNS_V_P] = 0.1,
    [LEARNS_OUTPUT] = 0.3,
    [LEARNS_W_C] = 0.3,
    [LEARNS_W_S] = 0.3,
};

/* In the first part of the steps the alignment model's fade too: it is kept from settling on a
   neighbour of the right word while the annotations are not yet what they will be. Afterwards the
   output's fade faster, which sharpens the look at the right one. */
static const double GENTLE_PART = 0.3, LATER_OUTPUT = 2;

/* Pairs of equal lengths, and what they contribute to a step. */
typedef struct GroupResult {
    SentencePairs pairs; /* in the step's arena */
    double loss;
    Tensor gradients[TRANSLATOR_TENSORS]; /* no data where the translator has none */
} GroupResult;

struct TranslationTrainer {
    Arena *arena;
    Translator *translator;
    TranslationSettings settings;
    PairBatches *batches;
    int steps_done, group_count;
    GroupResult *results; /* room for a group a pair; those used so far have their gradients */
    Moments moments[TRANSLATOR_TENSORS];
    Arena *step_arena, *thread_arenas[MAX_THREADS];
};

TranslationSettings translation_settings_default(void)
{
    return (TranslationSettings){
        .steps = 8000, .pairs = 32, .rate = 5e-3, .longest_gradient = 1, .seed = 1};
}

/* ---- making ---- */

static bool is_learned(const TranslationTrainer *t, int index)
{
    return t->translator->tensors[index].data != NULL;
}

TranslationTrainer *translation_trainer_new(Arena *arena, const PairSource *source,
                                            Translator *translator, TranslationSettings settings)
{
    TranslatorSizes sizes = translator->sizes;
    CHECK(sizes.source_words == source->source.count &&
              sizes.target_words == source->target.count && translator->end == END_WORD,
          "a translator of %d and %d words for a source of %d and %d", sizes.source_words,
          sizes.target_words, source->source.count, source->target.count);
    TranslationTrainer *t = arena_alloc(arena, 1, sizeof *t);
    *t = (TranslationTrainer){.arena = arena, .translator = translator, .settings = settings};
    t->batches = pair_batches_new(arena, source, settings.seed, settings.pairs);
    t->results = arena_alloc(arena, (size_t)settings.pairs, sizeof *t->results);
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (is_learned(t, i))
            t->moments[i] = moments_new(arena, translator->tensors[i]);
    t->step_arena = arena_new();
    for (int i = 0; i < MAX_THREADS; i++)
        t->thread_arenas[i] = arena_new();
    return t;
}

void translation_trainer_free(TranslationTrainer *trainer)
{
    arena_free(trainer->step_arena);
    for (int i = 0; i < MAX_THREADS; i++)
        arena_free(trainer->thread_arenas[i]);
}

int translation_steps_done(const TranslationTrainer *trainer)
{
    return trainer->steps_done;
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

static void add_group(TranslationTrainer *t, const Pair *pairs, int count)
{
    GroupResult *result = &t->results[t->group_count++];
    result->pairs = side_by_side(t->step_arena, pairs, count);
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (is_learned(t, i) && !result->gradients[i].data)
            result->gradients[i] = tensor_new(t->arena, t->translator->tensors[i].rows,
                                              t->translator->tensors[i].cols);
}

static void draw_step(TranslationTrainer *t)
{
    arena_reset(t->step_arena);
    t->group_count = 0;
    PairBatch batch = pair_batch(t->batches, t->steps_done);
    int words = 0;
    for (int i = 0; i < batch.group_count; i++) {
        const PairGroup *group = &batch.groups[i];
        words += group->count * (group->target_length + 1);
        for (int from = 0; from < group->count; from += MOST_GROUP_PAIRS) {
            int left = group->count - from;
            add_group(t, group->pairs + from, left < MOST_GROUP_PAIRS ? left : MOST_GROUP_PAIRS);
        }
    }
    for (int i = 0; i < t->group_count; i++)
        t->results[i].pairs.weight = 1.0 / words;
}

/* ---- gradients ---- */

static void differentiate(const TranslationTrainer *t, Arena *arena, GroupResult *result)
{
    arena_reset(arena);
    Graph *g = graph_new(arena);
    TranslatorNodes nodes = translator_nodes(g, t->translator, true);
    Node *loss = decode_forced(g, &nodes, &result->pairs).loss;
    graph_backward(g, loss);
    result->loss = (double)loss->value.data[0];
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (is_learned(t, i))
            memcpy(result->gradients[i].data, nodes.tensors[i]->grad.data,
                   tensor_size(result->gradients[i]) * sizeof(real));
}

static void differentiate_share(const void *job, int part, int parts)
{
    const TranslationTrainer *t = job;
    for (int i = part; i < t->group_count; i += parts)
        differentiate(t, t->thread_arenas[part], &t->results[i]);
}

/* Adds the groups' gradients in their order; the loss of the step. */
static double add_gradients(TranslationTrainer *t)
{
    double loss = 0;
    for (int k = 0; k < t->group_count; k++) {
        const GroupResult *result = &t->results[k];
        loss += result->loss;
        for (int i = 0; i < TRANSLATOR_TENSORS; i++) {
            Tensor sum = t->moments[i].gradient, part = result->gradients[i];
            if (is_learned(t, i) && k == 0)
                memcpy(sum.data, part.data, tensor_size(sum) * sizeof(real));
            else if (is_learned(t, i))
                vector_add_scaled(sum.data, 1, part.data, (int)tensor_size(sum));
        }
    }
    return loss;
}

static double gradient_length(const TranslationTrainer *t)
{
    double squares = 0;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++) {
        Tensor gradient = t->moments[i].gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)vector_dot(tensor_row(gradient, row), tensor_row(gradient, row),
                                          gradient.cols);
    }
    return sqrt(squares);
}

/* ---- a step ---- */

static double decay_of(const TranslationTrainer *t, int index)
{
    bool aligns = index >= LEARNS_ADDITIVE_W_A && index <= LEARNS_V_P;
    if (t->steps_done < GENTLE_PART * t->settings.steps)
        return decays[index];
    return aligns ? 0 : index >= LEARNS_OUTPUT ? LATER_OUTPUT * decays[index] : decays[index];
}

static void update_tensor(const TranslationTrainer *t, int index, double rate, double factor)
{
    const Moments *m = &t->moments[index];
    double decay = decay_of(t, index);
    if (decay > 0)
        adam_decay(m, 0, m->value.rows, rate * decay);
    adam_update(m, 0, m->value.rows, t->steps_done + 1, rate, factor);
}

static void update(const TranslationTrainer *t)
{
    const TranslationSettings *s = &t->settings;
    double length = gradient_length(t), longest = s->longest_gradient;
    double factor = length > longest ? longest / length : 1;
    double rate = s->rate * (s->steps - t->steps_done) / s->steps;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (is_learned(t, i))
            update_tensor(t, i, rate, factor);
}

double translation_step(TranslationTrainer *trainer)
{
    draw_step(trainer);
    run_shares(differentiate_share, trainer, thread_limit());
    double loss = add_gradients(trainer);
    update(trainer);
    trainer->steps_done++;
    return loss;
}
