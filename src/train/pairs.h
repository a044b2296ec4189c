/* Sentence pairs (a sentence and its translation): their sources, and how a model is trained on
 * them.
 */
#pragma once

#include "language/language.h"
#include "train/training.h"

/* ==== pair source ====
 *
 * A source of sentence pairs, as word indices: the toy language (language/language.h) or a user's
 * file. Everything lives in the arena that a source was made in.
 *
 * Some pairs are held out. A hash of the source sentence alone decides, so held-out pairs are never
 * drawn with any seed, and no source sentence is in both sets.
 */

/* Bahdanau et al. 2015 train on sentences of at most 50 words. */
enum { LONGEST_SIDE = LONGEST_SAID };

typedef struct PairSource {
    const char *origin; /* "the toy language", or the file's name */
    Lexicon source, target;
    /* Per target word: whether it is a content word (noun, adjective, verb, date). NULL if
       unknown. */
    const bool *content;
    /* Draws a training pair. */
    void (*draw)(const struct PairSource *source, Random *random, Pair *pair);
    /* Writes up to `most` different held-out pairs, determined by the seed; returns how many. */
    int (*held_out)(const struct PairSource *source, uint64_t seed, int most, Pair *pairs);
    /* The toy language and the length of its longest sentences; NULL and unused for other
       sources. */
    const Language *language;
    int longest;
    bool has_choices; /* a sentence may have several correct translations */
    const void *data; /* private to another source */
} PairSource;

/* ---- the toy language ---- */

/* Sentences of up to `longest` words; the built-in models are trained with LONGEST_USUAL.
   Vocabularies and held-out sentences do not depend on it. With choices the sentences are the same,
   but each has a random one of its correct French word orders. */
PairSource language_source(Arena *arena, int longest, bool choices);

/* The suffix of the origin of a source with choices. */
extern const char free_order[];

/* The pair of an English sentence of any length; false if the grammar does not generate it. The
   translation is the usual one, or, with choices, the one that shares the longest prefix with
   `said`. */
bool language_pair(const PairSource *language, const int *words, int length, const int *said,
                   int said_length, Pair *pair);

/* ---- a user's own pairs ---- */

/* A UTF-8 text file with one pair a line, tab-separated:

       The cat sleeps.	Le chat dort.

   Words are split by words_parse; blank lines are skipped. The file is untrusted: every message
   names it and the line. Each vocabulary has at most `vocabulary` words, special tokens included:
   the most frequent ones of the training pairs. Draws are uniform over the lines. Both sets are
   non-empty, even in a short file; but a file with a single source sentence holds out nothing. */
PairSource pairs_read(Arena *arena, const char *path, int vocabulary);

/* ---- for every source ---- */

/* FNV-1a, the same on every machine. */
uint64_t sentence_hash(const Lexicon *vocabulary, const int *words, int length);
bool is_held_out(uint64_t hash);

/* Detokenized: "l'accord sur la zone" for the words l' accord sur la zone. */
const char *sentence_text(Arena *arena, const Lexicon *vocabulary, const int *words, int length);

/* A user's sentence as word indices. */
typedef struct NumberedWords {
    int count;
    int *numbers;        /* UNKNOWN_PAIR_WORD if out of vocabulary; room for END_WORD */
    const char *unknown; /* the first unknown word, with a suggestion; or NULL */
} NumberedWords;

/* Splits a text into words as pairs have them: tokens (load/tokens.h) in look-up form, with elided
   words (l', d', qu') separated. A final full stop is dropped if the vocabulary lacks it. Fails if
   the text is invalid, empty or longer than LONGEST_SIDE words; `what` names it in messages
   ("--sentence"). */
NumberedWords words_parse(Arena *arena, const char *what, const char *text, size_t size,
                          const Lexicon *vocabulary);

/* The same, as strings: not yet looked up. */
Strings split_words(Arena *arena, const char *what, const char *text, size_t size);

/* ==== pair training ====
 *
 * Training on sentence pairs: used by `make translators` for the built-in models, and by the
 * commands `attnviz train …`.
 *
 *     TrainingPlan plan = pair_plan(arena, kind, NULL, &source, 0, seed);
 *     Training *t = pair_training(arena, &source, &plan);
 *     …                                                                  (train/training.h)
 *     parameters_round(t->model.parameters);
 *     score = translation_score(&source, &t->model, pairs, count);
 *     t->model.score = translation_score_text(arena, score);
 *     pair_file_write(t, &source, path);
 *
 * The loss is the mean cross-entropy −log p of a target word given the true words before it
 * (teacher forcing).
 */

/* ---- the plan ---- */

/* A plan for the source's vocabularies; `sizes` NULL for the kind's defaults, `steps` 0 for its
   recipe's. */
TrainingPlan pair_plan(Arena *arena, const ModelKind *kind, const void *sizes,
                       const PairSource *source, int steps, uint64_t seed);

/* The recipe in words, for the file's metadata. */
const char *recipe_text(Arena *arena, const ModelRecipe *recipe, const Model *model);

/* ---- scores ---- */

/* Batches pairs of equal lengths (or a single one). The targets are what the kind predicts, with
   END_WORD unless it is a cloze. */
SentencePairs pair_group(Arena *arena, const ModelKind *kind, const Pair *pairs, int count);

/* Translation and alignment accuracy, as counts. */
typedef struct TranslationScore {
    bool of_words; /* of a language model: only the perplexity is reported */
    int sentences;
    int right;       /* greedy translations equal to the pair's, or to another correct one */
    int words;       /* content words with a known origin; 0 for a model without alignment */
    double surprise; /* Σ −log p of target words and ends, with teacher forcing */
    int surprises;   /* number of its summands */
    int aligned; /* of `words`, those whose largest weight is on an origin, with teacher forcing */
} TranslationScore;

/* Scores pairs of the source on all threads; the result does not depend on their number. */
TranslationScore translation_score(const PairSource *source, const Model *model, const Pair *pairs,
                                   int count);

/* exp(surprise / surprises) */
double translation_perplexity(TranslationScore score);

/* "1000 of 1000 sentences, 99.98 % of 4523 content words aligned", or for a language model
   "perplexity 7.10 of 9876 words"; with no sentences, that nothing was held out. */
const char *translation_score_text(Arena *arena, TranslationScore score);

/* Held-out pairs of the toy language: the first are the validation set, by which settings were
   chosen; the ones after them are the test set, which scores are measured on. */
enum { CHOSEN_BY_PAIRS = 1000, MEASURED_PAIRS = 1000 };

/* The test set: the last of the held-out pairs. If a user's file holds out fewer than both sets
   need, fewer or none are skipped, since nothing was chosen by them. */
typedef struct Measured {
    const Pair *pairs;
    int count;
    const char *range; /* counted from 1: "1001 to 2000 of those held out", or "none" */
} Measured;

Measured measured_pairs(Arena *arena, const PairSource *source);

/* ---- batches ---- */

/* Training pairs are batched by length: sentences of equal lengths are rows of one matrix and need
   no padding.

   A round of BATCHES_A_ROUND batches is drawn at once, sorted by source and target length, cut into
   batches, and these are taken in random order. Every drawn pair is in exactly one batch, so over a
   round the distribution is that of the source; within a step it is not: one step sees short
   sentences, another long ones. */
enum { BATCHES_A_ROUND = 64 };

typedef struct PairBatches {
    const PairSource *source;
    uint64_t seed;
    int size;                   /* of a batch */
    int round;                  /* the current round; −1 at first */
    Pair *pairs;                /* of the round, sorted by length */
    int order[BATCHES_A_ROUND]; /* which batch each step of the round takes */
    SentencePairs *groups;      /* of a step: room for one per pair */
} PairBatches;

/* Copies pairs, sorted by source and target length; those of equal lengths stay in their order. */
void pairs_sort(const Pair *pairs, int count, Pair *sorted);

/* Batches of `size` pairs; source and arena must outlive them. */
PairBatches pair_batches_new(Arena *arena, const PairSource *source, uint64_t seed, int size);

/* The pairs of a step (from 0), sorted by length: a function of source, seed, size and step only.
   Valid until the next call. Ascending steps are fast, as a round is then drawn only once. */
const Pair *pair_batch(PairBatches *batches, int step);

/* ---- the training ---- */

/* Starts from parameters drawn with the plan's seed; the model's end is END_WORD. The plan's sizes
   have the source's vocabularies. The source must outlive the training; everything lives in the
   arena. */
Training *pair_training(Arena *arena, const PairSource *source, const TrainingPlan *plan);

/* Rounds to float16, as files store them, so that scores are those of the file. */
void parameters_round(Parameters *parameters);

/* Writes a weights file (load/weights.h) with corpus, recipe and score as metadata. */
void pair_file_write(const Training *t, const PairSource *source, const char *path);
