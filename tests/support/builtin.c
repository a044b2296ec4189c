#include "support/builtin.h"

#include "base/folder.h"

/* Weights in the loss of the mean over pointers and of the key-only penalty, relative to the mean
   over questions. */
static const double NEXT_WEIGHT = 0.5, KIN_WEIGHT = 1, KEY_ONLY_WEIGHT = 0.06;

TrainingPlan builtin_plan(Arena *arena, const Corpus *corpus, int heads)
{
    enum { D_MODEL = 48 };
    int steps = context_kind.family->recipe.steps;
    return context_plan(arena, corpus, D_MODEL, heads, steps, 1);
}

const char *builtin_plan_text(Arena *arena, const TrainingPlan *plan)
{
    return arena_format(arena,
                        "%s; head 1 pointed to the next content word (%g), head 2 to kin (%g), %g "
                        "on what all words ask alike",
                        context_plan_text(arena, plan), NEXT_WEIGHT, KIN_WEIGHT, KEY_ONLY_WEIGHT);
}

/* ---- where heads look ---- */

/* The key-only penalty: the sum over heads and sentences of the mean over words j of (meanᵢ sᵢⱼ)²,
   the part of a head's scores s that is independent of the query. `averages` [sentences, words] has
   1/n for each of a sentence's n words, `own` [sentences, words] 1/√n. */
static Node *key_only_of_heads(Graph *g, const Attended *heads, int head_count, const Group *group,
                               double weight)
{
    int n = group->count, sentences = group->sentences[n - 1] + 1, lengths[GROUP_SENTENCES] = {0};
    Tensor averages = tensor_new(g->arena, sentences, n), own = tensor_new(g->arena, sentences, n);
    for (int i = 0; i < n; i++)
        lengths[group->sentences[i]]++;
    for (int i = 0; i < n; i++) {
        int sentence = group->sentences[i];
        tensor_row(averages, sentence)[i] = 1 / (real)lengths[sentence];
        tensor_row(own, sentence)[i] = (real)(1 / sqrt(lengths[sentence]));
    }
    Node *a = constant(g, averages, "means over a sentence"), *o = constant(g, own, "its words");
    Node *weights = constant(g, tensor_filled(g->arena, 1, sentences, (real)(weight / head_count)),
                             "what a sentence counts");
    Node *sum = NULL;
    for (int i = 0; i < head_count; i++) {
        Node *means = multiply(g, matmul(g, a, heads[i].scaled), o);
        Node *cost = matmul(g, weights, row_dots(g, means, means));
        sum = i ? add(g, sum, cost) : cost;
    }
    return sum;
}

/* The cross-entropy of the targets is that of heads 1 and 2; a single head has none. */
Node *pointed_objective(Graph *g, const Asked *asked, double key_only_weight)
{
    const Group *group = asked->group;
    const Pointers *pointers[] = {&group->next, &group->kin};
    ContextVectors vectors = group_vectors(g, asked->model, group, true);
    const Attended *heads = vectors.attention.heads;
    int count = asked->model->heads;
    Node *loss = objective(g, asked, vectors.output);
    loss = add(g, loss, key_only_of_heads(g, heads, count, group, key_only_weight));
    for (int i = 0; i < 2 && count > 1; i++)
        loss = add(g, loss,
                   cross_entropy(g, heads[i].masked, pointers[i]->targets, pointers[i]->weights));
    return loss;
}

/* ---- the training ---- */

/* Scales the weights of a kind of pointers by `to` over their sum in all shares. */
static void weigh(const Texts *t, bool of_kin, double to)
{
    double sum = 0;
    for (int i = 0; i < t->share_count; i++) {
        const Group *group = &t->shares[i].group;
        for (int k = 0; k < group->count; k++)
            sum += (of_kin ? &group->kin : &group->next)->weights[k];
    }
    for (int i = 0; i < t->share_count; i++) {
        Group *group = &t->shares[i].group;
        for (int k = 0; k < group->count; k++)
            (of_kin ? &group->kin : &group->next)->weights[k] *= to / sum;
    }
}

static int draw(const Training *training, void *texts, Arena *arena)
{
    int shares = texts_draw(training, texts, arena);
    weigh(texts, false, NEXT_WEIGHT);
    weigh(texts, true, KIN_WEIGHT);
    return shares;
}

static Node *loss(const Training *training, void *texts, Graph *g, int part)
{
    Asked asked = share_asked(training, texts, g, part);
    return pointed_objective(g, &asked, KEY_ONLY_WEIGHT / training->plan.recipe.batch);
}

Training *builtin_training(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, Model m)
{
    Training *training = context_training(arena, corpus, plan, m);
    Texts *texts = training->examples.data;
    Tensor vectors = parameter_value(m.parameters, "embeddings");
    texts->questioner = questioner_new(arena, corpus, TO_LEARN, vectors);
    training->examples.draw = draw;
    training->examples.loss = loss;
    return training;
}

Model context_fresh_heads(Arena *arena, const Model *model, int heads, uint64_t seed)
{
    ContextSizes sizes = *(const ContextSizes *)model->sizes;
    sizes.heads = heads;
    Model fresh = model_random(arena, model->kind, &sizes, seed);
    fresh.corpus = model->corpus;
    fresh.parameters->origin = model->parameters->origin;
    for (int i = 0; i < fresh.parameters->count; i++) {
        Parameter *p = &fresh.parameters->items[i];
        p->fixed = !parameter_is_projection(p);
        if (p->fixed)
            p->value = model->parameters->items[i].value;
    }
    return fresh;
}

/* ---- the file ---- */

bool parameter_is_projection(const Parameter *parameter)
{
    return begins_with(parameter->name, "W_");
}

/* Writes only scores that were measured. */
static void say_scores(WeightsFile *f, const Model *sets, const ContextScore *scores, int count)
{
    const char *text = arena_format(f->arena, "unigram: %.0f", scores->unigram);
    for (int i = 0; i < count; i++)
        text = arena_format(f->arena, "%s; %d heads: %.0f, causal %.0f", text,
                            model_size(&sets[i], "heads"), scores[i].all, scores[i].causal);
    weights_file_say(f, "held-out perplexity", scores->causal > 0 ? text : not_measured);
    for (int i = 0; i < count; i++)
        if (scores[i].heads.count)
            weights_file_say(f, arena_format(f->arena, "heads-%d", model_size(&sets[i], "heads")),
                             heads_measured_text(f->arena, &scores[i].heads));
}

void builtin_file_write(const char *path, const Corpus *corpus, const Model *sets,
                        const ContextScore *scores, int count, WeightsFile *file)
{
    Arena *arena = file->arena;
    Text heads = text_new(arena);
    Parameters *all = arena_alloc(arena, 1, sizeof *all);
    for (int i = 0; i < count; i++) {
        const Parameters *own = sets[i].parameters;
        text_format(&heads, "%s%d", i ? " " : "", model_size(&sets[i], "heads"));
        for (int k = 0; k < own->count; k++) {
            Parameter p = own->items[k];
            bool is_own = parameter_is_projection(&p);
            if (is_own && count > 1)
                p.name = arena_format(arena, "heads-%d/%s", model_size(&sets[i], "heads"), p.name);
            if (is_own || i == 0)
                all->items = arena_append(arena, all->items, &all->count, &p, sizeof p);
        }
    }
    Tensor *E = &parameter_find(all, "embeddings")->value;
    *E = tensor_copied(arena, *E);
    vector_scale(E->data, E->data, (real)sqrt(E->cols), (int)tensor_size(*E));
    file->parameters = all;
    say_scores(file, sets, scores, count);
    if (corpus->licence)
        weights_file_say(file, "licence", corpus->licence);
    weights_file_say(file, "heads", heads.data);
    weights_file_say(file, "vocabulary", lexicon_lines(arena, &corpus->vocabulary));
    whole_file_write(arena, path, safetensors_write, file);
}
