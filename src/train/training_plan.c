#include "train/training_plan.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

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
                        family->described(arena, m), r->steps, r->pairs, rate, r->clip_norm,
                        decay_text(arena, r));
}

/* ---- what it is scored by ---- */

PairSource usual_language(Arena *arena)
{
    return language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
}

/* What is held out, and the first that is measured. */
typedef struct HeldOut {
    Pair *pairs;
    int count, first;
} HeldOut;

static HeldOut held_out(Arena *arena, const PairSource *source)
{
    int most = CHOSEN_BY_PAIRS + MEASURED_PAIRS;
    HeldOut h = {.pairs = arena_alloc(arena, (size_t)most, sizeof *h.pairs)};
    h.count = source->held_out(source, most, h.pairs);
    h.first = h.count > MEASURED_PAIRS ? h.count - MEASURED_PAIRS : 0;
    return h;
}

int measured_pairs(Arena *arena, const PairSource *source, Pair *pairs)
{
    HeldOut h = held_out(arena, source);
    memcpy(pairs, h.pairs + h.first, (size_t)(h.count - h.first) * sizeof *pairs);
    return h.count - h.first;
}

const char *measured_range(Arena *arena, const PairSource *source)
{
    HeldOut h = held_out(arena, source);
    if (!h.count)
        return "none";
    return arena_format(arena, "%d to %d of those held out", h.first + 1, h.count);
}
