#include "cli/train_pairs.h"

#include "base/interrupt.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/overwrite.h"
#include "cli/progress.h"
#include "cli/threads.h"
#include "cli/values.h"
#include "train/pair_source.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_STEPS = 1000000,
    VOCABULARY = 8000, /* words a side of a user's pairs */
    TOLD_PAIRS = 100,  /* translated now and then */
    TOLD_EVERY = 250,  /* steps */
    MEASURE_SIZE = 64,
};

bool train_pairs_settings_read(const Arguments *a, OptionId out, TrainPairsSettings *s,
                               Error *error)
{
    *s = (TrainPairsSettings){.corpus = a->value[OPTION_TRAIN_PAIRS_CORPUS],
                              .out = a->value[out],
                              .quiet = a->given[OPTION_QUIET]};
    return value_whole_or(a, OPTION_TRAIN_PAIRS_STEPS, "auto", 1, MOST_STEPS, &s->steps, error) &&
           threads_read(a, &s->threads, error) && value_seed(a, OPTION_SEED, &s->seed, error);
}

/* ---- the pairs ---- */

typedef struct HeldOut {
    Pair *pairs;
    int count;
} HeldOut;

static bool read_pairs(Arena *arena, const char *corpus, PairSource *source, HeldOut *held_out,
                       Error *error)
{
    if (!strcmp(corpus, "toy"))
        *source = translator_recipe_source(arena);
    else if (!pairs_read(arena, corpus, VOCABULARY, source, error))
        return false;
    held_out->pairs = arena_alloc(arena, MEASURED_PAIRS, sizeof *held_out->pairs);
    held_out->count = measured_pairs(arena, source, held_out->pairs);
    return true;
}

/* ---- the work ---- */

/* How many of the first sentences held out it gets right by now. */
static void measure(const PairTraining *t, const HeldOut *held_out, char text[MEASURE_SIZE])
{
    int count = held_out->count < TOLD_PAIRS ? held_out->count : TOLD_PAIRS;
    TranslationScore score = pair_training_score(t, held_out->pairs, count);
    if (count)
        snprintf(text, MEASURE_SIZE, "%d of %d held out right", score.right, score.sentences);
    else
        snprintf(text, MEASURE_SIZE, "nothing held out");
}

/* Until the last step, or until it is broken off. */
static void train(PairTraining *t, const HeldOut *held_out, bool quiet)
{
    char text[MEASURE_SIZE];
    double loss = 0, share = 1; /* of the newest loss in a mean that follows it */
    Progress progress = progress_begin(t->steps, quiet, progress_clock());
    measure(t, held_out, text);
    while (t->steps_done < t->steps && !interrupted()) {
        loss += share * (pair_training_step(t) - loss);
        share = 0.02;
        if (t->steps_done % TOLD_EVERY == 0 && !quiet)
            measure(t, held_out, text);
        progress_show(&progress, (ProgressState){t->steps_done, loss, text}, progress_clock());
    }
    if (t->steps_done) {
        measure(t, held_out, text);
        progress_end(&progress, (ProgressState){t->steps_done, loss, text}, progress_clock());
    }
    pair_training_end(t);
}

/* ---- what is written of it ---- */

static bool write_file(const PairTraining *t, const char *path, TranslationScore score,
                       Error *error)
{
    WholeFile file;
    if (!whole_file_begin(t->arena, path, &file, error))
        return false;
    pair_training_write(t, file.stream, score);
    return whole_file_end(&file, error);
}

static void tell_end(const PairTraining *t, const char *path, TranslationScore score,
                     bool broken_off)
{
    printf("%sLearned in %d of %d steps. ", broken_off ? "Broken off. " : "", t->steps_done,
           t->steps);
    if (score.sentences)
        printf("Held out: %s.\n", translation_score_text(t->arena, score));
    else
        puts("Nothing was held out: there is one source sentence, to learn from.");
    printf("Wrote %s. It goes with --weights.\n", visible_text(t->arena, path));
}

bool train_pairs(Arena *arena, const TrainPairsSettings *settings, BeginTraining *begin,
                 const void *own, Error *error)
{
    PairSource source;
    HeldOut held_out;
    if (!whole_file_check(arena, settings->out, error) ||
        !check_overwritten(settings->out, error) ||
        !read_pairs(arena, settings->corpus, &source, &held_out, error))
        return false;
    threads_set(settings->threads);
    PairTraining *t = begin(arena, &source, settings, own);
    train(t, &held_out, settings->quiet);
    bool broken_off = interrupted();
    if (!t->steps_done)
        return fail(error, "interrupted before the first step; nothing was written");
    interrupt_heed();
    TranslationScore score = pair_training_score(t, held_out.pairs, held_out.count);
    if (!write_file(t, settings->out, score, error))
        return false;
    if (!settings->quiet)
        tell_end(t, settings->out, score, broken_off);
    return true;
}
