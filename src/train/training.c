#include "train/training.h"

#include "base/interrupt.h"
#include "base/number.h"
#include "tensor/processor.h"
#include "tensor/vector.h"

#include <string.h>

enum { LATEST = 50 }; /* steps that Training.loss follows */

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

typedef struct Working {
    Arena *arena;
    Examples examples;
    const Parameters *learned; /* changed in place */
    Moments *moments;
    int part_count, part_capacity;
    Part *parts;
    Arena *step_arena, *thread_arenas[MAX_THREADS];
} Working;

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
    for (int i = 0; i < w->part_capacity; i++)
        arena_free(w->parts[i].arena);
}

/* ---- a step ---- */

static void draw(Working *w, int step)
{
    arena_reset(w->step_arena);
    w->part_count = w->examples.draw(w->examples.data, w->step_arena, step);
    while (w->part_count > w->part_capacity)
        w->parts =
            arena_grow(w->arena, w->parts, w->part_capacity, &w->part_capacity, sizeof *w->parts);
    for (int i = 0; i < w->part_count; i++)
        if (!w->parts[i].arena)
            w->parts[i].arena = arena_new();
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

double training_step(Training *training)
{
    Working *w = training->working;
    draw(w, training->steps_done);
    run_shares(differentiate_share, w, thread_limit());
    if (interrupted()) /* and so not all of it was computed: graph/node.c */
        return training->loss;
    double loss = add_gradients(w);
    adam_step(&training->recipe, training->steps_done++, w->learned, w->moments);
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
