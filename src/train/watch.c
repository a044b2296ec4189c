#include "train/watch.h"

#include "graph/ops.h"
#include "tensor/vector.h"
#include "train/perplexity.h"

#include <math.h>
#include <string.h>

enum {
    HELD_OUT_SENTENCES = 200, /* a measurement takes as long as a few steps */
    PERPLEXITY_EVERY = 500,   /* and at every power of two */
    MOST_SNAPSHOTS = 16,      /* 0, the powers of ten, the last */
    LATEST = 50               /* steps, for watch_loss */
};

typedef struct Series {
    int count;
    double *steps, *values;
} Series;

struct Watch {
    Arena *arena;
    Graph *graph; /* of the snapshots */
    const Corpus *corpus;
    const Learned *learned;
    int steps_asked, steps_done;
    const char *const *keys;
    int n;
    Vocabulary vocabulary;
    Snapshot snapshots[MOST_SNAPSHOTS];
    int snapshot_count;
    Series loss, perplexity;
    double loss_sum; /* since the last point of `loss` */
    double latest[LATEST];
    double first_perplexity;
};

/* ---- when ---- */

static bool is_power(int number, int base)
{
    while (number > 1 && number % base == 0)
        number /= base;
    return number == 1;
}

/* The point of the loss after this one: each step at first, then an eighth farther every time. */
static int next_loss_step(int step)
{
    return step + (step < 8 ? 1 : step / 8);
}

static Series series_new(Arena *arena, int most)
{
    return (Series){.steps = arena_alloc(arena, (size_t)most, sizeof(double)),
                    .values = arena_alloc(arena, (size_t)most, sizeof(double))};
}

static void series_add(Series *series, int step, double value)
{
    series->steps[series->count] = step;
    series->values[series->count++] = value;
}

static int last_step(const Series *series)
{
    return series->count ? (int)series->steps[series->count - 1] : 0;
}

/* ---- what ---- */

static Tensor copied(Arena *arena, Tensor t)
{
    Tensor copy = tensor_new(arena, t.rows, t.cols);
    memcpy(copy.data, t.data, tensor_size(t) * sizeof *t.data);
    return copy;
}

/* As the weights file will have them (train/weights_file.h): the words' vectors are √d·E. */
static void take_snapshot(Watch *w)
{
    const Tensor *t = w->learned->tensors;
    int d = t[LEARNED_EMBEDDINGS].cols;
    Weights weights = {.embeddings = t[LEARNED_EMBEDDINGS],
                       .vocabulary = w->vocabulary,
                       .W_Q = copied(w->arena, t[LEARNED_W_Q]),
                       .W_K = copied(w->arena, t[LEARNED_W_K]),
                       .W_V = copied(w->arena, t[LEARNED_W_V]),
                       .W_O = copied(w->arena, t[LEARNED_W_O]),
                       .heads = w->learned->heads,
                       .origin = arena_format(w->arena, "step %d of training", w->steps_done)};
    WordVectors vectors = word_vectors(w->arena, &weights, w->keys, w->n);
    vector_scale(vectors.table.data, (real)sqrt(d), (int)tensor_size(vectors.table));
    SelfAttentionSettings settings = {
        .heads = w->learned->heads, .positions = true, .scale = SCALE_ROOT};
    Snapshot *s = &w->snapshots[w->snapshot_count++];
    *s = (Snapshot){.step = w->steps_done,
                    .attention = self_attention(w->graph, &weights, vectors, w->n, settings)};
    if (s != w->snapshots)
        s->change =
            subtract(w->graph, s->attention.embeddings, w->snapshots[0].attention.embeddings);
}

static double measure(const Watch *w)
{
    return perplexity(w->corpus, w->learned, SEES_ALL, HELD_OUT_SENTENCES);
}

static void add_loss(Watch *w)
{
    int since = w->steps_done - last_step(&w->loss);
    series_add(&w->loss, w->steps_done, w->loss_sum / since);
    w->loss_sum = 0;
}

/* ---- the whole ---- */

static int most_loss_points(int steps)
{
    int count = 1;
    for (int step = 1; step < steps; step = next_loss_step(step))
        count++;
    return count;
}

Watch *watch_new(Arena *arena, const Corpus *corpus, const Learned *learned, int steps,
                 const char *const *keys, int n)
{
    Watch *w = arena_alloc(arena, 1, sizeof *w);
    *w = (Watch){.arena = arena,
                 .graph = graph_new(arena),
                 .corpus = corpus,
                 .learned = learned,
                 .steps_asked = steps,
                 .keys = keys,
                 .n = n};
    w->vocabulary = vocabulary_new(arena, corpus->words, corpus->word_count);
    w->loss = series_new(arena, most_loss_points(steps) + 1);
    w->perplexity = series_new(arena, steps / PERPLEXITY_EVERY + 33);
    w->first_perplexity = measure(w);
    if (n)
        take_snapshot(w);
    return w;
}

void watch_step(Watch *watch, double loss)
{
    watch->latest[watch->steps_done % LATEST] = loss;
    watch->steps_done++;
    watch->loss_sum += loss;
    int step = watch->steps_done, last = last_step(&watch->loss);
    if (step == (last ? next_loss_step(last) : 1))
        add_loss(watch);
    if (step % PERPLEXITY_EVERY == 0 || is_power(step, 2))
        series_add(&watch->perplexity, step, measure(watch));
    if (watch->n && step >= 10 && is_power(step, 10))
        take_snapshot(watch);
}

double watch_loss(const Watch *watch)
{
    int count = watch->steps_done < LATEST ? watch->steps_done : LATEST;
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += watch->latest[i];
    return count ? sum / count : 0;
}

double watch_perplexity(const Watch *watch)
{
    const Series *p = &watch->perplexity;
    return p->count ? p->values[p->count - 1] : watch->first_perplexity;
}

static Measurements measurements(const Watch *w, const Series *series, const char *given)
{
    Tensor values = tensor_new(w->arena, series->count, 1);
    for (int i = 0; i < series->count; i++)
        values.data[i] = (real)series->values[i];
    return (Measurements){.count = series->count,
                          .steps = series->steps,
                          .values = constant(w->graph, values, given)};
}

TrainingHistory watch_end(Watch *watch)
{
    int step = watch->steps_done, held_out = watch->corpus->held_out.count;
    if (last_step(&watch->loss) < step)
        add_loss(watch);
    if (last_step(&watch->perplexity) < step)
        series_add(&watch->perplexity, step, measure(watch));
    if (watch->n && watch->snapshots[watch->snapshot_count - 1].step < step)
        take_snapshot(watch);
    return (TrainingHistory){
        .steps_done = step,
        .steps_asked = watch->steps_asked,
        .corpus = watch->corpus->origin,
        .snapshot_count = watch->snapshot_count,
        .snapshots = watch->snapshots,
        .loss = measurements(watch, &watch->loss, "the mean since the row before"),
        .perplexity = measurements(watch, &watch->perplexity, "of sentences held out"),
        .held_out = held_out < HELD_OUT_SENTENCES ? held_out : HELD_OUT_SENTENCES,
        .first_perplexity = watch->first_perplexity,
        .unigram = unigram_perplexity(watch->corpus, HELD_OUT_SENTENCES),
    };
}
