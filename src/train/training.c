#include "train/training.h"

enum { LATEST = 50 }; /* window of the running mean in Training.loss */

static const double DECAY_1 = 0.9, DECAY_2 = 0.99;
static const real EPSILON = (real)1e-8;

/* The gradient of one parameter in one part: of its rows `chosen`, or of all. */
typedef struct Gradient {
    Tensor values; /* no rows if the parameter is fixed */
    const int *chosen;
} Gradient;

/* The work of one part of a batch. */
typedef struct StepPart {
    Arena *arena; /* for the gradients */
    double loss;
    Gradient *gradients; /* per parameter */
} StepPart;

/* A parameter's gradient in this step, and Adam's first and second moments: of its shape, without
   rows if it is fixed. */
typedef struct Moments {
    Tensor gradient, first, second;
} Moments;

TrainingPlan training_plan(const ModelKind *kind, void *sizes, int steps, uint64_t seed)
{
    TrainingPlan plan = {kind, sizes, kind->family->recipe, seed};
    ModelRecipe *r = &plan.recipe;
    r->steps = steps ? steps : r->steps;
    r->warm_up = smaller(r->warm_up, r->steps / 10);
    return plan;
}

Training *training_new(Arena *arena, const TrainingPlan *plan, Model model, Examples examples)
{
    size_t learned = (size_t)model.parameters->count;
    Training t = {.arena = arena,
                  .plan = *plan,
                  .model = model,
                  .examples = examples,
                  .moments = arena_alloc(arena, learned, sizeof *t.moments),
                  .parts = arena_alloc(arena, (size_t)plan->recipe.batch, sizeof *t.parts),
                  .working = arena_within(arena)};
    for (size_t i = 0; i < learned; i++) {
        const Parameter *p = &model.parameters->items[i];
        int rows = p->fixed ? 0 : p->rows;
        t.moments[i] = (Moments){tensor_new(arena, rows, p->cols), tensor_new(arena, rows, p->cols),
                                 tensor_new(arena, rows, p->cols)};
    }
    t.step_arena = arena_within(t.working);
    for (int i = 0; i < plan->recipe.batch; i++)
        t.parts[i].arena = arena_within(t.working);
    for (int i = 0; i < MAX_THREADS; i++)
        t.thread_arenas[i] = arena_within(t.working);
    return arena_copy(arena, &t, sizeof t);
}

void training_end(Training *t)
{
    arena_reset(t->working);
}

/* ---- a step ---- */

static void differentiate_share(const void *job, int share, int shares)
{
    const Training *t = job;
    for (int i = share; i < t->part_count; i += shares) {
        arena_reset(t->thread_arenas[share]);
        Graph *g = graph_new(t->thread_arenas[share]);
        Node *loss = t->examples.loss(t, t->examples.data, g, i);
        graph_backward(g, loss);
        StepPart *part = &t->parts[i];
        const Parameters *p = g->parameters;
        part->loss = (double)loss->value.data[0];
        /* frees the nodes of the previous step */
        arena_reset(part->arena);
        part->gradients = arena_alloc(part->arena, (size_t)p->count, sizeof *part->gradients);
        for (int k = 0; k < p->count; k++)
            if (p->items[k].node->wants_grad)
                part->gradients[k] = (Gradient){tensor_copied(part->arena, p->items[k].node->grad),
                                                p->items[k].chosen};
    }
}

/* Sums the parts' gradients in order; returns the loss of the step. */
static double add_gradients(const Training *t)
{
    double loss = 0;
    for (int k = 0; k < t->part_count; k++)
        loss += t->parts[k].loss;
    for (int i = 0; i < t->model.parameters->count; i++) {
        Tensor sum = t->moments[i].gradient;
        memset(sum.data, 0, tensor_size(sum) * sizeof(real));
        for (int k = 0; k < t->part_count; k++) {
            Gradient part = t->parts[k].gradients[i];
            for (int row = 0; row < part.values.rows; row++)
                vector_add_scaled(tensor_row(sum, part.chosen ? part.chosen[row] : row), 1,
                                  tensor_row(part.values, row), sum.cols);
        }
    }
    return loss;
}

/* ---- the update ---- */

static double power(double x, int n)
{
    double result = 1;
    for (; n; n /= 2, x *= x)
        result *= n % 2 ? x : 1;
    return result;
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
    while (decay->names && !id_matches(decay->names, name))
        decay++;
    CHECK(decay->names, "nothing says how %s decays", name);
    return step < r->early_part * r->steps ? decay->early : decay->late;
}

static double gradient_norm(const Training *t)
{
    double squares = 0;
    for (int i = 0; i < t->model.parameters->count; i++) {
        Tensor gradient = t->moments[i].gradient;
        for (int row = 0; row < gradient.rows; row++)
            squares += (double)dot_of_rows(gradient, row, gradient, row);
    }
    return sqrt(squares);
}

/* Each thread updates a range of rows of every tensor: θ ← θ − rate m̂/(√v̂ + ε), with the gradient
   scaled by `factor` and steps counted from 1, after decoupled weight decay, θ ← (1 − rate · decay)
   θ. */
static void update_share(const void *job, int part, int parts)
{
    const Training *t = job;
    const real d1 = (real)DECAY_1, d2 = (real)DECAY_2, scale = (real)t->factor;
    double rate = learning_rate(&t->plan.recipe, t->steps_done);
    const real speed = (real)(rate / (1 - power(DECAY_1, t->steps_done + 1)));
    const real correction = (real)(1 / (1 - power(DECAY_2, t->steps_done + 1)));
    for (int i = 0; i < t->model.parameters->count; i++) {
        const Parameter *p = &t->model.parameters->items[i];
        const Moments *of = &t->moments[i];
        long rows = of->gradient.rows;
        int from = (int)(rows * part / parts), to = (int)(rows * (part + 1) / parts);
        int size = (to - from) * p->value.cols;
        double decay = weight_decay(&t->plan.recipe, p->name, t->steps_done);
        const real *gradient = tensor_row(of->gradient, from);
        real *m = tensor_row(of->first, from), *v = tensor_row(of->second, from);
        real *value = tensor_row(p->value, from);
        if (decay > 0)
            vector_scale(value, value, (real)(1 - rate * decay), size);
        for (int k = 0; k < size; k++) {
            real g = gradient[k] * scale;
            m[k] = d1 * m[k] + (1 - d1) * g;
            v[k] = d2 * v[k] + (1 - d2) * (g * g);
            value[k] -= speed * m[k] / ((real)sqrt(v[k] * correction) + EPSILON);
        }
    }
}

double training_step(Training *t)
{
    arena_reset(t->step_arena);
    t->part_count = t->examples.draw(t, t->examples.data, t->step_arena);
    run_shares(differentiate_share, t, thread_limit());
    if (interrupted()) /* the step is incomplete: see graph/node.c */
        return t->loss;
    double loss = add_gradients(t), norm = gradient_norm(t), most = CLIP_NORM;
    t->factor = norm > most ? most / norm : 1;
    run_shares(update_share, t, thread_limit());
    t->steps_done++;
    t->loss += (loss - t->loss) / smaller(t->steps_done, LATEST);
    return loss;
}

/* ---- what a file says of it ---- */

const char not_measured[] = "not measured: memory ran out";

void weights_file_say(WeightsFile *f, const char *name, const char *text)
{
    f->texts =
        arena_append(f->arena, f->texts, &f->count, &(NamedText){name, text}, sizeof *f->texts);
}

void weights_file_say_training(WeightsFile *f, const Training *t, const char *recipe)
{
    weights_file_say(f, "corpus", t->model.corpus);
    weights_file_say(f, "recipe", recipe);
    weights_file_say(f, "steps",
                     arena_format(f->arena, "%d of %d", t->steps_done, t->plan.recipe.steps));
    weights_file_say(f, "seed", arena_format(f->arena, "%ju", (uintmax_t)t->plan.seed));
}
