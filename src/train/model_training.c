#include "train/model_training.h"

#include "load/safetensors.h"
#include "tensor/processor.h"
#include "tensor/vector.h"
#include "train/adam.h"
#include "train/pair_batches.h"

#include <string.h>

/* A larger group is cut in two or more, so that there is something to share among threads. */
enum { MOST_GROUP_PAIRS = 16 };

/* Pairs of equal lengths, and what they contribute to a step. */
typedef struct GroupResult {
    SentencePairs pairs; /* in the step's arena */
    double loss;
    Tensor *gradients; /* one a parameter; NULL before the group is first used */
} GroupResult;

typedef struct Working {
    PairBatches *batches;
    int group_count;
    GroupResult *results; /* room for a group a pair */
    Optimizer optimizer;
    Arena *step_arena, *thread_arenas[MAX_THREADS];
} Working;

/* ---- making ---- */

static Working *working_new(Arena *arena, const ModelTraining *t)
{
    int pairs = t->plan.recipe.pairs;
    Working *w = arena_alloc(arena, 1, sizeof *w);
    w->batches = pair_batches_new(arena, t->source, t->plan.seed, pairs);
    w->results = arena_alloc(arena, (size_t)pairs, sizeof *w->results);
    w->optimizer = optimizer_new(arena, t->model.parameters, &t->plan.recipe);
    w->step_arena = arena_new();
    for (int i = 0; i < MAX_THREADS; i++)
        w->thread_arenas[i] = arena_new();
    return w;
}

ModelTraining *model_training_new(Arena *arena, const PairSource *source, const TrainingPlan *plan)
{
    ModelTraining *t = arena_alloc(arena, 1, sizeof *t);
    *t = (ModelTraining){.arena = arena, .source = source, .plan = *plan};
    t->model = model_random(arena, plan->kind, plan->sizes, plan->seed);
    t->model.end = END_WORD;
    int source_words = model_size(&t->model, "source words");
    int target_words = model_size(&t->model, "target words");
    CHECK(source_words == source->source.count && target_words == source->target.count,
          "a model of %d and %d words for a source of %d and %d", source_words, target_words,
          source->source.count, source->target.count);
    t->working = working_new(arena, t);
    return t;
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

static Tensor *gradients_new(const ModelTraining *t)
{
    const Parameters *p = t->model.parameters;
    Tensor *gradients = arena_alloc(t->arena, (size_t)p->count, sizeof *gradients);
    for (int i = 0; i < p->count; i++)
        gradients[i] = tensor_new(t->arena, p->items[i].rows, p->items[i].cols);
    return gradients;
}

static void add_group(ModelTraining *t, const Pair *pairs, int count)
{
    GroupResult *result = &t->working->results[t->working->group_count++];
    result->pairs = side_by_side(t->working->step_arena, pairs, count);
    if (!result->gradients)
        result->gradients = gradients_new(t);
}

static void draw_step(ModelTraining *t)
{
    Working *w = t->working;
    arena_reset(w->step_arena);
    w->group_count = 0;
    PairBatch batch = pair_batch(w->batches, t->steps_done);
    int words = 0;
    for (int i = 0; i < batch.group_count; i++) {
        const PairGroup *group = &batch.groups[i];
        words += group->count * (group->target_length + 1);
        for (int from = 0; from < group->count; from += MOST_GROUP_PAIRS) {
            int left = group->count - from;
            add_group(t, group->pairs + from, left < MOST_GROUP_PAIRS ? left : MOST_GROUP_PAIRS);
        }
    }
    for (int i = 0; i < w->group_count; i++)
        w->results[i].pairs.weight = 1.0 / words;
}

/* ---- gradients ---- */

static void differentiate(const Model *model, Arena *arena, GroupResult *result)
{
    arena_reset(arena);
    Graph *g = graph_new(arena);
    Node *loss = model->kind->family->loss(g, model, &result->pairs);
    graph_backward(g, loss);
    result->loss = (double)loss->value.data[0];
    for (int i = 0; i < g->parameters->count; i++)
        memcpy(result->gradients[i].data, g->parameters->items[i].node->grad.data,
               tensor_size(result->gradients[i]) * sizeof(real));
}

static void differentiate_share(const void *job, int part, int parts)
{
    const ModelTraining *t = job;
    for (int i = part; i < t->working->group_count; i += parts)
        differentiate(&t->model, t->working->thread_arenas[part], &t->working->results[i]);
}

/* Adds the groups' gradients in their order; the loss of the step. */
static double add_gradients(const ModelTraining *t)
{
    const Working *w = t->working;
    double loss = 0;
    optimizer_clear(&w->optimizer);
    for (int k = 0; k < w->group_count; k++) {
        loss += w->results[k].loss;
        for (int i = 0; i < t->model.parameters->count; i++) {
            Tensor sum = w->optimizer.moments[i].gradient, part = w->results[k].gradients[i];
            for (int row = 0; row < sum.rows; row++)
                vector_add_scaled(tensor_row(sum, row), 1, tensor_row(part, row), sum.cols);
        }
    }
    return loss;
}

double model_training_step(ModelTraining *training)
{
    draw_step(training);
    run_shares(differentiate_share, training, thread_limit());
    double loss = add_gradients(training);
    optimizer_step(&training->working->optimizer);
    training->steps_done++;
    return loss;
}

/* ---- the end ---- */

void parameters_round(Parameters *parameters)
{
    for (int i = 0; i < parameters->count; i++) {
        Tensor t = parameters->items[i].value;
        for (size_t k = 0; k < tensor_size(t); k++)
            t.data[k] = float16_nearest(t.data[k]);
    }
}

void model_training_end(ModelTraining *training)
{
    arena_free(training->working->step_arena);
    for (int i = 0; i < MAX_THREADS; i++)
        arena_free(training->working->thread_arenas[i]);
    parameters_round(training->model.parameters);
}

/* ---- the file ---- */

/* The recipe, and whether it was followed to its end. */
static const char *what_was_done(const ModelTraining *t)
{
    const char *recipe = recipe_text(t->arena, &t->plan.recipe, &t->model);
    if (t->steps_done == t->plan.recipe.steps)
        return recipe;
    return arena_format(t->arena, "%s; broken off after %d step%s", recipe, t->steps_done,
                        t->steps_done == 1 ? "" : "s");
}

/* The kind and those of its sizes that no tensor tells; returns how many. */
static int put_sizes(const ModelTraining *t, NamedText *texts)
{
    const Model *m = &t->model;
    int count = 0;
    texts[count++] = (NamedText){"kind", m->kind->name};
    for (const ModelField *field = m->kind->family->fields; field->name; field++) {
        int size = *field_in(m->sizes, field);
        if (field->source == FROM_METADATA)
            texts[count++] =
                (NamedText){field->name, field->choices ? field->choices[size]
                                                        : arena_format(t->arena, "%d", size)};
    }
    return count;
}

static int put_provenance(const ModelTraining *t, TranslationScore score, NamedText *texts)
{
    Arena *arena = t->arena;
    const NamedText all[] = {
        {"corpus", t->source->origin},
        {"recipe", what_was_done(t)},
        {"steps", arena_format(arena, "%d of %d", t->steps_done, t->plan.recipe.steps)},
        {"seed", arena_format(arena, "%ju", (uintmax_t)t->plan.seed)},
        {"held-out", translation_score_text(arena, score)},
        {"held-out sentences", measured_range(arena, t->source)},
        {"source vocabulary", lexicon_lines(arena, &t->source->source)},
        {"target vocabulary", lexicon_lines(arena, &t->source->target)},
    };
    memcpy(texts, all, sizeof all);
    return sizeof all / sizeof *all;
}

void model_training_write(const ModelTraining *training, FILE *stream, TranslationScore score)
{
    enum { MOST_TEXTS = 32 };
    const Parameters *p = training->model.parameters;
    NamedText texts[MOST_TEXTS];
    NamedTensor *tensors = arena_alloc(training->arena, (size_t)p->count, sizeof *tensors);
    for (int i = 0; i < p->count; i++)
        tensors[i] = (NamedTensor){p->items[i].name, p->items[i].value, FLOAT16};
    int count = put_sizes(training, texts);
    count += put_provenance(training, score, texts + count);
    safetensors_write(stream, tensors, p->count, texts, count);
}
