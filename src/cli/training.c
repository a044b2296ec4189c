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

bool check_watch(const Run *run, Error *error)
{
    return is_traced(run) || !run->settings->output.explain.count ||
           fail_usage(error, "--explain is about what --watch shows: give that too");
}

bool training_check_dimension(int dim, int heads, Error *error)
{
    if (dim % 2)
        return fail_usage(error,
                          "--dim %d is odd, but sinusoidal positions go in pairs of features", dim);
    return dim % heads == 0 || fail_usage(error, "--heads %d does not divide --dim %d", heads, dim);
}

bool training_translator_sizes(const ModelKind *kind, int dim, TranslatorSizes *sizes, Error *error)
{
    const TranslatorDesign *d = kind->design;
    *sizes = *(const TranslatorSizes *)kind->sizes;
    if (!dim)
        return true;
    if (d->both_ways && dim % 2)
        return fail_usage(error, "--dim %d: an annotation is of two halves, one of each direction",
                          dim);
    sizes->hidden = d->both_ways && d->score == SCORE_ADDITIVE ? dim / 2 : dim;
    return true;
}

/* Passes the number of threads through the environment, where thread_limit reads it, so that
   operations need no parameter that does not affect their results. */
bool check_threads(const Run *run, Error *error)
{
    int threads = run->settings->learning.threads;
    (void)error;
    if (threads)
        setenv("ATTNVIZ_THREADS", arena_format(run->arena, "%d", threads), 1);
    return true;
}

static bool check_weights(Arena *arena, const char *path, Error *error)
{
    char start[9] = {0};
    if (!whole_file_check(arena, path, error))
        return false;
    FILE *file = fopen(path, "rb");
    if (!file)
        return true; /* a new file */
    bool is_empty = !fread(start, 1, sizeof start, file) && !ferror(file);
    fclose(file);
    return is_empty || start[8] == '{' || /* the format of load/weights.h */
           fail(error, "%s: there is a file of that name that holds no weights; choose another",
                path);
}

bool training_check_out(const Run *run, Error *error)
{
    const OutputSettings *output = &run->settings->output;
    if (!check_weights(run->arena, run->settings->learning.out, error))
        return false;
    if (!is_traced(run) || !output->writes_files)
        return true;
    Folder *folder = folder_open(run->arena, output->out, format_files, error);
    folder_abandon(folder);
    return folder;
}

/* Counts complete steps only: after a signal, graphs compute nothing (graph/node.c). */
static bool take_steps(void *data, Error *error)
{
    ToldTraining *told = data;
    Training *t = told->training;
    (void)error;
    while (t->steps_done < t->plan.recipe.steps && !interrupted()) {
        int before = t->steps_done;
        double loss = training_step(t);
        if (t->steps_done == before)
            break;
        interrupt_hold();
        told->measures = true;
        watch_step(told->watch, loss);
        told->progress.loss = t->loss;
        told->progress.measure = watch_told(told->watch);
        progress_show(&told->progress, t->steps_done, progress_clock());
        memory_check();
        interrupt_release();
        told->measures = false;
    }
    return true;
}

static bool measure_last(void *data, Error *error)
{
    ToldTraining *told = data;
    (void)error;
    told->history = watch_end(told->watch);
    told->progress.measure = watch_told(told->watch);
    progress_end(&told->progress, told->training->steps_done, progress_clock());
    told->score = told->measure(told->data);
    return true;
}

/* Runs `work`; records out of memory, so that the caller can go on. */
static bool try(ToldTraining *told, Attempted *work)
{
    Error error;
    bool done = attempt(work, told, &error);
    told->starved |= !done;
    memory_forgive();
    return done;
}

/* Returns whether training was interrupted. */
static bool learn(ToldTraining *told)
{
    interrupt_expect(true);
    bool finished = try(told, take_steps);
    if (told->measures)
        interrupt_release();
    bool broken_off = !finished || interrupted();
    interrupt_expect(false);
    training_end(told->training);
    return broken_off;
}

Trace *training_run(ToldTraining *told, Error *error)
{
    const Training *t = told->training;
    const Run *run = told->run;
    const char *out = run->settings->learning.out;
    bool quiet = run->settings->output.quiet;
    told->progress = progress_begin(t->plan.recipe.steps, quiet, progress_clock());
    bool broken_off = learn(told);
    if (!t->steps_done)
        return fail(error, "%s before the first step; nothing was written",
                    told->starved ? "out of memory" : "interrupted"),
               NULL;
    try(told, measure_last);
    if (!told->write(told->data, error))
        return NULL;
    if (told->starved)
        return fail(error, "out of memory after %d of %d steps; what was learned is in %s",
                    t->steps_done, t->plan.recipe.steps, out),
               NULL;
    if (!quiet)
        printf("%sLearned in %d of %d steps. %s\nWrote %s. It goes with --weights.\n",
               broken_off ? "Broken off. " : "", t->steps_done, t->plan.recipe.steps, told->score,
               visible_text(run->arena, out));
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

static bool write_weights(void *data, Error *error)
{
    const Work *w = data;
    return pair_file_write(w->training, &w->source, w->run->settings->learning.out, error);
}

/* Reads the watched sentence; one of the toy language needs no --target. */
static bool read_watched(Work *w, const PairSource *language, Error *error)
{
    KnownModel *known = &w->known;
    if (!source_read(known, "--watch", false, error))
        return false;
    if (known->settings.target)
        return target_read(w->run, "the translation", known, error);
    return (language && sentence_translated(known, language, &known->target)) ||
           fail_usage(error, "--watch: %s; --target gives its translation",
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
    Watched watched = {.training = w->training,
                       .data = w,
                       .snapshot = w->known.settings.source ? take_snapshot : NULL,
                       .measure = w->told ? measure_told : NULL,
                       .every = TOLD_EVERY,
                       .id = "right",
                       .title = "How many sentences held out are right",
                       .formula = "translations that are the pair's, word for word",
                       .told = {w->told ? "" : "nothing held out",
                                arena_format(w->run->arena, " of %d held out right", w->told)}};
    if (w->training->plan.kind->family->predicts_source && w->told) {
        watched.id = "next-word";
        watched.title = "Perplexity of sentences held out";
        watched.formula = "exp(mean of −log p(next word))";
        watched.told[0] = "held-out perplexity ";
        watched.told[1] = "";
    }
    Watch *watch = watch_begin(&watched);
    watch_give(watch, "sentences", "Sentences that are translated", w->told);
    return watch;
}

Trace *train_pairs(const Run *run, const ModelKind *kind, const void *sizes, Error *error)
{
    Arena *arena = run->arena;
    const LearningSettings *s = &run->settings->learning;
    Work work = {.run = run};
    PairSource *source = &work.source;
    bool is_toy = !strcmp(s->corpus, "toy");
    const TranslatorDesign *design = kind->design;
    if (s->watch && (kind->family->predicts_source || (design && !design->attends)))
        return fail_usage(error, "--watch shows how translators look; one of the kind %s does not",
                          kind->name),
               NULL;
    if (!training_check_out(run, error))
        return NULL;
    if (is_toy)
        *source = language_source(arena, s->longest, s->choices);
    else if (!pairs_read(arena, s->corpus, VOCABULARY, source, error))
        return NULL;
    if (kind->family->predicts_source)
        source->target = source->source;
    TrainingPlan plan = pair_plan(arena, kind, sizes, source, s->steps, s->seed);
    if (!model_check_memory(arena, kind, plan.sizes, TRAINED_COPIES, error))
        return NULL;
    work.training = pair_training(arena, source, &plan);
    work.held_out = measured_pairs(arena, source);
    if (!run->settings->output.quiet || is_traced(run))
        work.told = smaller(work.held_out.count, TOLD_PAIRS);
    work.known = (KnownModel){
        .arena = arena, .settings = run->settings->translating, .model = work.training->model};
    work.known.settings.source = s->watch;
    work.known.settings.weights = is_toy ? "built-in" : s->corpus;
    if (s->watch && !read_watched(&work, is_toy ? source : NULL, error)) {
        training_end(work.training);
        return NULL;
    }
    return training_run(
        &(ToldTraining){.run = run,
                        .training = work.training,
                        .watch = watch_pairs(&work),
                        .texts = (TracedText[]){work.known.source.text, work.known.target.text},
                        .text_count = s->watch ? 2 : 0,
                        .measure = measure,
                        .write = write_weights,
                        .data = &work},
        error);
}
