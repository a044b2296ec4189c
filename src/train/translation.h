/* Learning to translate, a step at a time:
 *
 *     TranslationTrainer *t = translation_trainer_new(arena, &source, &translator, settings);
 *     while (translation_steps_done(t) < settings.steps && !interrupted())
 *         loss = translation_step(t);
 *     translation_trainer_free(t);
 *
 * A step is that of train/pair_learning.h, which says what the loss is and that its bits are the
 * same with any number of threads; Adam's rate falls to 0 in a straight line. Nothing is printed,
 * and nothing fails.
 */
#ifndef TRAIN_TRANSLATION_H
#define TRAIN_TRANSLATION_H

#include "model/translator.h"
#include "train/pair_source.h"

typedef struct TranslationSettings {
    int steps;
    int pairs;               /* a step */
    double rate;             /* of the first step */
    double longest_gradient; /* a longer one is cut to it */
    uint64_t seed;
} TranslationSettings;

/* What the built-in translators are made with. */
TranslationSettings translation_settings_default(void);

/* The largest share that fades per unit of the rate, of any matrix in any step. */
double translation_most_decay(void);

typedef struct TranslationTrainer TranslationTrainer;

/* Trains the translator in place; it and the source outlive the trainer. Its `end` is END_WORD, and
   its vocabularies are the source's. */
TranslationTrainer *translation_trainer_new(Arena *arena, const PairSource *source,
                                            Translator *translator, TranslationSettings settings);

/* The next step; its loss. */
double translation_step(TranslationTrainer *trainer);

int translation_steps_done(const TranslationTrainer *trainer);

/* Gives back the working memory; the arena keeps the rest. */
void translation_trainer_free(TranslationTrainer *trainer);

#endif
