#include "cli/settings.h"

enum {
    VOCABULARY = 8000, /* words per side for a user's pairs */
    TOLD_PAIRS = 100,  /* pairs translated for the progress line … */
    TOLD_EVERY = 250,  /* … every so many steps */
};

/* ---- any training ---- */

/* Whether a trace of the training is asked for. */
static bool is_traced(const Run *run)
{
    return run->settings->learning.watch || is_given(run, "folder");
}

void check_watch(const Run *run)
{
    if (!is_traced(run) && run->settings->output.explain.count)
        fail_usage("--explain is about what --watch shows: give that too");
}

void training_check_dimension(int dim, int heads)
{
    if (dim % 2)
        fail_usage("--dim %d is odd, but sinusoidal positions go in pairs of features", dim);
    if (dim % heads != 0)
        fail_usage("--heads %d does not divide --dim %d", heads, dim);
}

const void *training_translator_sizes(Arena *arena, const ModelKind *kind, int dim)
{
    const TranslatorDesign *d = kind->design;
    if (!dim)
        return kind->sizes;
    if (!d)
        fail_usage("--dim %d: a model of the kind %s has no annotations", dim, kind->name);
    TranslatorSizes sizes = *(const TranslatorSizes *)kind->sizes;
    if (d->both_ways && dim % 2)
        fail_usage("--dim %d: an annotation is of two halves, one of each direction", dim);
    sizes.hidden = d->both_ways && d->score == SCORE_ADDITIVE ? dim / 2 : dim;
    return arena_copy(arena, &sizes, sizeof sizes);
}

/* Passes the number of threads through the environment, where thread_limit reads it, so that
   operations need no parameter that does not affect their results. */
void check_threads(const Run *run)
{
    int threads = run->settings->learning.threads;
    if (threads)
        setenv("ATTNVIZ_THREADS", arena_format(run->arena, "%d", threads), 1);
}

static void check_weights(Arena *arena, const char *path)
{
    char start[9] = {0};
    whole_file_check(arena, path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return; /* a new file */
    bool is_empty = !fread(start, 1, sizeof start, file) && !ferror(file);
    fclose(file);
    if (!is_empty && start[8] != '{') /* the format of load/weights.h */
        fail("%s: there is a file of that name that holds no weights; choose another", path);
}

void training_check_out(const Run *run)
{
    const OutputSettings *output = &run->settings->output;
    check_weights(run->arena, run->settings->learning.out);
    if (is_traced(run) && output->writes_files) {
        ENDED_BY(folder_close) Folder *folder = folder_open(run->arena, output->out, format_files);
    }
}

/* Counts complete steps only: after a signal, graphs compute nothing (graph/node.c). */
static void take_steps(void *data)
{
    ToldTraining *told = data;
    Training *t = told->training;
    while (t->steps_done < t->plan.recipe.steps && !interrupted()) {
        int before = t->steps_done;
        double loss = training_step(t);
        if (t->steps_done == before)
            break;
        INTERRUPTS_HELD;
        watch_step(told->watch, loss);
        told->progress.loss = t->loss;
        told->progress.measure = told->watch->told;
        progress_show(&told->progress, t->steps_done, progress_clock());
        memory_check();
    }
}

static void measure_last(void *data)
{
    ToldTraining *told = data;
    told->history = watch_end(told->watch);
    told->progress.measure = told->watch->told;
    told->progress.done = told->training->steps_done;
    progress_end(&told->progress);
    told->score = told->measure(told->data);
}

/* Does the work as far as there is memory; returns whether there was enough. (Nothing else can fail
   in it.) */
static bool try(ToldTraining *told, Attempted *work)
{
    Error error;
    bool done = attempt(work, told, &error);
    memory_forgive();
    return done;
}

Trace *training_run(ToldTraining *told)
{
    Training *t = told->training;
    const Run *run = told->run;
    const char *out = run->settings->learning.out;
    bool quiet = run->settings->output.quiet;
    told->progress = progress_begin(t->plan.recipe.steps, quiet);
    interrupt_expect(true);
    bool starved = !try(told, take_steps), broken_off = starved || interrupted();
    interrupt_expect(false);
    training_end(t);
    if (!t->steps_done)
        fail("%s before the first step; nothing was written",
             starved ? "out of memory" : "interrupted");
    starved |= !try(told, measure_last);
    told->write(told->data);
    if (starved)
        fail("out of memory after %d of %d steps; what was learned is in %s", t->steps_done,
             t->plan.recipe.steps, out);
    if (!quiet)
        printf("%sLearned in %d of %d step%s. %s\nWrote %s. It goes with --weights.\n",
               broken_off ? "Broken off. " : "", t->steps_done, t->plan.recipe.steps,
               plural(t->plan.recipe.steps), told->score, visible_text(run->arena, out));
    if (!is_traced(run))
        return NULL;
    Trace *trace = trace_begin(told->history.graph);
    for (int i = 0; i < told->text_count; i++)
        add_text(trace, told->texts[i]);
    tell_training(trace, &told->history, run->settings->learning.seed);
    return trace;
}

/* ---- training on pairs ---- */

typedef struct Work {
    const Run *run;
    PairSource source;
    Training *training;
    Measured held_out;
    int told;         /* pairs translated for the progress line */
    KnownModel known; /* with the watched sentence and its target */
} Work;

/* Rounds the model to what its file keeps, so that the score is that of the file. */
static const char *measure(void *data)
{
    Work *w = data;
    Training *t = w->training;
    parameters_round(t->model.parameters);
    t->model.score = translation_score_text(
        t->arena, translation_score(&w->source, &t->model, w->held_out.pairs, w->held_out.count));
    return w->held_out.count ? arena_format(t->arena, "Held out: %s.", t->model.score)
                             : "Nothing was held out: there is one source sentence, to learn from.";
}

static void write_weights(void *data)
{
    const Work *w = data;
    pair_file_write(w->training, &w->source, w->run->settings->learning.out);
}

/* Reads the watched sentence; one of the toy language needs no --target. */
static void read_watched(Work *w, const PairSource *language)
{
    KnownModel *known = &w->known;
    source_read(known, "--watch", false);
    if (known->settings.target)
        target_read(w->run, "the translation", known);
    else if (!language || !sentence_translated(known, language, &known->target))
        fail_usage("--watch: %s; --target gives its translation",
                   language ? "no sentence of the toy language" : "a sentence of one's own");
}

/* Traces the watched sentence with the weights rounded as in the file; copied, as training goes on.
 */
static void take_snapshot(const void *data, Scope s, int step)
{
    KnownModel now = ((const Work *)data)->known;
    Parameters *p = now.model.parameters =
        parameters_shared(now.arena, now.model.parameters, false);
    p->origin = arena_format(now.arena, "step %d of training", step);
    for (int i = 0; i < p->count; i++)
        p->items[i].value = tensor_copied(now.arena, p->items[i].value);
    parameters_round(p);
    translating_translate(s, &now);
    named(s, "weights", "What each output word looks at", node_within(s, "alignment"));
}

/* The number of correct translations; or, for a language model, the perplexity. */
static double measure_told(const void *data)
{
    const Work *w = data;
    TranslationScore score =
        translation_score(&w->source, &w->training->model, w->held_out.pairs, w->told);
    return score.of_words ? translation_perplexity(score) : score.right;
}

static Watch *watch_pairs(const Work *w)
{
    Watch watched = {.training = w->training,
                     .data = w,
                     .snapshot = w->known.settings.source ? take_snapshot : NULL,
                     .measure = w->told ? measure_told : NULL,
                     .every = TOLD_EVERY,
                     .id = "right",
                     .title = "How many sentences held out are right",
                     .formula = "translations that are the pair's, word for word",
                     .format = "nothing held out"};
    if (w->told)
        watched.format = arena_format(w->run->arena, "%%.0f of %d held out right", w->told);
    if (w->training->plan.kind->family->predicts_source && w->told) {
        watched.id = "next-word";
        watched.title = "Perplexity of sentences held out";
        watched.formula = "exp(mean of −log p(next word))";
        watched.format = "held-out perplexity %.0f";
    }
    Watch *watch = watch_begin(&watched);
    watch_give(watch, "sentences", "Sentences that are translated", w->told);
    return watch;
}

Trace *train_pairs(const Run *run, const ModelKind *kind, const void *sizes)
{
    Arena *arena = run->arena;
    const LearningSettings *s = &run->settings->learning;
    Work work = {.run = run};
    PairSource *source = &work.source;
    bool is_toy = !strcmp(s->corpus, "toy");
    const TranslatorDesign *design = kind->design;
    if (s->watch && (kind->family->predicts_source || (design && !design->attends)))
        fail_usage("--watch shows how translators look; one of the kind %s does not", kind->name);
    training_check_out(run);
    *source = is_toy ? language_source(arena, s->longest, s->choices)
                     : pairs_read(arena, s->corpus, VOCABULARY);
    if (kind->family->predicts_source)
        source->target = source->source;
    work.known = (KnownModel){
        .arena = arena,
        .settings = run->settings->translating,
        .model = {.end = END_WORD, .source = source->source, .target = source->target}};
    work.known.settings.source = s->watch;
    work.known.settings.weights = is_toy ? "built-in" : s->corpus;
    if (s->watch)
        read_watched(&work, is_toy ? source : NULL);
    TrainingPlan plan = pair_plan(arena, kind, sizes, source, s->steps, s->seed);
    model_check_memory(arena, kind, plan.sizes, TRAINED_COPIES);
    work.training = pair_training(arena, source, &plan);
    work.known.model = work.training->model;
    work.held_out = measured_pairs(arena, source);
    if (!run->settings->output.quiet || is_traced(run))
        work.told = smaller(work.held_out.count, TOLD_PAIRS);
    return training_run(
        &(ToldTraining){.run = run,
                        .training = work.training,
                        .watch = watch_pairs(&work),
                        .texts = (TracedText[]){work.known.source.text, work.known.target.text},
                        .text_count = s->watch ? 2 : 0,
                        .measure = measure,
                        .write = write_weights,
                        .data = &work});
}
