/* Pairs of a sentence and its translation: where they come from, and how a model learns from them.
 */
#pragma once

#include "language/language.h"
#include "train/training.h"

/* ==== pair source ====
 *
 * Where a translator's sentences come from: pairs of a sentence and its translation, as numbered
 * words. There are two sources: the toy language (language/language.h) and a user's file.
 * Everything lives in the arena that a source was made in.
 *
 * Some pairs are held out: a pair is, or is not, by a hash of its source sentence alone, so that
 * they are never drawn, whatever the seed, and no sentence is on both sides.
 */

/* Bahdanau et al. 2015 train on sentences of at most 50 words. */
enum { LONGEST_SIDE = LONGEST_SAID };

typedef struct PairSource {
    const char *origin; /* "the toy language", or the file's name */
    Lexicon source, target;
    /* Of each word of the target: a noun, an adjective, a verb, a date. NULL if not known. */
    const bool *content;
    /* One pair to learn from. */
    void (*draw)(const struct PairSource *source, Random *random, Pair *pair);
    /* Up to `most` different pairs that `draw` never gives, for each seed the same ones every time;
       returns how many. */
    int (*held_out)(const struct PairSource *source, uint64_t seed, int most, Pair *pairs);
    /* Of the toy language, else NULL; its sentences have so many words at most. */
    const Language *language;
    int longest;
    bool has_choices; /* a sentence may have several right translations */
    const void *data; /* another source's own */
} PairSource;

/* ---- the toy language ---- */

/* Its sentences of up to so many words; the built-in models learn from those of LONGEST_USUAL.
   Vocabularies, and which sentences are held out, do not depend on that. With choices the same
   sentences, each in one of its right French orders. */
PairSource language_source(Arena *arena, int longest, bool choices);

/* How the origin of a source with choices ends. */
extern const char free_order[];

/* The pair of an English sentence, of any length; false if the grammar does not make it. Its
   translation is the usual one, or with choices that which is `said` for the longest. */
bool language_pair(const PairSource *language, const int *words, int length, const int *said,
                   int said_length, Pair *pair);

/* ---- a user's own pairs ---- */

/* A text file in UTF-8 with a pair a line, the sentence, a tab and its translation:

       The cat sleeps.	Le chat dort.

   Words are those of words_parse. A blank line is passed over. The file is hostile: every message
   names it and the line. The vocabularies are at most `vocabulary` words each, special ones
   included: the most frequent of what is not held out. Draws are even over the lines. In a file so
   short that nothing, or everything, would be held out, one source sentence is, or is not; a file
   of a single one has nothing held out. */
bool pairs_read(Arena *arena, const char *path, int vocabulary, PairSource *source, Error *error);

/* ---- of every source ---- */

/* The same on every machine (FNV-1a). */
uint64_t sentence_hash(const Lexicon *vocabulary, const int *words, int length);
bool is_held_out(uint64_t hash);

/* As it is written: "l'accord sur la zone", where the words are l' accord sur la zone. */
const char *sentence_text(Arena *arena, const Lexicon *vocabulary, const int *words, int length);

/* A user's sentence, by the vocabulary. */
typedef struct NumberedWords {
    int count;
    int *numbers; /* UNKNOWN_PAIR_WORD for those that the vocabulary lacks; room for an end */
    const char *unknown; /* of those the first, and what was probably meant; NULL for none */
} NumberedWords;

/* Words as pairs have them: tokens (load/tokens.h) in the form in which they are looked up, and an
   elided word (l', d', qu') apart. A full stop at the end that the vocabulary lacks is passed over.
   Fails if the text is hostile, has no word or has more than LONGEST_SIDE; `what` names it
   ("--sentence"). */
bool words_parse(Arena *arena, const char *what, const char *text, size_t size,
                 const Lexicon *vocabulary, NumberedWords *words, Error *error);

/* The strings of words_parse, before they are looked up. */
bool split_words(Arena *arena, const char *what, const char *text, size_t size, int *count,
                 const char ***words, Error *error);

/* ==== pair training ====
 *
 * How a model learns from pairs of sentences: what `make translators` decides for the built-in
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
 * The loss is the mean surprise −log p of a target word after the true words before it.
 */

/* ---- what it is about to do ---- */

/* For the source's vocabularies, with these sizes, NULL for those of the recipe. */
TrainingPlan pair_plan(Arena *arena, const ModelKind *kind, const void *sizes,
                       const PairSource *source, int steps, uint64_t seed);

/* In words, for the metadata of the model's file. */
const char *recipe_text(Arena *arena, const ModelRecipe *recipe, const Model *model);

/* ---- what it is scored by ---- */

/* Pairs of equal lengths side by side, or one by itself, whose targets are what the kind predicts,
   with their ends unless it is a cloze. */
SentencePairs pair_group(Arena *arena, const ModelKind *kind, const Pair *pairs, int count);

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

/* ---- the training ---- */

/* Begins with what the plan's seed draws; the model's end is END_WORD. The source, whose
   vocabularies the plan's sizes have, outlives it; everything lives in the arena. */
Training *pair_training(Arena *arena, const PairSource *source, const TrainingPlan *plan);

/* Rounds to float16, which files keep, so that a score is that of the file. */
void parameters_round(Parameters *parameters);

/* The weights file that load/weights.h reads, with what the model was learned from, how, and its
   score. */
bool pair_file_write(const Training *t, const PairSource *source, const char *path, Error *error);
