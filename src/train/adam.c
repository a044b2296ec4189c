#include "train/adam.h"

#include "tensor/processor.h"
#include "tensor/vector.h"

#include <fnmatch.h>
#include <math.h>

static const double DECAY_1 = 0.9, DECAY_2 = 0.99;
static const real EPSILON = (real)1e-8;

/* ---- one tensor ---- */

static Moments moments_new(Arena *arena, Tensor value)
{
    return (Moments){.value = value,
                     .gradient = tensor_new(arena, value.rows, value.cols),
                     .first = tensor_new(arena, value.rows, value.cols),
                     .second = tensor_new(arena, value.rows, value.cols)};
}

static double power(double x, int n)
{
    double result = 1;
    for (; n; n /= 2, x *= x)
        result *= n % 2 ? x : 1;
    return result;
}

/* θ ← θ − rate m̂/(√v̂ + ε) after step number `step`, from 1, with the gradient times `factor`;
   rows from … to − 1. */
static void update_rows(const Moments *moments, int from, int to, int step, double rate,
                        double factor)
{
    const real d1 = (real)DECAY_1, d2 = (real)DECAY_2, scale = (real)factor;
    const real speed = (real)(rate / (1 - power(DECAY_1, step)));
    const real correction = (real)(1 / (1 - power(DECAY_2, step)));
    size_t cols = (size_t)moments->value.cols;
    real *value = moments->value.data, *m = moments->first.data, *v = moments->second.data;
    const real *gradient = moments->gradient.data;
    for (size_t i = (size_t)from * cols; i < (size_t)to * cols; i++) {
        real g = gradient[i] * scale;
        m[i] = d1 * m[i] + (1 - d1) * g;
        v[i] = d2 * v[i] + (1 - d2) * (g * g);
        value[i] -= speed * m[i] / ((real)sqrt(v[i] * correction) + EPSILON);
    }
}

/* ---- the recipe ---- */

double learning_rate(const ModelRecipe *r, int step)
{
    if (step < r->warm_up)
        return r->learning_rate * (step + 1) / r->warm_up;
    return r->learning_rate * (r->steps - step) / (r->steps - r->warm_up);
}

double weight_decay(const ModelRecipe *r, const char *name, int step)
{
    const WeightDecay *decay = r->decays;
    while (decay->names && fnmatch(decay->names, name, 0) != 0)
        decay++;
    CHECK(decay->names, "nothing says how %s decays", name);
    return step < r->early_part * r->steps ? decay->early : decay->late;
}

/* ---- all of a model ---- */

Optimizer optimizer_new(Arena *arena, const Parameters *learned, const ModelRecipe *recipe)
{
    Optimizer o = {.learned = learned, .recipe = *recipe};
    o.moments = arena_alloc(arena, (size_t)learned->count, sizeof *o.moments);
    for (int i = 0; i < learned->count; i++)
        if (!learned->items[i].fixed)
            o.moments[i] = moments_new(arena, learned->items[i].value);
    return o;
}

void optimizer_clear(const Optimizer *o)
{
    for (int i = 0; i < o->learned->count; i++)
        for (size_t k = 0; k < tensor_size(o->moments[i].gradient); k++)
            o->moments[i].gradient.data[k] = 0;
}

static double gradient_norm(const Optimizer *o)
{
    double squares = 0;
    for (int i = 0; i < o->learned->count; i++) {
        Tensor gradient = o->moments[i].gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)vector_dot(tensor_row(gradient, row), tensor_row(gradient, row),
                                          gradient.cols);
    }
    return sqrt(squares);
}

/* Each thread has a part of every tensor's rows. Weights decay: θ ← (1 − rate · decay) θ. */
static void update_share(const void *job, int part, int parts)
{
    const Optimizer *o = job;
    double rate = learning_rate(&o->recipe, o->steps_done);
    for (int i = 0; i < o->learned->count; i++) {
        const Moments *m = &o->moments[i];
        long rows = m->value.rows;
        int from = (int)(rows * part / parts), to = (int)(rows * (part + 1) / parts);
        double decay = weight_decay(&o->recipe, o->learned->items[i].name, o->steps_done);
        if (from < to && decay > 0)
            vector_scale(tensor_row(m->value, from), (real)(1 - rate * decay),
                         (to - from) * m->value.cols);
        if (from < to)
            update_rows(m, from, to, o->steps_done + 1, rate, o->factor);
    }
}

void optimizer_step(Optimizer *o)
{
    double norm = gradient_norm(o), most = o->recipe.clip_norm;
    o->factor = norm > most ? most / norm : 1;
    run_shares(update_share, o, thread_limit());
    o->steps_done++;
}
