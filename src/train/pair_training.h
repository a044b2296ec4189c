/* How a model learns from pairs of sentences: what `make translators` decides for the built-in
 * ones, and the commands `attnviz train …` for others.
 *
 *     TrainingPlan plan = pair_plan(arena, kind, NULL, &source, 0, seed);
 *     Training *t = pair_training(arena, &source, &plan);
 *     …                                                                  (train/training.h)
 *     parameters_round(t->model.parameters);
 *     score = translation_score(&source, &t->model, pairs, count);
 *     t->model.score = translation_score_text(arena, score);
 *     pair_file_write(t, &source, path, error);
 *
 * The loss is the mean surprise −log p of a target word after the true words before it. */
#pragma once

#include "train/pair_source.h"
#include "train/training.h"

/* ---- what it is about to do ---- */

/* For the source's vocabularies, with these sizes, NULL for those of the recipe. */
TrainingPlan pair_plan(Arena *arena, const ModelKind *kind, const void *sizes,
                       const PairSource *source, int steps, uint64_t seed);

/* In words, for the metadata of the model's file. */
const char *recipe_text(Arena *arena, const ModelRecipe *recipe, const Model *model);

/* ---- what it is scored by ---- */

/* A pair by itself, whose target is what the kind predicts, with its end unless it is a cloze. The
   source's words are not copied. */
SentencePairs pair_alone(Arena *arena, const ModelKind *kind, const Pair *pair);

/* How well a model translates, and whether it looks where the words come from. */
typedef struct TranslationScore {
    bool of_words; /* of a model that predicts its source: what counts is the perplexity */
    int sentences;
    int right;       /* whose greedy translation is the pair's, word for word, or as right */
    int words;       /* content words whose origin is known; 0 of a model that has no alignment */
    double surprise; /* Σ −log p of each target word, and of the end, after the true words before */
    int surprises; /* how many words that is the sum of */
    int aligned; /* those whose largest weight, after the true words before them, is on an origin */
} TranslationScore;

/* Of pairs of the source, with all threads; the same for any number. */
TranslationScore translation_score(const PairSource *source, const Model *model, const Pair *pairs,
                                   int count);

/* "1000 of 1000 sentences, 99.98 % of 4523 content words aligned", or of a model that predicts its
   source "perplexity 7.10 of 9876 words"; of none that nothing was held out. */
/* exp(mean of −log p(word)) */
double translation_perplexity(TranslationScore score);

const char *translation_score_text(Arena *arena, TranslationScore score);

/* Of the pairs that the toy language holds out, settings were chosen by the first, and scores are
   of those behind them, which nobody has looked at. */
enum { CHOSEN_BY_PAIRS = 1000, MEASURED_PAIRS = 1000 };

/* The toy language with sentences of the lengths that the built-in models learn from. */
PairSource usual_language(Arena *arena);

/* The pairs that a score is of. They are the last of those held out: a user's file that holds out
   fewer than both passes over fewer, or none, as nothing was chosen by them. */
typedef struct Measured {
    const Pair *pairs;
    int count;
    const char *range; /* counted from 1: "1001 to 2000 of those held out", or "none" */
} Measured;

Measured measured_pairs(Arena *arena, const PairSource *source);

/* ---- batches ---- */

/* Pairs to learn from come in batches whose sentences are mostly of equal lengths: those lie side
   by side as the rows of one matrix, and need no padding.

   A round of BATCHES_A_ROUND batches is drawn at once and sorted by the lengths of source and
   target; batches are cut from that, and taken in a random order. Every pair that is drawn is in
   exactly one batch, so over a round lengths and sentences are as frequent as the source has them.
   Within a step they are not: one step sees short sentences, another long ones, as if the steps of
   a mixed order had been shuffled. */
enum { BATCHES_A_ROUND = 64 };

typedef struct PairBatches {
    const PairSource *source;
    uint64_t seed;
    int size;                   /* of a batch */
    int round;                  /* the one below; −1 at first */
    Pair *pairs;                /* of the round, by their lengths */
    int order[BATCHES_A_ROUND]; /* which batch each step of the round takes */
    SentencePairs *groups;      /* of a step: room for one a pair */
} PairBatches;

/* Batches of `size` pairs; source and arena outlive them. */
PairBatches pair_batches_new(Arena *arena, const PairSource *source, uint64_t seed, int size);

/* The pairs of a step, from 0, by their lengths: the same for the same source, seed, size and step,
   whatever was asked for before. Valid until the next call. Steps in their order are fast: a round
   is drawn once. */
const Pair *pair_batch(PairBatches *batches, int step);

/* Whether two pairs are of one source length and one target length. */
bool same_lengths(const Pair *a, const Pair *b);

/* ---- the training ---- */

/* Begins with what the plan's seed draws; the model's end is END_WORD. The source, whose
   vocabularies the plan's sizes have, outlives it; everything lives in the arena. */
Training *pair_training(Arena *arena, const PairSource *source, const TrainingPlan *plan);

/* Rounds to float16, which files keep, so that a score is that of the file. */
void parameters_round(Parameters *parameters);

/* The weights file that load/weights.h reads, with what the model was learned from, how, and its
   score. */
bool pair_file_write(const Training *training, const PairSource *source, const char *path,
                     Error *error);
