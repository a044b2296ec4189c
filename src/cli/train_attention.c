/* Learns weights from a text, and traces a sentence meanwhile. */
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/settings.h"
#include "load/words.h"
#include "train/perplexity.h"
#include "train/recipe.h"
#include "train/watch.h"
#include "train/weights_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL_WORDS = 8000,
    LEAST_COUNT = 3,   /* of a word, unless --vocab says how many there are to be */
    MOST_WATCHED = 64, /* tokens: a picture of more could not be read beside others */
    EVERYTHING = 1 << 30,
    MEASURE_SIZE = 64,
};

/* Where Debian's wordnet-base puts the database, and the variable by which WordNet's own programs
   are told another place. */
static const char WORDNET[] = "/usr/share/wordnet", WORDNET_VARIABLE[] = "WNSEARCHDIR";

typedef struct Own {
    Settings shared;
    int heads, dim;
    int vocabulary;    /* 0: the words that are frequent enough */
    const char *watch; /* the sentence, or NULL */
} Own;

/* One training from its start to what is written of it. */
typedef struct Training {
    const Run *run;
    const Own *settings;
    const LearningSettings *learning;
    Corpus corpus;
    Recipe recipe;
    ContextModel model;
    Tokens tokens; /* of the sentence that is watched */
    Words words;   /* what of them can be looked up */
    int steps_done;
    TrainingHistory history;
    double unigram, all, causal; /* perplexities of all sentences held out */
} Training;

/* ---- settings ---- */

static const Option own_rows[] = {
    {"heads", 'n', "H", "3", "attention heads; H divides the dimension", OPTION_WHOLE,
     .at = offsetof(Own, heads), .range = {1, 1024}},
    {"dim", 'd', "D", "48", "features of a word's vector (d_model)", OPTION_WHOLE,
     .at = offsetof(Own, dim), .range = {2, 1024}},
    {"corpus", 'C', "FILE", "wordnet", "text, a sentence a line; or wordnet", OPTION_TEXT,
     .at = offsetof(Settings, learning.corpus), .words = "wordnet @file"},
    {"vocab", 'v', "N", "auto", "auto: what is there 3 times, at most 8000", OPTION_WHOLE,
     .at = offsetof(Own, vocabulary), .range = {10, 1000000}, .words = "auto"},
    {"steps", 0, "N", "auto", "auto: 10 passes, from 200 to 3000 steps", OPTION_WHOLE,
     .at = offsetof(Settings, learning.steps), .range = {1, MOST_TRAINING_STEPS}, .words = "auto"},
    {"watch", 0, "TEXT", NULL, "trace a sentence after 0, 10, 100, … steps", OPTION_TEXT,
     .at = offsetof(Own, watch)},
    {"out", 'o', "FILE", "learned.safetensors", "the weights", OPTION_TEXT,
     .at = offsetof(Settings, learning.out), .words = "@file", .group = OPTIONS_FILES},
    {"folder", 0, "DIR", "attnviz-out", "folder for the files of --watch", OPTION_TEXT,
     .at = offsetof(Settings, output.out), .words = "@folder", .group = OPTIONS_FILES},
    {0},
};

static bool check(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    if (!training_check_dimension(s->dim, s->heads, error))
        return false;
    return s->watch || !s->shared.output.explain.count ||
           fail_usage(error, "--explain is about what --watch shows: give that too");
}

static const OptionList own_options = {.rows = own_rows, .check = check};

/* ---- before the work: is it of any use? ---- */

static bool check_outputs(const Training *t, Error *error)
{
    Arena *arena = t->run->arena;
    const OutputSettings *output = &t->run->settings->output;
    if (!training_check_out(arena, t->learning->out, error))
        return false;
    if (!t->settings->watch || !output->writes_files)
        return true;
    Folder *folder = folder_open(arena, output->out, error);
    folder_abandon(folder);
    return folder;
}

static bool read_watched(Training *t, Error *error)
{
    const char *watch = t->settings->watch;
    return !watch ||
           tokenize(t->run->arena, "--watch", watch, strlen(watch), MOST_WATCHED, &t->tokens,
                    error) ||
           fail_as_usage(error);
}

static bool read_wordnet(Training *t, int vocabulary, Error *error)
{
    Arena *arena = t->run->arena;
    const char *folder = getenv(WORDNET_VARIABLE);
    folder = folder && *folder ? folder : WORDNET;
    const char *first = arena_format(arena, "%s/data.noun", folder);
    if (access(first, F_OK) != 0)
        return fail(error,
                    "WordNet is not installed: there is no %s (Debian's package is wordnet-base)",
                    first);
    return corpus_read_wordnet(arena, folder, vocabulary, &t->corpus, error);
}

static bool is_wordnet(const Training *t)
{
    return strcmp(t->learning->corpus, "wordnet") == 0;
}

static bool read_text(Training *t, int vocabulary, Error *error)
{
    if (is_wordnet(t))
        return read_wordnet(t, vocabulary, error);
    return corpus_read_text(t->run->arena, t->learning->corpus, vocabulary, &t->corpus, error);
}

/* How many words, the special ones included, are there often enough to be learned. */
static int frequent_words(const Corpus *corpus)
{
    int count = SPECIAL_WORDS;
    for (int i = SPECIAL_WORDS; i < corpus->word_count; i++)
        count += corpus->counts[i] >= LEAST_COUNT;
    return count;
}

/* The vocabulary of a small text is chosen when it was read once. */
static bool read_corpus(Training *t, Error *error)
{
    const Own *s = t->settings;
    int most = s->vocabulary ? s->vocabulary : USUAL_WORDS;
    if (!read_text(t, most, error))
        return false;
    int frequent = frequent_words(&t->corpus);
    if (!s->vocabulary && !is_wordnet(t) && frequent < t->corpus.word_count &&
        !read_text(t, frequent, error))
        return false;
    t->corpus.origin = visible_text(t->run->arena, t->corpus.origin);
    if (s->dim > t->corpus.word_count)
        return fail_usage(error, "--dim %d is more than the %d words of %s", s->dim,
                          t->corpus.word_count, t->corpus.origin);
    return true;
}

/* By the words that will be learned, as --weights looks them up afterwards. */
static bool look_up_watched(Training *t, Error *error)
{
    Arena *arena = t->run->arena;
    Weights none = {.embeddings = tensor_new(arena, t->corpus.word_count, t->settings->dim),
                    .vocabulary = vocabulary_new(arena, t->corpus.words, t->corpus.word_count)};
    return !t->settings->watch || words_look_up(arena, &t->tokens, &none, &t->words, error);
}

/* ---- the work ---- */

static bool is_told(const Training *t)
{
    return !t->run->settings->output.quiet;
}

static void tell_start(const Training *t)
{
    if (is_told(t))
        fprintf(stderr, "%s: %d words, %d sentences to learn from, %d held out; %d steps\n",
                t->corpus.origin, t->corpus.word_count, t->corpus.training.count,
                t->corpus.held_out.count, t->recipe.all.steps);
}

static ProgressState state_of(const Trainer *trainer, const Watch *watch,
                              char measure[MEASURE_SIZE])
{
    snprintf(measure, MEASURE_SIZE, "held-out perplexity %.0f", watch_perplexity(watch));
    return (ProgressState){trainer_steps_done(trainer), watch_loss(watch), measure};
}

static void train(Training *t)
{
    Arena *arena = t->run->arena;
    int steps = t->recipe.all.steps;
    t->model = recipe_start(arena, &t->corpus, &t->recipe);
    Trainer *trainer = trainer_new(arena, &t->corpus, &t->model, t->recipe.all);
    WatchedSentence sentence = {t->words.tokens.keys, t->words.tokens.labels,
                                t->words.tokens.count};
    Watch *watch = watch_new(arena, &t->corpus, &t->model, steps, sentence);
    Progress progress = progress_begin(steps, !is_told(t), progress_clock());
    char measure[MEASURE_SIZE];
    while (trainer_steps_done(trainer) < steps && !interrupted()) {
        watch_step(watch, trainer_step(trainer));
        progress_show(&progress, state_of(trainer, watch, measure), progress_clock());
    }
    t->steps_done = trainer_steps_done(trainer);
    if (t->steps_done) {
        t->history = watch_end(watch);
        progress_end(&progress, state_of(trainer, watch, measure), progress_clock());
    }
    trainer_free(trainer);
}

/* ---- what is written of it ---- */

static const char *describe(Arena *arena, const Recipe *r)
{
    return arena_format(arena, "%s, warm-up %d, %d candidates", recipe_described(arena, r),
                        r->all.warm_up, r->all.candidates);
}

static void measure(Training *t)
{
    t->unigram = unigram_perplexity(&t->corpus, EVERYTHING);
    t->all = perplexity(&t->corpus, &t->model, SEES_ALL, EVERYTHING);
    t->causal = perplexity(&t->corpus, &t->model, SEES_BEFORE, EVERYTHING);
}

static bool write_weights(const Training *t, Error *error)
{
    WholeFile file;
    Arena *arena = t->run->arena;
    NamedText metadata[] = {
        {"corpus", t->corpus.origin},
        {"recipe", describe(arena, &t->recipe)},
        {"steps", arena_format(arena, "%d of %d", t->steps_done, t->recipe.all.steps)},
        {"seed", arena_format(arena, "%ju", (uintmax_t)t->recipe.all.seed)},
        {"held-out perplexity", arena_format(arena, "unigram: %.0f; %d heads: %.0f, causal %.0f",
                                             t->unigram, t->model.heads, t->all, t->causal)},
        {"licence", wordnet_licence}, /* the last: left out for other corpora */
    };
    int count = sizeof metadata / sizeof *metadata;
    if (!is_wordnet(t))
        count--;
    if (!whole_file_begin(arena, t->learning->out, &file, error))
        return false;
    weights_file_write(arena, file.stream, &t->corpus, &t->model, 1, FLOAT32, metadata, count);
    return whole_file_end(&file, error);
}

static void tell_end(const Training *t, bool broken_off)
{
    const char *quality =
        arena_format(t->run->arena, "Held-out perplexity: %.0f; by how frequent words are, %.0f.",
                     t->all, t->unigram);
    training_tell_end(t->run, broken_off, t->steps_done, t->recipe.all.steps, quality);
}

/* ---- the sentence that is watched ---- */

static Trace *narrate(const Training *t)
{
    TracedText watched = traced_text(t->settings->watch, t->history.n, t->words.tokens.words);
    if (t->words.unknown)
        text_format(t->run->warnings, "no vector is learned for: %s\n", t->words.unknown);
    return trace_training(&t->history, &watched,
                          arena_format(t->run->arena, "%ju", (uintmax_t)t->recipe.all.seed));
}

/* ---- the whole ---- */

static bool run_train_attention(const Run *run, Trace **trace, Error *error)
{
    const Own *s = (const Own *)run->settings;
    Training t = {.run = run, .settings = s, .learning = &run->settings->learning};
    if (!read_watched(&t, error) || !check_outputs(&t, error))
        return false;
    training_set_threads(t.learning->threads);
    if (!read_corpus(&t, error) || !look_up_watched(&t, error))
        return false;
    t.recipe = recipe_for(&t.corpus, s->dim, s->heads, t.learning->steps, t.learning->seed);
    tell_start(&t);
    train(&t);
    bool broken_off = interrupted();
    if (!training_check_begun(t.steps_done, error))
        return false;
    measure(&t);
    if (!write_weights(&t, error))
        return false;
    tell_end(&t, broken_off);
    if (s->watch)
        *trace = narrate(&t);
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
    .options = {&own_options, &training_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_train_attention,
};
