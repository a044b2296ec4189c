#include "train/training.h"

#include "base/interrupt.h"
#include "base/number.h"
#include "base/whole_file.h"
#include "tensor/processor.h"
#include "tensor/vector.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

enum { LATEST = 50 }; /* steps that Training.loss follows */

static const double DECAY_1 = 0.9, DECAY_2 = 0.99;
static const real EPSILON = (real)1e-8;

/* Of one parameter; its rows belong to the `chosen` ones of those that are trained. */
typedef struct Gradient {
    Tensor values; /* without rows for a parameter that is fixed */
    const int *chosen;
} Gradient;

/* What a part of a step's examples contributes. */
typedef struct Part {
    Arena *arena; /* of the gradients; NULL before the part is first used */
    double loss;
    Gradient *gradients; /* one a parameter */
} Part;

/* A parameter's gradient in this step, and what Adam remembers of those before: all of its shape,
   without rows where it is fixed. */
typedef struct Moments {
    Tensor gradient, first, second;
} Moments;

typedef struct Working {
    Arena *arena;
    Examples examples;
    const Parameters *learned;  /* changed in place */
    Moments *moments;           /* one a parameter */
    double factor;              /* of the step's gradients, so that they are not too long */
    int part_count, parts_made; /* of the step, of any */
    Part *parts;
    Arena *step_arena, *thread_arenas[MAX_THREADS];
} Working;

/* All 0. */
static Moments *moments_new(Arena *arena, const Parameters *learned)
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

Training *training_new(Arena *arena, const Parameters *parameters, const ModelRecipe *recipe,
                       Examples examples)
{
    Training *t = arena_alloc(arena, 1, sizeof *t);
    Working *w = arena_alloc(arena, 1, sizeof *w);
    *w = (Working){.arena = arena,
                   .examples = examples,
                   .learned = parameters,
                   .moments = moments_new(arena, parameters),
                   .step_arena = arena_new()};
    for (int i = 0; i < MAX_THREADS; i++)
        w->thread_arenas[i] = arena_new();
    *t = (Training){.recipe = *recipe, .working = w};
    return t;
}

void training_end(Training *training)
{
    Working *w = training->working;
    arena_free(w->step_arena);
    for (int i = 0; i < MAX_THREADS; i++)
        arena_free(w->thread_arenas[i]);
    for (int i = 0; i < w->parts_made; i++)
        arena_free(w->parts[i].arena);
}

/* ---- a step ---- */

static void draw(Working *w, int step)
{
    arena_reset(w->step_arena);
    w->part_count = w->examples.draw(w->examples.data, w->step_arena, step);
    for (; w->parts_made < w->part_count; w->parts_made++) {
        w->parts = arena_grow(w->arena, w->parts, w->parts_made, sizeof *w->parts);
        w->parts[w->parts_made].arena = arena_new();
    }
}

/* From the nodes, whose memory is used again. */
static void keep_gradients(const Parameters *p, Part *part)
{
    arena_reset(part->arena);
    part->gradients = arena_alloc(part->arena, (size_t)p->count, sizeof *part->gradients);
    for (int i = 0; i < p->count; i++)
        if (p->items[i].node->wants_grad)
            part->gradients[i] =
                (Gradient){tensor_copied(part->arena, p->items[i].node->grad), p->items[i].chosen};
}

static void differentiate_share(const void *job, int share, int shares)
{
    const Working *w = job;
    for (int i = share; i < w->part_count; i += shares) {
        arena_reset(w->thread_arenas[share]);
        Graph *g = graph_new(w->thread_arenas[share]);
        Node *loss = w->examples.loss(w->examples.data, g, i);
        graph_backward(g, loss);
        w->parts[i].loss = (double)loss->value.data[0];
        keep_gradients(g->parameters, &w->parts[i]);
    }
}

/* The parts' gradients in their order; the loss of the step. */
static double add_gradients(const Working *w)
{
    double loss = 0;
    for (int k = 0; k < w->part_count; k++)
        loss += w->parts[k].loss;
    for (int i = 0; i < w->learned->count; i++) {
        Tensor sum = w->moments[i].gradient;
        if (sum.rows)
            memset(sum.data, 0, tensor_size(sum) * sizeof(real));
        for (int k = 0; k < w->part_count; k++) {
            Gradient part = w->parts[k].gradients[i];
            for (int row = 0; row < part.values.rows; row++)
                vector_add_scaled(tensor_row(sum, part.chosen ? part.chosen[row] : row), 1,
                                  tensor_row(part.values, row), sum.cols);
        }
    }
    return loss;
}

/* ---- how it changes the parameters ---- */

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

static double gradient_norm(const Working *w)
{
    double squares = 0;
    for (int i = 0; i < w->learned->count; i++) {
        Tensor gradient = w->moments[i].gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)vector_dot(tensor_row(gradient, row), tensor_row(gradient, row),
                                          gradient.cols);
    }
    return sqrt(squares);
}

/* Each thread has a part of every tensor's rows. Weights decay: θ ← (1 − rate · decay) θ. */
static void update_share(const void *job, int part, int parts)
{
    const Training *t = job;
    const Working *w = t->working;
    double rate = learning_rate(&t->recipe, t->steps_done);
    for (int i = 0; i < w->learned->count; i++) {
        const Parameter *p = &w->learned->items[i];
        long rows = w->moments[i].gradient.rows;
        int from = (int)(rows * part / parts), to = (int)(rows * (part + 1) / parts);
        double decay = weight_decay(&t->recipe, p->name, t->steps_done);
        if (from == to)
            continue;
        if (decay > 0)
            vector_scale(tensor_row(p->value, from), (real)(1 - rate * decay),
                         (to - from) * p->value.cols);
        update_rows(p->value, &w->moments[i], from, to, t->steps_done + 1, rate, w->factor);
    }
}

double training_step(Training *training)
{
    Working *w = training->working;
    draw(w, training->steps_done);
    run_shares(differentiate_share, w, thread_limit());
    if (interrupted()) /* and so not all of it was computed: graph/node.c */
        return training->loss;
    double loss = add_gradients(w);
    double norm = gradient_norm(w), most = training->recipe.clip_norm;
    w->factor = norm > most ? most / norm : 1;
    run_shares(update_share, training, thread_limit());
    training->steps_done++;
    training->loss += (loss - training->loss) / smaller(training->steps_done, LATEST);
    return loss;
}

/* ---- what a file says of it ---- */

void metadata_add(Metadata *m, const char *name, const char *text)
{
    CHECK(m->count < MOST_METADATA, "no room for %s", name);
    m->texts[m->count++] = (NamedText){name, text, NULL};
}

void metadata_add_training(Metadata *m, const Training *training, const char *corpus,
                           const char *recipe, uint64_t seed)
{
    metadata_add(m, "corpus", corpus);
    metadata_add(m, "recipe", recipe);
    metadata_add(m, "steps",
                 arena_format(m->arena, "%d of %d", training->steps_done, training->recipe.steps));
    metadata_add(m, "seed", arena_format(m->arena, "%ju", (uintmax_t)seed));
}

typedef struct WeightsFile {
    const NamedTensor *tensors;
    int count;
    const Metadata *metadata;
} WeightsFile;

static void put_weights(FILE *stream, const void *data)
{
    const WeightsFile *f = data;
    safetensors_write(stream, f->tensors, f->count, f->metadata->texts, f->metadata->count);
}

bool weights_file_write(const char *path, const NamedTensor *tensors, int count,
                        const Metadata *metadata, Error *error)
{
    WeightsFile file = {tensors, count, metadata};
    return whole_file_write(metadata->arena, path, put_weights, &file, error);
}
