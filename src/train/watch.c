#include "train/watch.h"

#include "base/number.h"
#include "graph/ops.h"
#include "tensor/vector.h"
#include "train/measures.h"

#include <math.h>

enum {
    HELD_OUT_SENTENCES = 200, /* a measurement takes as long as a few steps */
    PERPLEXITY_EVERY = 500,   /* and at every power of two */
    MOST_SNAPSHOTS = 16       /* 0, the powers of ten, the last */
};

typedef struct Point {
    int step;
    double value;
} Point;

/* The first point is before the first step. */
typedef struct Series {
    int count, capacity;
    Point *points;
} Series;

struct Watch {
    Arena *arena;
    Graph *graph; /* of the snapshots, and of what was measured; has names */
    const Corpus *corpus;
    const ContextModel *model;
    int steps_asked, steps_done;
    Tokens sentence;
    SelfAttentionSettings settings;
    int snapshots[MOST_SNAPSHOTS]; /* after how many steps */
    int snapshot_count;
    Node *embeddings; /* of the first snapshot */
    Series loss, perplexity;
    double loss_sum; /* since the last point of `loss` */
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

static void add_point(const Watch *w, Series *series, double value)
{
    series->points =
        arena_grow(w->arena, series->points, series->count, &series->capacity, sizeof(Point));
    series->points[series->count++] = (Point){w->steps_done, value};
}

static Point last(const Series *series)
{
    return series->points[series->count - 1];
}

/* ---- what ---- */

static Tensor copied_value(const Watch *w, const char *name)
{
    return tensor_copied(w->arena, context_value(w->model, name));
}

/* As the weights file will have them (train/context_training.h). */
static Weights learned_so_far(const Watch *w)
{
    return (Weights){.embeddings = context_value(w->model, "embeddings"),
                     .vocabulary = w->corpus->vocabulary,
                     .W_Q = copied_value(w, "W_Q"),
                     .W_K = copied_value(w, "W_K"),
                     .W_V = copied_value(w, "W_V"),
                     .W_O = copied_value(w, "W_O"),
                     .heads = w->model->heads,
                     .origin = arena_format(w->arena, "step %d of training", w->steps_done)};
}

/* The words' vectors, √d·E, and what they are less those of the first snapshot. */
static Node *snapshot_words(Watch *w, Scope s, const Weights *weights)
{
    WordVectors vectors = word_vectors(w->arena, weights, w->sentence.keys, w->sentence.count);
    vector_scale(vectors.table.data, (real)sqrt(vectors.table.cols),
                 (int)tensor_size(vectors.table));
    Node *X = sentence_embeddings(s, weights, vectors, w->sentence.labels, w->sentence.count);
    with_symbol(s, X, "X_{%d}", w->steps_done);
    if (w->embeddings)
        named(s, "change", "How the embeddings changed", subtract(w->graph, X, w->embeddings));
    else
        w->embeddings = X;
    return X;
}

static void take_snapshot(Watch *w)
{
    Scope s = within(scope_of(w->graph), "step-%d", ", step %d", w->steps_done);
    Weights weights = learned_so_far(w);
    Node *input =
        sentence_input(s, snapshot_words(w, s, &weights), w->sentence.labels, &w->settings);
    SentenceAttention a =
        sentence_attention_over(s, &weights, input, w->sentence.labels, w->settings);
    named(s, "weights", "Mean attention weights of the heads", a.mean);
    w->snapshots[w->snapshot_count++] = w->steps_done;
}

/* At what is due after this step; after the last one, at everything that was not just looked at. */
static void look(Watch *w, bool is_last)
{
    int step = w->steps_done, told = last(&w->loss).step;
    if (is_last ? told < step : step == next_loss_step(told)) {
        add_point(w, &w->loss, w->loss_sum / (step - told));
        w->loss_sum = 0;
    }
    if (is_last ? last(&w->perplexity).step < step
                : step % PERPLEXITY_EVERY == 0 || is_power(step, 2))
        add_point(w, &w->perplexity, perplexity(w->corpus, w->model, SEES_ALL, HELD_OUT_SENTENCES));
    if (w->sentence.count && (is_last ? w->snapshots[w->snapshot_count - 1] < step
                                      : step == 0 || (step >= 10 && is_power(step, 10))))
        take_snapshot(w);
}

/* ---- the whole ---- */

Watch *watch_new(Arena *arena, const Corpus *corpus, const ContextModel *model, int steps,
                 Tokens sentence)
{
    Watch *w = arena_alloc(arena, 1, sizeof *w);
    *w = (Watch){.arena = arena,
                 .graph = graph_new(arena),
                 .corpus = corpus,
                 .model = model,
                 .steps_asked = steps,
                 .sentence = sentence,
                 .settings = {.heads = model->heads, .positions = true}};
    graph_name(w->graph);
    add_point(w, &w->loss, 0);
    look(w, false);
    return w;
}

void watch_step(Watch *watch, double loss)
{
    watch->steps_done++;
    watch->loss_sum += loss;
    look(watch, false);
}

double watch_perplexity(const Watch *watch)
{
    return last(&watch->perplexity).value;
}

/* ---- what was measured ---- */

/* Numbers that no graph computed: `formula` says how they came about. */
static Node *give_numbers(const Watch *w, const char *id, const char *title, const char *formula,
                          Axis rows, Tensor numbers)
{
    Graph *g = w->graph;
    return given(scope_of(g), id, title, formula, rows, single_axis(g, "measured", id),
                 constant(g, numbers, "measured in training"));
}

static Measurements give_series(const Watch *w, const char *id, const char *title,
                                const char *formula, const Series *series)
{
    int count = series->count - 1;
    const Point *points = series->points + 1;
    double *steps = arena_alloc(w->arena, (size_t)count, sizeof *steps);
    const char **labels = arena_alloc(w->arena, (size_t)count, sizeof *labels);
    Tensor values = tensor_new(w->arena, count, 1);
    for (int i = 0; i < count; i++) {
        steps[i] = points[i].step;
        labels[i] = arena_format(w->arena, "%d", points[i].step);
        values.data[i] = (real)points[i].value;
    }
    Axis rows = label_axis("step", labels, count);
    return (Measurements){count, steps, give_numbers(w, id, title, formula, rows, values)};
}

static void give_number(const Watch *w, const char *id, const char *title, double number)
{
    Tensor one = tensor_new(w->arena, 1, 1);
    one.data[0] = (real)number;
    give_numbers(w, id, title, NULL, single_axis(w->graph, "measured", id), one);
}

/* What the held-out perplexity is to be held against. */
static void give_other_perplexities(const Watch *w)
{
    give_number(w, "perplexity/sentences", "Sentences that the perplexity is of",
                smaller(w->corpus->held_out.count, HELD_OUT_SENTENCES));
    give_number(w, "perplexity/before", "The perplexity before the first step",
                w->perplexity.points[0].value);
    give_number(w, "perplexity/unigram", "The perplexity by how frequent words are",
                perplexity(w->corpus, NULL, SEES_ALL, HELD_OUT_SENTENCES));
}

TrainingHistory watch_end(Watch *watch)
{
    look(watch, true);
    TrainingHistory history = {
        .graph = watch->graph,
        .steps_done = watch->steps_done,
        .steps_asked = watch->steps_asked,
        .corpus = watch->corpus->origin,
        .n = watch->sentence.count,
        .d_model = watch->model->d,
        .settings = watch->settings,
        .snapshot_count = watch->snapshot_count,
        .snapshots = watch->snapshots,
        .loss =
            give_series(watch, "loss", "Loss", "Σ_i w_i (−log softmax(scores)_i)", &watch->loss),
        .perplexity = give_series(watch, "perplexity", "Perplexity of sentences held out",
                                  "exp(mean of −log p(hidden word))", &watch->perplexity)};
    give_other_perplexities(watch);
    return history;
}
