#include "cli/train_bahdanau.h"

#include "base/interrupt.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/overwrite.h"
#include "cli/progress.h"
#include "cli/values.h"
#include "tensor/threads.h"
#include "train/pairs.h"
#include "train/translator_file.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_STEPS = 1000000,
    MOST_KINDS = 32,
    VOCABULARY = 8000, /* words a side of a user's pairs */
    TOLD_PAIRS = 100,  /* translated now and then */
    TOLD_EVERY = 250,  /* steps */
    MEASURE_SIZE = 64,
};

typedef struct TrainBahdanauSettings {
    const TranslatorKind *kind;
    const char *corpus; /* "toy" or a path */
    int steps;          /* 0: as the built-in ones */
    int threads;        /* 0: as many as there are processors */
    uint64_t seed;
    const char *out;
    bool quiet;
} TrainBahdanauSettings;

/* One training from its start to its file. */
typedef struct Training {
    Arena *arena;
    const TrainBahdanauSettings *settings;
    PairSource source;
    Pair *held_out;
    int held_out_count, steps_done;
    TranslatorRecipe recipe;
    Translator translator;
    TranslationScore score;
} Training;

/* ---- settings ---- */

static bool read_kind(Arena *arena, const Arguments *a, const TranslatorKind **kind, Error *error)
{
    const char *names[MOST_KINDS];
    int index = 0;
    CHECK(translator_kind_count <= MOST_KINDS, "%d kinds", translator_kind_count);
    for (int i = 0; i < translator_kind_count; i++)
        names[i] = translator_kinds[i].name;
    if (!value_choice(arena, a, OPTION_KIND, names, translator_kind_count, &index, error))
        return false;
    *kind = &translator_kinds[index];
    return true;
}

static bool read_settings(const Run *run, TrainBahdanauSettings *s, Error *error)
{
    const Arguments *a = run->arguments;
    *s = (TrainBahdanauSettings){.corpus = a->value[OPTION_PAIRS],
                                 .out = a->value[OPTION_TRAINED_TRANSLATOR],
                                 .quiet = a->given[OPTION_QUIET]};
    return read_kind(run->arena, a, &s->kind, error) &&
           value_whole_or(a, OPTION_TRANSLATOR_STEPS, "auto", 1, MOST_STEPS, &s->steps, error) &&
           value_whole_or(a, OPTION_THREADS, "auto", 1, MAX_THREADS, &s->threads, error) &&
           value_seed(a, OPTION_SEED, &s->seed, error);
}

/* ---- the work ---- */

static bool read_pairs(Training *t, Error *error)
{
    const char *corpus = t->settings->corpus;
    if (!strcmp(corpus, "toy"))
        t->source = translator_recipe_source(t->arena);
    else if (!pairs_read(t->arena, corpus, VOCABULARY, &t->source, error))
        return false;
    t->held_out = arena_alloc(t->arena, MEASURED_PAIRS, sizeof *t->held_out);
    t->held_out_count = measured_pairs(t->arena, &t->source, t->held_out);
    return true;
}

/* How many of the first sentences held out it gets right by now. */
static void measure(const Training *t, char text[MEASURE_SIZE])
{
    int count = t->held_out_count < TOLD_PAIRS ? t->held_out_count : TOLD_PAIRS;
    TranslationScore score = translation_score(&t->source, &t->translator, t->held_out, count);
    snprintf(text, MEASURE_SIZE, "%d of %d held out right", score.right, score.sentences);
}

static void train(Training *t)
{
    int steps = t->recipe.settings.steps;
    char text[MEASURE_SIZE];
    double loss = 0, share = 1; /* of the newest loss in a mean that follows it */
    t->translator = translator_start(t->arena, &t->recipe);
    TranslationTrainer *trainer =
        translation_trainer_new(t->arena, &t->source, &t->translator, t->recipe.settings);
    Progress progress = progress_begin(steps, t->settings->quiet, progress_clock());
    measure(t, text);
    while (t->steps_done < steps && !interrupted()) {
        loss += share * (translation_step(trainer) - loss);
        share = 0.02;
        t->steps_done = translation_steps_done(trainer);
        if (t->steps_done % TOLD_EVERY == 0 && !t->settings->quiet)
            measure(t, text);
        progress_show(&progress, (ProgressState){t->steps_done, loss, text}, progress_clock());
    }
    if (t->steps_done) {
        measure(t, text);
        progress_end(&progress, (ProgressState){t->steps_done, loss, text}, progress_clock());
    }
    translation_trainer_free(trainer);
}

/* ---- what is written of it ---- */

static bool write_translator(const Training *t, Error *error)
{
    WholeFile file;
    if (!whole_file_begin(t->arena, t->settings->out, &file, error))
        return false;
    translator_file_write(t->arena, file.stream, &t->source, &t->translator, &t->recipe,
                          t->steps_done, t->score);
    return whole_file_end(&file, error);
}

static void tell_end(const Training *t, bool broken_off)
{
    if (t->settings->quiet)
        return;
    printf("%sLearned in %d of %d steps. Held out: %s.\n", broken_off ? "Broken off. " : "",
           t->steps_done, t->recipe.settings.steps, translation_score_text(t->arena, t->score));
    printf("Wrote %s. It goes with --weights.\n", visible_text(t->arena, t->settings->out));
}

bool train_bahdanau_run(const Run *run, Error *error)
{
    TrainBahdanauSettings settings;
    Training t = {.arena = run->arena, .settings = &settings};
    if (!read_settings(run, &settings, error) ||
        !whole_file_check(run->arena, settings.out, error) ||
        !check_overwritten(settings.out, error) || !read_pairs(&t, error))
        return false;
    if (settings.threads)
        setenv("ATTNVIZ_THREADS", arena_format(run->arena, "%d", settings.threads), 1);
    t.recipe = translator_recipe(settings.kind, &t.source);
    t.recipe.settings.seed = settings.seed;
    if (settings.steps)
        t.recipe.settings.steps = settings.steps;
    train(&t);
    bool broken_off = interrupted();
    if (!t.steps_done)
        return fail(error, "interrupted before the first step; nothing was written");
    interrupt_heed();
    translator_round(&t.translator);
    t.score = translation_score(&t.source, &t.translator, t.held_out, t.held_out_count);
    if (!write_translator(&t, error))
        return false;
    tell_end(&t, broken_off);
    return true;
}
