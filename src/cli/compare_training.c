/* Learning curves side by side; all runs use the same trainer (train/pairs.h). */
#include "cli/settings.h"

enum {
    MOST_VARIANTS = 12,
    BATCH = 32,  /* batch size of every model, whatever its recipe says */
    PROBED = 32, /* steps used to measure a model's speed: whole rounds of batches */
};

const char *const trained_kinds[TRAINED_MODELS] = {"fixed", "bahdanau", "transformer"};

void check_compare_training(const Run *run)
{
    ComparisonSettings *s = &run->settings->comparison;
    if (!s->dims.count)
        s->dims = (Numbers){{arena_alloc(run->arena, 1, sizeof(int))}, 1};
    if (!s->timed && s->points > s->steps)
        fail_usage("--points %d: more than --steps %d", s->points, s->steps);
}

/* ---- variants ---- */

typedef struct Work {
    const Run *run;
    const ComparisonSettings *own;
    PairSource source;
    Measured held_out;
    const char *names[MOST_VARIANTS]; /* of the models; with the plan of each */
    TrainingPlan plans[MOST_VARIANTS];
    int count;
    Learning learning;
    Progress progress;
} Work;

/* The recipe of its kind, except for the batch size. */
static TrainingPlan plan_of(const Work *w, const ModelKind *kind, const void *sizes, int steps)
{
    TrainingPlan plan =
        pair_plan(w->run->arena, kind, sizes, &w->source, steps, w->run->settings->learning.seed);
    plan.recipe.batch = BATCH;
    return plan;
}

static void add_variant(Work *w, const char *name, const ModelKind *kind, const void *sizes)
{
    if (w->count == MOST_VARIANTS)
        fail_usage("more than %d models to compare", MOST_VARIANTS);
    TrainingPlan *plan = &w->plans[w->count];
    *plan = plan_of(w, kind, sizes, w->own->steps);
    w->names[w->count++] = name;
    model_check_memory(w->run->arena, kind, plan->sizes, TRAINED_COPIES);
}

/* Adds a part of a name; only if it has several values. */
static void add_part(Text *name, bool told, const char *format, int number)
{
    if (told)
        text_format(name, "%s%s", *name->data ? " " : "",
                    format_number(name->arena, format, number));
}

/* An annotation concatenates the states of both directions. */
static void add_translator(Work *w, int compared, int dim)
{
    const ModelKind *kind = model_kind(trained_kinds[compared]);
    Text name = text_new(w->run->arena);
    add_part(&name, true, compared == TRAINED_FIXED ? "rnn" : trained_kinds[compared], 0);
    add_part(&name, w->own->dims.count > 1, "%d", dim);
    add_variant(w, name.data, kind, training_translator_sizes(w->run->arena, kind, dim));
}

static void add_transformer(Work *w, NormPlace norm, int layers, int heads, int dim)
{
    const ComparisonSettings *o = w->own;
    const ModelKind *kind = model_kind("transformer");
    TransformerSizes sizes = *(const TransformerSizes *)kind->sizes;
    Text name = text_new(w->run->arena);
    sizes.norm = norm;
    sizes.encoder_layers = sizes.decoder_layers = layers;
    sizes.heads = heads;
    sizes.d_model = dim ? dim : sizes.d_model;
    sizes.ffn = 2 * sizes.d_model;
    bool alone = !o->models[TRAINED_FIXED] && !o->models[TRAINED_BAHDANAU];
    bool norms = o->norms[NORM_POST] + o->norms[NORM_PRE] + o->norms[NORM_NONE] > 1;
    bool differ = norms || o->layers.count > 1 || o->heads.count > 1 || o->dims.count > 1;
    add_part(&name, !alone || !differ, trained_kinds[TRAINED_TRANSFORMER], 0);
    add_part(&name, o->dims.count > 1, "%d", dim);
    add_part(&name, norms, norm_place_names[norm], 0);
    add_part(&name, o->layers.count > 1, layers == 1 ? "%d layer" : "%d layers", layers);
    add_part(&name, o->heads.count > 1, heads == 1 ? "%d head" : "%d heads", heads);
    training_check_dimension(sizes.d_model, heads);
    add_variant(w, name.data, kind, &sizes);
}

static void add_variants(Work *w)
{
    const ComparisonSettings *o = w->own;
    for (int c = TRAINED_FIXED; c < TRAINED_TRANSFORMER; c++)
        for (int d = 0; d < o->dims.count && o->models[c]; d++)
            add_translator(w, c, o->dims.wholes[d]);
    for (int norm = 0; norm < NORM_PLACES && o->models[TRAINED_TRANSFORMER]; norm++)
        for (int l = 0; l < o->layers.count && o->norms[norm]; l++)
            for (int h = 0; h < o->heads.count; h++)
                for (int d = 0; d < o->dims.count; d++)
                    add_transformer(w, (NormPlace)norm, o->layers.wholes[l], o->heads.wholes[h],
                                    o->dims.wholes[d]);
}

/* ---- trainings ---- */

/* Plans as many steps as fit into the seconds, from the speed of a few. So all models get about the
   same time, and the learning rate decays to 0 at its end. */
static void give_time(const Work *w, TrainingPlan *plan)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Training *t = pair_training(arena, &w->source, plan);
    double started = progress_clock();
    for (int i = 0; i < PROBED; i++)
        training_step(t);
    double steps = w->own->seconds * PROBED / (progress_clock() - started);
    *plan = plan_of(w, plan->kind, plan->sizes,
                    (int)fmin(fmax(steps, w->own->points), MOST_TRAINING_STEPS));
}

static void measure(Work *w, const Training *t, int variant, int seed, int point)
{
    TranslationScore score =
        translation_score(&w->source, &t->model, w->held_out.pairs, w->held_out.count);
    real right = (real)score.right / (real)score.sentences;
    tensor_row(w->learning.right[seed], point)[variant] = right;
    tensor_row(w->learning.loss[seed], point)[variant] = (real)(score.surprise / score.surprises);
    w->progress.measure = arena_format(w->run->arena, "%s, seed %d: %.2f right", w->names[variant],
                                       seed + 1, (double)right);
}

/* Trains a variant from the first step to the last. */
static void train(Work *w, int variant, int seed)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    TrainingPlan plan = w->plans[variant];
    plan.seed += (uint64_t)seed;
    Training *t = pair_training(arena, &w->source, &plan);
    double seconds = 0;
    for (int point = 0; point < w->own->points; point++) {
        int until = (int)((int64_t)t->plan.recipe.steps * (point + 1) / w->own->points);
        double started = progress_clock();
        while (t->steps_done < until) {
            training_step(t);
            w->progress.loss = t->loss;
            progress_show(&w->progress, w->progress.done + 1, progress_clock());
        }
        seconds += progress_clock() - started;
        measure(w, t, variant, seed, point);
    }
    if (w->own->timed)
        tensor_row(w->learning.seconds, variant)[seed] = (real)seconds;
}

static void train_all(Work *w)
{
    int total = 0;
    for (int i = 0; i < w->count; i++) {
        if (w->own->timed)
            give_time(w, &w->plans[i]);
        total += w->plans[i].recipe.steps * w->own->seeds;
    }
    w->progress = progress_begin(total, w->run->settings->output.quiet);
    w->progress.measure = "not yet measured";
    for (int i = 0; i < w->count; i++)
        for (int k = 0; k < w->own->seeds; k++)
            train(w, i, k);
    progress_end(&w->progress);
}

/* ---- description ---- */

/* The axis of the points at which the models are measured. */
static Axis points_axis(Work *w)
{
    const ComparisonSettings *o = w->own;
    const char **labels = arena_alloc(w->run->arena, (size_t)o->points, sizeof *labels);
    for (int i = 0; i < o->points; i++) {
        double place = (o->timed ? o->seconds : o->steps) * (i + 1) / o->points;
        labels[i] = arena_format(w->run->arena, "%.6g", o->timed ? place : floor(place));
    }
    return axis_unquoted(label_axis(o->timed ? "seconds" : "steps", labels, o->points));
}

static Learning learning_new(Work *w)
{
    static const char *const columns[] = {"parameters", "sentences a step", "steps"};
    Arena *arena = w->run->arena;
    const ComparisonSettings *o = w->own;
    Learning l = {.variants = axis_unquoted(label_axis("model", w->names, w->count)),
                  .when = points_axis(w),
                  .seeds = series_axis(w->run->graph, "seed", "seed %d",
                                       (int)w->run->settings->learning.seed, o->seeds),
                  .right = arena_alloc(arena, (size_t)o->seeds, sizeof(Tensor)),
                  .loss = arena_alloc(arena, (size_t)o->seeds, sizeof(Tensor)),
                  .models = tensor_new(arena, w->count, 3),
                  .seconds = tensor_new(arena, o->timed ? w->count : 0, o->seeds),
                  .columns = label_axis("of each", columns, 3)};
    for (int k = 0; k < o->seeds; k++) {
        l.right[k] = tensor_new(arena, o->points, w->count);
        l.loss[k] = tensor_new(arena, o->points, w->count);
    }
    return l;
}

/* The recipe, with the learning rates of the compared models. */
static const char *recipe(const Work *w)
{
    const bool *models = w->own->models, both = models[TRAINED_FIXED] && models[TRAINED_BAHDANAU];
    const char *recurrent = both ? "rnn and bahdanau" : models[TRAINED_FIXED] ? "rnn" : "bahdanau";
    Text text = text_new(w->run->arena);
    text_format(&text, "batches of %d sentences, Adam at the rates of the built-in models", BATCH);
    if (models[TRAINED_FIXED] || models[TRAINED_BAHDANAU])
        text_format(&text, ", %g for %s", translator_family.recipe.learning_rate, recurrent);
    if (models[TRAINED_TRANSFORMER])
        text_format(&text, ", %g for the transformer", transformer_family.recipe.learning_rate);
    text_add(&text, ", falling to 0");
    return text.data;
}

static Trace *trace_of(Work *w)
{
    Arena *arena = w->run->arena;
    for (int i = 0; i < w->count; i++) {
        const TrainingPlan *plan = &w->plans[i];
        real *row = tensor_row(w->learning.models, i);
        row[0] = (real)parameters_size(model_new(arena, plan->kind, plan->sizes).parameters);
        row[1] = BATCH;
        row[2] = (real)plan->recipe.steps;
    }
    learning_curves(scope_of(w->run->graph), &w->learning);
    Trace *t = output_begin(w->run);
    add_number_setting(t, "sentences", w->held_out.count);
    add_setting(t, "learned from",
                arena_format(arena, "the toy language, sentences of %d to %d words",
                             SHORTEST_SENTENCE, w->own->longest),
                false);
    add_setting(t, "recipe", recipe(w), false);
    trace_tell(t, learning_list);
    trace_places(t, "reached", w->learning.when);
    return t;
}

Trace *compare_training_command(const Run *run)
{
    Arena *arena = run->arena;
    const ComparisonSettings *own = &run->settings->comparison;
    Work *w = arena_alloc(arena, 1, sizeof *w);
    *w = (Work){.run = run, .own = own, .source = language_source(arena, own->longest, false)};
    Pair *held_out = arena_alloc(arena, (size_t)own->sentences, sizeof *held_out);
    int count = w->source.held_out(&w->source, 0, own->sentences, held_out);
    w->held_out = (Measured){.pairs = held_out, .count = count};
    add_variants(w);
    w->learning = learning_new(w);
    train_all(w);
    return trace_of(w);
}
