#include "train/context_training.h"

#include "base/number.h"
#include "base/text.h"
#include "tensor/vector.h"
#include "train/objective.h"
#include "train/static_vectors.h"

#include <math.h>
#include <string.h>

const double causal_share = 0.3;

/* Of the static vectors. */
enum { WINDOW = 10, ITERATIONS = 20 };

/* ---- the plan ---- */

/* What the mean of a step's pointers counts beside the mean of its questions, and what it costs
   that words ask alike. */
static const double NEXT_WEIGHT = 0.5, KIN_WEIGHT = 1, KEY_ONLY_WEIGHT = 0.06;

/* What a head passes on costs something, so that it is worth looking at the right word. */
static const WeightDecay decays[] = {{"W_[VO]", 0.03, 0.03}, {"*", 0, 0}, {0}};

ContextPlan context_plan_builtin(void)
{
    return (ContextPlan){.d_model = 48,
                         .heads = 3,
                         .recipe = {.steps = 8000,
                                    .warm_up = 100,
                                    .batch = 128,
                                    .learning_rate = 5e-3,
                                    .clip_norm = 1,
                                    .decays = decays},
                         .pointing = true,
                         .seed = 1};
}

/* Every sentence about so often: with more, a small corpus is learned by heart. */
enum { PASSES = 10, LEAST_STEPS = 200, MOST_STEPS = 3000 };

static int steps_for(const Corpus *corpus, int sentences)
{
    long steps = (long)PASSES * corpus->training.count / sentences;
    return steps < LEAST_STEPS ? LEAST_STEPS : steps > MOST_STEPS ? MOST_STEPS : (int)steps;
}

ContextPlan context_plan(const Corpus *corpus, int d_model, int heads, int steps, uint64_t seed)
{
    ContextPlan plan = context_plan_builtin();
    ModelRecipe *r = &plan.recipe;
    plan.d_model = d_model;
    plan.heads = heads;
    plan.pointing = false;
    plan.seed = seed;
    r->steps = steps ? steps : steps_for(corpus, r->batch);
    r->warm_up = smaller(r->warm_up, r->steps / 10);
    return plan;
}

const char *context_plan_text(Arena *arena, const Corpus *corpus, const ContextPlan *plan)
{
    const ModelRecipe *r = &plan->recipe;
    const char *pointing =
        plan->pointing ? arena_format(arena,
                                      "; head 1 pointed to the next content word (%g), head 2 to "
                                      "kin (%g), %g on what all words ask alike",
                                      NEXT_WEIGHT, KIN_WEIGHT, KEY_ONLY_WEIGHT)
                       : "";
    return arena_format(arena,
                        "static vectors: %d words, window %d, positive pointwise mutual "
                        "information, %d orthogonal iterations, D = %d; then %d heads, %d steps of "
                        "%d sentences, Adam %g%s",
                        corpus->vocabulary.count, WINDOW, ITERATIONS, plan->d_model, plan->heads,
                        r->steps, r->batch, r->learning_rate, pointing);
}

/* ---- the start ---- */

ContextModel context_start_from(Arena *arena, Tensor vectors, int heads, uint64_t seed)
{
    static const real FIRST_GAIN = 2;
    ContextModel m = context_model_new(arena, vectors.rows, vectors.cols, heads);
    parameters_draw(m.learned, seed);
    m.learned->origin = "training";
    memcpy(context_value(&m, "embeddings").data, vectors.data, tensor_size(vectors) * sizeof(real));
    context_value(&m, "gain").data[0] = FIRST_GAIN;
    return m;
}

ContextModel context_start(Arena *arena, const Corpus *corpus, const ContextPlan *plan)
{
    SparseMatrix matrix = positive_mutual_information(arena, corpus, WINDOW);
    Tensor vectors = static_vectors(arena, &matrix, plan->d_model, ITERATIONS, plan->seed);
    return context_start_from(arena, vectors, plan->heads, plan->seed);
}

ContextModel context_fresh_heads(Arena *arena, const ContextModel *model, int heads, uint64_t seed)
{
    ContextModel other = *model;
    ContextModel fresh = context_model_new(arena, model->words, model->d, heads);
    parameters_draw(fresh.learned, seed);
    other.heads = heads;
    other.learned = parameters_shared(arena, model->learned, model->learned->is_learning);
    for (int i = 0; i < other.learned->count; i++) {
        Parameter *p = &other.learned->items[i];
        p->fixed = !parameter_is_projection(p);
        if (!p->fixed)
            p->value = context_value(&fresh, p->name);
    }
    return other;
}

/* ---- examples ---- */

/* A part of a step, and the words that it has to do with. */
typedef struct Share {
    Group group;
    LocalWords local;
} Share;

typedef struct Texts {
    const Corpus *corpus;
    const ContextModel *model;
    int sentences; /* a step */
    uint64_t seed;
    Questioner questioner;
    Tensor positions;      /* PE */
    Candidates candidates; /* of the step */
    int share_count;
    Share *shares;
} Texts;

static void weigh_pointers(Pointers *p, double weight)
{
    for (int i = 0; i < p->count; i++)
        p->weights[i] *= weight;
}

/* Each question of kind a weighs 1/(their number in the step), those of a sentence's kind b
   together 1/sentences, each pointer of one kind 1/(their number): the loss is a sum of means. */
static void weigh(const Texts *t)
{
    int asked = 0, next = 0, kin = 0;
    for (int i = 0; i < t->share_count; i++) {
        const Group *group = &t->shares[i].group;
        for (int k = 0; k < group->question_count; k++)
            asked += !group->bag[k];
        next += group->next.count;
        kin += group->kin.count;
    }
    for (int i = 0; i < t->share_count; i++) {
        Group *group = &t->shares[i].group;
        for (int k = 0; k < group->question_count; k++)
            group->weights[k] /= group->bag[k] ? t->sentences : asked;
        weigh_pointers(&group->next, NEXT_WEIGHT / next);
        weigh_pointers(&group->kin, KIN_WEIGHT / kin);
        group->key_only_weight = t->questioner.vectors.data ? KEY_ONLY_WEIGHT / t->sentences : 0;
    }
}

static int draw(void *data, Arena *arena, int step)
{
    Texts *t = data;
    const Sentences *all = &t->corpus->training;
    Random random = random_named(t->seed, arena_format(arena, "training step %d", step));
    bool causal = random_uniform(&random) < causal_share;
    t->candidates = draw_candidates(arena, &t->questioner, &random, CANDIDATES);
    for (int i = 0; i < t->share_count; i++) {
        Sentence sentences[GROUP_SENTENCES];
        int count = smaller(t->sentences - i * GROUP_SENTENCES, GROUP_SENTENCES);
        for (int k = 0; k < count; k++)
            sentences[k] = all->items[random_below(&random, (uint32_t)all->count)];
        t->shares[i].group.causal = causal;
        draw_group(&t->questioner, &random, sentences, count, &t->shares[i].group);
    }
    weigh(t);
    return t->share_count;
}

/* The model with the local words' rows only. */
static ContextModel localized(Arena *arena, const ContextModel *model, const LocalWords *local)
{
    ContextModel m = *model;
    m.words = local->count;
    m.learned = parameters_shared(arena, model->learned, true);
    for (int i = 0; i < m.learned->count; i++) {
        Parameter *p = &m.learned->items[i];
        Tensor all = p->value;
        if (!parameter_is_of_words(p))
            continue;
        p->rows = local->count;
        p->chosen = local->words;
        p->value = tensor_new(arena, local->count, p->cols);
        for (int k = 0; k < local->count; k++)
            memcpy(tensor_row(p->value, k), tensor_row(all, local->words[k]),
                   (size_t)p->cols * sizeof(real));
    }
    return m;
}

static Node *loss(void *data, Graph *g, int part)
{
    const Texts *t = data;
    Share *share = &t->shares[part];
    local_words_clear(&share->local);
    Task task = task_new(g, &t->questioner, &share->group, &t->candidates, &share->local);
    ContextModel local = localized(g->arena, t->model, &share->local);
    ContextNodes nodes = context_nodes(scope_of(g), &local, t->positions);
    return objective(g, &nodes, &task);
}

Training *context_training(Arena *arena, const Corpus *corpus, const ContextModel *model,
                           const ContextPlan *plan)
{
    int sentences = plan->recipe.batch;
    Texts *t = arena_alloc(arena, 1, sizeof *t);
    *t = (Texts){.corpus = corpus,
                 .model = model,
                 .sentences = sentences,
                 .seed = plan->seed,
                 .questioner = questioner_new(arena, corpus),
                 .positions = group_positions(arena, model->d),
                 .share_count = divide_up(sentences, GROUP_SENTENCES)};
    if (plan->pointing)
        t->questioner =
            questioner_pointing(arena, t->questioner, context_value(model, "embeddings"));
    t->shares = arena_alloc(arena, (size_t)t->share_count, sizeof *t->shares);
    for (int i = 0; i < t->share_count; i++)
        t->shares[i].local = local_words_new(arena, corpus->vocabulary.count);
    return training_new(arena, model->learned, &plan->recipe, (Examples){draw, loss, t});
}

/* ---- the file ---- */

static NamedTensor *name_tensors(Arena *arena, const ContextModel *set, bool projections,
                                 const char *prefix, Precision precision, NamedTensor *next)
{
    for (int i = 0; i < set->learned->count; i++) {
        const Parameter *p = &set->learned->items[i];
        if (parameter_is_projection(p) == projections)
            *next++ =
                (NamedTensor){arena_format(arena, "%s%s", prefix, p->name), p->value, precision};
    }
    return next;
}

static Tensor scaled(Arena *arena, Tensor t, double factor)
{
    Tensor copy = tensor_copied(arena, t);
    vector_scale(copy.data, (real)factor, (int)tensor_size(t));
    return copy;
}

void context_file_write(FILE *stream, const Corpus *corpus, const ContextModel *sets, int count,
                        Precision precision, Metadata *metadata)
{
    Arena *arena = metadata->arena;
    Text heads = text_new(arena);
    size_t most = (size_t)sets->learned->count * (size_t)count;
    NamedTensor *tensors = arena_alloc(arena, most, sizeof *tensors);
    NamedTensor *end = name_tensors(arena, sets, false, "", precision, tensors);
    tensors[0].tensor = scaled(arena, tensors[0].tensor, sqrt(sets->d));
    for (int i = 0; i < count; i++) {
        const char *prefix = count > 1 ? arena_format(arena, "heads-%d/", sets[i].heads) : "";
        end = name_tensors(arena, &sets[i], true, prefix, precision, end);
        text_format(&heads, "%s%d", i ? " " : "", sets[i].heads);
    }
    metadata_add(metadata, "heads", heads.data);
    metadata_add(metadata, "vocabulary", lexicon_lines(arena, &corpus->vocabulary));
    safetensors_write(stream, tensors, (int)(end - tensors), metadata->texts, metadata->count);
}
