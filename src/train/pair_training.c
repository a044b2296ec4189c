#include "train/pairs.h"

#include "base/folder.h"

/* Larger groups are split, so that threads can share them. */
enum { MOST_GROUP_PAIRS = 16 };

/* ---- the plan ---- */

TrainingPlan pair_plan(Arena *arena, const ModelKind *kind, const void *sizes,
                       const PairSource *source, int steps, uint64_t seed)
{
    void *own = model_sizes(arena, kind, sizes, source->source.count, source->target.count);
    return training_plan(kind, own, steps, seed);
}

/* ---- in words ---- */

/* "decay of matrices at most 0.6"; "at most" if they differ. */
static const char *decay_text(Arena *arena, const ModelRecipe *r)
{
    double most = 0;
    bool same = true;
    for (const WeightDecay *d = r->decays; d->names; d++)
        most = fmax(most, fmax(d->early, d->late));
    for (const WeightDecay *d = r->decays; d->names; d++)
        same = same && d->early == d->late && (d->late == 0 || d->late == most);
    return arena_format(arena, "decay of matrices %s%g", same ? "" : "at most ", most);
}

const char *recipe_text(Arena *arena, const ModelRecipe *r, const Model *m)
{
    const ModelFamily *family = m->kind->family;
    const char *rise = arena_format(arena, " in %d step%s and", r->warm_up, plural(r->warm_up));
    bool rises = family->recipe.warm_up;
    return arena_format(arena,
                        "%d and %d words, %s; %d step%s of %d sentences, Adam %s%g%s falling to 0, "
                        "gradients cut to %g, %s",
                        model_size(m, "source words") - SPECIAL_PAIR_WORDS,
                        model_size(m, "target words") - SPECIAL_PAIR_WORDS,
                        family->described(arena, m), r->steps, plural(r->steps), r->batch,
                        rises ? "rising to " : "", r->learning_rate, rises ? rise : "",
                        (double)CLIP_NORM, decay_text(arena, r));
}

/* ---- what it is scored by ---- */

Measured measured_pairs(Arena *arena, const PairSource *source)
{
    int most = CHOSEN_BY_PAIRS + MEASURED_PAIRS;
    Pair *held_out = arena_alloc(arena, (size_t)most, sizeof *held_out);
    int count = source->held_out(source, 0, most, held_out);
    int first = larger(0, count - MEASURED_PAIRS);
    const char *range = arena_format(arena, "%d to %d of those held out", first + 1, count);
    const char *few = count ? "the one held out" : "none";
    return (Measured){held_out + first, count - first, count > 1 ? range : few};
}

/* ---- examples ---- */

SentencePairs pair_group(Arena *arena, const ModelKind *kind, const Pair *pairs, int count)
{
    bool own = kind->family->predicts_source;
    int read = pairs->source_length, words = own ? read : pairs->target_length;
    int predicted = words + !kind_is_cloze(kind);
    int *source = arena_alloc(arena, (size_t)(read * count), sizeof *source);
    int *target = arena_alloc(arena, (size_t)(predicted * count), sizeof *target);
    for (int g = 0; g < count; g++) {
        for (int t = 0; t < read; t++)
            source[t * count + g] = pairs[g].source[t];
        for (int t = 0; t < predicted; t++)
            target[t * count + g] = t == words ? END_WORD
                                    : own      ? pairs[g].source[t]
                                               : pairs[g].target[t];
    }
    return (SentencePairs){count, read, predicted, source, target, 1};
}

/* The number of leading pairs with equal lengths, at most MOST_GROUP_PAIRS. */
static int group_size(const Pair *pairs, int left)
{
    int count = 1;
    while (count < smaller(left, MOST_GROUP_PAIRS) &&
           pairs[count].source_length == pairs->source_length &&
           pairs[count].target_length == pairs->target_length)
        count++;
    return count;
}

static int draw(const Training *t, void *data, Arena *arena)
{
    PairBatches *b = data;
    const Pair *pairs = pair_batch(b, t->steps_done);
    int size = b->size, groups = 0, words = 0;
    for (int from = 0; from < size; from += b->groups[groups++].sentences)
        b->groups[groups] =
            pair_group(arena, t->plan.kind, pairs + from, group_size(pairs + from, size - from));
    for (int i = 0; i < groups; i++)
        words += b->groups[i].sentences * b->groups[i].target_length;
    for (int i = 0; i < groups; i++)
        b->groups[i].weight = 1.0 / words;
    return groups;
}

static Node *loss(const Training *t, void *data, Graph *g, int part)
{
    const PairBatches *b = data;
    const SentencePairs *pairs = &b->groups[part];
    return predictions_loss(g, t->model.kind->family->predict(g, &t->model, pairs, true),
                            pairs->weight);
}

/* ---- the training ---- */

Training *pair_training(Arena *arena, const PairSource *source, const TrainingPlan *plan)
{
    PairBatches b = pair_batches_new(arena, source, plan->seed, plan->recipe.batch);
    Model m = model_random(arena, plan->kind, plan->sizes, plan->seed);
    m.end = END_WORD;
    m.source = source->source;
    m.target = source->target;
    m.corpus = source->origin;
    return training_new(arena, plan, m, (Examples){draw, loss, arena_copy(arena, &b, sizeof b)});
}

void parameters_round(Parameters *parameters)
{
    const NumberType *type = &number_types[FLOAT16];
    for (int i = 0; i < parameters->count; i++) {
        Tensor t = parameters->items[i].value;
        for (size_t k = 0; k < tensor_size(t); k++)
            t.data[k] = (real)type->number(type->bits((double)t.data[k]));
    }
}

/* ---- the file ---- */

/* The kind and the sizes that no tensor's shape tells. */
static void say_sizes(const Model *m, WeightsFile *file)
{
    weights_file_say(file, "kind", m->kind->name);
    for (const ModelField *field = m->kind->family->fields; field->name; field++) {
        int size = *field_in(m->sizes, field);
        if (field->source == FROM_METADATA)
            weights_file_say(file, field->name,
                             field->choices ? field->choices[size]
                                            : arena_format(file->arena, "%d", size));
    }
}

void pair_file_write(const Training *t, const PairSource *source, const char *path)
{
    const Model *m = &t->model;
    int done = t->steps_done;
    const char *recipe = recipe_text(t->arena, &t->plan.recipe, m);
    if (done < t->plan.recipe.steps)
        recipe =
            arena_format(t->arena, "%s; broken off after %d step%s", recipe, done, plural(done));
    WeightsFile file = {.arena = t->arena, .parameters = m->parameters, .precision = FLOAT16};
    say_sizes(m, &file);
    weights_file_say_training(&file, t, recipe);
    weights_file_say(&file, "held-out", m->score ? m->score : not_measured);
    weights_file_say(&file, "held-out sentences", measured_pairs(t->arena, source).range);
    weights_file_say(&file, "source vocabulary", lexicon_lines(t->arena, &source->source));
    weights_file_say(&file, "target vocabulary", lexicon_lines(t->arena, &source->target));
    whole_file_write(t->arena, path, safetensors_write, &file);
}
