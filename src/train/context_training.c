#include "train/context_training.h"

#include "base/number.h"
#include "base/text.h"
#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>
#include <string.h>

const double causal_share = 0.3;

/* ---- the plan ---- */

/* What the mean of a step's pointers counts beside the mean of its questions, and what it costs
   that words ask alike. */
static const double NEXT_WEIGHT = 0.5, KIN_WEIGHT = 1, KEY_ONLY_WEIGHT = 0.06;

/* What a head passes on costs something, so that it is worth looking at the right word. */
static const WeightDecay decays[] = {{"W_[VO]", 0.03, 0.03}, {"*", 0, 0}, {0}};

const ContextPlan context_plan_builtin = {.d_model = 48,
                                          .heads = 3,
                                          .recipe = {.steps = 8000,
                                                     .warm_up = 100,
                                                     .batch = 128,
                                                     .learning_rate = 5e-3,
                                                     .clip_norm = 1,
                                                     .decays = decays},
                                          .pointing = true,
                                          .seed = 1};

/* Every sentence about so often: with more, a small corpus is learned by heart. */
enum { PASSES = 10, LEAST_STEPS = 200, MOST_STEPS = 3000 };

ContextPlan context_plan(const Corpus *corpus, int d_model, int heads, int steps, uint64_t seed)
{
    ContextPlan plan = context_plan_builtin;
    ModelRecipe *r = &plan.recipe;
    plan.d_model = d_model;
    plan.heads = heads;
    plan.pointing = false;
    plan.seed = seed;
    double usual = floor((double)PASSES * corpus->training.count / r->batch);
    r->steps = steps ? steps : (int)fmin(fmax(usual, LEAST_STEPS), MOST_STEPS);
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
                        corpus->vocabulary.count, STATIC_WINDOW, STATIC_ITERATIONS, plan->d_model,
                        plan->heads, r->steps, r->batch, r->learning_rate, pointing);
}

/* ---- the start ---- */

ContextModel context_start(Arena *arena, const Corpus *corpus, const ContextPlan *plan)
{
    static const real FIRST_GAIN = 2;
    ContextModel m = context_model_new(arena, corpus->vocabulary.count, plan->d_model, plan->heads);
    parameters_draw(m.learned, plan->seed);
    m.learned->origin = "training";
    parameter_find(m.learned, "embeddings")->value =
        static_vectors(arena, corpus, plan->d_model, plan->seed);
    context_value(&m, "gain").data[0] = FIRST_GAIN;
    return m;
}

ContextModel context_fresh_heads(Arena *arena, const ContextModel *model, int heads, uint64_t seed)
{
    ContextModel fresh = context_model_new(arena, model->words, model->d, heads);
    parameters_draw(fresh.learned, seed);
    fresh.learned->origin = model->learned->origin;
    for (int i = 0; i < fresh.learned->count; i++) {
        Parameter *p = &fresh.learned->items[i];
        p->fixed = !parameter_is_projection(p);
        if (p->fixed)
            p->value = context_value(model, p->name);
    }
    return fresh;
}

/* ---- examples ---- */

/* A part of a step, and the few words of a large vocabulary that it has to do with, numbered from
   0: their vectors fit into a cache, and so do their gradients. */
typedef struct Share {
    Group group;
    int count, words[MOST_GROUP_WORDS + MOST_GROUP_QUESTIONS + CANDIDATES];
} Share;

typedef struct Texts {
    const ContextModel *model;
    ContextPlan plan;
    Questioner questioner;
    const int *candidates; /* of the step */
    int share_count;
    Share *shares;
} Texts;

/* Each question of kind a weighs 1/(their number in the step), those of a sentence's kind b
   together 1/sentences, each pointer of one kind 1/(their number): the loss is a sum of means. */
static void weigh(const Texts *t)
{
    double asked = 0, next = 0, kin = 0;
    for (int i = 0; i < t->share_count; i++) {
        const Group *group = &t->shares[i].group;
        for (int k = 0; k < group->question_count; k++)
            asked += !group->bag[k];
        for (int k = 0; k < group->count && group->pointing; k++) {
            next += group->next.weights[k];
            kin += group->kin.weights[k];
        }
    }
    for (int i = 0; i < t->share_count; i++) {
        Group *group = &t->shares[i].group;
        for (int k = 0; k < group->question_count; k++)
            group->weights[k] /= group->bag[k] ? t->plan.recipe.batch : asked;
        for (int k = 0; k < group->count && group->pointing; k++) {
            group->next.weights[k] *= NEXT_WEIGHT / next;
            group->kin.weights[k] *= KIN_WEIGHT / kin;
        }
        group->key_only_weight = KEY_ONLY_WEIGHT / t->plan.recipe.batch;
    }
}

static int draw(void *data, Arena *arena, int step)
{
    Texts *t = data;
    const Sentences *all = &t->questioner.corpus->training;
    Random random = random_named(t->plan.seed, arena_format(arena, "training step %d", step));
    bool causal = random_uniform(&random) < causal_share;
    t->candidates = draw_candidates(arena, &t->questioner, &random);
    for (int i = 0; i < t->share_count; i++) {
        Sentence sentences[GROUP_SENTENCES];
        int count = smaller(t->plan.recipe.batch - i * GROUP_SENTENCES, GROUP_SENTENCES);
        for (int k = 0; k < count; k++)
            sentences[k] = all->items[random_below(&random, (uint32_t)all->count)];
        t->shares[i].group.causal = causal;
        draw_group(&t->questioner, &random, sentences, count, &t->shares[i].group);
    }
    weigh(t);
    return t->share_count;
}

/* Words of the vocabulary become local ones; `local` has the number of each + 1, or 0. */
static void localize(Share *share, int *local, int *words, int count)
{
    for (int i = 0; i < count; i++) {
        int *number = &local[words[i]];
        if (!*number) {
            share->words[share->count++] = words[i];
            *number = share->count;
        }
        words[i] = *number - 1;
    }
}

/* The model with the local words' rows only. */
static ContextModel localized(Graph *g, const ContextModel *model, const Share *share)
{
    ContextModel m = *model;
    m.words = share->count;
    m.learned = parameters_shared(g->arena, model->learned, true);
    for (int i = 0; i < m.learned->count; i++) {
        Parameter *p = &m.learned->items[i];
        if (!parameter_is_of_words(p))
            continue;
        p->rows = share->count;
        p->chosen = share->words;
        p->value = gather(g, constant(g, p->value, "all words"), share->words, share->count)->value;
    }
    return m;
}

/* Once a step for each part: its words are local from then on. */
static Node *loss(void *data, Graph *g, int part)
{
    const Texts *t = data;
    Share *share = &t->shares[part];
    int *candidates = arena_alloc(g->arena, CANDIDATES, sizeof *candidates);
    memcpy(candidates, t->candidates, CANDIDATES * sizeof *candidates);
    int *local = arena_alloc(g->arena, (size_t)t->model->words, sizeof *local);
    share->count = 0;
    localize(share, local, share->group.words, share->group.count);
    localize(share, local, share->group.answers, share->group.question_count);
    localize(share, local, candidates, CANDIDATES);
    real *log_expected = arena_alloc(g->arena, (size_t)share->count, sizeof *log_expected);
    for (int i = 0; i < share->count; i++)
        log_expected[i] = t->questioner.log_expected[share->words[i]];
    ContextModel model = localized(g, t->model, share);
    ContextNodes nodes = context_nodes(scope_of(g), &model);
    return objective(g, &nodes, &share->group, candidates, log_expected);
}

Training *context_training(Arena *arena, const Corpus *corpus, const ContextModel *model,
                           const ContextPlan *plan)
{
    Tensor vectors = context_value(model, "embeddings");
    Texts *t = arena_alloc(arena, 1, sizeof *t);
    *t = (Texts){.model = model,
                 .plan = *plan,
                 .questioner =
                     questioner_new(arena, corpus, TO_LEARN, plan->pointing ? &vectors : NULL),
                 .share_count = divide_up(plan->recipe.batch, GROUP_SENTENCES)};
    t->shares = arena_alloc(arena, (size_t)t->share_count, sizeof *t->shares);
    return training_new(arena, model->learned, &plan->recipe, (Examples){draw, loss, t});
}

/* ---- the file ---- */

bool context_file_write(const char *path, const Corpus *corpus, const ContextModel *sets, int count,
                        Precision precision, Metadata *metadata, Error *error)
{
    Arena *arena = metadata->arena;
    Text heads = text_new(arena);
    int written = 0;
    NamedTensor *tensors =
        arena_alloc(arena, (size_t)(sets->learned->count * count), sizeof *tensors);
    for (int i = 0; i < count; i++) {
        text_format(&heads, "%s%d", i ? " " : "", sets[i].heads);
        for (int k = 0; k < sets[i].learned->count; k++) {
            const Parameter *p = &sets[i].learned->items[k];
            bool is_own = parameter_is_projection(p);
            const char *name = is_own && count > 1
                                   ? arena_format(arena, "heads-%d/%s", sets[i].heads, p->name)
                                   : p->name;
            if (is_own || i == 0)
                tensors[written++] = (NamedTensor){name, p->value, precision};
        }
    }
    Tensor *embeddings = &tensors[0].tensor;
    *embeddings = tensor_copied(arena, *embeddings);
    vector_scale(embeddings->data, (real)sqrt(sets->d), (int)tensor_size(*embeddings));
    metadata_add(metadata, "heads", heads.data);
    metadata_add(metadata, "vocabulary", lexicon_lines(arena, &corpus->vocabulary));
    return weights_file_write(path, tensors, written, metadata, error);
}
