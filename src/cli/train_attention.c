/* Learns weights from a text, and traces a sentence meanwhile. */
#include "base/folder.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/output.h"
#include "cli/training.h"
#include "load/words.h"
#include "train/context_training.h"
#include "train/perplexity.h"
#include "train/watch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LEAST_COUNT = 3,   /* of a word, unless --vocab says how many there are to be */
    MOST_WATCHED = 64, /* tokens: a picture of more could not be read beside others */
    EVERYTHING = 1 << 30,
    MEASURE_SIZE = 64,
};

/* Where Debian's wordnet-base puts the database, and the variable by which WordNet's own programs
   are told another place. */
static const char WORDNET[] = "/usr/share/wordnet", WORDNET_VARIABLE[] = "WNSEARCHDIR";

typedef struct Settings {
    OutputSettings output;
    LearningSettings learning;
    const char *corpus; /* "wordnet" or a path */
    int heads, dim;
    int vocabulary; /* 0: the words that are frequent enough */
    int steps;      /* 0: as many as suit the corpus */
    const char *out;
    const char *watch; /* the sentence, or NULL */
} Settings;

/* One training from its start to what is written of it. */
typedef struct Work {
    const Run *run;
    const Settings *settings;
    Corpus corpus;
    ContextPlan plan;
    ContextModel model;
    Tokens tokens; /* of the sentence that is watched */
    Words words;   /* what of them can be looked up */
    Training *training;
    Watch *watch;
    char measured[MEASURE_SIZE];
    TrainingHistory history;
    double unigram, all, causal; /* perplexities of all sentences held out */
} Work;

/* ---- settings ---- */

static const Option own_rows[] = {
    {"heads", 'n', "H", "3", "attention heads; H divides the dimension", OPTION_WHOLE,
     .at = offsetof(Settings, heads), .range = {1, 1024}},
    {"dim", 'd', "D", "48", "features of a word's vector (d_model)", OPTION_WHOLE,
     .at = offsetof(Settings, dim), .range = {2, 1024}},
    {"corpus", 'C', "FILE", "wordnet", "text, a sentence a line; or wordnet", OPTION_TEXT,
     .at = offsetof(Settings, corpus), .words = "wordnet @file"},
    {"vocab", 'v', "N", "auto", "auto: what is there 3 times, at most 8000", OPTION_WHOLE,
     .at = offsetof(Settings, vocabulary), .range = {10, 1000000}, .words = "auto"},
    {"steps", 0, "N", "auto", "auto: 10 passes, from 200 to 3000 steps", OPTION_WHOLE,
     .at = offsetof(Settings, steps), .range = {1, MOST_TRAINING_STEPS}, .words = "auto"},
    {"watch", 0, "TEXT", NULL, "trace a sentence after 0, 10, 100, … steps", OPTION_TEXT,
     .at = offsetof(Settings, watch)},
    {"out", 'o', "FILE", "learned.safetensors", "the weights", OPTION_TEXT,
     .at = offsetof(Settings, out), .words = "@file", .group = OPTIONS_FILES},
    {"folder", 0, "DIR", "attnviz-out", "folder for the files of --watch", OPTION_TEXT,
     .at = offsetof(Settings, output.out), .words = "@folder", .group = OPTIONS_FILES},
    {0},
};

static bool check(const Run *run, void *settings, Error *error)
{
    const Settings *s = settings;
    (void)run;
    if (s->dim % 2)
        return fail_usage(
            error, "--dim %d is odd, but sinusoidal positions go in pairs of features", s->dim);
    if (s->dim % s->heads)
        return fail_usage(error, "--heads %d does not divide --dim %d", s->heads, s->dim);
    return s->watch || !s->output.explain.count ||
           fail_usage(error, "--explain is about what --watch shows: give that too");
}

static const OptionList own_options = {.rows = own_rows, .check = check};

/* ---- before the work: is it of any use? ---- */

static bool check_outputs(const Run *run, const Settings *s, Error *error)
{
    if (!training_check_out(run->arena, s->out, error))
        return false;
    if (!s->watch || !s->output.writes_files)
        return true;
    Folder *folder = folder_open(run->arena, s->output.out, error);
    folder_abandon(folder);
    return folder;
}

static bool read_watched(Work *w, Error *error)
{
    const char *watch = w->settings->watch;
    return !watch ||
           tokenize(w->run->arena, "--watch", watch, strlen(watch), MOST_WATCHED, &w->tokens,
                    error) ||
           fail_as_usage(error);
}

static bool read_wordnet(Work *w, int vocabulary, Error *error)
{
    Arena *arena = w->run->arena;
    const char *folder = getenv(WORDNET_VARIABLE);
    folder = folder && *folder ? folder : WORDNET;
    const char *first = arena_format(arena, "%s/data.noun", folder);
    if (access(first, F_OK) != 0)
        return fail(error,
                    "WordNet is not installed: there is no %s (Debian's package is wordnet-base)",
                    first);
    return corpus_read_wordnet(arena, folder, vocabulary, &w->corpus, error);
}

static bool is_wordnet(const Settings *s)
{
    return strcmp(s->corpus, "wordnet") == 0;
}

static bool read_text(Work *w, int vocabulary, Error *error)
{
    const char *path = w->settings->corpus;
    if (is_wordnet(w->settings))
        return read_wordnet(w, vocabulary, error);
    return corpus_read_text(w->run->arena, path, vocabulary, &w->corpus, error);
}

/* How many words, the special ones included, are there often enough to be learned. */
static int frequent_words(const Corpus *corpus)
{
    int count = SPECIAL_WORDS;
    for (int i = SPECIAL_WORDS; i < corpus->vocabulary.count; i++)
        count += corpus->counts[i] >= LEAST_COUNT;
    return count;
}

/* The vocabulary of a small text is chosen when it was read once. */
static bool read_corpus(Work *w, Error *error)
{
    const Settings *s = w->settings;
    int most = s->vocabulary ? s->vocabulary : BUILTIN_WORDS;
    if (!read_text(w, most, error))
        return false;
    int frequent = frequent_words(&w->corpus);
    if (!s->vocabulary && !is_wordnet(s) && frequent < w->corpus.vocabulary.count &&
        !read_text(w, frequent, error))
        return false;
    w->corpus.origin = visible_text(w->run->arena, w->corpus.origin);
    if (s->dim > w->corpus.vocabulary.count)
        return fail_usage(error, "--dim %d is more than the %d words of %s", s->dim,
                          w->corpus.vocabulary.count, w->corpus.origin);
    return true;
}

/* By the words that will be learned, as --weights looks them up afterwards. */
static bool look_up_watched(Work *w, Error *error)
{
    Arena *arena = w->run->arena;
    Weights none = {.embeddings = tensor_new(arena, w->corpus.vocabulary.count, w->settings->dim),
                    .vocabulary = w->corpus.vocabulary};
    return !w->settings->watch || words_look_up(arena, &w->tokens, &none, &w->words, error);
}

/* ---- the work ---- */

static void tell_start(const Work *w)
{
    if (!w->settings->output.quiet)
        fprintf(stderr, "%s: %d words, %d sentences to learn from, %d held out; %d steps\n",
                w->corpus.origin, w->corpus.vocabulary.count, w->corpus.training.count,
                w->corpus.held_out.count, w->plan.recipe.steps);
}

static void watch(void *data, double loss)
{
    watch_step(((Work *)data)->watch, loss);
}

static const char *measured(void *data, bool is_last)
{
    Work *w = data;
    if (is_last)
        w->history = watch_end(w->watch);
    snprintf(w->measured, MEASURE_SIZE, "held-out perplexity %.0f", watch_perplexity(w->watch));
    return w->measured;
}

static bool train(Work *w, ToldTraining *told, Error *error)
{
    Arena *arena = w->run->arena;
    w->model = context_start(arena, &w->corpus, &w->plan);
    w->training = context_training(arena, &w->corpus, &w->model, &w->plan);
    w->watch = watch_new(arena, &w->corpus, &w->model, w->plan.recipe.steps, w->words.tokens);
    *told = (ToldTraining){.training = w->training,
                           .quiet = w->settings->output.quiet,
                           .watch = watch,
                           .measured = measured,
                           .data = w};
    bool learned = training_run(told, error);
    training_end(w->training);
    return learned;
}

/* ---- what is written of it ---- */

static void measure(Work *w)
{
    w->unigram = unigram_perplexity(&w->corpus, EVERYTHING);
    w->all = perplexity(&w->corpus, &w->model, SEES_ALL, EVERYTHING);
    w->causal = perplexity(&w->corpus, &w->model, SEES_BEFORE, EVERYTHING);
}

static bool write_weights(const Work *w, Error *error)
{
    WholeFile file;
    Arena *arena = w->run->arena;
    Metadata metadata = {.arena = arena};
    const char *recipe = arena_format(arena, "%s, warm-up %d, %d candidates",
                                      context_plan_text(arena, &w->corpus, &w->plan),
                                      w->plan.recipe.warm_up, CANDIDATES);
    metadata_add_training(&metadata, w->training, w->corpus.origin, recipe, w->plan.seed);
    metadata_add(&metadata, "held-out perplexity",
                 arena_format(arena, "unigram: %.0f; %d heads: %.0f, causal %.0f", w->unigram,
                              w->model.heads, w->all, w->causal));
    if (is_wordnet(w->settings))
        metadata_add(&metadata, "licence", wordnet_licence);
    if (!whole_file_begin(arena, w->settings->out, &file, error))
        return false;
    context_file_write(file.stream, &w->corpus, &w->model, 1, FLOAT32, &metadata);
    return whole_file_end(&file, error);
}

static void tell_end(const Work *w, const ToldTraining *told)
{
    Arena *arena = w->run->arena;
    const char *score = arena_format(
        arena, "Held-out perplexity: %.0f; by how frequent words are, %.0f.", w->all, w->unigram);
    training_tell_end(arena, told, score, w->settings->out);
}

/* ---- the sentence that is watched ---- */

static Trace *narrate(const Work *w)
{
    const Run *run = w->run;
    Subject subject = {.argc = run->argc,
                       .argv = run->argv,
                       .sentence = w->settings->watch,
                       .tokens = w->words.tokens.words,
                       .labels = w->words.tokens.labels,
                       .mask = "none",
                       .unknown = w->words.unknown,
                       .forms = w->words.forms,
                       .left_out = w->words.left_out};
    subject.seed = arena_format(run->arena, "%ju", (uintmax_t)w->plan.seed);
    if (subject.unknown)
        text_format(run->warnings, "no vector is learned for: %s\n", subject.unknown);
    return trace_training(&w->history, &subject);
}

/* ---- the whole ---- */

static bool run_train_attention(const Run *run, Trace **trace, Error *error)
{
    const Settings *s = run->settings;
    Work w = {.run = run, .settings = s};
    ToldTraining told;
    if (!read_watched(&w, error) || !check_outputs(run, s, error))
        return false;
    training_set_threads(s->learning.threads);
    if (!read_corpus(&w, error) || !look_up_watched(&w, error))
        return false;
    w.plan = context_plan(&w.corpus, s->dim, s->heads, s->steps, s->learning.seed);
    tell_start(&w);
    if (!train(&w, &told, error))
        return false;
    measure(&w);
    if (!write_weights(&w, error))
        return false;
    tell_end(&w, &told);
    if (s->watch)
        *trace = narrate(&w);
    return true;
}

const Command train_attention_command = {
    .title = "attnviz train attention",
    .summary = "Learns weights from a text, and shows them being learned.",
    .examples = {{"attnviz train attention --corpus novel.txt --out novel.safetensors",
                  "Weights from a text of one's own, for --weights. Ctrl-C saves what is learned "
                  "so far."},
                 {"attnviz train attention --watch \"He hit the ball with the bat\"",
                  "From WordNet, and how the attention of a sentence changes meanwhile."}},
    .options = {{&own_options, 0},
                {&training_options, offsetof(Settings, learning)},
                {&output_options, 0}},
    .settings_size = sizeof(Settings),
    .run = run_train_attention,
};
