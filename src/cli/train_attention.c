/* Trains weights on a text, and traces a sentence meanwhile. */
#include "cli/settings.h"
#include "train/texts.h"

#include <unistd.h>

enum {
    LEAST_COUNT = 3,   /* minimum frequency of a word, unless --vocab gives the size */
    MOST_WATCHED = 64, /* tokens; larger pictures would be illegible side by side */
};

/* The database's path in Debian's wordnet-base, and the environment variable by which WordNet's own
   programs override theirs. */
static const char WORDNET[] = "/usr/share/wordnet", WORDNET_VARIABLE[] = "WNSEARCHDIR";

/* One training run. */
typedef struct Work {
    const Run *run;
    const LearningSettings *settings;
    bool is_wordnet;
    Corpus corpus;
    Tokens tokens; /* of the watched sentence */
    Words words;   /* those with a vector */
    Training *training;
    ContextScore score;
} Work;

/* ---- the text ---- */

static Corpus read_text(const Work *w, int vocabulary)
{
    Arena *arena = w->run->arena;
    if (!w->is_wordnet)
        return corpus_read_text(arena, w->settings->corpus, vocabulary);
    const char *folder = environment(WORDNET_VARIABLE, WORDNET);
    const char *first = arena_format(arena, "%s/data.noun", folder);
    if (access(first, F_OK) != 0)
        fail("WordNet is not installed: there is no %s (Debian's package is wordnet-base)", first);
    return corpus_read_wordnet(arena, folder, vocabulary);
}

/* Reads the corpus once and chooses the vocabulary: the words that are frequent enough, and the
   special ones. */
static void read_corpus(Work *w)
{
    const LearningSettings *s = w->settings;
    int most = s->vocabulary ? s->vocabulary : BUILTIN_WORDS, frequent = SPECIAL_WORDS;
    w->corpus = read_text(w, most);
    for (int i = SPECIAL_WORDS; i < w->corpus.vocabulary.count; i++)
        frequent += w->corpus.counts[i] >= LEAST_COUNT;
    if (!s->vocabulary && !w->is_wordnet && frequent < w->corpus.vocabulary.count)
        w->corpus = read_text(w, frequent);
    w->corpus.origin = visible_text(w->run->arena, w->corpus.origin);
    if (s->dim > w->corpus.vocabulary.count)
        fail_usage("--dim %d is more than the %d words of %s", s->dim, w->corpus.vocabulary.count,
                   w->corpus.origin);
}

/* ---- training ---- */

static const char *measure(void *data)
{
    Work *w = data;
    context_score(w->run->arena, &w->corpus, &w->training->model, &w->score);
    return arena_format(w->run->arena,
                        "Held-out perplexity: %.0f; by how frequent words are, %.0f.", w->score.all,
                        w->score.unigram);
}

static void write_weights(void *data)
{
    const Work *w = data;
    const Training *t = w->training;
    WeightsFile file = {.arena = t->arena, .precision = FLOAT32};
    const char *recipe =
        arena_format(t->arena, "%s, warm-up %d, %d candidates",
                     context_plan_text(t->arena, &t->plan), t->plan.recipe.warm_up, CANDIDATES);
    weights_file_say_training(&file, t, recipe);
    context_file_write(w->settings->out, &w->corpus, &t->model, &w->score, &file);
}

/* ---- the whole ---- */

Trace *train_attention_command(const Run *run)
{
    const LearningSettings *s = &run->settings->learning;
    Work w = {.run = run, .settings = s, .is_wordnet = !strcmp(s->corpus, "wordnet")};
    training_check_dimension(s->dim, s->heads);
    if (s->watch) {
        FAILS_AS_USAGE;
        w.tokens = tokenize(run->arena, "--watch", s->watch, strlen(s->watch), MOST_WATCHED);
    }
    training_check_out(run);
    read_corpus(&w);
    if (s->watch) { /* looked up in the vocabulary, as --weights will later */
        Weights none = {.embeddings = tensor_new(run->arena, w.corpus.vocabulary.count, s->dim),
                        .vocabulary = w.corpus.vocabulary};
        w.words = words_look_up(run->arena, s->watch, &w.tokens, &none);
    }
    TrainingPlan plan = context_plan(run->arena, &w.corpus, s->dim, s->heads, s->steps, s->seed);
    if (!run->settings->output.quiet)
        fprintf(stderr, "%s: %d words, %d sentences to learn from, %d held out; %d step%s\n",
                w.corpus.origin, w.corpus.vocabulary.count, w.corpus.training.count,
                w.corpus.held_out.count, plan.recipe.steps, plural(plan.recipe.steps));
    if (w.words.text.unknown)
        text_format(run->warnings, "no vector is learned for: %s\n", w.words.text.unknown);
    w.training =
        context_training(run->arena, &w.corpus, &plan, context_start(run->arena, &w.corpus, &plan));
    TracedText watched = traced_text(s->watch, w.words.tokens.count, w.words.tokens.words);
    return training_run(
        &(ToldTraining){.run = run,
                        .training = w.training,
                        .watch = context_watch(w.training, &w.corpus, w.words.tokens),
                        .texts = &watched,
                        .text_count = s->watch ? 1 : 0,
                        .measure = measure,
                        .write = write_weights,
                        .data = &w});
}
