#include "support/builtin.h"

TrainingPlan builtin_plan(Arena *arena, const Corpus *corpus, int heads)
{
    enum { D_MODEL = 48 };
    int steps = context_kind.family->recipe.steps;
    TrainingPlan plan = context_plan(arena, corpus, D_MODEL, heads, steps, 1);
    plan.pointing = true;
    return plan;
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
