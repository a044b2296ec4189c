#include "train/trainer.h"

#include "tensor/processor.h"
#include "tensor/vector.h"
#include "train/adam.h"
#include "train/objective.h"

#include <string.h>

/* What a group of sentences contributes to a step. */
typedef struct GroupResult {
    Group group;
    LocalWords local;
    double loss;
    Tensor *gradients; /* of each parameter that learns; of E and b: the local words' rows */
} GroupResult;

struct Trainer {
    const Corpus *corpus;
    const ContextModel *model;
    Parameters *learned; /* the model's, some of them fixed */
    TrainingSettings settings;
    Questioner questioner;
    Tensor positions; /* PE */
    int group_count;
    GroupResult *results;
    Optimizer optimizer;
    Arena *step_arena, *thread_arenas[MAX_THREADS];
    Candidates candidates;
};

TrainingSettings training_settings_default(void)
{
    return (TrainingSettings){.steps = 8000,
                              .sentences = 128,
                              .candidates = 512,
                              .learning_rate = 5e-3,
                              .warm_up = 100,
                              .causal = 0.3,
                              .seed = 1};
}

/* ---- making ---- */

static void result_new(Arena *arena, const Trainer *t, GroupResult *result)
{
    int most = MOST_GROUP_WORDS + MOST_GROUP_QUESTIONS + t->settings.candidates;
    int count = t->learned->count;
    result->local = local_words_new(arena, t->corpus->word_count);
    result->gradients = arena_alloc(arena, (size_t)count, sizeof *result->gradients);
    for (int i = 0; i < count; i++) {
        const Parameter *p = &t->learned->items[i];
        if (!p->fixed)
            result->gradients[i] =
                tensor_new(arena, parameter_is_of_words(p) ? most : p->rows, p->cols);
    }
}

static Parameters *learning(Arena *arena, const ContextModel *model, bool projections_only)
{
    Parameters *p = parameters_copied(arena, model->learned);
    p->is_learning = true;
    for (int i = 0; i < p->count; i++)
        p->items[i].fixed = projections_only && !parameter_is_projection(&p->items[i]);
    return p;
}

/* What a head passes on costs something, so that it is worth looking at the right word. */
static const WeightDecay decays[] = {{"W_[VO]", 0.03, 0.03}, {"*", 0, 0}, {0}};

static Optimizer optimizer(Arena *arena, const Parameters *learned, const TrainingSettings *s)
{
    ModelRecipe recipe = {.steps = s->steps,
                          .warm_up = s->warm_up,
                          .learning_rate = s->learning_rate,
                          .clip_norm = 1,
                          .decays = decays};
    return optimizer_new(arena, learned, &recipe);
}

Trainer *trainer_new(Arena *arena, const Corpus *corpus, const ContextModel *model,
                     TrainingSettings settings)
{
    Trainer *t = arena_alloc(arena, 1, sizeof *t);
    *t = (Trainer){.corpus = corpus, .model = model, .settings = settings};
    t->learned = learning(arena, model, settings.projections_only);
    t->questioner = questioner_new(arena, corpus);
    t->positions = group_positions(arena, model->d);
    t->group_count = (settings.sentences + GROUP_SENTENCES - 1) / GROUP_SENTENCES;
    t->results = arena_alloc(arena, (size_t)t->group_count, sizeof *t->results);
    for (int i = 0; i < t->group_count; i++)
        result_new(arena, t, &t->results[i]);
    t->optimizer = optimizer(arena, t->learned, &settings);
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
    return trainer->optimizer.steps_done;
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
    char *name = arena_format(t->step_arena, "training step %d", t->optimizer.steps_done);
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
static void keep_gradients(const Parameters *learned, GroupResult *result)
{
    for (int i = 0; i < learned->count; i++) {
        const Node *node = learned->items[i].node;
        if (node->wants_grad)
            memcpy(result->gradients[i].data, node->grad.data,
                   tensor_size(node->grad) * sizeof(real));
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
    keep_gradients(local.learned, result);
}

static void differentiate_share(const void *job, int part, int parts)
{
    const Trainer *t = job;
    for (int i = part; i < t->group_count; i += parts)
        differentiate(t, t->thread_arenas[part], &t->results[i]);
}

/* Adds a group's gradient of one parameter. */
static void add_gradient(const Trainer *t, const GroupResult *result, int i)
{
    Tensor sum = t->optimizer.moments[i].gradient, part = result->gradients[i];
    if (!parameter_is_of_words(&t->learned->items[i])) {
        vector_add_scaled(sum.data, 1, part.data, (int)tensor_size(part));
        return;
    }
    for (int row = 0; row < result->local.count; row++)
        vector_add_scaled(tensor_row(sum, result->local.words[row]), 1, tensor_row(part, row),
                          part.cols);
}

/* Adds the groups' gradients in their order; the loss of the step. */
static double add_gradients(Trainer *t)
{
    double loss = 0;
    optimizer_clear(&t->optimizer);
    for (int k = 0; k < t->group_count; k++) {
        loss += t->results[k].loss;
        for (int i = 0; i < t->learned->count; i++)
            if (!t->learned->items[i].fixed)
                add_gradient(t, &t->results[k], i);
    }
    return loss;
}

double trainer_step(Trainer *trainer)
{
    draw_step(trainer);
    run_shares(differentiate_share, trainer, thread_limit());
    double loss = add_gradients(trainer);
    optimizer_step(&trainer->optimizer);
    return loss;
}
