#include "train/training.h"

#include "tensor/processor.h"
#include "tensor/vector.h"

#include <fnmatch.h>
#include <math.h>

static const double DECAY_1 = 0.9, DECAY_2 = 0.99;
static const real EPSILON = (real)1e-8;

/* ---- one tensor ---- */

static double power(double x, int n)
{
    double result = 1;
    for (; n; n /= 2, x *= x)
        result *= n % 2 ? x : 1;
    return result;
}

/* θ ← θ − rate m̂/(√v̂ + ε) after step number `step`, from 1, with the gradient times `factor`;
   rows from … to − 1. */
static void update_rows(Tensor values, const Moments *moments, int from, int to, int step,
                        double rate, double factor)
{
    const real d1 = (real)DECAY_1, d2 = (real)DECAY_2, scale = (real)factor;
    const real speed = (real)(rate / (1 - power(DECAY_1, step)));
    const real correction = (real)(1 / (1 - power(DECAY_2, step)));
    size_t cols = (size_t)values.cols;
    real *value = values.data, *m = moments->first.data, *v = moments->second.data;
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

Moments *moments_new(Arena *arena, const Parameters *learned)
{
    Moments *moments = arena_alloc(arena, (size_t)learned->count, sizeof *moments);
    for (int i = 0; i < learned->count; i++) {
        const Parameter *p = &learned->items[i];
        if (!p->fixed)
            moments[i] =
                (Moments){tensor_new(arena, p->rows, p->cols), tensor_new(arena, p->rows, p->cols),
                          tensor_new(arena, p->rows, p->cols)};
    }
    return moments;
}

static double gradient_norm(const Moments *moments, int count)
{
    double squares = 0;
    for (int i = 0; i < count; i++) {
        Tensor gradient = moments[i].gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)vector_dot(tensor_row(gradient, row), tensor_row(gradient, row),
                                          gradient.cols);
    }
    return sqrt(squares);
}

typedef struct Update {
    const ModelRecipe *recipe;
    int step;
    const Parameters *learned;
    const Moments *moments;
    double factor; /* of the gradients, so that they are not too long */
} Update;

/* Each thread has a part of every tensor's rows. Weights decay: θ ← (1 − rate · decay) θ. */
static void update_share(const void *job, int part, int parts)
{
    const Update *u = job;
    double rate = learning_rate(u->recipe, u->step);
    for (int i = 0; i < u->learned->count; i++) {
        Tensor values = u->learned->items[i].value;
        long rows = u->moments[i].gradient.rows;
        int from = (int)(rows * part / parts), to = (int)(rows * (part + 1) / parts);
        double decay = weight_decay(u->recipe, u->learned->items[i].name, u->step);
        if (from == to)
            continue;
        if (decay > 0)
            vector_scale(tensor_row(values, from), (real)(1 - rate * decay),
                         (to - from) * values.cols);
        update_rows(values, &u->moments[i], from, to, u->step + 1, rate, u->factor);
    }
}

void adam_step(const ModelRecipe *recipe, int step, const Parameters *learned,
               const Moments *moments)
{
    double norm = gradient_norm(moments, learned->count), most = recipe->clip_norm;
    Update update = {recipe, step, learned, moments, norm > most ? most / norm : 1};
    run_shares(update_share, &update, thread_limit());
}
