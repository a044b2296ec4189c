#include "train/texts.h"

#include "base/folder.h"

/* ---- the plan ---- */

/* Epochs, and bounds on the steps: with more, a small corpus is overfitted. */
enum { PASSES = 10, LEAST_STEPS = 200, MOST_STEPS = 3000 };

TrainingPlan context_plan(Arena *arena, const Corpus *corpus, int d_model, int heads, int steps,
                          uint64_t seed)
{
    double usual =
        floor((double)PASSES * corpus->training.count / context_kind.family->recipe.batch);
    return training_plan(&context_kind,
                         context_sizes(arena, corpus->vocabulary.count, d_model, heads),
                         steps ? steps : (int)fmin(fmax(usual, LEAST_STEPS), MOST_STEPS), seed);
}

const char *context_plan_text(Arena *arena, const TrainingPlan *plan)
{
    const ContextSizes *z = plan->sizes;
    const ModelRecipe *r = &plan->recipe;
    return arena_format(arena,
                        "static vectors: %d words, window %d, positive pointwise mutual "
                        "information, %d orthogonal iterations, D = %d; then %d head%s, %d "
                        "step%s of %d sentences, Adam %g",
                        z->words, STATIC_WINDOW, STATIC_ITERATIONS, z->d_model, z->heads,
                        plural(z->heads), r->steps, plural(r->steps), r->batch, r->learning_rate);
}

/* ---- the start ---- */

Model context_start(Arena *arena, const Corpus *corpus, const TrainingPlan *plan)
{
    static const real FIRST_GAIN = 2;
    Model m = model_random(arena, plan->kind, plan->sizes, plan->seed);
    m.corpus = corpus->origin;
    m.parameters->origin = "training";
    parameter_find(m.parameters, "embeddings")->value =
        static_vectors(arena, corpus, model_size(&m, "d_model"), plan->seed);
    parameter_value(m.parameters, "gain").data[0] = FIRST_GAIN;
    return m;
}

/* ---- examples ---- */

/* Normalises the weights so that the loss is a sum of means: over the step's questions of kind a,
   and over sentences for kind b. */
static void weigh(const Texts *t, int batch)
{
    double asked = 0;
    for (int i = 0; i < t->share_count; i++) {
        const Group *group = &t->shares[i].group;
        for (int k = 0; k < group->question_count; k++)
            asked += !group->bag[k];
    }
    for (int i = 0; i < t->share_count; i++) {
        Group *group = &t->shares[i].group;
        for (int k = 0; k < group->question_count; k++)
            group->weights[k] /= group->bag[k] ? batch : asked;
    }
}

int texts_draw(const Training *training, void *data, Arena *arena)
{
    Texts *t = data;
    int batch = training->plan.recipe.batch;
    const Sentences *all = &t->questioner.corpus->training;
    Random random = random_named(training->plan.seed,
                                 arena_format(arena, "training step %d", training->steps_done));
    bool causal = random_uniform(&random) < CAUSAL_PERCENT / 100.0;
    t->candidates = draw_candidates(arena, &t->questioner, &random);
    for (int i = 0; i < t->share_count; i++) {
        Sentence sentences[GROUP_SENTENCES];
        int count = smaller(batch - i * GROUP_SENTENCES, GROUP_SENTENCES);
        for (int k = 0; k < count; k++)
            sentences[k] = all->items[random_below(&random, (uint32_t)all->count)];
        t->shares[i].group.causal = causal;
        draw_group(&t->questioner, &random, sentences, count, &t->shares[i].group);
    }
    weigh(t, batch);
    return t->share_count;
}

/* Replaces vocabulary indices by local ones; local[word] is the local index + 1, or 0. */
static void localize(TextShare *share, int *local, int *words, int count)
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

/* The model restricted to the rows of the local words. */
static Model localized(Graph *g, const Model *model, const TextShare *share)
{
    Model m = *model;
    ContextSizes *sizes = m.sizes = arena_copy(g->arena, model->sizes, sizeof *sizes);
    sizes->words = share->count;
    m.parameters = parameters_shared(g->arena, model->parameters, true);
    for (int i = 0; i < m.parameters->count; i++) {
        Parameter *p = &m.parameters->items[i];
        if (strcmp(p->name, "embeddings") && strcmp(p->name, "bias"))
            continue; /* no row per word */
        p->rows = share->count;
        p->chosen = share->words;
        p->value = gather(g, constant(g, p->value, "all words"), share->words, share->count)->value;
    }
    return m;
}

Asked share_asked(const Training *training, const Texts *t, Graph *g, int part)
{
    TextShare *share = &t->shares[part];
    int *candidates = arena_copy(g->arena, t->candidates, CANDIDATES * sizeof *candidates);
    int *local =
        arena_alloc(g->arena, (size_t)t->questioner.corpus->vocabulary.count, sizeof *local);
    share->count = 0;
    localize(share, local, share->group.words, share->group.count);
    localize(share, local, share->group.answers, share->group.question_count);
    localize(share, local, candidates, CANDIDATES);
    real *expected = arena_alloc(g->arena, (size_t)share->count, sizeof *expected);
    for (int i = 0; i < share->count; i++)
        expected[i] = t->questioner.log_expected[share->words[i]];
    Model model = localized(g, &training->model, share);
    return (Asked){model_in(scope_of(g), &model, true), &share->group, candidates, expected};
}

static Node *loss(const Training *training, void *data, Graph *g, int part)
{
    Asked asked = share_asked(training, data, g, part);
    return objective(g, &asked, group_vectors(g, asked.model, asked.group, false).output);
}

Training *context_training(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, Model m)
{
    int shares = divide_up(plan->recipe.batch, GROUP_SENTENCES);
    Texts t = {.questioner = questioner_new(arena, corpus, TO_LEARN, (Tensor){0}),
               .share_count = shares,
               .shares = arena_alloc(arena, (size_t)shares, sizeof *t.shares)};
    return training_new(arena, plan, m,
                        (Examples){texts_draw, loss, arena_copy(arena, &t, sizeof t)});
}

/* ---- the file ---- */

void context_score(Arena *arena, const Corpus *corpus, const Model *model, ContextScore *score)
{
    score->unigram = perplexity(corpus, NULL, SEES_ALL, ALL_SENTENCES);
    score->all = perplexity(corpus, model, SEES_ALL, ALL_SENTENCES);
    score->causal = perplexity(corpus, model, SEES_BEFORE, ALL_SENTENCES);
    score->heads = heads_measured(arena, corpus, model, HEADS_SENTENCES);
}

void context_file_write(const char *path, const Corpus *corpus, const Model *m,
                        const ContextScore *score, WeightsFile *file)
{
    Arena *arena = file->arena;
    int heads = model_size(m, "heads");
    const char *perplexities = arena_format(arena, "unigram: %.0f; %d heads: %.0f, causal %.0f",
                                            score->unigram, heads, score->all, score->causal);
    weights_file_say(file, "held-out perplexity", score->causal > 0 ? perplexities : not_measured);
    if (score->heads.count)
        weights_file_say(file, arena_format(arena, "heads-%d", heads),
                         heads_measured_text(arena, &score->heads));
    if (corpus->licence)
        weights_file_say(file, "licence", corpus->licence);
    weights_file_say(file, "heads", arena_format(arena, "%d", heads));
    weights_file_say(file, "vocabulary", lexicon_lines(arena, &corpus->vocabulary));
    file->parameters = parameters_shared(arena, m->parameters, false);
    Tensor *E = &parameter_find(file->parameters, "embeddings")->value;
    *E = tensor_copied(arena, *E);
    vector_scale(E->data, E->data, (real)sqrt(E->cols), (int)tensor_size(*E));
    whole_file_write(arena, path, safetensors_write, file);
}
