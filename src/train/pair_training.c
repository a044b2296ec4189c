#include "train/pair_training.h"

#include "base/number.h"

#include <math.h>

/* A larger group is cut in two or more, so that there is something to share among threads. */
enum { MOST_GROUP_PAIRS = 16 };

/* ---- the plan ---- */

TrainingPlan training_plan(Arena *arena, const ModelKind *kind, const void *sizes,
                           const PairSource *source, int steps, uint64_t seed)
{
    TrainingPlan plan = {
        .kind = kind,
        .sizes = model_sizes(arena, kind, sizes, source->source.count, source->target.count),
        .recipe = kind->family->recipe,
        .seed = seed,
    };
    ModelRecipe *r = &plan.recipe;
    r->steps = steps ? steps : r->steps;
    r->warm_up = smaller(r->warm_up, r->steps / 10);
    return plan;
}

/* ---- in words ---- */

/* "decay of matrices at most 0.6", where they differ. */
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
    const char *rate = family->recipe.warm_up ? arena_format(arena, "rising to %g in %d steps and",
                                                             r->learning_rate, r->warm_up)
                                              : arena_format(arena, "%g", r->learning_rate);
    return arena_format(arena,
                        "%d and %d words, %s; %d steps of %d sentences, Adam %s falling to 0, "
                        "gradients cut to %g, %s",
                        model_size(m, "source words"), model_size(m, "target words"),
                        family->described(arena, m), r->steps, r->batch, rate, r->clip_norm,
                        decay_text(arena, r));
}

/* ---- what it is scored by ---- */

PairSource usual_language(Arena *arena)
{
    return language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
}

Measured measured_pairs(Arena *arena, const PairSource *source)
{
    int most = CHOSEN_BY_PAIRS + MEASURED_PAIRS;
    Pair *held_out = arena_alloc(arena, (size_t)most, sizeof *held_out);
    int count = source->held_out(source, most, held_out);
    int first = larger(0, count - MEASURED_PAIRS);
    return (Measured){held_out + first, count - first,
                      count ? arena_format(arena, "%d to %d of those held out", first + 1, count)
                            : "none"};
}

/* ---- examples ---- */

SentencePairs pair_alone(Arena *arena, const ModelKind *kind, const Pair *pair)
{
    bool source = kind->family->predicts_source;
    int length = source ? pair->source_length : pair->target_length;
    int *target = arena_alloc(arena, (size_t)length + 1, sizeof *target);
    length =
        copy_with_end(source ? pair->source : pair->target, length, target) - kind_is_cloze(kind);
    return (SentencePairs){1, pair->source_length, length, pair->source, target, 1};
}

static SentencePairs group_of(Arena *arena, const ModelKind *kind, const Pair *pairs, int count)
{
    SentencePairs alone[MOST_GROUP_PAIRS];
    for (int g = 0; g < count; g++)
        alone[g] = pair_alone(arena, kind, &pairs[g]);
    return side_by_side(arena, alone, count);
}

/* How many pairs from here on are of equal lengths, and not too many for a group. */
static int group_size(const Pair *pairs, int left)
{
    int count = 1;
    while (count < smaller(left, MOST_GROUP_PAIRS) && same_lengths(&pairs[count], pairs))
        count++;
    return count;
}

static int draw(void *data, Arena *arena, int step)
{
    PairTraining *t = data;
    const Pair *pairs = pair_batch(&t->batches, step);
    int size = t->batches.size, groups = 0, words = 0;
    for (int from = 0; from < size; from += t->groups[groups++].sentences) {
        SentencePairs group =
            group_of(arena, t->model.kind, pairs + from, group_size(pairs + from, size - from));
        words += group.sentences * group.target_length;
        t->groups[groups] = group;
    }
    for (int i = 0; i < groups; i++)
        t->groups[i].weight = 1.0 / words;
    return groups;
}

static Node *loss(void *data, Graph *g, int part)
{
    const PairTraining *t = data;
    return model_loss(g, &t->model, &t->groups[part]);
}

/* ---- the training ---- */

PairTraining *pair_training_new(Arena *arena, const PairSource *source, const TrainingPlan *plan)
{
    int size = plan->recipe.batch;
    PairTraining *t = arena_alloc(arena, 1, sizeof *t);
    *t = (PairTraining){.arena = arena,
                        .source = source,
                        .plan = *plan,
                        .model = model_random(arena, plan->kind, plan->sizes, plan->seed),
                        .batches = pair_batches_new(arena, source, plan->seed, size),
                        .groups = arena_alloc(arena, (size_t)size, sizeof(SentencePairs))};
    t->model.end = END_WORD;
    int source_words = model_size(&t->model, "source words");
    int target_words = model_size(&t->model, "target words");
    CHECK(source_words == source->source.count && target_words == source->target.count,
          "a model of %d and %d words for a source of %d and %d", source_words, target_words,
          source->source.count, source->target.count);
    t->training =
        training_new(arena, t->model.parameters, &plan->recipe, (Examples){draw, loss, t});
    return t;
}

void parameters_round(Parameters *parameters)
{
    for (int i = 0; i < parameters->count; i++) {
        Tensor t = parameters->items[i].value;
        for (size_t k = 0; k < tensor_size(t); k++)
            t.data[k] = float16_nearest(t.data[k]);
    }
}

void pair_training_end(PairTraining *training)
{
    training_end(training->training);
    parameters_round(training->model.parameters);
}

/* ---- the file ---- */

/* The recipe, and whether it was followed to its end. */
static const char *what_was_done(const PairTraining *t)
{
    const char *recipe = recipe_text(t->arena, &t->plan.recipe, &t->model);
    int done = t->training->steps_done;
    if (done == t->plan.recipe.steps)
        return recipe;
    return arena_format(t->arena, "%s; broken off after %d step%s", recipe, done, plural(done));
}

/* The kind and those of its sizes that no tensor tells. */
static void add_sizes(const Model *m, Metadata *metadata)
{
    metadata_add(metadata, "kind", m->kind->name);
    for (const ModelField *field = m->kind->family->fields; field->name; field++) {
        int size = *field_in(m->sizes, field);
        if (field->source == FROM_METADATA)
            metadata_add(metadata, field->name,
                         field->choices ? field->choices[size]
                                        : arena_format(metadata->arena, "%d", size));
    }
}

bool pair_file_write(const PairTraining *t, const char *path, const char *score, Error *error)
{
    Arena *arena = t->arena;
    const Parameters *p = t->model.parameters;
    NamedTensor *tensors = arena_alloc(arena, (size_t)p->count, sizeof *tensors);
    for (int i = 0; i < p->count; i++)
        tensors[i] = (NamedTensor){p->items[i].name, p->items[i].value, FLOAT16};
    Metadata m = {.arena = arena};
    add_sizes(&t->model, &m);
    metadata_add_training(&m, t->training, t->source->origin, what_was_done(t), t->plan.seed);
    metadata_add(&m, "held-out", score);
    metadata_add(&m, "held-out sentences", measured_pairs(arena, t->source).range);
    metadata_add(&m, "source vocabulary", lexicon_lines(arena, &t->source->source));
    metadata_add(&m, "target vocabulary", lexicon_lines(arena, &t->source->target));
    return weights_file_write(path, tensors, p->count, &m, error);
}
