#include "train/trainer.h"

#include "tensor/processor.h"
#include "tensor/vector.h"
#include "train/adam.h"
#include "train/objective.h"

#include <math.h>
#include <string.h>

/* What a group of sentences contributes to a step. */
typedef struct GroupResult {
    Group group;
    LocalWords local;
    double loss;
    Tensor gradients[LEARNED_COUNT]; /* of E and b: the local words' rows */
} GroupResult;

struct Trainer {
    const Corpus *corpus;
    Learned *learned;
    TrainingSettings settings;
    Questioner questioner;
    Tensor positions; /* PE */
    int steps_done, group_count;
    GroupResult *results;
    Moments moments[LEARNED_COUNT];
    Arena *step_arena, *thread_arenas[MAX_THREADS];
    Candidates candidates;
};

TrainingSettings training_settings_default(void)
{
    return (TrainingSettings){.steps = 8000,
                              .sentences = 128,
                              .candidates = 512,
                              .rate = 5e-3,
                              .decay = 0.03,
                              .warm_up = 100,
                              .longest_gradient = 1,
                              .causal = 0.3,
                              .seed = 1};
}

static int first_learned(const Trainer *t)
{
    return t->settings.projections_only ? LEARNED_W_Q : LEARNED_EMBEDDINGS;
}

/* ---- making ---- */

static void result_new(Arena *arena, const Trainer *t, GroupResult *result)
{
    int most = MOST_GROUP_WORDS + MOST_GROUP_QUESTIONS + t->settings.candidates;
    result->local = local_words_new(arena, t->corpus->word_count);
    for (int i = first_learned(t); i < LEARNED_COUNT; i++) {
        Tensor value = t->learned->tensors[i];
        int rows = i <= LEARNED_BIAS ? most : value.rows;
        result->gradients[i] = tensor_new(arena, rows, value.cols);
    }
}

Trainer *trainer_new(Arena *arena, const Corpus *corpus, Learned *learned,
                     TrainingSettings settings)
{
    Trainer *t = arena_alloc(arena, 1, sizeof *t);
    *t = (Trainer){.corpus = corpus, .learned = learned, .settings = settings};
    t->questioner = questioner_new(arena, corpus);
    t->positions = group_positions(arena, learned->tensors[LEARNED_EMBEDDINGS].cols);
    t->group_count = (settings.sentences + GROUP_SENTENCES - 1) / GROUP_SENTENCES;
    t->results = arena_alloc(arena, (size_t)t->group_count, sizeof *t->results);
    for (int i = 0; i < t->group_count; i++)
        result_new(arena, t, &t->results[i]);
    for (int i = first_learned(t); i < LEARNED_COUNT; i++)
        t->moments[i] = moments_new(arena, learned->tensors[i]);
    t->step_arena = arena_new();
    for (int i = 0; i < MAX_THREADS; i++)
        t->thread_arenas[i] = arena_new();
    return t;
}

void trainer_free(Trainer *trainer)
{
    arena_free(trainer->step_arena);
    for (int i = 0; i < MAX_THREADS; i++)
        arena_free(trainer->thread_arenas[i]);
}

int trainer_steps_done(const Trainer *trainer)
{
    return trainer->steps_done;
}

/* ---- drawing ---- */

/* Each question of kind a weighs 1/(their number in the step), those of a sentence's kind b
   together 1/sentences: the loss is the sum of two means. */
static void weigh(Trainer *t)
{
    int asked = 0;
    for (int i = 0; i < t->group_count; i++)
        for (int k = 0; k < t->results[i].group.question_count; k++)
            asked += !t->results[i].group.bag[k];
    for (int i = 0; i < t->group_count; i++) {
        Group *group = &t->results[i].group;
        for (int k = 0; k < group->question_count; k++)
            group->weights[k] /= group->bag[k] ? t->settings.sentences : asked;
    }
}

static void draw_step(Trainer *t)
{
    arena_reset(t->step_arena);
    char *name = arena_format(t->step_arena, "training step %d", t->steps_done);
    Random random = random_named(t->settings.seed, name);
    bool causal = random_uniform(&random) < t->settings.causal;
    t->candidates = draw_candidates(t->step_arena, &t->questioner, &random, t->settings.candidates);
    int left = t->settings.sentences;
    for (int i = 0; i < t->group_count; i++, left -= GROUP_SENTENCES) {
        Sentence sentences[GROUP_SENTENCES];
        int count = left < GROUP_SENTENCES ? left : GROUP_SENTENCES;
        for (int k = 0; k < count; k++)
            sentences[k] = t->corpus->training
                               .items[random_below(&random, (uint32_t)t->corpus->training.count)];
        t->results[i].group.causal = causal;
        draw_group(&t->questioner, &random, sentences, count, &t->results[i].group);
    }
    weigh(t);
}

/* ---- gradients ---- */

/* The model with the local words' rows only. */
static Learned localized(Arena *arena, const Learned *learned, const LocalWords *local)
{
    Learned l = *learned;
    for (int i = LEARNED_EMBEDDINGS; i <= LEARNED_BIAS; i++) {
        int cols = learned->tensors[i].cols;
        l.tensors[i] = tensor_new(arena, local->count, cols);
        for (int k = 0; k < local->count; k++)
            memcpy(tensor_row(l.tensors[i], k), tensor_row(learned->tensors[i], local->words[k]),
                   (size_t)cols * sizeof(real));
    }
    return l;
}

/* From the nodes, whose memory is used again, to the result. */
static void keep_gradients(const ContextModel *model, GroupResult *result)
{
    const Node *nodes[LEARNED_COUNT] = {model->embeddings,
                                        model->bias,
                                        model->gain,
                                        model->projections.W_Q,
                                        model->projections.W_K,
                                        model->projections.W_V,
                                        model->projections.W_O};
    for (int i = 0; i < LEARNED_COUNT; i++)
        if (nodes[i]->wants_grad)
            memcpy(result->gradients[i].data, nodes[i]->grad.data,
                   tensor_size(nodes[i]->grad) * sizeof(real));
}

static void differentiate(const Trainer *t, Arena *arena, GroupResult *result)
{
    arena_reset(arena);
    Graph *g = graph_new(arena);
    local_words_clear(&result->local);
    Task task = task_new(g, &t->questioner, &result->group, &t->candidates, &result->local);
    Learned local = localized(arena, t->learned, &result->local);
    ContextModel model = learned_model(g, &local, t->positions, first_learned(t));
    Node *loss = objective(g, &model, &task);
    graph_backward(g, loss);
    result->loss = (double)loss->value.data[0];
    keep_gradients(&model, result);
}

static void differentiate_share(const void *job, int part, int parts)
{
    const Trainer *t = job;
    for (int i = part; i < t->group_count; i += parts)
        differentiate(t, t->thread_arenas[part], &t->results[i]);
}

/* Adds the groups' gradients in their order; the loss of the step. */
static double add_gradients(Trainer *t)
{
    double loss = 0;
    for (int i = first_learned(t); i < LEARNED_COUNT; i++)
        memset(t->moments[i].gradient.data, 0, tensor_size(t->moments[i].gradient) * sizeof(real));
    for (int k = 0; k < t->group_count; k++) {
        const GroupResult *result = &t->results[k];
        loss += result->loss;
        for (int i = first_learned(t); i < LEARNED_COUNT; i++) {
            Tensor sum = t->moments[i].gradient, part = result->gradients[i];
            if (i > LEARNED_BIAS)
                vector_add_scaled(sum.data, 1, part.data, (int)tensor_size(part));
            else
                for (int row = 0; row < result->local.count; row++)
                    vector_add_scaled(tensor_row(sum, result->local.words[row]), 1,
                                      tensor_row(part, row), part.cols);
        }
    }
    return loss;
}

/* ---- updating ---- */

static double gradient_length(const Trainer *t)
{
    double squares = 0;
    for (int i = first_learned(t); i < LEARNED_COUNT; i++) {
        Tensor gradient = t->moments[i].gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)vector_dot(tensor_row(gradient, row), tensor_row(gradient, row),
                                          gradient.cols);
    }
    return sqrt(squares);
}

static double rate_at(const TrainingSettings *s, int step)
{
    if (step < s->warm_up)
        return s->rate * (step + 1) / s->warm_up;
    return s->rate * (s->steps - step) / (s->steps - s->warm_up);
}

typedef struct Update {
    const Trainer *trainer;
    double factor;
} Update;

static void update_share(const void *job, int part, int parts)
{
    const Update *update = job;
    const Trainer *t = update->trainer;
    for (int i = first_learned(t); i < LEARNED_COUNT; i++) {
        const Moments *m = &t->moments[i];
        int rows = m->value.rows;
        int from = (int)((long)rows * part / parts), to = (int)((long)rows * (part + 1) / parts);
        double rate = rate_at(&t->settings, t->steps_done);
        if (i >= LEARNED_W_V)
            adam_decay(m, from, to, rate * t->settings.decay);
        adam_update(m, from, to, t->steps_done + 1, rate, update->factor);
    }
}

double trainer_step(Trainer *trainer)
{
    int threads = thread_limit();
    draw_step(trainer);
    run_shares(differentiate_share, trainer, threads);
    double loss = add_gradients(trainer), length = gradient_length(trainer);
    double longest = trainer->settings.longest_gradient;
    Update update = {trainer, length > longest ? longest / length : 1};
    run_shares(update_share, &update, threads);
    trainer->steps_done++;
    return loss;
}
