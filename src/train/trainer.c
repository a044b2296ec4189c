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
    Tensor *gradients; /* of each learner; of E and b: the local words' rows */
} GroupResult;

/* A parameter that is learned. */
typedef struct Learner {
    int number;            /* among the model's parameters */
    bool of_words, decays; /* what a head passes on decays */
    Moments moments;
} Learner;

struct Trainer {
    const Corpus *corpus;
    const ContextModel *model;
    Parameters *learned; /* the model's, some of them fixed */
    TrainingSettings settings;
    Questioner questioner;
    Tensor positions; /* PE */
    int steps_done, group_count;
    GroupResult *results;
    int learner_count;
    Learner *learners;
    Arena *step_arena, *thread_arenas[MAX_THREADS];
    Candidates candidates;
};

TrainingSettings training_settings_default(void)
{
    return (TrainingSettings){.steps = 8000,
                              .sentences = 128,
                              .candidates = 512,
                              .learning_rate = 5e-3,
                              .weight_decay = 0.03,
                              .warm_up = 100,
                              .clip_norm = 1,
                              .causal = 0.3,
                              .seed = 1};
}

/* ---- making ---- */

static void result_new(Arena *arena, const Trainer *t, GroupResult *result)
{
    int most = MOST_GROUP_WORDS + MOST_GROUP_QUESTIONS + t->settings.candidates;
    result->local = local_words_new(arena, t->corpus->word_count);
    result->gradients = arena_alloc(arena, (size_t)t->learner_count, sizeof *result->gradients);
    for (int i = 0; i < t->learner_count; i++) {
        const Learner *l = &t->learners[i];
        Tensor value = l->moments.value;
        result->gradients[i] = tensor_new(arena, l->of_words ? most : value.rows, value.cols);
    }
}

static void choose_learners(Arena *arena, Trainer *t)
{
    Parameters *all = t->learned = parameters_copied(arena, t->model->learned);
    all->is_learning = true;
    t->learners = arena_alloc(arena, (size_t)all->count, sizeof *t->learners);
    for (int i = 0; i < all->count; i++) {
        Parameter *p = &all->items[i];
        p->fixed = t->settings.projections_only && !parameter_is_projection(p);
        if (!p->fixed)
            t->learners[t->learner_count++] = (Learner){
                i, parameter_is_of_words(p), !strcmp(p->name, "W_V") || !strcmp(p->name, "W_O"),
                moments_new(arena, p->value)};
    }
}

Trainer *trainer_new(Arena *arena, const Corpus *corpus, const ContextModel *model,
                     TrainingSettings settings)
{
    Trainer *t = arena_alloc(arena, 1, sizeof *t);
    *t = (Trainer){.corpus = corpus, .model = model, .settings = settings};
    choose_learners(arena, t);
    t->questioner = questioner_new(arena, corpus);
    t->positions = group_positions(arena, model->d);
    t->group_count = (settings.sentences + GROUP_SENTENCES - 1) / GROUP_SENTENCES;
    t->results = arena_alloc(arena, (size_t)t->group_count, sizeof *t->results);
    for (int i = 0; i < t->group_count; i++)
        result_new(arena, t, &t->results[i]);
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
static ContextModel localized(Arena *arena, const Trainer *t, const LocalWords *local)
{
    ContextModel m = *t->model;
    m.words = local->count;
    m.learned = parameters_copied(arena, t->learned);
    for (int i = 0; i < m.learned->count; i++) {
        Parameter *p = &m.learned->items[i];
        Tensor all = p->value;
        if (!parameter_is_of_words(p))
            continue;
        p->rows = local->count;
        p->value = tensor_new(arena, local->count, p->cols);
        for (int k = 0; k < local->count; k++)
            memcpy(tensor_row(p->value, k), tensor_row(all, local->words[k]),
                   (size_t)p->cols * sizeof(real));
    }
    return m;
}

/* From the nodes, whose memory is used again, to the result. */
static void keep_gradients(const Trainer *t, const Parameters *local, GroupResult *result)
{
    for (int i = 0; i < t->learner_count; i++) {
        Tensor gradient = local->items[t->learners[i].number].node->grad;
        memcpy(result->gradients[i].data, gradient.data, tensor_size(gradient) * sizeof(real));
    }
}

static void differentiate(const Trainer *t, Arena *arena, GroupResult *result)
{
    arena_reset(arena);
    Graph *g = graph_new(arena);
    local_words_clear(&result->local);
    Task task = task_new(g, &t->questioner, &result->group, &t->candidates, &result->local);
    ContextModel local = localized(arena, t, &result->local);
    ContextNodes nodes = context_nodes(scope_of(g), &local, t->positions);
    Node *loss = objective(g, &nodes, &task);
    graph_backward(g, loss);
    result->loss = (double)loss->value.data[0];
    keep_gradients(t, local.learned, result);
}

static void differentiate_share(const void *job, int part, int parts)
{
    const Trainer *t = job;
    for (int i = part; i < t->group_count; i += parts)
        differentiate(t, t->thread_arenas[part], &t->results[i]);
}

static void add_gradient(const Learner *learner, Tensor part, const LocalWords *local)
{
    Tensor sum = learner->moments.gradient;
    if (!learner->of_words)
        vector_add_scaled(sum.data, 1, part.data, (int)tensor_size(part));
    for (int row = 0; learner->of_words && row < local->count; row++)
        vector_add_scaled(tensor_row(sum, local->words[row]), 1, tensor_row(part, row), part.cols);
}

/* Adds the groups' gradients in their order; the loss of the step. */
static double add_gradients(Trainer *t)
{
    double loss = 0;
    for (int i = 0; i < t->learner_count; i++) {
        Tensor gradient = t->learners[i].moments.gradient;
        memset(gradient.data, 0, tensor_size(gradient) * sizeof(real));
        for (int k = 0; k < t->group_count; k++)
            add_gradient(&t->learners[i], t->results[k].gradients[i], &t->results[k].local);
    }
    for (int k = 0; k < t->group_count; k++)
        loss += t->results[k].loss;
    return loss;
}

/* ---- updating ---- */

static double gradient_norm(const Trainer *t)
{
    double squares = 0;
    for (int i = 0; i < t->learner_count; i++) {
        Tensor gradient = t->learners[i].moments.gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)vector_dot(tensor_row(gradient, row), tensor_row(gradient, row),
                                          gradient.cols);
    }
    return sqrt(squares);
}

static double learning_rate_at(const TrainingSettings *s, int step)
{
    if (step < s->warm_up)
        return s->learning_rate * (step + 1) / s->warm_up;
    return s->learning_rate * (s->steps - step) / (s->steps - s->warm_up);
}

typedef struct Update {
    const Trainer *trainer;
    double factor;
} Update;

static void update_share(const void *job, int part, int parts)
{
    const Update *update = job;
    const Trainer *t = update->trainer;
    double rate = learning_rate_at(&t->settings, t->steps_done);
    for (int i = 0; i < t->learner_count; i++) {
        const Moments *m = &t->learners[i].moments;
        long rows = m->value.rows;
        int from = (int)(rows * part / parts), to = (int)(rows * (part + 1) / parts);
        if (t->learners[i].decays)
            adam_decay(m, from, to, rate * t->settings.weight_decay);
        adam_update(m, from, to, t->steps_done + 1, rate, update->factor);
    }
}

double trainer_step(Trainer *trainer)
{
    int threads = thread_limit();
    draw_step(trainer);
    run_shares(differentiate_share, trainer, threads);
    double loss = add_gradients(trainer), norm = gradient_norm(trainer);
    double most = trainer->settings.clip_norm;
    Update update = {trainer, norm > most ? most / norm : 1};
    run_shares(update_share, &update, threads);
    trainer->steps_done++;
    return loss;
}
